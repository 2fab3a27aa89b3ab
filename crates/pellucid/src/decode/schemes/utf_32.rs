//! UTF-32: four bytes are the number of the character. Surrogates and numbers beyond U+10FFFF mean nothing.

use crate::decode::codec::{Reader, Scheme, Step, Writer, first};

/// UTF-32 in one byte order.
#[derive(Clone, Copy)]
pub(crate) enum Utf32 {
    Le,
    Be,
}

impl Scheme for Utf32 {
    fn reader(&'static self) -> Box<dyn Reader + Send> {
        Box::new(*self)
    }

    fn writer(&'static self) -> Box<dyn Writer> {
        Box::new(*self)
    }

    fn reads_ascii(&self) -> bool {
        false
    }
}

impl Reader for Utf32 {
    fn step(&mut self, bytes: &[u8]) -> Step {
        let Some(&unit) = bytes.first_chunk::<4>() else { return Step::More };
        let number = match self {
            Utf32::Le => u32::from_le_bytes(unit),
            Utf32::Be => u32::from_be_bytes(unit),
        };
        match char::from_u32(number) {
            Some(c) => Step::Char(c, 4),
            None => Step::Malformed(4),
        }
    }
}

impl Writer for Utf32 {
    fn write(&mut self, text: &str, out: &mut Vec<u8>) -> Option<usize> {
        let (c, len) = first(text)?;
        out.extend(match self {
            Utf32::Le => u32::from(c).to_le_bytes(),
            Utf32::Be => u32::from(c).to_be_bytes(),
        });
        Some(len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_character_is_four_bytes_of_damage() {
        let mut le = Utf32::Le;
        assert_eq!(le.step(&[0x4D, 0x04, 0, 0, 0xFF]), Step::Char('э', 4));
        assert_eq!(le.step(&[0x00, 0xD8, 0, 0]), Step::Malformed(4));
        assert_eq!(le.step(&[0x00, 0x00, 0x11, 0]), Step::Malformed(4));
        assert_eq!(le.step(&[0x4D, 0x04, 0]), Step::More);
        assert_eq!(Utf32::Be.step(&[0, 0x10, 0xFF, 0xFF]), Step::Char('\u{10FFFF}', 4));
    }
}
