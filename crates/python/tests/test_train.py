"""Training gives the same bytes as the command."""

from __future__ import annotations

import logging
import subprocess
from pathlib import Path

import pellucid
import pytest

SENTENCES = [
    "Příliš žluťoučký kůň úpěl ďábelské ódy, a nikdo ho neslyšel.",
    "Těsto odpočívá přes noc v chladu, ráno přijde do horké trouby.",
    "Čtvrtý den pršelo, řeka stoupala a most už nikdo nepřešel.",
    "Šestý žák věděl, že škola začíná až v září, a nespěchal.",
]
ENCODINGS = ("utf-8", "windows-1250", "iso-8859-2")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Pages in a subfolder for each encoding, which they declare as well."""
    for name in ENCODINGS:
        (tmp_path / "pages" / name / "more").mkdir(parents=True)
        for number in range(24):
            words = " ".join(SENTENCES[(number + k) % 4] + f" Strana {number}." for k in range(3))
            page = f"<meta charset={name}><title>Č. {number}</title><p>{words}</p>"
            place = tmp_path / "pages" / name / ("more" if number % 5 == 0 else "") / f"page{number}.html"
            place.write_bytes(page.encode(name))
    (tmp_path / "pages" / "utf-8" / "undeclared.html").write_bytes(b"<p>undeclared")
    return tmp_path / "pages"


def test_chared_is_that_of_the_command(command: Path, folder: Path, tmp_path: Path) -> None:
    written = tmp_path / "written"
    subprocess.run([command, "train", "chared", "-o", written, folder], check=True, capture_output=True)
    model = pellucid.train("chared", folder)
    assert model == written.read_bytes()
    assert pellucid.train("chared", [folder]) == model
    pages = [path.read_bytes() for path in sorted(folder.rglob("*.html"))]
    assert pellucid.train("chared", pages, language="cs")
    guess = pellucid.detect("žluťoučký kůň úpěl".encode("cp1250"), model=model)
    assert (guess.encoding, guess.source) == ("windows-1250", "chared")
    assert pellucid.detect("žluťoučký kůň úpěl".encode("cp1250"), model=written) == guess

    text = tmp_path / "text"
    text.write_text("\n".join(SENTENCES), "utf-8")
    arguments = f"train chared -o {written} --text {text} --encodings windows-1250,iso-8859-2".split()
    subprocess.run([command, *arguments], check=True, capture_output=True)
    of_text = pellucid.train("chared", text=text.read_text("utf-8"), encodings=["windows-1250", "iso-8859-2"])
    assert of_text == written.read_bytes()


def test_svm_is_that_of_the_command(command: Path, folder: Path, tmp_path: Path) -> None:
    written = tmp_path / "written"
    options = ["--documents", "20", "--min-count", "2"]
    subprocess.run([command, "train", "svm", "-o", written, folder, *options], check=True, capture_output=True)
    model = pellucid.train("svm", folder, documents=20, min_count=2)
    assert model == written.read_bytes()
    mapping = {name: folder / name for name in ENCODINGS}
    assert pellucid.train("svm", mapping, documents=20, min_count=2) == model
    guess = pellucid.detect((folder / "utf-8" / "page1.html").read_bytes(), model=model)
    assert guess.source == "svm"


def test_what_is_skipped_is_logged(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "pellucid"):
        pellucid.train("chared", folder)
    assert "skipped 1 page that declares no encoding" in caplog.messages


def test_nothing_to_train_on() -> None:
    with pytest.raises(pellucid.ModelError, match="no page can be used; skipped 1 page"):
        pellucid.train("chared", [b"<p>undeclared"])
    with pytest.raises(pellucid.ModelError, match="UTF-8 is the only encoding"):
        pellucid.train("chared", ["<meta charset=utf-8><p>žluťoučký kůň".encode()])
    with pytest.raises(pellucid.ModelError, match="no n-gram is left"):
        pellucid.train("chared", text="only ASCII", encodings=["windows-1250"])
    with pytest.raises(pellucid.ModelError, match="at least two encodings"):
        pellucid.train("svm", {"koi8-r": [b"text"]})
    for wrong in (
        lambda: pellucid.train("chared"),
        lambda: pellucid.train("chared", [], text="a", encodings=["koi8-r"]),
        lambda: pellucid.train("chared", text="a"),
        lambda: pellucid.train("chared", text=" ", encodings=["koi8-r"]),
        lambda: pellucid.train("chared", {"koi8-r": []}),
        lambda: pellucid.train("svm", [b"page"]),
        lambda: pellucid.train("svm", {"koi8-r": [b"text"]}, settings="clever"),
        lambda: pellucid.train("bayes", []),  # type: ignore[arg-type]
    ):
        with pytest.raises(pellucid.OptionError):
            wrong()
    with pytest.raises(pellucid.UnknownEncoding):
        pellucid.train("chared", text="a", encodings=["utf-9"])
    with pytest.raises(FileNotFoundError):
        pellucid.train("chared", ["no/such/page"])
