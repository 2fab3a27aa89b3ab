//! Labels as detectors write them → one spelling each, the class of an encoding, and which encoding contains which.
//!
//! Peers spell one encoding in many ways (`cp1251`, `WINDOWS-1251`, `x-mac-cyrillic`, `mac_cyrillic`). The judge must
//! not read a spelling as an error, and must not use the library's own label table for it: that table follows the
//! WHATWG standard, in which `gb2312` and `iso-8859-1` are mere labels of GBK and windows-1252, and the *exact* score
//! is about just that difference.

/// Answers which name no encoding of text.
pub const NO_TEXT: [&str; 2] = ["none", "binary"];

/// One spelling for each encoding; `none` for no answer.
pub fn canonical(label: &str) -> String {
    let label = label.trim().to_ascii_lowercase();
    if label.is_empty() || label == "???" || label.starts_with('!') {
        return "none".into();
    }
    // ICU and file(1) append options after a slash.
    let label = label.split('/').next().unwrap_or_default();
    if let Some((_, name)) = ALIASES.iter().find(|(alias, _)| *alias == label) {
        return (*name).into();
    }
    code_page(label)
        .or_else(|| iso_8859(label))
        .or_else(|| iso_2022(label))
        .or_else(|| utf_16_or_32(label))
        .unwrap_or_else(|| if label.starts_with("mac") { label.replace('_', "-") } else { label.into() })
}

/// `cp1251`, `win1251`, `windows_1251`, `ibm855`, `cp037`, ICU's `ibm420_rtl`.
fn code_page(label: &str) -> Option<String> {
    let number =
        ["windows", "win", "cp", "ibm", "ms"].iter().find_map(|prefix| label.strip_prefix(prefix))?;
    let number = number.strip_prefix(['-', '_']).unwrap_or(number);
    let number = number.strip_suffix("_ltr").or(number.strip_suffix("_rtl")).unwrap_or(number);
    if !(2..=4).contains(&number.len()) || !number.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    Some(match number.trim_start_matches('0') {
        "37" => "cp037".into(),
        windows
        @ ("874" | "1250" | "1251" | "1252" | "1253" | "1254" | "1255" | "1256" | "1257" | "1258") => {
            format!("windows-{windows}")
        }
        other => format!("cp{other}"),
    })
}

/// `iso8859_5`, `ISO-8859-5`. Part 11 is TIS-620 with a no-break space.
fn iso_8859(label: &str) -> Option<String> {
    let rest = label.strip_prefix("iso")?;
    let rest = rest.strip_prefix(['-', '_']).unwrap_or(rest).strip_prefix("8859")?;
    let part = rest.strip_prefix(['-', '_'])?;
    let digits = (1..=2).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| if part == "11" { "tis-620".into() } else { format!("iso-8859-{part}") })
}

/// `iso2022_jp_2` and the other dialects count as their base.
fn iso_2022(label: &str) -> Option<String> {
    let rest = label.strip_prefix("iso")?;
    let rest = rest.strip_prefix(['-', '_']).unwrap_or(rest).strip_prefix("2022")?;
    let rest = rest.strip_prefix(['-', '_']).unwrap_or(rest);
    ["jp", "kr", "cn"].iter().find(|l| rest.starts_with(**l)).map(|language| format!("iso-2022-{language}"))
}

/// `UTF_16`, `utf-16-le`, `utf32be`.
fn utf_16_or_32(label: &str) -> Option<String> {
    let rest = label.strip_prefix("utf")?;
    let rest = rest.strip_prefix(['-', '_']).unwrap_or(rest);
    let width = ["16", "32"].into_iter().find(|w| rest.starts_with(w))?;
    let order = &rest[2..];
    let order = order.strip_prefix(['-', '_']).unwrap_or(order);
    ["", "le", "be"].contains(&order).then(|| format!("utf-{width}{order}"))
}

/// The kind of encoding which speed and accuracy are told apart by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// Nothing but ASCII.
    Ascii,
    /// UTF-8 with non-ASCII characters.
    Utf8,
    /// UTF-16, UTF-32 and UTF-7.
    WideUtf,
    /// One byte, one character.
    SingleByte,
    /// East Asian encodings, the escape-based ones among them.
    MultiByte,
}

impl Class {
    /// Every class, in the order of the tables.
    pub const ALL: [Class; 5] =
        [Class::Ascii, Class::Utf8, Class::WideUtf, Class::SingleByte, Class::MultiByte];

    /// The class of an encoding, by its canonical label.
    pub fn of(canonical: &str) -> Class {
        match canonical {
            "ascii" => Class::Ascii,
            "utf-8" => Class::Utf8,
            _ if canonical.starts_with("utf-") => Class::WideUtf,
            _ if MULTI_BYTE.contains(&canonical) => Class::MultiByte,
            _ => Class::SingleByte,
        }
    }

    /// The word in tables.
    pub fn name(self) -> &'static str {
        match self {
            Class::Ascii => "ascii",
            Class::Utf8 => "utf-8",
            Class::WideUtf => "utf-16/32",
            Class::SingleByte => "single-byte",
            Class::MultiByte => "multi-byte",
        }
    }

    /// Whether Unicode replaced it: the part on which detectors differ.
    pub fn is_legacy(self) -> bool {
        matches!(self, Class::SingleByte | Class::MultiByte)
    }
}

/// Whether a reader told `guess` knows every character of `truth`, and reads it alike. Both canonical.
pub fn is_superset(guess: &str, truth: &str) -> bool {
    guess == truth
        || SUPERSETS.iter().any(|(larger, smaller)| *larger == guess && smaller.contains(&truth))
        || truth == "ascii" && !NOT_ASCII.contains(&guess)
}

const MULTI_BYTE: [&str; 19] = [
    "big5",
    "big5-hkscs",
    "cp950",
    "gb2312",
    "gbk",
    "gb18030",
    "hz",
    "euc-tw",
    "euc-jp",
    "euc-jis-2004",
    "shift_jis",
    "shift_jis-2004",
    "cp932",
    "euc-kr",
    "cp949",
    "johab",
    "iso-2022-jp",
    "iso-2022-kr",
    "iso-2022-cn",
];

/// An encoding, and those it contains. windows-1251 and ISO-8859-5 are not here, nor are windows-1250 and
/// ISO-8859-2: they share a repertoire, not the places of the letters.
const SUPERSETS: [(&str, &[&str]); 19] = [
    ("gbk", &["gb2312"]),
    ("gb18030", &["gb2312", "gbk"]),
    ("windows-1252", &["iso-8859-1"]),
    ("cp949", &["euc-kr"]),
    ("cp932", &["shift_jis"]),
    ("shift_jis-2004", &["shift_jis"]),
    ("euc-jis-2004", &["euc-jp"]),
    ("windows-1254", &["iso-8859-9"]),
    ("windows-874", &["tis-620"]),
    ("windows-1255", &["iso-8859-8"]),
    ("big5-hkscs", &["big5", "cp950"]),
    ("cp950", &["big5"]),
    ("koi8-u", &["koi8-r"]),
    ("utf-16", &["utf-16le", "utf-16be"]),
    ("utf-32", &["utf-32le", "utf-32be"]),
    // A page of which only "UTF-16" (or -32) is known is read by its byte order mark, whatever the order answered.
    ("utf-16le", &["utf-16"]),
    ("utf-16be", &["utf-16"]),
    ("utf-32le", &["utf-32"]),
    ("utf-32be", &["utf-32"]),
];

/// Answers under which ASCII bytes do not read as ASCII.
const NOT_ASCII: [&str; 15] = [
    "none", "binary", "utf-16", "utf-16le", "utf-16be", "utf-32", "utf-32le", "utf-32be", "cp037", "cp424",
    "cp500", "cp273", "cp875", "cp1026", "cp1140",
];

/// Spellings which no rule covers.
const ALIASES: &[(&str, &str)] = &[
    ("us-ascii", "ascii"),
    ("ansi_x3.4-1968", "ascii"),
    ("ascii-7-bit", "ascii"),
    ("646", "ascii"),
    ("utf-8-sig", "utf-8"),
    ("utf8", "utf-8"),
    ("utf_8", "utf-8"),
    ("utf-8-bom", "utf-8"),
    ("utf_8_sig", "utf-8"),
    ("u8", "utf-8"),
    ("latin1", "iso-8859-1"),
    ("latin-1", "iso-8859-1"),
    ("l1", "iso-8859-1"),
    ("cp819", "iso-8859-1"),
    ("latin2", "iso-8859-2"),
    ("latin4", "iso-8859-4"),
    ("latin5", "iso-8859-9"),
    ("sjis", "shift_jis"),
    ("shift-jis", "shift_jis"),
    ("csshiftjis", "shift_jis"),
    ("ms_kanji", "cp932"),
    ("windows-31j", "cp932"),
    ("shift_jis_2004", "shift_jis-2004"),
    ("shift-jis-2004", "shift_jis-2004"),
    ("sjis-2004", "shift_jis-2004"),
    ("euc_jp", "euc-jp"),
    ("eucjp", "euc-jp"),
    ("euc_jis_2004", "euc-jis-2004"),
    ("euc_kr", "euc-kr"),
    ("euckr", "euc-kr"),
    ("ks_c_5601-1987", "euc-kr"),
    ("ksc", "euc-kr"),
    ("cp51949", "euc-kr"),
    ("uhc", "cp949"),
    ("windows-949", "cp949"),
    ("cp936", "gbk"),
    ("windows-936", "gbk"),
    ("euc-cn", "gb2312"),
    ("gb", "gb2312"),
    ("eucgb2312_cn", "gb2312"),
    ("x-euc-tw", "euc-tw"),
    ("big5hkscs", "big5-hkscs"),
    ("big5_hkscs", "big5-hkscs"),
    ("windows-950", "cp950"),
    ("hz-gb-2312", "hz"),
    ("hzgb", "hz"),
    ("hz_gb_2312", "hz"),
    ("koi8r", "koi8-r"),
    ("koi8_r", "koi8-r"),
    ("koi8u", "koi8-u"),
    ("koi8_u", "koi8-u"),
    ("koi8_t", "koi8-t"),
    ("maccyrillic", "mac-cyrillic"),
    ("x-mac-cyrillic", "mac-cyrillic"),
    ("maccyr", "mac-cyrillic"),
    ("macintosh", "mac-roman"),
    ("macroman", "mac-roman"),
    ("x-mac-roman", "mac-roman"),
    ("mac", "mac-roman"),
    ("mac-centraleurope", "mac-latin2"),
    ("maccentraleurope", "mac-latin2"),
    ("macce", "mac-latin2"),
    ("x-mac-ce", "mac-latin2"),
    ("macgreek", "mac-greek"),
    ("macturkish", "mac-turkish"),
    ("maciceland", "mac-iceland"),
    ("macicelandic", "mac-iceland"),
    ("tis620", "tis-620"),
    ("tis_620", "tis-620"),
    // Logical and visual order differ in how lines are laid out, not in how bytes are decoded.
    ("iso-8859-8-i", "iso-8859-8"),
    ("iso-8859-8-e", "iso-8859-8"),
    ("visual", "iso-8859-8"),
    ("iso-8859-6-i", "iso-8859-6"),
    ("kz_1048", "kz1048"),
    ("kz-1048", "kz1048"),
    ("strk1048_2002", "kz1048"),
    ("rk1048", "kz1048"),
    ("pt154", "ptcp154"),
    ("cp154", "ptcp154"),
    ("cp1361", "johab"),
    ("ms1361", "johab"),
    ("unknown", "none"),
    ("unknown-8bit", "none"),
    ("x-binaryenc", "binary"),
    ("data", "binary"),
    ("utf7", "utf-7"),
    ("utf_7", "utf-7"),
    ("ucs-2", "utf-16"),
    ("iso-10646-ucs-2", "utf-16be"),
    ("ucs-4", "utf-32"),
    ("iso-10646-ucs-4", "utf-32be"),
    ("hp_roman8", "hp-roman8"),
    ("x-iso-10646-ucs-4-3412", "ucs-4-3412"),
    ("x-iso-10646-ucs-4-2143", "ucs-4-2143"),
    ("ebcdic", "cp037"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_encoding_are_one() {
        for (canonical_name, spellings) in [
            ("windows-1251", "cp1251 WINDOWS-1251 windows_1251 win1251"),
            ("windows-874", "CP874 windows-874"),
            ("cp855", "IBM855 cp855 ibm-855"),
            ("cp037", "IBM037 cp037 ebcdic"),
            ("cp420", "IBM420_rtl ibm420_ltr"),
            ("iso-8859-5", "iso8859_5 ISO-8859-5 iso_8859-5"),
            ("tis-620", "ISO-8859-11 TIS620"),
            ("iso-2022-jp", "ISO-2022-JP iso2022_jp_2 iso2022-jp-ext"),
            ("utf-16le", "utf_16_le UTF-16LE"),
            ("utf-32", "UTF32 utf_32"),
            ("mac-latin2", "mac_latin2 MacCentralEurope"),
            ("mac-cyrillic", "x-mac-cyrillic mac_cyrillic"),
            ("iso-8859-8", "ISO-8859-8-I ISO-8859-8"),
            ("none", "!TypeError ??? unknown"),
        ] {
            for spelling in spellings.split(' ') {
                assert_eq!(canonical(spelling), canonical_name, "{spelling}");
            }
        }
        assert_eq!(canonical(""), "none");
        assert_eq!(canonical("iso-2022-xx"), "iso-2022-xx");
    }

    #[test]
    fn canonical_labels_are_fixed_points() {
        for name in MULTI_BYTE.iter().chain(ALIASES.iter().map(|(_, name)| name)) {
            assert_eq!(canonical(name), *name);
        }
    }

    #[test]
    fn a_superset_reads_all_of_the_smaller_one_and_not_the_other_way_round() {
        assert!(is_superset("gb18030", "gb2312"));
        assert!(!is_superset("gb2312", "gb18030"));
        assert!(is_superset("windows-1252", "iso-8859-1"));
        assert!(is_superset("koi8-r", "ascii"));
        assert!(!is_superset("utf-16", "ascii"));
        assert!(!is_superset("windows-1251", "iso-8859-5"));
    }

    #[test]
    fn classes() {
        for (label, class) in [
            ("ascii", Class::Ascii),
            ("utf-8", Class::Utf8),
            ("utf-32be", Class::WideUtf),
            ("iso-2022-jp", Class::MultiByte),
            ("koi8-r", Class::SingleByte),
        ] {
            assert_eq!(Class::of(label), class);
        }
    }
}
