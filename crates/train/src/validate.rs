//! How well a model does on text of other sources than it was trained on.

use anyhow::Result;
use pellucid::{Detector, Encoding, Family, Use};
use rayon::prelude::*;

use crate::corpora::Language;
use crate::typed::Typist;

/// Windows of text for each language, encoding and length.
const WINDOWS: usize = 40;

/// Windows of one length: how many, and how many were read rightly.
pub struct Validation {
    /// Bytes.
    pub length: usize,
    /// How many were tried.
    pub windows: usize,
    /// How many gave the same text as the encoding they are in.
    pub right: usize,
}

/// Detects windows of validation text in the encodings of the web, without hints.
pub fn validate(languages: &[Language], lengths: &[usize], detector: &Detector) -> Result<Vec<Validation>> {
    let texts: Vec<(&Language, String)> =
        languages.par_iter().map(|language| Ok((language, language.valid()?))).collect::<Result<_>>()?;
    let validation = |&length: &usize| {
        let counts = texts.par_iter().flat_map(|(language, text)| {
            let web = language
                .encodings
                .par_iter()
                .filter(|e| e.usage() == Use::Web && e.family() != Family::Escape);
            web.map(move |encoding| windows(detector, encoding, text, length))
        });
        let (windows, right) = counts.reduce(|| (0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
        Validation { length, windows, right }
    };
    Ok(lengths.iter().map(validation).collect())
}

/// How many windows with a byte beyond ASCII there are, and how many are read rightly. A language which an
/// encoding cannot write has none.
fn windows(detector: &Detector, encoding: &'static Encoding, text: &str, length: usize) -> (usize, usize) {
    let mut typist = Typist::new(encoding);
    let (mut tried, mut right, mut page) = (0, 0, Vec::new());
    for line in text.lines() {
        page.extend(typist.line(line));
        page.push(b'\n');
        if page.len() < length {
            continue;
        }
        // Between characters: a window never begins or ends inside of one.
        let cut =
            (0..4).map(|less| &page[..length - less]).find(|cut| encoding.decode(cut).damage().count() == 0);
        if let Some(window) = cut.filter(|window| !window.is_ascii()) {
            tried += 1;
            let answer = detector.detect(window).encoding();
            right += usize::from(answer.decode(window).text() == encoding.decode(window).text());
        }
        page.clear();
        if tried == WINDOWS {
            break;
        }
    }
    if typist.lost() > 0.03 { (0, 0) } else { (tried, right) }
}
