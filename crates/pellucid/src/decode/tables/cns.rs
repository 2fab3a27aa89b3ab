//! CNS 11643, the character set of EUC-TW and ISO-2022-CN: planes 1 to 7 and 15, from the file beside this
//! one.
//!
//! The file has a number for each of the 94 × 94 codes of each plane, with seven bits in a byte, the lowest first; the
//! highest bit says that there is more. 0 is a code without a character. Else the lowest bit says whether the character
//! is U+2xxxx or U+xxxx, the next one whether it is before (1) or after the last such character, and the others how far.
//! Neighbours have as many strokes, so they are often near each other: that saves a third of the bytes.

use std::sync::LazyLock;

/// Written by `cargo dev generate`, do not edit.
static TABLE: &[u8] = include_bytes!("cns.bin");

/// The planes which have characters, in the order of the file.
pub(crate) const PLANES: [u8; 8] = [1, 2, 3, 4, 5, 6, 7, 15];

const CODES: usize = 94 * 94;

/// The characters of all codes; 0 for none.
static CHARS: LazyLock<Vec<u32>> = LazyLock::new(|| {
    let (mut chars, mut last, mut number, mut shift) =
        (Vec::with_capacity(PLANES.len() * CODES), [0u32; 2], 0u32, 0);
    for &byte in TABLE {
        number |= u32::from(byte & 0x7F) << shift;
        shift += 7;
        if byte < 0x80 {
            let (beyond, is_before, far) = ((number & 1) as usize, number & 2 != 0, number >> 2);
            let last = &mut last[beyond];
            *last = if is_before { *last - far } else { *last + far };
            chars.push(if number == 0 { 0 } else { (beyond as u32) << 17 | *last });
            (number, shift) = (0, 0);
        }
    }
    chars
});

/// The character of a plane with this index, `row × 94 + cell`.
pub(crate) fn char(plane: u8, index: usize) -> Option<char> {
    let place = PLANES.iter().position(|p| *p == plane)? * CODES + index;
    CHARS.get(place).copied().filter(|number| *number != 0).and_then(char::from_u32)
}
