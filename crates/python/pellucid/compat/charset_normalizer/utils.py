"""Functions of charset-normalizer that programs use: names of encodings, declarations, blocks of Unicode, logging."""

from __future__ import annotations

import logging
import re
import unicodedata
from bisect import bisect_right
from encodings.aliases import aliases
from functools import lru_cache

from ..._native import encoding
from ._blocks import BLOCKS
from .constant import ENCODING_MARKS, IANA_SUPPORTED

_STARTS = [start for start, _, _ in BLOCKS]
_SUPPORTED = frozenset(IANA_SUPPORTED)


def iana_name(cp_name: str, strict: bool = True) -> str:
    """Python's name of a codec, whatever else it is called. Of what Python does not have, the name itself, or a ValueError."""
    name = cp_name.lower().replace("-", "_")
    if name in _SUPPORTED:
        return name
    if aliases.get(name) in _SUPPORTED:
        return aliases[name]
    if strict:
        raise ValueError(f"no encoding of Python has the name {cp_name!r}")
    return name


# XML, HTML and source code: encoding="…", charset=…, coding: …
DECLARATION = re.compile(
    r"(?:charset|encoding|coding)\s*[:=]\s*[\"']?\s*([A-Za-z0-9][\w.:+-]*)", re.IGNORECASE | re.ASCII
)


def any_specified_encoding(sequence: bytes | bytearray, search_zone: int = 8192) -> str | None:
    """The first encoding known to Python that the head of a page declares; None if there is none."""
    if not isinstance(sequence, (bytes, bytearray)):
        raise TypeError(f"expected bytes or a bytearray, not {type(sequence).__name__}")
    head = bytes(sequence[:search_zone]).decode("ascii", "ignore")
    for match in DECLARATION.finditer(head):
        name = iana_name(match[1], strict=False)
        if name in _SUPPORTED:
            return name
    return None


def identify_sig_or_bom(sequence: bytes | bytearray) -> tuple[str | None, bytes]:
    """The encoding whose byte order mark or signature begins the bytes, and that mark."""
    for name, marks in ENCODING_MARKS.items():
        for mark in [marks] if isinstance(marks, bytes) else marks:
            if sequence.startswith(mark):
                return name, mark
    return None, b""


def should_strip_sig_or_bom(iana_encoding: str) -> bool:
    """Whether a codec leaves the mark in the text."""
    return iana_encoding not in ("utf_16", "utf_32")


@lru_cache(maxsize=None)
def is_multi_byte_encoding(name: str) -> bool:
    """Whether some characters take more than one byte."""
    if name.startswith(("iso2022_", "utf_")):
        return True
    try:
        return encoding(name).family not in ("single-byte", "ebcdic")
    except LookupError:
        # One that only Python knows: it reads all bytes as so many characters, or not.
        return len(bytes(range(256)).decode(name, "replace")) != 256


def cp_similarity(iana_name_a: str, iana_name_b: str) -> float:
    """The share of single bytes that two encodings read alike, 0 to 1; 0 for multi-byte encodings."""
    if is_multi_byte_encoding(iana_name_a) or is_multi_byte_encoding(iana_name_b):
        return 0.0
    every = [bytes([byte]) for byte in range(256)]
    return sum(one.decode(iana_name_a, "ignore") == one.decode(iana_name_b, "ignore") for one in every) / 256


def unicode_range(character: str) -> str | None:
    """The block of a character; None if it is in none."""
    point = ord(character)
    if point < 0x20:
        return "Control character"
    _, end, name = BLOCKS[bisect_right(_STARTS, point) - 1]
    return name if point <= end else None


def is_accentuated(character: str) -> bool:
    """Whether a letter has one of the accents of Western Europe."""
    accents = ("GRAVE", "ACUTE", "CEDILLA", "DIAERESIS", "CIRCUMFLEX", "TILDE", "MACRON", "RING ABOVE")
    _, _, accent = unicodedata.name(character, "").partition(" WITH ")
    return accent.startswith(accents)


def set_logging_handler(
    name: str = "charset_normalizer",
    level: int = logging.INFO,
    format_string: str = "%(asctime)s | %(levelname)s | %(message)s",
) -> None:
    """Shows the messages of a logger on standard error."""
    logger = logging.getLogger(name)
    logger.setLevel(level)
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter(format_string))
    logger.addHandler(handler)
