//! What a paper's method says of a page: an answer by a rule of its own, beside the sum of all evidence.

use crate::encodings::Encoding;
use crate::evidence::{Evidence, Fact, Source};
#[cfg(feature = "papers")]
use crate::hints::Hints;

/// How many encodings are listed, at least.
const TOLD: usize = 5;

/// Encodings by a method's own rule.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Opinion {
    /// Whose it is.
    pub source: Source,
    /// What its scores are, in words.
    pub what: &'static str,
    /// Encodings and their scores, the best first.
    pub ranked: Vec<(&'static Encoding, f32)>,
}

impl Opinion {
    /// Leaves only what the caller permits; nothing is no opinion.
    #[cfg(feature = "papers")]
    pub fn permitted(mut self, hints: &Hints) -> Option<Opinion> {
        self.ranked.retain(|(encoding, _)| hints.permits(encoding));
        (!self.ranked.is_empty()).then_some(self)
    }

    /// The answer.
    pub fn best(&self) -> &'static Encoding {
        self.ranked[0].0
    }

    /// The answer, and what has the same score.
    pub fn equals(&self) -> impl Iterator<Item = &'static Encoding> {
        self.ranked.iter().take_while(|(_, score)| *score == self.ranked[0].1).map(|(encoding, _)| *encoding)
    }

    /// The opinion as evidence. It weighs nothing: the method decides by it alone.
    pub fn evidence(&self) -> impl Iterator<Item = Evidence> {
        let told = self.equals().count().max(TOLD);
        self.ranked.iter().enumerate().take(told).map(|(n, &(encoding, score))| {
            let equal = self.ranked.iter().enumerate().any(|(m, other)| m != n && other.1 == score);
            let fact = Fact::Scored { score, what: self.what, equal };
            Evidence { source: self.source, encoding: Some(encoding), bits: 0.0, fact }
        })
    }
}
