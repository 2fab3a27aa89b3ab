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
use crate::decode::schemes::big5_hkscs::Big5Hkscs;
use crate::decode::schemes::euc_tw::EucTw;
use crate::decode::schemes::hz::Hz;
use crate::decode::schemes::iso_2022_cn::Iso2022Cn;
use crate::decode::schemes::iso_2022_kr::Iso2022Kr;
use crate::decode::schemes::johab::Johab;
use crate::decode::schemes::single_byte::ASCII;
use crate::decode::schemes::utf_7::Utf7;
use crate::decode::schemes::utf_32::Utf32;
use crate::decode::tables::single_byte;
use crate::named::named;

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

named!(Family, "family of encodings":
    Utf => "utf",
    SingleByte => "single-byte",
    MultiByte => "multi-byte",
    Escape => "escape",
    Ebcdic => "ebcdic",
    Special => "special",
);

/// When the detector considers an encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Use {
    /// Met on the web: a candidate by default.
    Web,
    /// Met in old files (DOS, Mac, regional standards): a candidate behind a prior.
    File,
    /// Only when the caller allows it by name: EBCDIC; UTF-7, which is a security risk on the web;
    /// Big5-HKSCS, whose text is read as Big5 as well.
    OnRequest,
    /// Never an answer about text.
    Never,
}

named!(Use, "use of an encoding":
    Web => "web",
    File => "file",
    OnRequest => "request",
    Never => "never",
);

/// One row of the table. Always used as `&'static Encoding`; each row exists once, so rows are compared by address.
pub struct Encoding {
    name: &'static str,
    iana: &'static str,
    python: &'static str,
    family: Family,
    usage: Use,
    languages: &'static str,
    labels: &'static str,
    place: Place,
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

    /// Its place in [`ENCODINGS`], for tables with a value for each encoding.
    pub(crate) fn place(&self) -> usize {
        self.place as usize
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
    #[must_use]
    pub fn for_canonical_name(name: &str) -> Option<&'static Encoding> {
        ENCODINGS.iter().copied().find(|e| e.name.eq_ignore_ascii_case(name))
    }

    /// The row which wraps this encoding of encoding_rs.
    #[must_use]
    pub fn for_whatwg(encoding: &'static encoding_rs::Encoding) -> &'static Encoding {
        ENCODINGS.iter().copied().find(|e| e.whatwg() == Some(encoding)).unwrap_or(&UTF_8)
    }
}

impl PartialEq for Encoding {
    fn eq(&self, other: &Encoding) -> bool {
        std::ptr::eq(self, other)
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
                place: Place::$constant,
                codec: Codec::$codec($($argument),*),
            };
        )*
        /// The rows in their order, for [`Encoding::place`].
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "as the rows are named")]
        #[derive(Clone, Copy)]
        enum Place { $($constant),* }
        /// How many rows there are.
        pub(crate) const COUNT: usize = [$(Place::$constant),*].len();
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
    ISO_8859_2     = "ISO-8859-2",    "ISO-8859-2",  "iso8859_2",    SingleByte, Web,
        "cs pl hu sk sl hr bs ro sq hsb sr-Latn",
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
    ISO_8859_10    = "ISO-8859-10",   "ISO-8859-10", "iso8859_10",   SingleByte, Web,   "is se fo nb sv et lt lv",
        Whatwg(&encoding_rs::ISO_8859_10_INIT),
        "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6";
    ISO_8859_13    = "ISO-8859-13",   "ISO-8859-13", "iso8859_13",   SingleByte, Web,   "lt lv et pl",
        Whatwg(&encoding_rs::ISO_8859_13_INIT),
        "iso-8859-13 iso8859-13 iso885913";
    ISO_8859_14    = "ISO-8859-14",   "ISO-8859-14", "iso8859_14",   SingleByte, Web,   "cy ga gd br",
        Whatwg(&encoding_rs::ISO_8859_14_INIT),
        "iso-8859-14 iso8859-14 iso885914";
    ISO_8859_15    = "ISO-8859-15",   "ISO-8859-15", "iso8859_15",   SingleByte, Web,
        "fr de es it pt nl fi sv da nb et en is af br ca cy eu fo fy ga gd gl ia la lb nn oc rm sq sw",
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
    MACINTOSH      = "macintosh",     "macintosh",   "mac_roman",    SingleByte, Web,
        "en fr de es it pt da fi id ms nb nl sv tl af br ca cy eu fy ga gd gl ia la lb nn oc rm sw",
        Whatwg(&encoding_rs::MACINTOSH_INIT),
        "csmacintosh mac macintosh x-mac-roman";
    WINDOWS_874    = "windows-874",   "windows-874", "cp874",        SingleByte, Web,   "th",
        Whatwg(&encoding_rs::WINDOWS_874_INIT),
        "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874";
    WINDOWS_1250   = "windows-1250",  "windows-1250","cp1250",       SingleByte, Web,
        "cs pl hu sk sl hr bs ro sq sr-Latn hsb",
        Whatwg(&encoding_rs::WINDOWS_1250_INIT),
        "cp1250 windows-1250 x-cp1250";
    WINDOWS_1251   = "windows-1251",  "windows-1251","cp1251",       SingleByte, Web,   "ru bg uk be mk sr kk",
        Whatwg(&encoding_rs::WINDOWS_1251_INIT),
        "cp1251 windows-1251 x-cp1251";
    WINDOWS_1252   = "windows-1252",  "windows-1252","cp1252",       SingleByte, Web,
        "en fr de es it pt nl sv da nb fi is id mg ms rw so tl xh zu af br ca cy eu fo fy ga gd gl ia la \
         lb nn oc rm sq sw",
        Whatwg(&encoding_rs::WINDOWS_1252_INIT),
        "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 \
         iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252";
    WINDOWS_1253   = "windows-1253",  "windows-1253","cp1253",       SingleByte, Web,   "el",
        Whatwg(&encoding_rs::WINDOWS_1253_INIT),
        "cp1253 windows-1253 x-cp1253";
    WINDOWS_1254   = "windows-1254",  "windows-1254","cp1254",       SingleByte, Web,   "tr az kmr",
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
    UTF_32LE       = "UTF-32LE",     "UTF-32LE",    "utf_32_le",    Utf,        Web,   "",
        Scheme(&Utf32::Le),
        "utf-32 utf-32le utf32 utf32le utf_32 utf_32_le ucs-4 ucs-4le ucs4 iso-10646-ucs-4 csucs4 \
         csutf32 csutf32le";
    UTF_32BE       = "UTF-32BE",     "UTF-32BE",    "utf_32_be",    Utf,        Web,   "",
        Scheme(&Utf32::Be),
        "utf-32be utf32be utf_32_be ucs-4be csutf32be";
    UTF_7          = "UTF-7",        "UTF-7",       "utf_7",        Utf,        OnRequest, "",
        Scheme(&Utf7),
        "utf-7 utf7 utf_7 u7 unicode-1-1-utf-7 unicode-2-0-utf-7 csunicode11utf7 csutf7 \
         x-unicode-2-0-utf-7";
    ISO_2022_KR    = "ISO-2022-KR",  "ISO-2022-KR", "iso2022_kr",   Escape,     Web,   "ko",
        Scheme(&Iso2022Kr),
        "iso2022-kr iso2022kr iso2022_kr iso_2022_kr";
    ISO_2022_CN    = "ISO-2022-CN",  "ISO-2022-CN", "",             Escape,     Web,   "zh-Hans zh-Hant",
        Scheme(&Iso2022Cn),
        "iso2022-cn iso2022cn iso_2022_cn csiso2022cn iso2022-cn-ext iso2022cnext csiso2022cnext";
    HZ_GB_2312     = "HZ-GB-2312",   "HZ-GB-2312",  "hz",           Escape,     Web,   "zh-Hans",
        Scheme(&Hz),
        "hz hz-gb hzgb hz_gb_2312 hz-gb2312 x-hz";
    JOHAB          = "Johab",        "",            "johab",        MultiByte,  File,  "ko",
        Scheme(&Johab),
        "johab x-johab cp1361 ms1361 mscp1361 windows-1361 ibm-1361 1361 ks_c_5601-1992 ksc5601-1992";
    EUC_TW         = "EUC-TW",       "",            "",             MultiByte,  File,  "zh-Hant",
        Scheme(&EucTw),
        "euc-tw euctw euc_tw x-euc-tw ibm-964 cns11643 x-cns11643";
    BIG5_HKSCS     = "Big5-HKSCS",   "Big5-HKSCS",  "big5hkscs",    MultiByte,  OnRequest, "zh-HK zh-Hant",
        Scheme(&Big5Hkscs),
        "big5hkscs big5_hkscs hkscs big5-hkscs:2004 big5-hkscs:2008 csbig5hkscs";
    IBM437         = "IBM437",       "IBM437",      "cp437",        SingleByte, File,
        "en de fr es it sv fi af ca eu gl nl oc pt",
        Scheme(&single_byte::IBM437),
        "ibm437 cp437 437 ibm-437 dos-437 cspc8codepage437";
    IBM720         = "IBM720",       "",            "cp720",        SingleByte, File,  "ar",
        Scheme(&single_byte::IBM720),
        "ibm720 cp720 720 ibm-720 dos-720 dos-arabic";
    IBM737         = "IBM737",       "",            "cp737",        SingleByte, File,  "el",
        Scheme(&single_byte::IBM737),
        "ibm737 cp737 737 ibm-737 dos-737 dos-greek";
    IBM775         = "IBM775",       "IBM775",      "cp775",        SingleByte, File,  "et lt lv pl",
        Scheme(&single_byte::IBM775),
        "ibm775 cp775 775 ibm-775 dos-775 cspc775baltic dos-baltic";
    IBM850         = "IBM850",       "IBM850",      "cp850",        SingleByte, File,
        "en de fr es it pt nl sv da nb fi is af br ca cy eu fo fy ga gd gl ia la lb nn oc rm sq sw",
        Scheme(&single_byte::IBM850),
        "ibm850 cp850 850 ibm-850 dos-850 cspc850multilingual";
    IBM852         = "IBM852",       "IBM852",      "cp852",        SingleByte, File,
        "cs pl hu sk sl hr bs ro sq hsb sr-Latn",
        Scheme(&single_byte::IBM852),
        "ibm852 cp852 852 ibm-852 dos-852 cspcp852 dos-latin2";
    IBM855         = "IBM855",       "IBM855",      "cp855",        SingleByte, File,  "sr mk bg ru be uk",
        Scheme(&single_byte::IBM855),
        "ibm855 cp855 855 ibm-855 dos-855 csibm855";
    IBM857         = "IBM857",       "IBM857",      "cp857",        SingleByte, File,  "tr kmr",
        Scheme(&single_byte::IBM857),
        "ibm857 cp857 857 ibm-857 dos-857 csibm857 dos-turkish";
    IBM858         = "IBM858",       "IBM00858",    "cp858",        SingleByte, File,  "en de fr es it pt nl sv da nb fi is",
        Scheme(&single_byte::IBM858),
        "ibm858 cp858 858 ibm-858 dos-858 cspc858multilingual ibm00858 cp00858 ccsid00858 \
         pc-multilingual-850+euro csibm00858";
    IBM860         = "IBM860",       "IBM860",      "cp860",        SingleByte, File,  "pt",
        Scheme(&single_byte::IBM860),
        "ibm860 cp860 860 ibm-860 dos-860 csibm860";
    IBM861         = "IBM861",       "IBM861",      "cp861",        SingleByte, File,  "is fo",
        Scheme(&single_byte::IBM861),
        "ibm861 cp861 861 ibm-861 dos-861 csibm861 cp-is dos-icelandic";
    IBM862         = "IBM862",       "IBM862",      "cp862",        SingleByte, File,  "he",
        Scheme(&single_byte::IBM862),
        "ibm862 cp862 862 ibm-862 dos-862 cspc862latinhebrew dos-hebrew";
    IBM863         = "IBM863",       "IBM863",      "cp863",        SingleByte, File,  "fr-CA fr",
        Scheme(&single_byte::IBM863),
        "ibm863 cp863 863 ibm-863 dos-863 csibm863";
    IBM864         = "IBM864",       "IBM864",      "cp864",        SingleByte, File,  "ar",
        Scheme(&single_byte::IBM864),
        "ibm864 cp864 864 ibm-864 dos-864 csibm864";
    IBM865         = "IBM865",       "IBM865",      "cp865",        SingleByte, File,  "da nb nn",
        Scheme(&single_byte::IBM865),
        "ibm865 cp865 865 ibm-865 dos-865 csibm865";
    IBM869         = "IBM869",       "IBM869",      "cp869",        SingleByte, File,  "el",
        Scheme(&single_byte::IBM869),
        "ibm869 cp869 869 ibm-869 dos-869 csibm869 cp-gr";
    IBM1125        = "IBM1125",      "",            "cp1125",       SingleByte, File,  "uk",
        Scheme(&single_byte::IBM1125),
        "ibm1125 cp1125 1125 ibm-1125 dos-1125 cp866u ruscii";
    X_MAC_CE       = "x-mac-ce",     "",            "mac_latin2",   SingleByte, File,
        "cs pl hu sk sl et lv lt hr hsb",
        Scheme(&single_byte::X_MAC_CE),
        "x-mac-ce x-mac-centraleurroman x-mac-central-europe mac-centraleurope maccentraleurope mac-ce \
         macce mac_latin2 maclatin2 mac_centeuro x-mac-centraleurope 10029";
    X_MAC_GREEK    = "x-mac-greek",  "",            "mac_greek",    SingleByte, File,  "el",
        Scheme(&single_byte::X_MAC_GREEK),
        "x-mac-greek mac-greek macgreek mac_greek 10006";
    X_MAC_TURKISH  = "x-mac-turkish","",            "mac_turkish",  SingleByte, File,  "tr",
        Scheme(&single_byte::X_MAC_TURKISH),
        "x-mac-turkish mac-turkish macturkish mac_turkish 10081";
    X_MAC_ICELANDIC = "x-mac-icelandic","",            "mac_iceland",  SingleByte, File,  "is fo",
        Scheme(&single_byte::X_MAC_ICELANDIC),
        "x-mac-icelandic x-mac-iceland mac-icelandic maciceland mac_iceland mac-is 10079";
    X_MAC_ROMANIAN = "x-mac-romanian","",            "mac_romanian", SingleByte, File,  "ro",
        Scheme(&single_byte::X_MAC_ROMANIAN),
        "x-mac-romanian x-mac-romania mac-romanian macromanian macromania mac_romanian 10010";
    X_MAC_CROATIAN = "x-mac-croatian","",            "mac_croatian", SingleByte, File,  "hr sl bs sr-Latn",
        Scheme(&single_byte::X_MAC_CROATIAN),
        "x-mac-croatian mac-croatian maccroatian mac_croatian 10082";
    X_MAC_ARABIC   = "x-mac-arabic", "",            "mac_arabic",   SingleByte, File,  "ar ur",
        Scheme(&single_byte::X_MAC_ARABIC),
        "x-mac-arabic mac-arabic macarabic mac_arabic 10004";
    X_MAC_FARSI    = "x-mac-farsi",  "",            "mac_farsi",    SingleByte, File,  "fa",
        Scheme(&single_byte::X_MAC_FARSI),
        "x-mac-farsi mac-farsi macfarsi mac_farsi";
    VISCII         = "VISCII",       "VISCII",      "",             SingleByte, File,  "vi",
        Scheme(&single_byte::VISCII),
        "viscii viscii1.1-1 csviscii x-viscii";
    TCVN           = "TCVN",         "",            "",             SingleByte, File,  "vi",
        Scheme(&single_byte::TCVN),
        "tcvn tcvn-5712 tcvn5712-1 tcvn5712-1:1993 tcvn-3 tcvn3 x-viet-tcvn x-viet-tcvn5712";
    ARMSCII_8      = "ARMSCII-8",    "",            "",             SingleByte, File,  "hy",
        Scheme(&single_byte::ARMSCII_8),
        "armscii-8 armscii8 armscii x-armscii-8";
    GEORGIAN_PS    = "GEORGIAN-PS",  "",            "",             SingleByte, File,  "ka",
        Scheme(&single_byte::GEORGIAN_PS),
        "georgian-ps georgianps x-georgian-ps";
    GEORGIAN_ACADEMY = "GEORGIAN-ACADEMY","",            "",             SingleByte, File,  "ka",
        Scheme(&single_byte::GEORGIAN_ACADEMY),
        "georgian-academy georgianacademy x-georgian-academy";
    KOI8_T         = "KOI8-T",       "",            "koi8_t",       SingleByte, File,  "tg",
        Scheme(&single_byte::KOI8_T),
        "koi8-t koi8t koi8_t";
    KZ_1048        = "KZ-1048",      "KZ-1048",     "kz1048",       SingleByte, File,  "kk",
        Scheme(&single_byte::KZ_1048),
        "kz-1048 kz1048 kz_1048 rk1048 strk1048-2002 cskz1048";
    PT154          = "PT154",        "PTCP154",     "ptcp154",      SingleByte, File,
        "kk ba az az-Cyrl ky mn tg tt uz-Cyrl",
        Scheme(&single_byte::PT154),
        "pt154 ptcp154 cp154 csptcp154 cyrillic-asian";
    MIK            = "MIK",          "",            "",             SingleByte, File,  "bg",
        Scheme(&single_byte::MIK),
        "mik bulgaria-pc bulgarian-mik";
    IBM037         = "IBM037",       "IBM037",      "cp037",        Ebcdic,     OnRequest, "en pt nl",
        Scheme(&single_byte::IBM037),
        "ibm037 cp037 037 ibm-037 csibm037 ebcdic-cp-us ebcdic-cp-ca ebcdic-cp-wt ebcdic-cp-nl cp37";
    IBM273         = "IBM273",       "IBM273",      "cp273",        Ebcdic,     OnRequest, "de",
        Scheme(&single_byte::IBM273),
        "ibm273 cp273 273 ibm-273 csibm273 ebcdic-cp-de";
    IBM277         = "IBM277",       "IBM277",      "",             Ebcdic,     OnRequest, "da nb",
        Scheme(&single_byte::IBM277),
        "ibm277 cp277 277 ibm-277 csibm277 ebcdic-cp-dk ebcdic-cp-no";
    IBM278         = "IBM278",       "IBM278",      "",             Ebcdic,     OnRequest, "fi sv",
        Scheme(&single_byte::IBM278),
        "ibm278 cp278 278 ibm-278 csibm278 ebcdic-cp-fi ebcdic-cp-se";
    IBM280         = "IBM280",       "IBM280",      "",             Ebcdic,     OnRequest, "it",
        Scheme(&single_byte::IBM280),
        "ibm280 cp280 280 ibm-280 csibm280 ebcdic-cp-it";
    IBM284         = "IBM284",       "IBM284",      "",             Ebcdic,     OnRequest, "es",
        Scheme(&single_byte::IBM284),
        "ibm284 cp284 284 ibm-284 csibm284 ebcdic-cp-es";
    IBM285         = "IBM285",       "IBM285",      "",             Ebcdic,     OnRequest, "en-GB",
        Scheme(&single_byte::IBM285),
        "ibm285 cp285 285 ibm-285 csibm285 ebcdic-cp-gb";
    IBM297         = "IBM297",       "IBM297",      "",             Ebcdic,     OnRequest, "fr",
        Scheme(&single_byte::IBM297),
        "ibm297 cp297 297 ibm-297 csibm297 ebcdic-cp-fr";
    IBM420         = "IBM420",       "IBM420",      "",             Ebcdic,     OnRequest, "ar",
        Scheme(&single_byte::IBM420),
        "ibm420 cp420 420 ibm-420 csibm420 ebcdic-cp-ar1";
    IBM424         = "IBM424",       "IBM424",      "cp424",        Ebcdic,     OnRequest, "he",
        Scheme(&single_byte::IBM424),
        "ibm424 cp424 424 ibm-424 csibm424 ebcdic-cp-he";
    IBM500         = "IBM500",       "IBM500",      "cp500",        Ebcdic,     OnRequest, "en de fr it nl",
        Scheme(&single_byte::IBM500),
        "ibm500 cp500 500 ibm-500 csibm500 ebcdic-cp-be ebcdic-cp-ch";
    IBM870         = "IBM870",       "IBM870",      "",             Ebcdic,     OnRequest, "cs pl hu sk sl hr ro",
        Scheme(&single_byte::IBM870),
        "ibm870 cp870 870 ibm-870 csibm870 ebcdic-cp-roece ebcdic-cp-yu";
    IBM871         = "IBM871",       "IBM871",      "",             Ebcdic,     OnRequest, "is",
        Scheme(&single_byte::IBM871),
        "ibm871 cp871 871 ibm-871 csibm871 ebcdic-cp-is";
    IBM875         = "IBM875",       "",            "cp875",        Ebcdic,     OnRequest, "el",
        Scheme(&single_byte::IBM875),
        "ibm875 cp875 875 ibm-875";
    IBM1025        = "IBM1025",      "",            "",             Ebcdic,     OnRequest, "ru bg sr mk",
        Scheme(&single_byte::IBM1025),
        "ibm1025 cp1025 1025 ibm-1025";
    IBM1026        = "IBM1026",      "IBM1026",     "cp1026",       Ebcdic,     OnRequest, "tr",
        Scheme(&single_byte::IBM1026),
        "ibm1026 cp1026 1026 ibm-1026 csibm1026";
    IBM1047        = "IBM1047",      "IBM1047",     "",             Ebcdic,     OnRequest, "en de fr es pt",
        Scheme(&single_byte::IBM1047),
        "ibm1047 cp1047 1047 ibm-1047 csibm1047";
    IBM1112        = "IBM1112",      "",            "",             Ebcdic,     OnRequest, "lv lt",
        Scheme(&single_byte::IBM1112),
        "ibm1112 cp1112 1112 ibm-1112";
    IBM1122        = "IBM1122",      "",            "",             Ebcdic,     OnRequest, "et",
        Scheme(&single_byte::IBM1122),
        "ibm1122 cp1122 1122 ibm-1122";
    IBM1123        = "IBM1123",      "",            "",             Ebcdic,     OnRequest, "uk",
        Scheme(&single_byte::IBM1123),
        "ibm1123 cp1123 1123 ibm-1123";
    IBM1140        = "IBM1140",      "IBM01140",    "cp1140",       Ebcdic,     OnRequest, "en pt nl",
        Scheme(&single_byte::IBM1140),
        "ibm1140 ibm01140 cp1140 cp01140 1140 ibm-1140 ccsid01140 csibm01140 ebcdic-us-37+euro";
    IBM1141        = "IBM1141",      "IBM01141",    "",             Ebcdic,     OnRequest, "de",
        Scheme(&single_byte::IBM1141),
        "ibm1141 ibm01141 cp1141 cp01141 1141 ibm-1141 ccsid01141 csibm01141 ebcdic-de-273+euro";
    IBM1142        = "IBM1142",      "IBM01142",    "",             Ebcdic,     OnRequest, "da nb",
        Scheme(&single_byte::IBM1142),
        "ibm1142 ibm01142 cp1142 cp01142 1142 ibm-1142 ccsid01142 csibm01142 ebcdic-dk-277+euro";
    IBM1143        = "IBM1143",      "IBM01143",    "",             Ebcdic,     OnRequest, "fi sv",
        Scheme(&single_byte::IBM1143),
        "ibm1143 ibm01143 cp1143 cp01143 1143 ibm-1143 ccsid01143 csibm01143 ebcdic-fi-278+euro";
    IBM1144        = "IBM1144",      "IBM01144",    "",             Ebcdic,     OnRequest, "it",
        Scheme(&single_byte::IBM1144),
        "ibm1144 ibm01144 cp1144 cp01144 1144 ibm-1144 ccsid01144 csibm01144 ebcdic-it-280+euro";
    IBM1145        = "IBM1145",      "IBM01145",    "",             Ebcdic,     OnRequest, "es",
        Scheme(&single_byte::IBM1145),
        "ibm1145 ibm01145 cp1145 cp01145 1145 ibm-1145 ccsid01145 csibm01145 ebcdic-es-284+euro";
    IBM1146        = "IBM1146",      "IBM01146",    "",             Ebcdic,     OnRequest, "en-GB",
        Scheme(&single_byte::IBM1146),
        "ibm1146 ibm01146 cp1146 cp01146 1146 ibm-1146 ccsid01146 csibm01146 ebcdic-gb-285+euro";
    IBM1147        = "IBM1147",      "IBM01147",    "",             Ebcdic,     OnRequest, "fr",
        Scheme(&single_byte::IBM1147),
        "ibm1147 ibm01147 cp1147 cp01147 1147 ibm-1147 ccsid01147 csibm01147 ebcdic-fr-297+euro";
    IBM1148        = "IBM1148",      "IBM01148",    "",             Ebcdic,     OnRequest, "en de fr it nl",
        Scheme(&single_byte::IBM1148),
        "ibm1148 ibm01148 cp1148 cp01148 1148 ibm-1148 ccsid01148 csibm01148 \
         ebcdic-international-500+euro";
    IBM1149        = "IBM1149",      "IBM01149",    "",             Ebcdic,     OnRequest, "is",
        Scheme(&single_byte::IBM1149),
        "ibm1149 ibm01149 cp1149 cp01149 1149 ibm-1149 ccsid01149 csibm01149 ebcdic-is-871+euro";
    BINARY         = "binary",        "",            "",             Special,    Never, "",
        Scheme(&ASCII),
        "";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_knows_its_place() {
        assert!(ENCODINGS.iter().enumerate().all(|(place, encoding)| encoding.place() == place));
    }

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

    #[test]
    fn labels_are_lower_case_and_belong_to_one_row() {
        let mut labels: Vec<_> =
            ENCODINGS.iter().flat_map(|e| e.labels().map(move |l| (l, e.name()))).collect();
        labels.sort();
        for (label, name) in &labels {
            assert!(!label.contains(|c: char| c.is_ascii_uppercase() || !c.is_ascii()), "{label} of {name}");
        }
        for pair in labels.windows(2) {
            assert_ne!(pair[0].0, pair[1].0, "in {} and {}", pair[0].1, pair[1].1);
        }
        for encoding in ENCODINGS.iter().filter(|e| !e.is_whatwg()) {
            for label in encoding.labels() {
                assert_eq!(
                    encoding_rs::Encoding::for_label(label.as_bytes()),
                    None,
                    "{label} is the standard's"
                );
            }
        }
    }
}
