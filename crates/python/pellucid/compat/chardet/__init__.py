"""The interface of chardet 7: `detect`, `detect_all`, `UniversalDetector`.

`pellucid.compat.install("chardet")` makes `import chardet` give this package.

>>> from pellucid.compat import chardet
>>> chardet.detect("Съешь ещё этих мягких французских булок".encode("koi8_r"))
{'encoding': 'KOI8-R', 'confidence': 0.9999, 'language': 'ru', 'mime_type': 'text/plain'}
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._codec import as_bytes
from ._settings import CHUNK_SIZE, DEFAULT_MAX_BYTES, MINIMUM_THRESHOLD, DetectionDict, Settings, warn
from .detector import UniversalDetector, window
from .enums import EncodingEra, LanguageFilter

if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = [
    "DEFAULT_MAX_BYTES",
    "MINIMUM_THRESHOLD",
    "DetectionDict",
    "EncodingEra",
    "LanguageFilter",
    "ResultDict",
    "UniversalDetector",
    "__version__",
    "detect",
    "detect_all",
]

# The version of chardet whose interface this is: other libraries look at it.
__version__ = "7.7.0"

# The name that chardet 5 has for it.
ResultDict = DetectionDict


def detect(
    byte_str: Buffer,
    should_rename_legacy: bool = False,
    encoding_era: int = EncodingEra.ALL,
    chunk_size: int = CHUNK_SIZE,
    max_bytes: int | None = None,
    **options: Any,
) -> DetectionDict:
    """Returns the encoding of bytes, the probability of that, the language and the media type, as `chardet.detect` does.

    The encoding is None if the bytes are not text. It is `no_match_encoding`, by default "cp1252", with a confidence of 0.1 if Python
    has no codec for it, and if none of `include_encodings` can read the bytes. All bytes count, unless `max_bytes` limits them.
    `options` are the other options of chardet 7: prefer_superset, compat_names, include_encodings, exclude_encodings,
    no_match_encoding, empty_input_encoding.

    >>> from pellucid import compat
    >>> compat.detect(b"plain")
    {'encoding': 'ascii', 'confidence': 1.0, 'language': None, 'mime_type': 'text/plain'}
    >>> compat.detect("Grüße".encode("cp1252"), include_encodings=["utf-8", "cp1252"])["encoding"]
    'Windows-1252'
    """
    if chunk_size != CHUNK_SIZE:
        warn("chunk_size has no effect", DeprecationWarning, 2)
    settings = Settings(should_rename_legacy, encoding_era, max_bytes, **options)
    data = window(as_bytes(byte_str), settings.max_bytes)
    return settings.best(settings.detector(data).detect(data), data)


def detect_all(
    byte_str: Buffer,
    ignore_threshold: bool = False,
    should_rename_legacy: bool = False,
    encoding_era: int = EncodingEra.ALL,
    chunk_size: int = CHUNK_SIZE,
    max_bytes: int | None = None,
    **options: Any,
) -> list[DetectionDict]:
    """Returns all candidates that can read the bytes, the most probable first.

    Without `ignore_threshold`, those above 0.2; if there are none, all of them.

    >>> from pellucid import compat
    >>> [found["encoding"] for found in compat.detect_all("Österreich".encode("cp1252"))]
    ['Windows-1252', 'iso8859-15']
    """
    if chunk_size != CHUNK_SIZE:
        warn("chunk_size has no effect", DeprecationWarning, 2)
    settings = Settings(should_rename_legacy, encoding_era, max_bytes, **options)
    data = window(as_bytes(byte_str), settings.max_bytes)
    found = settings.results(settings.detector(data).detect(data), data)
    likely = [one for one in found if ignore_threshold or one["confidence"] > MINIMUM_THRESHOLD]
    return likely or found
