"""pellucid.compat: users of chardet and charset-normalizer get what they expect."""

from __future__ import annotations

import codecs
import importlib
import io
import json
import logging
import subprocess
import sys
from pathlib import Path
from typing import Any

import pellucid
import pytest
from pellucid import compat
from pellucid.compat import charset_normalizer

# The examples of chardet's documentation, with other texts: ASCII, UTF-8 with few accents, each legacy encoding that it names.
TEXTS = [
    ("Bread needs flour, water, salt, and a long night of rest.", "ascii", "ascii"),
    ("The café is as naïve as its façade, but nobody minds.", "utf-8", "utf-8"),
    ("Приготовленное тесто оставляют на ночь в холодном месте.", "cp1251", "Windows-1251"),
    ("Приготовленное тесто оставляют на ночь в холодном месте.", "koi8_r", "KOI8-R"),
    ("朝の光が窓から入り、机の上の本を静かに照らしていた。", "euc_jp", "EUC-JP"),
    ("朝の光が窓から入り、机の上の本を静かに照らしていた。", "shift_jis", "CP932"),
    ("朝の光が窓から入り、机の上の本を静かに照らしていた。", "iso2022_jp", "ISO-2022-JP"),
    ("早晨的阳光照进窗户，安静地落在桌上的书上，谁也没有说话。", "gb18030", "GB18030"),
    ("早晨的陽光照進窗戶，安靜地落在桌上的書上，誰也沒有說話。", "big5", "Big5"),
    ("아침 햇살이 창문으로 들어와 책상 위의 책을 조용히 비추었다.", "euc_kr", "EUC-KR"),
    ("Άλλοι αφήνουν τη ζύμη όλη τη νύχτα, άλλοι την ψήνουν αμέσως.", "cp1253", "Windows-1253"),
    ("הבצק נשאר כל הלילה במקום קריר ורק בבוקר נכנס לתנור חם.", "cp1255", "Windows-1255"),
    ("Le cœur a ses raisons, déjà très tôt, à l’aube.", "cp1252", "Windows-1252"),
    ("Grüße aus Köln", "utf-8-sig", "UTF-8-SIG"),
    ("Grüße aus Köln", "utf-16", "UTF-16"),
    ("Grüße aus Köln", "utf-32", "UTF-32"),
]


@pytest.mark.parametrize("text, codec, name", TEXTS, ids=[f"{codec}-{name}" for _, codec, name in TEXTS])
def test_detect(text: str, codec: str, name: str) -> None:
    data = text.encode(codec)
    found = compat.detect(data)
    assert set(found) == {"encoding", "confidence", "language", "mime_type"}
    assert found["encoding"] == name and 0.5 < found["confidence"] <= 1
    # What matters: the name is a codec of Python, and it gives the text back.
    assert data.decode(found["encoding"]) == text
    assert data.decode(compat.codec(data)) == text
    assert compat.detect(bytearray(data)) == compat.detect(memoryview(data)) == found
    assert compat.detect_all(data)[0] == found
    detector = compat.UniversalDetector()
    for start in range(0, len(data), 7):
        detector.feed(data[start : start + 7])
    assert detector.close() == detector.result == found
    best = compat.from_bytes(data).best()
    assert best is not None and str(best) == text
    assert codecs.lookup(best.encoding)


def test_every_name_of_chardet_is_a_codec_and_reads_its_encoding() -> None:
    names = importlib.import_module("pellucid.compat.chardet._names")
    text = "Bread needs flour, water and salt."
    for name in names.NAMES:
        assert names.find(name.codec) == name and names.find(name.spelled.upper()) is not None
        if name.is_codec:
            assert codecs.lookup(name.codec) and codecs.lookup(name.spelled)
            # "utf-16" reads both orders, by the mark.
            for of in name.of if len(name.of) == 1 else []:
                assert codecs.decode(pellucid.encoding(of).encode(text), name.codec) == text
    named = {of for name in names.NAMES for of in name.of}
    assert named == {one.name for one in pellucid.encodings() if one.use != "never"}


def test_options_of_chardet() -> None:
    russian = TEXTS[2][0].encode("cp1251")
    assert compat.detect(b"plain", prefer_superset=True)["encoding"] == "Windows-1252"
    assert compat.detect(b"plain", prefer_superset=True, compat_names=False)["encoding"] == "cp1252"
    assert compat.detect(russian, compat_names=False)["encoding"] == "cp1251"
    assert compat.detect(russian, include_encodings=["utf-8", "koi8-r"])["encoding"] == "KOI8-R"
    assert compat.detect(russian, exclude_encodings=["windows-1251"])["encoding"] != "Windows-1251"
    assert compat.detect(b"plain", include_encodings=["ascii"])["encoding"] == "ascii"
    assert compat.detect(b"plain" + "é".encode() * 9, max_bytes=5)["encoding"] == "ascii"
    assert compat.detect(russian, encoding_era=compat.EncodingEra.MODERN_WEB)["encoding"] == "Windows-1251"
    dos = TEXTS[2][0].encode("cp866")
    assert compat.detect(dos, encoding_era=compat.EncodingEra.DOS)["encoding"] == "IBM866"
    ebcdic = "The dough rests for a whole night, and is baked in the morning.".encode("cp037")
    era = compat.EncodingEra.MAINFRAME
    assert ebcdic.decode(compat.detect(ebcdic, encoding_era=era)["encoding"] or "") == ebcdic.decode("cp037")
    with pytest.raises(TypeError):
        compat.detect(b"", include_encodings="utf-8")
    with pytest.raises(TypeError):
        compat.detect("text")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        compat.detect(5)  # type: ignore[arg-type]


def test_filters_name_codecs_and_not_only_encodings() -> None:
    assert compat.detect(b"plain", include_encodings=["cp1252"])["encoding"] == "Windows-1252"
    assert compat.detect(b"plain", exclude_encodings=["ascii"])["encoding"] == "utf-8"
    assert compat.detect(b"\xef\xbb\xbfplain", exclude_encodings=["utf-8-sig"])["encoding"] == "utf-8"
    assert compat.detect("Grüße aus Köln".encode("latin-1"), include_encodings=["latin-1"])["encoding"] == "ISO-8859-1"
    japanese = TEXTS[4][0].encode("shift_jis")
    only = ["shift_jis_2004", "euc_jp", "big5"]
    assert compat.detect(japanese, include_encodings=only, compat_names=False)["encoding"] == "shift_jis_2004"
    # Not even an encoding that is asked for makes text of what is none.
    assert compat.detect(bytes(100), include_encodings=["utf-8"])["encoding"] is None


def test_without_a_match() -> None:
    no_ascii = b"\x80\x81\x82\x83"
    found = compat.detect(no_ascii, include_encodings=["ascii"], no_match_encoding="ascii")
    assert (found["encoding"], found["confidence"]) == ("ascii", 0.1)
    for data, options in (
        (no_ascii, {"include_encodings": ["ascii"]}),
        ("é".encode(), {"include_encodings": ["koi8-r"], "exclude_encodings": ["koi8-r"]}),
        (b"", {"include_encodings": ["cp1252"]}),
    ):
        with pytest.warns(UserWarning, match="not among the allowed encodings"):
            found = compat.detect(data, **options)  # type: ignore[arg-type]
        assert found == {"encoding": None, "confidence": 0.0, "language": None, "mime_type": "text/plain"}
    assert compat.detect(b"") == {"encoding": "utf-8", "confidence": 0.1, "language": None, "mime_type": "text/plain"}
    assert compat.detect(b"", empty_input_encoding="ascii")["encoding"] == "ascii"


@pytest.mark.parametrize(
    "options, message",
    [
        ({"max_bytes": 0}, "max_bytes"),
        ({"max_bytes": -1}, "max_bytes"),
        ({"max_bytes": True}, "max_bytes"),
        ({"max_bytes": 1.5}, "max_bytes"),
        ({"include_encodings": ["utf-9"]}, "Unknown encoding 'utf-9' in include_encodings"),
        ({"exclude_encodings": ["utf-9"]}, "Unknown encoding 'utf-9' in exclude_encodings"),
        ({"no_match_encoding": "utf-9"}, "Unknown encoding 'utf-9' in no_match_encoding"),
        ({"empty_input_encoding": "utf-9"}, "Unknown encoding 'utf-9' in empty_input_encoding"),
        ({"include_encodings": []}, "must not be empty"),
    ],
)
def test_wrong_options_are_value_errors(options: dict[str, Any], message: str) -> None:
    for function in (compat.detect, compat.detect_all, lambda _, **given: compat.UniversalDetector(**given)):
        with pytest.raises(ValueError, match=message):
            function(b"plain", **options)


def test_what_has_no_effect_warns() -> None:
    with pytest.warns(DeprecationWarning, match="chunk_size"):
        compat.detect(b"plain", chunk_size=9)
    with pytest.warns(DeprecationWarning, match="should_rename_legacy"):
        assert compat.detect(b"plain", should_rename_legacy=True)["encoding"] == "Windows-1252"
    with pytest.warns(DeprecationWarning, match="lang_filter"):
        compat.UniversalDetector(lang_filter=compat.LanguageFilter.CJK)


def test_media_types() -> None:
    picture = b"\x89PNG\r\n\x1a\n" + bytes(64)
    for data, media_type in (
        (picture, "image/png"),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n" + bytes(64), "application/pdf"),
        (bytes(range(1, 9)) * 20, "application/octet-stream"),
        (b"plain", "text/plain"),
        (b"<meta charset=koi8-r><p>page", "text/html"),
        (b'<?xml version="1.0" encoding="koi8-r"?><feed/>', "text/xml"),
        (b"# -*- coding: koi8-r -*-\nx = 1\n", "text/x-python"),
    ):
        assert compat.detect(data)["mime_type"] == compat.detect_all(data)[0]["mime_type"] == media_type
    assert pellucid.detect(picture).media_type == "image/png"
    assert pellucid.detect(b"plain").media_type is None


def test_a_declared_name_is_kept_where_it_reads_the_same() -> None:
    french = "déjà vu, très détaillé".encode("latin-1")
    assert compat.detect(b"<meta charset=iso-8859-1>" + french)["encoding"] == "ISO-8859-1"
    assert compat.detect(b"<meta charset=iso-8859-1>plain")["encoding"] == "ISO-8859-1"
    # Bytes that are no letters in ISO-8859-1, but signs in windows-1252.
    assert compat.detect(french + "“…”".encode("cp1252"))["encoding"] == "Windows-1252"
    # A byte that Python's windows-1252 does not have.
    odd = (french + b" ") * 9 + b"\x81"
    found = compat.detect(odd, include_encodings=["latin-1", "cp1252"])
    assert found["encoding"] == "ISO-8859-1" and odd.decode("ISO-8859-1")
    source = "#!/usr/bin/python\n# coding: koi8-r\nname = 'Да'\n".encode("koi8_r")
    assert compat.detect(source)["encoding"] == "KOI8-R"
    assert compat.detect(source.replace(b"\n#", b"\nx = 1\n#"))["mime_type"] == "text/plain"


def test_names_are_never_narrower_than_the_bytes() -> None:
    # A sign beyond JIS X 0208, one beyond Big5, a syllable beyond KS X 1001.
    for text, codec, narrow, wide in (
        (TEXTS[4][0] * 20 + "①", "euc_jis_2004", "EUC-JP", "euc_jis_2004"),
        (TEXTS[8][0] * 20 + "嘢", "big5hkscs", "Big5", "big5hkscs"),
        (TEXTS[9][0] * 20 + "뷁", "cp949", "EUC-KR", "CP949"),
    ):
        assert compat.detect(text[:-1].encode(codec))["encoding"] == narrow
        data = text.encode(codec)
        assert compat.detect(data)["encoding"] == wide and data.decode(wide) == text
        detector = compat.UniversalDetector()
        detector.feed(data)
        assert detector.close()["encoding"] == wide
        assert all(data.decode(one["encoding"] or "") for one in compat.detect_all(data, ignore_threshold=True))


def test_utf_7_is_an_answer_when_asked_for() -> None:
    data = "Grüße, 世界!".encode("utf-7")
    assert compat.detect(data)["encoding"] == "ascii"
    assert compat.detect(data, include_encodings=["ascii", "utf-7"])["encoding"] == "utf-7"
    assert compat.detect(data, include_encodings=["utf-7"])["encoding"] == "utf-7"
    assert compat.detect(b"\0\1" + data, include_encodings=["utf-7"])["encoding"] is None
    assert compat.detect(b"\x89PNG\r\n\x1a\n" + data, include_encodings=["utf-7"])["encoding"] is None
    assert compat.detect(data, encoding_era=compat.EncodingEra.LEGACY_REGIONAL)["encoding"] == "utf-7"
    assert compat.detect("\ufeffplain".encode("utf-7"))["encoding"] == "utf-7"
    for plain in (b"1+1=2", b"|NAME,+lay|", b"a+b-c", b"+/v8/src/api.cc", b"plain"):
        assert compat.detect(plain, include_encodings=["ascii", "utf-7"])["encoding"] == "ascii"
    best = compat.from_bytes("\ufeff-plain".encode("utf-7")).best()
    assert best is not None and (best.encoding, best.bom, str(best)) == ("utf_7", True, "-plain")
    only = compat.from_bytes(data, cp_isolation=["utf_7"]).best()
    assert only is not None and (only.encoding, str(only)) == ("utf_7", "Grüße, 世界!")


def test_records_that_end_with_a_zero_byte_are_text() -> None:
    listed = b"/home/marta/bread/rye.txt\0/home/marta/bread/wheat.txt\0"
    assert compat.detect(listed)["encoding"] == "ascii"
    assert compat.detect(b"\x7fELF" + listed * 9)["encoding"] is None


def test_what_is_not_text_and_what_python_cannot_read() -> None:
    picture = b"\x89PNG\r\n\x1a\n" + bytes(64)
    assert compat.detect(picture)["encoding"] is None
    assert compat.from_bytes(picture).best() is None and not compat.from_bytes(picture)
    assert compat.codec(picture) == "utf_8"
    vietnamese = pellucid.encoding("viscii").encode("Tất cả mọi người sinh ra đều được tự do và bình đẳng")
    found = pellucid.detect(vietnamese, prior="file")
    assert (found.encoding, found.python_codec) == ("VISCII", None)
    only: dict[str, Any] = {"include_encodings": ["viscii", "cp1258"], "exclude_encodings": ["cp1258"]}
    with pytest.warns(UserWarning, match="no_match_encoding"):
        assert compat.detect(vietnamese, **only)["encoding"] is None


def test_languages_have_two_letters() -> None:
    assert compat.detect(TEXTS[7][0].encode("gb18030"))["language"] == "zh"
    norwegian = "Brødet hviler en hel natt, og så stekes det tidlig om morgenen i en varm ovn."
    assert compat.detect(norwegian.encode())["language"] == "no"
    best = compat.from_bytes(TEXTS[7][0].encode("gb18030")).best()
    assert best is not None and best.language == "Chinese"


def test_detect_all_is_ranked() -> None:
    data = "Über Österreich".encode("cp1252")
    found = compat.detect_all(data, ignore_threshold=True)
    assert len(found) > 1
    assert [one["confidence"] for one in found] == sorted((one["confidence"] for one in found), reverse=True)
    names = [one["encoding"] for one in found]
    assert len(set(names)) == len(names)
    assert all(one["confidence"] > 0.2 for one in compat.detect_all(data)[1:])


def test_a_universal_detector_is_done_early_and_starts_anew() -> None:
    lines = [line.encode("koi8_r") for line in [TEXTS[2][0] + "\n"] * 3000]
    detector = compat.UniversalDetector()
    assert detector.result == {"encoding": None, "confidence": 0.0, "language": None, "mime_type": None}
    fed = 0
    for line in lines:
        detector.feed(line)
        fed += 1
        if detector.done:
            break
    assert detector.done and fed < len(lines) and detector.result["encoding"] == "KOI8-R"
    detector.feed(lines[0])
    assert detector.close()["encoding"] == "KOI8-R"
    with pytest.raises(ValueError):
        detector.feed(b"more")
    detector.reset()
    assert not detector.done and detector.result["encoding"] is None
    detector.feed(b"plain")
    assert detector.close()["encoding"] == "ascii"
    detector.reset()
    assert detector.close()["encoding"] == "utf-8"
    capped = compat.UniversalDetector(max_bytes=10)
    capped.feed(b"0123456789" + "é".encode() * 10)
    assert capped.done and capped.close()["encoding"] == "ascii"
    with compat.UniversalDetector() as within:
        within.feed(lines[0])
    assert within.result["encoding"] == "KOI8-R"


def test_matches(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    text = TEXTS[2][0]
    path = tmp_path / "subtitle.srt"
    path.write_bytes(text.encode("cp1251"))
    for matches in (
        compat.from_path(path),
        compat.from_path(str(path)),
        compat.from_fp(io.BytesIO(text.encode("cp1251"))),
        compat.from_bytes(text.encode("cp1251"), steps=10, chunk_size=512, threshold=0.2),
    ):
        best = matches.best()
        assert best is not None and best is matches.first() and best is matches[0] and best == matches["cp1251"]
        assert list(matches)[0] is best and len(matches) >= 1
        assert (best.encoding, best.language, best.languages, best.bom) == ("cp1251", "Russian", ["Russian"], False)
        assert "windows_1251" in best.encoding_aliases and best == "windows-1251" and best != "koi8-r"
        assert best.could_be_from_charset == ["cp1251", "kz1048", "ptcp154"] and best.raw == text.encode("cp1251")
        assert matches["kz1048"] is best and best.alphabets == ["Basic Latin", "Cyrillic"]
        assert best.chaos < 0.1 < best.coherence and best.percent_chaos < 10 and best.multi_byte_usage == 0
        assert best.output() == text.encode() and best.fingerprint == hash(text)
        assert best.has_submatch and [str(other) for other in best.submatch] == [text, text]
    with pytest.raises(KeyError):
        matches["utf_16"]
    marked = compat.from_bytes(b"\xef\xbb\xbf" + "Grüße".encode()).best()
    assert marked is not None
    assert (marked.encoding, marked.bom, marked.byte_order_mark, str(marked)) == ("utf_8", True, True, "Grüße")
    assert [m.encoding for m in compat.from_bytes(text.encode("koi8_r"), cp_isolation=["koi8_r"])] == ["koi8_r"]
    assert compat.from_bytes(text.encode("koi8_r"), cp_exclusion=["koi8_r"])[0].encoding != "koi8_r"
    compat.from_bytes(text.encode("koi8_r"), explain=True)
    assert "koi8_r is most likely the one" in caplog.text and "its text looks like ru" in caplog.text
    assert not compat.from_bytes(text.encode("cp1251"), cp_isolation=["koi8_r"], cp_exclusion=["koi8_r"])
    assert not compat.is_binary(path) and compat.is_binary(io.BytesIO(b"\x7fELF" + bytes(40)))
    with pytest.raises(TypeError):
        compat.from_bytes("text")  # type: ignore[arg-type]


def test_marks_of_every_kind() -> None:
    for data, codec, text in (
        ("Grüße".encode("utf-16"), "utf_16", "Grüße"),
        ("Grüße".encode("utf-32"), "utf_32", "Grüße"),
        ("Grüße".encode("utf-8-sig"), "utf_8", "Grüße"),
        ("\ufeff早晨的阳光照进窗户，安静地落在桌上的书上".encode("gb18030"), "gb18030", "早晨的阳光照进窗户，安静地落在桌上的书上"),
    ):
        best = compat.from_bytes(data).best()
        assert best is not None and (best.encoding, best.bom, str(best)) == (codec, True, text)
    assert charset_normalizer.detect("Grüße".encode("utf-8-sig"))["encoding"] == "UTF-8-SIG"
    assert charset_normalizer.detect("Grüße".encode("utf-16"))["encoding"] == "UTF-16"


def test_output_sets_declarations_right() -> None:
    for declaration in ('<meta charset="koi8-r">', '<?xml version="1.0" encoding="koi8-r"?>', "# coding: koi8-r\n"):
        page = declaration + TEXTS[2][0]
        best = compat.from_bytes(page.encode("koi8_r")).best()
        assert best is not None and best.encoding == "koi8_r"
        assert best.output().decode() == page.replace("koi8-r", "utf-8")
        assert best.output("cp1251").decode("cp1251") == page.replace("koi8-r", "cp1251")
    # What declares UTF-8, or nothing that is known, stays.
    for kept in (b"<meta charset=utf-8>plain", b"<meta charset=klingon>plain", b"plain"):
        best = compat.from_bytes(kept).best()
        assert best is not None and best.output() == kept


def test_matches_can_be_made_and_sorted() -> None:
    matches = compat.CharsetMatches()
    assert not matches and matches.best() is None
    matches.append(compat.CharsetMatch(b"plain", "ascii", 0.1, False, []))
    matches.append(compat.CharsetMatch(b"plain", "utf_8", 0.0, False, []))
    matches.append(compat.CharsetMatch(b"plain", "cp1252", 0.0, False, []))
    assert [match.encoding for match in matches] == ["utf_8", "ascii"]
    assert matches[0].could_be_from_charset == ["utf_8", "cp1252"] and matches["cp1252"] is matches[0]
    assert matches[1] == "us-ascii" and matches[1] != "klingon" and matches[1] != 8
    with pytest.raises(ValueError):
        matches.append("utf_8")  # type: ignore[arg-type]
    with pytest.raises(KeyError):
        matches["klingon"]
    # A byte that Python refuses is read as browsers read it.
    assert str(compat.CharsetMatch(b"caf\xe9 \x81", "cp1252", 0.0, False, [])) == "café \x81"


def test_functions_of_charset_normalizer() -> None:
    utils = importlib.import_module("pellucid.compat.charset_normalizer.utils")
    constant = importlib.import_module("pellucid.compat.charset_normalizer.constant")
    assert utils.iana_name("UTF-8") == "utf_8" and utils.iana_name("ISO-8859-1") == "latin_1"
    assert utils.iana_name("klingon", strict=False) == "klingon"
    with pytest.raises(ValueError):
        utils.iana_name("klingon")
    assert utils.any_specified_encoding(b"<meta charset=klingon><meta charset=koi8-r>") == "koi8_r"
    assert utils.any_specified_encoding(b"plain") is None
    assert [utils.unicode_range(one) for one in "\n aж😀\U000e0fff"] == [
        "Control character", "Basic Latin", "Basic Latin", "Cyrillic", "Emoticons", None,
    ]  # fmt: skip
    multi_byte = {name for name in constant.IANA_SUPPORTED if utils.is_multi_byte_encoding(name)}
    assert {"utf_7", "utf_8", "big5", "cp949", "iso2022_jp_3", "hz", "shift_jisx0213"} <= multi_byte
    assert not {"ascii", "cp1252", "cp037", "hp_roman8", "koi8_t", "tis_620"} & multi_byte
    assert utils.cp_similarity("latin_1", "cp1252") > 0.8 > utils.cp_similarity("latin_1", "cp1251")
    assert utils.identify_sig_or_bom(b"\xff\xfeA\0") == ("utf_16", b"\xff\xfe")
    with pytest.warns(UserWarning, match="no effect: chunk"):
        charset_normalizer.detect(b"plain", chunk=9)
    logger = logging.getLogger("charset_normalizer.test")
    charset_normalizer.set_logging_handler(logger.name, logging.DEBUG)
    assert logger.level == logging.DEBUG and len(logger.handlers) == 1


def test_long_streams_have_names_that_can_be_vouched_for() -> None:
    korean = TEXTS[9][0].encode("euc_kr")
    detector = compat.UniversalDetector()
    for _ in range(compat.DEFAULT_MAX_BYTES // len(korean) + 9):
        detector.feed(korean)
    # Only the head is kept, and there may be a syllable later that EUC-KR does not have.
    assert detector.close()["encoding"] == "CP949"
    # A limit does not cut a character in two.
    data = b"Hello \xc3\xa9 more text"
    assert compat.detect(data, max_bytes=7)["encoding"] == "utf-8"
    for pieces in ([data], [data[:7], data[7:]], [data[:3], data[3:7], data[7:]], [bytes([one]) for one in data]):
        capped = compat.UniversalDetector(max_bytes=7)
        for piece in pieces:
            capped.feed(piece)
        assert capped.done and capped.close()["encoding"] == "utf-8"


def test_nothing_is_installed_by_importing() -> None:
    assert compat.installed() == []
    with pytest.raises(ValueError, match="requests, bs4, scrapy, chardet, charset_normalizer"):
        compat.install("cchardet")


def test_packages_take_the_place_of_the_originals() -> None:
    before = {name: module for name, module in sys.modules.items() if name.split(".")[0] == "charset_normalizer"}
    try:
        assert compat.install("chardet", "charset_normalizer") == ["chardet", "charset_normalizer"]
        chardet = importlib.import_module("chardet")
        assert chardet.detect is compat.detect and chardet.__version__.startswith("7.")
        assert importlib.import_module("chardet.enums").EncodingEra is compat.EncodingEra
        assert importlib.import_module("chardet.detector").UniversalDetector is compat.UniversalDetector
        with pytest.warns(DeprecationWarning, match="universaldetector"):
            old = importlib.import_module("chardet.universaldetector")
        assert old.UniversalDetector is compat.UniversalDetector
        normalizer = importlib.import_module("charset_normalizer")
        assert normalizer.from_bytes is compat.from_bytes and normalizer.__version__.startswith("3.")
        assert importlib.import_module("charset_normalizer.models").CharsetMatch is compat.CharsetMatch
    finally:
        assert compat.uninstall() == []
    assert "chardet" not in sys.modules or sys.modules["chardet"] is not compat.chardet
    assert before == {name: sys.modules.get(name) for name in before}


def run(*arguments: str, input: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-m", *arguments], input=input, capture_output=True)


def test_commands_of_the_originals(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_bytes(TEXTS[2][0].encode("koi8_r"))
    shown = run("pellucid.compat.chardet", "--language", "--mime-type", str(path), str(tmp_path / "none"))
    assert shown.returncode == 0 and b"No such file" in shown.stderr
    assert shown.stdout.decode().startswith(f"{path}: KOI8-R ru (Russian) text/plain with confidence 0.9")
    assert run("pellucid.compat.chardet", str(tmp_path / "none")).returncode == 1
    assert run("pellucid.compat.chardet", "--minimal", input=b"plain").stdout.strip() == b"ascii"
    assert run("pellucid.compat.chardet", "-i", "utf-9", input=b"plain").returncode == 1
    shown = run("pellucid.compat.charset_normalizer", "--normalize", str(path))
    result = json.loads(shown.stdout)
    assert (result["encoding"], result["language"], result["alphabets"]) == ("koi8_r", "Russian", ["Basic Latin", "Cyrillic"])
    assert Path(result["unicode_path"]).read_text("utf-8") == TEXTS[2][0]
    assert sorted(one.name for one in tmp_path.iterdir()) == ["letter.koi8_r.txt", "letter.txt"]
    assert run("pellucid.compat.charset_normalizer", "--normalize", "--replace", "--force", str(path)).returncode == 0
    assert path.read_text("utf-8") == TEXTS[2][0]
    assert run("pellucid.compat.charset_normalizer", "--replace", str(path)).returncode == 1
    assert run("pellucid.compat.charset_normalizer", str(tmp_path / "none")).returncode == 2
    assert run("pellucid.compat.charset_normalizer", "-m", "-", input=b"plain").stdout.strip() == b"ascii"
