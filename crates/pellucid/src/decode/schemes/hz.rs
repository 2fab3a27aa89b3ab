//! HZ ([RFC 1843](https://www.rfc-editor.org/rfc/rfc1843)): ASCII, and GB 2312 between `~{` and `~}`.
//!
//! A line break ends a run that was left open, as the RFC wants lines to end in ASCII: one lost `~}` costs a
//! line, not the page.

use super::sets::Set;
use crate::decode::codec::{Reader, Scheme, Step, Writer, first};

/// HZ.
pub(crate) struct Hz;

impl Scheme for Hz {
    fn reader(&'static self) -> Box<dyn Reader + Send> {
        Box::new(HzReader { chinese: false })
    }

    fn writer(&'static self) -> Box<dyn Writer> {
        Box::new(HzWriter { chinese: false })
    }

    fn reads_ascii(&self) -> bool {
        false
    }
}

struct HzReader {
    chinese: bool,
}

impl Reader for HzReader {
    fn step(&mut self, bytes: &[u8]) -> Step {
        match bytes {
            [b'~'] => Step::More,
            [b'~', b'{', ..] if !self.chinese => {
                self.chinese = true;
                Step::Shift(2)
            }
            [b'~', b'}', ..] if self.chinese => {
                self.chinese = false;
                Step::Shift(2)
            }
            [b'~', b'~', ..] if !self.chinese => Step::Char('~', 2),
            [b'~', b'\n', ..] => {
                self.chinese = false;
                Step::Shift(2)
            }
            [b'~' | 0x80..=0xFF, ..] => Step::Malformed(1),
            [b'\n', ..] => {
                self.chinese = false;
                Step::Char('\n', 1)
            }
            [row @ 0x21..=0x7E, rest @ ..] if self.chinese => match rest {
                [] => Step::More,
                [cell @ 0x21..=0x7E, ..] => match Set::Gb2312.char((*row, *cell)) {
                    Some(c) => Step::Char(c, 2),
                    None => Step::Malformed(2),
                },
                _ => Step::Malformed(1),
            },
            [byte, ..] => Step::Char(char::from(*byte), 1),
            [] => Step::More,
        }
    }

    fn ascii_prefix(&self, bytes: &[u8]) -> usize {
        if self.chinese {
            return 0;
        }
        let tilde = memchr::memchr(b'~', bytes).unwrap_or(bytes.len());
        encoding_rs::Encoding::ascii_valid_up_to(&bytes[..tilde])
    }
}

struct HzWriter {
    chinese: bool,
}

impl Writer for HzWriter {
    fn write(&mut self, text: &str, out: &mut Vec<u8>) -> Option<usize> {
        let (c, len) = first(text)?;
        if c.is_ascii() {
            self.finish(out);
            out.extend(if c == '~' { &b"~~"[..] } else { &text.as_bytes()[..1] });
        } else {
            let (row, cell) = Set::Gb2312.code(c)?;
            if !self.chinese {
                out.extend(b"~{");
                self.chinese = true;
            }
            out.extend([row, cell]);
        }
        Some(len)
    }

    fn finish(&mut self, out: &mut Vec<u8>) {
        if self.chinese {
            out.extend(b"~}");
            self.chinese = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::encodings::HZ_GB_2312;

    #[test]
    fn the_example_of_the_rfc() {
        let bytes = b"This sentence is in ASCII.\nThe next sentence is in GB.~{<:Ky2;S{#,NpJ)l6HK!#~}Bye.";
        let text = "This sentence is in ASCII.\nThe next sentence is in GB.己所不欲，勿施於人。Bye.";
        let decoded = HZ_GB_2312.decode(bytes);
        assert_eq!((decoded.text(), decoded.damage().count()), (text, 0));
        assert_eq!(HZ_GB_2312.encode(text).bytes(), bytes);
    }

    #[test]
    fn tildes_and_line_breaks() {
        assert_eq!(HZ_GB_2312.decode(b"a~~b~\nc").text(), "a~bc");
        assert_eq!(HZ_GB_2312.decode(b"~{<:\nKy").text(), "己\nKy", "a line ends a run");
        assert_eq!(HZ_GB_2312.decode(b"a~b").damage().positions()[0], 1..2);
        assert_eq!(HZ_GB_2312.decode(b"~{<").damage().positions()[0], 2..3);
        assert_eq!(HZ_GB_2312.encode("~己~").bytes(), b"~~~{<:~}~~");
    }
}
