//! The whole pipeline on one screen: the only place which knows the order of the stages.

use crate::decide::decide;
use crate::encodings::Encoding;
use crate::guess::Guess;
use crate::hints::{Hints, Method};
use crate::score::Structure;
use crate::sniff::{HEAD, sniff};

/// Finds encodings with the same hints for every page. Cheap to clone, shared freely between threads.
#[derive(Clone, Debug, Default)]
pub struct Detector {
    hints: Hints,
}

/// Collects hints for a [`Detector`].
#[derive(Clone, Debug, Default)]
pub struct DetectorBuilder {
    hints: Hints,
}

/// The encoding of these bytes, without any hint. Never fails, whatever the bytes.
pub fn detect(bytes: &[u8]) -> Guess {
    Detector::default().detect(bytes)
}

impl Detector {
    /// A builder without hints.
    pub fn builder() -> DetectorBuilder {
        DetectorBuilder::default()
    }

    /// The encoding of these bytes.
    pub fn detect(&self, bytes: &[u8]) -> Guess {
        let mut structure = Structure::default();
        structure.feed(bytes);
        conclude(&self.hints, &bytes[..bytes.len().min(HEAD)], structure)
    }

    /// For pages which arrive in pieces: feed them all, then finish. Memory is bounded.
    pub fn stream(&self) -> Stream {
        Stream { hints: self.hints.clone(), head: Vec::new(), structure: Structure::default() }
    }
}

/// A page which arrives in pieces. Whatever the pieces, the answer is the same as for the whole.
#[derive(Clone, Debug)]
pub struct Stream {
    hints: Hints,
    head: Vec<u8>,
    structure: Structure,
}

impl Stream {
    /// Takes the next piece.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.head.extend_from_slice(&bytes[..bytes.len().min(HEAD - self.head.len())]);
        self.structure.feed(bytes);
    }

    /// The answer after the last piece.
    pub fn finish(self) -> Guess {
        conclude(&self.hints, &self.head, self.structure)
    }
}

/// `sniff`, `score`, `decide`.
fn conclude(hints: &Hints, head: &[u8], structure: Structure) -> Guess {
    let declarations = sniff(head, hints.content_type.as_deref());
    let ascii = structure.is_ascii();
    decide(hints, head, declarations, structure.finish(head), ascii)
}

impl DetectorBuilder {
    /// The HTTP `Content-Type` the page came with.
    pub fn content_type(mut self, value: &str) -> Self {
        self.hints.content_type = Some(value.into());
        self
    }

    /// The page's language, as a BCP 47 tag.
    pub fn language(mut self, tag: &str) -> Self {
        self.hints.language = Some(tag.into());
        self
    }

    /// The page's address: its top-level domain tells of the language.
    pub fn url(mut self, url: &str) -> Self {
        self.hints.url = Some(url.into());
        self
    }

    /// Only these encodings may be the answer. An empty list restricts nothing.
    pub fn allow(mut self, encodings: &[&'static Encoding]) -> Self {
        self.hints.allow = Some(encodings.to_vec()).filter(|list| !list.is_empty());
        self
    }

    /// These encodings may not be the answer.
    pub fn deny(mut self, encodings: &[&'static Encoding]) -> Self {
        self.hints.deny = encodings.to_vec();
        self
    }

    /// How the answer is found.
    pub fn method(mut self, method: Method) -> Self {
        self.hints.method = method;
        self
    }

    /// The detector.
    pub fn build(self) -> Detector {
        Detector { hints: self.hints }
    }
}
