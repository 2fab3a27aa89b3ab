"""`UniversalDetector`, for pages that arrive in pieces."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Any, ClassVar

from ..._native import Stream
from .._codec import as_bytes
from ._names import SUPERSETS
from ._settings import DEFAULT_MAX_BYTES, MINIMUM_THRESHOLD, DetectionDict, Settings, warn
from .enums import EncodingEra, LanguageFilter

if TYPE_CHECKING:
    from typing_extensions import Buffer, Self

# What Python source declares stands in its first two lines.
_FIRST_LINES = 1024


def window(data: bytes, length: int | None) -> bytes:
    """So many bytes, and the rest of the character in UTF-8 that the end would cut in two."""
    if length is None or len(data) <= length:
        return data
    start = length
    while start > max(0, length - 3) and data[start - 1] & 0xC0 == 0x80:
        start -= 1
    first = data[start - 1] if start else 0
    width = 4 if first >= 0xF0 else 3 if first >= 0xE0 else 2 if first >= 0xC2 else 1
    whole = data[start - 1 : start - 1 + width]
    is_character = len(whole) == width and all(byte & 0xC0 == 0x80 for byte in whole[1:])
    return data[: max(length, start - 1 + width)] if is_character else data[:length]


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

    MINIMUM_THRESHOLD: ClassVar[float] = MINIMUM_THRESHOLD
    # Which superset stands for which encoding with `prefer_superset`.
    LEGACY_MAP: ClassVar[dict[str, str]] = dict(SUPERSETS)

    def __init__(
        self,
        lang_filter: int = LanguageFilter.ALL,
        should_rename_legacy: bool = False,
        encoding_era: int = EncodingEra.ALL,
        max_bytes: int | None = None,
        **options: Any,
    ) -> None:
        if lang_filter != LanguageFilter.ALL:
            warn("lang_filter has no effect", DeprecationWarning, 2)
        self._settings = Settings(should_rename_legacy, encoding_era, max_bytes, **options)
        self.reset()

    def reset(self) -> None:
        """Starts another page."""
        # Until the first two lines are there, they wait: they may declare an encoding.
        self._stream: Stream | None = None
        self._head = bytearray()
        self._length = 0
        self._done = False
        self._is_closed = False
        self._result: DetectionDict = {"encoding": None, "confidence": 0.0, "language": None, "mime_type": None}

    def feed(self, byte_str: Buffer) -> None:
        """Takes the next piece."""
        if self._is_closed:
            raise ValueError("feed() after close(); call reset() for another page")
        piece, limit = as_bytes(byte_str), self._settings.max_bytes
        if limit is not None and self._length + len(piece) > limit:
            # With the last bytes before, to finish a character that the limit cuts in two.
            before = bytes(self._head[-3:]) if self._length == len(self._head) else b""
            cut = window(before + piece, max(0, limit - self._length) + len(before))
            piece = cut[len(before) :]
        self._take(piece)
        if not self._done:
            early = self._stream.early() if self._stream else None
            if early is not None:
                self._result = self._settings.best(early, bytes(self._head), is_whole=False)
            self._done = early is not None or (limit is not None and self._length >= limit)

    def _take(self, piece: bytes) -> None:
        self._length += len(piece)
        self._head += piece[: DEFAULT_MAX_BYTES - len(self._head)]
        if self._stream is not None:
            self._stream.feed(piece)
        elif self._length >= _FIRST_LINES:
            self._start(piece)

    def _start(self, piece: bytes = b"") -> None:
        """Begins to detect, with what waits and what is new."""
        head = bytes(self._head)
        self._stream = self._settings.detector(head).stream()
        self._stream.feed(head)
        # What of the piece did not fit into the head.
        rest = self._length - len(head)
        if rest:
            self._stream.feed(piece[-rest:])

    def close(self) -> DetectionDict:
        """The answer after the last piece."""
        if not self._is_closed:
            if self._stream is None:
                self._start()
            assert self._stream is not None
            is_whole = self._length == len(self._head)
            self._result = self._settings.best(self._stream.finish(), bytes(self._head), is_whole)
            self._done = self._is_closed = True
        return self.result

    @property
    def done(self) -> bool:
        """Whether the answer is clear, or `close` was called."""
        return self._done

    @property
    def result(self) -> DetectionDict:
        """The answer so far."""
        return self._result.copy()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
