"""The examples of docs/python.md, with the real libraries and a server on this machine."""

from __future__ import annotations

import doctest
import os
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

ROOT = Path(__file__).resolve().parents[3]
PAGE = "<html><body><p>Съешь ещё этих мягких французских булок, да выпей чаю.</p></body></html>"


class Handler(BaseHTTPRequestHandler):
    """Sends a page in windows-1251 without a declaration."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(PAGE.encode("cp1251"))

    def log_message(self, format: str, *arguments: object) -> None:
        pass


@pytest.fixture
def url() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()
    server.server_close()


def test_the_documentation(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for library in ("requests", "httpx", "w3lib", "scrapy", "bs4", "pyarrow"):
        pytest.importorskip(library)
    monkeypatch.chdir(ROOT)
    for name in [name for name in os.environ if name.lower().endswith("_proxy")]:
        monkeypatch.delenv(name)
    text = (ROOT / "docs" / "python.md").read_text("utf-8")
    test = doctest.DocTestParser().get_doctest(text, {"url": url, "folder": tmp_path}, "docs/python.md", None, None)
    output: list[str] = []
    failed, tried = doctest.DocTestRunner().run(test, out=output.append)
    assert tried > 30 and not failed, "".join(output)


def test_trafilatura_gets_text() -> None:
    trafilatura = pytest.importorskip("trafilatura")
    import pellucid

    sentence = "Съешь ещё этих мягких французских булок, да выпей чаю. Каждый охотник желает знать, где сидит фазан. "
    data = f"<html><body><article><p>{sentence * 3}</p></article></body></html>".encode("koi8_r")
    assert "французских булок" in trafilatura.extract(pellucid.decode(data).text)
    assert "французских булок" in pellucid.page(data).text
