"""Python's names for encodings, and detectors that take these names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._native import Detector, Guess, detect, encoding

if TYPE_CHECKING:
    from typing_extensions import Buffer, Unpack

    from .._hints import Hints

# Codecs that remove a byte order mark, for those that leave it in the text.
_MARKED = {
    "utf_8": "utf_8_sig",
    "utf_16_le": "utf_16",
    "utf_16_be": "utf_16",
    "utf_32_le": "utf_32",
    "utf_32_be": "utf_32",
}


def codec(data: Buffer, **hints: Unpack[Hints]) -> str:
    """The Python codec for these bytes; "utf_8" if they are not text, and if Python has no codec for their encoding.

    >>> from pellucid import compat
    >>> compat.codec("Grüße".encode("cp1252"))
    'cp1252'
    >>> compat.codec("Grüße".encode("utf-8-sig"))
    'utf_8_sig'
    """
    return codec_of(detect(data, **hints)) or "utf_8"


def codec_of(guess: Guess) -> str | None:
    """The codec for an answer, one that removes a byte order mark if there is one; None if Python has no codec for it."""
    name = guess.python_codec
    if name in _MARKED and any(evidence.source == "bom" for evidence in guess.evidence):
        return _MARKED[name]
    return "ascii" if is_plain(guess) else name


def is_plain(guess: Guess) -> bool:
    """Whether the bytes are plain ASCII, not an encoding that uses ASCII with escapes."""
    return guess.is_ascii and (
        guess.encoding == "UTF-8" or encoding(guess.encoding).family in ("single-byte", "multi-byte")
    )


def encodings_of(names: object, what: str) -> list[str] | None:
    """The names of encodings that Python's users name. "ascii" is UTF-8 here; on the web it means windows-1252."""
    if names is None:
        return None
    if isinstance(names, str) or not hasattr(names, "__iter__"):
        raise TypeError(f"{what} must be a list of names")
    plain = ("ascii", "us-ascii", "us_ascii", "646")
    return [encoding("utf-8" if str(name).lower() in plain else str(name)).name for name in names]


def detector_of(allow: list[str] | None, deny: list[str] | None, **hints: Any) -> tuple[Detector, bool]:
    """A detector for these encodings, and whether any answer is possible.

    If all allowed encodings are denied, these libraries still answer, with a confidence of 0. Pellucid then answers UTF-8.
    """
    is_possible = not allow or not set(allow) <= set(deny or ())
    if is_possible:
        return Detector(allow=allow, deny=deny, **hints), True
    return Detector(allow=["UTF-8"]), False
