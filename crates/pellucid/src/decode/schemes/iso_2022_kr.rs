//! ISO-2022-KR ([RFC 1557](https://www.rfc-editor.org/rfc/rfc1557)): ASCII, and KS X 1001 between SO and SI.
//!
//! The header `ESC $ ) C` stands once, at the start of a message. It is not demanded when reading: there is
//! only one set to shift to, and a page may begin in the middle. A line break ends a run, as the RFC wants
//! lines to end in ASCII.

use super::sets::Set;
use crate::decode::codec::{Reader, Scheme, Step, Writer, first};

const HEADER: &[u8] = b"\x1B$)C";
const SO: u8 = 0x0E;
const SI: u8 = 0x0F;

/// ISO-2022-KR.
pub(crate) struct Iso2022Kr;

impl Scheme for Iso2022Kr {
    fn reader(&'static self) -> Box<dyn Reader + Send> {
        Box::new(KrReader { korean: false })
    }

    fn writer(&'static self) -> Box<dyn Writer> {
        Box::new(KrWriter { started: false, korean: false })
    }

    fn reads_ascii(&self) -> bool {
        false
    }
}

struct KrReader {
    korean: bool,
}

impl Reader for KrReader {
    fn step(&mut self, bytes: &[u8]) -> Step {
        match bytes {
            [SO, ..] => {
                self.korean = true;
                Step::Shift(1)
            }
            [SI, ..] => {
                self.korean = false;
                Step::Shift(1)
            }
            [0x1B, ..] if bytes.starts_with(HEADER) => Step::Shift(HEADER.len()),
            [0x1B, ..] if HEADER.starts_with(bytes) => Step::More,
            [0x1B | 0x80..=0xFF, ..] => Step::Malformed(1),
            [row @ 0x21..=0x7E, rest @ ..] if self.korean => match rest {
                [] => Step::More,
                [cell @ 0x21..=0x7E, ..] => match Set::Ksx1001.char((*row, *cell)) {
                    Some(c) => Step::Char(c, 2),
                    None => Step::Malformed(2),
                },
                _ => Step::Malformed(1),
            },
            [byte, ..] => {
                self.korean &= *byte != b'\n';
                Step::Char(char::from(*byte), 1)
            }
            [] => Step::More,
        }
    }
}

struct KrWriter {
    started: bool,
    korean: bool,
}

impl KrWriter {
    fn shift(&mut self, korean: bool, out: &mut Vec<u8>) {
        if !self.started {
            out.extend(HEADER);
            self.started = true;
        }
        if self.korean != korean {
            out.push(if korean { SO } else { SI });
            self.korean = korean;
        }
    }
}

impl Writer for KrWriter {
    fn write(&mut self, text: &str, out: &mut Vec<u8>) -> Option<usize> {
        let (c, len) = first(text)?;
        match c {
            // These would be read as changes of state.
            '\x0E' | '\x0F' | '\x1B' => return None,
            '\0'..='\x7F' => {
                self.shift(false, out);
                out.push(c as u8);
            }
            _ => {
                let (row, cell) = Set::Ksx1001.code(c)?;
                self.shift(true, out);
                out.extend([row, cell]);
            }
        }
        Some(len)
    }

    fn finish(&mut self, out: &mut Vec<u8>) {
        if self.korean {
            out.push(SI);
            self.korean = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::encodings::ISO_2022_KR;

    #[test]
    fn shifts_and_header() {
        let bytes = b"\x1B$)Ca \x0E0!3*\x0F b\n";
        let text = "a 가나 b\n";
        assert_eq!(ISO_2022_KR.decode(bytes).text(), text);
        assert_eq!(ISO_2022_KR.encode(text).bytes(), bytes);
        assert_eq!(ISO_2022_KR.decode(b"\x0E0!\n0!").text(), "가\n0!", "a line ends a run");
    }

    #[test]
    fn what_is_no_code_is_damage() {
        assert_eq!(ISO_2022_KR.decode(b"\x1B$)A").damage().positions()[0], 0..1);
        assert_eq!(ISO_2022_KR.decode(b"\x1B$").damage().positions()[0], 0..2, "cut");
        assert_eq!(ISO_2022_KR.decode(b"\x0E~~0").damage().positions(), [1..3, 3..4]);
        assert_eq!(ISO_2022_KR.encode("\x0E").unmappable().count(), 1);
    }
}
