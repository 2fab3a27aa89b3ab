//! Pages in pieces: keeps what is undecided at a piece's end, and hides what is no markup from the machine.

use super::Sink;
use super::machine::Machine;
use super::shifts::{Next, Shifts};
use crate::encodings::Encoding;

/// More than the machine and the shifts can leave undecided together.
const CARRY: usize = 256;

const _: () = assert!(Machine::LOOKAHEAD + Shifts::LOOKAHEAD < CARRY);

/// Takes the markup off a page which arrives in pieces. Whatever the pieces, the streams are the same.
///
/// Memory is bounded: the machine's state, a few hundred bytes of a piece's end, and at most 4 KiB of a `meta`'s
/// content whose name has not come yet.
#[derive(Clone, Debug)]
pub struct Stripper {
    machine: Machine,
    shifts: Shifts,
    carry: [u8; CARRY],
    carried: usize,
}

impl Default for Stripper {
    fn default() -> Stripper {
        Stripper::new()
    }
}

impl Stripper {
    /// For a page of any ASCII-compatible encoding, or of ISO-2022.
    pub fn new() -> Stripper {
        Stripper::with(Shifts::new(None))
    }

    /// For a page of this encoding. Only HZ and Johab make a difference, whose characters may look like markup
    /// and cannot be distinguished from it without knowing.
    pub fn for_encoding(encoding: &'static Encoding) -> Stripper {
        Stripper::with(Shifts::new(Some(encoding)))
    }

    pub(super) fn with(shifts: Shifts) -> Stripper {
        Stripper { machine: Machine::new(), shifts, carry: [0; CARRY], carried: 0 }
    }

    /// Takes the next piece.
    pub fn feed<S: Sink + ?Sized>(&mut self, mut bytes: &[u8], sink: &mut S) {
        // First what was left, with as many new bytes as fit.
        while self.carried > 0 && !bytes.is_empty() {
            let old = self.carried;
            let new = bytes.len().min(CARRY - old);
            let filled = old + new;
            self.carry[old..filled].copy_from_slice(&bytes[..new]);
            let carry = self.carry;
            let read = self.read(&carry[..filled], false, sink);
            if read >= old {
                self.carried = 0;
                bytes = &bytes[read - old..];
            } else {
                self.keep(&carry[read..filled]);
                bytes = &bytes[new..];
            }
        }
        if !bytes.is_empty() {
            let read = self.read(bytes, false, sink);
            self.keep(&bytes[read..]);
        }
    }

    /// Ends the page: hands out what waited for more. What has begun and not ended (a tag, a comment) is dropped.
    pub fn finish<S: Sink + ?Sized>(mut self, sink: &mut S) {
        let carry = self.carry;
        self.read(&carry[..self.carried], true, sink);
    }

    /// A page in one piece.
    pub(super) fn whole<S: Sink + ?Sized>(mut self, bytes: &[u8], sink: &mut S) {
        self.read(bytes, true, sink);
    }

    fn keep(&mut self, bytes: &[u8]) {
        self.carry[..bytes.len()].copy_from_slice(bytes);
        self.carried = bytes.len();
    }

    /// Reads `bytes` as far as they can be decided, and says how far that is. `last`: nothing follows.
    fn read<S: Sink + ?Sized>(&mut self, bytes: &[u8], last: bool, sink: &mut S) -> usize {
        let mut at = 0;
        loop {
            if self.shifts.is_open() {
                let Some(length) = self.shifts.hidden(&bytes[at..], last) else { return at };
                self.machine.hidden(&bytes[at..at + length], sink);
                at += length;
                if at == bytes.len() || self.shifts.is_open() {
                    return at;
                }
            }
            let rest = &bytes[at..];
            match self.shifts.next(rest, last) {
                Next::None => return at + self.machine.run(rest, last, sink),
                Next::Undecided(end) => return at + self.machine.run(&rest[..end], false, sink),
                Next::At(end) => {
                    // What shifts is no letter of any name or reference, so that the machine leaves none of it.
                    let read = self.machine.run(&rest[..end], false, sink);
                    debug_assert_eq!(read, end);
                    at += end;
                }
            }
        }
    }
}
