//! A page → the same page made harder, each time in one way.
//!
//! Every variant is a page which the web really serves: without a declaration, with a false one, with all its text
//! behind kilobytes of script, with a byte lost on the way, or only a snippet of it.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use anyhow::bail;
use regex::bytes::{Captures, Regex};

use crate::known::{Hint, Known};
use crate::labels::Class;
use crate::readings::Readings;

/// What is done to a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Variant {
    /// Nothing.
    AsIs,
    /// Charset declarations are blanked.
    NoDeclaration,
    /// 24 kB of style and script stand before any text.
    Late,
    /// A false `<meta charset=iso-8859-1>` stands before the true declaration.
    Liar,
    /// One byte of a multi-byte character is missing.
    Stray,
    /// Charset declarations are blanked, and something is known of the page besides.
    Whole(Hint),
    /// So many bytes around the first non-ASCII one, declarations blanked.
    Window(usize),
    /// The same, and something is known of the page besides.
    Known(usize, Hint),
}

impl Variant {
    /// The variants of a full run.
    pub const ALL: [Variant; 19] = [
        Variant::AsIs,
        Variant::NoDeclaration,
        Variant::Late,
        Variant::Liar,
        Variant::Stray,
        Variant::Window(20),
        Variant::Window(50),
        Variant::Window(100),
        Variant::Window(200),
        Variant::Window(500),
        Variant::Window(1000),
        Variant::Known(20, Hint::Language),
        Variant::Known(50, Hint::Language),
        Variant::Known(100, Hint::Language),
        Variant::Known(200, Hint::Language),
        Variant::Known(20, Hint::Tld),
        Variant::Known(50, Hint::Tld),
        Variant::Known(100, Hint::Tld),
        Variant::Known(200, Hint::Tld),
    ];

    /// What is done, in words.
    pub fn about(self) -> String {
        match self {
            Variant::AsIs => "pages as they are".into(),
            Variant::NoDeclaration => "declarations blanked".into(),
            Variant::Late => "text after 24 kB of style and script".into(),
            Variant::Liar => "a false declaration (pages that are not Western)".into(),
            Variant::Stray => "one byte lost (UTF-8 and multi-byte pages)".into(),
            Variant::Window(bytes) => format!("{bytes} bytes, declarations blanked"),
            Variant::Whole(Hint::Language) => "declarations blanked, the language known".into(),
            Variant::Whole(Hint::Tld) => {
                "declarations blanked, a top-level domain of the language known".into()
            }
            Variant::Known(bytes, Hint::Language) => format!("{bytes} bytes and the language"),
            Variant::Known(bytes, Hint::Tld) => {
                format!("{bytes} bytes and a top-level domain of the language")
            }
        }
    }

    /// What detectors are told of a page in this language; `None` where the variant tells something that is not known.
    pub fn known(self, language: &str) -> Option<Known<'_>> {
        match self {
            Variant::Whole(hint) | Variant::Known(_, hint) => Known::by(hint, language),
            _ => Some(Known::default()),
        }
    }

    /// The page made harder; `None` where the variant makes no sense for it. `truth` is a canonical label.
    pub fn apply(self, truth: &str, bytes: &[u8]) -> Option<Vec<u8>> {
        match self {
            Variant::AsIs => Some(bytes.to_vec()),
            Variant::NoDeclaration | Variant::Whole(_) => Some(blank_declarations(bytes)),
            Variant::Late => late(truth, bytes),
            Variant::Liar => liar(truth, bytes),
            Variant::Stray => stray(truth, bytes),
            Variant::Window(length) | Variant::Known(length, _) => {
                window(truth, &blank_declarations(bytes), length)
            }
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Variant::AsIs => f.write_str("asis"),
            Variant::NoDeclaration => f.write_str("nodecl"),
            Variant::Late => f.write_str("late"),
            Variant::Liar => f.write_str("liar"),
            Variant::Stray => f.write_str("stray"),
            Variant::Window(bytes) => write!(f, "win{bytes}"),
            Variant::Whole(Hint::Language) => f.write_str("nodecl+lang"),
            Variant::Whole(Hint::Tld) => f.write_str("nodecl+tld"),
            Variant::Known(bytes, Hint::Language) => write!(f, "win{bytes}+lang"),
            Variant::Known(bytes, Hint::Tld) => write!(f, "win{bytes}+tld"),
        }
    }
}

impl FromStr for Variant {
    type Err = anyhow::Error;

    fn from_str(name: &str) -> anyhow::Result<Variant> {
        Ok(match name {
            "asis" => Variant::AsIs,
            "nodecl" => Variant::NoDeclaration,
            "nodecl+lang" => Variant::Whole(Hint::Language),
            "nodecl+tld" => Variant::Whole(Hint::Tld),
            "late" => Variant::Late,
            "liar" => Variant::Liar,
            "stray" => Variant::Stray,
            _ => {
                let (window, hint) = name.split_once('+').unwrap_or((name, ""));
                match (window.strip_prefix("win").and_then(|bytes| bytes.parse().ok()), hint) {
                    (Some(bytes @ 1..), "") => Variant::Window(bytes),
                    (Some(bytes @ 1..), "lang") => Variant::Known(bytes, Hint::Language),
                    (Some(bytes @ 1..), "tld") => Variant::Known(bytes, Hint::Tld),
                    _ => bail!(
                        "no variant {name:?}: there are asis, nodecl, late, liar, stray, win20, win50 …, nodecl+lang, \
                         win20+lang, win20+tld …"
                    ),
                }
            }
        })
    }
}

static DECLARATION: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r#"(?i-u)(charset\s*=\s*["']?\s*|<\?xml[^>]{0,80}encoding\s*=\s*["']|coding[:=]\s*)([A-Za-z0-9_.:\-]+)"#,
    )
    .expect("the pattern is constant")
});

static HEAD: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i-u)<head[^>]*>").expect("the pattern is constant"));

/// Declared labels become `xxxx`, of the same length, so that no offset moves.
pub fn blank_declarations(bytes: &[u8]) -> Vec<u8> {
    let blanked = DECLARATION.replace_all(bytes, |found: &Captures| {
        let mut text = found[1].to_vec();
        text.resize(found[0].len(), b'x');
        text
    });
    blanked.into_owned()
}

/// Puts something behind the first `<head>`; a page without one stays as it is.
fn insert_into_head(bytes: &[u8], insertion: &[u8]) -> Vec<u8> {
    let Some(head) = HEAD.find(bytes) else { return bytes.to_vec() };
    let (before, after) = bytes.split_at(head.end());
    [before, insertion, after].concat()
}

/// As much inline style and script as large sites have.
static FILLER: LazyLock<Vec<u8>> = LazyLock::new(|| {
    const RULE: &str = ".menu li a{color:#336699;font:12px/1.4 Verdana,sans-serif;padding:2px 6px} #box{width:960px;margin:0 auto}\n";
    const FUNCTION: &str =
        "function init(a,b){var x=document.getElementById(a);if(x){x.onclick=function(){return b;};}}\n";
    let style = format!("<style type=\"text/css\">{}</style>", RULE.repeat(110));
    let script = format!("<script type=\"text/javascript\">{}</script>", FUNCTION.repeat(130));
    (style + &script).into_bytes()
});

fn late(truth: &str, bytes: &[u8]) -> Option<Vec<u8>> {
    // ASCII bytes would be garbage in UTF-16.
    (!truth.starts_with("utf-16")).then(|| insert_into_head(bytes, &FILLER))
}

fn liar(truth: &str, bytes: &[u8]) -> Option<Vec<u8>> {
    const LIE: &[u8] = b"<meta http-equiv=\"Content-Type\" content=\"text/html; charset=iso-8859-1\">";
    // For these the declaration would be true, or nearly, or could not be read.
    let no_lie = ["utf-16", "iso-8859-1", "windows-1252", "iso-2022", "mac-roman"];
    let differs = ["iso-8859-13", "iso-8859-16"].contains(&truth);
    let lie = differs || !no_lie.iter().any(|prefix| truth.starts_with(prefix));
    lie.then(|| insert_into_head(bytes, LIE))
}

fn stray(truth: &str, bytes: &[u8]) -> Option<Vec<u8>> {
    if !matches!(Class::of(truth), Class::Utf8 | Class::MultiByte) || truth.starts_with("iso-2022") {
        return None;
    }
    let high: Vec<usize> = bytes.iter().enumerate().filter(|(_, b)| **b >= 0x80).map(|(at, _)| at).collect();
    // With fewer, one broken byte is a large part of the evidence.
    if high.len() < 40 {
        return None;
    }
    let mut lost = high[high.len() / 2];
    // Of UTF-8, a continuation byte: the character is cut short, not replaced by a lone one.
    while truth == "utf-8" && bytes.get(lost).is_some_and(|b| *b >= 0xC0) {
        lost += 1;
    }
    let mut damaged = bytes.to_vec();
    if lost < damaged.len() {
        damaged.remove(lost);
    }
    Some(damaged)
}

/// `length` bytes around the first non-ASCII byte, from the start of a word where one is near, and never ending within
/// a character.
fn window(truth: &str, bytes: &[u8], length: usize) -> Option<Vec<u8>> {
    let first = bytes.iter().position(|b| *b >= 0x80)?;
    let mut start = first.saturating_sub((length / 5).max(2));
    if let Some(space) = (start..first).rev().find(|at| b" \t\r\n>".contains(&bytes[*at]))
        && (space + length / 8 < first || space + 1 == first)
    {
        start = space + 1;
    }
    let whole = bytes.get(start..start + length)?;
    // The longest character has four bytes, an escape sequence up to six.
    (0..=6.min(length))
        .map(|cut| &whole[..length - cut])
        .find(|piece| Readings::of(truth, piece).strict)
        .map(<[u8]>::to_vec)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_back() {
        for variant in Variant::ALL {
            assert_eq!(variant.to_string().parse::<Variant>().unwrap(), variant);
        }
        assert!("win20+luck".parse::<Variant>().is_err());
        assert!("win0".parse::<Variant>().is_err());
        assert!("sideways".parse::<Variant>().is_err());
    }

    #[test]
    fn declarations_are_blanked_in_place() {
        let page = b"<?xml version='1.0' encoding=\"KOI8-R\"?><META CHARSET='utf-8'><meta content='text/html; charset = GBK'>";
        let blank = blank_declarations(page);
        assert_eq!(
            String::from_utf8(blank).unwrap(),
            "<?xml version='1.0' encoding=\"xxxxxx\"?><META CHARSET='xxxxx'><meta content='text/html; charset = xxx'>"
        );
    }

    #[test]
    fn script_and_lies_stand_first_in_the_head() {
        let page = b"<html><HEAD profile=x><title>t</title>";
        let late = Variant::Late.apply("gbk", page).unwrap();
        assert_eq!(late.len() - page.len(), FILLER.len());
        assert!((23_000..26_000).contains(&FILLER.len()), "{}", FILLER.len());
        assert!(late.starts_with(b"<html><HEAD profile=x><style"));
        let liar = Variant::Liar.apply("gbk", page).unwrap();
        assert!(liar.starts_with(b"<html><HEAD profile=x><meta http-equiv"));
        assert_eq!(Variant::Liar.apply("windows-1252", page), None);
        assert_eq!(Variant::Liar.apply("iso-8859-15", page), None);
        assert!(Variant::Liar.apply("iso-8859-13", page).is_some());
        assert_eq!(Variant::Late.apply("utf-16le", page), None);
    }

    #[test]
    fn one_continuation_byte_is_lost() {
        let page = "é".repeat(30).into_bytes();
        let damaged = Variant::Stray.apply("utf-8", &page).unwrap();
        assert_eq!(damaged.len(), page.len() - 1);
        let good = String::from_utf8_lossy(&damaged).matches('é').count();
        assert_eq!(good, 29);
        assert_eq!(Variant::Stray.apply("utf-8", &page[..38]), None);
        assert_eq!(Variant::Stray.apply("windows-1251", &[0xE0; 99]), None);
    }

    #[test]
    fn windows_start_at_a_word_and_end_with_a_character() {
        let mut page = b"some words before ".to_vec();
        page.extend("αβγ δεζ ηθι κλμ".as_bytes());
        let piece = Variant::Window(20).apply("utf-8", &page).unwrap();
        // The space right before the first Greek letter; 20 bytes would end within a letter.
        assert_eq!(String::from_utf8(piece).unwrap(), "αβγ δεζ ηθι");
        assert_eq!(Variant::Window(200).apply("utf-8", &page), None, "too short a page");
        assert_eq!(Variant::Window(5).apply("utf-8", b"only ascii"), None);
    }
}
