"""The functions of chardet and charset-normalizer, for code that was written for them.

>>> from pellucid import compat
>>> compat.detect("Съешь ещё этих мягких французских булок".encode("koi8_r"))
{'encoding': 'KOI8-R', 'confidence': 0.9999, 'language': 'ru', 'mime_type': 'text/plain'}
>>> str(compat.from_bytes("Съешь ещё этих булок".encode("cp1251")).best())
'Съешь ещё этих булок'

`pellucid.compat.chardet` and `pellucid.compat.charset_normalizer` are the whole packages with their modules. All names in the answers
are codecs of Python. `codec` is the function that most hooks of other libraries need. `install` makes libraries without such
a hook use Pellucid, or puts these packages in the place of the originals; nothing is installed before it is called.
"""

from ._codec import codec
from ._install import install, installed, set_encoding, uninstall
from .chardet import (
    DEFAULT_MAX_BYTES,
    MINIMUM_THRESHOLD,
    DetectionDict,
    EncodingEra,
    LanguageFilter,
    ResultDict,
    UniversalDetector,
    __version__,
    detect,
    detect_all,
)
from .charset_normalizer import CharsetMatch, CharsetMatches, from_bytes, from_fp, from_path, is_binary

__all__ = [
    "DEFAULT_MAX_BYTES",
    "MINIMUM_THRESHOLD",
    "CharsetMatch",
    "CharsetMatches",
    "DetectionDict",
    "EncodingEra",
    "LanguageFilter",
    "ResultDict",
    "UniversalDetector",
    "__version__",
    "codec",
    "detect",
    "detect_all",
    "from_bytes",
    "from_fp",
    "from_path",
    "install",
    "installed",
    "is_binary",
    "set_encoding",
    "uninstall",
]
