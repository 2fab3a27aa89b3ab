# The checks of types know pyspark and pyarrow where they are installed, and do without where they are not.
# mypy: disable-error-code="import-not-found, import-untyped, no-any-return, no-untyped-call"
"""Pellucid on Apache Spark: pages of DataFrames, and crawl archives, by the workers of a cluster.

>>> from pellucid import spark as pages
>>> df = pages.read_warc(spark, "/crawl/*.warc.gz", extract="main")        # doctest: +SKIP
>>> df.where("reject is null").select("url", "encoding", "text").write.parquet("/corpus")        # doctest: +SKIP
>>> pages.decode_df(spark.read.parquet("/pages"), "html", url="address")        # doctest: +SKIP

There is no engine here: each function is a `mapInArrow` over `pellucid.read_records` and `pellucid.process_batch`, so rows are those of
the command `pellucid batch`. Spark hands out the work, does it again where a worker has died, and writes. Nothing is lost:
what is no page is a row, too, with the reason in `reject`.

Needs pyspark from 4.0 on, and Pellucid itself in the Python of each worker.
"""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, TypedDict
from urllib.parse import unquote, urlsplit

from ._errors import OptionError
from ._native import input_files, page_columns, process_batch, read_records, record_schema

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from contextlib import AbstractContextManager

    # By names of our own: where these are not installed, they would be taken for something that this module has.
    import pyarrow as _pa
    from pyspark import sql as _sql
    from pyspark.sql import types as _types
    from typing_extensions import Unpack

__all__ = ["Options", "decode_df", "extract_df", "read_warc"]

# What is told of a page whose row is there already: not where it comes from.
DECODED = ["encoding", "encoding_source", "confidence", "declared", "language", "replaced", "text", "warnings"]
EXTRACTED = [*DECODED[:-2], "title", "text", "extractor", "warnings"]

# What records that were read by `read_warc` bring along, and `process_batch` hands on.
CARRIED = ["warnings", "reject", "reject_detail"]

# So many bytes of pages are worked on at a time. Spark's batches are counted in rows, 10,000 of them: too much text for one batch of
# Arrow, whose strings end at 2 GiB.
PIECE = 8 << 20


class Options(TypedDict, total=False):
    """What is wanted of each page: the options of the command `pellucid batch`, see `pellucid.batch`."""

    encoding_errors: Literal["replace", "ignore", "discard"]
    min_confidence: float
    languages: Sequence[str]
    types: Sequence[str]
    statuses: Sequence[int]
    max_bytes: int
    favor: Literal["balance", "precision", "recall"]
    comments: bool
    allow: Sequence[str]
    deny: Sequence[str]
    model: bytes | str
    prior: Literal["web", "file"]


def read_warc(
    spark: _sql.SparkSession,
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    extract: Literal["main", "all", "none"] | None = None,
    fields: Sequence[str] | None = None,
    split_bytes: int | None = None,
    fetch: Callable[[str], AbstractContextManager[str]] | None = None,
    content: str | None = None,
    base64: bool = False,
    **options: Unpack[Options],
) -> _sql.DataFrame:
    """The records of crawl archives, a row each.

    `paths` are files, folders or patterns, which this process and all workers see by the same names: of a local disk, or of a
    shared one. Files are what `pellucid batch` reads: WARC, and also Parquet, JSON lines and pages.

    `extract` says what becomes of pages where they are read: their main content ("main"), all of their text ("all"), or the decoded
    page ("none"); `fields` chooses columns. Without it, rows have the bytes of pages in `content`, for `decode_df` and
    `extract_df`; but then all of them pass through Spark.

    A file is one task, and its rows are exactly those of `pellucid batch`. `split_bytes` makes several of a file that can be
    entered in the middle (one gzip member or zstd frame a record, or none at all).

    What is not on a disk can be had by `fetch`: a function which is called on the worker with one of the paths, here taken as
    they are, and gives a context manager whose value is the name of a local file.

    `content` and `base64` are for tables: the column with the page, and whether it is written in base64.
    """
    if split_bytes is not None and split_bytes < 1:
        raise OptionError("split_bytes is a number of bytes, from 1 on")
    if extract is None and fields is not None:
        raise OptionError("fields are chosen of what is extracted: say extract, or select() columns")
    reading = {"content": content, "base64": base64, "max_bytes": options.get("max_bytes")}
    reading = {name: value for name, value in reading.items() if value is not None}
    asked = None if extract is None else {**options, "extract": extract, "fields": None if fields is None else list(fields)}
    given = [os.fspath(path) for path in ([paths] if isinstance(paths, (str, os.PathLike)) else paths)]
    plan: list[tuple[bytes, int | None, int | None]] = []
    for path in given if fetch else input_files([_local(path) for path in given]):
        size = None if fetch or split_bytes is None else _size(path)
        plan += [(os.fsencode(path), start, end) for start, end in _stretches(size, split_bytes)]
    schema = record_schema() if asked is None else _rows_schema(asked)
    types = _spark_schema(schema)
    # A row of the plan for each task: Spark would put several into one.
    rows = spark.sparkContext.parallelize(plan, max(1, len(plan)))
    tasks = spark.createDataFrame(rows, "path binary, start bigint, end bigint")
    return tasks.mapInArrow(partial(_read, reading=reading, asked=asked, fetch=fetch), types)


def decode_df(
    df: _sql.DataFrame,
    column: str,
    *,
    url: str | None = None,
    content_type: str | None = None,
    http_status: str | None = None,
    charset: str | None = None,
    base64: bool = False,
    keep: bool | Sequence[str] = True,
    prefix: str = "",
    **options: Unpack[Options],
) -> _sql.DataFrame:
    """Adds the decoded page to each row: its `text`, markup and all, and how its encoding was found.

    `column` has the pages: binary, or base64. `url`, `content_type`, `http_status` and `charset` are the names of columns with what is
    known of each; if they are not given, columns which are called so, or as is usual, are taken (docs/batch.md).

    Rows keep their columns, but for the page itself: all of them (`keep=True`), those that are listed, or none. Then
    follow `encoding`, `encoding_source`, `confidence`, `declared`, `language`, `replaced`, `text`, `warnings`, and `reject` and
    `reject_detail`, which say why there is no text. `prefix` is put before these names.
    """
    hints = {"url": url, "content_type": content_type, "http_status": http_status, "charset": charset}
    asked = {**options, "extract": "none", "fields": DECODED, "base64": base64}
    return _added(df, column, hints, keep, prefix, asked)


def extract_df(
    df: _sql.DataFrame,
    column: str,
    *,
    extract: Literal["main", "all"] = "main",
    url: str | None = None,
    content_type: str | None = None,
    http_status: str | None = None,
    charset: str | None = None,
    base64: bool = False,
    keep: bool | Sequence[str] = True,
    prefix: str = "",
    **options: Unpack[Options],
) -> _sql.DataFrame:
    """Adds the text of the page to each row: its main content, or all that is seen of it (`extract="all"`).

    As `decode_df`, with `title` and `extractor` beside the text.
    """
    hints = {"url": url, "content_type": content_type, "http_status": http_status, "charset": charset}
    asked = {**options, "extract": extract, "fields": EXTRACTED, "base64": base64}
    return _added(df, column, hints, keep, prefix, asked)


def _added(
    df: _sql.DataFrame,
    column: str,
    hints: dict[str, str | None],
    keep: bool | Sequence[str],
    prefix: str,
    asked: dict[str, Any],
) -> _sql.DataFrame:
    """A DataFrame with what is known of its pages."""
    told = {role: name for role, name in hints.items() if name is not None}
    # As the batch will be called, where the page is looked for and whatever else is known of it.
    asked = {**asked, "content": column}
    new = _rows_schema(asked)
    names = [prefix + name for name in new.names]
    if isinstance(keep, bool):
        # What is handed on is there once, among the new columns.
        kept = [name for name in df.columns if keep and name != column and not (name in CARRIED and name in names)]
    else:
        kept = list(keep)
    for name in [column, *told.values(), *kept]:
        if name not in df.columns:
            raise OptionError(f"there is no column {name!r}, but {', '.join(df.columns)}")
    if twice := [name for name in kept if name in names]:
        raise OptionError(f"there would be two columns {', '.join(twice)}: give a prefix, or say what to keep")
    usual = [name for name in page_columns(df.columns, column) if name not in told]
    carried = [name for name in CARRIED if name in df.columns]
    needed = list(dict.fromkeys([*kept, column, *told.values(), *usual, *carried]))
    seen = {name: name for name in [*usual, *carried, column]} | told
    types = _spark_schema(new, names)
    fields = [df.schema[name] for name in kept] + types.fields
    work = partial(_process, kept=kept, seen=seen, content=column, asked=asked, names=names)
    chosen = df.select(*("`" + name.replace("`", "``") + "`" for name in needed))
    return chosen.mapInArrow(work, type(types)(fields))


def _process(
    batches: Iterable[_pa.RecordBatch],
    *,
    kept: list[str],
    seen: dict[str, str],
    content: str,
    asked: dict[str, Any],
    names: list[str],
) -> Iterator[_pa.RecordBatch]:
    """On the worker: what the rows had, and what is found of their pages."""
    import pyarrow as pa

    for batch in batches:
        for rows in _pieces(batch, content):
            columns = {role: rows.column(name) for role, name in seen.items()}
            # A time is no string, and not wanted here.
            pages = pa.record_batch({name: one for name, one in columns.items() if not pa.types.is_temporal(one.type)})
            found = process_batch(pages, **asked)
            yield pa.RecordBatch.from_arrays(
                [*(rows.column(name) for name in kept), *found.columns], names=[*kept, *names]
            )


def _pieces(batch: _pa.RecordBatch, content: str) -> Iterator[_pa.RecordBatch]:
    """A batch in slices, of some bytes of pages each."""
    import pyarrow.compute as pc

    start, size = 0, 0
    for row, length in enumerate(pc.binary_length(batch.column(content)).to_pylist()):
        if size and size + (length or 0) > PIECE:
            yield batch.slice(start, row - start)
            start, size = row, 0
        size += length or 0
    yield batch.slice(start)


def _read(
    batches: Iterable[_pa.RecordBatch],
    *,
    reading: dict[str, Any],
    asked: dict[str, Any] | None,
    fetch: Callable[[str], AbstractContextManager[str]] | None,
) -> Iterator[_pa.RecordBatch]:
    """On the worker: the records of stretches of files."""
    for batch in batches:
        for task in batch.to_pylist():
            path = os.fsdecode(task["path"])
            if fetch:
                with fetch(path) as file:
                    yield from _records(file, None, None, reading, asked, path)
            else:
                yield from _records(path, task["start"], task["end"], reading, asked, None)


def _records(
    file: str,
    start: int | None,
    end: int | None,
    reading: dict[str, Any],
    asked: dict[str, Any] | None,
    name: str | None,
) -> Iterator[_pa.RecordBatch]:
    import pyarrow as pa

    for records in read_records(file, start, end, **reading):
        if name is not None:
            column = records.schema.get_field_index("file")
            records = records.set_column(column, "file", pa.array([name] * records.num_rows, pa.string()))
        yield records if asked is None else process_batch(records, **asked)


def _local(path: str) -> str:
    """The name of a file by which workers find it, too."""
    scheme = urlsplit(path).scheme if "://" in path or path.startswith("file:") else ""
    if scheme == "file":
        return unquote(urlsplit(path).path)
    if scheme:
        raise OptionError(f"{path}: files are read from disks; for others, say how to fetch= them")
    return os.path.abspath(path)


def _size(path: str) -> int | None:
    try:
        return os.stat(path).st_size
    except OSError:
        return None


def _stretches(size: int | None, length: int | None) -> list[tuple[int | None, int | None]]:
    """A file of this size in stretches of some length; the last one goes to its end, wherever that is by then."""
    if size is None or length is None or size <= length:
        return [(None, None)]
    starts = list(range(0, size, length))
    return list(zip(starts, [*starts[1:], None]))


def _rows_schema(asked: dict[str, Any]) -> _pa.Schema:
    """The columns of what becomes of pages; and whether all options are good, before any worker is asked."""
    try:
        import pyarrow as pa
    except ImportError as error:
        raise ImportError("pellucid.spark needs pyarrow: pip install pyarrow") from error
    name = str(asked.get("content") or "content")
    return process_batch(pa.record_batch({name: pa.array([], pa.binary())}), **{**asked, "content": name}).schema


def _spark_schema(schema: _pa.Schema, names: Sequence[str] | None = None) -> _types.StructType:
    """Columns of Arrow as Spark calls them."""
    try:
        from pyspark.sql import types
    except ImportError as error:
        raise ImportError("pellucid.spark needs pyspark from 4.0 on: pip install 'pyspark>=4'") from error
    of = {
        "string": types.StringType(),
        "binary": types.BinaryType(),
        "int32": types.IntegerType(),
        "int64": types.LongType(),
        "float": types.FloatType(),
    }

    def spark_type(kind: _pa.DataType) -> _types.DataType:
        return types.ArrayType(spark_type(kind.value_type)) if hasattr(kind, "value_type") else of[str(kind)]

    names = schema.names if names is None else names
    return types.StructType([types.StructField(name, spark_type(field.type)) for name, field in zip(names, schema)])
