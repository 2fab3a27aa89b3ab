//! From decision values to an order of encodings: the highest first, with what is known of some encodings beside it.

use super::Reading;
use crate::encodings::{self, Encoding, Family};

/// A machine and what it says of a page.
#[derive(Clone, Debug)]
pub struct Candidate<'a> {
    /// What the encoding is called in training.
    pub label: &'a str,
    /// What reads it.
    pub encoding: &'static Encoding,
    /// Whether it knows only the width of encodings: see [`Width`].
    pub is_width: bool,
    /// The decision value.
    pub value: f32,
}

/// How many bytes a character has: the first decision of a decision tree, as the paper proposes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Width {
    /// One.
    One,
    /// One, two or more; or two, with escape sequences.
    Several,
    /// An encoding of Unicode.
    Unicode,
}

impl Width {
    /// Every width.
    pub const ALL: [Width; 3] = [Width::One, Width::Several, Width::Unicode];

    /// That of a label. US-ASCII is read as UTF-8, and has one.
    pub fn of(label: &str, encoding: &Encoding) -> Width {
        match encoding.family() {
            _ if is_ascii(label) => Width::One,
            Family::MultiByte | Family::Escape => Width::Several,
            Family::Utf => Width::Unicode,
            _ => Width::One,
        }
    }

    /// The label of its machine: an encoding that has this width.
    pub fn label(self) -> &'static str {
        match self {
            Width::One => "windows-1252",
            Width::Several => "GBK",
            Width::Unicode => "UTF-8",
        }
    }
}

/// Whether this is a name of ASCII.
pub(super) fn is_ascii(label: &str) -> bool {
    ["us-ascii", "ascii"].iter().any(|name| label.eq_ignore_ascii_case(name))
}

/// Puts the machines of encodings in order for a text, the best first.
///
/// 1. Where machines know the width alone, all encodings of the width with the highest value come before all others.
/// 2. Where the reading knows seven bits, what has a byte beyond ASCII, an escape or a zero is not US-ASCII, and everything else
///    is nothing but US-ASCII.
/// 3. UTF-16 is one label, in the order of bytes that [`byte_order`] finds.
pub fn ranked<'a>(candidates: Vec<Candidate<'a>>, text: &[u8], reading: Reading) -> Vec<Candidate<'a>> {
    let (widths, mut ranked): (Vec<_>, Vec<_>) = candidates.into_iter().partition(|one| one.is_width);
    let width = widths.iter().max_by(|a, b| a.value.total_cmp(&b.value));
    let width = width.map(|best| Width::of(best.label, best.encoding));
    let seven_bits = text.is_ascii() && memchr::memchr2(0, 0x1B, text).is_none();
    let place = |one: &Candidate| {
        let other_width = width.is_some_and(|width| Width::of(one.label, one.encoding) != width);
        (reading.seven_bits && seven_bits != is_ascii(one.label), other_width)
    };
    ranked.sort_by(|a, b| place(a).cmp(&place(b)).then(b.value.total_cmp(&a.value)));
    for one in ranked.iter_mut().filter(|one| one.label.eq_ignore_ascii_case("utf-16")) {
        one.encoding = byte_order(text);
    }
    ranked
}

/// The order of bytes of a text in UTF-16: by its mark, else by which half of its units has the zeros that markup, spaces and
/// Latin letters have in their high byte.
pub fn byte_order(text: &[u8]) -> &'static Encoding {
    match text {
        [0xFE, 0xFF, ..] => return &encodings::UTF_16BE,
        [0xFF, 0xFE, ..] => return &encodings::UTF_16LE,
        _ => {}
    }
    let zeros = |half: usize| text.iter().skip(half).step_by(2).filter(|byte| **byte == 0).count();
    if zeros(0) > zeros(1) { &encodings::UTF_16BE } else { &encodings::UTF_16LE }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(candidates: &[(&'static str, bool, f32)], text: &[u8], reading: Reading) -> Vec<&'static str> {
        let candidate = |&(label, is_width, value): &(&'static str, bool, f32)| {
            let encoding =
                if is_ascii(label) { &encodings::UTF_8 } else { Encoding::for_name(label).unwrap() };
            Candidate { label, encoding, is_width, value }
        };
        ranked(candidates.iter().map(candidate).collect(), text, reading)
            .iter()
            .map(|one| one.label)
            .collect()
    }

    #[test]
    fn the_width_is_decided_first() {
        let values = [
            ("GBK", true, -1.0),
            ("windows-1252", true, -2.0),
            ("KOI8-R", false, 3.0),
            ("Big5", false, -3.0),
        ];
        assert_eq!(labels(&values, b"\xA4", Reading::PAPER), ["Big5", "KOI8-R"]);
        assert_eq!(labels(&values[2..], b"\xA4", Reading::PAPER), ["KOI8-R", "Big5"]);
    }

    #[test]
    fn seven_bits_are_seven_bits() {
        let values = [("US-ASCII", false, 1.0), ("KOI8-R", false, 0.0)];
        assert_eq!(labels(&values, b"\xA4", Reading::PAPER)[0], "US-ASCII");
        assert_eq!(labels(&values, b"\xA4", Reading::EXTENDED)[0], "KOI8-R");
        let values = [("US-ASCII", false, 0.0), ("KOI8-R", false, 1.0)];
        for (text, first) in
            [(&b""[..], "US-ASCII"), (b"a", "US-ASCII"), (b"\x1B$B", "KOI8-R"), (b"a\0", "KOI8-R")]
        {
            assert_eq!(labels(&values, text, Reading::EXTENDED)[0], first);
            assert_eq!(labels(&values, text, Reading::PAPER)[0], "KOI8-R");
        }
    }

    #[test]
    fn the_order_of_bytes() {
        assert_eq!(byte_order(b"\0a\x04\x10"), &encodings::UTF_16BE);
        assert_eq!(byte_order(b"a\0\x10\x04"), &encodings::UTF_16LE);
        assert_eq!(byte_order(b"\xFE\xFFa\0"), &encodings::UTF_16BE, "the mark comes first");
        assert_eq!(byte_order(b"\xFF\xFE\0a"), &encodings::UTF_16LE);
        assert_eq!(byte_order(b""), &encodings::UTF_16LE);
    }
}
