//! ISO-2022-CN ([RFC 1922](https://www.rfc-editor.org/rfc/rfc1922)): seven bits, Chinese by designation and
//! shift.
//!
//! | bytes | meaning |
//! |---|---|
//! | `ESC $ ) A`, `ESC $ ) G` | SO now means GB 2312, CNS 11643 plane 1 |
//! | `ESC $ * H` | SS2 now means CNS 11643 plane 2 |
//! | `ESC $ + I` … `ESC $ + M` | SS3 now means CNS 11643 plane 3 … 7 (ISO-2022-CN-EXT) |
//! | SO, SI | the set of SO from here on, ASCII from here on |
//! | `ESC N`, `ESC O` | the next code is one of SS2, of SS3 |
//!
//! The planes of the EXT version are read, as the table has them, but never written. Its ISO-IR-165 (`ESC $ )
//! E`) is not read. Lines end in ASCII and designations are repeated on each line: so we write. When reading,
//! a line break ends a run, but designations are kept.

use super::sets::{Set, cns_code};
use crate::decode::codec::{Reader, Scheme, Step, Writer, first};

const ESC: u8 = 0x1B;
const SO: u8 = 0x0E;
const SI: u8 = 0x0F;

/// ISO-2022-CN.
pub(crate) struct Iso2022Cn;

impl Scheme for Iso2022Cn {
    fn reader(&'static self) -> Box<dyn Reader + Send> {
        Box::new(CnReader::default())
    }

    fn writer(&'static self) -> Box<dyn Writer> {
        Box::new(CnWriter::default())
    }

    fn reads_ascii(&self) -> bool {
        false
    }
}

#[derive(Default)]
struct CnReader {
    shifted: bool,
    so: Option<Set>,
    ss2: Option<Set>,
    ss3: Option<Set>,
}

impl CnReader {
    fn escape(&mut self, bytes: &[u8]) -> Step {
        match bytes[1..] {
            [] | [b'$'] | [b'$', b')' | b'*' | b'+'] => Step::More,
            [b'$', b')', b'A', ..] => designate(&mut self.so, Set::Gb2312),
            [b'$', b')', b'G', ..] => designate(&mut self.so, Set::Cns(1)),
            [b'$', b'*', b'H', ..] => designate(&mut self.ss2, Set::Cns(2)),
            [b'$', b'+', plane @ b'I'..=b'M', ..] => designate(&mut self.ss3, Set::Cns(plane - b'I' + 3)),
            [b'N', ref rest @ ..] => single_shift(self.ss2, rest),
            [b'O', ref rest @ ..] => single_shift(self.ss3, rest),
            _ => Step::Malformed(1),
        }
    }
}

fn designate(shift: &mut Option<Set>, set: Set) -> Step {
    *shift = Some(set);
    Step::Shift(4)
}

/// One code after `ESC N` or `ESC O`.
fn single_shift(set: Option<Set>, code: &[u8]) -> Step {
    match (set, code) {
        (None, _) => Step::Malformed(2),
        (Some(_), [] | [0x21..=0x7E]) => Step::More,
        (Some(set), [row @ 0x21..=0x7E, cell @ 0x21..=0x7E, ..]) => match set.char((*row, *cell)) {
            Some(c) => Step::Char(c, 4),
            None => Step::Malformed(4),
        },
        _ => Step::Malformed(2),
    }
}

impl Reader for CnReader {
    fn step(&mut self, bytes: &[u8]) -> Step {
        match bytes {
            [ESC, ..] => self.escape(bytes),
            [SO, ..] if self.so.is_some() => {
                self.shifted = true;
                Step::Shift(1)
            }
            [SI, ..] => {
                self.shifted = false;
                Step::Shift(1)
            }
            [SO | 0x80..=0xFF, ..] => Step::Malformed(1),
            [row @ 0x21..=0x7E, rest @ ..] if self.shifted => match rest {
                [] => Step::More,
                [cell @ 0x21..=0x7E, ..] => match self.so.and_then(|set| set.char((*row, *cell))) {
                    Some(c) => Step::Char(c, 2),
                    None => Step::Malformed(2),
                },
                _ => Step::Malformed(1),
            },
            [byte, ..] => {
                self.shifted &= *byte != b'\n';
                Step::Char(char::from(*byte), 1)
            }
            [] => Step::More,
        }
    }
}

#[derive(Default)]
struct CnWriter {
    shifted: bool,
    so: Option<Set>,
    ss2: bool,
}

impl CnWriter {
    /// Writes a code of a set of SO, and what has to stand before it.
    fn write_shifted(&mut self, set: Set, (row, cell): (u8, u8), out: &mut Vec<u8>) {
        if self.so != Some(set) {
            out.extend(if set == Set::Gb2312 { b"\x1B$)A" } else { b"\x1B$)G" });
            self.so = Some(set);
        }
        if !self.shifted {
            out.push(SO);
            self.shifted = true;
        }
        out.extend([row, cell]);
    }
}

impl Writer for CnWriter {
    fn write(&mut self, text: &str, out: &mut Vec<u8>) -> Option<usize> {
        let (c, len) = first(text)?;
        match c {
            // These would be read as changes of state.
            '\x0E' | '\x0F' | '\x1B' => return None,
            '\0'..='\x7F' => {
                self.finish(out);
                out.push(c as u8);
                if c == '\n' {
                    *self = CnWriter::default();
                }
            }
            _ => {
                // The set which is shifted to is tried first, so that text does not flicker between both.
                let current = self.so.unwrap_or(Set::Gb2312);
                if let Some(code) = current.code(c) {
                    self.write_shifted(current, code, out);
                } else if let Some(code) = Set::Gb2312.code(c) {
                    self.write_shifted(Set::Gb2312, code, out);
                } else {
                    match cns_code(c)? {
                        (1, code) => self.write_shifted(Set::Cns(1), code, out),
                        (2, (row, cell)) => {
                            if !self.ss2 {
                                out.extend(b"\x1B$*H");
                                self.ss2 = true;
                            }
                            out.extend([ESC, b'N', row, cell]);
                        }
                        _ => return None,
                    }
                }
            }
        }
        Some(len)
    }

    fn finish(&mut self, out: &mut Vec<u8>) {
        if self.shifted {
            out.push(SI);
            self.shifted = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::encodings::ISO_2022_CN;

    #[test]
    fn designations_and_shifts() {
        let bytes = b"\x1B$)A\x0E;;;;\x0F a\n\x1B$)G\x0ED!\x1B$*H\x1BN!!D!\x0F\n";
        let text = "换换 a\n一乂一\n";
        assert_eq!(ISO_2022_CN.decode(bytes).text(), text);
        let encoded = ISO_2022_CN.encode("换换 a\n們\n");
        assert_eq!(encoded.bytes(), b"\x1B$)A\x0E;;;;\x0F a\n\x1B$)G\x0ET/\x0F\n");
    }

    #[test]
    fn what_is_no_code_is_damage() {
        assert_eq!(ISO_2022_CN.decode(b"\x0E!!").text(), "\u{FFFD}!!", "nothing is designated");
        assert_eq!(ISO_2022_CN.decode(b"\x1BN!!").text(), "\u{FFFD}!!", "nothing is designated");
        assert_eq!(ISO_2022_CN.decode(b"\x1B$)E").damage().positions()[0], 0..1);
        assert_eq!(ISO_2022_CN.decode(b"\x1B$)").damage().positions()[0], 0..3, "cut");
    }
}
