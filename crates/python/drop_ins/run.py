"""Runs the tests of chardet and charset-normalizer with Pellucid in their place: `cargo dev drop-ins`.

Their source archives have the tests. They are downloaded to a folder and never become part of this project. A test counts if it
runs code of `pellucid.compat`; the others test what these libraries are made of. differences.toml lists the tests that expect
something else on purpose, with reasons. It is an error if another test fails, and if one of these passes.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tarfile
import tempfile
import xml.etree.ElementTree as ElementTree
from collections import Counter
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

HERE = Path(__file__).parent


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="where the source archives go")
    parser.add_argument("--library", action="append", help="only this one")
    arguments = parser.parse_args()
    listed = tomllib.loads((HERE / "differences.toml").read_text("utf-8"))
    is_fine = True
    for library, wanted in listed.items():
        if not arguments.library or library in arguments.library:
            source = unpacked(library, wanted["version"], arguments.folder.resolve())
            is_fine &= report(library, wanted, tested(library, wanted, source))
    return 0 if is_fine else 1


def unpacked(library: str, version: str, folder: Path) -> Path:
    """The source of a library, downloaded once."""
    folder.mkdir(parents=True, exist_ok=True)
    source = folder / f"{library}-{version}"
    if not source.is_dir():
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
        name = f"{library.replace('_', '-')}=={version}"
        subprocess.run([*pip, "--no-deps", "--no-binary", ":all:", "--dest", str(folder), name], check=True)
        with tarfile.open(folder / f"{library}-{version}.tar.gz") as archive, tempfile.TemporaryDirectory(dir=folder) as new:
            archive.extractall(new, filter="data")
            (Path(new) / source.name).rename(source)
    return source


def tested(library: str, wanted: dict[str, Any], source: Path) -> dict[str, dict[str, str]]:
    """What became of each test that counts: passed or failed, by file."""
    found = {}
    for path in sorted((source / "tests").glob("test_*.py")):
        if path.name not in wanted["not_run"]:
            found[path.name] = outcomes(library, source, path)
    return found


def outcomes(library: str, source: Path, path: Path) -> dict[str, str]:
    """Runs the tests of a file, in a process of their own."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        environment = {
            **os.environ,
            "PELLUCID_DROP_IN": library,
            "PYTHONPATH": os.pathsep.join([str(HERE / "swap"), str(source / "src")]),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        options = ["-q", "-p", "reached", "-p", "no:cacheprovider", "--tb=no", f"--junitxml={report}"]
        command = [sys.executable, "-m", "pytest", *options, f"tests/{path.name}"]
        ran = subprocess.run(command, cwd=source, env=environment, capture_output=True, text=True)
        if not report.is_file():
            raise SystemExit(f"{path}: pytest wrote no report\n{ran.stdout}{ran.stderr}")
        tests: dict[str, str] = {}
        for case in ElementTree.parse(report).iter("testcase"):
            properties = {one.get("name"): one.get("value") for one in case.iter("property")}
            is_failed = case.find("failure") is not None or case.find("error") is not None
            is_skipped = case.find("skipped") is not None
            if is_failed or (properties.get("reached") == "True" and not is_skipped):
                name = f"{(case.get('classname') or '').split('.')[-1]}::" if "Test" in (case.get("classname") or "") else ""
                tests[f"{name}{case.get('name')}"] = "failed" if is_failed else tests.get(f"{name}{case.get('name')}", "passed")
        return tests


def report(library: str, wanted: dict[str, Any], found: dict[str, dict[str, str]]) -> bool:
    """Prints the counts by file, what is not as it should be, and the sums. Returns whether all is."""
    reasons = {test: one["reason"] for one in wanted.get("differs", []) for test in one["tests"]}
    print(f"\n{library} {wanted['version']}, its own tests with Pellucid in its place\n")
    print(f"{'file':34} passed  differ  failed")
    wrong, sums = [], Counter[str]()
    for file, tests in found.items():
        counts = Counter[str]()
        for test, outcome in tests.items():
            name = f"{file}::{test}"
            is_listed = name in reasons
            if outcome == "failed" and is_listed:
                counts["differ"] += 1
            else:
                counts[outcome] += 1
            if is_listed and outcome == "passed":
                wrong.append(f"{name} passes, but differences.toml lists it")
            if outcome == "failed" and not is_listed:
                wrong.append(f"{name} fails")
        if counts:
            print(f"{file:34} {counts['passed']:6}  {counts['differ']:6}  {counts['failed']:6}")
        sums += counts
    known = {f"{file}::{test}" for file, tests in found.items() for test in tests}
    wrong += [f"{name} is in differences.toml, and there is no such test" for name in reasons if name not in known]
    total = sum(sums.values())
    print(f"{'all':34} {sums['passed']:6}  {sums['differ']:6}  {sums['failed']:6}")
    print(f"\n{sums['passed']} of {total} tests pass, {100 * sums['passed'] / max(1, total):.1f} %. Why the others differ:\n")
    for one in wanted.get("differs", []):
        print(f"{len(one['tests']):4}  {one['reason']}")
    for file, reason in wanted["not_run"].items():
        print(f"      {file} is not run: {reason}")
    for line in wrong:
        print(f"wrong: {line}")
    return not wrong


if __name__ == "__main__":
    sys.exit(main())
