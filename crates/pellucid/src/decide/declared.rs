//! What declarations weigh.

use super::prior;
use crate::evidence::{Evidence, Fact, Source};
use crate::hints::Hints;
use crate::score::weights::Weights;
use crate::sniff::Declarations;

/// Bits for a byte order mark: nothing else begins with one by chance, and it outweighs what any structure may be worth.
const BOM: f32 = 80.0;
/// Bits for a second declaration of the same encoding. It is seldom independent of the first.
const AGAIN: f32 = 2.0;

/// Bits that each declaration has less than the one before it: browsers obey the first.
const LATER: f32 = 0.25;

/// How far a declaration lifts its encoding above the most common one. A rare label is as trustworthy as a common
/// one, since nobody writes it by accident; so its own prior is made up for. Servers know a little better than pages.
fn lift(source: Source, weights: &Weights) -> f32 {
    match source {
        Source::Header => weights.label + 1.0,
        Source::WeakMeta => weights.label - 1.0,
        _ => weights.label,
    }
}

pub(crate) fn declared(hints: &Hints, declarations: Declarations) -> Vec<Evidence> {
    let mut evidence: Vec<Evidence> = Vec::new();
    if let Some(encoding) = declarations.bom {
        let fact = Fact::Plain("begins with its byte order mark");
        evidence.push(Evidence { source: Source::Bom, encoding: Some(encoding), bits: BOM, fact });
    }
    for (number, declared) in declarations.declared.into_iter().enumerate() {
        let again = || evidence.iter().any(|e| e.encoding == declared.encoding);
        let bits = match declared.encoding {
            None => 0.0,
            Some(_) if again() => AGAIN,
            Some(encoding) => {
                lift(declared.source, hints.model().weights())
                    - prior::bits(hints, encoding)
                    - LATER * number as f32
            }
        };
        let fact = Fact::Label { label: declared.label, at: declared.at };
        evidence.push(Evidence { source: declared.source, encoding: declared.encoding, bits, fact });
    }
    evidence
}
