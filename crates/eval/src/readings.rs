//! A label and bytes → the texts which a reader told that label may produce.
//!
//! The score that matters, *decode-equal*, compares texts, not names: a page in ISO-8859-1 read as windows-1252 is
//! read correctly. A label may be read in more than one way (a strict reader of `iso-8859-1` gives C1 controls where
//! a browser gives windows-1252's quotes); either is accepted.

use std::borrow::Cow;

use pellucid::decode::{DecodeOptions, Errors};
use pellucid::encodings::ENCODINGS;
use pellucid::{Encoding, Use};

use crate::labels;

/// The texts that readers of one label give, and whether at least one of them met no error.
#[derive(Debug, PartialEq, Eq)]
pub struct Readings<'a> {
    texts: Vec<Cow<'a, str>>,
    /// Whether the bytes are legal in the encoding.
    pub strict: bool,
}

impl<'a> Readings<'a> {
    /// What readers of this label, in any spelling, make of the bytes. Nothing for labels which nobody here decodes.
    pub fn of(label: &str, bytes: &'a [u8]) -> Readings<'a> {
        let readers = readers(&labels::canonical(label), bytes);
        let strict: Vec<_> = readers.iter().filter_map(|reader| reader.read(bytes, Errors::Strict)).collect();
        if !strict.is_empty() {
            return Readings { texts: strict, strict: true };
        }
        // The last reader is the most tolerant one: what a browser would show, with its replacement characters.
        let texts =
            readers.last().and_then(|reader| reader.read(bytes, Errors::Replace)).into_iter().collect();
        Readings { texts, strict: false }
    }

    /// Whether reading by `self`, a guess, gives a text that the truth gives. A reading with errors can only
    /// be right where the truth has errors too.
    pub fn agrees_with(&self, truth: &Readings) -> bool {
        (self.strict || !truth.strict) && self.texts.iter().any(|text| truth.texts.contains(text))
    }

    /// One of the texts.
    pub fn text(&self) -> Option<&str> {
        self.texts.first().map(|text| &**text)
    }
}

/// A way to read.
enum Reader {
    /// As the encoding says.
    Plain(&'static Encoding),
    /// A Windows code page with 0x80–0x9F taken as C1 controls: the ISO standard which it extends.
    AsIso(&'static Encoding),
}

impl Reader {
    fn read<'a>(&self, bytes: &'a [u8], errors: Errors) -> Option<Cow<'a, str>> {
        match self {
            Reader::Plain(encoding) => decode(encoding, bytes, errors),
            Reader::AsIso(encoding) => {
                let mut text = String::with_capacity(bytes.len());
                for run in bytes.chunk_by(|a, b| is_c1(*a) == is_c1(*b)) {
                    if is_c1(run[0]) {
                        text.extend(run.iter().map(|b| char::from(*b)));
                    } else {
                        text.push_str(&decode(encoding, run, errors)?);
                    }
                }
                Some(Cow::Owned(text))
            }
        }
    }
}

fn is_c1(byte: u8) -> bool {
    (0x80..0xA0).contains(&byte)
}

/// Decodes without the byte order mark; `None` if reading is strict and there are errors, or nobody knows how.
///
/// The one place of the judge where bytes become text.
fn decode<'a>(encoding: &'static Encoding, bytes: &'a [u8], errors: Errors) -> Option<Cow<'a, str>> {
    let text = DecodeOptions::new().errors(errors).decode(encoding, bytes).ok()?.into_text();
    Some(match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim_start_matches('\u{feff}')),
        Cow::Owned(text) if text.starts_with('\u{feff}') => {
            Cow::Owned(text.trim_start_matches('\u{feff}').to_owned())
        }
        Cow::Owned(text) => Cow::Owned(text),
    })
}

/// The readers of a canonical label, the most tolerant last.
fn readers(canonical: &str, bytes: &[u8]) -> Vec<Reader> {
    use pellucid::encodings as e;
    let as_windows = |encoding| vec![Reader::AsIso(encoding), Reader::Plain(encoding)];
    let plain = |encoding| vec![Reader::Plain(encoding)];
    match canonical {
        // Told "ASCII", readers take other bytes for Western ones.
        "ascii" | "iso-8859-1" => as_windows(&e::WINDOWS_1252),
        // A codec of Python, as charset-normalizer names it: the standard to the letter, and no browser's reading of it.
        "latin_1" => vec![Reader::AsIso(&e::WINDOWS_1252)],
        "iso-8859-9" => as_windows(&e::WINDOWS_1254),
        "tis-620" => as_windows(&e::WINDOWS_874),
        // GB 18030 reads what the older standards write, and is what browsers use for all three.
        "gb2312" | "gbk" => plain(&e::GB18030),
        "cp950" | "big5-hkscs" => plain(&e::BIG5),
        "cp932" | "shift_jis-2004" => plain(&e::SHIFT_JIS),
        "euc-jis-2004" => plain(&e::EUC_JP),
        "cp949" => plain(&e::EUC_KR),
        "mac-roman" => plain(&e::MACINTOSH),
        "mac-cyrillic" => plain(&e::X_MAC_CYRILLIC),
        "utf-16" if bytes.starts_with(&[0xFE, 0xFF]) => plain(&e::UTF_16BE),
        "utf-16" => plain(&e::UTF_16LE),
        "utf-32" if bytes.starts_with(&[0, 0, 0xFE, 0xFF]) => readers("utf-32be", bytes),
        "utf-32" => readers("utf-32le", bytes),
        other => named(other).map(plain).unwrap_or_default(),
    }
}

/// The encoding of text with this canonical label: our own name for it, or Python's (with or
/// without its underscores), as most peers spell the rare ones.
pub fn named(canonical: &str) -> Option<&'static Encoding> {
    let bare = |name: &str| name.replace(['-', '_'], "");
    let python = bare(canonical);
    let by_python =
        || ENCODINGS.iter().copied().find(|e| e.python().is_some_and(|name| bare(name) == python));
    Encoding::for_name(canonical).filter(|e| e.usage() != Use::Never).or_else(by_python)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agree(guess: &str, truth: &str, bytes: &[u8]) -> bool {
        Readings::of(guess, bytes).agrees_with(&Readings::of(truth, bytes))
    }

    #[test]
    fn other_names_that_read_alike_agree() {
        assert!(agree("iso-8859-1", "windows-1252", b"caf\xE9 \x93quoted\x94"));
        assert!(agree("windows-1252", "iso-8859-1", b"caf\xE9"));
        assert!(agree("ISO-8859-15", "windows-1252", b"caf\xE9"));
        assert!(!agree("ISO-8859-15", "windows-1252", b"\xA4 10"));
        assert!(agree("GB2312", "gb18030", b"\xC4\xE3\xBA\xC3"));
        assert!(agree("cp949", "euc-kr", b"\xB0\xA1"));
    }

    #[test]
    fn an_iso_reader_sees_controls_where_windows_has_quotes() {
        let iso = Readings::of("iso-8859-1", b"\x93a\x94");
        assert_eq!(iso.texts, ["\u{93}a\u{94}", "\u{201C}a\u{201D}"]);
        // ISO-8859-15 has the same controls, so that the ISO reading of the guess agrees.
        assert!(agree("iso-8859-1", "iso-8859-15", b"\x93\xE9"));
        assert!(!agree("windows-1252", "iso-8859-15", b"\x93\xE9"));
        assert!(!agree("latin_1", "windows-1252", b"\x93\xE9"), "Python's codec knows no quotes");
        assert!(agree("latin_1", "windows-1252", b"\xE9"));
    }

    #[test]
    fn errors_are_forgiven_only_where_the_truth_has_them() {
        let broken = "naïve".as_bytes()[..3].to_vec();
        assert!(agree("utf-8", "utf8", &broken));
        // Legal as windows-1252: a guess whose reading has errors cannot be right.
        assert!(!agree("utf-8", "windows-1252", b"na\xEFve"));
    }

    #[test]
    fn utf_16_is_read_by_its_mark_and_the_mark_is_no_text() {
        assert_eq!(Readings::of("utf-16", b"\xFE\xFF\0a").text(), Some("a"));
        assert_eq!(Readings::of("utf-16", b"\xFF\xFEa\0").text(), Some("a"));
        assert!(agree("utf-16be", "utf-16", b"\xFE\xFF\0a"));
        assert_eq!(Readings::of("utf-8", b"\xEF\xBB\xBFa").text(), Some("a"));
    }

    #[test]
    fn nobody_reads_what_is_no_encoding() {
        for label in ["", "binary", "no-such-thing", "x-no/x", "replacement"] {
            assert!(Readings::of(label, b"abc").texts.is_empty(), "{label}");
        }
    }
}
