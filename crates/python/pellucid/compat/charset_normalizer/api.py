"""`from_bytes`, `from_fp`, `from_path` and `is_binary`."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from typing import Any, BinaryIO

from ..._native import Detector, Guess, encoding, encodings
from .._codec import are_alike, as_bytes, can_decode, is_marked_utf_7, is_plain
from .constant import ENCODING_MARKS, IANA_SUPPORTED, TRACE
from .models import CharsetMatch, CharsetMatches, english
from .utils import any_specified_encoding, iana_name

logger = logging.getLogger("charset_normalizer")
explain_handler = logging.StreamHandler()
explain_handler.setFormatter(logging.Formatter("%(asctime)s | %(levelname)s | %(message)s"))

# The codecs of Python for an encoding, where there are several: those that promise least first.
_CODECS = {
    "Big5": ["big5", "big5hkscs"],
    "EUC-JP": ["euc_jp", "euc_jis_2004"],
    "GBK": ["gb18030"],
    "ISO-2022-JP": ["iso2022_jp", "iso2022_jp_2", "iso2022_jp_ext"],
}
# The Windows encoding that is the more usual name, where it reads the bytes alike.
_ALIKE = {
    "ISO-8859-2": "cp1250",
    "ISO-8859-6": "cp1256",
    "ISO-8859-7": "cp1253",
    "ISO-8859-8": "cp1255",
    "ISO-8859-13": "cp1257",
}
# Threads can share it.
_ANY = Detector()
# Those for texts with a byte order mark.
_MARKED = {"UTF-16LE": "utf_16", "UTF-16BE": "utf_16", "UTF-32LE": "utf_32", "UTF-32BE": "utf_32"}


def from_bytes(
    sequences: bytes | bytearray,
    steps: int = 5,
    chunk_size: int = 512,
    threshold: float = 0.2,
    cp_isolation: Iterable[str] | None = None,
    cp_exclusion: Iterable[str] | None = None,
    preemptive_behaviour: bool = True,
    explain: bool = False,
    language_threshold: float = 0.1,
    enable_fallback: bool = True,
) -> CharsetMatches:
    """Returns the encodings that bytes may be in, the most probable first; no match if they are not text.

    Only `cp_isolation` and `cp_exclusion` (encodings that are allowed, or not) and `explain` (which logs the reasons) have an effect.
    All bytes count, and declarations are only evidence.

    >>> from pellucid import compat
    >>> best = compat.from_bytes("Déjà vu, là-bas, près d’ici".encode("cp1252")).best()
    >>> best.encoding, str(best), best.language
    ('cp1252', 'Déjà vu, là-bas, près d’ici', 'French')
    >>> best.output() == str(best).encode()
    True
    """
    payload = as_bytes(sequences)
    level = logger.level
    if explain:
        logger.addHandler(explain_handler)
        logger.setLevel(TRACE)
    try:
        matches = _matches(payload, _Codecs(cp_isolation, cp_exclusion))
        best = matches.best()
        if best is None:
            logger.debug("Encoding detection: no encoding fits.")
        else:
            logger.debug("Encoding detection: %s is most likely the one.", best.encoding)
        return matches
    finally:
        if explain:
            logger.removeHandler(explain_handler)
            logger.setLevel(level)


class _Codecs:
    """The codecs that may be an answer."""

    def __init__(self, isolation: Iterable[str] | None, exclusion: Iterable[str] | None) -> None:
        for names in (isolation, exclusion):
            if isinstance(names, str):
                raise TypeError("cp_isolation and cp_exclusion must be lists of names, not one name")
        self._only = None if not isolation else [iana_name(name, strict=False) for name in isolation]
        self._not = [iana_name(name, strict=False) for name in exclusion or ()]

    def is_allowed(self, codec: str) -> bool:
        return codec not in self._not and (self._only is None or codec in self._only)

    def of(self, name: str, data: bytes, is_marked: bool) -> str | None:
        """The codec for an encoding: one that is allowed, and reads these bytes if one does."""
        usual = [codec for codec in (encoding(name).python_codec,) if codec]
        codecs = [_MARKED[name]] if is_marked and name in _MARKED else _CODECS.get(name, usual)
        if name in _ALIKE and are_alike(data, usual[0], _ALIKE[name]):
            codecs = [_ALIKE[name], *codecs]
        # Other codecs of the same encoding, if they are what the caller wants: latin_1, shift_jis.
        others = [codec for codec in self._only or () if codec in IANA_SUPPORTED and _encoding_of(codec) == name]
        allowed = [codec for codec in [*codecs, *usual, *others] if self.is_allowed(codec)]
        return next((codec for codec in allowed if can_decode(data, codec)), allowed[0] if allowed else None)

    def detector(self) -> Detector | None:
        """A detector for these; None if there is nothing to detect."""
        if self._only is not None:
            named = (_encoding_of(codec) for codec in self._only if codec not in self._not)
            allow = sorted({name for name in named if name})
            return Detector(allow=allow) if allow else None
        if not self._not:
            return _ANY
        deny = []
        for one in encodings():
            codecs = _CODECS.get(one.name, [one.python_codec] if one.python_codec else [])
            if codecs and not any(map(self.is_allowed, codecs)):
                deny.append(one.name)
        return Detector(deny=deny) if deny else Detector()


def _encoding_of(codec: str) -> str | None:
    """The encoding that a codec reads. "ascii" is UTF-8 here; on the web it means windows-1252."""
    marked = {"ascii": "UTF-8", "utf_16": "UTF-16LE", "utf_32": "UTF-32LE"}
    try:
        return marked.get(codec) or encoding(codec.replace("_jis_2004", "_jp").replace("euc_jisx0213", "euc_jp")).name
    except LookupError:
        return None


def _matches(payload: bytes, codecs: _Codecs) -> CharsetMatches:
    if not payload:
        return CharsetMatches([CharsetMatch(payload, "utf_8", 0.0, False, [], "")])
    if codecs.is_allowed("utf_7") and is_marked_utf_7(payload):
        return CharsetMatches([CharsetMatch(payload, "utf_7", 0.0, True, [])])
    detector = codecs.detector()
    if detector is None:
        return CharsetMatches()
    guess = detector.detect(payload)
    if logger.isEnabledFor(TRACE):
        for line in guess.explain().splitlines():
            logger.log(TRACE, "%s", line)
    if guess.is_binary:
        return CharsetMatches()
    is_marked = guess.encoding.startswith("UTF") and any(evidence.source == "bom" for evidence in guess.evidence)
    codec = _codec(guess, payload, codecs, is_marked)
    if codec is None:
        return CharsetMatches()
    mark = ENCODING_MARKS["gb18030"]
    if codec == "gb18030" and isinstance(mark, bytes) and payload.startswith(mark):
        is_marked = True
    declared = any_specified_encoding(payload)
    language = [(english(guess.language), guess.confidence)] if guess.language else []
    chaos = round(1 - guess.confidence, 4)
    best = CharsetMatch(payload, codec, chaos, is_marked, language, None, declared)
    # Every encoding reads plain ASCII alike, and a mark leaves nothing open.
    if guess.is_ascii or is_marked:
        return CharsetMatches([best])

    def others() -> list[CharsetMatch]:
        found = [best]
        for other in guess.alternatives:
            name = codecs.of(other.encoding, payload, False)
            if name and name not in [match.encoding for match in found] and can_decode(payload, name):
                # Never better than the answer: their probabilities need not add up to one.
                worse = max(round(1 - other.confidence, 4), chaos)
                found.append(CharsetMatch(payload, name, worse, False, [], None, declared))
        return found[1:]

    return CharsetMatches._of(best, others)


def _codec(guess: Guess, payload: bytes, codecs: _Codecs, is_marked: bool) -> str | None:
    # Text with escapes for a terminal is not what "ascii" promises.
    if is_plain(guess) and not is_marked and b"\x1b" not in payload and codecs.is_allowed("ascii"):
        return "ascii"
    return codecs.of(guess.encoding, payload, is_marked)


def from_fp(fp: BinaryIO, *arguments: Any, **options: Any) -> CharsetMatches:
    """The same as `from_bytes`, for an open file."""
    return from_bytes(fp.read(), *arguments, **options)


def from_path(path: str | bytes | PathLike[Any], *arguments: Any, **options: Any) -> CharsetMatches:
    """The same as `from_bytes`, for the file with this path."""
    with open(path, "rb") as file:
        return from_fp(file, *arguments, **options)


def is_binary(
    fp_or_path_or_payload: PathLike[Any] | str | BinaryIO | bytes | bytearray, *arguments: Any, **options: Any
) -> bool:
    """Whether an open file, the file with this path, or bytes are not text.

    >>> from pellucid import compat
    >>> compat.is_binary(b"\\x89PNG\\r\\n\\x1a\\n\\x00\\x00"), compat.is_binary(b"text")
    (True, False)
    """
    if isinstance(fp_or_path_or_payload, (str, PathLike)):
        data: bytes | bytearray = Path(fp_or_path_or_payload).read_bytes()
    elif isinstance(fp_or_path_or_payload, (bytes, bytearray)):
        data = fp_or_path_or_payload
    else:
        data = fp_or_path_or_payload.read()
    return Detector().detect(data).is_binary
