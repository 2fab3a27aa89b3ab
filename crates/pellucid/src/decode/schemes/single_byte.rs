//! One byte, one character: DOS, Mac, EBCDIC, regional standards. All knowledge is in the table.

use std::sync::OnceLock;

use encoding_rs::mem::convert_utf16_to_str;

use super::reverse::Reverse;
use crate::decode::codec::{Reader, Scheme, Step, Stop, Writer, first};

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
        Box::new(TableReader::new(self))
    }

    fn writer(&'static self) -> Box<dyn Writer> {
        Box::new(TableWriter(self))
    }

    fn reads_ascii(&self) -> bool {
        self.ascii
    }
}

/// How many bytes are turned into characters at once.
const BLOCK: usize = 512;

/// Reads a block through the table into UTF-16 and leaves it to encoding_rs to make UTF-8 of that: several
/// times as fast as appending characters one by one.
struct TableReader {
    table: &'static SingleByte,
    units: Box<[u16; BLOCK]>,
    /// Room for the block's text, three bytes for each character. Only a string can be written to without
    /// being checked afterwards.
    block: String,
}

impl TableReader {
    fn new(table: &'static SingleByte) -> TableReader {
        TableReader { table, units: Box::new([0; BLOCK]), block: "\0".repeat(3 * BLOCK) }
    }
}

impl Reader for TableReader {
    fn step(&mut self, bytes: &[u8]) -> Step {
        match self.table.char(bytes[0]) {
            Some(c) => Step::Char(c, 1),
            None => Step::Malformed(1),
        }
    }

    fn read(&mut self, bytes: &[u8], text: &mut String) -> (Stop, usize) {
        let mut at = 0;
        while at < bytes.len() {
            let mut len = 0;
            for (unit, byte) in self.units.iter_mut().zip(&bytes[at..]) {
                *unit = self.table.chars[usize::from(*byte)];
                if *unit == HOLE {
                    break;
                }
                len += 1;
            }
            let written = convert_utf16_to_str(&self.units[..len], &mut self.block);
            text.push_str(&self.block[..written]);
            at += len;
            if len < BLOCK && at < bytes.len() {
                return (Stop::Malformed(1), at + 1);
            }
        }
        (Stop::End, at)
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

#[cfg(test)]
mod tests {
    use crate::decode::{Damage, DecodeOptions};
    use crate::encodings::*;

    /// Blocks and the obvious way, a byte at a time, agree wherever the holes are.
    #[test]
    fn blocks_read_what_bytes_read() {
        for len in [1, 511, 512, 513, 1024, 1500] {
            for hole in [0, 1, 510, 511, 512, 513, 1023, len - 1] {
                let mut bytes: Vec<u8> = (0..len).map(|i| 0xB0 | (i % 10) as u8).collect();
                if let Some(byte) = bytes.get_mut(hole) {
                    *byte = 0xFF;
                }
                // 0xFF is a hole in ARMSCII-8.
                let mut text = String::new();
                let mut decoder = DecodeOptions::new().decoder(&ARMSCII_8);
                for byte in &bytes {
                    decoder.feed(&[*byte], &mut text).unwrap();
                }
                let whole = ARMSCII_8.decode(&bytes);
                assert_eq!((whole.text(), whole.damage()), (&*text, decoder.damage()));
                assert_eq!(whole.damage() == &Damage::default(), hole >= len);
            }
        }
    }

    /// The Bulgarian page by its rule: the alphabet in order, then box drawing and signs where IBM437 has
    /// them.
    #[test]
    fn mik_is_the_alphabet_and_the_signs_of_ibm437() {
        let alphabet: String = ('А'..='я').collect();
        let bytes: Vec<u8> = (0x80..0xC0).collect();
        assert_eq!(MIK.decode(&bytes).text(), alphabet);
        let signs: Vec<u8> = (0xE0..=0xFF).collect();
        assert_eq!(MIK.decode(&signs).text(), IBM437.decode(&signs).text());
    }
}
