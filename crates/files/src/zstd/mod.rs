//! zstd (RFC 8878), by the library of its inventors or without C: whoever reads or writes it does so through here.
//!
//! With the feature `fast-unpack`, which is on by default, it is the C library `zstd`. Without it, it is
//! [`ruzstd`], which is all Rust: slower, and what it writes is larger.

#[cfg(feature = "fast-unpack")]
mod c;
#[cfg(any(test, not(feature = "fast-unpack")))]
#[cfg_attr(feature = "fast-unpack", allow(dead_code, reason = "for the tests that compare both"))]
mod rust;

#[cfg(feature = "fast-unpack")]
pub use c::{Frame, compress, decoder};
#[cfg(not(feature = "fast-unpack"))]
pub use rust::{Frame, compress, decoder};

/// The beginning of a frame.
pub const MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];
/// A frame that holds no data begins with one of sixteen numbers.
pub const SKIPPABLE: std::ops::RangeInclusive<u32> = 0x184D_2A50..=0x184D_2A5F;

/// What a frame asks for at first: its magic and a byte.
const FIRST: usize = 5;

/// How many bytes were read and written, and whether the frame is complete, or why it cannot be.
#[derive(Debug)]
pub struct Step {
    /// So many bytes of the input are done with.
    pub read: usize,
    /// So many bytes were unpacked.
    pub written: usize,
    /// Whether all is unpacked, or what is wrong.
    pub result: Result<bool, String>,
}

#[cfg(test)]
mod tests;
