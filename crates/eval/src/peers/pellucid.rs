//! Ourselves: with what is known about a page, for old files, and by the methods from the papers.

use pellucid::papers::chared;
use pellucid::{Detector, DetectorBuilder, Method, Prior};

use super::{Answer, InProcess, Peer, locked};
use crate::known::Known;

pub fn open() -> Box<dyn Peer> {
    by(|bytes, known| answer(builder(known), bytes))
}

/// `--prior file`.
pub fn open_file() -> Box<dyn Peer> {
    by(|bytes, known| answer(builder(known).prior(Prior::File), bytes))
}

/// `--method hybrid`.
pub fn open_hybrid() -> Box<dyn Peer> {
    by(|bytes, known| answer(builder(known).method(Method::Hybrid), bytes))
}

/// `--method chared`, with the language that is known, or that our own method finds.
pub fn open_chared() -> Box<dyn Peer> {
    by(|bytes, known| match known.language {
        // Where chared has no model for the language, the default method answers.
        Some(language) if chared::shipped(language).is_none() => answer(builder(known), bytes),
        _ => answer(builder(known).method(Method::Chared), bytes),
    })
}

/// `--method svm`.
pub fn open_svm() -> Box<dyn Peer> {
    by(|bytes, known| answer(builder(known).method(Method::Svm), bytes))
}

fn by(detect: fn(&[u8], &Known) -> Answer) -> Box<dyn Peer> {
    Box::new(InProcess { version: locked("pellucid"), detect })
}

fn builder(known: &Known) -> DetectorBuilder {
    let mut builder = Detector::builder();
    if let Some(tag) = known.language {
        builder = builder.language(tag);
    }
    if let Some(domain) = known.tld {
        builder = builder.tld(domain);
    }
    builder
}

fn answer(builder: DetectorBuilder, bytes: &[u8]) -> Answer {
    let guess = builder.build().expect("what is known about a page fits together").detect(bytes);
    // Our answer for ASCII is an encoding that contains it; the judge asks whether we saw that it is ASCII.
    // An escape-based encoding is made of ASCII bytes as well, but is not ASCII.
    let ascii = guess.is_ascii() && guess.encoding().is_ascii_compatible();
    let label = if ascii { "ascii" } else { guess.encoding().name() };
    Answer { label: Some(label.into()), confidence: Some(f64::from(guess.confidence())) }
}
