"""Records of archives as batches of Arrow: each once, however the file is cut."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pellucid
import pytest
from archives import write_crawl, write_warc_gz
from pellucid._native import page_columns, record_schema

pytest.importorskip("pyarrow")


def rows(path: Path, *stretch: int | None, **options: Any) -> list[dict[str, Any]]:
    batches = list(pellucid.read_records(path, *stretch, **options))
    assert all(batch.schema == record_schema() for batch in batches)
    return [row for batch in batches for row in batch.to_pylist()]


def test_records_of_an_archive(tmp_path: Path) -> None:
    archive = write_warc_gz(tmp_path / "a.warc.gz", 12)
    records = rows(archive)
    pages = [row for row in records if row["reject"] is None]
    assert len(records) == 25 and len(pages) == 12
    assert [row["url"] for row in pages] == [f"http://a.example/{number}" for number in range(12)]
    assert all(b"<article>" in row["content"] for row in pages)
    assert {row["reject"] for row in records if row["content"] is None} == {"no-page"}


@pytest.mark.parametrize("size", [1000, 7000, 100_000_000])
def test_stretches_are_the_whole(tmp_path: Path, size: int) -> None:
    for path in sorted(write_crawl(tmp_path / "crawl").iterdir()):
        starts = list(range(0, path.stat().st_size, size))
        stretches = zip(starts, [*starts[1:], None])
        found = [place(row) for start, end in stretches for row in rows(path, start, end)]
        assert found == [place(row) for row in rows(path)], path


def place(row: dict[str, Any]) -> dict[str, Any]:
    """A row; for damage, only its place: how much of a broken record can be read depends on where reading starts."""
    return {name: row[name] for name in ("offset", "length", "reject")} if row["reject"] == "damaged" else row


def test_what_cannot_be_read_is_a_row(tmp_path: Path) -> None:
    (row,) = rows(tmp_path / "missing.warc.gz")
    assert row["reject"] == "unreadable" and row["file"].endswith("missing.warc.gz")
    (tmp_path / "lines.jsonl").write_text('{"html": "<p>x"}\n{"html": 7}\n')
    page, wrong = rows(tmp_path / "lines.jsonl")
    assert page["content"] == b"<p>x" and wrong["reject"] == "no-content"
    (tmp_path / "page.html").write_text("x" * 100)
    (row,) = rows(tmp_path / "page.html", max_bytes=99)
    assert row["reject"] == "too-large"
    with pytest.raises(pellucid.OptionError):
        pellucid.read_records("x", 10, 10)


def test_input_files(tmp_path: Path) -> None:
    crawl = write_crawl(tmp_path / "crawl")
    found = pellucid.input_files([crawl / "[ab].warc.gz", crawl / "c.warc", str(tmp_path / "none")])
    assert [Path(path).name for path in found] == ["a.warc.gz", "b.warc.gz", "c.warc", "none"]
    assert len(pellucid.input_files([crawl])) == 5


def test_columns_with_hints() -> None:
    assert page_columns(["number", "url", "html", "colour", "mime_type"], "html") == ["url", "html", "mime_type"]


def test_spark_is_not_needed_to_import_it() -> None:
    code = "import sys; sys.modules['pyspark'] = sys.modules['pyarrow'] = None; import pellucid.spark"
    subprocess.run([sys.executable, "-c", code], check=True)
