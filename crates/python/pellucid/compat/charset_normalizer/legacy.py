"""`detect`, as in chardet."""

from __future__ import annotations

from typing import Any, TypedDict
from warnings import warn

from .._codec import as_bytes
from ..chardet._names import find
from .api import from_bytes
from .constant import TOO_SMALL_SEQUENCE


class ResultDict(TypedDict):
    """An answer."""

    encoding: str | None
    language: str
    confidence: float | None


def detect(byte_str: bytes | bytearray, should_rename_legacy: bool = False, **kwargs: Any) -> ResultDict:
    """Returns the encoding in chardet's spelling, the language in English ("" if it is unknown), and the probability.

    >>> from pellucid.compat import charset_normalizer
    >>> charset_normalizer.detect("Съешь ещё этих мягких булок".encode("koi8_r"))
    {'encoding': 'KOI8-R', 'language': 'Russian', 'confidence': 0.7998}
    """
    if kwargs:
        warn(f"these have no effect: {', '.join(kwargs)}", stacklevel=2)
    data = as_bytes(byte_str)
    best = from_bytes(data).best()
    if best is None:
        return {"encoding": None, "language": "", "confidence": None}
    name = "utf_8_sig" if best.encoding == "utf_8" and best.bom else best.encoding
    spelled = find(name.replace("_", "-")) or find(name)
    encoding = spelled.spelled if spelled and not should_rename_legacy and best.encoding != "utf_7" else name
    confidence = 1 - best.chaos
    # As in charset-normalizer, a short text in a legacy encoding is never sure.
    is_certain = best.bom or best.encoding in ("utf_8", "ascii")
    if confidence >= 0.9 and not is_certain and len(data) < TOO_SMALL_SEQUENCE:
        confidence -= 0.2
    language = "" if best.language == "Unknown" else best.language
    return {"encoding": encoding, "language": language, "confidence": round(confidence, 4)}
