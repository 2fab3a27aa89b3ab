"""The functions of chardet and charset-normalizer, for code that was written for them.

>>> from pellucid import compat
>>> compat.detect("Съешь ещё этих мягких французских булок".encode("koi8_r"))
{'encoding': 'KOI8-R', 'confidence': 0.9999, 'language': 'ru'}
>>> str(compat.from_bytes("Съешь ещё этих булок".encode("cp1251")).best())
'Съешь ещё этих булок'

All names in the answers are codecs of Python. `codec` is the function that most hooks of other libraries need. `install` makes
libraries without such a hook use Pellucid; nothing is installed before it is called.
"""

from ._chardet import EncodingEra, LanguageFilter, ResultDict, UniversalDetector, detect, detect_all
from ._codec import codec
from ._install import install, installed, set_encoding, uninstall
from ._normalizer import CharsetMatch, CharsetMatches, from_bytes, from_fp, from_path, is_binary

__all__ = [
    "CharsetMatch",
    "CharsetMatches",
    "EncodingEra",
    "LanguageFilter",
    "ResultDict",
    "UniversalDetector",
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
