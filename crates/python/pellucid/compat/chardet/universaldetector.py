"""Where `UniversalDetector` was before chardet 7."""

from __future__ import annotations

import warnings

from .detector import UniversalDetector

__all__ = ["UniversalDetector"]

warnings.warn(
    "chardet.universaldetector is deprecated; import UniversalDetector from chardet", DeprecationWarning, stacklevel=2
)
