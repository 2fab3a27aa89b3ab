"""pellucid.compat: users of chardet and charset-normalizer get what they expect."""

from __future__ import annotations

import codecs
import io
import inspect
from pathlib import Path

import pellucid
import pytest
from pellucid import compat

# The examples of chardet's documentation, with other texts: ASCII, UTF-8 with few accents, each legacy encoding that it names.
TEXTS = [
    ("Bread needs flour, water, salt, and a long night of rest.", "ascii", "ascii"),
    ("The café is as naïve as its façade, but nobody minds.", "utf-8", "utf-8"),
    ("Приготовленное тесто оставляют на ночь в холодном месте.", "cp1251", "Windows-1251"),
    ("Приготовленное тесто оставляют на ночь в холодном месте.", "koi8_r", "KOI8-R"),
    ("朝の光が窓から入り、机の上の本を静かに照らしていた。", "euc_jp", "EUC-JP"),
    ("朝の光が窓から入り、机の上の本を静かに照らしていた。", "shift_jis", "CP932"),
    ("朝の光が窓から入り、机の上の本を静かに照らしていた。", "iso2022_jp", "ISO-2022-JP"),
    ("早晨的阳光照进窗户，安静地落在桌上的书上，谁也没有说话。", "gb18030", "GBK"),
    ("早晨的陽光照進窗戶，安靜地落在桌上的書上，誰也沒有說話。", "big5", "big5hkscs"),
    ("아침 햇살이 창문으로 들어와 책상 위의 책을 조용히 비추었다.", "euc_kr", "CP949"),
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
    assert set(found) == {"encoding", "confidence", "language"}
    assert found["encoding"] == name and 0.5 < found["confidence"] <= 1
    # What matters: the name is a codec of Python, and it gives the text back.
    assert data.decode(found["encoding"]) == text
    assert data.decode(compat.codec(data)) == text
    assert compat.detect(bytearray(data)) == found
    assert compat.detect_all(data)[0] == found
    detector = compat.UniversalDetector()
    for start in range(0, len(data), 7):
        detector.feed(data[start : start + 7])
    assert detector.close() == detector.result == found
    best = compat.from_bytes(data).best()
    assert best is not None and str(best) == text
    assert codecs.lookup(best.encoding)


def test_every_spelling_is_its_codec() -> None:
    spelled = inspect.getmodule(compat.detect)._SPELLED  # type: ignore[union-attr]
    for codec, name in spelled.items():
        assert codecs.lookup(codec).name == codecs.lookup(name).name
    for encoding in pellucid.encodings():
        if encoding.python_codec:
            assert codecs.lookup(spelled.get(encoding.python_codec, encoding.python_codec))


def test_options_of_chardet() -> None:
    russian = TEXTS[2][0].encode("cp1251")
    assert compat.detect(b"plain", should_rename_legacy=True)["encoding"] == "Windows-1252"
    assert compat.detect(b"plain", prefer_superset=True, compat_names=False)["encoding"] == "cp1252"
    assert compat.detect(russian, compat_names=False)["encoding"] == "cp1251"
    assert compat.detect(russian, include_encodings=["utf-8", "koi8-r"])["encoding"] in ("KOI8-R", "utf-8")
    assert compat.detect(russian, exclude_encodings=["windows-1251"])["encoding"] != "Windows-1251"
    assert compat.detect(b"plain", include_encodings=["ascii"])["encoding"] == "ascii"
    nothing = {"encoding": "utf-8", "confidence": 0.0, "language": None}
    assert compat.detect("é".encode(), include_encodings=["koi8-r"], exclude_encodings=["koi8-r"]) == nothing
    assert compat.from_bytes(russian, cp_isolation=["koi8_r"], cp_exclusion=["koi8_r"])[0].chaos == 1.0
    assert compat.detect(b"plain" + "é".encode() * 9, max_bytes=5)["encoding"] == "ascii"
    assert compat.detect(russian, encoding_era=compat.EncodingEra.MODERN_WEB)["encoding"] == "Windows-1251"
    dos = TEXTS[2][0].encode("cp866")
    assert compat.detect(dos, encoding_era=compat.EncodingEra.DOS)["encoding"] == "IBM866"
    ebcdic = "The dough rests for a whole night, and is baked in the morning.".encode("cp037")
    era = compat.EncodingEra.MAINFRAME
    assert ebcdic.decode(compat.detect(ebcdic, encoding_era=era)["encoding"] or "") == ebcdic.decode("cp037")
    assert compat.detect(b"", chunk_size=9) == {"encoding": "utf-8", "confidence": 1.0, "language": None}
    assert compat.detect(b"", empty_input_encoding="ascii")["encoding"] == "ascii"
    for wrong in ({"max_bytes": 0}, {"max_bytes": -1}):
        with pytest.raises(ValueError):
            compat.detect(b"", **wrong)  # type: ignore[arg-type]
    with pytest.raises(LookupError):
        compat.detect(b"", include_encodings=["utf-9"])
    with pytest.raises(TypeError):
        compat.detect(b"", include_encodings="utf-8")
    with pytest.raises(TypeError):
        compat.detect("text")  # type: ignore[arg-type]


def test_what_is_not_text_and_what_python_cannot_read() -> None:
    picture = b"\x89PNG\r\n\x1a\n" + bytes(64)
    assert compat.detect(picture) == {"encoding": None, "confidence": 0.0, "language": None}
    assert compat.from_bytes(picture).best() is None and not compat.from_bytes(picture)
    assert compat.codec(picture) == "utf_8"
    vietnamese = pellucid.encoding("viscii").encode("Tất cả mọi người sinh ra đều được tự do và bình đẳng")
    found = pellucid.detect(vietnamese, prior="file")
    assert (found.encoding, found.python_codec) == ("VISCII", None)
    assert compat.detect(vietnamese, include_encodings=["viscii"])["encoding"] is None
    sentinel = compat.detect(vietnamese, include_encodings=["viscii"], no_match_encoding="cp1252")
    assert sentinel == {"encoding": "cp1252", "confidence": 0.0, "language": sentinel["language"]}


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
    assert detector.result == {"encoding": None, "confidence": 0.0, "language": None}
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


def test_matches(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
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
        assert best.could_be_from_charset == ["cp1251"] and best.raw == text.encode("cp1251")
        assert best.chaos < 0.1 < best.coherence and best.percent_chaos < 10 and best.multi_byte_usage == 0
        assert best.output() == text.encode() and best.fingerprint == hash(text)
        assert not best.has_submatch and best.submatch == []
    with pytest.raises(KeyError):
        matches["utf_16"]
    marked = compat.from_bytes(b"\xef\xbb\xbf" + "Grüße".encode()).best()
    assert marked is not None
    assert (marked.encoding, marked.bom, marked.byte_order_mark, str(marked)) == ("utf_8", True, True, "Grüße")
    assert [m.encoding for m in compat.from_bytes(text.encode("koi8_r"), cp_isolation=["koi8_r"])] == ["koi8_r"]
    assert compat.from_bytes(text.encode("koi8_r"), cp_exclusion=["koi8_r"])[0].encoding != "koi8_r"
    compat.from_bytes(text.encode("koi8_r"), explain=True)
    assert "KOI8-R" in capsys.readouterr().out
    assert not compat.is_binary(path) and compat.is_binary(io.BytesIO(b"\x7fELF" + bytes(40)))
    with pytest.raises(TypeError):
        compat.from_bytes("text")  # type: ignore[arg-type]


def test_nothing_is_installed_by_importing() -> None:
    assert compat.installed() == []
    with pytest.raises(ValueError, match="requests, bs4, scrapy"):
        compat.install("chardet")
