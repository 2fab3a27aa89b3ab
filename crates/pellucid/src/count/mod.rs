//! Bytes of text in, counts of byte n-grams out: once, for every model.
//!
//! In: the text which `strip` leaves, in pieces. Out: [`Counts`] of the pairs and triples of bytes that hold at least one
//! byte above 0x7F; others say nothing of an encoding, since all encodings share them. Bytes are *folded* first: ASCII
//! letters lose their case, and every other ASCII byte is a space, so that digits, punctuation and markup
//! that was not taken off weigh nothing.
//!
//! Training counts with this very code, so that both see the same bytes.

mod every;
mod grams;
mod letters;

pub use every::{Every, PAIR, order};
pub use grams::Counts;
pub(crate) use grams::hash;
pub use letters::Letters;

/// A pair or triple of folded bytes as a number.
pub type Gram = u32;

/// Tells triples from pairs.
pub const TRIPLE: Gram = 1 << 24;

/// ASCII letters lose their case, other ASCII is a space, other bytes stay.
pub const fn fold(byte: u8) -> u8 {
    match byte {
        b'A'..=b'Z' | b'a'..=b'z' => byte | 0x20,
        0x80.. => byte,
        _ => b' ',
    }
}

/// Counts the n-grams of text that arrives in pieces.
#[derive(Clone, Debug)]
pub struct Counter {
    counts: Counts,
    /// The last two folded bytes.
    last: [u8; 2],
    /// How many n-grams are counted at most.
    enough: u32,
}

impl Default for Counter {
    fn default() -> Counter {
        Counter { counts: Counts::default(), last: [b' '; 2], enough: u32::MAX }
    }
}

impl Counter {
    /// How many n-grams are counted at most.
    pub(crate) fn limit(&self) -> u32 {
        self.enough
    }

    /// Counts no more n-grams than this. May be raised later.
    pub(crate) fn stop_at(&mut self, enough: u32) {
        self.enough = enough;
    }

    /// Counts the n-grams which end in these bytes. Gives back what is left when it is full.
    pub fn feed<'a>(&mut self, mut bytes: &'a [u8]) -> &'a [u8] {
        while !bytes.is_empty() && !self.is_full() {
            // Of a run of ASCII only its two first and two last bytes can be in an n-gram that counts.
            if self.last[0].is_ascii() && self.last[1].is_ascii() {
                let ascii = encoding_rs::Encoding::ascii_valid_up_to(bytes);
                if let [.., a, b] = bytes[..ascii] {
                    self.last = [fold(a), fold(b)];
                    bytes = &bytes[ascii..];
                    continue;
                }
            }
            self.step(bytes[0]);
            bytes = &bytes[1..];
        }
        bytes
    }

    /// What has been counted so far.
    pub(crate) fn counts(&self) -> &Counts {
        &self.counts
    }

    #[inline]
    fn step(&mut self, byte: u8) {
        let [a, b] = self.last;
        let c = fold(byte);
        self.last = [b, c];
        if !c.is_ascii() {
            self.counts.add(Gram::from(c));
        }
        let pair = Gram::from(b) << 8 | Gram::from(c);
        if pair & 0x8080 != 0 {
            self.counts.add(pair);
        }
        if (pair | Gram::from(a)) & 0x8080 != 0 {
            self.counts.add(TRIPLE | Gram::from(a) << 16 | pair);
        }
    }

    /// Whether so much has been counted that nothing more will be.
    pub fn is_full(&self) -> bool {
        self.counts.total() >= self.enough
    }

    /// What comes next is no neighbour of what came last.
    pub fn separate(&mut self) {
        self.step(b' ');
        self.step(b' ');
    }

    /// The counts, with the end of the text as a separator.
    pub fn finish(mut self) -> Counts {
        self.separate();
        self.counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn counts(pieces: &[&[u8]]) -> Vec<(Gram, u32)> {
        let mut counter = Counter::default();
        for piece in pieces {
            counter.feed(piece);
        }
        let mut counts: Vec<_> = counter.finish().iter().collect();
        counts.sort();
        counts
    }

    #[test]
    fn pairs_and_triples_with_a_high_byte() {
        let expected = [
            (0xE9, 1),
            (0x20E9, 1),
            (0xE920, 1),
            (TRIPLE | 0x2020E9, 1),
            (TRIPLE | 0x20E920, 1),
            (TRIPLE | 0xE92020, 1),
        ];
        assert_eq!(counts(&[b"\xE9"]), expected);
        assert_eq!(counts(&[b"only ASCII, however long"]), []);
        assert_eq!(counts(&[b"A\xE9!"]), counts(&[b"a\xE9 "]));
    }

    proptest! {
        #[test]
        fn pieces_equal_the_whole(
            bytes in prop::collection::vec(prop::sample::select(b"aB. \xE9\xE0".to_vec()), 0..200),
            size in 1usize..9,
        ) {
            let pieces: Vec<&[u8]> = bytes.chunks(size).collect();
            prop_assert_eq!(counts(&pieces), counts(&[&bytes]));
        }
    }
}
