//! What the text says: which language in which encoding it looks like, and in which it is legal.
//!
//! The markup is taken off and the n-grams of the text are counted as the page comes in; [`linear`] then ranks the
//! encodings by the model, and [`legality`] by what they would make of a sample of the text.

use super::model::Model;
use super::{legality, linear};
use crate::count::Counter;
use crate::evidence::Evidence;
use crate::strip::{Sink, Stream, Stripper};

/// With fewer n-grams than this the text says too little, and the bytes of the head are taken as they are.
const SCARCE: u32 = 60;
/// How much of the text is kept to see what encodings make of it.
const SAMPLE: usize = 16 * 1024;

/// After so many bytes it is asked whether enough has been seen.
const PIECE: usize = 64 * 1024;

/// Takes a page in pieces, and looks at its text.
#[derive(Clone, Debug, Default)]
pub(super) struct Content {
    stripper: Stripper,
    text: Text,
}

#[derive(Clone, Debug, Default)]
struct Text {
    counter: Counter,
    sample: Vec<u8>,
}

impl Sink for Text {
    fn bytes(&mut self, stream: Stream, bytes: &[u8]) {
        self.counter.bytes(stream, bytes);
        let room = SAMPLE - self.sample.len();
        self.sample.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }

    fn boundary(&mut self, stream: Stream) {
        self.counter.boundary(stream);
        if self.sample.len() < SAMPLE {
            self.sample.push(b'\n');
        }
    }
}

impl Content {
    /// Takes the next piece, as long as it can make a difference: work is bounded, however long the page is.
    pub fn feed(&mut self, bytes: &[u8]) {
        for piece in bytes.chunks(PIECE) {
            if self.text.counter.is_full() && self.text.sample.len() == SAMPLE {
                return;
            }
            self.stripper.feed(piece, &mut self.text);
        }
    }

    /// The evidence, after the last piece.
    pub fn finish(self, head: &[u8], model: &Model) -> Vec<Evidence> {
        let Content { stripper, mut text } = self;
        stripper.finish(&mut text);
        let Text { counter, mut sample } = text;
        let mut counts = counter.finish();
        if counts.total() < SCARCE {
            let mut raw = Counter::default();
            raw.feed(head);
            counts = raw.finish();
            sample = head[..head.len().min(SAMPLE)].to_vec();
        }
        let Some(mut ranking) = linear::rank(model, &counts) else { return Vec::new() };
        let sample = legality::Sample::new(sample);
        sample.treat_twins_alike(&mut ranking);
        let mut evidence = ranking.evidence(model);
        evidence.extend(sample.evidence(&ranking));
        evidence
    }
}
