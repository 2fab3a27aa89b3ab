"""The cases of testdata/, which the library and the command run, too."""

from __future__ import annotations

import codecs
import re
import sys
from pathlib import Path
from typing import Any

import pellucid
import pytest

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

DATA = Path(__file__).resolve().parents[3] / "testdata"


def cases() -> list[Any]:
    found = []
    for file in sorted([*DATA.glob("detect/*.toml"), *DATA.glob("repair/*.toml")]):
        for case in tomllib.loads(file.read_text("utf-8"))["case"]:
            found.append(pytest.param(case, id=case["name"]))
    return found


def part(given: Any) -> bytes:
    """The bytes of a part: see testdata/README.md."""
    if isinstance(given, str):
        given = {"text": given}
    piece: bytes
    if "text" in given:
        wide = re.fullmatch(r"utf-(16|32)(le|be)", given.get("encoding", "utf-8"))
        if wide:
            piece = given["text"].encode(given["encoding"])
        else:
            piece = pellucid.encoding(given.get("encoding", "utf-8")).encode(given["text"], errors="strict")
    elif "bytes" in given:
        piece, _ = codecs.escape_decode(given["bytes"].encode("ascii"))
    else:
        piece = (DATA / "pages" / given["file"]).read_bytes()
    return piece * int(given.get("times", 1))


@pytest.mark.parametrize("case", cases())
def test_case(case: dict[str, Any]) -> None:
    given = case["input"]
    data = b"".join(map(part, given if isinstance(given, list) else [given]))
    hints = dict(case.get("hints", {}))
    if "lang" in hints:
        hints["language"] = hints.pop("lang")
    wanted = case["expect"]
    guess = pellucid.detect(data, **hints)
    names = wanted.get("encoding", guess.encoding)
    assert guess.encoding in ([names] if isinstance(names, str) else names), guess.explain()
    assert guess.source == wanted.get("source", guess.source)
    assert guess.language == wanted.get("language", guess.language)
    assert guess.is_ascii == wanted.get("ascii", guess.is_ascii)
    confidence = wanted.get("confidence", {})
    assert confidence.get("at_least", 0) <= guess.confidence <= confidence.get("at_most", 1)
    for words in wanted.get("evidence", []):
        assert any(words in evidence.words for evidence in guess.evidence), words
    ways = case.get("decode", {})
    text = pellucid.decode(data, mixed=ways.get("mixed", False), repair=ways.get("repair", False), **hints).text
    assert text == wanted.get("decoded", text)

    stream = pellucid.Detector(**hints).stream()
    stream.feed(data[: len(data) // 2])
    stream.feed(data[len(data) // 2 :])
    assert stream.finish() == guess
