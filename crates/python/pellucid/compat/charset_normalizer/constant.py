"""Numbers and lists of charset-normalizer that programs refer to."""

from __future__ import annotations

import codecs
from encodings.aliases import aliases

from ._blocks import BLOCKS

# Pages from this size on are not read in all other encodings, to find those that give the same text.
TOO_BIG_SEQUENCE = 10_000_000
# Below this, `detect` is less sure.
TOO_SMALL_SEQUENCE = 32
# The level of messages about every step.
TRACE = 5

# Codecs of Python that have no other name.
_NO_ALIASES = "cp720 cp737 cp856 cp874 cp875 cp1006 koi8_r koi8_t koi8_u mac_croatian mac_farsi mac_romanian mac_arabic"
# Codecs that are no encodings, or only of one system, or of names and literals.
_NO_ENCODINGS = "base64_codec bz2_codec hex_codec quopri_codec rot_13 uu_codec zlib_codec mbcs oem tactis utf_8_sig"


def _supported() -> list[str]:
    names = {*aliases.values(), *_NO_ALIASES.split()} - {*_NO_ENCODINGS.split()}
    found = []
    for name in sorted(names):
        try:
            codecs.lookup(name)
        except LookupError:
            continue
        found.append(name)
    return found


# Python's names of all encodings that it reads.
IANA_SUPPORTED = _supported()
IANA_SUPPORTED_COUNT = len(IANA_SUPPORTED)
IANA_NO_ALIASES = _NO_ALIASES.split()

# What a text in these encodings may begin with.
ENCODING_MARKS: dict[str, bytes | list[bytes]] = {
    "utf_8": codecs.BOM_UTF8,
    "utf_7": [b"+/v8", b"+/v9", b"+/v+", b"+/v/"],
    "gb18030": b"\x84\x31\x95\x33",
    "utf_32": [codecs.BOM_UTF32_BE, codecs.BOM_UTF32_LE],
    "utf_16": [codecs.BOM_UTF16_BE, codecs.BOM_UTF16_LE],
}

# The blocks of Unicode; but control characters have a name of their own.
UNICODE_RANGES_COMBINED = {
    "Control character": range(0x20),
    **{name: range(max(start, 0x20), end + 1) for start, end, name in BLOCKS},
}
