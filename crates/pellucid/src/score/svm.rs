//! A linear SVM over byte n-grams, one encoding against all others (Sullivan: Character Set Encoding Detection using a
//! Support Vector Machine).
//!
//! With `x` the frequencies of a page's n-grams, each among those of its length, `w` the weights and `b` the bias of an
//! encoding, the answer is the encoding with the greatest decision value
//!
//! ```text
//! f(e) = w(e) · x + b(e)
//! ```
//!
//! `fit::svm` of the training crate chooses the n-grams and finds the weights.

use super::format::{Class, Kind};
use super::opinion::{Opinion, counts};
use super::vectors::Vectors;
use crate::count::{Counts, Gram, order};
use crate::evidence::Source;
use crate::hints::Hints;

/// Ranks the encodings of a model by their decision values.
pub(crate) fn opinion(model: &Vectors, page: &[u8]) -> Opinion {
    let counts = counts(page);
    let products = model.scores(frequencies(&counts));
    let value = |(class, product): (&Class, f32)| (class.encoding, product + class.number);
    let mut ranked: Vec<_> = model.classes().iter().zip(products).map(value).collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
    Opinion { source: Source::Svm, what: "decision value", ranked }
}

/// The share of each n-gram among those of its length, in percent.
pub fn frequencies(counts: &Counts) -> impl Iterator<Item = (Gram, f32)> {
    let mut totals = [0u32; 4];
    for (gram, count) in counts.iter() {
        totals[order(gram)] += count;
    }
    counts.iter().map(move |(gram, count)| (gram, 100.0 * count as f32 / totals[order(gram)] as f32))
}

/// The caller's model.
pub(crate) fn model(hints: &Hints) -> Option<&Vectors> {
    hints.vectors(Kind::Svm)
}
