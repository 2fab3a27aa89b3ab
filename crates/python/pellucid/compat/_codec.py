"""Python's names for encodings, and what Python's codecs can read."""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING

from .._native import Guess, detect, encoding

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


# So many bytes are decoded at once where only errors matter.
_PIECE = 1 << 20


def can_decode(data: bytes, codec: str) -> bool:
    """Whether a codec of Python reads all bytes. A character that is cut off at the end is no error."""
    try:
        decoder = codecs.getincrementaldecoder(codec)()
        for start in range(0, len(data), _PIECE):
            decoder.decode(data[start : start + _PIECE])
    except (LookupError, UnicodeError):
        return False
    return True


def are_alike(data: bytes, one: str, other: str) -> bool:
    """Whether two codecs read bytes alike."""
    try:
        return data.decode(one, "replace") == data.decode(other)
    except UnicodeError:
        return False


def as_bytes(data: object) -> bytes:
    """The bytes of a buffer."""
    if isinstance(data, bytes):
        return data
    try:
        return memoryview(data).tobytes()  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"expected bytes, a bytearray or another buffer, not {type(data).__name__}") from None


# U+FEFF at the start of UTF-7; the two lowest bits of its last byte belong to the next character.
_MARKS_OF_UTF_7 = (b"+/v8", b"+/v9", b"+/v+", b"+/v/")
_SHIFTED = re.compile(rb"\+([A-Za-z0-9/+]*)(-?)")


def is_marked_utf_7(data: bytes) -> bool:
    """Whether bytes begin with the signature of UTF-7, and all of them are UTF-7."""
    return data.startswith(_MARKS_OF_UTF_7) and is_utf_7(data)


def is_utf_7(data: bytes) -> bool:
    """Whether bytes are text in UTF-7, not ASCII that happens to have a plus: each shifted run is whole and needed."""
    if b"+" not in data or not data.isascii():
        return False
    for run, end in _SHIFTED.findall(data):
        # A run has whole units of UTF-16, and less than a digit after the last one. A plus alone is written "+-".
        if not (6 * len(run) % 16 < 6 and _is_needed(run) if run else end):
            return False
    try:
        return not data.decode("utf-7").isascii()
    except UnicodeError:
        return False


def _is_needed(run: bytes) -> bool:
    """Whether a run of UTF-7 has a character beyond ASCII, without which it would not have been shifted."""
    try:
        return not (b"+" + run + b"-").decode("utf-7").isascii()
    except UnicodeError:
        return False
