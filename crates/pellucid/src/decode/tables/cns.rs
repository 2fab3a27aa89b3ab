//! CNS 11643, the character set of EUC-TW and ISO-2022-CN: planes 1 to 7 and 15, from the file beside this
//! one.
//!
//! The file has a number of two bytes, least significant first, for each of the 94 × 94 codes of each plane:
//! the character's last four hexadecimal digits. After these, a bit for each code, least significant first,
//! says whether the character is beyond U+FFFF: then it is U+2xxxx. Both are zero for a code without a
//! character.

/// Written by `cargo dev generate`, do not edit.
static TABLE: &[u8] = include_bytes!("cns.bin");

/// The planes which have characters, in the order of the file.
pub(crate) const PLANES: [u8; 8] = [1, 2, 3, 4, 5, 6, 7, 15];

const CODES: usize = 94 * 94;

/// The character of a plane with this index, `row × 94 + cell`.
pub(crate) fn char(plane: u8, index: usize) -> Option<char> {
    let place = PLANES.iter().position(|p| *p == plane)? * CODES + index;
    let unit = u32::from(u16::from_le_bytes([TABLE[2 * place], TABLE[2 * place + 1]]));
    let flags = TABLE[2 * PLANES.len() * CODES + place / 8];
    let beyond = u32::from(flags >> (place % 8) & 1);
    Some(beyond << 17 | unit).filter(|number| *number != 0).and_then(char::from_u32)
}
