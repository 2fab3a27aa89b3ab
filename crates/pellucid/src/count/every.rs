//! Every n-gram of the bytes as they are, for models that fold nothing: those of the papers.

use super::{Counts, Gram, TRIPLE};

/// Tells pairs from single bytes, where bytes are not folded.
pub const PAIR: Gram = 1 << 16;

/// Counts all single bytes, pairs and triples of text that arrives in pieces, ASCII among them.
#[derive(Clone, Debug, Default)]
pub struct Every {
    counts: Counts,
    /// The last two bytes, the later one lower.
    last: Gram,
    /// How many bytes there were since the last gap, three at most.
    run: u8,
}

impl Every {
    /// Counts the n-grams which end in these bytes.
    pub fn feed(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            let triple = self.last << 8 | Gram::from(byte);
            self.last = triple & 0xFFFF;
            self.run = (self.run + 1).min(3);
            self.counts.add(Gram::from(byte));
            if self.run > 1 {
                self.counts.add(PAIR | self.last);
            }
            if self.run > 2 {
                self.counts.add(TRIPLE | triple);
            }
        }
    }

    /// What comes next is no neighbour of what came last: no n-gram spans both.
    pub fn gap(&mut self) {
        self.run = 0;
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
}
