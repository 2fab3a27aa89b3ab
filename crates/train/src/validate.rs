//! How well a model does on text of other sources than it was trained on.

use std::collections::BTreeMap;

use anyhow::Result;
use pellucid::{Detector, Encoding, Family, Use, detect};
use pellucid_corpora::languages::{self, Language};
use pellucid_corpora::typed::Typist;
use pellucid_corpora::windows::cut;
use rayon::prelude::*;

/// Windows of text for each language, encoding and length.
const WINDOWS: usize = 40;

/// Windows of one length: how many, and how many were decoded correctly.
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

/// How many windows with a byte beyond ASCII there are, and how many are decoded correctly. A language which an
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

/// Windows of one length: how many, and the shares of correct and wrong languages, in the mean of all languages.
pub struct LanguageValidation {
    /// Bytes.
    pub length: usize,
    /// How many were tried.
    pub windows: usize,
    /// Share of correct answers.
    pub right: f64,
    /// Share of wrong answers.
    pub wrong: f64,
}

/// Detects the language of windows of validation text with the model that is built in.
pub fn language(languages: &[Language], lengths: &[usize]) -> Result<Vec<LanguageValidation>> {
    let texts = languages::validation(languages)?;
    let validation = |&length: &usize| {
        let shares = |(tag, text): &(String, String)| {
            let (mut tried, mut right, mut wrong) = (0usize, 0usize, 0usize);
            for window in cut(text, length) {
                let guess = detect(window.as_bytes());
                tried += 1;
                right += usize::from(guess.language() == Some(tag));
                wrong += usize::from(guess.language().is_some_and(|answer| answer != tag));
            }
            let share = |count: usize| count as f64 / tried.max(1) as f64;
            (tag.clone(), (tried, share(right), share(wrong)))
        };
        let shares: BTreeMap<String, (usize, f64, f64)> = texts.par_iter().map(shares).collect();
        let mean = |share: fn(&(usize, f64, f64)) -> f64| {
            shares.values().map(share).sum::<f64>() / shares.len().max(1) as f64
        };
        LanguageValidation {
            length,
            windows: shares.values().map(|(tried, ..)| tried).sum(),
            right: mean(|(_, right, _)| *right),
            wrong: mean(|(.., wrong)| *wrong),
        }
    };
    Ok(lengths.iter().map(validation).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_means_over_languages() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        write("languages.tsv", "tag\twhatwg_encodings\nru\tkoi8-r\nbg\tkoi8-r\n");
        // Russian under both names: all of one language are right, and none of the other.
        let text = "Каждый охотник желает знать, где сидит фазан\n";
        write("ru.valid.txt", &text.repeat(10));
        write("bg.valid.txt", &text.repeat(20));
        let languages = languages::read(&[folder.path().to_owned()]).unwrap();
        let validation = language(&languages, &[60]).unwrap();
        assert_eq!((validation[0].length, validation[0].windows), (60, 30));
        assert_eq!((validation[0].right, validation[0].wrong), (0.5, 0.5));
        let validation = validate(&languages, &[100], &Detector::default()).unwrap();
        assert_eq!((validation[0].windows, validation[0].right), (9, 9));
    }
}
