//! What the text says: which language in which encoding it looks like, and in which it is legal.
//!
//! The markup is taken off and the n-grams of the text are counted as the page comes in. [`linear`] ranks the encodings by
//! the model; as soon as one is far ahead of all but its [`twins`], no more text is looked at. What is left of the
//! page is only searched for bytes which tell the twins apart. [`legality`] then adds what encodings would make of a
//! sample of the text.

use super::legality;
use super::linear::{self, Ranking};
use super::model::Likelihoods;
use super::twins::Twins;
use crate::count::{Counter, Counts};
use crate::evidence::Evidence;
use crate::strip::{Channel, Sink, Stripper};

/// With fewer n-grams than this the text says too little, and the bytes of the head are taken as they are.
const SCARCE: u32 = 60;
/// How much of the text is kept to see what encodings make of it.
const SAMPLE: usize = 16 * 1024;
/// After so many n-grams it is asked for the first time whether the encoding is clear, then after so many times more,
/// and never after so many: what these have not decided, more will not.
const FIRST: u32 = 2_500;
const TIMES: u32 = 4;
const LAST: u32 = 25_000;
/// It is clear when the best encoding is so many bits ahead of all that are not its twins.
const CLEAR: f32 = 25.0;
/// Whether it is clear takes effect where a block of so many bytes ends, whatever the pieces are.
const BLOCK: usize = 4096;

/// Takes a page in pieces, and looks at its text.
#[derive(Clone, Debug)]
pub(super) struct Content {
    stripper: Stripper,
    text: Text,
    /// Bytes until a block ends.
    block: usize,
}

#[derive(Clone, Debug)]
struct Text {
    counter: Counter,
    sample: Vec<u8>,
    verdict: Option<Verdict>,
    /// Which bytes beyond ASCII the page has, in its text or not.
    seen: Box<[bool; 256]>,
}

/// What the text looks like, and what is to be seen in the rest of the page.
#[derive(Clone, Debug)]
struct Verdict {
    ranking: Ranking,
    twins: Option<Twins>,
}

impl Default for Content {
    fn default() -> Content {
        let mut counter = Counter::default();
        counter.stop_at(FIRST);
        let text = Text { counter, sample: Vec::new(), verdict: None, seen: Box::new([false; 256]) };
        Content { stripper: Stripper::default(), text, block: BLOCK }
    }
}

/// Text as it is being read with a model.
struct Reading<'a> {
    text: &'a mut Text,
    model: &'a Likelihoods,
}

impl Sink for Reading<'_> {
    fn bytes(&mut self, _stream: Channel, bytes: &[u8]) {
        let Reading { text, model } = self;
        let mut rest = bytes;
        while !rest.is_empty() && text.verdict.is_none() {
            rest = text.counter.feed(rest);
            if text.counter.is_full() {
                text.judge(model);
            }
        }
        let seen = &bytes[..bytes.len() - rest.len()];
        let room = SAMPLE - text.sample.len();
        text.sample.extend_from_slice(&seen[..seen.len().min(room)]);
    }

    fn boundary(&mut self, _stream: Channel) {
        if self.text.verdict.is_none() {
            self.text.counter.separate();
            if self.text.sample.len() < SAMPLE {
                self.text.sample.push(b'\n');
            }
        }
    }
}

impl Text {
    /// Marks the bytes beyond ASCII; most of a page is not worth a look.
    fn see(&mut self, mut block: &[u8]) {
        while !block.is_empty() {
            block = &block[encoding_rs::Encoding::ascii_valid_up_to(block)..];
            let word = block.iter().take_while(|byte| !byte.is_ascii());
            let length = word.map(|byte| self.seen[usize::from(*byte)] = true).count();
            block = &block[length..];
        }
    }

    /// Whether the encoding is clear; if not, more is counted.
    fn judge(&mut self, model: &Likelihoods) {
        let verdict = Verdict::new(model, self.counter.counts(), &self.seen);
        let clear = verdict.as_ref().is_some_and(Verdict::is_clear);
        if clear || self.counter.limit() >= LAST {
            self.verdict = verdict;
        } else {
            self.counter.stop_at(self.counter.limit() * TIMES);
        }
    }
}

impl Verdict {
    /// None when the model knows nothing of the text.
    fn new(model: &Likelihoods, counts: &Counts, seen: &[bool; 256]) -> Option<Verdict> {
        let mut ranking = linear::rank(model, counts)?;
        let mut twins = Twins::new(model, &mut ranking, counts, seen);
        if twins.as_ref().is_some_and(|twins| twins.is_overtaken(&ranking)) {
            twins = Twins::new(model, &mut ranking, counts, seen);
        }
        Some(Verdict { ranking, twins })
    }

    fn is_clear(&self) -> bool {
        let [best, others @ ..] = &*self.ranking.ranked else { return false };
        let twin = |encoding| self.twins.as_ref().is_some_and(|twins| twins.has(encoding));
        others.iter().filter(|other| !twin(other.encoding)).all(|other| best.bits - other.bits > CLEAR)
    }
}

impl Content {
    /// Takes the next piece, as long as it can make a difference: work is bounded, however long the page is.
    pub fn feed(&mut self, mut bytes: &[u8], model: &Likelihoods) {
        while !bytes.is_empty() {
            let (block, rest) = bytes.split_at(bytes.len().min(self.block));
            match &mut self.text.verdict {
                Some(Verdict { twins: Some(twins), .. }) if self.block == BLOCK => {
                    return twins.feed(bytes, model);
                }
                Some(Verdict { twins: None, .. }) => return,
                _ => {
                    self.text.see(block);
                    let reading = &mut Reading { text: &mut self.text, model };
                    self.stripper.feed(block, reading);
                }
            }
            self.block = if block.len() == self.block { BLOCK } else { self.block - block.len() };
            bytes = rest;
        }
    }

    /// Whether what the text looks like is clear.
    pub fn is_clear(&self) -> bool {
        self.text.verdict.is_some()
    }

    /// The evidence, after the last piece.
    pub fn finish(self, head: &[u8], model: &Likelihoods) -> Vec<Evidence> {
        let Content { stripper, mut text, .. } = self;
        stripper.finish(&mut Reading { text: &mut text, model });
        let Text { counter, mut sample, verdict, seen, .. } = text;
        let verdict = verdict.or_else(|| {
            let mut counts = counter.finish();
            if counts.total() < SCARCE {
                let mut raw = Counter::default();
                raw.stop_at(LAST);
                raw.feed(head);
                counts = raw.finish();
                sample = head[..head.len().min(SAMPLE)].to_vec();
            }
            Verdict::new(model, &counts, &seen)
        });
        let Some(Verdict { mut ranking, twins }) = verdict else { return Vec::new() };
        let mut evidence = Vec::new();
        if let Some(twins) = twins {
            twins.rank(model, &mut ranking);
            evidence.extend(twins.evidence());
        }
        evidence.extend(ranking.evidence(model));
        evidence.extend(legality::Sample::new(sample).evidence(&ranking));
        evidence
    }
}
