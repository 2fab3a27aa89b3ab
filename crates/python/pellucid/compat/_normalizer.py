"""The functions of charset-normalizer: `from_bytes`, `from_fp`, `from_path`, `is_binary`, and the matches that they return."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from encodings.aliases import aliases
from os import PathLike
from pathlib import Path
from typing import Any, BinaryIO

from .._native import Detector, decode, encoding, languages
from ._codec import codec_of, detector_of, encodings_of


class CharsetMatch:
    """An encoding that the bytes may be in. `str()` gives the text."""

    def __init__(
        self,
        payload: bytes,
        codec: str,
        name: str,
        confidence: float,
        language: str | None,
        is_marked: bool,
        alike: list[str],
    ) -> None:
        self._payload, self._codec, self._name = payload, codec, name
        self._confidence, self._language, self._is_marked = confidence, language, is_marked
        self._alike = alike
        self._text: str | None = None

    def __str__(self) -> str:
        if self._text is None:
            self._text = decode(self._payload, encoding=self._name).text
        return self._text

    def __repr__(self) -> str:
        return f"<CharsetMatch {self.encoding!r} ({self._confidence:.2f})>"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            return other.lower().replace("-", "_") in (self.encoding, *self.encoding_aliases)
        if isinstance(other, CharsetMatch):
            return self.encoding == other.encoding and str(self) == str(other)
        return NotImplemented

    def __lt__(self, other: CharsetMatch) -> bool:
        return self.chaos < other.chaos

    @property
    def encoding(self) -> str:
        """The Python codec."""
        return self._codec

    @property
    def encoding_aliases(self) -> list[str]:
        """Python's other names for it."""
        return [alias for alias, codec in aliases.items() if codec == self._codec]

    @property
    def could_be_from_charset(self) -> list[str]:
        """The codec, and others that are as good for these bytes."""
        return [self._codec, *self._alike]

    @property
    def language(self) -> str:
        """The English name of the language, or "Unknown"."""
        return languages().get(self._language or "", "Unknown")

    @property
    def languages(self) -> list[str]:
        """A list of the language; empty if it is unknown."""
        return [] if self.language == "Unknown" else [self.language]

    @property
    def bom(self) -> bool:
        """Whether the bytes begin with a byte order mark."""
        return self._is_marked

    @property
    def byte_order_mark(self) -> bool:
        """Whether the bytes begin with a byte order mark."""
        return self._is_marked

    @property
    def chaos(self) -> float:
        """The probability that it is wrong, 0 to 1."""
        return round(1 - self._confidence, 4)

    @property
    def coherence(self) -> float:
        """The probability that it is right, 0 to 1; 0 if the language is unknown."""
        return self._confidence if self.languages else 0.0

    @property
    def percent_chaos(self) -> float:
        """`chaos` in percent."""
        return round(100 * self.chaos, 3)

    @property
    def percent_coherence(self) -> float:
        """`coherence` in percent."""
        return round(100 * self.coherence, 3)

    @property
    def multi_byte_usage(self) -> float:
        """The share of bytes that follow the first byte of their character."""
        return 1 - len(str(self)) / len(self._payload) if self._payload else 0.0

    @property
    def raw(self) -> bytes:
        """The bytes."""
        return self._payload

    @property
    def submatch(self) -> list[CharsetMatch]:
        """Always empty; `could_be_from_charset` names encodings that are as good."""
        return []

    @property
    def has_submatch(self) -> bool:
        """Always false."""
        return False

    @property
    def fingerprint(self) -> int:
        """A hash of the text."""
        return hash(str(self))

    def output(self, encoding: str = "utf_8") -> bytes:
        """The text in another encoding."""
        return str(self).encode(encoding, "replace")


class CharsetMatches:
    """All matches, the most probable first."""

    def __init__(self, results: list[CharsetMatch] | None = None) -> None:
        self._results = results or []

    def __iter__(self) -> Iterator[CharsetMatch]:
        return iter(self._results)

    def __getitem__(self, item: int | str) -> CharsetMatch:
        if isinstance(item, int):
            return self._results[item]
        for result in self._results:
            if result == item or item in result.could_be_from_charset:
                return result
        raise KeyError(item)

    def __len__(self) -> int:
        return len(self._results)

    def best(self) -> CharsetMatch | None:
        """The most probable match; None if the bytes are not text."""
        return self._results[0] if self._results else None

    def first(self) -> CharsetMatch | None:
        """The same as `best`."""
        return self.best()


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
    """Returns the encodings that bytes may be in; none if they are not text, or if Python has no codec for their encoding.

    `cp_isolation` lists the encodings that may be the answer, `cp_exclusion` those that may not; `explain` prints the reasons. The
    other options have no effect: every byte counts, and declarations are part of the evidence.

    >>> from pellucid import compat
    >>> best = compat.from_bytes("Déjà vu, là-bas, près d’ici".encode("cp1252")).best()
    >>> best.encoding, str(best), best.language
    ('cp1252', 'Déjà vu, là-bas, près d’ici', 'French')
    >>> best.output() == str(best).encode()
    True
    """
    if not isinstance(sequences, (bytes, bytearray)):
        raise TypeError(f"expected bytes or a bytearray, not {type(sequences).__name__}")
    payload = bytes(sequences)
    allow, deny = encodings_of(cp_isolation, "cp_isolation"), encodings_of(cp_exclusion, "cp_exclusion")
    detector, is_possible = detector_of(allow, deny)
    guess = detector.detect(payload)
    if explain:
        print(guess.explain())
    is_marked = any(evidence.source == "bom" for evidence in guess.evidence)
    # The mark has an attribute of its own, and decoding removes it whatever the name.
    codec = guess.python_codec if is_marked else codec_of(guess)
    if codec is None:
        return CharsetMatches()
    confidence = guess.confidence if is_possible else 0.0
    alike = [other for other in map(_codec_named, guess.tied) if other]
    matches = [CharsetMatch(payload, codec, guess.encoding, confidence, guess.language, is_marked, alike)]
    for other in guess.alternatives:
        if other.python_codec:
            name, sure = other.encoding, other.confidence
            matches.append(CharsetMatch(payload, other.python_codec, name, sure, None, False, []))
    return CharsetMatches(matches)


def _codec_named(name: str) -> str | None:
    return encoding(name).python_codec


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
