"""Small answers: named tuples, and data classes that can be turned into a dict."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from ._native import encoding as _encoding


class Span(NamedTuple):
    """A stretch of bytes, from the offset `start` up to the offset `end`, which is not part of it."""

    start: int
    end: int


class Mixed(NamedTuple):
    """The pieces of a page that are in another encoding than the rest: that encoding, how many pieces, how many bytes.

    >>> import pellucid
    >>> page = "<p>Une page en UTF-8, déjà très appréciée</p><p>et un morceau collé, ".encode() + b"d\\xe9j\\xe0 vu</p>"
    >>> encoding, pieces, bytes = pellucid.decode(page, mixed=True).mixed
    >>> encoding, pieces, bytes
    ('windows-1252', 2, 2)
    """

    encoding: str
    pieces: int
    bytes: int


class Layer(NamedTuple):
    """One way in which a text had been decoded wrongly. `str()` gives all of it in words.

    - via: the encoding that was used
    - was: the right encoding
    - runs: how many runs of text were changed
    - before, after: how many characters they had, and how many they have now
    - words: all of it in words
    """

    via: str
    was: str
    runs: int
    before: int
    after: int
    words: str

    def __str__(self) -> str:
        return self.words


class Alternative(NamedTuple):
    """Another encoding that it might be, and the probability of that, 0 to 1.

    >>> import pellucid
    >>> for encoding, confidence in pellucid.detect("Mäßig".encode("cp1252")).alternatives[:1]:
    ...     print(encoding, confidence < 0.5)
    ISO-8859-15 True
    """

    encoding: str
    confidence: float

    @property
    def python_codec(self) -> str | None:
        """Python's codec for this encoding; None if Python has none."""
        return _encoding(self.encoding).python_codec


class Evidence(NamedTuple):
    """One observation, and what it weighs.

    - source: where it comes from, such as "meta" or "content"
    - encoding: the encoding that it is about; None for what is only worth knowing
    - bits: its weight: +1 doubles the odds of the encoding, -1 halves them
    - words: the observation in words
    """

    source: str
    encoding: str | None
    bits: float
    words: str


@dataclass(frozen=True)
class Check:
    """Counts of characters that clear text has few of. A page in the wrong encoding seldom has none.

    - replacements: U+FFFD, for what did not decode, now or earlier
    - controls: control characters other than white space
    - unassigned: code points without a meaning
    - private_use: code points whose meaning is private, often icons of a font
    - noncharacters: code points that never have a meaning, such as U+FFFE
    - switches: places where the script changes inside of a word

    >>> import pellucid
    >>> check = pellucid.decode("Прiвет".encode()).check()
    >>> check.switches, check.replacements, check.is_clean
    (2, 0, False)
    """

    replacements: int
    controls: int
    unassigned: int
    private_use: int
    noncharacters: int
    switches: int

    @property
    def is_clean(self) -> bool:
        """Whether all counts are 0."""
        return not any(self.as_dict().values())

    def as_dict(self) -> dict[str, int]:
        """The counts by their names."""
        return asdict(self)


@dataclass(frozen=True)
class Metadata:
    """What a page says about itself. What it does not say is None, or an empty list.

    - title: without the name of the site where that is known
    - authors: as they are written
    - date, modified: when it was published and last changed, in ISO 8601
    - site_name: the name of the site
    - description: what it is about, in a few sentences
    - declared_language: a BCP 47 tag
    - url: its canonical address, as it is written
    - licence: usually an address
    - image: the address of the image that represents it
    - kind: a type from schema.org, else one from OpenGraph
    - keywords: as they are written
    - categories: the sections of the site that it is in
    """

    title: str | None
    authors: list[str]
    date: str | None
    modified: str | None
    site_name: str | None
    description: str | None
    declared_language: str | None
    url: str | None
    licence: str | None
    image: str | None
    kind: str | None
    keywords: list[str]
    categories: list[str]

    def as_dict(self) -> dict[str, Any]:
        """All of it, with the keys of `pellucid extract --format jsonl`."""
        return asdict(self)


@dataclass(frozen=True)
class Tally:
    """The counts of a run of `batch`.

    - read: all records
    - written: records with a row in the output
    - empty, replaced: rows without text, and rows with places that did not decode
    - truncated: rows with the first part of a page that takes too much memory
    - page_bytes, text_bytes: the bytes of the pages with a row, decompressed, and of their text
    - skipped_bytes: the bytes of the inputs that were skipped because they are damaged
    - rejected: records without a row
    - reasons: how many were rejected for each reason
    """

    read: int
    written: int
    empty: int
    replaced: int
    truncated: int
    page_bytes: int
    text_bytes: int
    skipped_bytes: int
    rejected: int
    reasons: dict[str, int]

    def as_dict(self) -> dict[str, Any]:
        """The counts by their names, as `pellucid batch --summary` writes them."""
        return asdict(self)


for _class in (Span, Mixed, Layer, Alternative, Evidence, Check, Metadata, Tally):
    _class.__module__ = "pellucid"
