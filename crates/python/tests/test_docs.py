"""Everything has a docstring, the examples in docstrings are true, and the stubs match the module."""

from __future__ import annotations

import doctest
import inspect
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pellucid
import pytest
from pellucid import compat

pytest.importorskip("mypy")
PACKAGE = Path(pellucid.__file__).parent


def documented(module: ModuleType) -> list[tuple[str, object]]:
    """A module, and everything public in it."""
    found: list[tuple[str, object]] = [(module.__name__, module)]
    for name in module.__all__:
        value = getattr(module, name)
        found.append((f"{module.__name__}.{name}", value))
        if inspect.isclass(value):
            own = {key: member for key, member in vars(value).items() if not key.startswith("_")}
            found += [(f"{module.__name__}.{name}.{key}", member) for key, member in own.items()]
    return [(name, value) for name, value in found if not isinstance(value, str)]


@pytest.mark.parametrize("name, value", documented(pellucid) + documented(compat))
def test_docstring(name: str, value: object) -> None:
    text = inspect.getdoc(value) or ""
    assert text or isinstance(value, type(pellucid.Hints)), f"{name} has no docstring"
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, None)
    output: list[str] = []
    flags = doctest.NORMALIZE_WHITESPACE
    failed, _ = doctest.DocTestRunner(optionflags=flags).run(test, out=output.append)
    assert not failed, "".join(output)


def checked(*arguments: str, folder: Path) -> None:
    # From another folder: mypy would find the modules of this one twice.
    environment = dict(os.environ)
    if PACKAGE.parent.name != "site-packages":
        environment["MYPYPATH"] = str(PACKAGE.parent)
    result = subprocess.run(
        [sys.executable, "-m", *arguments], cwd=folder, env=environment, capture_output=True, text=True
    )
    assert result.returncode == 0, result.stdout + result.stderr


def test_stubs_match_the_module(tmp_path: Path) -> None:
    checked("mypy.stubtest", "pellucid._native", folder=tmp_path)


def test_the_package_and_its_tests_are_typed(tmp_path: Path) -> None:
    tests = Path(__file__).parent
    files = [str(file) for file in sorted(tests.glob("test_*.py"))]
    checked("mypy", "--strict", "--package", "pellucid", folder=tmp_path)
    checked("mypy", "--strict", "--allow-untyped-calls", *files, folder=tmp_path)
