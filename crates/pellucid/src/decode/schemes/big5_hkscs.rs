//! Big5-HKSCS: Big5 with the Hong Kong Supplementary Character Set.
//!
//! The Big5 of the WHATWG standard reads HKSCS too, but it can't write it, and for eleven symbols it follows
//! Microsoft where HKSCS, Python and glibc agree on other characters. So the table is encoding_rs's, with
//! [`SYMBOLS`] changed, and the way back is our own.

use std::sync::OnceLock;

use super::reverse::Reverse;
use crate::decode::codec::{Reader, Scheme, Step, Writer, first};

/// Where HKSCS differs from the WHATWG standard's Big5.
const SYMBOLS: [(u16, char); 11] = [
    (0xA145, '\u{2022}'),
    (0xA14E, '\u{FF64}'),
    (0xA1C2, '\u{203E}'),
    (0xA1E3, '\u{223C}'),
    (0xA1F2, '\u{2641}'),
    (0xA1F3, '\u{2609}'),
    (0xA241, '\u{FF0F}'),
    (0xA242, '\u{FF3C}'),
    (0xA244, '\u{00A5}'),
    (0xA246, '\u{00A2}'),
    (0xA247, '\u{00A3}'),
];

/// The codes of a letter with a combining mark.
const PAIRS: [(u16, char, char); 4] =
    [(0x8862, 'Ê', '\u{304}'), (0x8864, 'Ê', '\u{30C}'), (0x88A3, 'ê', '\u{304}'), (0x88A5, 'ê', '\u{30C}')];

/// Where to look first for the code of a character which has several: ideographs of Big5 before their
/// look-alikes among the symbols, then symbols, then what others added to Big5, in the order in which they
/// did.
const PREFERENCE: [(u16, u16); 6] = [
    (0xA440, 0xC67E),
    (0xC940, 0xF9FE),
    (0xA140, 0xA3FE),
    (0xC6A1, 0xC8FE),
    (0x8140, 0xA0FE),
    (0xFA40, 0xFEFE),
];

/// Big5-HKSCS.
#[derive(Clone, Copy)]
pub(crate) struct Big5Hkscs;

impl Scheme for Big5Hkscs {
    fn reader(&'static self) -> Box<dyn Reader + Send> {
        Box::new(*self)
    }

    fn writer(&'static self) -> Box<dyn Writer> {
        Box::new(*self)
    }

    fn reads_ascii(&self) -> bool {
        true
    }
}

/// Characters by code from 0x8140, NUL for none.
fn chars() -> &'static [char] {
    static CHARS: OnceLock<Vec<char>> = OnceLock::new();
    CHARS.get_or_init(|| {
        let mut chars: Vec<char> = (0x8140..=0xFEFEu16)
            .map(|code| {
                let bytes = code.to_be_bytes();
                let trail = matches!(bytes[1], 0x40..=0x7E | 0xA1..=0xFE);
                let text = encoding_rs::BIG5.decode_without_bom_handling_and_without_replacement(&bytes);
                text.filter(|_| trail).and_then(|text| text.chars().next()).unwrap_or('\0')
            })
            .collect();
        for (code, c) in SYMBOLS {
            chars[usize::from(code - 0x8140)] = c;
        }
        for (code, ..) in PAIRS {
            chars[usize::from(code - 0x8140)] = '\0';
        }
        chars
    })
}

fn char(code: u16) -> Option<char> {
    let index = usize::from(code.checked_sub(0x8140)?);
    chars().get(index).copied().filter(|c| *c != '\0')
}

fn code(c: char) -> Option<u16> {
    static REVERSE: OnceLock<Reverse> = OnceLock::new();
    let reverse = REVERSE.get_or_init(|| {
        let codes = PREFERENCE.iter().flat_map(|&(first, last)| first..=last);
        Reverse::new(codes.filter_map(|code| char(code).map(|c| (c, u32::from(code)))))
    });
    reverse.get(c).map(|code| code as u16)
}

impl Reader for Big5Hkscs {
    fn step(&mut self, bytes: &[u8]) -> Step {
        match bytes {
            [byte @ ..=0x7F, ..] => Step::Char(char::from(*byte), 1),
            [0x81..=0xFE] => Step::More,
            [lead @ 0x81..=0xFE, trail, ..] => {
                let code = u16::from_be_bytes([*lead, *trail]);
                if let Some((_, letter, mark)) = PAIRS.iter().find(|pair| pair.0 == code) {
                    return Step::Pair(*letter, *mark, 2);
                }
                match char(code) {
                    Some(c) => Step::Char(c, 2),
                    // An ASCII byte which is not a part of a character is read on its own.
                    None if *trail < 0x80 => Step::Malformed(1),
                    None => Step::Malformed(2),
                }
            }
            _ => Step::Malformed(1),
        }
    }

    fn ascii_prefix(&self, bytes: &[u8]) -> usize {
        encoding_rs::Encoding::ascii_valid_up_to(bytes)
    }
}

impl Writer for Big5Hkscs {
    fn write(&mut self, text: &str, out: &mut Vec<u8>) -> Option<usize> {
        let (c, len) = first(text)?;
        let mark = text[len..].chars().next();
        if c.is_ascii() {
            out.push(c as u8);
        } else if let Some((code, _, mark)) = PAIRS.iter().find(|pair| pair.1 == c && Some(pair.2) == mark) {
            out.extend(code.to_be_bytes());
            return Some(len + mark.len_utf8());
        } else {
            out.extend(code(c)?.to_be_bytes());
        }
        Some(len)
    }
}

#[cfg(test)]
mod tests {
    use crate::encodings::{BIG5, BIG5_HKSCS};

    #[test]
    fn writes_what_big5_only_reads() {
        let bytes = b"\x87\x40\xA4\xA4";
        assert_eq!(BIG5_HKSCS.decode(bytes).text(), "䏰中");
        assert_eq!(BIG5_HKSCS.encode("䏰中").bytes(), bytes);
        assert_eq!(BIG5.encode("䏰").unmappable().count(), 1);
    }

    #[test]
    fn letters_with_marks_are_one_code() {
        let text = "Ê\u{304}ÊÊ\u{30C}ê\u{30C}";
        assert_eq!(BIG5_HKSCS.encode(text).bytes(), b"\x88\x62\x88\x66\x88\x64\x88\xA5");
        assert_eq!(BIG5_HKSCS.decode(b"\x88\x62\x88\x66\x88\x64\x88\xA5").text(), text);
    }

    #[test]
    fn the_usual_code_of_several_is_written() {
        for (text, bytes) in
            [("十", b"\xA4\x51"), ("者", b"\xAA\xCC"), ("═", b"\xF9\xF9"), ("〃", b"\xA1\xB2")]
        {
            assert_eq!(BIG5_HKSCS.encode(text).bytes(), bytes);
        }
    }
}
