"""Queries a crawl in SQL with DuckDB, and decodes a column of pages in Polars.

    python duckdb_polars.py CRAWL

Both use Arrow, so nothing is converted: Pellucid passes its batches to the engine as they are.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import duckdb
import pellucid
import polars as pl
import pyarrow as pa


def pages(*paths: str, **options: Any) -> pa.RecordBatchReader:
    """The pages of files, folders or patterns, read on demand. The options are those of `pellucid.process_batch`."""

    def batches() -> Iterator[pa.RecordBatch]:
        for path in pellucid.input_files(list(paths)):
            for records in pellucid.read_records(path):
                yield pellucid.process_batch(records, **options)

    return pa.RecordBatchReader.from_batches(pellucid.batch_schema(options.get("fields")), batches())


def encodings(*paths: str) -> list[tuple[str, int, int]]:
    """DuckDB: how many pages each encoding has, and how many characters; rejects by their reason."""
    rows = pages(*paths, extract="all")  # DuckDB finds it by its name.
    return duckdb.sql("""
        select coalesce(encoding, 'rejected: ' || reject) as what, count(*) as pages, coalesce(sum(length(text)), 0)::bigint
        from rows group by what order by pages desc, what
    """).fetchall()


def decoded(frame: pl.DataFrame, column: str) -> pl.DataFrame:
    """Polars: the frame with the text of its pages, or the reason why there is none."""
    fields = ["encoding", "confidence", "text"]
    batches = frame.to_arrow(compat_level=pl.CompatLevel.oldest()).to_batches()
    found = [pellucid.process_batch(batch, content=column, extract="none", fields=fields) for batch in batches]
    return frame.hstack(pl.DataFrame(pl.from_arrow(pa.Table.from_batches(found, pellucid.batch_schema(fields)))))


if __name__ == "__main__":
    for what, count, characters in encodings(*sys.argv[1:]):
        print(f"{count:8} {what}, {characters} characters")
    page = "Съешь ещё этих мягких французских булок, да выпей чаю.".encode("koi8_r")
    frame = decoded(pl.DataFrame({"url": ["http://example.ru/"], "html": [page]}), "html")
    print(frame.drop("html").row(0, named=True))
