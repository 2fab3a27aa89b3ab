"""Many pages: the same files as the command writes, and batches of Arrow."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pellucid
import pytest

pa = pytest.importorskip("pyarrow")
SENTENCE = "Съешь ещё этих мягких французских булок, да выпей чаю. Каждый охотник желает знать, где сидит фазан."


def warc(pages: int) -> bytes:
    """An archive with as many pages, a member of gzip for each."""
    members = []
    for number in range(pages):
        codec = ("koi8_r", "cp1251", "utf-8")[number % 3]
        body = f"<title>Page {number}</title><article><p>{SENTENCE}</p><p>{SENTENCE}</p></article>".encode(codec)
        http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body
        head = (
            f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:{number:032}>\r\n"
            f"WARC-Target-URI: http://example.ru/{number}\r\nWARC-Date: 2026-01-01T00:00:00Z\r\n"
            f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(http)}\r\n\r\n"
        )
        members.append(gzip.compress(head.encode() + http + b"\r\n\r\n"))
    return b"".join(members)


def test_files_are_those_of_the_command(command: Path, tmp_path: Path) -> None:
    archive = tmp_path / "crawl.warc.gz"
    archive.write_bytes(warc(60) + b"damaged")
    calls: list[tuple[int, int]] = []
    counted = pellucid.batch(
        archive, tmp_path / "python.jsonl", min_confidence=0.5, progress=lambda *seen: calls.append(seen)
    )
    assert counted.written == 60 and counted.read == counted.written + counted.rejected
    assert counted.rejected == sum(counted.reasons.values()) > 0
    assert sum(records for _, records in calls) == counted.read
    summary = tmp_path / "summary.json"
    arguments = ["batch", archive, "-o", tmp_path / "command.jsonl", "--min-confidence", "0.5", "--summary", summary]
    subprocess.run([command, *map(str, arguments)], check=True, capture_output=True)
    assert (tmp_path / "python.jsonl").read_bytes() == (tmp_path / "command.jsonl").read_bytes()
    rejects = [(tmp_path / f"{name}.jsonl.rejects.jsonl").read_bytes() for name in ("python", "command")]
    assert rejects[0] == rejects[1] != b""
    written = json.loads(summary.read_text("utf-8"))
    assert counted.as_dict() == {name: written[name] for name in counted.as_dict()}
    rows = [json.loads(line) for line in (tmp_path / "python.jsonl").read_text("utf-8").splitlines()]
    assert {row["encoding"] for row in rows} == {"KOI8-R", "windows-1251", "UTF-8"}
    assert all(SENTENCE in row["text"] for row in rows)


def test_strict_raises_after_damage(tmp_path: Path) -> None:
    archive = tmp_path / "crawl.warc.gz"
    archive.write_bytes(warc(9))
    assert pellucid.batch(archive, tmp_path / "sound.jsonl", strict=True).skipped_bytes == 0
    archive.write_bytes(warc(9) + b"damaged")
    assert pellucid.batch(archive, tmp_path / "lenient.jsonl").skipped_bytes == 7
    with pytest.raises(pellucid.BatchError, match="7 bytes were skipped"):
        pellucid.batch(archive, tmp_path / "strict.jsonl", strict=True)
    assert (tmp_path / "strict.jsonl").read_bytes() == (tmp_path / "lenient.jsonl").read_bytes()


def test_formats_and_options(tmp_path: Path) -> None:
    archive = tmp_path / "crawl.warc.gz"
    archive.write_bytes(warc(30))
    parquet = pytest.importorskip("pyarrow.parquet")
    pellucid.batch([str(archive)], tmp_path / "text.parquet", fields=["url", "text"], threads=1)
    table = parquet.read_table(tmp_path / "text.parquet")
    assert table.column_names == ["url", "text"] and table.num_rows == 30
    counted = pellucid.batch(archive, tmp_path / "none.jsonl.zst", keep_languages=["de"])
    assert counted.written == 0 and counted.rejected == counted.reasons["language"] == 30
    assert pellucid.batch(archive, tmp_path / "russian.jsonl", keep_languages="Russian").written == 30
    with pytest.raises(pellucid.OptionError, match='unknown language "klingon"'):
        pellucid.batch(archive, tmp_path / "klingon.jsonl", keep_languages=["klingon"])
    with pytest.raises(pellucid.OptionError, match="is an input"):
        pellucid.batch(archive, archive)
    with pytest.raises(pellucid.OptionError, match="inside an input folder"):
        pellucid.batch(tmp_path, tmp_path / "new.jsonl")
    with pytest.raises(pellucid.OptionError, match="folder"):
        pellucid.batch(archive, tmp_path)
    with pytest.raises(pellucid.OptionError, match="jsonl, parquet, wet, text"):
        pellucid.batch(archive, tmp_path / "x", format="csv")  # type: ignore[arg-type]
    with pytest.raises(pellucid.OptionError, match=r"unknown ending \.csv; use \.jsonl, .*, or pass a format"):
        pellucid.batch(archive, tmp_path / "text.csv")
    pellucid.batch(archive, tmp_path / "text.csv", format="json", fields="url")
    pellucid.batch(archive, tmp_path / "rows", fields="url")
    assert (tmp_path / "text.csv").read_bytes() == (tmp_path / "rows").read_bytes() != b""
    with pytest.raises(TypeError, match="unexpected"):
        pellucid.batch(archive, tmp_path / "x", lang="de")  # type: ignore[call-arg]
    with pytest.raises(OSError):
        pellucid.batch(archive, tmp_path / "text.parquet" / "is-no-folder.jsonl")


def test_outputs_are_distinct_and_are_not_replaced_unasked(tmp_path: Path) -> None:
    archive = tmp_path / "crawl.warc.gz"
    archive.write_bytes(warc(30))
    output, summary = tmp_path / "text.jsonl", tmp_path / "summary.json"
    with pytest.raises(pellucid.OptionError, match="the size of a file must be at least 1"):
        pellucid.batch(archive, output, shard=0)
    with pytest.raises(pellucid.OptionError, match="the number of threads must be at least 1"):
        pellucid.batch(archive, output, threads=0)
    with pytest.raises(pellucid.OptionError, match="are the same file"):
        pellucid.batch(archive, output, rejects=output)
    with pytest.raises(pellucid.OptionError, match="are the same file"):
        pellucid.batch(archive, output, summary=output)
    assert [path.name for path in tmp_path.iterdir()] == ["crawl.warc.gz"]
    counted = pellucid.batch(archive, output, summary=summary)
    assert json.loads(summary.read_text("utf-8"))["written"] == counted.written == 30
    with pytest.raises(pellucid.BatchError, match="text.jsonl and 2 more exist: use overwrite=True"):
        pellucid.batch(archive, output, summary=summary)
    assert pellucid.batch(archive, output, summary=summary, resume=True) == counted
    assert pellucid.batch(archive, output, summary=summary, overwrite=True) == counted


def test_what_progress_raises_stops_the_run(tmp_path: Path) -> None:
    for number in range(40):
        (tmp_path / "in").mkdir(exist_ok=True)
        (tmp_path / "in" / f"{number}.warc.gz").write_bytes(warc(5))

    def stop(_bytes: int, _records: int) -> None:
        raise RuntimeError("enough")

    output = tmp_path / "text.jsonl"
    with pytest.raises(RuntimeError, match="enough"):
        pellucid.batch(tmp_path / "in", output, progress=stop)
    assert not output.exists()
    pellucid.batch(tmp_path / "in", output, resume=True)
    pellucid.batch(tmp_path / "in", tmp_path / "whole.jsonl")
    assert output.read_bytes() == (tmp_path / "whole.jsonl").read_bytes()


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
def test_ctrl_c_stops_the_run(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for number in range(200):
        (tmp_path / "in" / f"{number}.warc.gz").write_bytes(warc(20))
    pressed = False

    def press(_bytes: int, _records: int) -> None:
        nonlocal pressed
        if not pressed:
            pressed = True
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    # A shell without job control starts programs in the background with this signal ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            pellucid.batch(tmp_path / "in", tmp_path / "text.jsonl", progress=press)
    finally:
        signal.signal(signal.SIGINT, before)
    assert not (tmp_path / "text.jsonl").exists()


def pages(contents: list[bytes | None], **columns: list[Any]) -> Any:
    return pa.record_batch({"content": pa.array(contents, pa.binary()), **columns})


def test_a_row_for_each_page() -> None:
    html = f"<title>Ж</title><p>{SENTENCE}"
    given = pages(
        [html.encode("koi8_r"), b"\x89PNG\r\n\x1a\n\0\0", None, html.encode()],
        url=["http://a.ru/", "http://b.ru/", None, "http://d.ru/"],
        content_type=["text/html", "text/html", None, "text/html; charset=utf-8"],
    )
    rows = pellucid.process_batch(given)
    assert rows.schema == pellucid.batch_schema() and rows.num_rows == 4
    first, second, third, fourth = rows.to_pylist()
    assert (first["encoding"], first["language"], first["title"], first["url"]) == ("KOI8-R", "ru", "Ж", "http://a.ru/")
    assert SENTENCE in first["text"] and first["reject"] is None
    assert (second["reject"], second["text"], second["url"]) == ("binary", None, "http://b.ru/")
    assert third["reject"] is not None
    assert (fourth["encoding_source"], fourth["declared"]) == ("header", "UTF-8")
    few = pellucid.process_batch(given, fields=["url", "text"], extract="none")
    assert few.schema == pellucid.batch_schema(["url", "text"])
    assert few.column("text")[0].as_py() == html
    assert pellucid.process_batch(given.slice(3, 1)).to_pylist() == [{**fourth, "offset": 0}]
    assert pellucid.process_batch(given.slice(0, 0)).num_rows == 0


def test_other_names_and_types_of_columns() -> None:
    html = f"<p>{SENTENCE}".encode("cp1251")
    for kind in (pa.binary(), pa.large_binary(), pa.binary_view()):
        batch = pa.record_batch({"page": pa.array([html], kind)})
        assert pellucid.process_batch(batch, content="page").column("encoding").to_pylist() == ["windows-1251"]
    with pytest.raises(pellucid.OptionError, match="content"):
        pellucid.process_batch(pa.record_batch({"number": [1]}))
    with pytest.raises(pellucid.OptionError, match='unknown field "nonsense"; use one of: url'):
        pellucid.process_batch(pages([html]), fields=["nonsense"])
    with pytest.raises(TypeError):
        pellucid.process_batch([html])


def test_options_are_those_of_page() -> None:
    damaged = f"<p>{SENTENCE}".encode() + b"\xff" + f"{SENTENCE}</p>".encode()
    doubled = f"<p>{SENTENCE}</p>".encode().decode("windows-1252", "ignore").encode()
    batch = pages([damaged, doubled])
    rejected = pellucid.process_batch(batch, errors="reject").to_pylist()
    assert [row["reject"] for row in rejected] == ["encoding-errors", None]
    ignored = pellucid.process_batch(batch, errors="ignore").to_pylist()
    assert "\ufffd" not in ignored[0]["text"] and ignored[0]["replaced"] == 1
    for options in ({"repair": True}, {"mixed": True}, {"extractor": "licea"}, {"extract": "all"}, {"encoding": "koi8-r"}):
        rows = pellucid.process_batch(batch, **options).to_pylist()
        for row, page in zip(rows, (damaged, doubled)):
            assert row["text"].strip() == pellucid.page(page, **options).text.strip()
    known = pellucid.process_batch(batch, encoding="koi8-r").to_pylist()
    assert {(row["encoding"], row["encoding_source"]) for row in known} == {("KOI8-R", "caller")}
    with pytest.raises(pellucid.OptionError, match="unknown way to treat errors"):
        pellucid.process_batch(batch, errors="discard")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match='"languages"; use one of: .*keep_languages'):
        pellucid.process_batch(batch, languages=["ru"])  # type: ignore[call-arg]


PEAK = """
import resource, pyarrow, pellucid
page = ("<p>" + "Déjà vu, là-bas. " * 60_000).encode()
pellucid.process_batch(pyarrow.record_batch({"content": [page]}), extract="none", fields=["encoding"])
batch = pyarrow.record_batch({"content": [page] * 64})
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
rows = pellucid.process_batch(batch, extract="none", fields=["encoding"])
assert rows.column("encoding").to_pylist() == ["UTF-8"] * 64
print(batch.nbytes // 1024, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="peak memory is counted in KiB on Linux only")
def test_a_batch_is_not_copied() -> None:
    output = subprocess.run([sys.executable, "-c", PEAK], capture_output=True, text=True)
    assert output.returncode == 0, output.stderr
    size, more = map(int, output.stdout.split())
    assert size > 60_000 and more < size / 4, f"{more} KiB more for {size}"


def test_whatever_has_the_interface_of_arrow() -> None:
    pages = {"url": ["http://example.ru/"] * 3, "content": [SENTENCE.encode("koi8_r"), b"", SENTENCE.encode()]}
    batch = pa.record_batch(pages)
    wanted = pellucid.process_batch(batch, fields=["url", "encoding", "text"])
    assert isinstance(wanted, pa.RecordBatch) and wanted.column("encoding").to_pylist()[0] == "KOI8-R"

    class Alone:
        """Only the method that a batch has."""

        def __arrow_c_array__(self, requested_schema: object = None) -> Any:
            return batch.__arrow_c_array__(requested_schema)

    class Stream:
        """Only the method that a table has."""

        def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
            return pa.Table.from_batches([batch]).__arrow_c_stream__(requested_schema)

    assert pellucid.process_batch(Alone(), fields=["url", "encoding", "text"]).equals(wanted)
    table = pa.Table.from_batches([batch, batch.slice(1), batch.slice(0, 0)])
    reader = pa.RecordBatchReader.from_batches(batch.schema, iter([batch, batch.slice(1)]))
    for several, rows in ((table, 5), (reader, 5), (Stream(), 3)):
        found = pellucid.process_batch(several, fields=["url", "encoding", "text"])
        assert isinstance(found, pa.Table) and found.num_rows == rows
        assert found.to_pylist() == (wanted.to_pylist() + wanted.to_pylist()[1:])[:rows]
    empty = pellucid.process_batch(table.slice(0, 0), fields=["text"])
    assert empty.num_rows == 0 and empty.schema == pellucid.batch_schema(["text"])
    for wrong in ({"content": [b""]}, [b""], b"", None):
        with pytest.raises(TypeError, match="Arrow's C interface"):
            pellucid.process_batch(wrong)
    with pytest.raises(pellucid.OptionError):
        pellucid.process_batch(pa.table({"other": [1]}))

    def broken() -> Any:
        yield batch
        raise OSError("the disk is gone")

    with pytest.raises(ValueError, match="the disk is gone"):
        pellucid.process_batch(pa.RecordBatchReader.from_batches(batch.schema, broken()))


def test_frames_of_polars_and_relations_of_duckdb() -> None:
    polars, duckdb = pytest.importorskip("polars"), pytest.importorskip("duckdb")
    pages = {"url": ["http://example.ru/"] * 2, "content": [SENTENCE.encode("koi8_r"), SENTENCE.encode()]}
    frame = polars.DataFrame(pages)
    table = pa.table(pages)
    wanted = pellucid.process_batch(table, fields=["encoding", "text"])
    assert wanted.column("encoding").to_pylist() == ["KOI8-R", "UTF-8"]
    assert pellucid.process_batch(frame, fields=["encoding", "text"]).equals(wanted)
    # A column without any value: Polars gives it a buffer that Arrow does not know.
    empty = frame.with_columns(date=polars.lit(None))
    assert pellucid.process_batch(empty, fields=["encoding", "text"]).equals(wanted)
    relation = duckdb.connect().sql("select url, content from frame")
    assert pellucid.process_batch(relation, fields=["encoding", "text"]).equals(wanted)
    assert polars.from_arrow(wanted).height == 2
