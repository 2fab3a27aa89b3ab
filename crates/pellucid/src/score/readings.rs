//! What encodings read bytes as.

use std::sync::LazyLock;

use super::symbols::Symbol;
use crate::encodings::{ENCODINGS, Encoding, Family};

/// What a single-byte encoding reads bytes 0x80 to 0xFF as.
pub fn upper_half(encoding: &'static Encoding) -> &'static [char; 128] {
    &readings(encoding).characters
}

/// What a single-byte encoding reads every byte as, folded.
pub fn symbols(encoding: &'static Encoding) -> &'static [Symbol; 256] {
    &readings(encoding).symbols
}

struct Readings {
    characters: [char; 128],
    symbols: [Symbol; 256],
}

fn readings(encoding: &'static Encoding) -> &'static Readings {
    static TABLE: LazyLock<Vec<Option<Box<Readings>>>> = LazyLock::new(|| {
        let bytes: [u8; 128] = std::array::from_fn(|byte| byte as u8 | 0x80);
        let read = |encoding: &&'static Encoding| {
            let mut characters = ['\u{FFFD}'; 128];
            encoding.decode(&bytes).text().chars().zip(&mut characters).for_each(|(c, slot)| *slot = c);
            let symbols = std::array::from_fn(|byte| match byte {
                0..128 => Symbol::of(byte as u8 as char),
                _ => Symbol { high: true, ..Symbol::of(characters[byte & 127]) },
            });
            (encoding.family() == Family::SingleByte).then(|| Box::new(Readings { characters, symbols }))
        };
        ENCODINGS.iter().map(read).collect()
    });
    static NOTHING: LazyLock<Readings> =
        LazyLock::new(|| Readings { characters: ['\u{FFFD}'; 128], symbols: [Symbol::of('\u{FFFD}'); 256] });
    let place = ENCODINGS.iter().position(|other| *other == encoding);
    place.and_then(|place| TABLE[place].as_deref()).unwrap_or(&NOTHING)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_read_as_the_decoder_reads_them() {
        for encoding in ENCODINGS.iter().filter(|e| e.family() == Family::SingleByte) {
            for byte in 0x80..=0xFF_u8 {
                let read = upper_half(encoding)[usize::from(byte & 0x7F)];
                assert_eq!(encoding.decode(&[byte]).text().chars().next(), Some(read), "{encoding} {byte:X}");
                assert!(symbols(encoding)[usize::from(byte)].high);
            }
        }
    }
}
