"""Pellucid on two workers of Spark: the rows of `pellucid.batch`, whatever dies."""

from __future__ import annotations

import base64
import inspect
import os
import shutil
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pellucid
import pytest
from archives import TEXTS, page, write_warc_gz
from pellucid import spark as pages

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame, SparkSession

Rows = dict[tuple[str, int], dict[str, Any]]
Batch = Callable[..., tuple[Rows, Rows]]

# Columns that are rounded in JSON.
NUMBERS = {"confidence", "quality"}


def collected(df: DataFrame) -> tuple[Rows, Rows]:
    """Rows with text, and rejects, by their places. No place occurs twice."""
    read = [row.asDict() for row in df.collect()]
    rows = {(row["file"], row["offset"]): row for row in read}
    assert len(rows) == len(read)
    return (
        {place: row for place, row in rows.items() if row["reject"] is None},
        {place: row for place, row in rows.items() if row["reject"] is not None},
    )


def assert_same(found: tuple[Rows, Rows], expected: tuple[Rows, Rows]) -> None:
    """The rows are those of `pellucid.batch`; rejects have other columns here."""
    assert found[0].keys() == expected[0].keys()
    for place, row in expected[0].items():
        same = {name: found[0][place][name] for name in row}
        # JSON has four digits.
        for name in NUMBERS & row.keys():
            assert same.pop(name) == pytest.approx(row[name], abs=1e-4), place
        assert same == {name: value for name, value in row.items() if name not in NUMBERS}, place
    reasons = {place: (row["reason"], row["detail"], row["url"], row["length"]) for place, row in expected[1].items()}
    assert {
        place: (row["reject"], row["reject_detail"], row["url"], row["length"]) for place, row in found[1].items()
    } == reasons


def test_everything_has_a_docstring() -> None:
    for name in pages.__all__:
        assert inspect.getdoc(getattr(pages, name))


def test_wrong_options_raise_before_any_work(spark: SparkSession, crawl: Path) -> None:
    pytest.importorskip("pyspark")
    df = spark.createDataFrame([(b"x", "y")], "page binary, text string")
    for wrong, why in [
        (lambda: pages.read_warc(spark, crawl, extract="most"), "most"),  # type: ignore[arg-type]
        (lambda: pages.read_warc(spark, crawl, extract="main", fields=["colour"]), "colour"),
        (lambda: pages.read_warc(spark, crawl, split_bytes=0), "split_bytes"),
        (lambda: pages.read_warc(spark, "s3://commoncrawl/x.warc.gz"), "fetch"),
        (lambda: pages.decode_df(df, "html"), "html"),
        (lambda: pages.decode_df(df, "page"), "two columns text"),
        (lambda: pages.decode_df(df, "page", min_confidence=2), "probability"),
    ]:
        with pytest.raises(pellucid.OptionError, match=why):
            wrong()


def test_archives_give_the_rows_of_batch(spark: SparkSession, crawl: Path, batch: Batch) -> None:
    found = collected(pages.read_warc(spark, str(crawl), extract="main"))
    assert_same(found, batch(crawl))
    written, rejected = found
    encodings = {row["encoding"] for row in written.values()}
    assert encodings >= {"KOI8-R", "windows-1251", "Shift_JIS", "GBK", "EUC-KR", "ISO-8859-7", "UTF-8"}
    assert {row["reject"] for row in rejected.values()} == {"damaged", "no-page", "type"}
    for text in TEXTS.values():
        assert any(text in row["text"] for row in written.values()), text


def test_options_are_those_of_batch(spark: SparkSession, crawl: Path, batch: Batch) -> None:
    options = {"keep_languages": ["ru", "ja"], "min_confidence": 0.5, "extract": "all"}
    paths = [crawl / "[ab].warc.gz", crawl / "c.warc"]
    found = collected(pages.read_warc(spark, paths, **options))  # type: ignore[arg-type]
    assert_same(found, batch(paths, **options))
    assert {row["language"] for row in found[0].values()} == {"ru", "ja"}


def test_files_in_stretches_give_the_same_rows(spark: SparkSession, crawl: Path, batch: Batch) -> None:
    paths = [crawl / name for name in ("a.warc.gz", "c.warc", "d.warc.gz")]
    df = pages.read_warc(spark, paths, extract="none", split_bytes=5_000)
    assert df.rdd.getNumPartitions() > 10
    assert_same(collected(df), batch(paths, extract="none"))


def test_records_are_read_and_worked_on_later(spark: SparkSession, crawl: Path, batch: Batch) -> None:
    records = pages.read_warc(spark, crawl)
    assert "content" in records.columns
    assert_same_but_provenance(pages.extract_df(records, "content"), batch(crawl))
    assert_same_but_provenance(pages.decode_df(records, "content"), batch(crawl, extract="none"))


def assert_same_but_provenance(df: DataFrame, expected: tuple[Rows, Rows]) -> None:
    found = collected(df)
    names = set(next(iter(found[0].values())))
    assert "content" not in names
    written = {place: {name: row[name] for name in row if name in names} for place, row in expected[0].items()}
    assert_same(found, (written, expected[1]))


def test_parquet_gives_the_rows_of_batch(spark: SparkSession, tmp_path: Path, batch: Batch) -> None:
    rows: list[tuple[int, str, str, bytes | None]] = [
        (number, f"http://example/{number}", "text/html", page(encoding, number))
        for number, encoding in enumerate(list(TEXTS) * 10)
    ]
    rows += [(1000, "http://example/null", "text/html", None), (1001, "http://example/pdf", "application/pdf", b"%PDF-1.7")]
    schema = "number int, url string, content_type string, html binary"
    spark.createDataFrame(rows, schema).coalesce(1).write.parquet(str(tmp_path / "pages"))
    df = spark.read.parquet(str(tmp_path / "pages")).repartition(4)
    fields = ["url", "encoding", "confidence", "language", "title", "text", "warnings"]
    parquet = next((tmp_path / "pages").glob("*.parquet"))
    pellucid.batch(parquet, tmp_path / "out.parquet", rejects=tmp_path / "no.jsonl", fields=fields)
    expected = {row["url"]: row.asDict() for row in spark.read.parquet(str(tmp_path / "out.parquet")).collect()}

    found = {row["url"]: row.asDict() for row in pages.extract_df(df, "html").collect()}
    assert found.keys() == {url for _, url, _, _ in rows}
    assert expected.keys() == {url for url, row in found.items() if row["reject"] is None}
    for url, row in expected.items():
        assert {name: found[url][name] for name in fields} == row
        assert url == f"http://example/{found[url]['number']}"
    assert found["http://example/null"]["reject"] == "no-content"
    assert found["http://example/pdf"]["reject"] is not None

    # Keeps only these columns; others are hints; the new ones have a prefix.
    renamed = df.withColumnRenamed("content_type", "mime")
    chosen = pages.decode_df(renamed, "html", content_type="mime", keep=["number"], prefix="page_")
    assert chosen.columns[:3] == ["number", "page_encoding", "page_encoding_source"] and "mime" not in chosen.columns
    texts = {row["number"]: row["page_text"] for row in chosen.collect()}
    for number, encoding in enumerate(TEXTS):
        assert texts[number].encode("utf-8") == page(encoding, number).decode(encoding).encode("utf-8")
    assert texts[1001] is None

    # The same pages as base64, in text.
    rows64 = [(number, base64.b64encode(html or b"").decode()) for number, _, _, html in rows[:7]]
    decoded = pages.decode_df(spark.createDataFrame(rows64, "number int, html string"), "html", base64=True, keep=False)
    assert sorted(row["text"] for row in decoded.collect()) == sorted(texts[number] for number in range(7))


def test_options_of_extraction(spark: SparkSession) -> None:
    html = (
        "<article><p class=a>Water should not boil for green tea: 70 degrees are enough, and two minutes.</p>"
        "<p class=b>Black tea wants boiling water, a warm pot, and between three and five minutes of patience.</p></article>"
        "<ol id=comments><li class=comment><b class=fn>Ada</b><p>With milk, always.</p></ol>"
    )
    df = spark.createDataFrame([(html.encode(),)], "html binary")
    row = pages.extract_df(df, "html", comments="apart", prune_selector="p.b").collect()[0]
    assert [comment.asDict() for comment in row["comments"]] == [{"text": "With milk, always.", "author": "Ada", "date": None}]
    assert "Water" in row["text"] and "Black" not in row["text"] and "milk" not in row["text"]
    assert "comments" not in pages.extract_df(df, "html").columns


def test_large_batches_are_worked_on_in_pieces(spark: SparkSession) -> None:
    df = spark.range(0, 8, 1, 1).selectExpr("id as number", "cast(concat('<p>', repeat('x', 3000000)) as binary) as html")
    found = pages.decode_df(df, "html").collect()
    assert [(row["number"], len(row["text"])) for row in found] == [(number, 3_000_003) for number in range(8)]


def test_files_from_elsewhere_are_fetched(spark: SparkSession, crawl: Path, batch: Batch, tmp_path: Path) -> None:
    @contextmanager
    def fetch(path: str) -> Iterator[str]:
        local = f"{tmp_path}/{os.path.basename(path)}"
        shutil.copy(path.removeprefix("far://"), local)
        yield local
        os.remove(local)

    df = pages.read_warc(spark, [f"far://{crawl}/{name}" for name in ("a.warc.gz", "b.warc.gz")], extract="none", fetch=fetch)
    written, rejected = batch([crawl / "a.warc.gz", crawl / "b.warc.gz"], extract="none")
    for row in [*written.values(), *rejected.values()]:
        row["file"] = f"far://{row['file']}"
    by_place = ({(row["file"], row["offset"]): row for row in rows.values()} for rows in (written, rejected))
    assert_same(collected(df), tuple(by_place))  # type: ignore[arg-type]
    assert not list(tmp_path.glob("*.warc.gz"))


def test_both_workers_work(spark: SparkSession, crawl: Path, tmp_path: Path) -> None:
    met = tmp_path / "met"
    met.mkdir()

    def meet(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Waits for a second executor. The parent of a Python worker is a daemon, and its parent is the executor."""
        import pyarrow as pa

        executor = int(open(f"/proc/{os.getppid()}/stat").read().rsplit(")")[-1].split()[1])
        for batch in batches:
            (met / str(executor)).touch()
            for _ in range(600):
                if len(list(met.iterdir())) == 2:
                    break
                time.sleep(0.1)
            yield pa.record_batch({"executor": [executor], "worker": [os.getpid()], "rows": [batch.num_rows]})

    df = pages.read_warc(spark, crawl, extract="main")
    found = df.mapInArrow(meet, "executor long, worker long, rows long").collect()
    assert len({row["executor"] for row in found}) == 2
    assert len({row["worker"] for row in found}) >= 2
    assert sum(row["rows"] for row in found) == df.count()


@pytest.mark.parametrize("victim", ["worker", "executor"])
def test_a_kill_in_the_middle_loses_nothing(
    spark: SparkSession, victim: str, tmp_path: Path, batch: Batch
) -> None:
    large = write_warc_gz(tmp_path / "large.warc.gz", 420, length=80_000)
    small = write_warc_gz(tmp_path / "small.warc.gz", 20, damaged=(3,))
    killed = tmp_path / "killed"

    def kill(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Passes some rows on; then, once, kills the process that has the large archive open, or its executor."""
        rows = 0
        for batch in batches:
            yield batch
            rows += batch.num_rows
            if rows < 20 or killed.exists() or large.name not in batch.column("file")[0].as_py():
                continue
            for process in os.listdir("/proc"):
                try:
                    files = [os.readlink(f"/proc/{process}/fd/{fd}") for fd in os.listdir(f"/proc/{process}/fd")]
                except OSError:
                    continue
                if str(large) in files:
                    daemon = os.getppid()
                    executor = int(open(f"/proc/{daemon}/stat").read().rsplit(")")[-1].split()[1])
                    killed.write_text(process)
                    os.kill(int(process) if victim == "worker" else executor, signal.SIGKILL)

    # Few rows at a time, so that they arrive here while the worker still reads others.
    rows_at_a_time = "spark.sql.execution.arrow.maxRecordsPerBatch"
    before = spark.conf.get(rows_at_a_time)
    spark.conf.set(rows_at_a_time, "10")
    try:
        df = pages.read_warc(spark, [large, small], extract="none")
        found = collected(df.mapInArrow(kill, df.schema))
    finally:
        spark.conf.set(rows_at_a_time, str(before))
    assert killed.exists(), "no worker was reading when the kill was due"
    assert_same(found, batch([large, small], extract="none"))
