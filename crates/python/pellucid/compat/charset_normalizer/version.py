"""The version of charset-normalizer whose interface this is: other libraries look at it."""

from __future__ import annotations

__version__ = "3.5.2"
VERSION = __version__.split(".")
