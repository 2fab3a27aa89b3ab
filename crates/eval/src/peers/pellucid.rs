//! Ourselves: by the one call that most people use, and as told that the pages are old files.

use pellucid::{Detector, Guess, Prior};

use super::{Answer, InProcess, Peer, locked};

pub fn open() -> Box<dyn Peer> {
    Box::new(InProcess { version: locked("pellucid"), detect: |bytes| answer(pellucid::detect(bytes)) })
}

/// `--prior file`.
pub fn open_file() -> Box<dyn Peer> {
    let detect = |bytes: &[u8]| answer(Detector::builder().prior(Prior::File).build().detect(bytes));
    Box::new(InProcess { version: locked("pellucid"), detect })
}

fn answer(guess: Guess) -> Answer {
    // Our answer for ASCII is an encoding that contains it; the judge asks whether we saw that it is ASCII.
    // An escape-based encoding is made of ASCII bytes as well, but is not ASCII.
    let ascii = guess.is_ascii() && guess.encoding().is_ascii_compatible();
    let label = if ascii { "ascii" } else { guess.encoding().name() };
    Answer { label: Some(label.into()), confidence: Some(f64::from(guess.confidence())) }
}
