# Type checks use pyspark and pyarrow if they are installed, and pass without them.
# mypy: disable-error-code="import-not-found, import-untyped, no-any-return, no-untyped-call"
"""Pellucid on Apache Spark: the workers of a cluster read crawl archives and the pages of DataFrames.

>>> from pellucid import spark as pages
>>> df = pages.read_warc(spark, "/crawl/*.warc.gz", extract="main")        # doctest: +SKIP
>>> df.where("reject is null").select("url", "encoding", "text").write.parquet("/corpus")        # doctest: +SKIP
>>> pages.decode_df(spark.read.parquet("/pages"), "html", url="address")        # doctest: +SKIP

Each function is a `mapInArrow` over `pellucid.read_records` and `pellucid.process_batch`, so the rows are the same as those of the
command `pellucid batch`. Spark distributes the work, repeats it when a worker dies, and writes. Nothing is lost: a record that is
not a page is a row, too, with the reason in `reject`.

This needs pyspark 4.0 or later, and Pellucid in the Python of each worker.
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

    # With an underscore: if these are not installed, documentation tools would take the names for parts of this module.
    import pyarrow as _pa
    from pyspark import sql as _sql
    from pyspark.sql import types as _types
    from typing_extensions import Unpack

__all__ = ["Options", "decode_df", "extract_df", "read_warc"]

# The fields that are added to rows of a table. Their columns say already where each page comes from.
DECODED = ["encoding", "encoding_source", "confidence", "declared", "language", "replaced", "text", "warnings"]
EXTRACTED = [*DECODED[:-2], "title", "text", "extractor", "quality", "page_type", "truncated", "warnings"]

# The columns of records from `read_warc` that `process_batch` passes on.
CARRIED = ["warnings", "reject", "reject_detail"]

# How many bytes of pages are processed at a time. Spark's batches have 10,000 rows: too much text for one batch of Arrow, whose
# strings end at 2 GiB.
PIECE = 8 << 20


class Options(TypedDict, total=False):
    """What is wanted from each page, and hints for all of them: see `pellucid.batch`.

    `keep_selector` and `prune_selector` are its `keep` and `prune`: here, `keep` is about columns.
    """

    extractor: Literal["default", "r2l", "r2l+", "r2l-tree", "licea", "danag"]
    favor: Literal["balance", "precision", "recall"]
    comments: bool | Literal["none", "text", "apart"]
    title: Literal["auto", "always", "never"]
    keep_selector: str
    prune_selector: str
    logical: bool
    letters: bool
    errors: Literal["replace", "ignore", "strict", "reject", "references"]
    mixed: bool
    repair: bool
    min_confidence: float
    min_quality: float
    keep_languages: Sequence[str]
    types: Sequence[str]
    statuses: Sequence[int]
    max_bytes: int
    encoding: str
    language: str
    tld: str
    allow: Sequence[str]
    deny: Sequence[str]
    method: Literal["pellucid", "standard", "hybrid", "chared", "svm"]
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
    """Reads the records of crawl archives, one row for each.

    - paths: files, folders or patterns, on a local or shared disk that this process and all workers see under the same names. The
      formats are those of `pellucid batch`: WARC, Parquet, JSON lines, pages
    - extract: "main" for the main content of pages, "all" for all of their text, "none" for the decoded page. If it is not given,
      rows have the bytes of pages in `content`, for `decode_df` and `extract_df`; then all of these bytes pass through Spark
    - fields: the columns of the answer, with `extract`
    - split_bytes: make a task of each stretch of this many bytes, in files that can be read from the middle (not compressed, or
      compressed record by record). By default each file is a task, whose rows are exactly those of `pellucid batch`
    - fetch: for files that are not on a disk, a function that a worker calls with one of the `paths`; it returns a context manager
      for the name of a local file
    - content, base64: the column or key of a table that has the page, and whether it is base64

    Other keywords are `Options`.
    """
    if split_bytes is not None and split_bytes < 1:
        raise OptionError("split_bytes must be at least 1")
    if extract is None and fields is not None:
        raise OptionError("fields needs extract; without it, select() the columns")
    reading = {"content": content, "base64": base64, "max_bytes": options.get("max_bytes")}
    reading = {name: value for name, value in reading.items() if value is not None}
    chosen = None if fields is None else list(fields)
    wanted = None if extract is None else {**_named(options), "extract": extract, "fields": chosen}
    given = [os.fspath(path) for path in ([paths] if isinstance(paths, (str, os.PathLike)) else paths)]
    plan: list[tuple[bytes, int | None, int | None]] = []
    for path in given if fetch else input_files([_local(path) for path in given]):
        size = None if fetch or split_bytes is None else _size(path)
        plan += [(os.fsencode(path), start, end) for start, end in _stretches(size, split_bytes)]
    schema = record_schema() if wanted is None else _rows_schema(wanted)
    types = _spark_schema(schema)
    # One row of the plan for each task. By itself, Spark would put several into one.
    rows = spark.sparkContext.parallelize(plan, max(1, len(plan)))
    tasks = spark.createDataFrame(rows, "path binary, start bigint, end bigint")
    return tasks.mapInArrow(partial(_read, reading=reading, wanted=wanted, fetch=fetch), types)


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
    """Adds the decoded page to each row: its `text` with markup, and how its encoding was found.

    - column: the column with the pages, binary or base64
    - url, content_type, http_status, charset: the columns with hints for each page. By default, columns with the usual names
      (docs/batch.md)
    - keep: which other columns the rows keep: all (true), none (false), or a list
    - prefix: what to put before the names of the new columns

    The new columns are `encoding`, `encoding_source`, `confidence`, `declared`, `language`, `replaced`, `text` and `warnings`; `reject`
    and `reject_detail` say why there is no text. Other keywords are `Options`.
    """
    hints = {"url": url, "content_type": content_type, "http_status": http_status, "charset": charset}
    wanted = {**_named(options), "extract": "none", "fields": DECODED, "base64": base64}
    return _added(df, column, hints, keep, prefix, wanted)


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
    """Adds the text of the page to each row: its main content, or everything that a reader sees (`extract="all"`).

    The same as `decode_df`, with `title`, `extractor`, `quality`, `page_type` and `truncated` as further columns; and `comments`,
    if they are asked for: an array of structs with `text`, `author` and `date`.
    """
    hints = {"url": url, "content_type": content_type, "http_status": http_status, "charset": charset}
    fields = [*EXTRACTED, "comments"] if options.get("comments") not in (None, False, "none") else EXTRACTED
    wanted = {**_named(options), "extract": extract, "fields": fields, "base64": base64}
    return _added(df, column, hints, keep, prefix, wanted)


def _named(options: Options) -> dict[str, Any]:
    """The same, with the names of `process_batch`."""
    return {name.removesuffix("_selector"): value for name, value in options.items()}


def _added(
    df: _sql.DataFrame,
    column: str,
    hints: dict[str, str | None],
    keep: bool | Sequence[str],
    prefix: str,
    wanted: dict[str, Any],
) -> _sql.DataFrame:
    """A DataFrame with the new columns."""
    named = {role: name for role, name in hints.items() if name is not None}
    wanted = {**wanted, "content": column}
    new = _rows_schema(wanted)
    names = [prefix + name for name in new.names]
    if isinstance(keep, bool):
        # A column that is passed on is there once, among the new columns.
        kept = [name for name in df.columns if keep and name != column and not (name in CARRIED and name in names)]
    else:
        kept = list(keep)
    for name in [column, *named.values(), *kept]:
        if name not in df.columns:
            raise OptionError(f"unknown column {name!r}; the columns are: {', '.join(df.columns)}")
    if twice := [name for name in kept if name in names]:
        raise OptionError(f"there would be two columns {', '.join(twice)}; pass a prefix, or a list of columns to keep")
    usual = [name for name in page_columns(df.columns, column) if name not in named]
    carried = [name for name in CARRIED if name in df.columns]
    needed = list(dict.fromkeys([*kept, column, *named.values(), *usual, *carried]))
    seen = {name: name for name in [*usual, *carried, column]} | named
    types = _spark_schema(new, names)
    fields = [df.schema[name] for name in kept] + types.fields
    work = partial(_process, kept=kept, seen=seen, content=column, wanted=wanted, names=names)
    chosen = df.select(*("`" + name.replace("`", "``") + "`" for name in needed))
    return chosen.mapInArrow(work, type(types)(fields))


def _process(
    batches: Iterable[_pa.RecordBatch],
    *,
    kept: list[str],
    seen: dict[str, str],
    content: str,
    wanted: dict[str, Any],
    names: list[str],
) -> Iterator[_pa.RecordBatch]:
    """On the worker: the columns that rows keep, and the new ones."""
    import pyarrow as pa

    for batch in batches:
        for rows in _pieces(batch, content):
            columns = {role: rows.column(name) for role, name in seen.items()}
            # Dates are expected as strings, and are not needed here.
            pages = pa.record_batch({name: one for name, one in columns.items() if not pa.types.is_temporal(one.type)})
            found = process_batch(pages, **wanted)
            yield pa.RecordBatch.from_arrays(
                [*(rows.column(name) for name in kept), *found.columns], names=[*kept, *names]
            )


def _pieces(batch: _pa.RecordBatch, content: str) -> Iterator[_pa.RecordBatch]:
    """Slices of a batch, each with `PIECE` bytes of pages or one page."""
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
    wanted: dict[str, Any] | None,
    fetch: Callable[[str], AbstractContextManager[str]] | None,
) -> Iterator[_pa.RecordBatch]:
    """On the worker: the records of files, or of stretches of them."""
    for batch in batches:
        for task in batch.to_pylist():
            path = os.fsdecode(task["path"])
            if fetch:
                with fetch(path) as file:
                    yield from _records(file, None, None, reading, wanted, path)
            else:
                yield from _records(path, task["start"], task["end"], reading, wanted, None)


def _records(
    file: str,
    start: int | None,
    end: int | None,
    reading: dict[str, Any],
    wanted: dict[str, Any] | None,
    name: str | None,
) -> Iterator[_pa.RecordBatch]:
    import pyarrow as pa

    for records in read_records(file, start, end, **reading):
        if name is not None:
            column = records.schema.get_field_index("file")
            records = records.set_column(column, "file", pa.array([name] * records.num_rows, pa.string()))
        yield records if wanted is None else process_batch(records, **wanted)


def _local(path: str) -> str:
    """The path of a file, which workers find under the same name."""
    scheme = urlsplit(path).scheme if "://" in path or path.startswith("file:") else ""
    if scheme == "file":
        return unquote(urlsplit(path).path)
    if scheme:
        raise OptionError(f"{path} is not on a disk; pass a function fetch= that downloads it")
    return os.path.abspath(path)


def _size(path: str) -> int | None:
    try:
        return os.stat(path).st_size
    except OSError:
        return None


def _stretches(size: int | None, length: int | None) -> list[tuple[int | None, int | None]]:
    """Stretches of a file of this size. The last one has no end, since the file may have grown by the time it is read."""
    if size is None or length is None or size <= length:
        return [(None, None)]
    starts = list(range(0, size, length))
    return list(zip(starts, [*starts[1:], None]))


def _rows_schema(wanted: dict[str, Any]) -> _pa.Schema:
    """The columns of the rows. Wrong options raise here, before any worker starts."""
    try:
        import pyarrow as pa
    except ImportError as error:
        raise ImportError("pellucid.spark needs pyarrow: pip install pyarrow") from error
    name = str(wanted.get("content") or "content")
    return process_batch(pa.record_batch({name: pa.array([], pa.binary())}), **{**wanted, "content": name}).schema


def _spark_schema(schema: _pa.Schema, names: Sequence[str] | None = None) -> _types.StructType:
    """Arrow's columns in Spark's types."""
    try:
        from pyspark.sql import types
    except ImportError as error:
        raise ImportError("pellucid.spark needs pyspark 4.0 or later: pip install 'pyspark>=4'") from error
    of = {
        "bool": types.BooleanType(),
        "string": types.StringType(),
        "binary": types.BinaryType(),
        "int32": types.IntegerType(),
        "int64": types.LongType(),
        "float": types.FloatType(),
    }

    def spark_type(kind: _pa.DataType) -> _types.DataType:
        if hasattr(kind, "value_type"):
            return types.ArrayType(spark_type(kind.value_type))
        if kind.num_fields:
            fields = [kind.field(n) for n in range(kind.num_fields)]
            return types.StructType([types.StructField(field.name, spark_type(field.type)) for field in fields])
        return of[str(kind)]

    names = schema.names if names is None else names
    return types.StructType([types.StructField(name, spark_type(field.type)) for name, field in zip(names, schema)])
