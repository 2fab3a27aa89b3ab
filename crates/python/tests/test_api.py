"""The functions and classes, one after the other."""

from __future__ import annotations

import json
import pickle
import subprocess
from pathlib import Path

import pellucid
import pytest

RUSSIAN = "Съешь ещё этих мягких французских булок, да выпей чаю."


def test_a_guess_tells_all() -> None:
    guess = pellucid.detect(f"<meta charset=windows-1251><p>{RUSSIAN}".encode("koi8_r"))
    assert (guess.encoding, guess.python_codec, guess.iana) == ("KOI8-R", "koi8_r", "KOI8-R")
    assert (guess.declared, guess.source, guess.language) == ("windows-1251", "content", "ru")
    assert 0.9 < guess.confidence <= 1
    assert not guess.is_ascii and not guess.is_binary and guess.equal == []
    unsure = pellucid.detect("Mäßig".encode("cp1252"))
    assert unsure.alternatives
    assert all(other.confidence <= unsure.confidence for other in unsure.alternatives)
    assert any("windows-1251" in evidence.words for evidence in guess.evidence)
    assert guess.as_dict() == {
        "encoding": "KOI8-R",
        "python_codec": "koi8_r",
        "confidence": guess.confidence,
        "language": "ru",
        "source": "content",
        "declared": "windows-1251",
        "ascii": False,
    }
    assert repr(guess).startswith("<Guess KOI8-R (")


def test_hints_are_heard() -> None:
    page = b"<p>Questions"
    assert pellucid.detect(page, content_type="text/html; charset=big5").encoding == "Big5"
    assert pellucid.detect(page, content_type=None).encoding == "UTF-8"
    cyrillic = RUSSIAN.encode("cp866")
    assert pellucid.detect(cyrillic, deny="ibm866").encoding != "IBM866"
    assert pellucid.detect(cyrillic, allow=["ibm866", pellucid.encoding("utf-8")]).encoding == "IBM866"
    of_russia = pellucid.detect(b"\xf0\xd2\xc9\xd7\xc5\xd4", url="http://example.ru/")
    assert "tld" in [evidence.source for evidence in of_russia.evidence]
    assert of_russia == pellucid.detect(b"\xf0\xd2\xc9\xd7\xc5\xd4", tld="ru")
    assert pellucid.detect(RUSSIAN.encode(), method="standard").encoding == "windows-1252"
    chared = pellucid.detect(RUSSIAN.encode("koi8_r"), method="chared", language="russian")
    assert (chared.encoding, chared.source) == ("KOI8-R", "chared")


def test_wrong_options_are_told() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument.*content_type"):
        pellucid.detect(b"", lang="ru")  # type: ignore[call-arg]
    with pytest.raises(pellucid.OptionError, match="pellucid, standard, hybrid, chared, svm"):
        pellucid.detect(b"", method="chardet")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="needs a language"):
        pellucid.Detector(method="chared")
    with pytest.raises(pellucid.UnknownEncoding) as error:
        pellucid.detect(b"", allow=["utf-9"])
    assert isinstance(error.value, (LookupError, pellucid.PellucidError))
    with pytest.raises(pellucid.ModelError):
        pellucid.detect(b"", model=b"not a model")
    with pytest.raises(FileNotFoundError):
        pellucid.detect(b"", model="no/such/file")
    with pytest.raises(TypeError, match="decoded already"):
        pellucid.detect("text")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        pellucid.detect(None)  # type: ignore[arg-type]


def test_decoding_counts_what_it_could_not_read() -> None:
    page = "<meta charset=utf-8>déjà vu, où çà".encode() + b"\xff"
    decoded = pellucid.decode(page)
    assert decoded.text == str(decoded) == "<meta charset=utf-8>déjà vu, où çà\N{REPLACEMENT CHARACTER}"
    assert (decoded.encoding, decoded.replaced) == ("UTF-8", 1)
    assert decoded.positions == [(len(page) - 1, len(page))]
    assert decoded.guess is not None and decoded.confidence == decoded.guess.confidence
    assert pellucid.decode(page, errors="ignore").text.endswith("çà")
    assert pellucid.decode(page, errors="references").text.endswith("çà&#xFF;")
    assert decoded.check()["replacements"] == 1


def test_a_strict_error_is_one_of_pythons() -> None:
    page = b"caf\xe9 cr\xe8me"
    with pytest.raises(pellucid.DecodeError) as ours:
        pellucid.decode(page, encoding="utf-8", errors="strict")
    with pytest.raises(UnicodeDecodeError) as pythons:
        page.decode("utf-8")
    error = ours.value
    assert isinstance(error, UnicodeDecodeError) and isinstance(error, pellucid.PellucidError)
    assert (error.start, error.object) == (pythons.value.start, page)
    assert page[error.start : error.end].startswith(b"\xe9")


def test_an_encoding_can_be_told() -> None:
    decoded = pellucid.decode(b"\xcf\xf0\xe8\xe2\xe5\xf2", encoding="cp1251")
    assert (decoded.text, decoded.guess, decoded.confidence) == ("Привет", None, None)
    page = pellucid.page(b"<p>" + RUSSIAN.encode("cp1251"), encoding="windows-1251")
    assert (page.encoding, page.guess, page.language) == ("windows-1251", None, "ru")


def test_clean_ups_are_asked_for() -> None:
    text = b"\xef\xbb\xbfa\r\nb\x01c"
    assert pellucid.decode(text).text == "a\r\nb\x01c"
    assert pellucid.decode(text, newlines=True, controls=True).text == "a\nbc"
    assert pellucid.decode(text, keep_bom=True).text[0] == "\ufeff"


def test_mixed_pages() -> None:
    page = "<p>Une page en UTF-8, déjà très appréciée</p><p>et un morceau collé, ".encode() + b"d\xe9j\xe0 vu</p>"
    decoded = pellucid.decode(page, mixed=True)
    assert decoded.text.endswith("collé, déjà vu</p>")
    assert decoded.mixed == ("windows-1252", 2, 2)
    assert pellucid.decode(page).mixed is None


def test_repairs() -> None:
    doubled = "Déjà vu, café, été".encode().decode("windows-1252")
    repaired = pellucid.repair(doubled)
    assert (repaired.text, str(repaired), repaired.changed) == ("Déjà vu, café, été", "Déjà vu, café, été", True)
    layer = repaired.layers[0]
    assert (layer.via, layer.was, layer.runs, layer.before, layer.after) == ("windows-1252", "UTF-8", 5, 10, 5)
    assert repaired.undo() == doubled
    assert pellucid.decode(doubled.encode()).repair().text == "Déjà vu, café, été"
    assert not pellucid.repair("nothing to do").changed


def test_encodings() -> None:
    everything = pellucid.encodings()
    assert len(everything) == 114 and len(set(everything)) == 114
    for encoding in everything:
        assert pellucid.encoding(encoding.name) == encoding
        if encoding.python_codec:
            # Python knows it, and reads what we write.
            assert encoding.encode("abc 123", errors="ignore").decode(encoding.python_codec) == "abc 123"
    koi8 = pellucid.encoding("koi8-r")
    assert (koi8.family, koi8.use, "ru" in koi8.languages, "koi" in koi8.labels) == ("single-byte", "web", True, True)
    with pytest.raises(UnicodeEncodeError) as error:
        koi8.encode("Ещё €", errors="strict")
    assert (error.value.start, error.value.end) == (4, 5)
    assert koi8.encode("€", errors="references") == b"&#8364;"


def test_a_stream_gives_the_answer_for_the_whole() -> None:
    page = f"<p>{RUSSIAN}</p>".encode("koi8_r") * 200
    whole = pellucid.detect(page)
    stream = pellucid.Detector().stream()
    early = None
    for start in range(0, len(page), 1000):
        stream.feed(page[start : start + 1000])
        early = early or stream.early()
    assert early is not None and early.encoding == "KOI8-R"
    assert stream.finish() == whole
    for method in (stream.finish, stream.early, lambda: stream.feed(b"")):
        with pytest.raises(ValueError, match="finished"):
            method()
    detector = pellucid.Detector()
    assert detector.early() is None
    for _ in range(2):
        detector.feed(page)
        assert detector.finish() == whole
    assert detector.finish() == pellucid.detect(b"")


def test_a_detector_can_be_pickled() -> None:
    detector = pellucid.Detector(language="ru", allow=[pellucid.encoding("koi8-r"), "utf-8"])
    again = pickle.loads(pickle.dumps(detector))
    assert repr(again) == repr(detector)
    assert again.detect(b"\xcf") == detector.detect(b"\xcf")


def test_pages_as_expected(testdata: Path) -> None:
    for name in ("ash", "bread"):
        html = (testdata / "extract" / f"{name}.html").read_bytes()
        wanted = (testdata / "extract" / f"{name}.txt").read_text("utf-8")
        assert pellucid.page(html).text == wanted
        assert pellucid.Detector().page(html).text == wanted
        of_text = pellucid.extract(pellucid.decode(html).text)
        assert of_text.text == wanted and not isinstance(of_text, pellucid.Page)
        of_bytes = pellucid.extract(html, content_type="text/html")
        assert of_bytes.text == wanted and isinstance(of_bytes, pellucid.Page)
        with_all = pellucid.page(html, links=True, images=True)
        markdown = (testdata / "extract" / f"{name}.md").read_text("utf-8")
        assert with_all.markdown and markdown.endswith(with_all.markdown)
    with pytest.raises(TypeError, match="decoded already"):
        pellucid.extract("text", content_type="text/html")  # type: ignore[call-overload]


def test_a_page_without_content_says_why() -> None:
    page = pellucid.page(b"<frameset><frame src=a></frameset>")
    assert page.text == "" and page.empty is not None and "frames" in page.empty
    assert "frames" in repr(page)


def test_the_words_are_those_of_the_command(command: Path, testdata: Path) -> None:
    """What Python says of a page is what the command says of it, key by key."""
    files = sorted((testdata / "extract").glob("*.html")) + sorted((testdata / "r2l").glob("*.html"))
    output = subprocess.run([command, "extract", "--format", "jsonl", *files], capture_output=True, check=True)
    lines = output.stdout.decode().splitlines()
    assert len(lines) == len(files)
    for file, line in zip(files, lines):
        told = json.loads(line)
        assert told.pop("error") is None and Path(told.pop("path")) == file
        assert pellucid.page(file.read_bytes()).as_dict() == told
    output = subprocess.run([command, "detect", "--format", "jsonl", *files], capture_output=True, check=True)
    for file, line in zip(files, output.stdout.decode().splitlines()):
        guess = pellucid.detect(file.read_bytes()).as_dict()
        told = json.loads(line)
        assert {name: guess[name] for name in told if name != "path"} == {
            name: value for name, value in told.items() if name != "path"
        }
