//! From a label, as people write it, to a row of the table.
//!
//! A label is tried in this order, and the first step that knows it answers:
//!
//! 1. The labels of the WHATWG Encoding Standard, by its rule: white space around them is dropped, letter case
//!    does not matter. So `latin1` is windows-1252 and `gb2312` is GBK, as in every browser.
//! 2. The labels of the rows beyond the standard.
//! 3. The label is taken apart at everything that never stands inside a label (quotes, `;`, `,`, `/`, `<`, `>`,
//!    `\`, `=`, white space, character references other than those of ASCII letters), and each part is *folded*: only its letters and digits remain, in lower
//!    case. The first part which equals the folded form of a known label answers: `EUC_JP`, `windows1251`,
//!    `"UTF-8";`, `text/html; charset=utf-8`, `ISO 8859-1` (the parts joined are tried first).
//! 4. A part which is a code page number, with or without `windows`, `win`, `cp`, `ms`, `ibm`, `dos` or `x` before
//!    it: `cp-1252`, `win-1251`, `1256`, `ms949`, `cp65001`.
//! 5. A part from the short lists of things met on real pages below: misspellings, names of MySQL collations,
//!    language tags put where a label belongs.
//!
//! What is still unknown then, such as `none` or `en-us`, names no encoding, and is reported as such.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use crate::encodings::{self, ENCODINGS, Encoding};

impl Encoding {
    /// The encoding which a page means by this label, read as the [module `labels`](self) documents.
    ///
    /// ```
    /// use pellucid::Encoding;
    /// assert_eq!(Encoding::for_label("latin1").unwrap().name(), "windows-1252");
    /// assert_eq!(Encoding::for_label(" 'Windows1251'; ").unwrap().name(), "windows-1251");
    /// assert!(Encoding::for_label("none").is_none());
    /// ```
    pub fn for_label(label: &str) -> Option<&'static Encoding> {
        Encoding::for_whatwg_label(label).or_else(|| beyond_whatwg(label))
    }

    /// The encoding which the WHATWG Encoding Standard gives for this label, and nothing beyond it.
    pub fn for_whatwg_label(label: &str) -> Option<&'static Encoding> {
        encoding_rs::Encoding::for_label(label.as_bytes()).map(Encoding::for_whatwg)
    }

    /// The encoding which a person names: a canonical name is taken exactly, anything else is read as a label.
    /// So `Big5-HKSCS` is that row, although pages which declare `big5-hkscs` mean [`encodings::BIG5`].
    pub fn for_name(name: &str) -> Option<&'static Encoding> {
        Encoding::for_canonical_name(name.trim()).or_else(|| Encoding::for_label(name))
    }
}

/// A name that is neither an encoding nor a label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownEncoding(String);

impl fmt::Display for UnknownEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown encoding {:?}", self.0)
    }
}

impl std::error::Error for UnknownEncoding {}

impl FromStr for &'static Encoding {
    type Err = UnknownEncoding;

    /// As [`Encoding::for_name`].
    ///
    /// ```
    /// use pellucid::Encoding;
    /// let encoding: &Encoding = "koi8-r".parse()?;
    /// assert_eq!(encoding.name(), "KOI8-R");
    /// # Ok::<(), pellucid::labels::UnknownEncoding>(())
    /// ```
    fn from_str(name: &str) -> Result<&'static Encoding, UnknownEncoding> {
        Encoding::for_name(name).ok_or_else(|| UnknownEncoding(name.into()))
    }
}

/// Longer strings are no labels; the bound keeps hostile attributes cheap.
const LONGEST: usize = 200;

fn beyond_whatwg(label: &str) -> Option<&'static Encoding> {
    if label.len() > LONGEST {
        return None;
    }
    let label = label.to_ascii_lowercase();
    let label = label.trim();
    if let Some(found) = by_label(label) {
        return Some(found);
    }
    let label = without_references(label);
    let parts = || {
        let part_ends = |c: char| c.is_whitespace() || "\"'`;,/<>\\=“”’″".contains(c);
        label.split(part_ends).filter(|part| part.bytes().any(|b| b.is_ascii_alphanumeric()))
    };
    let whole: String = parts().collect();
    std::iter::once(whole.as_str()).chain(parts().filter(|part| *part != whole)).find_map(|part| {
        let folded = fold(part);
        by_fold(&folded).or_else(|| by_code_page(&folded)).or_else(|| as_written(&folded))
    })
}

/// Character references undone: numeric ones of ASCII characters, and the quotes which some write as `&quot;`.
fn without_references(label: &str) -> String {
    let mut pieces = label.split('&');
    let mut text = pieces.next().unwrap_or("").to_owned();
    for piece in pieces {
        let (reference, rest) = piece.split_once(';').unwrap_or((piece, ""));
        let code = match reference.strip_prefix('#').map(|digits| (digits, digits.strip_prefix('x'))) {
            Some((_, Some(hex))) => u8::from_str_radix(hex, 16).ok(),
            Some((decimal, None)) => decimal.parse().ok(),
            None => None,
        };
        text.push(code.filter(u8::is_ascii).map_or(' ', char::from));
        text.push_str(rest);
    }
    text
}

/// Only letters and digits count.
fn fold(label: &str) -> String {
    label.chars().filter(char::is_ascii_alphanumeric).collect()
}

/// The labels of all rows, as they stand there. The earlier row has a label which two have.
fn by_label(label: &str) -> Option<&'static Encoding> {
    static LABELS: OnceLock<HashMap<&str, &'static Encoding>> = OnceLock::new();
    let table = LABELS.get_or_init(|| {
        let mut table = HashMap::new();
        for &encoding in ENCODINGS {
            encoding.labels().for_each(|label| _ = table.entry(label).or_insert(encoding));
        }
        table
    });
    table.get(label).copied()
}

/// The folded forms of all labels and names. Where two labels fold to the same, the earlier row has it.
fn by_fold(folded: &str) -> Option<&'static Encoding> {
    static FOLDED: OnceLock<HashMap<String, &'static Encoding>> = OnceLock::new();
    let table = FOLDED.get_or_init(|| {
        let mut table = HashMap::new();
        for &encoding in ENCODINGS.iter().filter(|&&e| e != &encodings::BINARY) {
            for label in encoding.labels().chain([encoding.name()]) {
                table.entry(fold(&label.to_ascii_lowercase())).or_insert(encoding);
            }
        }
        table
    });
    // Unregistered labels have an `x-` before them, or have lost it.
    table
        .get(folded)
        .or_else(|| table.get(&format!("x{folded}")))
        .or_else(|| table.get(folded.strip_prefix('x')?))
        .copied()
}

fn by_code_page(folded: &str) -> Option<&'static Encoding> {
    let digits = folded.trim_start_matches(|c: char| !c.is_ascii_digit());
    let prefix = &folded[..folded.len() - digits.len()];
    if !["", "windows", "window", "win", "cp", "xcp", "ms", "mswin", "ibm", "dos", "codepage", "ansi"]
        .contains(&prefix)
    {
        return None;
    }
    let page: u32 = digits.parse().ok()?;
    let label = match page {
        874 | 1250..=1258 => format!("windows-{page}"),
        932 => "shift_jis".into(),
        936 => "gbk".into(),
        949 => "euc-kr".into(),
        950 => "big5".into(),
        1200 => "utf-16le".into(),
        1201 => "utf-16be".into(),
        10000 => "macintosh".into(),
        10007 => "x-mac-cyrillic".into(),
        20127 => "us-ascii".into(),
        20866 => "koi8-r".into(),
        21866 => "koi8-u".into(),
        28591..=28606 => format!("iso-8859-{}", page - 28590),
        50220..=50222 => "iso-2022-jp".into(),
        51932 => "euc-jp".into(),
        51949 => "euc-kr".into(),
        54936 => "gb18030".into(),
        65001 => "utf-8".into(),
        88591..=88599 => format!("iso-8859-{}", page - 88590),
        885910..=885916 => format!("iso-8859-{}", page - 885900),
        _ => return by_fold(&format!("ibm{page}")),
    };
    Encoding::for_whatwg_label(&label)
}

/// Written on real pages and meaning one thing only.
fn as_written(folded: &str) -> Option<&'static Encoding> {
    const WORDS: &[(&str, &[&str])] = &[
        (
            "UTF-8",
            &["uft8", "urf8", "utf", "ut8", "utf88", "uf8", "unicodeutf8", "utf8n", "utf8bom", "utf8sig"],
        ),
        ("GBK", &["gbk2312", "gkb", "gb", "gb2312gbk", "euccn", "zhcn", "zhhans", "chs"]),
        ("Big5", &["zhtw", "zhhk", "zhhant", "cht", "bigfive"]),
        ("Shift_JIS", &["shiftjs", "sjift", "jis", "jajp", "xmssjis", "sjiswin"]),
        ("EUC-JP", &["euc", "ujis", "eucjpwin"]),
        ("EUC-KR", &["kokr", "ko", "ksc", "ksc56011992", "uhc"]),
        ("windows-1252", &["ansi", "iso8859", "latin", "western", "iso88591windows1252"]),
        ("windows-1251", &["cyrillicwindows", "rurucp1251", "russian"]),
        ("windows-1254", &["turkish", "trtr"]),
        ("windows-874", &["thai", "tis", "thth"]),
    ];
    let exact = WORDS.iter().find(|(_, words)| words.contains(&folded)).map(|(name, _)| *name);
    // MySQL's collations are put where its character sets belong: utf8_general_ci, latin1_swedish_ci.
    let prefix = || {
        let of = [
            ("utf8", "UTF-8"),
            ("windowsutf8", "UTF-8"),
            ("latin1", "windows-1252"),
            ("cp1251", "windows-1251"),
        ];
        of.iter().find(|(start, _)| folded.starts_with(start)).map(|(_, name)| *name)
    };
    Encoding::for_canonical_name(exact.or_else(prefix)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_as_people_write_them() {
        for (label, name) in [
            ("utf8", "UTF-8"),
            ("UTF-8;", "UTF-8"),
            ("windows1251", "windows-1251"),
            ("cp-1252", "windows-1252"),
            ("x-sjis", "Shift_JIS"),
            ("gb_2312-80", "GBK"),
            ("iso8859-1", "windows-1252"),
            ("zh-cn", "GBK"),
            ("  \"EUC_JP\" ", "EUC-JP"),
            ("'koi8r'", "KOI8-R"),
            ("uft-8", "UTF-8"),
            ("UTF-8&quot;", "UTF-8"),
            ("&#119;indows-12&#x35;1", "windows-1251"),
            ("utf-8/", "UTF-8"),
            ("utf-8″", "UTF-8"),
            ("text/html; charset=utf-8;", "UTF-8"),
            ("charset=8859-1", "windows-1252"),
            ("8859-1", "windows-1252"),
            ("8859-15", "ISO-8859-15"),
            ("iso 8859-1", "windows-1252"),
            ("win-1251", "windows-1251"),
            ("ms949", "EUC-KR"),
            ("1256", "windows-1256"),
            ("CP65001", "UTF-8"),
            ("cp28592", "ISO-8859-2"),
            ("windows-utf-8", "UTF-8"),
            ("windows-1252,utf-8", "windows-1252"),
            ("utf8_general_ci", "UTF-8"),
            ("latin1_swedish_ci1", "windows-1252"),
            ("<strong>utf-8</strong>", "UTF-8"),
            ("utf-8\"utf-8\"", "UTF-8"),
            ("gbk2312", "GBK"),
            ("euckr", "EUC-KR"),
            ("application/gzip; utf-8", "UTF-8"),
            ("windows-932", "Shift_JIS"),
            ("utf-16", "UTF-16LE"),
            ("MacCyrillic", "x-mac-cyrillic"),
            ("x-windows-1250", "windows-1250"),
        ] {
            assert_eq!(Encoding::for_label(label).map(Encoding::name), Some(name), "{label:?}");
        }
    }

    #[test]
    fn what_names_no_encoding() {
        for label in [
            "",
            " ",
            "none",
            "en-us",
            "cp1215",
            "iso",
            "'; bloginfo( 'charset' );",
            "server",
            "binary",
            "utf.8.".repeat(99).as_str(),
        ] {
            assert_eq!(Encoding::for_label(label), None, "{label:?}");
        }
    }

    #[test]
    fn a_canonical_name_is_taken_exactly() {
        for encoding in ENCODINGS {
            assert_eq!(Encoding::for_name(encoding.name()), Some(*encoding));
        }
    }

    #[test]
    fn words_name_rows() {
        // `as_written` looks its targets up by name: a misspelt one would silently name nothing.
        for word in
            ["uft8", "zhcn", "zhtw", "jis", "euc", "kokr", "ansi", "russian", "turkish", "thai", "latin1x"]
        {
            assert!(as_written(word).is_some(), "{word}");
        }
    }
}
