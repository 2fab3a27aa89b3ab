"""The command `normalizer`. `pellucid decode` and `pellucid detect` do more."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from .api import from_bytes
from .models import CharsetMatch, CliDetectionResult
from .version import __version__


def query_yes_no(question: str, default: str = "yes") -> bool:
    """Asks until the answer is yes or no."""
    while True:
        answer = input(f"{question} [{'Y/n' if default == 'yes' else 'y/N'}] ").strip().lower() or default
        if answer in ("y", "yes", "n", "no"):
            return answer.startswith("y")
        print("Answer y or n.")


def cli_detect(argv: Sequence[str] | None = None) -> int:
    """Detects the encodings of files, prints them as JSON, and writes the files in UTF-8 on request. Returns the exit code."""
    parser = _parser()
    arguments = parser.parse_args(argv)
    missing = [path for path in arguments.files if path != "-" and not os.path.isfile(path)]
    if missing:
        parser.error(f"cannot open {missing[0]}")
    problem = (
        "--replace needs --normalize" if arguments.replace and not arguments.normalize
        else "--force needs --replace" if arguments.force and not arguments.replace
        else "--threshold must be between 0 and 1" if not 0 <= arguments.threshold <= 1
        else None
    )  # fmt: skip
    if problem:
        print(problem, file=sys.stderr)
        return 1
    results: list[CliDetectionResult] = []
    code = 0
    for path in arguments.files:
        matches = from_bytes(
            sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes(), explain=arguments.verbose
        )
        best = matches.best()
        result = CliDetectionResult(os.path.abspath(path), best)
        results.append(result)
        if best is None:
            print(f"{path}: no encoding fits; is it text?", file=sys.stderr)
            continue
        if arguments.alternatives:
            results += [CliDetectionResult(result.path, other, False) for other in list(matches)[1:]]
        if arguments.normalize and path != "-":
            try:
                result.unicode_path = _normalize(Path(path), best, arguments)
            except OSError as error:
                print(f"{path}: {error}", file=sys.stderr)
                code = 1
    _show(results, arguments)
    return code


def _show(results: list[CliDetectionResult], arguments: argparse.Namespace) -> None:
    if arguments.minimal:
        for path in dict.fromkeys(result.path for result in results):
            print(", ".join(result.encoding or "undefined" for result in results if result.path == path))
    else:
        every = [result.as_dict() for result in results]
        print(json.dumps(every if len(every) > 1 else every[0], indent=4))


def _normalize(path: Path, best: CharsetMatch, arguments: argparse.Namespace) -> str | None:
    """Writes a file in UTF-8, beside the old one or over it. Returns where; None if there is nothing to do."""
    if best.encoding.startswith("utf") or best.encoding == "ascii":
        print(f"{path}: is Unicode already", file=sys.stderr)
        return None
    real = Path(os.path.realpath(path))
    if arguments.replace and not arguments.force and not query_yes_no(f"Replace {path}?", "no"):
        return None
    target = real if arguments.replace else real.with_name(f"{real.stem}.{best.encoding}{real.suffix}")
    # It is there as a whole or not at all.
    with tempfile.NamedTemporaryFile(dir=real.parent, prefix=f".{real.name}.", delete=False) as file:
        try:
            file.write(best.output())
            file.close()
            os.chmod(file.name, os.stat(real).st_mode)
            os.replace(file.name, target)
        except BaseException:
            os.unlink(file.name)
            raise
    return str(target)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="normalizer", description="Detect the encodings of files; write them in UTF-8.")
    add = parser.add_argument
    add("files", nargs="+", metavar="FILE", help="a file, or - for standard input")
    add("-v", "--verbose", action="store_true", help="log the reasons")
    add("-a", "--with-alternative", action="store_true", dest="alternatives", help="print other encodings, too")
    add("-n", "--normalize", action="store_true", help="write the file in UTF-8")
    add("-m", "--minimal", action="store_true", help="print only the encoding")
    add("-r", "--replace", action="store_true", help="with --normalize: replace the file")
    add("-f", "--force", action="store_true", help="with --replace: do not ask")
    add("-i", "--no-preemptive", action="store_true", help="has no effect: declarations are only evidence")
    add("-t", "--threshold", type=float, default=0.2, help="has no effect")
    add("--version", action="version", version=f"Charset-Normalizer {__version__}")
    return parser


if __name__ == "__main__":
    sys.exit(cli_detect())
