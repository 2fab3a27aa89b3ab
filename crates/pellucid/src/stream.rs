//! A page that arrives in pieces: the same answer as for the whole, with bounded memory.

use crate::guess::Guess;
use crate::hints::Hints;
use crate::page;
use crate::score::Structure;
use crate::sniff::HEAD;

/// How sure an answer is that is given early.
const ALMOST_SURE: f32 = 0.99;

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

    /// The answer before the last piece, as soon as it is clear: certain UTF-8 with nothing broken; or enough text that is
    /// certainly not UTF-8, of which the answer is almost sure.
    ///
    /// What comes later may still distinguish twins, or be in another encoding. Each call may take as long as a whole detection.
    #[must_use]
    pub fn early(&self) -> Option<Guess> {
        if self.structure.is_certain() {
            return Some(self.clone().finish());
        }
        let guess = self.structure.is_plenty().then(|| self.clone().finish());
        guess.filter(|guess| guess.confidence() >= ALMOST_SURE)
    }

    /// The answer after the last piece.
    pub fn finish(self) -> Guess {
        page::guess(&self.hints, &self.head, self.structure, &[])
    }
}
