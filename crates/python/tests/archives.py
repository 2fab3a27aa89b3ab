"""Small crawls: archives as crawlers write them, and damaged ones."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

# The texts of pages, by their encodings.
TEXTS = {
    "koi8_r": "Съешь ещё этих мягких французских булок, да выпей чаю. Каждый охотник желает знать, где сидит фазан.",
    "cp1251": "В чащах юга жил бы цитрус? Да, но фальшивый экземпляр! Широкая электрификация южных губерний.",
    "shift_jis": "いろはにほへとちりぬるを。わかよたれそつねならむ。色は匂へど散りぬるを、我が世誰ぞ常ならむ。",
    "gbk": "天地玄黄，宇宙洪荒。日月盈昃，辰宿列张。寒来暑往，秋收冬藏。闰余成岁，律吕调阳。",
    "euc_kr": "키스의 고유조건은 입술끼리 만나야 하고 특별한 기술은 필요치 않다. 다람쥐 헌 쳇바퀴에 타고파.",
    "cp1253": "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία. Ζαφείρι δέξου πάγκαλο, βαθῶν ψυχῆς τὸ σῆμα.".replace("ῶ", "ώ")
    .replace("ῆ", "ή").replace("ὸ", "ό"),
    "utf_8": "Portez ce vieux whisky au juge blond qui fume. Zwölf Boxkämpfer jagen Viktor quer über den Sylter Deich.",
}


def page(encoding: str, number: int, length: int = 0) -> bytes:
    """A page with main content, in an encoding that it does not declare."""
    text = TEXTS[encoding]
    body = "".join(f"<p>{text} {number}.{n}</p>\n" for n in range(5 + length // (2 * len(text))))
    html = f"<html><head><title>{text[:20]} {number}</title></head><body><ul><li><a href=/>x</a></ul><article>\n{body}</article></body></html>"
    return html.encode(encoding, "replace")


def record(kind: str, block: bytes, **headers: str) -> bytes:
    """A record of a WARC file."""
    lines = [f"WARC/1.0\r\nWARC-Type: {kind}", *(f"{name.replace('_', '-')}: {value}" for name, value in headers.items())]
    return "\r\n".join([*lines, f"Content-Length: {len(block)}", "", ""]).encode() + block + b"\r\n\r\n"


def response(url: str, body: bytes, *headers: str, status: str = "200 OK", kind: str = "text/html") -> bytes:
    """The record of a page as a server sends it."""
    head = "\r\n".join([f"HTTP/1.1 {status}", f"Content-Type: {kind}", *headers, "", ""]).encode()
    date = "2026-11-15T12:00:00Z"
    return record("response", head + body, WARC_Target_URI=url, WARC_Date=date, WARC_Record_ID=f"<urn:{url}>")


def chunked(body: bytes) -> bytes:
    """A body in pieces of 1000 bytes."""
    pieces = [body[at : at + 1000] for at in range(0, len(body), 1000)]
    return b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"


def records(name: str, count: int, length: int = 0) -> Iterator[bytes]:
    """The records of a crawl: pages in several encodings and compressions, and records that are not pages."""
    yield record("warcinfo", b"software: a test\r\n")
    encodings = list(TEXTS)
    for number in range(count):
        url = f"http://{name}.example/{number}"
        body = page(encodings[number % len(encodings)], number, length)
        yield record("request", b"GET / HTTP/1.1\r\n\r\n", WARC_Target_URI=url)
        if number % 5 == 1:
            yield response(url, chunked(body), "Transfer-Encoding: chunked")
        elif number % 5 == 2:
            yield response(url, gzip.compress(body), "Content-Encoding: gzip")
        elif number % 5 == 3:
            yield response(url, body, "Content-Encoding: gzip")  # The header is wrong.
        elif number % 11 == 10:
            yield response(url, b"%PDF-1.7\n" + body, kind="application/pdf")
        else:
            yield response(url, body)


def write_warc_gz(path: Path, count: int, *, length: int = 0, damaged: tuple[int, ...] = ()) -> Path:
    """An archive with a gzip member for each record. Members can be damaged; then the last one is also cut off."""
    name = path.name.split(".")[0]
    members = [gzip.compress(record, 6, mtime=0) for record in records(name, count, length)]
    for number in damaged:
        member = bytearray(members[number])
        member[len(member) // 2 : len(member) // 2 + 20] = b"\xff" * 20
        members[number] = bytes(member)
    if damaged:
        members[-1] = members[-1][: len(members[-1]) // 2]
    path.write_bytes(b"".join(members))
    return path


def write_warc(path: Path, count: int) -> Path:
    """An archive that is not compressed."""
    path.write_bytes(b"".join(records(path.name.split(".")[0], count)))
    return path


def write_crawl(folder: Path) -> Path:
    """A folder of archives: one is damaged, and one file is not an archive."""
    folder.mkdir(parents=True, exist_ok=True)
    write_warc_gz(folder / "a.warc.gz", 40)
    write_warc_gz(folder / "b.warc.gz", 40, damaged=(9, 20, 21))
    write_warc(folder / "c.warc", 30)
    write_warc_gz(folder / "d.warc.gz", 30, length=20_000)
    (folder / "e.warc.gz").write_bytes(b"this is no archive\n" * 50)
    return folder
