//! Byte order marks.

use crate::encodings::{self, Encoding};

/// The encoding whose byte order mark these bytes begin with, and the mark's length.
///
/// `FF FE 00 00` begins UTF-32LE, and also UTF-16LE text which starts with U+0000: what comes next tells, and if nothing does, it
/// is UTF-32LE. Browsers, which know no UTF-32, take it for UTF-16LE: see [`whatwg_bom`].
pub fn bom(bytes: &[u8]) -> Option<(&'static Encoding, usize)> {
    match bytes {
        [0xFF, 0xFE, 0, 0, text @ ..] if is_wide(text) => Some((&encodings::UTF_32LE, 4)),
        [0, 0, 0xFE, 0xFF, ..] => Some((&encodings::UTF_32BE, 4)),
        _ => whatwg_bom(bytes),
    }
}

/// How many units are looked at.
const UNITS: usize = 16;

/// Whether bytes are code points of four bytes each.
fn is_wide(text: &[u8]) -> bool {
    text.as_chunks().0.iter().take(UNITS).all(|&unit| char::from_u32(u32::from_le_bytes(unit)).is_some())
}

/// The byte order marks of the WHATWG Encoding Standard.
pub fn whatwg_bom(bytes: &[u8]) -> Option<(&'static Encoding, usize)> {
    let (encoding, length) = encoding_rs::Encoding::for_bom(bytes)?;
    Some((Encoding::for_whatwg(encoding), length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks() {
        let name = |bytes| bom(bytes).map(|(e, n)| (e.name(), n));
        assert_eq!(name(b"\xEF\xBB\xBFx"), Some(("UTF-8", 3)));
        assert_eq!(name(b"\xFF\xFEx\0"), Some(("UTF-16LE", 2)));
        assert_eq!(name(b"\xFE\xFF\0x"), Some(("UTF-16BE", 2)));
        assert_eq!(name(b"\xFF\xFE\0\0x\0\0\0"), Some(("UTF-32LE", 4)));
        assert_eq!(name(b"\xFF\xFE\0\0"), Some(("UTF-32LE", 4)));
        assert_eq!(name(b"\xFF\xFE\0\0H\0i\0!\0"), Some(("UTF-16LE", 2)));
        assert_eq!(name(b"\0\0\xFE\xFF\0\0\0x"), Some(("UTF-32BE", 4)));
        assert_eq!(name(b"\xEF\xBB"), None);
        assert_eq!(name(b""), None);
    }
}
