//! All that is known about the encoding of a page, for whoever wants more than a row.

use pellucid::Evidence;
use serde::Serialize;

use crate::{digits, one_line, rounded};

/// What the encoding of a page is, how sure that is, and why. The names are the keys.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct Guess {
    pub encoding: &'static str,
    pub confidence: f64,
    pub language: Option<String>,
    pub source: &'static str,
    pub tied: Vec<&'static str>,
    pub ascii: bool,
    pub binary: bool,
    pub declared: Option<&'static str>,
    pub iana: Option<&'static str>,
    pub alternatives: Vec<Alternative>,
    pub evidence: Vec<Observation>,
}

/// Another encoding that it may be.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct Alternative {
    pub encoding: &'static str,
    pub confidence: f64,
}

/// A piece of evidence.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct Observation {
    pub source: &'static str,
    pub encoding: Option<&'static str>,
    pub bits: f64,
    pub words: String,
}

impl From<&pellucid::Guess> for Guess {
    fn from(guess: &pellucid::Guess) -> Guess {
        let alternative = |other: &pellucid::Alternative| Alternative {
            encoding: other.encoding().name(),
            confidence: rounded(other.confidence()),
        };
        Guess {
            encoding: guess.encoding().name(),
            confidence: rounded(guess.confidence()),
            language: guess.language().map(str::to_owned),
            source: guess.source().name(),
            tied: guess.tied().map(|encoding| encoding.name()).collect(),
            ascii: guess.is_ascii(),
            binary: guess.is_binary(),
            declared: guess.declared().map(|encoding| encoding.name()),
            iana: guess.encoding().iana(),
            alternatives: guess.alternatives().iter().map(alternative).collect(),
            evidence: guess.evidence().iter().map(Observation::from).collect(),
        }
    }
}

impl From<&Evidence> for Observation {
    fn from(evidence: &Evidence) -> Observation {
        Observation {
            source: evidence.source().name(),
            encoding: evidence.encoding().map(|encoding| encoding.name()),
            bits: digits(evidence.bits()),
            words: one_line(&evidence.to_string()),
        }
    }
}
