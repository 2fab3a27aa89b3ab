"""The keyword arguments which every function that detects has in common, for type checkers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypedDict

if TYPE_CHECKING:
    from collections.abc import Iterable
    from os import PathLike

    from typing_extensions import Buffer

    from ._native import Encoding


class Hints(TypedDict, total=False):
    """What is known about a page: see `pellucid.detect`."""

    content_type: str | None
    language: str | None
    url: str | None
    tld: str | None
    allow: str | Encoding | Iterable[str | Encoding] | None
    deny: str | Encoding | Iterable[str | Encoding] | None
    method: Literal["pellucid", "standard", "hybrid", "chared", "svm"] | None
    model: Buffer | str | PathLike[str] | None
    prior: Literal["web", "file"] | None


class BatchOptions(TypedDict, total=False):
    """What is wanted of many pages: see `pellucid.batch`."""

    extract: Literal["main", "all", "none"] | None
    favor: Literal["balance", "precision", "recall"] | None
    comments: bool | None
    encoding_errors: Literal["replace", "ignore", "discard"] | None
    min_confidence: float | None
    languages: str | Iterable[str] | None
    types: str | Iterable[str] | None
    statuses: list[int] | None
    max_bytes: int | None
    fields: str | Iterable[str] | None
    content: str | None
    base64: bool | None
    language: str | None
    allow: str | Encoding | Iterable[str | Encoding] | None
    deny: str | Encoding | Iterable[str | Encoding] | None
    method: Literal["pellucid", "standard", "hybrid", "chared", "svm"] | None
    model: Buffer | str | PathLike[str] | None
    prior: Literal["web", "file"] | None
