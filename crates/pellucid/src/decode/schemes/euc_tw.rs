//! EUC-TW: ASCII; CNS 11643 plane 1 in two bytes; any plane in four, of which the first is 0x8E and the
//! second is the plane.

use super::sets::{Set, cns_code};
use crate::decode::codec::{Reader, Scheme, Step, Writer, first};

/// Introduces four bytes.
const SS2: u8 = 0x8E;

/// EUC-TW.
#[derive(Clone, Copy)]
pub(crate) struct EucTw;

impl Scheme for EucTw {
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

impl Reader for EucTw {
    fn step(&mut self, bytes: &[u8]) -> Step {
        match bytes {
            [byte @ ..=0x7F, ..] => Step::Char(char::from(*byte), 1),
            [SS2] | [SS2, 0xA1..=0xB0] | [SS2, 0xA1..=0xB0, 0xA1..=0xFE] | [0xA1..=0xFE] => Step::More,
            [SS2, plane @ 0xA1..=0xB0, row @ 0xA1..=0xFE, cell @ 0xA1..=0xFE, ..] => {
                match Set::Cns(plane - 0xA0).char((row - 0x80, cell - 0x80)) {
                    Some(c) => Step::Char(c, 4),
                    None => Step::Malformed(4),
                }
            }
            [row @ 0xA1..=0xFE, cell @ 0xA1..=0xFE, ..] => {
                match Set::Cns(1).char((row - 0x80, cell - 0x80)) {
                    Some(c) => Step::Char(c, 2),
                    None => Step::Malformed(2),
                }
            }
            // Whatever broke the sequence may begin the next one.
            [SS2, 0xA1..=0xB0, 0xA1..=0xFE, ..] => Step::Malformed(3),
            [SS2, 0xA1..=0xB0, ..] => Step::Malformed(2),
            _ => Step::Malformed(1),
        }
    }

    fn ascii_prefix(&self, bytes: &[u8]) -> usize {
        encoding_rs::Encoding::ascii_valid_up_to(bytes)
    }
}

impl Writer for EucTw {
    fn write(&mut self, text: &str, out: &mut Vec<u8>) -> Option<usize> {
        let (c, len) = first(text)?;
        if c.is_ascii() {
            out.push(c as u8);
        } else {
            let (plane, (row, cell)) = cns_code(c)?;
            if plane > 1 {
                out.extend([SS2, plane + 0xA0]);
            }
            out.extend([row + 0x80, cell + 0x80]);
        }
        Some(len)
    }
}

#[cfg(test)]
mod tests {
    use crate::encodings::EUC_TW;

    #[test]
    fn two_and_four_bytes() {
        let bytes = b"a\xC4\xA1\x8E\xA2\xA1\xA1";
        assert_eq!(EUC_TW.decode(bytes).text(), "a一乂");
        assert_eq!(EUC_TW.encode("a一乂").bytes(), bytes);
        assert_eq!(EUC_TW.decode(b"\x8E\xA1\xC4\xA1").text(), "一", "plane 1 in four bytes");
    }

    #[test]
    fn what_breaks_a_sequence_is_read_again() {
        assert_eq!(EUC_TW.decode(b"\xC4<p>").text(), "\u{FFFD}<p>");
        assert_eq!(EUC_TW.decode(b"\x8E\xA2\xA1<").damage().positions()[0], 0..3);
        assert_eq!(EUC_TW.decode(b"\x8E\xA2").damage().positions()[0], 0..2, "cut");
    }
}
