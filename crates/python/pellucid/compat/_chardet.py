"""The functions of chardet: `detect`, `detect_all`, `UniversalDetector`."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntFlag
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypedDict

from .._native import Encoding, Guess, Stream, encodings
from ._codec import codec_of, detector_of, encodings_of

if TYPE_CHECKING:
    from typing_extensions import Self

# `detect_all` omits less probable candidates, as chardet does.
MINIMUM_THRESHOLD = 0.2

# How chardet spells its answers, where Python knows that spelling as the same codec; the others have the codec's own name.
_SPELLED = {
    "utf_8": "utf-8",
    "utf_8_sig": "UTF-8-SIG",
    "utf_16": "UTF-16",
    "utf_16_le": "UTF-16LE",
    "utf_16_be": "UTF-16BE",
    "utf_32": "UTF-32",
    "utf_32_le": "UTF-32LE",
    "utf_32_be": "UTF-32BE",
    "cp855": "IBM855",
    "cp866": "IBM866",
    "cp874": "CP874",
    "cp932": "CP932",
    "cp949": "CP949",
    "euc_jp": "EUC-JP",
    "gb18030": "GB18030",
    "gbk": "GBK",
    "hz": "HZ-GB-2312",
    "iso2022_jp": "ISO-2022-JP",
    "iso2022_kr": "ISO-2022-KR",
    "johab": "Johab",
    "koi8_r": "KOI8-R",
    "koi8_u": "KOI8-U",
    "mac_cyrillic": "MacCyrillic",
    "mac_roman": "MacRoman",
    **{f"iso8859_{number}": f"ISO-8859-{number}" for number in range(1, 17) if number != 12},
    **{f"cp{number}": f"Windows-{number}" for number in range(1250, 1259)},
}

# The supersets that chardet prefers on request. All other subsets have the names of their supersets anyway.
_SUPERSETS = {
    "ascii": "cp1252",
    "iso8859_2": "cp1250",
    "iso8859_5": "cp1251",
    "iso8859_6": "cp1256",
    "iso8859_7": "cp1253",
    "iso8859_8": "cp1255",
    "iso8859_13": "cp1257",
}


class ResultDict(TypedDict):
    """An answer."""

    encoding: str | None
    confidence: float
    language: str | None


class EncodingEra(IntFlag):
    """Which encodings may be an answer, by where they were used."""

    MODERN_WEB = 1
    LEGACY_ISO = 2
    LEGACY_MAC = 4
    LEGACY_REGIONAL = 8
    DOS = 16
    MAINFRAME = 32
    ALL = 63


class LanguageFilter(IntFlag):
    """From chardet 5. It is accepted and has no effect, as in chardet 7."""

    CHINESE_SIMPLIFIED = 1
    CHINESE_TRADITIONAL = 2
    JAPANESE = 4
    KOREAN = 8
    NON_CJK = 16
    ALL = 31
    CHINESE = 3
    CJK = 15


def _era(encoding: Encoding) -> EncodingEra:
    """Where an encoding was used."""
    if encoding.family == "ebcdic":
        return EncodingEra.MAINFRAME
    if "mac" in encoding.name:
        return EncodingEra.LEGACY_MAC
    if encoding.name.startswith("ISO-8859"):
        return EncodingEra.LEGACY_ISO | EncodingEra.MODERN_WEB
    if encoding.name.startswith("IBM"):
        return EncodingEra.DOS
    return EncodingEra.MODERN_WEB if encoding.use == "web" else EncodingEra.LEGACY_REGIONAL


class _Options:
    """The options that chardet's functions have in common."""

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
        no_match_encoding: str | None = None,
        empty_input_encoding: str = "utf-8",
    ) -> None:
        if max_bytes is not None and (isinstance(max_bytes, bool) or max_bytes < 1):
            raise ValueError("max_bytes must be a positive number")
        self.max_bytes = max_bytes
        self.prefer_superset = prefer_superset or should_rename_legacy
        self.compat_names = compat_names
        self.no_match, self.empty = no_match_encoding, empty_input_encoding
        hints: dict[str, Any] = {}
        allow = encodings_of(include_encodings, "include_encodings")
        if encoding_era != EncodingEra.ALL:
            of_era = [encoding.name for encoding in encodings() if _era(encoding) & encoding_era]
            allow = of_era if allow is None else [name for name in allow if name in of_era]
            if not encoding_era & EncodingEra.MODERN_WEB:
                hints["prior"] = "file"
        deny = encodings_of(exclude_encodings, "exclude_encodings")
        self.detector, self.is_possible = detector_of(allow, deny, **hints)

    def head(self, data: bytes | bytearray) -> bytes | bytearray:
        """The bytes to look at."""
        if not isinstance(data, (bytes, bytearray)):
            raise TypeError(f"expected bytes or a bytearray, not {type(data).__name__}")
        return data if self.max_bytes is None else data[: self.max_bytes]

    def name(self, codec: str) -> str:
        """The name of a codec, in the spelling that the caller wants."""
        if self.prefer_superset:
            codec = _SUPERSETS.get(codec, codec)
        return _SPELLED.get(codec, codec) if self.compat_names else codec

    def result(self, guess: Guess, is_empty: bool) -> ResultDict:
        """An answer in the form of chardet's."""
        confidence = guess.confidence if self.is_possible else 0.0
        if is_empty:
            return {"encoding": self.empty, "confidence": confidence, "language": None}
        codec = codec_of(guess)
        if codec is None:
            encoding = None if guess.is_binary else self.no_match
            return {"encoding": encoding, "confidence": 0.0, "language": guess.language}
        return {"encoding": self.name(codec), "confidence": confidence, "language": guess.language}


def detect(
    byte_str: bytes | bytearray,
    should_rename_legacy: bool = False,
    encoding_era: int = EncodingEra.ALL,
    chunk_size: int | None = None,
    max_bytes: int | None = None,
    **options: Any,
) -> ResultDict:
    """Returns the encoding of bytes, the probability of that, and the language, as `chardet.detect` does.

    The encoding is None if the bytes are not text. For text in an encoding without a Python codec it is `no_match_encoding`,
    by default None. All bytes count, unless `max_bytes` limits them. `options` are the other options of chardet 7:
    prefer_superset, compat_names, include_encodings, exclude_encodings, no_match_encoding, empty_input_encoding.

    >>> from pellucid import compat
    >>> compat.detect(b"plain")
    {'encoding': 'ascii', 'confidence': 1.0, 'language': None}
    >>> compat.detect("Grüße".encode("cp1252"), include_encodings=["utf-8", "cp1252"])["encoding"]
    'Windows-1252'
    """
    settings = _Options(should_rename_legacy, encoding_era, max_bytes, **options)
    data = settings.head(byte_str)
    return settings.result(settings.detector.detect(data), is_empty=not data)


def detect_all(
    byte_str: bytes | bytearray,
    ignore_threshold: bool = False,
    should_rename_legacy: bool = False,
    encoding_era: int = EncodingEra.ALL,
    chunk_size: int | None = None,
    max_bytes: int | None = None,
    **options: Any,
) -> list[ResultDict]:
    """Returns all candidates, the most probable first: those above 0.2, or all of them with `ignore_threshold`.

    >>> from pellucid import compat
    >>> [found["encoding"] for found in compat.detect_all("Österreich".encode("cp1252"))]
    ['Windows-1252', 'ISO-8859-15']
    """
    settings = _Options(should_rename_legacy, encoding_era, max_bytes, **options)
    data = settings.head(byte_str)
    guess = settings.detector.detect(data)
    found = [settings.result(guess, is_empty=not data)]
    for other in guess.alternatives:
        if other.python_codec and (ignore_threshold or other.confidence > MINIMUM_THRESHOLD):
            name = settings.name(other.python_codec)
            if name not in [result["encoding"] for result in found]:
                found.append({"encoding": name, "confidence": other.confidence, "language": None})
    return found


class UniversalDetector:
    """Detects the encoding of a page that arrives in pieces, as chardet's class does: feed until `done`, then close.

    It is done as soon as the answer is clear. Pieces after that still count, for callers who feed them all.

    >>> from pellucid.compat import UniversalDetector
    >>> with UniversalDetector() as detector:
    ...     for line in ["日本語の".encode("euc_jp"), "文字コード".encode("euc_jp")]:
    ...         detector.feed(line)
    >>> detector.result["encoding"]
    'EUC-JP'
    """

    MINIMUM_THRESHOLD = MINIMUM_THRESHOLD

    def __init__(
        self,
        lang_filter: int = LanguageFilter.ALL,
        should_rename_legacy: bool = False,
        encoding_era: int = EncodingEra.ALL,
        max_bytes: int | None = None,
        **options: Any,
    ) -> None:
        self._options = _Options(should_rename_legacy, encoding_era, max_bytes, **options)
        self.reset()

    def reset(self) -> None:
        """Starts another page."""
        self._stream: Stream = self._options.detector.stream()
        self._length = 0
        self._done = False
        self._is_closed = False
        self._result: ResultDict = {"encoding": None, "confidence": 0.0, "language": None}

    def feed(self, byte_str: bytes | bytearray) -> None:
        """Takes the next piece."""
        if self._is_closed:
            raise ValueError("feed() after close(); call reset() for another page")
        piece = self._options.head(byte_str)
        if self._options.max_bytes is not None:
            piece = piece[: self._options.max_bytes - self._length]
        self._stream.feed(piece)
        self._length += len(piece)
        if not self._done:
            early = self._stream.early()
            if early is not None:
                self._result = self._options.result(early, is_empty=False)
            self._done = early is not None or self._length == self._options.max_bytes

    def close(self) -> ResultDict:
        """The answer after the last piece."""
        if not self._is_closed:
            self._result = self._options.result(self._stream.finish(), is_empty=self._length == 0)
            self._done = self._is_closed = True
        return self.result

    @property
    def done(self) -> bool:
        """Whether the answer is clear, or `close` was called."""
        return self._done

    @property
    def result(self) -> ResultDict:
        """The answer so far."""
        return self._result.copy()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
