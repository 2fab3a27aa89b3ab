//! Answers about encodings: of a page, and of a page that arrives in pieces.

use pellucid::Evidence;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::{Answer, digits, hints, object, rounded};

/// What the encoding of a page is, how sure that is, and why.
#[derive(Serialize)]
pub struct Guess {
    encoding: &'static str,
    confidence: f64,
    language: Option<String>,
    source: &'static str,
    tied: Vec<&'static str>,
    ascii: bool,
    binary: bool,
    declared: Option<&'static str>,
    iana: Option<&'static str>,
    alternatives: Vec<Alternative>,
    evidence: Vec<Observation>,
}

/// Another encoding that it may be.
#[derive(Serialize)]
struct Alternative {
    encoding: &'static str,
    confidence: f64,
}

/// A piece of evidence.
#[derive(Serialize)]
struct Observation {
    source: &'static str,
    encoding: Option<&'static str>,
    bits: f64,
    words: String,
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
            words: evidence.to_string(),
        }
    }
}

/// The encoding of bytes.
#[wasm_bindgen]
pub fn detect(bytes: &[u8], hints: JsValue) -> Answer {
    object(&Guess::from(&hints::only(hints)?.detect(bytes)))
}

/// The encoding of a page that arrives in pieces.
#[wasm_bindgen]
pub struct Stream(pellucid::Stream);

#[wasm_bindgen]
impl Stream {
    /// A stream for one page.
    #[wasm_bindgen(constructor)]
    pub fn new(hints: JsValue) -> Result<Stream, JsValue> {
        Ok(Stream(hints::only(hints)?.stream()))
    }

    /// Takes the next piece.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.0.feed(bytes);
    }

    /// The answer before the last piece, as soon as it is clear; undefined before that.
    pub fn early(&self) -> Answer {
        self.0.early().map_or(Ok(JsValue::UNDEFINED), |guess| object(&Guess::from(&guess)))
    }

    /// The answer after the last piece.
    pub fn finish(self) -> Answer {
        object(&Guess::from(&self.0.finish()))
    }
}
