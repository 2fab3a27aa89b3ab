"""Paths that tests use."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="session")
def testdata() -> Path:
    """The cases that every front end runs."""
    return ROOT / "testdata"


@pytest.fixture(scope="session")
def command() -> Path:
    """The command `pellucid`, whose answers are compared with Python's."""
    name = "pellucid.exe" if os.name == "nt" else "pellucid"
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    built = [path for path in (target / "debug" / name, target / "release" / name) if path.is_file()]
    if not built:
        pytest.skip("the command is not built; run `cargo build -p pellucid-cli`")
    return max(built, key=lambda path: path.stat().st_mtime)
