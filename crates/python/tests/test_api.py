"""The functions and classes, one by one."""

from __future__ import annotations

import copy
import inspect
import json
import multiprocessing
import os
import pickle
import signal
import subprocess
import threading
import time
from pathlib import Path
from typing import Any

import pellucid
import pytest

RUSSIAN = "Съешь ещё этих мягких французских булок, да выпей чаю."


def test_a_guess_has_everything() -> None:
    guess = pellucid.detect(f"<meta charset=windows-1251><p>{RUSSIAN}".encode("koi8_r"))
    assert (guess.encoding, guess.python_codec, guess.iana) == ("KOI8-R", "koi8_r", "KOI8-R")
    assert (guess.declared, guess.source, guess.language) == ("windows-1251", "content", "ru")
    assert 0.9 < guess.confidence <= 1
    assert not guess.is_ascii and not guess.is_binary and guess.tied == []
    unsure = pellucid.detect("Mäßig".encode("cp1252"))
    assert unsure.alternatives
    assert all(other.confidence <= unsure.confidence for other in unsure.alternatives)
    assert unsure.alternatives[0] == (unsure.alternatives[0].encoding, unsure.alternatives[0].confidence)
    assert all(other.python_codec == pellucid.encoding(other.encoding).python_codec for other in unsure.alternatives)
    assert any("windows-1251" in evidence.words for evidence in guess.evidence)
    for evidence in guess.evidence:
        source, encoding, bits, words = evidence
        assert (source, encoding, bits, words) == (evidence.source, evidence.encoding, evidence.bits, evidence.words)
    assert guess.as_dict() == {
        "encoding": "KOI8-R",
        "python_codec": "koi8_r",
        "confidence": guess.confidence,
        "language": "ru",
        "source": "content",
        "tied": [],
        "declared": "windows-1251",
        "ascii": False,
    }
    assert repr(guess).startswith("<Guess KOI8-R (")


def test_hints_count() -> None:
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
    found = pellucid.detect(RUSSIAN.encode("koi8_r"), method="chared")
    assert (found.encoding, found.source) == ("KOI8-R", "chared")
    assert any("nobody named the language; the text looks like ru" in piece.words for piece in found.evidence)
    tied = pellucid.detect(b"plain", method="chared", language="ru")
    assert tied.tied and tied.encoding not in tied.tied


def test_wrong_options_raise() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument.*content_type"):
        pellucid.detect(b"", lang="ru")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="unexpected keyword argument.*errors.*content_type"):
        pellucid.decode(b"", error="strict")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="unexpected keyword argument.*extractor"):
        pellucid.Detector().page(b"", language="ru")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match='argument "url"'):
        pellucid.detect(b"", url=7)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match='argument "allow".*not iterable'):
        pellucid.detect(b"", allow=7)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match='argument "links"'):
        pellucid.page(b"", links="yes")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no model of chared"):
        pellucid.Detector(method="chared", language="oj")
    with pytest.raises(pellucid.OptionError, match='unknown language "klingon"'):
        pellucid.detect(b"", language="klingon")
    with pytest.raises(pellucid.OptionError, match="allowed is denied"):
        pellucid.Detector(allow="koi8-r", deny=["koi8-r", "utf-8"])
    with pytest.raises(pellucid.OptionError, match="favor needs the default extractor; r2l gives plain text"):
        pellucid.page(b"", extractor="r2l", favor="recall")
    with pytest.raises(pellucid.OptionError, match="links needs the default extractor"):
        pellucid.page(b"", extractor="danag", links=True)
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


@pytest.mark.parametrize(
    "option, names",
    [
        ("method", "pellucid, standard, hybrid, chared, svm"),
        ("prior", "web, file"),
        ("errors", "replace, ignore, strict, reject, references"),
        ("extract", "main, all, none"),
        ("extractor", "default, r2l, r2l+, r2l-tree, licea, danag"),
        ("favor", "balance, precision, recall"),
    ],
)
def test_names_are_listed_where_one_is_unknown(option: str, names: str) -> None:
    with pytest.raises(pellucid.OptionError) as error:
        pellucid.page(b"", **{option: "chardet"})  # type: ignore[arg-type]
    assert str(error.value).startswith("unknown ") and str(error.value).endswith(f'"chardet"; use one of: {names}')
    for name in names.split(", "):
        hints = {"language": "ru"} if name == "chared" else {}
        pellucid.page(b"<p>plain", **{option: name}, **hints)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "function",
    [
        pellucid.decode,
        pellucid.page,
        pellucid.extract,
        pellucid.Detector().decode,
        pellucid.Detector().page,
        pellucid.Detector().extract,
    ],
)
def test_signatures_name_every_option_with_its_default(function: Any) -> None:
    first, *options = inspect.signature(function).parameters.values()
    defaults = {option.name: option.default for option in options if option.kind is option.KEYWORD_ONLY}
    data = "<p>déjà vu, où çà".encode()
    assert str(function(data, **defaults)) == str(function(data)) and "repair" in defaults
    with pytest.raises(TypeError, match="use one of: ") as error:
        function(data, nonsense=1)
    listed = str(error.value).split("use one of: ")[1].split(", ")
    assert set(defaults) == set(listed) - set(pellucid.Hints.__annotations__)


def test_decoding_counts_what_it_could_not_read() -> None:
    page = "<meta charset=utf-8>déjà vu, où çà".encode() + b"\xff"
    decoded = pellucid.decode(page)
    assert decoded.text == str(decoded) == "<meta charset=utf-8>déjà vu, où çà\N{REPLACEMENT CHARACTER}"
    assert (decoded.encoding, decoded.replaced) == ("UTF-8", 1)
    assert decoded.positions == [(len(page) - 1, len(page))]
    assert (decoded.positions[0].start, decoded.positions[0].end) == (len(page) - 1, len(page))
    assert decoded.confidence == decoded.guess.confidence
    assert pellucid.decode(page, errors="ignore").text.endswith("çà")
    assert pellucid.decode(page, errors="references").text.endswith("çà&#xFF;")
    assert decoded.check().replacements == 1
    read = pellucid.page(page, extract="none")
    assert (read.text, read.replaced, read.positions) == (decoded.text, 1, decoded.positions)


def test_a_check_counts() -> None:
    check = pellucid.decode("a\ue000\ufffe\x01\u0378 Прiвет\ufffd".encode()).check()
    counts = {
        "replacements": 1,
        "controls": 1,
        "unassigned": 1,
        "private_use": 1,
        "noncharacters": 1,
        "switches": 2,
    }
    assert check.as_dict() == counts and check == pellucid.Check(**counts) and not check.is_clean
    assert pellucid.decode(b"plain").check().is_clean


def test_a_strict_error_is_one_of_pythons() -> None:
    page = b"caf\xe9 cr\xe8me"
    with pytest.raises(pellucid.DecodeError) as raised:
        pellucid.decode(page, encoding="utf-8", errors="strict")
    with pytest.raises(UnicodeDecodeError) as pythons:
        page.decode("utf-8")
    error = raised.value
    assert isinstance(error, UnicodeDecodeError) and isinstance(error, pellucid.PellucidError)
    assert (error.start, error.object) == (pythons.value.start, page)
    assert page[error.start : error.end].startswith(b"\xe9")
    for read in (pellucid.decode, pellucid.page):
        with pytest.raises(pellucid.DecodeError, match="the first of 2 such places") as rejected:
            read(page, encoding="utf-8", errors="reject")
        assert (rejected.value.start, rejected.value.object) == (error.start, page)


def test_a_known_encoding() -> None:
    decoded = pellucid.decode(b"\xcf\xf0\xe8\xe2\xe5\xf2", encoding="cp1251")
    assert (decoded.text, decoded.guess.source, decoded.confidence) == ("Привет", "caller", 1.0)
    page = pellucid.page(b"<p>" + RUSSIAN.encode("cp1251"), encoding="windows-1251")
    assert (page.encoding, page.guess.source, page.language) == ("windows-1251", "caller", "ru")
    detector = pellucid.Detector(encoding=pellucid.encoding("cp1251"))
    guess = detector.detect(RUSSIAN.encode("koi8_r"))
    assert (guess.encoding, guess.source, guess.confidence) == ("windows-1251", "caller", 1.0)
    assert pellucid.detect(RUSSIAN.encode("koi8_r"), encoding="cp1251") == guess
    stream = detector.stream()
    stream.feed(RUSSIAN.encode("koi8_r"))
    assert stream.finish() == guess


def test_clean_ups_are_asked_for() -> None:
    text = b"\xef\xbb\xbfa\r\nb\x01c"
    assert pellucid.decode(text).text == "a\r\nb\x01c"
    assert pellucid.decode(text, newlines=True, controls=True).text == "a\nbc"
    assert pellucid.decode(text, keep_bom=True).text[0] == "\ufeff"


def test_declarations_are_set_right_on_request() -> None:
    page = b"<meta charset=latin1><p>caf\xe9"
    assert pellucid.decode(page).text == "<meta charset=latin1><p>café"
    for decode in (pellucid.decode, pellucid.Detector().decode):
        assert decode(page, declare=True).text == "<meta charset=utf-8><p>café"
    assert pellucid.decode("<head><p>café".encode(), declare=True).text == '<head><meta charset="utf-8"><p>café'


def test_mixed_pages() -> None:
    page = "<p>Une page en UTF-8, déjà très appréciée</p><p>et un morceau collé, ".encode() + b"d\xe9j\xe0 vu</p>"
    decoded = pellucid.decode(page, mixed=True)
    assert decoded.text.endswith("collé, déjà vu</p>")
    assert decoded.mixed == ("windows-1252", 2, 2)
    assert decoded.mixed is not None and decoded.mixed.encoding == "windows-1252"
    assert (decoded.mixed.pieces, decoded.mixed.bytes) == (2, 2)
    assert pellucid.decode(page).mixed is None
    whole = pellucid.page(page, mixed=True, extract="none")
    assert (whole.text, whole.mixed) == (decoded.text, decoded.mixed)


def test_repairs() -> None:
    doubled = "Déjà vu, café, été".encode().decode("windows-1252")
    repaired = pellucid.repair(doubled)
    assert (repaired.text, str(repaired), repaired.changed) == ("Déjà vu, café, été", "Déjà vu, café, été", True)
    layer = repaired.layers[0]
    assert (layer.via, layer.was, layer.runs, layer.before, layer.after) == ("windows-1252", "UTF-8", 5, 10, 5)
    assert repaired.undo() == doubled
    assert (str(layer), repr(repaired)) == (layer.words, f"<Repaired: {layer.words}>")
    assert pellucid.decode(doubled.encode()).repair().text == "Déjà vu, café, été"
    decoded = pellucid.decode(doubled.encode(), repair=True)
    assert (decoded.text, decoded.layers) == (repaired.text, repaired.layers)
    page = pellucid.page(doubled.encode(), repair=True, extract="none")
    assert (page.text, page.layers) == (repaired.text, repaired.layers)
    assert pellucid.extract(doubled, repair=True, extract="none").text == repaired.text
    assert pellucid.decode(doubled.encode()).layers == []
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
    assert detector.stream().early() is None
    streams = [detector.stream() for _ in range(2)]
    for each in streams:
        each.feed(page)
    assert [each.finish() for each in streams] == [whole, whole]
    assert detector.stream().finish() == pellucid.detect(b"")
    assert not hasattr(detector, "feed")


def test_a_detector_can_be_pickled() -> None:
    detector = pellucid.Detector(language="ru", allow=[pellucid.encoding("koi8-r"), "utf-8"])
    again = pickle.loads(pickle.dumps(detector))
    assert repr(again) == repr(detector)
    assert again.detect(b"\xcf") == detector.detect(b"\xcf")


PICKLED = "<html lang=de><title>Maß - Seite</title><meta name=author content='A. B.'><h1>Maß</h1><p>Größe, <a href=/x>Übung</a>."


def large_answers() -> list[Any]:
    """Answers of every class, with something in each of their fields."""
    page = "<p>Une page en UTF-8, déjà très appréciée</p><p>et un morceau collé, ".encode() + b"d\xe9j\xe0 vu</p>"
    return [
        pellucid.detect("Mäßig".encode("cp1252")),
        pellucid.detect(b"<meta charset=koi8-r>"),
        pellucid.detect(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
        pellucid.decode(b"caf\xe9 \xff", encoding="utf-8"),
        pellucid.decode(page, mixed=True),
        pellucid.decode("DÃ©jÃ\xa0 vu, cafÃ©, Ã©tÃ©".encode(), repair=True),
        pellucid.repair("DÃ©jÃ\xa0 vu, cafÃ©, Ã©tÃ©"),
        pellucid.repair("unchanged"),
        pellucid.extract(PICKLED, links=True),
        pellucid.page(PICKLED.encode("cp1252"), links=True),
        pellucid.page(page, mixed=True, extract="all"),
        pellucid.page(b""),
    ]


def everything(answer: Any) -> dict[str, Any]:
    """All that an answer says, by attributes and by methods without arguments."""
    said = {"str": str(answer), "repr": repr(answer), "type": type(answer)}
    for name in (name for name in dir(answer) if not name.startswith("_")):
        value = getattr(answer, name)
        if callable(value):
            value = value()
        said[name] = everything(value) if isinstance(value, pellucid.Repaired) else value
    return said


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_large_answers_can_be_pickled(protocol: int) -> None:
    for answer in large_answers():
        said = everything(answer)
        again = pickle.loads(pickle.dumps(answer, protocol))
        assert everything(again) == said and len(said) > 3
        # And what came out of a pickle goes into the next one.
        assert everything(pickle.loads(pickle.dumps(again, protocol))) == said
        for copied in (copy.copy(answer), copy.deepcopy(again)):
            assert everything(copied) == said


def test_pickled_guesses_are_equal_and_lists_are_copies() -> None:
    guess = pellucid.detect("Mäßig".encode("cp1252"))
    again = pickle.loads(pickle.dumps(guess))
    assert guess == again and again == guess and again != pellucid.detect(b"x") and again != "x"
    again.alternatives.clear()
    assert again.alternatives == guess.alternatives != []


def test_answers_cross_processes() -> None:
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        pages = [PICKLED.encode("cp1252"), b"<p>text", b""]
        for function in (pellucid.detect, pellucid.decode, pellucid.page):
            answers = pool.map(function, pages)
            assert [everything(answer) for answer in answers] == [everything(function(page)) for page in pages]


def test_what_cannot_be_pickled_says_so() -> None:
    with pytest.raises(TypeError, match="pickle"):
        pickle.dumps(pellucid.Detector().stream())
    reduced: Any = pellucid.detect(b"x").__reduce__()
    restore, (fields,) = reduced
    del fields["evidence"]
    with pytest.raises(TypeError, match="another version of pellucid: it has no evidence"):
        restore(fields)


def test_small_answers_can_be_compared_unpacked_and_pickled() -> None:
    start, end = span = pellucid.Span(3, 4)
    assert (start, end) == span == pellucid.Span(start=3, end=4) and repr(span) == "Span(start=3, end=4)"
    guess = pellucid.detect("Mäßig".encode("cp1252"))
    page = pellucid.page(b"<html lang=de><title>Tee</title><meta name=author content='A. B.'><p>Tee")
    answers = [span, guess.alternatives[0], guess.evidence[0], page.metadata, pellucid.decode(b"x").check()]
    for answer in answers:
        assert pickle.loads(pickle.dumps(answer)) == copy.copy(answer) == answer
        assert repr(answer).startswith(type(answer).__name__ + "(") and type(answer).__module__ == "pellucid"
    with pytest.raises(AttributeError):
        page.metadata.title = "Kaffee"  # type: ignore[misc]
    metadata = page.metadata
    assert (metadata.title, metadata.authors, metadata.declared_language) == ("Tee", ["A. B."], "de")
    assert (page.title, page.authors, page.declared_language) == ("Tee", ["A. B."], "de")
    everything = page.as_dict()
    assert metadata.as_dict() == {name: everything[name] for name in metadata.as_dict()}


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
    with pytest.raises(TypeError, match="decoded already"):
        pellucid.page("text")  # type: ignore[arg-type]


def test_what_of_a_page_becomes_its_text() -> None:
    menu = "".join(f"<li><a href=/{number}>Menu {number}</a>" for number in range(9))
    html = f"<nav><ul>{menu}</ul></nav><article><p>{RUSSIAN * 3}</p></article>"
    main = pellucid.page(html.encode("koi8_r"))
    assert "Съешь" in main.text and "Menu" not in main.text and "<p>" in main.html
    everything = pellucid.page(html.encode("koi8_r"), extract="all")
    assert "Съешь" in everything.text and "Menu 3" in everything.text and "<p>" not in everything.text
    as_it_is = pellucid.page(html.encode("koi8_r"), extract="none")
    assert as_it_is.text == html == pellucid.extract(html, extract="none").text
    names = [page.as_dict()["extractor"] for page in (main, everything, as_it_is)]
    assert names == ["default", "all", "none"]


def test_options_of_extraction() -> None:
    html = (
        "<title>Tea</title><article><p class=a>Water should not boil for green tea: 70 degrees are enough, and two minutes.</p>"
        "<p class=b>Black tea wants boiling water, a warm pot, and between three and five minutes of patience.</p></article>"
        "<ol id=comments><li class=comment><b class=fn>Ada</b> <time datetime=2024-05-06>May</time><p>With milk, always.</p></ol>"
        "<p class=note>1 Of Celsius.</p>"
    )
    plain = pellucid.extract(html)
    assert plain.blocks == plain.comments == [] and not {"blocks", "comments"} & set(plain.as_dict())
    page = pellucid.page(html.encode(), comments="apart", title="always", keep=".note", prune="p.b", blocks=True)
    assert page.text.startswith("Tea\n\nWater") and "Celsius" in page.text
    assert "Black" not in page.text and "milk" not in page.text
    assert page.comments == [{"text": "With milk, always.", "author": "Ada", "date": "2024-05-06"}]
    assert [block["kind"] for block in page.blocks] == ["heading", "paragraph", "paragraph"]
    assert page.blocks[1]["selector"] == "article:nth-of-type(1) > p:nth-of-type(1)"
    everything = page.as_dict()
    assert everything["comments"] == page.comments and everything["blocks"] == page.blocks
    assert pickle.loads(pickle.dumps(page)).as_dict() == everything
    with pytest.raises(pellucid.OptionError, match="blocks needs the default extractor"):
        pellucid.extract(html, extractor="danag", blocks=True)
    with pytest.raises(pellucid.OptionError):
        pellucid.extract(html, prune="p[")


def test_extractors_from_the_papers(testdata: Path) -> None:
    html = (testdata / "r2l" / "khabar.html").read_bytes()
    texts = set()
    for name in ("default", "r2l", "r2l+", "r2l-tree", "licea", "danag"):
        page = pellucid.Detector().page(html, extractor=name)
        assert page.as_dict()["extractor"] == name and page.language == "fa"
        texts.add(page.text)
    assert len(texts) == 6 and "" not in texts


def test_a_detector_extracts_with_its_hints() -> None:
    html = "<p>Tea, and two minutes."
    detector = pellucid.Detector(language="de")
    assert detector.extract(html).language == pellucid.extract(html, language="de").language == "de"
    assert pellucid.extract(html).language == "en" or pellucid.extract(html).language is None
    page = detector.extract(html.encode())
    assert isinstance(page, pellucid.Page) and page.language == "de"


def test_bytes_that_are_not_text_give_an_empty_page() -> None:
    page = pellucid.page(b"\x89PNG\r\n\x1a\n" + bytes(64))
    assert (page.text, page.encoding, page.guess.is_binary) == ("", "binary", True)


def test_a_page_without_content_says_why() -> None:
    page = pellucid.page(b"<frameset><frame src=a></frameset>")
    assert page.text == "" and page.empty is not None and "frames" in page.empty
    assert "frames" in repr(page)


def test_the_words_are_the_same_as_those_of_the_command(command: Path, testdata: Path) -> None:
    """Python and the command say the same about a page, key by key."""
    files = sorted((testdata / "extract").glob("*.html")) + sorted((testdata / "r2l").glob("*.html"))
    output = subprocess.run([command, "extract", "--format", "jsonl", *files], capture_output=True, check=True)
    lines = output.stdout.decode().splitlines()
    assert len(lines) == len(files)
    for file, line in zip(files, lines):
        said = json.loads(line)
        assert said.pop("error") is said.pop("path_hex") is None and Path(said.pop("path")) == file
        assert pellucid.page(file.read_bytes()).as_dict() == said
    more = ["--blocks", "--comments=apart", "--title", "always"]
    output = subprocess.run([command, "extract", "--format", "jsonl", *more, *files], capture_output=True, check=True)
    for file, line in zip(files, output.stdout.decode().splitlines()):
        said = json.loads(line)
        found = pellucid.page(file.read_bytes(), blocks=True, comments="apart", title="always").as_dict()
        assert {key: said[key] for key in found} == found and found.keys() == said.keys() - {"error", "path", "path_hex"}
    output = subprocess.run([command, "detect", "--format", "jsonl", *files], capture_output=True, check=True)
    for file, line in zip(files, output.stdout.decode().splitlines()):
        guess = pellucid.detect(file.read_bytes()).as_dict()
        said = json.loads(line)
        assert said.pop("error") is said.pop("path_hex") is None and Path(said.pop("path")) == file
        assert {name: guess[name] for name in said} == said


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
def test_ctrl_c_is_heard_while_a_page_takes_long() -> None:
    page = b"<ul><li>a<blockquote><p>b</ul>" * 400_000

    def press() -> None:
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    # A shell without job control starts programs in the background with this signal ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.1, press)
    began = time.monotonic()
    try:
        with pytest.raises(KeyboardInterrupt):
            timer.start()
            pellucid.page(page)
    finally:
        timer.join()
        signal.signal(signal.SIGINT, before)
    interrupted = time.monotonic() - began
    began = time.monotonic()
    pellucid.page(page)
    assert interrupted < (time.monotonic() - began) / 2
