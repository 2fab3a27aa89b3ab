"""Measures detection and extraction from Python, and their peers: one process, one thread, the same bytes.

    pip install . -r crates/python/bench/requirements.txt
    python crates/python/bench/speed.py [--pages 10] [--rounds 3]

Pages come from the folder PELLUCID_DATA, by default ../shared beside the checkout: the first of each encoding, sorted by a hash of
their names. Without it they come from testdata/, which has too few for a comparison. The figures are CPU time of this thread, so that
other programs on the machine matter less, and the best of several rounds. Libraries that are not installed are skipped and listed.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import platform
import tarfile
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
MULTI_BYTE = ("big5", "euc-jp", "euc-kr", "gb18030", "gbk", "iso-2022-jp", "shift_jis", "utf-16be", "utf-16le")

Work = Callable[[bytes], object]


def pages(count: int) -> dict[str, list[bytes]]:
    """Pages by the kind of their encoding."""
    found: dict[str, list[bytes]] = {"UTF-8": [], "single-byte": [], "multi-byte": []}
    archives = sorted(Path(os.environ.get("PELLUCID_DATA", ROOT.parent / "shared")).glob("corpora/encoding/html-*.tar.zst"))
    for archive in archives:
        import zstandard

        encoding = archive.name.removeprefix("html-").removesuffix(".tar.zst")
        kind = "UTF-8" if encoding == "utf-8" else "multi-byte" if encoding in MULTI_BYTE else "single-byte"
        wanted = count * 10 if kind == "UTF-8" else count
        with zstandard.open(archive, "rb") as stream, tarfile.open(fileobj=stream, mode="r|") as tar:
            # One by one: a stream cannot go back.
            read = []
            for member in tar:
                if (file := tar.extractfile(member)) is not None:
                    read.append((hashlib.sha256(member.name.encode()).digest(), file.read()))
        found[kind] += [data for _, data in sorted(read)[:wanted]]
    if not archives:
        print("skipped: no corpus; using testdata/, which has too few pages for a comparison\n")
        found["UTF-8"] = [path.read_bytes() for path in sorted((ROOT / "testdata" / "extract").glob("*.html"))]
        found["single-byte"] = [path.read_bytes() for path in sorted((ROOT / "testdata" / "pages").glob("*.html"))]
    return {kind: data for kind, data in found.items() if data}


def pellucid_detect() -> Work:
    import pellucid

    return pellucid.Detector().detect


def chardet_detect() -> Work:
    import chardet

    return chardet.detect


def normalizer_detect() -> Work:
    from charset_normalizer import from_bytes

    return lambda data: from_bytes(data).best()


def cchardet_detect() -> Work:
    import cchardet

    return cchardet.detect


def resiliparse_detect() -> Work:
    from resiliparse.parse.encoding import detect_encoding

    return detect_encoding


def pellucid_page() -> Work:
    import pellucid

    detector = pellucid.Detector()
    return lambda data: detector.page(data).text


def resiliparse_page() -> Work:
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.encoding import bytes_to_str, detect_encoding

    return lambda data: extract_plain_text(bytes_to_str(data, detect_encoding(data)), main_content=True)


def trafilatura_page() -> Work:
    from trafilatura import extract

    return lambda data: extract(data)


DETECTORS: list[tuple[str, Callable[[], Work]]] = [
    ("pellucid", pellucid_detect),
    ("chardet", chardet_detect),
    ("charset-normalizer", normalizer_detect),
    ("faust-cchardet", cchardet_detect),
    ("resiliparse", resiliparse_detect),
]
EXTRACTORS: list[tuple[str, Callable[[], Work]]] = [
    ("pellucid", pellucid_page),
    ("resiliparse", resiliparse_page),
    ("trafilatura", trafilatura_page),
]


def seconds(work: Work, data: list[bytes], rounds: int) -> float:
    """The CPU time for all pages, in the best round."""
    for page in data[:3]:
        work(page)
    best = float("inf")
    for _ in range(rounds):
        began = time.thread_time()
        for page in data:
            try:
                work(page)
            except Exception:  # A page that a library fails at counts as done.
                pass
        best = min(best, time.thread_time() - began)
    return best


def table(title: str, libraries: list[tuple[str, Callable[[], Work]]], data: dict[str, list[bytes]], rounds: int) -> None:
    """Prints a table in Markdown: MB/s for each kind of pages, and pages/s for all of them."""
    print(f"| {title}, MB/s | {' | '.join(data)} | pages/s, all |")
    print("|---|" + "---:|" * (len(data) + 1))
    for name, load in libraries:
        try:
            work = load()
        except ImportError as error:
            print(f"| {name} | not installed: {error} |")
            continue
        times = {kind: seconds(work, found, rounds) for kind, found in data.items()}
        speeds = [sum(map(len, found)) / 1e6 / max(times[kind], 1e-9) for kind, found in data.items()]
        each = sum(map(len, data.values())) / max(sum(times.values()), 1e-9)
        cells = [f"{speed:,.0f}" if speed >= 10 else f"{speed:.1f}" for speed in speeds]
        print(f"| {name} {version(name)} | {' | '.join(cells)} | {each:,.0f} |", flush=True)
    print()


def main() -> None:
    """Runs the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=10, help="of each legacy encoding; ten times as many of UTF-8")
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    data = pages(arguments.pages)
    counts = [f"{len(found)} pages in {kind}, {sum(map(len, found)) / 1e6:.1f} MB" for kind, found in data.items()]
    print(f"{'; '.join(counts)}. Python {platform.python_version()}, {platform.machine()}.\n")
    table("detection", DETECTORS, data, arguments.rounds)
    table("bytes to main content", EXTRACTORS, data, 1)


if __name__ == "__main__":
    main()
