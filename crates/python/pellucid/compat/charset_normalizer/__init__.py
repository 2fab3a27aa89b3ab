"""The interface of charset-normalizer 3: `from_bytes`, `from_fp`, `from_path`, `is_binary`, and the matches that they return.

`pellucid.compat.install("charset_normalizer")` makes `import charset_normalizer` give this package.

>>> from pellucid.compat import charset_normalizer
>>> str(charset_normalizer.from_bytes("Съешь ещё этих булок".encode("cp1251")).best())
'Съешь ещё этих булок'
"""

from __future__ import annotations

import logging

from .api import from_bytes, from_fp, from_path, is_binary
from .legacy import detect
from .models import CharsetMatch, CharsetMatches
from .utils import set_logging_handler
from .version import VERSION, __version__

__all__ = [
    "VERSION",
    "CharsetMatch",
    "CharsetMatches",
    "__version__",
    "detect",
    "from_bytes",
    "from_fp",
    "from_path",
    "is_binary",
    "set_logging_handler",
]

logging.getLogger("charset_normalizer").addHandler(logging.NullHandler())
