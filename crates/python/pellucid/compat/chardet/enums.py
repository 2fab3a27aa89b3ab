"""Flags of chardet: `EncodingEra` and `LanguageFilter`."""

from __future__ import annotations

from enum import IntFlag


class EncodingEra(IntFlag):
    """Which encodings may be an answer, by where they were used."""

    MODERN_WEB = 1
    LEGACY_ISO = 2
    LEGACY_MAC = 4
    LEGACY_REGIONAL = 8
    DOS = 16
    MAINFRAME = 32
    ALL = 63


class LanguageFilter(IntFlag):
    """From chardet 5. It is accepted and has no effect, as in chardet 7."""

    CHINESE_SIMPLIFIED = 1
    CHINESE_TRADITIONAL = 2
    JAPANESE = 4
    KOREAN = 8
    NON_CJK = 16
    ALL = 31
    CHINESE = 3
    CJK = 15
