//! The kinds of bytes that HTML's syntax is made of. All of them are ASCII, so they hold for text and for bytes.

/// What HTML calls white space: tab, line feed, form feed, carriage return, space.
///
/// Carriage returns are white space because the standard turns them into line feeds before it tokenizes. The standard
/// library knows the same set as [`u8::is_ascii_whitespace`]: its `trim_ascii` and `split_ascii_whitespace` may be used
/// beside this.
#[inline(always)]
pub const fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | 0x0C | b'\r' | b' ')
}

/// Whether a byte ends the name of a tag: white space, `/` or `>`.
#[inline(always)]
pub const fn ends_tag_name(byte: u8) -> bool {
    is_space(byte) || byte == b'/' || byte == b'>'
}

/// What a byte is within a tag: a bit each, so that several can be looked for at once.
pub(crate) mod kind {
    pub const SPACE: u8 = 1;
    pub const SLASH: u8 = 2;
    pub const EQUALS: u8 = 4;
    pub const GREATER: u8 = 8;
    pub const OTHER: u8 = 16;
}

static KINDS: [u8; 256] = {
    let mut kinds = [kind::OTHER; 256];
    let mut byte = 0;
    while byte < 256 {
        if is_space(byte as u8) {
            kinds[byte] = kind::SPACE;
        }
        byte += 1;
    }
    kinds[b'/' as usize] = kind::SLASH;
    kinds[b'=' as usize] = kind::EQUALS;
    kinds[b'>' as usize] = kind::GREATER;
    kinds
};

/// Where the first byte of these kinds is.
#[inline(always)]
pub(crate) fn find(bytes: &[u8], kinds: u8) -> Option<usize> {
    bytes.iter().position(|&byte| KINDS[usize::from(byte)] & kinds != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_library_has_the_same_white_space() {
        for byte in 0..=u8::MAX {
            assert_eq!(is_space(byte), byte.is_ascii_whitespace(), "{byte}");
        }
    }
}
