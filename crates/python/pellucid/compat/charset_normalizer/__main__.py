"""`python -m charset_normalizer`."""

from __future__ import annotations

import sys

from .cli import cli_detect

if __name__ == "__main__":
    sys.exit(cli_detect())
