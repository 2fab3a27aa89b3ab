//! How well a model does on text of other sources than it was trained on.

use std::collections::BTreeMap;

use anyhow::Result;
use pellucid::encodings::{UTF_8, WINDOWS_1252};
use pellucid::{Detector, Encoding, Family, Use, detect};
use pellucid_corpora::languages::{self, Language};
use pellucid_corpora::typed::Typist;
use pellucid_corpora::windows::cut;
use rayon::prelude::*;

/// Windows of text for each language, encoding and length.
const WINDOWS: usize = 40;

/// Windows of one length: how many, and how many were decoded correctly.
#[derive(Clone, Copy, Debug, Default)]
pub struct Validation {
    /// Bytes.
    pub length: usize,
    /// How many were tried.
    pub windows: usize,
    /// How many gave the same text as the encoding they are in.
    pub right: usize,
    /// How many did not, of answers with a confidence above 0.9.
    pub sure: usize,
    /// Expected calibration error: the mean distance between claimed and true confidence, by tenths.
    pub error: f64,
}

/// Answers, by tenths of their confidence: how many, the sum of confidences, and how many were right.
#[derive(Clone, Copy, Default)]
struct Answers([(usize, f64, usize); 10]);

impl Answers {
    fn add(&mut self, one: &Asked) {
        let tenth = &mut self.0[((one.confidence * 10.0) as usize).min(9)];
        *tenth = (tenth.0 + 1, tenth.1 + f64::from(one.confidence), tenth.2 + usize::from(one.is_right));
    }

    fn and(mut self, other: Answers) -> Answers {
        for (one, more) in self.0.iter_mut().zip(other.0) {
            *one = (one.0 + more.0, one.1 + more.1, one.2 + more.2);
        }
        self
    }

    fn validation(&self, length: usize) -> Validation {
        let (windows, right) = self.0.iter().fold((0, 0), |sum, tenth| (sum.0 + tenth.0, sum.1 + tenth.2));
        let error: f64 = self.0.iter().map(|tenth| (tenth.1 - tenth.2 as f64).abs()).sum();
        let sure = self.0[9].0 - self.0[9].2;
        Validation { length, windows, right, sure, error: error / windows.max(1) as f64 }
    }
}

/// An answer about a window of text.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The language of the text.
    pub language: String,
    /// Bytes.
    pub length: usize,
    /// The encoding that was answered.
    pub answer: &'static Encoding,
    /// How sure the answer claims to be.
    pub confidence: f32,
    /// Whether it gives the same text as the encoding that the window is in.
    pub is_right: bool,
}

/// Languages are left out in so many parts, one after the other.
const PARTS: usize = 8;

/// The tags of the languages that are left out together, in each part.
pub fn parts(languages: &[Language]) -> Vec<Vec<String>> {
    let mut tags: Vec<&str> = languages.iter().map(|language| &*language.tag).collect();
    tags.dedup();
    (0..PARTS)
        .map(|part| tags.iter().skip(part).step_by(PARTS).map(|&tag| tag.to_owned()).collect())
        .collect()
}

/// Answers of models that never saw the language: all languages of a part are left out together. Text in windows-1252, as
/// unknown languages of Latin script mostly are.
pub fn left_out(
    languages: &[Language],
    lengths: &[usize],
    fit: impl Fn(&dyn Fn(&str) -> bool) -> Result<Detector>,
) -> Result<Vec<Asked>> {
    let mut asked = Vec::new();
    for part in parts(languages) {
        let is_out = |tag: &str| part.iter().any(|other| other == tag);
        let detector = fit(&|tag| !is_out(tag))?;
        for language in languages.iter().filter(|language| is_out(&language.tag)) {
            if language.encodings.contains(&&WINDOWS_1252) {
                let text = language.valid()?;
                let about = |&length: &usize| windows(&detector, &WINDOWS_1252, language, &text, length);
                let found: Vec<Vec<Asked>> = lengths.par_iter().map(about).collect();
                asked.extend(found.into_iter().flatten());
            }
        }
    }
    Ok(asked)
}

/// The figures of such answers, by length.
pub fn figures(asked: &[Asked], lengths: &[usize]) -> Vec<Validation> {
    let figures = |&length: &usize| {
        let mut answers = Answers::default();
        asked.iter().filter(|one| one.length == length).for_each(|one| answers.add(one));
        answers.validation(length)
    };
    lengths.iter().map(figures).collect()
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
            web.map(move |encoding| {
                let mut answers = Answers::default();
                windows(detector, encoding, language, text, length).iter().for_each(|one| answers.add(one));
                answers
            })
        });
        counts.reduce(Answers::default, Answers::and).validation(length)
    };
    Ok(lengths.iter().map(validation).collect())
}

/// The answers about windows with a byte beyond ASCII. A language which an
/// encoding cannot write has none.
fn windows(
    detector: &Detector,
    encoding: &'static Encoding,
    language: &Language,
    text: &str,
    length: usize,
) -> Vec<Asked> {
    let mut typist = Typist::new(encoding);
    let (mut asked, mut page) = (Vec::new(), Vec::new());
    for line in text.lines() {
        page.extend(typist.line(line));
        page.push(b'\n');
        if page.len() < length {
            continue;
        }
        // Between characters: a window never begins or ends inside of one.
        let cut =
            (0..4).map(|less| &page[..length - less]).find(|cut| encoding.decode(cut).damage().count() == 0);
        // Some lines were misread before they came to us: legacy text that is valid UTF-8 is none.
        let is_asked = |window: &&[u8]| {
            !window.is_ascii() && (encoding == &UTF_8 || std::str::from_utf8(window).is_err())
        };
        if let Some(window) = cut.filter(is_asked) {
            let guess = detector.detect(window);
            asked.push(Asked {
                language: language.tag.clone(),
                length,
                answer: guess.encoding(),
                confidence: guess.confidence(),
                is_right: guess.encoding().decode(window).text() == encoding.decode(window).text(),
            });
        }
        page.clear();
        if asked.len() == WINDOWS {
            break;
        }
    }
    if typist.lost() > 0.03 { Vec::new() } else { asked }
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
