"""The command `chardetect`. `pellucid detect` does more."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import BinaryIO

# By their own names: this module is also loaded as `chardet.cli`.
from pellucid._native import languages
from pellucid.compat.chardet._settings import DEFAULT_MAX_BYTES, DetectionDict
from pellucid.compat.chardet.enums import EncodingEra

_ERAS = [era.name.lower() for era in EncodingEra if era.name] + ["all"]


def main(argv: Sequence[str] | None = None) -> None:
    """Detects the encodings of files, or of standard input, and prints a line for each."""
    arguments = _parser().parse_args(argv)
    failed = 0
    for path in arguments.files or ["stdin"]:
        try:
            if arguments.files:
                with open(path, "rb") as file:
                    result = _detect(file, arguments)
            else:
                result = _detect(sys.stdin.buffer, arguments)
        except OSError as error:
            print(f"chardetect: {path}: {error}", file=sys.stderr)
            failed += 1
        except Exception as error:
            print(f"chardetect: {path}: detection failed: {error}", file=sys.stderr)
            failed += 1
        else:
            print(_line(path, result, arguments))
    if failed == max(1, len(arguments.files)):
        sys.exit(1)


def _detect(file: BinaryIO, arguments: argparse.Namespace) -> DetectionDict:
    # Found when it is called: the name may stand for something else by now.
    package = sys.modules[__package__ or "chardet"]
    found: DetectionDict = package.detect(
        # More than is looked at, to know that it is not all.
        file.read(DEFAULT_MAX_BYTES + 4),
        encoding_era=EncodingEra[arguments.encoding_era.upper()],
        max_bytes=DEFAULT_MAX_BYTES,
        include_encodings=_names(arguments.include_encodings),
        exclude_encodings=_names(arguments.exclude_encodings),
        no_match_encoding=arguments.no_match_encoding,
        empty_input_encoding=arguments.empty_input_encoding,
    )
    return found


def _names(listed: str | None) -> list[str] | None:
    return [name.strip() for name in listed.split(",")] if listed else None


def _line(path: str, result: DetectionDict, arguments: argparse.Namespace) -> str:
    words = [str(result["encoding"])]
    if arguments.language:
        language = result.get("language") or "und"
        name = "Undetermined" if language == "und" else _english(language)
        words.append(language if arguments.minimal else f"{language} ({name})")
    if arguments.mime_type:
        words.append(result.get("mime_type") or "application/octet-stream")
    if arguments.minimal:
        return " ".join(words)
    return f"{path}: {' '.join(words)} with confidence {result['confidence']}"


def _english(language: str) -> str:
    known = languages()
    longer = (name for tag, name in known.items() if tag.split("-")[0] == language)
    return known.get(language) or next(longer, language).split(" (")[0]


def _parser() -> argparse.ArgumentParser:
    package = sys.modules[__package__ or "chardet"]
    parser = argparse.ArgumentParser(prog="chardetect", description="Detect the encodings of files.")
    add = parser.add_argument
    add("files", nargs="*", metavar="FILE", help="a file; without one, standard input")
    add("--minimal", action="store_true", help="print only the encoding")
    add("-l", "--language", action="store_true", help="print the language, too")
    add("-m", "--mime-type", action="store_true", help="print the media type, too")
    add("-e", "--encoding-era", choices=_ERAS, default="all", help="allow only encodings of this era")
    add("-i", "--include-encodings", metavar="NAMES", help="allow only these encodings, a list with commas")
    add("-x", "--exclude-encodings", metavar="NAMES", help="do not allow these encodings, a list with commas")
    add("--no-match-encoding", default="cp1252", metavar="NAME", help="the answer if no encoding fits (cp1252)")
    add("--empty-input-encoding", default="utf-8", metavar="NAME", help="the answer for empty files (utf-8)")
    add("--version", action="version", version=f"chardet {package.__version__}")
    return parser


if __name__ == "__main__":
    main()
