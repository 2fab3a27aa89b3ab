//! What single-byte encodings read bytes as. Training asks too, so that both mean the same by "alike".

use std::sync::LazyLock;

use crate::encodings::{ENCODINGS, Encoding, Family};

/// What a single-byte encoding reads bytes 0x80 to 0xFF as.
pub fn upper_half(encoding: &'static Encoding) -> &'static [char; 128] {
    type Table = Vec<(&'static Encoding, [char; 128])>;
    static TABLE: LazyLock<Table> = LazyLock::new(|| {
        let bytes: [u8; 128] = std::array::from_fn(|byte| byte as u8 | 0x80);
        let read = |encoding: &'static Encoding| {
            let mut half = ['\u{FFFD}'; 128];
            encoding.decode(&bytes).text().chars().zip(&mut half).for_each(|(c, slot)| *slot = c);
            (encoding, half)
        };
        ENCODINGS.iter().copied().filter(|e| e.family() == Family::SingleByte).map(read).collect()
    });
    TABLE.iter().find(|(e, _)| *e == encoding).map_or(&['\u{FFFD}'; 128], |(_, half)| half)
}

/// A control character beyond ASCII, which no text has.
pub(super) fn is_control(c: char) -> bool {
    matches!(c, '\u{80}'..='\u{9F}')
}

/// The letter as a reader sees it: Romanian has one with a comma below, which most code pages have with a cedilla.
pub fn as_seen(c: char) -> char {
    match c {
        'ş' => 'ș',
        'Ş' => 'Ș',
        'ţ' => 'ț',
        'Ţ' => 'Ț',
        _ => c,
    }
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
            }
        }
    }
}
