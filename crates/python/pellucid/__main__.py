"""The command `pellucid`: the same program as the one in Rust, for `pip install pellucid` and `python -m pellucid`."""

from __future__ import annotations

import sys

from ._native import command


def main() -> int:
    """Runs the command line of this process and returns the exit code."""
    # What was written before goes first: the command writes below Python's streams.
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    return command(["pellucid", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
