//! One byte, one character: DOS, Mac, EBCDIC, regional standards. All knowledge is in the table.

use std::sync::OnceLock;

use super::reverse::Reverse;
use crate::decode::codec::{Reader, Scheme, Step, Writer, first};

/// A byte without a character. Not U+FFFD, which could be somebody's mapping.
pub(crate) const HOLE: u16 = 0xFFFF;

/// The characters of 256 bytes.
pub(crate) struct SingleByte {
    chars: [u16; 256],
    ascii: bool,
    reverse: OnceLock<Reverse>,
}

/// ASCII alone: what is read of bytes which are not text.
pub(crate) static ASCII: SingleByte = SingleByte::with_ascii([HOLE; 128]);

impl SingleByte {
    /// From the characters, [`HOLE`] for bytes which have none.
    pub(crate) const fn new(chars: [u16; 256]) -> SingleByte {
        let mut ascii = true;
        let mut byte = 0;
        while byte < 0x80 {
            ascii &= chars[byte] == byte as u16;
            byte += 1;
        }
        SingleByte { chars, ascii, reverse: OnceLock::new() }
    }

    /// From the characters of the upper half; the lower one is ASCII.
    pub(crate) const fn with_ascii(upper: [u16; 128]) -> SingleByte {
        let mut chars = [0; 256];
        let mut byte = 0;
        while byte < 0x80 {
            chars[byte] = byte as u16;
            chars[byte + 0x80] = upper[byte];
            byte += 1;
        }
        SingleByte::new(chars)
    }

    fn char(&self, byte: u8) -> Option<char> {
        let unit = self.chars[usize::from(byte)];
        // No table has surrogates, so that only the hole is no character.
        if unit == HOLE { None } else { char::from_u32(u32::from(unit)) }
    }

    fn byte(&self, c: char) -> Option<u8> {
        // The code is the byte plus 1: 0 is a byte too.
        let reverse = self.reverse.get_or_init(|| {
            Reverse::new((0..=255u8).filter_map(|b| self.char(b).map(|c| (c, u32::from(b) + 1))))
        });
        reverse.get(c).map(|code| (code - 1) as u8)
    }
}

impl Scheme for SingleByte {
    fn reader(&'static self) -> Box<dyn Reader + Send> {
        Box::new(TableReader(self))
    }

    fn writer(&'static self) -> Box<dyn Writer> {
        Box::new(TableWriter(self))
    }

    fn reads_ascii(&self) -> bool {
        self.ascii
    }
}

struct TableReader(&'static SingleByte);

impl Reader for TableReader {
    fn step(&mut self, bytes: &[u8]) -> Step {
        match self.0.char(bytes[0]) {
            Some(c) => Step::Char(c, 1),
            None => Step::Malformed(1),
        }
    }

    fn ascii_prefix(&self, bytes: &[u8]) -> usize {
        if self.0.ascii { encoding_rs::Encoding::ascii_valid_up_to(bytes) } else { 0 }
    }
}

struct TableWriter(&'static SingleByte);

impl Writer for TableWriter {
    fn write(&mut self, text: &str, out: &mut Vec<u8>) -> Option<usize> {
        let (c, len) = first(text)?;
        out.push(self.0.byte(c)?);
        Some(len)
    }
}
