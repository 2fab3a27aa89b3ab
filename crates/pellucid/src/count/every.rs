//! Every n-gram of the bytes as they are, for models that fold nothing: those of the papers.

use super::{Counts, Gram, TRIPLE};

/// Tells pairs from single bytes, where bytes are not folded.
pub const PAIR: Gram = 1 << 16;

/// Counts all single bytes, pairs and triples of text that arrives in pieces, ASCII among them; or only some of these.
#[derive(Clone, Debug)]
pub struct Every {
    counts: Counts,
    /// The fewest bytes of an n-gram that counts.
    shortest: u8,
    /// Whether n-grams of ASCII alone count.
    ascii: bool,
    /// The last two bytes, the later one lower.
    last: Gram,
    /// How many bytes there were since the last gap, three at most.
    run: u8,
}

impl Default for Every {
    fn default() -> Every {
        Every { counts: Counts::default(), shortest: 1, ascii: true, last: 0, run: 0 }
    }
}

impl Every {
    /// Counts only n-grams of at least so many bytes, and those of ASCII alone only if they are wanted.
    pub fn only(shortest: u8, ascii: bool) -> Every {
        Every { shortest, ascii, ..Every::default() }
    }

    /// Counts the n-grams which end in these bytes.
    pub fn feed(&mut self, mut bytes: &[u8]) {
        while let [byte, rest @ ..] = bytes {
            // Of a run of ASCII only its two first and two last bytes can be in an n-gram that counts.
            if !self.ascii && self.last & 0x8080 == 0 {
                let ascii = encoding_rs::Encoding::ascii_valid_up_to(bytes);
                if let [.., a, b] = bytes[..ascii] {
                    self.last = Gram::from(a) << 8 | Gram::from(b);
                    self.run = 2;
                    bytes = &bytes[ascii..];
                    continue;
                }
            }
            self.step(*byte);
            bytes = rest;
        }
    }

    #[inline]
    fn step(&mut self, byte: u8) {
        let triple = self.last << 8 | Gram::from(byte);
        self.last = triple & 0xFFFF;
        self.run = (self.run + 1).min(3);
        if self.shortest == 1 && self.counts_as(triple & 0xFF) {
            self.counts.add(Gram::from(byte));
        }
        if self.shortest <= 2 && self.run > 1 && self.counts_as(self.last) {
            self.counts.add(PAIR | self.last);
        }
        if self.run > 2 && self.counts_as(triple) {
            self.counts.add(TRIPLE | triple);
        }
    }

    #[inline]
    fn counts_as(&self, bytes: Gram) -> bool {
        self.ascii || bytes & 0x80_8080 != 0
    }

    /// What comes next is no neighbour of what came last: no n-gram spans both.
    pub fn gap(&mut self) {
        self.run = 0;
        self.last = 0;
    }

    /// The counts.
    pub fn finish(self) -> Counts {
        self.counts
    }
}

/// How many bytes an n-gram of [`Every`] has.
pub fn order(gram: Gram) -> usize {
    match gram {
        0..PAIR => 1,
        PAIR..TRIPLE => 2,
        _ => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_byte_counts_and_nothing_spans_a_gap() {
        let mut every = Every::default();
        every.feed(b"A");
        every.feed(b"\0A!");
        every.gap();
        every.feed(b"\xE9A");
        let mut counts: Vec<_> = every.finish().iter().collect();
        counts.sort();
        let expected = [
            (0, 1),
            (0x21, 1),
            (0x41, 3),
            (0xE9, 1),
            (PAIR | 0x0041, 1),
            (PAIR | 0x4100, 1),
            (PAIR | 0x4121, 1),
            (PAIR | 0xE941, 1),
            (TRIPLE | 0x00_41_21, 1),
            (TRIPLE | 0x41_00_41, 1),
        ];
        assert_eq!(counts, expected);
        assert_eq!([0x41, PAIR, PAIR | 0xFFFF, TRIPLE].map(order), [1, 2, 2, 3]);
    }

    proptest! {
        #[test]
        fn triples_with_a_high_byte_are_those_of_all(
            pieces in prop::collection::vec(prop::collection::vec(prop::sample::select(b"ab\0\xE9\x80".to_vec()), 0..40), 0..4),
        ) {
            let (mut all, mut some) = (Every::default(), Every::only(3, false));
            for piece in &pieces {
                all.feed(piece);
                some.feed(piece);
                if piece.len() % 3 == 0 {
                    all.gap();
                    some.gap();
                }
            }
            let mut wanted: Vec<_> = all.finish().iter().filter(|(gram, _)| order(*gram) == 3 && gram & 0x80_8080 != 0).collect();
            let mut found: Vec<_> = some.finish().iter().collect();
            wanted.sort_unstable();
            found.sort_unstable();
            prop_assert_eq!(found, wanted);
        }
    }
}
