//! What could not be read: how much of it, and where.

use std::fmt;
use std::ops::Range;

use crate::encodings::Encoding;

/// What meant nothing in the encoding it was read in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Damage {
    count: u64,
    bytes: u64,
    positions: Vec<Range<u64>>,
}

impl Damage {
    /// How many positions are kept: enough to show somebody, and a bound on memory.
    pub const KEPT: usize = 64;

    /// How many malformed sequences there were. Exact, however many.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// How many bytes they had together.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Where the first [`Damage::KEPT`] of them are: offsets of bytes from the start of the input.
    pub fn positions(&self) -> &[Range<u64>] {
        &self.positions
    }

    /// Whether everything was read.
    pub fn is_none(&self) -> bool {
        self.count == 0
    }

    pub(super) fn add(&mut self, position: Range<u64>) {
        self.count += 1;
        self.bytes += position.end - position.start;
        if self.positions.len() < Damage::KEPT {
            self.positions.push(position);
        }
    }
}

impl Damage {
    /// Adds the damage of a part which begins at `offset`.
    pub(crate) fn append(&mut self, part: &Damage, offset: u64) {
        self.count += part.count;
        self.bytes += part.bytes;
        let free = Damage::KEPT - self.positions.len();
        let moved = part.positions.iter().map(|at| at.start + offset..at.end + offset);
        self.positions.extend(moved.take(free));
    }
}

/// Bytes meant nothing, with [`Errors::Strict`](super::Errors::Strict) or [`Errors::Reject`](super::Errors::Reject). Nothing else
/// makes decoding fail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeError {
    pub(super) encoding: &'static Encoding,
    pub(super) offset: u64,
    pub(super) bytes: Vec<u8>,
    /// How many places there are, where all were counted.
    pub(super) count: Option<u64>,
}

impl DecodeError {
    /// The error for a page with damage, after all of it was counted.
    pub(crate) fn rejected(encoding: &'static Encoding, damage: &Damage, page: &[u8]) -> Option<DecodeError> {
        let first = damage.positions.first()?;
        let bytes = page[first.start as usize..first.end as usize].to_vec();
        Some(DecodeError { encoding, offset: first.start, bytes, count: Some(damage.count) })
    }

    /// The encoding.
    pub fn encoding(&self) -> &'static Encoding {
        self.encoding
    }

    /// Where the bytes are, counted from the start of the input.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The same in a whole of which `offset` bytes come before.
    pub(crate) fn after(mut self, offset: u64) -> DecodeError {
        self.offset += offset;
        self
    }

    /// How many places did not decode; none where reading stopped at the first.
    #[must_use]
    pub fn count(&self) -> Option<u64> {
        self.count
    }

    /// The bytes, at most as many as the longest sequence of the encoding.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.count {
            Some(1) => write!(f, "1 place does not decode as {}, at byte {}:", self.encoding, self.offset)?,
            Some(count) => {
                write!(
                    f,
                    "{count} places do not decode as {}, the first at byte {}:",
                    self.encoding, self.offset
                )?;
            }
            None => write!(f, "not {} at byte {}:", self.encoding, self.offset)?,
        }
        self.bytes.iter().try_for_each(|byte| write!(f, " {byte:02X}"))
    }
}

impl std::error::Error for DecodeError {}
