"""The options that chardet's functions have in common, and how Pellucid's answer becomes one of chardet's."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, TypedDict

from ..._native import Detector, Guess, encodings
from .._codec import are_alike, can_decode, is_marked_utf_7, is_plain, is_utf_7
from ._names import MARKED, NAMES, SUPERSETS, Name, find, names_of
from .enums import EncodingEra

# How much chardet reads of a page by default. Pellucid reads all of it, and takes this as the length of a head.
DEFAULT_MAX_BYTES = 200_000
# `detect_all` omits less probable candidates, as chardet does.
MINIMUM_THRESHOLD = 0.2
# The confidence of what is no detection: `no_match_encoding` and `empty_input_encoding`.
NO_CONFIDENCE = 0.1
CHUNK_SIZE = 65_536


class DetectionDict(TypedDict):
    """An answer."""

    encoding: str | None
    confidence: float
    language: str | None
    mime_type: str | None


def warn(message: str, kind: type[Warning], level: int = 3) -> None:
    """A warning about the line that called a function of this package."""
    warnings.warn(message, kind, stacklevel=level + 1)


class Settings:
    """The options, checked."""

    def __init__(
        self,
        should_rename_legacy: bool = False,
        encoding_era: int = EncodingEra.ALL,
        max_bytes: int | None = None,
        *,
        prefer_superset: bool = False,
        compat_names: bool = True,
        include_encodings: Iterable[str] | None = None,
        exclude_encodings: Iterable[str] | None = None,
        no_match_encoding: str = "cp1252",
        empty_input_encoding: str = "utf-8",
    ) -> None:
        if max_bytes is not None and (isinstance(max_bytes, bool) or not isinstance(max_bytes, int) or max_bytes < 1):
            raise ValueError(f"max_bytes must be a positive integer, not {max_bytes!r}")
        if should_rename_legacy:
            warn("should_rename_legacy is deprecated; use prefer_superset", DeprecationWarning, 4)
        self.max_bytes = max_bytes
        self.prefer_superset = prefer_superset or should_rename_legacy
        self.compat_names = compat_names
        self._era = encoding_era
        self._included = _named(include_encodings, "include_encodings")
        self._excluded = _named(exclude_encodings, "exclude_encodings") or frozenset()
        self.no_match = _one(no_match_encoding, "no_match_encoding")
        self.empty = _one(empty_input_encoding, "empty_input_encoding")
        self._hints, self._detector = _detection(int(encoding_era), self._included, self._excluded)

    def is_allowed(self, name: Name) -> bool:
        """Whether a name may be an answer."""
        return _is_allowed(name, int(self._era), self._included, self._excluded)

    def detector(self, head: bytes) -> Detector:
        """A detector for a page that begins with these bytes."""
        declared = source_encoding(head)
        if self._detector is None or declared is None or not declared.of:
            return self._detector or Detector()
        return Detector(**self._hints, content_type=f"text/x-python; charset={declared.of[0]}")

    @property
    def is_utf_7_wanted(self) -> bool:
        """Whether somebody asks for UTF-7: by its name, or by an era that is not simply all of them."""
        name = find("utf-7")
        if name is None or not self.is_allowed(name):
            return False
        return self._included is not None or self._era & EncodingEra.ALL != EncodingEra.ALL

    def best(self, guess: Guess, data: bytes, is_whole: bool = True) -> DetectionDict:
        """The best candidate. Of a long page `data` is only the head, and then `is_whole` is false."""
        return self._results(guess, data, is_whole, is_all=False)[0]

    def results(self, guess: Guess, data: bytes) -> list[DetectionDict]:
        """All candidates, the best first."""
        return self._results(guess, data, is_whole=True, is_all=True)

    def _results(self, guess: Guess, data: bytes, is_whole: bool, is_all: bool) -> list[DetectionDict]:
        if guess.is_binary and is_whole and _has_records(guess, data):
            # `find -print0` and the like write text with a zero byte where others have the end of a line.
            lines = data.replace(b"\0", b"\n")
            every = self._results(self.detector(lines).detect(lines), lines, is_whole, is_all)
            return [{**one, "confidence": min(one["confidence"], 0.99)} for one in every]
        is_utf_7 = self._is_utf_7(guess, data)
        if guess.is_binary and not is_utf_7:
            media_type = guess.media_type or "application/octet-stream"
            return [{"encoding": None, "confidence": guess.confidence, "language": None, "mime_type": media_type}]
        if not data:
            return [self._default(self.empty, "empty_input_encoding")]
        if self._detector is None:
            return [self._default(self.no_match, "no_match_encoding")]
        seen = _Seen(guess, data)
        media_type, language = seen.media_type, language_of(guess)
        if is_utf_7:
            return [{"encoding": "utf-7", "confidence": 1.0, "language": language, "mime_type": media_type}]
        name = self._name(guess.encoding, data, is_whole, seen)
        if name is None:
            return [{**self._default(self.no_match, "no_match_encoding"), "mime_type": media_type}]
        found: list[DetectionDict] = [
            {
                "encoding": self._spelled(name, data, is_whole),
                "confidence": guess.confidence,
                "language": language,
                "mime_type": media_type,
            }
        ]
        # Every encoding reads plain ASCII alike: there is nothing to choose.
        for other in guess.alternatives if is_all and not guess.is_ascii else []:
            name = self._name(other.encoding, data, is_whole, None)
            spelled = name and self._spelled(name, data, is_whole)
            if name and can_decode(data, name.codec) and spelled not in [one["encoding"] for one in found]:
                found.append(
                    {
                        "encoding": spelled,
                        "confidence": min(other.confidence, guess.confidence),
                        "language": None,
                        "mime_type": media_type,
                    }
                )
        return sorted(found, key=lambda one: one["confidence"], reverse=True)

    def _is_utf_7(self, guess: Guess, data: bytes) -> bool:
        """Whether the answer is UTF-7. Where nothing else is allowed, its ASCII is no text to the guess."""
        name = find("utf-7")
        if name is None or not self.is_allowed(name) or guess.media_type is not None:
            return False
        is_utf_7_text = is_utf_7 if self.is_utf_7_wanted else is_marked_utf_7
        return is_utf_7_text(data) and not _CONTROL.search(data)

    def _default(self, name: Name, option: str) -> DetectionDict:
        """The answer where there is nothing to detect, or nothing was found."""
        if not self.is_allowed(name):
            message = f"{option} {name.codec!r} is not among the allowed encodings, so the answer is None"
            warn(message, UserWarning, 4)
            return {"encoding": None, "confidence": 0.0, "language": None, "mime_type": "text/plain"}
        spelled = name.spelled if self.compat_names else name.codec
        return {"encoding": spelled, "confidence": NO_CONFIDENCE, "language": None, "mime_type": "text/plain"}

    def _name(self, encoding: str, data: bytes, is_whole: bool, seen: _Seen | None) -> Name | None:
        """The name for an encoding: an allowed one whose codec reads these bytes. The answer's own may go by what was seen."""
        names = [name for name in names_of(encoding) if self.is_allowed(name) and name.is_codec]
        is_marked = seen is not None and seen.is_marked
        if not is_marked:
            names = [name for name in names if name.codec not in MARKED]
        if seen is None or not seen.is_plain:
            names = [name for name in names if name.codec != "ascii"]
        if seen is not None and not is_marked:
            # What the page itself says, where that is as good: a page declared as ISO-8859-1 is also windows-1252.
            declared = seen.declared
            names.sort(key=lambda name: name not in declared)
        elif is_marked:
            names.sort(key=lambda name: name.codec not in MARKED)
        if not is_whole:
            wide = [name for name in names if SUPERSETS.get(name.codec) not in [other.codec for other in names]]
            names = wide or names
        # The best answer may have errors, and stays the best. Where only some encodings are wanted, none of them may fit.
        may_have_errors = seen is not None and self._included is None
        if may_have_errors and len(names) == 1:
            return names[0]
        fitting = next((name for name in names if can_decode(data, name.codec)), None)
        return fitting or (names[0] if names and may_have_errors else None)

    def _spelled(self, name: Name, data: bytes, is_whole: bool) -> str:
        """The name in the spelling that is wanted; if supersets are, the superset that reads these bytes alike."""
        if self.prefer_superset:
            superset = find(SUPERSETS.get(name.codec, name.codec))
            if superset is not None and superset is not name and self.is_allowed(superset):
                name = superset if are_alike(data, name.codec, superset.codec) else name
        return name.spelling(data, is_whole) if self.compat_names else name.codec


def _is_allowed(name: Name, era: int, included: frozenset[str] | None, excluded: frozenset[str]) -> bool:
    return (included is None or name.codec in included) and name.codec not in excluded and bool(name.era & era)


@lru_cache(maxsize=256)
def _detection(
    era: int, included: frozenset[str] | None, excluded: frozenset[str]
) -> tuple[dict[str, Any], Detector | None]:
    """The hints of a detector, and the detector; none if there is no encoding to detect."""
    allowed = {of for name in NAMES if _is_allowed(name, era, included, excluded) for of in name.of}
    if not allowed:
        return {}, None
    hints: dict[str, Any] = {}
    if included is None and era & EncodingEra.ALL == EncodingEra.ALL:
        denied = [one.name for one in encodings() if one.use != "never" and one.name not in allowed]
        if denied:
            hints["deny"] = denied
    else:
        # What is not text is no encoding, whichever are wanted.
        hints["allow"] = [*sorted(allowed), "binary"]
        if not era & EncodingEra.MODERN_WEB:
            hints["prior"] = "file"
    return hints, Detector(**hints)


def _has_records(guess: Guess, data: bytes) -> bool:
    """Whether these may be records of text, each with a zero byte at its end: 16 bytes or more on average."""
    if guess.media_type is not None or b"\0" not in data or not data.isascii():
        return False
    records = data.rstrip(b"\0\n").split(b"\0")
    return len(data) >= 16 * len(records) and all(record.strip() and not _CONTROL.search(record) for record in records)


def _one(name: str, option: str) -> Name:
    found = find(name) if isinstance(name, str) else None
    if found is None:
        raise ValueError(f"Unknown encoding {name!r} in {option}")
    return found


def _named(names: Iterable[str] | None, option: str) -> frozenset[str] | None:
    """The codecs of a list of names."""
    if names is None:
        return None
    if isinstance(names, str):
        raise TypeError(f"{option} must be a list of names, not one name")
    found = frozenset(_one(name, option).codec for name in names)
    if not found:
        raise ValueError(f"{option} must not be empty; pass None to allow all encodings")
    return found


# No text has these.
_CONTROL = re.compile(rb"[\x00-\x06\x0e-\x1a\x1c-\x1f\x7f]")
# Where the declarations of pages stand.
_MARKUP = ("meta", "weak-meta", "xml")
# As PEP 263 has it: in one of the first two lines, and the first one is a comment or empty.
_CODING = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-_.a-zA-Z0-9]+)")
_COMMENT = re.compile(rb"^[ \t\f]*(?:#.*)?$")


def source_encoding(head: bytes) -> Name | None:
    """The encoding that source code of Python declares; None if the bytes declare none, or one that nobody knows."""
    head = head[:1024]
    if b"coding" not in head:
        return None
    for line in head.splitlines()[:2]:
        match = _CODING.match(line)
        if match:
            return find(match[1].decode("ascii"))
        if not _COMMENT.match(line):
            break
    return None


class _Seen:
    """What the evidence and the head of a page say, read once."""

    def __init__(self, guess: Guess, data: bytes) -> None:
        # Evidence is for people, and takes time to write down: it is only read where it may have a mark or a declaration.
        evidence = guess.evidence if guess.declared or guess.encoding.startswith("UTF") else []
        sources = {one.source for one in evidence}
        labels = (re.search(r'"(.*?)"', one.words) for one in evidence if one.source in _MARKUP)
        source = source_encoding(data)
        declared = [find(label[1]) for label in labels if label] or [source]
        self.declared = [name for name in declared if name is not None]
        self.is_marked, self.is_plain = "bom" in sources, is_plain(guess)
        self.media_type = "text/x-python" if source else "text/plain"
        if "xml" in sources:
            self.media_type = "text/xml"
        if sources & {"meta", "weak-meta"}:
            self.media_type = "text/html"


def language_of(guess: Guess) -> str | None:
    """The language as chardet writes it: two letters, and one code for both kinds of Norwegian."""
    if guess.language is None:
        return None
    primary = guess.language.split("-")[0]
    return "no" if primary in ("nb", "nn") else primary
