"""Measures `pellucid batch` and its peers: the same crawl archive to lines of JSON, in one run.

    cargo build --release --bin pellucid
    python crates/python/bench/crawl.py [--pages 1500] [--rounds 3]

Each reads the archive, detects the encoding of every response, decodes it, extracts main content, title and language, and writes
them with the address, the record's name and its date. Each has one process with one thread. The figures are CPU time, user and
system, which other work on the machine changes little. Peers that are not installed (fastwarc + resiliparse, warcio + trafilatura)
are skipped and listed: `pip install -r crates/python/bench/requirements.txt`.

The pages are from the folder PELLUCID_DATA (by default ../shared beside the project); without it, the example pages of the
project, many times over.
"""

import argparse
import importlib.util
import json
import os
import random
import resource
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def pages(count, corpus="encoding"):
    """The bytes of this many pages. In the encoding corpus, three of four are in UTF-8, the others in all other encodings."""
    data = Path(os.environ.get("PELLUCID_DATA", ROOT.parent / "shared"))
    archives = sorted((data / "corpora" / corpus).glob("html-*.tar.zst" if corpus == "encoding" else "*.tar.zst"))
    if not archives or not importlib.util.find_spec("zstandard"):
        print("skipped: no corpus, or no module zstandard; using the example pages of the project", file=sys.stderr)
        all_pages = [path.read_bytes() for path in sorted((ROOT / "testdata").rglob("*.html"))]
        return [all_pages[n % len(all_pages)] for n in range(count)]
    import zstandard

    found = {}
    for archive in archives:
        with open(archive, "rb") as file, tarfile.open(fileobj=zstandard.ZstdDecompressor().stream_reader(file), mode="r|") as tar:
            is_page = lambda member: member.isfile() and (corpus == "encoding" or member.name.endswith(".html"))
            found[archive.name] = [tar.extractfile(member).read() for member in tar if is_page(member)]
    utf8 = found.pop("html-utf-8.tar.zst", None)
    others = [page for name in sorted(found) for page in found[name]]
    chance = random.Random(7)
    if utf8 is None:
        return chance.sample(others, min(count, len(others)))
    return [chance.choice(others if chance.random() < 0.25 else utf8) for _ in range(count)]


def write_archive(path, bodies):
    """Writes a WARC file with a gzip member for each record, and a request before each response."""
    import gzip
    import uuid

    chance = random.Random(7)

    def member(kind, number, content, block):
        name = uuid.UUID(int=chance.getrandbits(128), version=4)
        head = (
            f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:{name}>\r\nWARC-Date: 2026-01-02T03:04:05Z\r\n"
            f"WARC-Target-URI: http://example.org/{number}\r\nContent-Type: {content}\r\nContent-Length: {len(block)}\r\n\r\n"
        )
        return gzip.compress(head.encode() + block + b"\r\n\r\n", 6, mtime=0)

    with open(path, "wb") as file:
        for number, body in enumerate(bodies):
            request = b"GET / HTTP/1.1\r\nHost: example.org\r\n\r\n"
            file.write(member("request", number, "application/http; msgtype=request", request))
            head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\n\r\n".encode()
            file.write(member("response", number, "application/http; msgtype=response", head + body))


def resiliparse(archive, output):
    """fastwarc reads, resiliparse does the rest."""
    from fastwarc.warc import ArchiveIterator, WarcRecordType
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.encoding import bytes_to_str, detect_encoding
    from resiliparse.parse.html import HTMLTree
    from resiliparse.parse.lang import detect_fast

    with open(archive, "rb") as file, open(output, "w") as out:
        for record in ArchiveIterator(file, record_types=WarcRecordType.response, parse_http=True):
            body = record.reader.read()
            encoding = detect_encoding(body)
            tree = HTMLTree.parse(bytes_to_str(body, encoding))
            text = extract_plain_text(tree, main_content=True)
            headers = record.headers
            row = {
                "url": headers.get("WARC-Target-URI"),
                "id": record.record_id,
                "date": headers.get("WARC-Date"),
                "encoding": encoding,
                "language": detect_fast(text)[0],
                "title": tree.title,
                "text": text,
            }
            out.write(json.dumps(row, ensure_ascii=False) + "\n")


def trafilatura(archive, output):
    """warcio reads, trafilatura does the rest. It detects no language without a further library."""
    from trafilatura import bare_extraction
    from warcio.archiveiterator import ArchiveIterator

    with open(archive, "rb") as file, open(output, "w") as out:
        for record in ArchiveIterator(file):
            if record.rec_type != "response":
                continue
            headers = record.rec_headers
            found = bare_extraction(record.content_stream().read(), with_metadata=True)
            row = {
                "url": headers.get_header("WARC-Target-URI"),
                "id": headers.get_header("WARC-Record-ID"),
                "date": headers.get_header("WARC-Date"),
                "title": found.title if found else None,
                "text": found.text if found else None,
            }
            out.write(json.dumps(row, ensure_ascii=False) + "\n")


PEERS = {
    "fastwarc + resiliparse": (resiliparse, ["fastwarc", "resiliparse"]),
    "warcio + trafilatura": (trafilatura, ["warcio", "trafilatura"]),
}


def cpu_of(command):
    """The CPU time of a command, and the time that passes."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run(command, check=True)
    after, passed = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic() - start
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, passed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pages", type=int, default=1500)
    parser.add_argument("--corpus", choices=["encoding", "extraction"], default="encoding")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--pellucid", default=str(ROOT / "target/release/pellucid"))
    parser.add_argument("--peer", nargs=3, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.peer:
        name, archive, output = arguments.peer
        PEERS[name][0](archive, output)
        return
    with tempfile.TemporaryDirectory() as folder:
        archive = os.path.join(folder, "crawl.warc.gz")
        bodies = pages(arguments.pages, arguments.corpus)
        size = sum(map(len, bodies)) / 1e6
        write_archive(archive, bodies)
        output = os.path.join(folder, "rows.jsonl")
        commands = {"pellucid batch": [arguments.pellucid, "batch", "-q", "--overwrite", "-j", "1", archive, "-o", output]}
        for name, (_, modules) in PEERS.items():
            if all(importlib.util.find_spec(module) for module in modules):
                commands[name] = [sys.executable, __file__, "--peer", name, archive, output + ".peer"]
            else:
                print(f"skipped: {name} is not installed", file=sys.stderr)
        # The time to start an interpreter and load libraries does not count: a crawl pays it once.
        empty = os.path.join(folder, "empty.warc.gz")
        write_archive(empty, bodies[:1])
        best = {}
        for _ in range(arguments.rounds):
            for name, command in commands.items():
                start, _ = cpu_of([empty if part == archive else part for part in command])
                cpu, _ = cpu_of(command)
                best[name] = min(best.get(name, float("inf")), cpu - start)
        print(f"{len(bodies)} pages, {size:.0f} MB, {os.path.getsize(archive) / 1e6:.0f} MB compressed; best of {arguments.rounds}\n")
        print("| | CPU seconds | pages/s/core | MB/s/core | |\n|---|---:|---:|---:|---:|")
        fastest = best["pellucid batch"]
        for name, cpu in best.items():
            times = "" if name == "pellucid batch" else f"{cpu / fastest:.1f} times Pellucid's"
            print(f"| {name} | {cpu:.2f} | {len(bodies) / cpu:.0f} | {size / cpu:.1f} | {times} |")


if __name__ == "__main__":
    main()
