"""What chardet calls encodings, and which encoding of Pellucid each name is."""

from __future__ import annotations

import codecs
from functools import lru_cache
from typing import NamedTuple

from ..._native import encoding, encodings
from .._codec import can_decode
from .enums import EncodingEra

# The name of a codec; how chardet spells it in its answers; the encodings that are read with it. Where an encoding has several
# names, the first one that reads the bytes is the answer: the names that promise least are first.
_NAMES = {
    EncodingEra.MODERN_WEB: """
        ascii           ascii           UTF-8
        utf-8-sig       UTF-8-SIG       UTF-8
        utf-8           utf-8           UTF-8
        utf-16          UTF-16          UTF-16LE,UTF-16BE
        utf-16-le       utf-16-le       UTF-16LE
        utf-16-be       utf-16-be       UTF-16BE
        utf-32          UTF-32          UTF-32LE,UTF-32BE
        utf-32-le       utf-32-le       UTF-32LE
        utf-32-be       utf-32-be       UTF-32BE
        big5hkscs       Big5            Big5,Big5-HKSCS
        cp932           CP932           Shift_JIS
        shift_jis_2004  SHIFT_JIS       Shift_JIS
        euc_jis_2004    EUC-JP          EUC-JP
        iso2022_jp_2    ISO-2022-JP     ISO-2022-JP
        iso2022_jp_ext  iso2022_jp_ext  ISO-2022-JP
        iso2022_jp_2004 iso2022_jp_2004 ISO-2022-JP
        euc_kr          EUC-KR          EUC-KR
        cp949           CP949           EUC-KR
        gb18030         GB18030         GBK,gb18030
        tis-620         TIS-620         windows-874
        cp874           CP874           windows-874
        cp1250          Windows-1250    windows-1250
        cp1251          Windows-1251    windows-1251
        cp1252          Windows-1252    windows-1252
        cp1253          Windows-1253    windows-1253
        cp1254          Windows-1254    windows-1254
        cp1255          Windows-1255    windows-1255
        cp1256          Windows-1256    windows-1256
        cp1257          Windows-1257    windows-1257
        cp1258          cp1258          windows-1258
        koi8-r          KOI8-R          KOI8-R
        koi8-u          koi8-u          KOI8-U
    """,
    EncodingEra.LEGACY_ISO: """
        iso8859-1       ISO-8859-1      windows-1252
        iso8859-2       ISO-8859-2      ISO-8859-2
        iso8859-3       iso8859-3       ISO-8859-3
        iso8859-4       iso8859-4       ISO-8859-4
        iso8859-5       ISO-8859-5      ISO-8859-5
        iso8859-6       ISO-8859-6      ISO-8859-6
        iso8859-7       ISO-8859-7      ISO-8859-7
        iso8859-8       ISO-8859-8      ISO-8859-8,ISO-8859-8-I
        iso8859-9       ISO-8859-9      windows-1254
        iso8859-10      iso8859-10      ISO-8859-10
        iso8859-13      ISO-8859-13     ISO-8859-13
        iso8859-14      iso8859-14      ISO-8859-14
        iso8859-15      iso8859-15      ISO-8859-15
        iso8859-16      iso8859-16      ISO-8859-16
        johab           Johab           Johab
    """,
    EncodingEra.LEGACY_MAC: """
        mac-cyrillic    MacCyrillic     x-mac-cyrillic
        mac-greek       MacGreek        x-mac-greek
        mac-iceland     MacIceland      x-mac-icelandic
        mac-latin2      MacLatin2       x-mac-ce
        mac-roman       MacRoman        macintosh
        mac-turkish     MacTurkish      x-mac-turkish
    """,
    EncodingEra.LEGACY_REGIONAL: """
        utf-7           utf-7           UTF-7
        hz              HZ-GB-2312      HZ-GB-2312
        iso2022_kr      ISO-2022-KR     ISO-2022-KR
        cp720           cp720           IBM720
        cp1006          cp1006          -
        cp1125          cp1125          IBM1125
        koi8-t          koi8-t          KOI8-T
        kz1048          KZ1048          KZ-1048
        ptcp154         ptcp154         PT154
        hp-roman8       hp-roman8       -
    """,
    EncodingEra.DOS: """
        cp855           IBM855          IBM855
        cp856           cp856           -
        cp866           IBM866          IBM866
    """,
}

# The supersets that chardet prefers on request.
SUPERSETS = {
    "ascii": "cp1252",
    "euc_kr": "cp949",
    "iso8859-1": "cp1252",
    "iso8859-2": "cp1250",
    "iso8859-5": "cp1251",
    "iso8859-6": "cp1256",
    "iso8859-7": "cp1253",
    "iso8859-8": "cp1255",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "iso8859-13": "cp1257",
    "tis-620": "cp874",
}

# Names for bytes that begin with a byte order mark.
MARKED = ("utf-8-sig", "utf-16", "utf-32")


class Name(NamedTuple):
    """A name of chardet for encodings of Pellucid."""

    codec: str
    """Python's codec, in the spelling that chardet 7 has for it."""
    spelled: str
    """How older chardets spell it, which is the usual answer."""
    of: tuple[str, ...]
    """The encodings that are read with it; none for those that Pellucid does not know."""
    era: EncodingEra
    is_codec: bool = True
    """Whether Python has it."""

    def spelling(self, data: bytes, is_whole: bool) -> str:
        """The usual spelling, unless that is the name of another codec, which cannot read these bytes."""
        if _is_codec(self.spelled, self.codec) or (is_whole and can_decode(data, self.spelled)):
            return self.spelled
        return self.codec


def _is_codec(name: str, codec: str) -> bool:
    try:
        return codecs.lookup(name).name == codecs.lookup(codec).name
    except LookupError:
        return name == codec


def _rows() -> list[Name]:
    rows = []
    for era, lines in _NAMES.items():
        for line in lines.strip().splitlines():
            codec, spelled, of = line.split()
            rows.append(Name(codec, spelled, tuple(of.split(",")) if of != "-" else (), era))
    # All other encodings have the name of their codec.
    named = {of for row in rows for of in row.of}
    for one in encodings():
        if one.name not in named and one.use != "never":
            codec = (one.python_codec or one.name).replace("_", "-")
            rows.append(Name(codec, codec, (one.name,), _era(one.name), one.python_codec is not None))
    return rows


def _era(name: str) -> EncodingEra:
    """Where an encoding was used that chardet does not know, or calls by the name of its codec."""
    family = encoding(name).family
    if family == "ebcdic":
        return EncodingEra.MAINFRAME
    if "mac" in name:
        return EncodingEra.LEGACY_MAC
    return EncodingEra.DOS if name.startswith("IBM") else EncodingEra.LEGACY_REGIONAL


NAMES = _rows()
_BY_NAME = {name.lower(): row for row in reversed(NAMES) for name in (row.codec, row.spelled)}
_BY_CODEC = {
    codecs.lookup(name).name: row for row in reversed(NAMES) if row.is_codec for name in (row.spelled, row.codec)
}
_BY_ENCODING = {of: [row for row in NAMES if of in row.of] for row in NAMES for of in row.of}


def names_of(encoding: str) -> list[Name]:
    """The names for an encoding of Pellucid, the best first."""
    return _BY_ENCODING.get(encoding, [])


@lru_cache(maxsize=1024)
def find(name: str) -> Name | None:
    """The row for any name of an encoding: one of chardet, of Python, of the web."""
    row = _BY_NAME.get(name.lower())
    if row is None:
        try:
            row = _BY_CODEC.get(codecs.lookup(name).name)
        except (LookupError, ValueError):
            pass
    if row is None:
        try:
            row = next((row for row in names_of(encoding(name).name) if row.codec not in ("ascii", *MARKED)), None)
        except LookupError:
            pass
    return row
