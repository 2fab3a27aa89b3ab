"""`CharsetMatch` and `CharsetMatches`: the answers of charset-normalizer."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from encodings.aliases import aliases
from functools import lru_cache
from typing import Any

from ..._native import decode, encoding, languages
from .constant import IANA_SUPPORTED, TOO_BIG_SEQUENCE
from .utils import DECLARATION, iana_name, unicode_range

CoherenceMatch = tuple[str, float]
CoherenceMatches = list[CoherenceMatch]


@lru_cache(maxsize=256)
def english(language: str) -> str:
    """The name that charset-normalizer has for a language: the variants of Chinese, Norwegian and Serbian have one."""
    names = {"fa": "Farsi", "nb": "Norwegian", "nn": "Norwegian"}
    return names.get(language) or languages().get(language, language).split(" (")[0]


class CharsetMatch:
    """An encoding that the bytes may be in. `str()` gives the text."""

    def __init__(
        self,
        payload: bytes | bytearray,
        guessed_encoding: str,
        mean_mess_ratio: float,
        has_sig_or_bom: bool,
        languages: CoherenceMatches,
        decoded_payload: str | None = None,
        preemptive_declaration: str | None = None,
    ) -> None:
        self._payload, self._encoding = payload, guessed_encoding
        self._chaos, self._is_marked, self._languages = mean_mess_ratio, has_sig_or_bom, languages
        self._string, self._declared = decoded_payload, preemptive_declaration
        # What was added, and what was found: those that give the same text are only looked for when somebody asks.
        self._added: list[CharsetMatch] = []
        self._alike: list[CharsetMatch] | None = None

    def __str__(self) -> str:
        if self._string is None:
            try:
                text = str(self._payload, self._encoding)
            except UnicodeError:
                # As browsers read it: more bytes, and a replacement for the others.
                text = decode(self._payload, encoding=self._encoding).text
            self._string = text.removeprefix("\ufeff") if self._is_marked else text
        return self._string

    def __repr__(self) -> str:
        return f"<CharsetMatch {self.encoding!r} ({1 - self.chaos:.2f})>"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            return iana_name(other, strict=False) == self.encoding
        if isinstance(other, CharsetMatch):
            return self.encoding == other.encoding and str(self) == str(other)
        return False

    __hash__ = None  # type: ignore[assignment]

    def __lt__(self, other: object) -> bool:
        """Whether this one is the better match."""
        if not isinstance(other, CharsetMatch):
            raise ValueError(f"a match cannot be compared with {type(other).__name__}")
        return (self.chaos, -self.coherence) < (other.chaos, -other.coherence)

    def add_submatch(self, other: CharsetMatch) -> None:
        """Adds another match for the same text."""
        if not isinstance(other, CharsetMatch) or other == self:
            raise ValueError(f"{other!r} cannot be added to {self!r}")
        self._added.append(other)

    @property
    def encoding(self) -> str:
        """The Python codec."""
        return self._encoding

    @property
    def encoding_aliases(self) -> list[str]:
        """Python's other names for it."""
        both = [*aliases.items(), *((codec, alias) for alias, codec in aliases.items())]
        return [other for one, other in both if one == self._encoding]

    @property
    def could_be_from_charset(self) -> list[str]:
        """The codec, and all others that read these bytes alike. Plain ASCII is only "ascii"."""
        return [self._encoding, *(match.encoding for match in self.submatch)]

    @property
    def submatch(self) -> list[CharsetMatch]:
        """The other matches for the same text."""
        if self._alike is None:
            self._alike = [match for match in self._same() if match not in self._added]
        return [*self._added, *self._alike]

    def _same(self) -> Iterator[CharsetMatch]:
        is_plain = self._encoding == "ascii" or self._payload.isascii()
        if is_plain or len(self._payload) >= TOO_BIG_SEQUENCE or self._encoding.startswith("utf_"):
            return
        text = str(self)
        for name in IANA_SUPPORTED:
            if name == self._encoding or name.startswith("utf_"):
                continue
            try:
                is_same = str(self._payload, name) == text
            except (UnicodeError, LookupError):
                continue
            if is_same:
                yield CharsetMatch(self._payload, name, self._chaos, self._is_marked, self._languages, text)

    @property
    def has_submatch(self) -> bool:
        """Whether other codecs read these bytes alike."""
        return bool(self.submatch)

    @property
    def language(self) -> str:
        """The English name of the language, or "Unknown"."""
        if self._languages:
            return self._languages[0][0]
        if self._encoding == "ascii":
            return "English"
        try:
            written = {english(tag) for tag in encoding(self._encoding).languages}
        except LookupError:
            return "Unknown"
        return written.pop() if len(written) == 1 else "Unknown"

    @property
    def languages(self) -> list[str]:
        """A list of the language; empty if it is unknown."""
        return [name for name, _ in self._languages]

    @property
    def alphabets(self) -> list[str]:
        """The blocks of Unicode that the text has characters of, sorted."""
        return sorted({block for block in map(unicode_range, set(str(self))) if block})

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
        return self._chaos

    @property
    def coherence(self) -> float:
        """The probability that it is right, 0 to 1; 0 if the language is unknown."""
        return self._languages[0][1] if self._languages else 0.0

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
    def raw(self) -> bytes | bytearray:
        """The bytes."""
        return self._payload

    @property
    def fingerprint(self) -> int:
        """A hash of the text."""
        return hash(str(self))

    def output(self, encoding: str = "utf_8") -> bytes:
        """The text in another encoding. What the page declares is set to that encoding, if it declares what it was in."""
        text = str(self)
        if self._declared is not None and iana_name(self._declared, strict=False) != "utf_8":
            head = text[:8192]
            for found in DECLARATION.finditer(head):
                if iana_name(found[1], strict=False) == iana_name(self._declared, strict=False):
                    label = iana_name(encoding).replace("_", "-")
                    text = text[: found.start(1)] + label + text[found.end(1) :]
                    break
        return text.encode(encoding, "replace")


class CharsetMatches:
    """All matches, the best first."""

    def __init__(self, results: list[CharsetMatch] | None = None) -> None:
        self._results = sorted(results) if results else []
        # Most callers only want the best match: others are made when somebody asks for them.
        self._others: Callable[[], list[CharsetMatch]] | None = None

    @classmethod
    def _of(cls, best: CharsetMatch, others: Callable[[], list[CharsetMatch]]) -> CharsetMatches:
        matches = cls([best])
        matches._others = others
        return matches

    def _all(self) -> list[CharsetMatch]:
        if self._others is not None:
            others, self._others = self._others, None
            self._results = [*self._results, *others()]
        return self._results

    def __iter__(self) -> Iterator[CharsetMatch]:
        return iter(self._all())

    def __getitem__(self, item: int | str) -> CharsetMatch:
        """The match at a position, or the one that could be in an encoding."""
        if isinstance(item, int):
            return self._results[0] if item == 0 and self._results else self._all()[item]
        if isinstance(item, str):
            name = iana_name(item, strict=False)
            for result in self._all():
                if name == result.encoding or name in result.could_be_from_charset:
                    return result
        raise KeyError(item)

    def __len__(self) -> int:
        return len(self._all())

    def __bool__(self) -> bool:
        return bool(self._results)

    def append(self, item: CharsetMatch) -> None:
        """Adds a match, in its place. One for the same text, and as good, becomes a submatch."""
        if not isinstance(item, CharsetMatch):
            raise ValueError(f"expected a CharsetMatch, not {type(item).__name__}")
        results = self._all()
        if len(item.raw) < TOO_BIG_SEQUENCE:
            for match in results:
                if match.chaos == item.chaos and match.fingerprint == item.fingerprint:
                    match.add_submatch(item)
                    return
        results.append(item)
        results.sort()

    def best(self) -> CharsetMatch | None:
        """The best match; None if the bytes are not text."""
        return self._results[0] if self._results else None

    def first(self) -> CharsetMatch | None:
        """The same as `best`."""
        return self.best()


class CliDetectionResult:
    """What the command `normalizer` says about a file."""

    def __init__(self, path: str, match: CharsetMatch | None, is_preferred: bool = True) -> None:
        self.path = path
        self.encoding = match.encoding if match else None
        self.encoding_aliases = match.encoding_aliases if match else []
        self.alternative_encodings = match.could_be_from_charset[1:] if match else []
        self.language = match.language if match else "Unknown"
        self.alphabets = match.alphabets if match else []
        self.has_sig_or_bom = match.bom if match else False
        self.chaos = match.percent_chaos if match else 1.0
        self.coherence = match.percent_coherence if match else 0.0
        self.unicode_path: str | None = None
        self.is_preferred = is_preferred

    def as_dict(self) -> dict[str, Any]:
        """All of it, by name."""
        return dict(vars(self))

    def to_json(self) -> str:
        """All of it, as JSON."""
        return json.dumps(self.as_dict(), indent=4)
