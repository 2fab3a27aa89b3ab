//! Our own detector, so that it can be seen what the hybrid method brings to it.

use super::{Expert, Finding};
use crate::page::detect;

/// The default method over the bytes, with what they declare and no other hint.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pellucid;

impl Expert for Pellucid {
    fn name(&self) -> &'static str {
        "pellucid"
    }

    fn detect(&self, bytes: &[u8]) -> Vec<Finding> {
        let guess = detect(bytes);
        let finding = |encoding: &'static crate::Encoding, confidence: f32| Finding {
            label: encoding.name().into(),
            encoding,
            confidence,
        };
        // Twins are sure together: the answer's confidence is theirs too, and so never less than an alternative's.
        let others = guess.alternatives().iter().map(|other| finding(other.encoding(), other.confidence()));
        let mut found = vec![finding(guess.encoding(), guess.confidence())];
        found.extend(others);
        found.sort_by(|a, b| b.confidence.total_cmp(&a.confidence));
        found
    }
}
