//! Ourselves: with what is known of a page, and as told that the pages are old files.

use pellucid::{Detector, DetectorBuilder, Guess, Method, Prior};

use super::{Answer, InProcess, Peer, locked};
use crate::known::Known;

pub fn open() -> Box<dyn Peer> {
    Box::new(InProcess {
        version: locked("pellucid"),
        detect: |bytes, known| answer(builder(known).build().detect(bytes)),
    })
}

/// `--prior file`.
pub fn open_file() -> Box<dyn Peer> {
    let detect =
        |bytes: &[u8], known: &Known| answer(builder(known).prior(Prior::File).build().detect(bytes));
    Box::new(InProcess { version: locked("pellucid"), detect })
}

/// `--method svm`.
pub fn open_svm() -> Box<dyn Peer> {
    let detect =
        |bytes: &[u8], known: &Known| answer(builder(known).method(Method::Svm).build().detect(bytes));
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

fn answer(guess: Guess) -> Answer {
    // Our answer for ASCII is an encoding that contains it; the judge asks whether we saw that it is ASCII.
    // An escape-based encoding is made of ASCII bytes as well, but is not ASCII.
    let ascii = guess.is_ascii() && guess.encoding().is_ascii_compatible();
    let label = if ascii { "ascii" } else { guess.encoding().name() };
    Answer { label: Some(label.into()), confidence: Some(f64::from(guess.confidence())) }
}
