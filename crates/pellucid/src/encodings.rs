//! The table of encodings: one row for each, and everything else is derived from it.
//!
//! To add an encoding, add a row. Its columns are
//!
//! | column | meaning |
//! |---|---|
//! | constant | the row's name in Rust, `encodings::UTF_8` |
//! | name | canonical name: the WHATWG one where there is one, else the best known |
//! | IANA | preferred MIME name in the IANA registry, empty when not registered |
//! | Python | codec of Python's standard library which reads the same bytes, empty when there is none |
//! | family | how bytes become characters |
//! | use | when the detector considers it: [`Use`] |
//! | languages | BCP 47 tags of the languages that were written in it, empty for all |
//! | codec | what decodes and encodes it |
//! | labels | every label it is declared by. For WHATWG encodings, exactly the standard's labels |
//!
//! Labels as people write them are resolved in [`crate::labels`].

use std::fmt;

use crate::decode::codec::Codec;

/// How an encoding turns bytes into characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Family {
    /// Encodes all of Unicode: UTF-8, -16, -32, -7.
    Utf,
    /// One byte, one character; the lower half is ASCII.
    SingleByte,
    /// One to four bytes a character; single bytes below 0x80 are ASCII.
    MultiByte,
    /// Seven-bit, switching character sets by escape sequences.
    Escape,
    /// One byte, one character; letters are not where ASCII has them.
    Ebcdic,
    /// Not an encoding of text: `replacement`, `x-user-defined`, `binary`.
    Special,
}

impl Family {
    /// The family's name in tables and JSON.
    pub fn name(self) -> &'static str {
        match self {
            Family::Utf => "utf",
            Family::SingleByte => "single-byte",
            Family::MultiByte => "multi-byte",
            Family::Escape => "escape",
            Family::Ebcdic => "ebcdic",
            Family::Special => "special",
        }
    }
}

/// When the detector considers an encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Use {
    /// Met on the web: a candidate by default.
    Web,
    /// Met in old files (DOS, Mac, regional standards): a candidate behind a prior.
    File,
    /// Only when the caller allows it by name: EBCDIC, and UTF-7, which is a security risk on the web.
    OnRequest,
    /// Never an answer about text.
    Never,
}

impl Use {
    /// The word in tables and JSON.
    pub fn name(self) -> &'static str {
        match self {
            Use::Web => "web",
            Use::File => "file",
            Use::OnRequest => "request",
            Use::Never => "never",
        }
    }
}

/// One row of the table. Compared by name; always used as `&'static Encoding`.
pub struct Encoding {
    name: &'static str,
    iana: &'static str,
    python: &'static str,
    family: Family,
    usage: Use,
    languages: &'static str,
    labels: &'static str,
    pub(crate) codec: Codec,
}

impl Encoding {
    /// Canonical name, as the WHATWG Encoding Standard spells it where it knows the encoding.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Preferred MIME name in the IANA registry.
    pub fn iana(&self) -> Option<&'static str> {
        Some(self.iana).filter(|s| !s.is_empty())
    }

    /// Codec of Python's standard library which reads the same bytes.
    pub fn python(&self) -> Option<&'static str> {
        Some(self.python).filter(|s| !s.is_empty())
    }

    /// How bytes become characters.
    pub fn family(&self) -> Family {
        self.family
    }

    /// When the detector considers it.
    pub fn usage(&self) -> Use {
        self.usage
    }

    /// BCP 47 tags of the languages written in it; none means all.
    pub fn languages(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.languages.split_ascii_whitespace()
    }

    /// The labels it is declared by, lower case.
    pub fn labels(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.labels.split_ascii_whitespace()
    }

    /// Whether the WHATWG Encoding Standard defines it.
    pub fn is_whatwg(&self) -> bool {
        self.whatwg().is_some()
    }

    /// The same encoding in encoding_rs, which knows those of the WHATWG Encoding Standard.
    pub fn whatwg(&self) -> Option<&'static encoding_rs::Encoding> {
        match self.codec {
            Codec::Whatwg(encoding) => Some(encoding),
            _ => None,
        }
    }

    /// Whether bytes 0x00–0x7F on their own mean ASCII in it, so that markup can be found without decoding.
    pub fn is_ascii_compatible(&self) -> bool {
        match self.family {
            Family::SingleByte | Family::MultiByte => true,
            Family::Utf => self.name == "UTF-8",
            Family::Escape | Family::Ebcdic => false,
            Family::Special => self.name == "x-user-defined",
        }
    }

    /// The row with this canonical name, in any letter case.
    pub fn by_name(name: &str) -> Option<&'static Encoding> {
        ENCODINGS.iter().copied().find(|e| e.name.eq_ignore_ascii_case(name))
    }

    /// The row which wraps this encoding of encoding_rs.
    pub fn of_whatwg(encoding: &'static encoding_rs::Encoding) -> &'static Encoding {
        ENCODINGS.iter().copied().find(|e| e.whatwg() == Some(encoding)).unwrap_or(&UTF_8)
    }
}

impl PartialEq for Encoding {
    fn eq(&self, other: &Encoding) -> bool {
        self.name == other.name
    }
}

impl Eq for Encoding {}

impl std::hash::Hash for Encoding {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl fmt::Debug for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Encoding({})", self.name)
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

macro_rules! table {
    ($($constant:ident = $name:literal, $iana:literal, $python:literal, $family:ident, $usage:ident,
       $languages:literal, $codec:ident ( $($argument:expr),* ), $labels:literal;)*) => {
        $(
            #[doc = concat!("`", $name, "`")]
            pub static $constant: Encoding = Encoding {
                name: $name,
                iana: $iana,
                python: $python,
                family: Family::$family,
                usage: Use::$usage,
                languages: $languages,
                labels: $labels,
                codec: Codec::$codec($($argument),*),
            };
        )*
        /// All rows, the WHATWG encodings first.
        pub static ENCODINGS: &[&Encoding] = &[$(&$constant),*];
    };
}

table! {
    UTF_8          = "UTF-8",         "UTF-8",       "utf_8",        Utf,        Web,   "",
        Whatwg(&encoding_rs::UTF_8_INIT),
        "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8";
    IBM866         = "IBM866",        "IBM866",      "cp866",        SingleByte, Web,   "ru uk be bg",
        Whatwg(&encoding_rs::IBM866_INIT),
        "866 cp866 csibm866 ibm866";
    ISO_8859_2     = "ISO-8859-2",    "ISO-8859-2",  "iso8859_2",    SingleByte, Web,   "cs pl hu sk sl hr bs ro sq",
        Whatwg(&encoding_rs::ISO_8859_2_INIT),
        "csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2";
    ISO_8859_3     = "ISO-8859-3",    "ISO-8859-3",  "iso8859_3",    SingleByte, Web,   "eo mt tr",
        Whatwg(&encoding_rs::ISO_8859_3_INIT),
        "csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3";
    ISO_8859_4     = "ISO-8859-4",    "ISO-8859-4",  "iso8859_4",    SingleByte, Web,   "et lv lt kl se",
        Whatwg(&encoding_rs::ISO_8859_4_INIT),
        "csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4";
    ISO_8859_5     = "ISO-8859-5",    "ISO-8859-5",  "iso8859_5",    SingleByte, Web,   "ru bg uk be mk sr",
        Whatwg(&encoding_rs::ISO_8859_5_INIT),
        "csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988";
    ISO_8859_6     = "ISO-8859-6",    "ISO-8859-6",  "iso8859_6",    SingleByte, Web,   "ar",
        Whatwg(&encoding_rs::ISO_8859_6_INIT),
        "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e \
         iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987";
    ISO_8859_7     = "ISO-8859-7",    "ISO-8859-7",  "iso8859_7",    SingleByte, Web,   "el",
        Whatwg(&encoding_rs::ISO_8859_7_INIT),
        "csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 \
         iso_8859-7 iso_8859-7:1987 sun_eu_greek";
    ISO_8859_8     = "ISO-8859-8",    "ISO-8859-8",  "iso8859_8",    SingleByte, Web,   "he yi",
        Whatwg(&encoding_rs::ISO_8859_8_INIT),
        "csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 iso88598 \
         iso_8859-8 iso_8859-8:1988 visual";
    ISO_8859_8_I   = "ISO-8859-8-I",  "ISO-8859-8-I","iso8859_8",    SingleByte, Web,   "he yi",
        Whatwg(&encoding_rs::ISO_8859_8_I_INIT),
        "csiso88598i iso-8859-8-i logical";
    ISO_8859_10    = "ISO-8859-10",   "ISO-8859-10", "iso8859_10",   SingleByte, Web,   "is se fo nb sv",
        Whatwg(&encoding_rs::ISO_8859_10_INIT),
        "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6";
    ISO_8859_13    = "ISO-8859-13",   "ISO-8859-13", "iso8859_13",   SingleByte, Web,   "lt lv et pl",
        Whatwg(&encoding_rs::ISO_8859_13_INIT),
        "iso-8859-13 iso8859-13 iso885913";
    ISO_8859_14    = "ISO-8859-14",   "ISO-8859-14", "iso8859_14",   SingleByte, Web,   "cy ga gd br",
        Whatwg(&encoding_rs::ISO_8859_14_INIT),
        "iso-8859-14 iso8859-14 iso885914";
    ISO_8859_15    = "ISO-8859-15",   "ISO-8859-15", "iso8859_15",   SingleByte, Web,   "fr de es it pt nl fi sv da nb et",
        Whatwg(&encoding_rs::ISO_8859_15_INIT),
        "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9";
    ISO_8859_16    = "ISO-8859-16",   "ISO-8859-16", "iso8859_16",   SingleByte, Web,   "ro pl hr hu sl",
        Whatwg(&encoding_rs::ISO_8859_16_INIT),
        "iso-8859-16";
    KOI8_R         = "KOI8-R",        "KOI8-R",      "koi8_r",       SingleByte, Web,   "ru bg",
        Whatwg(&encoding_rs::KOI8_R_INIT),
        "cskoi8r koi koi8 koi8-r koi8_r";
    KOI8_U         = "KOI8-U",        "KOI8-U",      "koi8_u",       SingleByte, Web,   "uk ru be",
        Whatwg(&encoding_rs::KOI8_U_INIT),
        "koi8-ru koi8-u";
    MACINTOSH      = "macintosh",     "macintosh",   "mac_roman",    SingleByte, Web,   "en fr de es it pt",
        Whatwg(&encoding_rs::MACINTOSH_INIT),
        "csmacintosh mac macintosh x-mac-roman";
    WINDOWS_874    = "windows-874",   "windows-874", "cp874",        SingleByte, Web,   "th",
        Whatwg(&encoding_rs::WINDOWS_874_INIT),
        "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874";
    WINDOWS_1250   = "windows-1250",  "windows-1250","cp1250",       SingleByte, Web,   "cs pl hu sk sl hr bs ro sq sr-Latn",
        Whatwg(&encoding_rs::WINDOWS_1250_INIT),
        "cp1250 windows-1250 x-cp1250";
    WINDOWS_1251   = "windows-1251",  "windows-1251","cp1251",       SingleByte, Web,   "ru bg uk be mk sr kk",
        Whatwg(&encoding_rs::WINDOWS_1251_INIT),
        "cp1251 windows-1251 x-cp1251";
    WINDOWS_1252   = "windows-1252",  "windows-1252","cp1252",       SingleByte, Web,   "en fr de es it pt nl sv da nb fi is",
        Whatwg(&encoding_rs::WINDOWS_1252_INIT),
        "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 \
         iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252";
    WINDOWS_1253   = "windows-1253",  "windows-1253","cp1253",       SingleByte, Web,   "el",
        Whatwg(&encoding_rs::WINDOWS_1253_INIT),
        "cp1253 windows-1253 x-cp1253";
    WINDOWS_1254   = "windows-1254",  "windows-1254","cp1254",       SingleByte, Web,   "tr az",
        Whatwg(&encoding_rs::WINDOWS_1254_INIT),
        "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 \
         latin5 windows-1254 x-cp1254";
    WINDOWS_1255   = "windows-1255",  "windows-1255","cp1255",       SingleByte, Web,   "he yi",
        Whatwg(&encoding_rs::WINDOWS_1255_INIT),
        "cp1255 windows-1255 x-cp1255";
    WINDOWS_1256   = "windows-1256",  "windows-1256","cp1256",       SingleByte, Web,   "ar fa ur",
        Whatwg(&encoding_rs::WINDOWS_1256_INIT),
        "cp1256 windows-1256 x-cp1256";
    WINDOWS_1257   = "windows-1257",  "windows-1257","cp1257",       SingleByte, Web,   "lt lv et",
        Whatwg(&encoding_rs::WINDOWS_1257_INIT),
        "cp1257 windows-1257 x-cp1257";
    WINDOWS_1258   = "windows-1258",  "windows-1258","cp1258",       SingleByte, Web,   "vi",
        Whatwg(&encoding_rs::WINDOWS_1258_INIT),
        "cp1258 windows-1258 x-cp1258";
    X_MAC_CYRILLIC = "x-mac-cyrillic","",            "mac_cyrillic", SingleByte, Web,   "ru uk be bg mk sr",
        Whatwg(&encoding_rs::X_MAC_CYRILLIC_INIT),
        "x-mac-cyrillic x-mac-ukrainian";
    GBK            = "GBK",           "GBK",         "gbk",          MultiByte,  Web,   "zh-Hans",
        Whatwg(&encoding_rs::GBK_INIT),
        "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk";
    GB18030        = "gb18030",       "GB18030",     "gb18030",      MultiByte,  Web,   "zh-Hans zh-Hant",
        Whatwg(&encoding_rs::GB18030_INIT),
        "gb18030";
    BIG5           = "Big5",          "Big5",        "big5hkscs",    MultiByte,  Web,   "zh-Hant zh-HK",
        Whatwg(&encoding_rs::BIG5_INIT),
        "big5 big5-hkscs cn-big5 csbig5 x-x-big5";
    EUC_JP         = "EUC-JP",        "EUC-JP",      "euc_jp",       MultiByte,  Web,   "ja",
        Whatwg(&encoding_rs::EUC_JP_INIT),
        "cseucpkdfmtjapanese euc-jp x-euc-jp";
    ISO_2022_JP    = "ISO-2022-JP",   "ISO-2022-JP", "iso2022_jp",   Escape,     Web,   "ja",
        Whatwg(&encoding_rs::ISO_2022_JP_INIT),
        "csiso2022jp iso-2022-jp";
    SHIFT_JIS      = "Shift_JIS",     "Shift_JIS",   "cp932",        MultiByte,  Web,   "ja",
        Whatwg(&encoding_rs::SHIFT_JIS_INIT),
        "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis";
    EUC_KR         = "EUC-KR",        "EUC-KR",      "cp949",        MultiByte,  Web,   "ko",
        Whatwg(&encoding_rs::EUC_KR_INIT),
        "cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 \
         windows-949";
    REPLACEMENT    = "replacement",   "",            "",             Special,    Never, "",
        Whatwg(&encoding_rs::REPLACEMENT_INIT),
        "csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr replacement";
    UTF_16BE       = "UTF-16BE",      "UTF-16BE",    "utf_16_be",    Utf,        Web,   "",
        Whatwg(&encoding_rs::UTF_16BE_INIT),
        "unicodefffe utf-16be";
    UTF_16LE       = "UTF-16LE",      "UTF-16LE",    "utf_16_le",    Utf,        Web,   "",
        Whatwg(&encoding_rs::UTF_16LE_INIT),
        "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le";
    X_USER_DEFINED = "x-user-defined","",            "",             Special,    Never, "",
        Whatwg(&encoding_rs::X_USER_DEFINED_INIT),
        "x-user-defined";
    UTF_32LE = "UTF-32LE", "", "", Utf, Web, "",
        Binary(),
        "";
    UTF_32BE = "UTF-32BE", "", "", Utf, Web, "",
        Binary(),
        "";
    ISO_2022_KR = "ISO-2022-KR", "", "", Utf, Web, "",
        Binary(),
        "";
    ISO_2022_CN = "ISO-2022-CN", "", "", Utf, Web, "",
        Binary(),
        "";
    HZ_GB_2312 = "HZ-GB-2312", "", "", Utf, Web, "",
        Binary(),
        "";
    BINARY         = "binary",        "",            "",             Special,    Never, "",
        Binary(),
        "";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_whatwg_encoding_has_a_row_and_every_label_of_it_resolves_alike() {
        let mut labels = 0;
        for encoding in ENCODINGS.iter().filter(|e| e.is_whatwg()) {
            let whatwg = encoding.whatwg().unwrap();
            assert_eq!(encoding.name(), whatwg.name());
            for label in encoding.labels() {
                assert_eq!(encoding_rs::Encoding::for_label(label.as_bytes()), Some(whatwg), "{label}");
                labels += 1;
            }
        }
        assert_eq!(ENCODINGS.iter().filter(|e| e.is_whatwg()).count(), 40);
        assert_eq!(labels, 228, "the standard's number of labels");
    }

    #[test]
    fn names_are_unique() {
        let mut names: Vec<_> = ENCODINGS.iter().map(|e| e.name().to_ascii_lowercase()).collect();
        names.sort();
        let before = names.len();
        names.dedup();
        assert_eq!(before, names.len());
    }
}
