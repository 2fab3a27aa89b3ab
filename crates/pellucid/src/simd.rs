//! What the processor has, and bytes as vectors: 64 are looked at at once, however wide its vectors are.
//!
//! A function that is called by `dispatch!`, and all that it calls, must be `#[inline(always)]`; and no closure in it may have to
//! do with vectors, since closures are functions of their own, for processors without any.

use std::sync::LazyLock;

use fearless_simd::{Level, Simd, i8x64, prelude::*, u8x64};

/// Bytes of a vector.
pub const LANES: usize = 64;

/// What the processor has.
pub fn level() -> Level {
    static LEVEL: LazyLock<Level> = LazyLock::new(Level::new);
    *LEVEL
}

/// The bytes at this place of a text and behind it; behind its end there are spaces.
#[inline(always)]
pub fn bytes_at<S: Simd>(simd: S, text: &[u8], at: usize) -> u8x64<S> {
    let rest = &text[at..];
    if let Some(bytes) = rest.first_chunk::<LANES>() {
        return u8x64::from_slice(simd, bytes);
    }
    let mut bytes = [b' '; LANES];
    bytes[..rest.len()].copy_from_slice(rest);
    u8x64::from_slice(simd, &bytes)
}

/// Which bytes are in a range.
#[inline(always)]
pub fn are_in<S: Simd>(simd: S, bytes: u8x64<S>, first: u8, last: u8) -> <u8x64<S> as SimdBase<S>>::Mask {
    (bytes - u8x64::splat(simd, first)).simd_le(u8x64::splat(simd, last - first))
}

/// Which bytes are this one.
#[inline(always)]
pub fn are<S: Simd>(simd: S, bytes: u8x64<S>, one: u8) -> <u8x64<S> as SimdBase<S>>::Mask {
    bytes.simd_eq(u8x64::splat(simd, one))
}

/// Whether any byte is above 0x7F: signs are what processors can ask for at once.
#[inline(always)]
pub fn is_any_high<S: Simd>(bytes: u8x64<S>) -> bool {
    bytes.bitcast::<i8x64<S>>().simd_lt(0).any_true()
}
