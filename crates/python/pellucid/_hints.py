"""The keyword arguments that functions have in common, for type checkers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypedDict

if TYPE_CHECKING:
    from collections.abc import Iterable
    from os import PathLike

    from typing_extensions import Buffer

    from ._native import Encoding


class TextHints(TypedDict, total=False):
    """Hints about the language of a page: see `pellucid.detect`."""

    language: str | None
    url: str | None
    tld: str | None


class Hints(TextHints, total=False):
    """What the caller knows about a page: see `pellucid.detect`."""

    encoding: str | Encoding | None
    content_type: str | None
    allow: str | Encoding | Iterable[str | Encoding] | None
    deny: str | Encoding | Iterable[str | Encoding] | None
    method: Literal["pellucid", "standard", "hybrid", "chared", "svm"] | None
    model: Buffer | str | PathLike[str] | None
    prior: Literal["web", "file"] | None


class BatchOptions(Hints, total=False):
    """What is wanted from many pages: see `pellucid.batch`."""

    extract: Literal["main", "all", "none"] | None
    extractor: Literal["default", "r2l", "r2l+", "r2l-tree", "licea", "danag"] | None
    favor: Literal["balance", "precision", "recall"] | None
    comments: bool | Literal["none", "text", "apart"] | None
    title: Literal["auto", "always", "never"] | None
    keep: str | None
    prune: str | None
    logical: bool | None
    letters: bool | None
    errors: Literal["replace", "ignore", "strict", "reject", "references"] | None
    mixed: bool | None
    repair: bool | None
    min_confidence: float | None
    min_quality: float | None
    keep_languages: str | Iterable[str] | None
    types: str | Iterable[str] | None
    statuses: list[int] | None
    max_bytes: int | None
    fields: str | Iterable[str] | None
    content: str | None
    base64: bool | None
