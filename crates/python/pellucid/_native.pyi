"""Types of the native half of the package; import `pellucid` instead."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from os import PathLike
from typing import Any, Final, Literal, TypeAlias, final, overload

from typing_extensions import Buffer, Unpack, disjoint_base

from ._answers import Alternative, Check, Evidence, Layer, Metadata, Mixed, Span, Tally
from ._hints import BatchOptions, Hints, TextHints

__all__ = [
    "VERSION",
    "Decoded",
    "Detector",
    "Encoding",
    "Extracted",
    "Guess",
    "Page",
    "Records",
    "Repaired",
    "Stream",
    "batch",
    "batch_schema",
    "command",
    "decode",
    "detect",
    "encoding",
    "encodings",
    "extract",
    "input_files",
    "languages",
    "page",
    "page_columns",
    "process_batch",
    "read_records",
    "record_schema",
    "repair",
    "train_chared",
    "train_svm",
]

_Errors: TypeAlias = Literal["replace", "ignore", "strict", "reject", "references"]
_Extract: TypeAlias = Literal["main", "all", "none"]
_Extractor: TypeAlias = Literal["default", "r2l", "r2l+", "r2l-tree", "licea", "danag"]
_Favor: TypeAlias = Literal["balance", "precision", "recall"]
_Comments: TypeAlias = Literal["none", "text", "apart"]
_Title: TypeAlias = Literal["auto", "always", "never"]

VERSION: Final[str]

def detect(data: Buffer, **hints: Unpack[Hints]) -> Guess: ...
def decode(
    data: Buffer,
    *,
    errors: _Errors = "replace",
    newlines: bool = False,
    controls: bool = False,
    keep_bom: bool = False,
    mixed: bool = False,
    repair: bool = False,
    declare: bool = False,
    **hints: Unpack[Hints],
) -> Decoded: ...
def page(
    data: Buffer,
    *,
    extract: _Extract = "main",
    extractor: _Extractor = "default",
    favor: _Favor = "balance",
    comments: bool | _Comments = False,
    title: _Title = "auto",
    keep: str | None = None,
    prune: str | None = None,
    logical: bool = False,
    letters: bool = False,
    links: bool = False,
    images: bool = False,
    blocks: bool = False,
    errors: _Errors = "replace",
    mixed: bool = False,
    repair: bool = False,
    **hints: Unpack[Hints],
) -> Page: ...
@overload
def extract(
    page: str,
    *,
    extract: _Extract = "main",
    extractor: _Extractor = "default",
    favor: _Favor = "balance",
    comments: bool | _Comments = False,
    title: _Title = "auto",
    keep: str | None = None,
    prune: str | None = None,
    logical: bool = False,
    letters: bool = False,
    links: bool = False,
    images: bool = False,
    blocks: bool = False,
    errors: _Errors = "replace",
    mixed: bool = False,
    repair: bool = False,
    **hints: Unpack[TextHints],
) -> Extracted: ...
@overload
def extract(
    page: Buffer,
    *,
    extract: _Extract = "main",
    extractor: _Extractor = "default",
    favor: _Favor = "balance",
    comments: bool | _Comments = False,
    title: _Title = "auto",
    keep: str | None = None,
    prune: str | None = None,
    logical: bool = False,
    letters: bool = False,
    links: bool = False,
    images: bool = False,
    blocks: bool = False,
    errors: _Errors = "replace",
    mixed: bool = False,
    repair: bool = False,
    **hints: Unpack[Hints],
) -> Page: ...
def repair(text: str) -> Repaired: ...
def encoding(name: str) -> Encoding: ...
def encodings() -> list[Encoding]: ...
def languages() -> dict[str, str]: ...
def input_files(paths: Sequence[str | PathLike[str]], *, follow: bool = False) -> list[str]: ...
def page_columns(names: Sequence[str], content: str | None) -> list[str]: ...
def read_records(
    path: str | PathLike[str],
    start: int | None = None,
    end: int | None = None,
    *,
    content: str | None = None,
    base64: bool = False,
    max_bytes: int | None = None,
) -> Records: ...
def record_schema() -> Any: ...
def command(line: Sequence[str | PathLike[str]]) -> int: ...
def process_batch(batch: Any, **options: Unpack[BatchOptions]) -> Any: ...
def batch_schema(fields: list[str] | None = None) -> Any: ...
def batch(
    inputs: str | PathLike[str] | Iterable[str | PathLike[str]],
    output: str | PathLike[str],
    *,
    format: Literal["jsonl", "json", "parquet", "wet", "text"] | None = None,
    shard: int | None = None,
    rejects: str | PathLike[str] | None = None,
    summary: str | PathLike[str] | None = None,
    resume: bool = False,
    overwrite: bool = False,
    strict: bool = False,
    follow: bool = False,
    threads: int | None = None,
    max_memory: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    **options: Unpack[BatchOptions],
) -> Tally: ...
def train_chared(
    pages: Iterator[Buffer],
    text: str | None,
    *,
    language: str | None = None,
    sample: str | None = None,
    encodings: list[str] | None = None,
    limit: int | None = None,
) -> tuple[bytes, list[str]]: ...
def train_svm(
    pages: list[tuple[str, int]],
    page: Callable[[str, int], Buffer],
    text: str | None,
    *,
    encodings: list[str],
    settings: Literal["extended", "paper"] = "extended",
    keep_markup: bool = False,
    documents: int | None = None,
    features: int | None = None,
    min_count: int | None = None,
    disparity: float | None = None,
    negatives: float | None = None,
    cost: float | None = None,
) -> tuple[bytes, list[str]]: ...
@final
class Guess:
    @property
    def encoding(self) -> str: ...
    @property
    def python_codec(self) -> str | None: ...
    @property
    def iana(self) -> str | None: ...
    @property
    def confidence(self) -> float: ...
    @property
    def source(self) -> str: ...
    @property
    def language(self) -> str | None: ...
    @property
    def declared(self) -> str | None: ...
    @property
    def is_ascii(self) -> bool: ...
    @property
    def is_binary(self) -> bool: ...
    @property
    def media_type(self) -> str | None: ...
    @property
    def alternatives(self) -> list[Alternative]: ...
    @property
    def tied(self) -> list[str]: ...
    @property
    def evidence(self) -> list[Evidence]: ...
    def explain(self) -> str: ...
    def as_dict(self) -> dict[str, Any]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Encoding:
    @property
    def name(self) -> str: ...
    @property
    def iana(self) -> str | None: ...
    @property
    def python_codec(self) -> str | None: ...
    @property
    def family(self) -> str: ...
    @property
    def use(self) -> str: ...
    @property
    def languages(self) -> list[str]: ...
    @property
    def labels(self) -> list[str]: ...
    def encode(self, text: str, *, errors: _Errors = "replace") -> bytes: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Decoded:
    @property
    def text(self) -> str: ...
    @property
    def encoding(self) -> str: ...
    @property
    def guess(self) -> Guess: ...
    @property
    def confidence(self) -> float: ...
    @property
    def replaced(self) -> int: ...
    @property
    def positions(self) -> list[Span]: ...
    @property
    def mixed(self) -> Mixed | None: ...
    @property
    def layers(self) -> list[Layer]: ...
    def repair(self) -> Repaired: ...
    def check(self) -> Check: ...

@final
class Repaired:
    @property
    def text(self) -> str: ...
    @property
    def changed(self) -> bool: ...
    @property
    def layers(self) -> list[Layer]: ...
    def undo(self) -> str: ...

@disjoint_base
class Extracted:
    @property
    def text(self) -> str: ...
    @property
    def markdown(self) -> str: ...
    @property
    def html(self) -> str: ...
    @property
    def language(self) -> str | None: ...
    @property
    def title(self) -> str | None: ...
    @property
    def authors(self) -> list[str]: ...
    @property
    def date(self) -> str | None: ...
    @property
    def modified(self) -> str | None: ...
    @property
    def site_name(self) -> str | None: ...
    @property
    def description(self) -> str | None: ...
    @property
    def declared_language(self) -> str | None: ...
    @property
    def url(self) -> str | None: ...
    @property
    def licence(self) -> str | None: ...
    @property
    def image(self) -> str | None: ...
    @property
    def kind(self) -> str | None: ...
    @property
    def keywords(self) -> list[str]: ...
    @property
    def categories(self) -> list[str]: ...
    @property
    def blocks(self) -> list[dict[str, Any]]: ...
    @property
    def comments(self) -> list[dict[str, str | None]]: ...
    @property
    def empty(self) -> str | None: ...
    @property
    def origin(self) -> Literal["page", "json-ld", "noscript", "data"]: ...
    @property
    def quality(self) -> float | None: ...
    @property
    def page_type(
        self,
    ) -> Literal["article", "collection", "documentation", "forum", "listing", "product", "service"] | None: ...
    @property
    def truncated(self) -> bool: ...
    @property
    def metadata(self) -> Metadata: ...
    def as_dict(self) -> dict[str, Any]: ...

@final
class Page(Extracted):
    @property
    def encoding(self) -> str: ...
    @property
    def guess(self) -> Guess: ...
    @property
    def confidence(self) -> float: ...
    @property
    def replaced(self) -> int: ...
    @property
    def positions(self) -> list[Span]: ...
    @property
    def mixed(self) -> Mixed | None: ...
    @property
    def layers(self) -> list[Layer]: ...

@final
class Records:
    def __iter__(self, /) -> Records: ...
    def __next__(self, /) -> Any: ...

@final
class Detector:
    def __new__(cls, **hints: Unpack[Hints]) -> Detector: ...
    def detect(self, data: Buffer) -> Guess: ...
    def decode(
        self,
        data: Buffer,
        *,
        errors: _Errors = "replace",
        newlines: bool = False,
        controls: bool = False,
        keep_bom: bool = False,
        mixed: bool = False,
        repair: bool = False,
        declare: bool = False,
    ) -> Decoded: ...
    def page(
        self,
        data: Buffer,
        *,
        extract: _Extract = "main",
        extractor: _Extractor = "default",
        favor: _Favor = "balance",
        comments: bool | _Comments = False,
        title: _Title = "auto",
        keep: str | None = None,
        prune: str | None = None,
        logical: bool = False,
        letters: bool = False,
        links: bool = False,
        images: bool = False,
        blocks: bool = False,
        errors: _Errors = "replace",
        mixed: bool = False,
        repair: bool = False,
    ) -> Page: ...
    @overload
    def extract(
        self,
        page: str,
        *,
        extract: _Extract = "main",
        extractor: _Extractor = "default",
        favor: _Favor = "balance",
        comments: bool | _Comments = False,
        title: _Title = "auto",
        keep: str | None = None,
        prune: str | None = None,
        logical: bool = False,
        letters: bool = False,
        links: bool = False,
        images: bool = False,
        blocks: bool = False,
        errors: _Errors = "replace",
        mixed: bool = False,
        repair: bool = False,
    ) -> Extracted: ...
    @overload
    def extract(
        self,
        page: Buffer,
        *,
        extract: _Extract = "main",
        extractor: _Extractor = "default",
        favor: _Favor = "balance",
        comments: bool | _Comments = False,
        title: _Title = "auto",
        keep: str | None = None,
        prune: str | None = None,
        logical: bool = False,
        letters: bool = False,
        links: bool = False,
        images: bool = False,
        blocks: bool = False,
        errors: _Errors = "replace",
        mixed: bool = False,
        repair: bool = False,
    ) -> Page: ...
    def stream(self) -> Stream: ...
    def __getnewargs_ex__(self) -> tuple[tuple[()], dict[str, Any]]: ...

@final
class Stream:
    def feed(self, data: Buffer) -> None: ...
    def early(self) -> Guess | None: ...
    def finish(self) -> Guess: ...
