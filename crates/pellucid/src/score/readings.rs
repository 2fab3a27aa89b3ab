//! What encodings read bytes as.

use std::sync::LazyLock;

use super::symbols::Symbol;
use crate::encodings::{ENCODINGS, Encoding, Family};

/// What a single-byte encoding reads bytes as.
pub(super) struct Readings {
    /// Those from 0x80 on.
    pub characters: [char; 128],
    /// Every byte, folded.
    pub symbols: [Symbol; 256],
}

/// By the encoding's place in the table. One that is not of single bytes reads nothing.
pub(super) fn readings(encoding: usize) -> &'static Readings {
    static TABLE: LazyLock<Vec<Option<Box<Readings>>>> = LazyLock::new(|| {
        let bytes: [u8; 128] = std::array::from_fn(|byte| byte as u8 | 0x80);
        let read = |encoding: &&'static Encoding| {
            let mut characters = ['\u{FFFD}'; 128];
            encoding.decode(&bytes).text().chars().zip(&mut characters).for_each(|(c, slot)| *slot = c);
            let symbols = std::array::from_fn(|byte| match byte {
                0..128 => Symbol::of(byte as u8 as char),
                _ => Symbol { high: true, ..Symbol::of(characters[byte & 127]) },
            });
            Box::new(Readings { characters, symbols })
        };
        let single =
            |encoding: &&'static Encoding| (encoding.family() == Family::SingleByte).then(|| read(encoding));
        ENCODINGS.iter().map(single).collect()
    });
    static NOTHING: LazyLock<Readings> =
        LazyLock::new(|| Readings { characters: ['\u{FFFD}'; 128], symbols: [Symbol::of('\u{FFFD}'); 256] });
    TABLE[encoding].as_deref().unwrap_or_else(|| &NOTHING)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_read_as_the_decoder_reads_them() {
        for (place, encoding) in
            ENCODINGS.iter().enumerate().filter(|(_, e)| e.family() == Family::SingleByte)
        {
            for byte in 0x80..=0xFF_u8 {
                let Readings { characters, symbols } = readings(place);
                let read = characters[usize::from(byte & 0x7F)];
                assert_eq!(encoding.decode(&[byte]).text().chars().next(), Some(read), "{encoding} {byte:X}");
                assert!(symbols[usize::from(byte)].high);
            }
        }
    }
}
