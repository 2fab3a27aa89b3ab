//! The whole pipeline on one screen: the only place which knows the order of the stages.

use crate::encodings::{self, Encoding};
use crate::evidence::Source;
use crate::guess::Guess;
use crate::hints::{Hints, Method};

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
        let mut stream = self.stream();
        stream.feed(bytes);
        stream.finish()
    }

    /// For pages which arrive in pieces: feed them all, then finish. Memory is bounded.
    pub fn stream(&self) -> Stream {
        Stream { hints: self.hints.clone() }
    }
}

/// A page which arrives in pieces.
#[derive(Clone, Debug)]
pub struct Stream {
    hints: Hints,
}

impl Stream {
    /// Takes the next piece.
    pub fn feed(&mut self, bytes: &[u8]) {
        let _ = bytes;
    }

    /// The answer after the last piece.
    pub fn finish(self) -> Guess {
        let _ = &self.hints;
        Guess {
            encoding: &encodings::UTF_8,
            confidence: 0.0,
            language: None,
            source: Source::Prior,
            ascii: false,
            alternatives: Vec::new(),
            evidence: Vec::new(),
        }
    }
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

    /// Only these encodings may be the answer.
    pub fn allow(mut self, encodings: &[&'static Encoding]) -> Self {
        self.hints.allow = Some(encodings.to_vec());
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
