//! Character references: how many bytes `&eacute;` and its kind take.
//!
//! A reference says nothing of a page's encoding, whatever character it stands for, so only its length is
//! wanted. It follows the standard exactly, or text beside a reference would be lost or gained: `&copy2` is a
//! reference of five bytes in text and none in an attribute, `&copyright` ends after `copy`, `&notit;` after
//! `not`, and `&#;` is none at all.

use super::reference_names::{WITH_SEMICOLON, WITHOUT_SEMICOLON};

/// No name is longer.
const LONGEST: usize = 31;

/// No name without a semicolon is longer.
const LONGEST_WITHOUT: usize = 6;

/// What an ampersand turns out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reference {
    /// Text.
    None,
    /// A reference of so many bytes, the ampersand among them.
    Of(usize),
    /// A numeric reference which continues after the bytes given.
    Digits(Digits),
    /// More bytes must be seen. Never the answer for more than [`Reference::LOOKAHEAD`] bytes.
    Undecided,
}

/// The digits of a numeric reference, of which there may be any number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Digits {
    Decimal,
    Hexadecimal,
}

impl Reference {
    /// How many bytes decide.
    pub const LOOKAHEAD: usize = LONGEST + 2;

    /// What the ampersand at the start of `bytes` is. `last`: nothing follows `bytes`.
    pub fn at(bytes: &[u8], in_attribute: bool, last: bool) -> Reference {
        match bytes.get(1) {
            None if last => Reference::None,
            None => Reference::Undecided,
            Some(b'#') => Reference::numeric(bytes, last),
            Some(byte) if byte.is_ascii_alphanumeric() => Reference::named(bytes, in_attribute, last),
            Some(_) => Reference::None,
        }
    }

    fn numeric(bytes: &[u8], last: bool) -> Reference {
        let (digits, start) = match bytes.get(2) {
            Some(b'x' | b'X') => (Digits::Hexadecimal, 3),
            _ => (Digits::Decimal, 2),
        };
        match bytes.get(start) {
            None if last => Reference::None,
            None => Reference::Undecided,
            Some(&byte) if digits.has(byte) => match digits.rest(&bytes[start..]) {
                (_, false) if !last => Reference::Digits(digits),
                (length, _) => Reference::Of(start + length),
            },
            Some(_) => Reference::None,
        }
    }

    fn named(bytes: &[u8], in_attribute: bool, last: bool) -> Reference {
        let name = &bytes[1..bytes.len().min(LONGEST + 2)];
        let length = name.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(name.len());
        if length == name.len() && length <= LONGEST && !last {
            return Reference::Undecided;
        }
        // With its semicolon a name must match as a whole, since no name has a semicolon inside …
        if name.get(length) == Some(&b';') && is_name(&name[..length]) {
            return Reference::Of(1 + length + 1);
        }
        // … and without, the longest beginning that is a name counts.
        let Some(length) = (2..=length.min(LONGEST_WITHOUT)).rev().find(|&n| is_short_name(&name[..n]))
        else {
            return Reference::None;
        };
        match name.get(length) {
            Some(&next) if in_attribute && (next == b'=' || next.is_ascii_alphanumeric()) => Reference::None,
            _ => Reference::Of(1 + length),
        }
    }
}

impl Digits {
    /// How many bytes the remaining digits and their semicolon take, and whether the reference ends there.
    pub fn rest(self, bytes: &[u8]) -> (usize, bool) {
        match bytes.iter().position(|&byte| !self.has(byte)) {
            None => (bytes.len(), false),
            Some(end) => (end + usize::from(bytes[end] == b';'), true),
        }
    }

    fn has(self, byte: u8) -> bool {
        match self {
            Digits::Decimal => byte.is_ascii_digit(),
            Digits::Hexadecimal => byte.is_ascii_hexdigit(),
        }
    }
}

fn is_name(name: &[u8]) -> bool {
    // 88 % of the named references in the encoding corpus; the search takes eleven comparisons of strings.
    matches!(
        name,
        b"nbsp" | b"amp" | b"quot" | b"lt" | b"gt" | b"raquo" | b"laquo" | b"copy" | b"mdash" | b"eacute"
    ) || WITH_SEMICOLON.binary_search_by(|known| known.as_bytes().cmp(name)).is_ok()
}

fn is_short_name(name: &[u8]) -> bool {
    WITHOUT_SEMICOLON.binary_search_by(|known| known.as_bytes().cmp(name)).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn length(text: &str, in_attribute: bool) -> usize {
        match Reference::at(text.as_bytes(), in_attribute, true) {
            Reference::Of(length) => length,
            Reference::None => 0,
            other => panic!("{text}: {other:?} at the end"),
        }
    }

    #[test]
    fn names_are_sorted_and_within_their_bounds() {
        assert!(WITH_SEMICOLON.is_sorted() && WITHOUT_SEMICOLON.is_sorted());
        assert_eq!(WITH_SEMICOLON.iter().map(|name| name.len()).max(), Some(LONGEST));
        assert_eq!(WITHOUT_SEMICOLON.iter().map(|name| name.len()).max(), Some(LONGEST_WITHOUT));
        assert_eq!(WITH_SEMICOLON.len() + WITHOUT_SEMICOLON.len(), 2231);
    }

    #[test]
    fn lengths_follow_the_standard() {
        for (text, in_text, in_attribute) in [
            ("&amp;x", 5, 5),
            ("&amp x", 4, 4),
            ("&amp", 4, 4),
            ("&amp=", 4, 0),
            ("&copy2", 5, 0),
            ("&copyright;", 5, 0),
            ("&notit;", 4, 0),
            ("&notin;", 7, 7),
            ("&CounterClockwiseContourIntegral;", 33, 33),
            ("&CounterClockwiseContourIntegrals;", 0, 0),
            ("&hellip", 0, 0),
            ("&zzz;", 0, 0),
            ("& amp;", 0, 0),
            ("&", 0, 0),
            ("&;", 0, 0),
            ("&#;", 0, 0),
            ("&#", 0, 0),
            ("&#x", 0, 0),
            ("&#xg;", 0, 0),
            ("&#233;a", 6, 6),
            ("&#233a", 5, 5),
            ("&#xE9a;", 7, 7),
            ("&#xE9=", 5, 5),
            ("&#X0;", 5, 5),
        ] {
            assert_eq!(length(text, false), in_text, "{text}");
            assert_eq!(length(text, true), in_attribute, "{text} in an attribute");
        }
    }

    #[test]
    fn undecided_is_bounded_and_ends() {
        for text in ["&", "&#", "&#x", "&am", "&amp", "&CounterClockwiseContourIntegral"] {
            assert_eq!(Reference::at(text.as_bytes(), false, false), Reference::Undecided, "{text}");
            assert!(text.len() <= Reference::LOOKAHEAD);
        }
        let long = format!("&{}", "a".repeat(LONGEST + 1));
        assert_eq!(Reference::at(long.as_bytes(), false, false), Reference::None);
        assert_eq!(Reference::at(b"&#12", false, false), Reference::Digits(Digits::Decimal));
        assert_eq!(Digits::Decimal.rest(b"34;x"), (3, true));
        assert_eq!(Digits::Hexadecimal.rest(b"fF"), (2, false));
    }
}
