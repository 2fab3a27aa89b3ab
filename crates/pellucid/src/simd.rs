//! What the processor has, and bytes as vectors: 64 are looked at at once, however wide its vectors are.
//!
//! A function that is called by `dispatch!`, and all that it calls, must be `#[inline(always)]`; and no closure in it may have to
//! do with vectors, since closures are functions of their own, for processors without any.

use std::sync::LazyLock;

use fearless_simd::{Level, Simd, dispatch, i8x64, prelude::*, u8x64};

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

/// Sixteen bytes, over and over: what single bytes are looked up in.
#[inline(always)]
pub fn rows<S: Simd>(simd: S, row: &[u8; 16]) -> u8x64<S> {
    let rows: [u8; LANES] = std::array::from_fn(|at| row[at & 15]);
    u8x64::from_slice(simd, &rows)
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

/// What comes behind ASCII, or a little of it.
#[inline(always)]
pub fn pass_ascii<S: Simd>(simd: S, mut bytes: &[u8]) -> &[u8] {
    while let Some((run, rest)) = bytes.split_first_chunk::<{ 4 * LANES }>() {
        let any = (bytes_at(simd, run, 0) | bytes_at(simd, run, LANES))
            | (bytes_at(simd, run, 2 * LANES) | bytes_at(simd, run, 3 * LANES));
        if is_any_high(any) {
            break;
        }
        bytes = rest;
    }
    bytes
}

/// How many bytes of ASCII a text begins with.
pub fn ascii_up_to(text: &[u8]) -> usize {
    dispatch!(level(), simd => ascii(simd, text))
}

#[inline(always)]
fn ascii<S: Simd>(simd: S, text: &[u8]) -> usize {
    let mut at = 0;
    while at < text.len() {
        let high = high(simd, bytes_at(simd, text, at));
        if high != 0 {
            return at + high.trailing_zeros() as usize;
        }
        let behind = text.get(at + LANES..).unwrap_or_default();
        at = text.len() - pass_ascii(simd, behind).len();
    }
    text.len()
}

/// Which bytes are above 0x7F, a bit each.
#[inline(always)]
pub fn high<S: Simd>(_: S, bytes: u8x64<S>) -> u64 {
    bytes.bitcast::<i8x64<S>>().simd_lt(0).to_bitmask()
}
