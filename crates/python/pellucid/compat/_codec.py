"""What Python calls an encoding."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._native import Guess, detect, encoding

if TYPE_CHECKING:
    from typing_extensions import Buffer, Unpack

    from .._hints import Hints

# Codecs which take a byte order mark off, for those that leave it in the text.
_MARKED = {
    "utf_8": "utf_8_sig",
    "utf_16_le": "utf_16",
    "utf_16_be": "utf_16",
    "utf_32_le": "utf_32",
    "utf_32_be": "utf_32",
}


def codec(data: Buffer, **hints: Unpack[Hints]) -> str:
    """The codec of Python that reads some bytes; "utf_8" for what is not text, and where Python has no such codec.

    >>> from pellucid import compat
    >>> compat.codec("Grüße".encode("cp1252"))
    'cp1252'
    >>> compat.codec("Grüße".encode("utf-8-sig"))
    'utf_8_sig'
    """
    return codec_of(detect(data, **hints)) or "utf_8"


def codec_of(guess: Guess) -> str | None:
    """The codec of an answer: one that takes a byte order mark off, if there is one; None if Python has none."""
    name = guess.python_codec
    if name in _MARKED and any(evidence.source == "bom" for evidence in guess.evidence):
        return _MARKED[name]
    return "ascii" if is_plain(guess) else name


def is_plain(guess: Guess) -> bool:
    """Whether it is ASCII, and not an encoding which is written in ASCII with escapes."""
    return guess.is_ascii and (
        guess.encoding == "UTF-8" or encoding(guess.encoding).family in ("single-byte", "multi-byte")
    )


def encodings_of(names: object, what: str) -> list[str] | None:
    """Names of encodings as Python's users write them. On the web "ascii" would mean windows-1252."""
    if names is None:
        return None
    if isinstance(names, str) or not hasattr(names, "__iter__"):
        raise TypeError(f"{what} is a list of names")
    plain = ("ascii", "us-ascii", "us_ascii", "646")
    return [encoding("utf-8" if str(name).lower() in plain else str(name)).name for name in names]
