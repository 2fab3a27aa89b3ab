"""The command that comes with the package is the one in Rust."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from pathlib import Path

import pellucid
import pytest

MODULE = [sys.executable, "-m", "pellucid"]


def ran(command: list[str], *arguments: str, data: bytes = b"") -> tuple[int, bytes, bytes]:
    result = subprocess.run([*command, *arguments], input=data, capture_output=True)
    return result.returncode, result.stdout, result.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["--version"],
        ["--help"],
        ["batch", "--help"],
        ["detect", "examples/vopros.html", "testdata/extract/bread.html"],
        ["detect", "--explain", "--format", "jsonl", "examples/vopros.html"],
        ["detect", "nowhere.html"],
        ["extract", "testdata/extract/bread.html"],
        ["encodings"],
        ["completions", "bash"],
        ["decode", "--encoding", "utf-9"],
        ["nonsense"],
        [],
    ],
)
def test_it_says_what_the_command_says(command: Path, arguments: list[str]) -> None:
    assert ran(MODULE, *arguments) == ran([str(command)], *arguments)


def test_it_reads_standard_input_and_keeps_codes() -> None:
    code, out, _ = ran(MODULE, "decode", data="Съешь ещё этих мягких булок".encode("koi8_r"))
    assert (code, out.decode()) == (0, "Съешь ещё этих мягких булок")
    assert ran(MODULE, "nonsense")[0] == 2 and ran(MODULE, "detect", "nowhere.html")[0] == 1
    # The reader goes away: no error.
    shell = f"{sys.executable} -m pellucid encodings | head -1"
    piped = subprocess.run(["bash", "-o", "pipefail", "-c", shell], capture_output=True) if sys.platform != "win32" else None
    assert piped is None or (piped.returncode, piped.stderr) == (0, b"")


def test_pip_installs_it() -> None:
    if Path(pellucid.__file__).parent.parent.name != "site-packages":
        pytest.skip("the package is not installed")
    name = "pellucid.exe" if sys.platform == "win32" else "pellucid"
    installed = Path(sysconfig.get_path("scripts")) / name
    assert ran([str(installed)], "--version") == ran(MODULE, "--version")
    assert ran(MODULE, "--version")[1].decode().split() == ["pellucid", pellucid.__version__]
