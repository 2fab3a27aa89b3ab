//! What is known about the encoding of one page, and about its decoding.

use std::collections::BTreeMap;

use pellucid::Guess;
use pellucid::repair::{Check, Layer, Mixed, Repaired};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::{Observation, Preview, one_line, rounded};

/// A key that some answers have, or that belongs to an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// How many places did not decode: of `decode`.
    Replaced,
    /// Whether the page was copied: of `decode --copy-binary`.
    Copied,
    /// What was decoded in another encoding: of `--mixed`.
    Mixed,
    /// What was repaired: of `--repair`.
    Repaired,
    /// What could be repaired: of `detect --explain`.
    Doubled,
    /// What clear text has little of: of `--check` and `detect --explain`.
    Check,
    /// Why the answer is what it is: of `detect --explain`.
    Candidates,
    /// The same.
    Evidence,
}

/// What is known about one page.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// The encoding.
    pub encoding: Option<&'static str>,
    /// How probable it is.
    pub confidence: Option<f64>,
    /// The language.
    pub language: Option<Box<str>>,
    /// What spoke loudest for the encoding.
    pub source: Option<&'static str>,
    /// The encodings to which the method gives the same score as to the answer.
    pub tied: Vec<&'static str>,
    /// Whether there is nothing but ASCII.
    pub ascii: Option<bool>,
    /// How many places did not decode.
    pub replaced: Option<u64>,
    /// Whether it was copied, byte for byte.
    pub copied: bool,
    /// What was decoded in another encoding.
    pub mixed: Option<Pieces>,
    /// What was repaired.
    pub repaired: Option<Vec<Undone>>,
    /// What could be repaired.
    pub doubled: Option<Vec<Undone>>,
    /// What clear text has little of.
    pub check: Option<BTreeMap<&'static str, u64>>,
    /// Why.
    pub explanation: Option<Explanation>,
    /// Why there is no answer.
    pub error: Option<String>,
}

/// Pieces in another encoding than the rest.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)] // The names are the keys.
pub struct Pieces {
    pub encoding: Option<&'static str>,
    pub pieces: u64,
    pub bytes: u64,
}

/// A misreading that was undone.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct Undone {
    pub via: &'static str,
    pub was: &'static str,
    pub runs: u64,
    pub before: u64,
    pub after: u64,
    pub words: String,
}

/// Why an answer is what it is.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The encodings that it may be, the answer itself first.
    pub candidates: Vec<Candidate>,
    /// All evidence.
    pub evidence: Vec<Observation>,
    /// What the text shows, in words.
    pub findings: Vec<String>,
}

/// An encoding that it may be.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct Candidate {
    pub encoding: &'static str,
    pub confidence: f64,
    pub preview: String,
}

/// A row as an object of JSON, with these keys beside those that all rows have.
pub struct WithKeys<'a> {
    /// The row.
    pub row: &'a Row,
    /// What was asked for.
    pub keys: &'a [Key],
}

impl Serialize for WithKeys<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Row { encoding, confidence, language, source, tied, ascii, error, .. } = self.row;
        let explanation = self.row.explanation.as_ref();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("encoding", encoding)?;
        map.serialize_entry("confidence", confidence)?;
        map.serialize_entry("language", language)?;
        map.serialize_entry("source", source)?;
        map.serialize_entry("tied", tied)?;
        map.serialize_entry("ascii", ascii)?;
        for key in self.keys {
            match key {
                Key::Replaced => map.serialize_entry("replaced", &self.row.replaced)?,
                Key::Copied => map.serialize_entry("copied", &self.row.copied)?,
                Key::Mixed => map.serialize_entry("mixed", &self.row.mixed)?,
                Key::Repaired => map.serialize_entry("repaired", &self.row.repaired)?,
                Key::Doubled => map.serialize_entry("doubled", &self.row.doubled)?,
                Key::Check => map.serialize_entry("check", &self.row.check)?,
                Key::Candidates => {
                    let candidates = explanation.map_or(&[][..], |explanation| &explanation.candidates);
                    map.serialize_entry("candidates", candidates)?;
                }
                Key::Evidence => {
                    let evidence = explanation.map_or(&[][..], |explanation| &explanation.evidence);
                    map.serialize_entry("evidence", evidence)?;
                }
            }
        }
        map.serialize_entry("error", error)?;
        map.end()
    }
}

impl Row {
    /// The answer about a page.
    pub fn answered(guess: &Guess) -> Row {
        Row {
            encoding: Some(guess.encoding().name()),
            confidence: Some(rounded(guess.confidence())),
            language: guess.language().map(Box::from),
            source: Some(guess.source().name()),
            tied: guess.tied().map(|encoding| encoding.name()).collect(),
            ascii: Some(guess.is_ascii()),
            ..Row::default()
        }
    }

    /// A page that failed.
    pub fn failed(error: &str) -> Row {
        Row { error: Some(one_line(error)), ..Row::default() }
    }

    /// Adds why.
    #[must_use]
    pub fn explained(mut self, guess: &Guess, preview: &Preview) -> Row {
        let answer = (guess.encoding(), guess.confidence());
        let others = guess.alternatives().iter().map(|other| (other.encoding(), other.confidence()));
        self.explanation = Some(Explanation {
            candidates: std::iter::once(answer)
                .chain(others)
                .map(|(encoding, confidence)| Candidate {
                    encoding: encoding.name(),
                    confidence: rounded(confidence),
                    preview: preview.read_as(encoding),
                })
                .collect(),
            evidence: guess.evidence().iter().map(Observation::from).collect(),
            findings: Vec::new(),
        });
        self
    }

    /// Adds what the text shows once it is decoded, in words for people and in numbers for programs.
    #[must_use]
    pub fn found(mut self, check: &Check, repaired: &Repaired) -> Row {
        if let Some(explanation) = &mut self.explanation {
            let doubled = repaired.layers().iter().map(|layer| format!("double encoding: {layer}"));
            let counted = (!check.is_clean()).then(|| format!("text: {check}"));
            explanation.findings = counted.into_iter().chain(doubled).collect();
        }
        self.doubled = Some(undone(repaired.layers()));
        self.checked(check)
    }

    /// Adds what was repaired.
    #[must_use]
    pub fn repaired(mut self, layers: &[Layer]) -> Row {
        self.repaired = Some(undone(layers));
        self
    }

    /// Adds what was decoded in another encoding.
    #[must_use]
    pub fn mixed(mut self, mixed: Option<&Mixed>) -> Row {
        self.mixed = Some(Pieces::of(mixed));
        self
    }

    /// Adds what clear text has little of.
    #[must_use]
    pub fn checked(mut self, check: &Check) -> Row {
        self.check = Some(check.named().collect());
        self
    }

    /// Adds how many places did not decode.
    #[must_use]
    pub fn replaced(mut self, count: u64) -> Row {
        self.replaced = Some(count);
        self
    }

    /// Says that it was copied, byte for byte.
    #[must_use]
    pub fn copied(mut self) -> Row {
        self.copied = true;
        self
    }
}

impl Pieces {
    /// Pieces in numbers.
    #[must_use]
    pub fn of(mixed: Option<&Mixed>) -> Pieces {
        Pieces {
            encoding: mixed.map(|mixed| mixed.other().name()),
            pieces: mixed.map_or(0, Mixed::pieces),
            bytes: mixed.map_or(0, Mixed::bytes),
        }
    }
}

/// Repairs in numbers, and in words.
#[must_use]
pub fn undone(layers: &[Layer]) -> Vec<Undone> {
    layers
        .iter()
        .map(|layer| Undone {
            via: layer.via().name(),
            was: layer.was().name(),
            runs: layer.runs(),
            before: layer.before(),
            after: layer.after(),
            words: layer.to_string(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_and_errors_have_the_same_keys() {
        let guess = pellucid::detect(b"text");
        let keys = [Key::Check, Key::Evidence];
        let json = |row: &Row| serde_json::to_value(WithKeys { row, keys: &keys }).unwrap();
        let (answered, failed) = (json(&Row::answered(&guess)), json(&Row::failed("two\nlines")));
        assert_eq!((&answered["encoding"], &failed["error"]), (&"UTF-8".into(), &"two lines".into()));
        let keys =
            |object: &serde_json::Value| object.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        assert_eq!(keys(&answered), keys(&failed));
        assert!(answered["check"].is_null() && answered["evidence"].is_array());
    }
}
