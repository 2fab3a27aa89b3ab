//! Names, eight bytes at a time.
//!
//! Names are a few bytes long, and a register holds eight: where a name ends and which one it is takes a dozen
//! instructions and no branch, whatever its length. The test is the usual carry trick: subtracting leaves the
//! top bit set in bytes that were smaller. A borrow may set further bits *above* the first true one, never below
//! it, so the lowest set bit is always right, and only that is used.
//!
//! The same for quotes and for `<` before calling memchr was tried and dropped: it made no difference.

const ONES: u64 = 0x0101_0101_0101_0101;
const TOPS: u64 = 0x8080_8080_8080_8080;

/// The next eight bytes, the first one lowest. Behind the end come bytes that end no name and no run.
#[inline(always)]
pub(crate) fn eight(bytes: &[u8]) -> u64 {
    match bytes.first_chunk::<8>() {
        Some(chunk) => u64::from_le_bytes(*chunk),
        None => {
            let mut chunk = [0xFF; 8];
            chunk[..bytes.len()].copy_from_slice(bytes);
            u64::from_le_bytes(chunk)
        }
    }
}

#[inline(always)]
fn below(eight: u64, byte: u8) -> u64 {
    eight.wrapping_sub(ONES * byte as u64) & !eight & TOPS
}

/// Index of the lowest set top bit, 8 when there is none.
#[inline(always)]
fn lowest(mask: u64) -> usize {
    (mask.trailing_zeros() / 8) as usize
}

/// How many of the eight bytes stand before the first that is neither a letter nor above them: 8 when there is none.
///
/// All that ends a name is among those (white space, `/`, `=`, `>`), and so are digits and hyphens, which do not:
/// names with these are rare enough to be read byte by byte, and one comparison is cheaper than four.
#[inline(always)]
pub(crate) fn letters(eight: u64) -> usize {
    lowest(below(eight, 0x3F))
}

/// The first `length` (at most 8) bytes in lower case, as a number to compare names by.
///
/// Setting bit 5 makes letters of letters only, so that a name of letters is never found by another name.
#[inline(always)]
pub(crate) fn key(eight: u64, length: usize) -> u64 {
    let lower = eight | (ONES * 0x20);
    if length == 8 { lower } else { lower & ((1 << (8 * length)) - 1) }
}

/// The [`key`] of a name of at most eight lower-case letters.
pub(crate) const fn key_of(name: &[u8]) -> u64 {
    assert!(name.len() <= 8);
    let mut key = 0;
    let mut at = name.len();
    while at > 0 {
        at -= 1;
        assert!(name[at].is_ascii_lowercase());
        key = key << 8 | name[at] as u64;
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn keys_fold_case_and_tell_names_apart() {
        assert_eq!(key(eight(b"TiTle>xx"), 5), key_of(b"title"));
        assert_eq!(key(eight(b"TEXTAREA"), 8), key_of(b"textarea"));
        assert_ne!(key(eight(b"\x42"), 1), key_of(b"a"));
        assert_eq!(key(eight(b""), 0), 0);
    }

    proptest! {
        #[test]
        fn eight_at_a_time_equals_one_at_a_time(bytes in prop::collection::vec(any::<u8>(), 0..24)) {
            let by_one = bytes.iter().take(8).position(|&byte| byte < 0x3F).unwrap_or(8);
            prop_assert_eq!(letters(eight(&bytes)), by_one);
        }
    }
}
