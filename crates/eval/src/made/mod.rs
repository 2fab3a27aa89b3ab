//! Pages that are made to put one question each, of which no corpus of real pages has enough.
//!
//! - [`declared`]: is a correct declaration obeyed, and a false one overruled?
//! - [`repair`]: is misread text restored, and clean text left alone?
//! - [`signs`]: what is made of a page whose only bytes beyond ASCII are signs?
//! - [`words`]: what is made of a single word or a menu?
//!
//! Each of them gives answers in [`Measured`]; [`report`] and [`floors`] are the same for all.

pub mod declared;
pub mod floors;
pub mod repair;
pub mod report;
pub mod signs;
pub mod words;

use std::collections::BTreeMap;

use pellucid::{Detector, Encoding};

use crate::calibration::Reliability;
use crate::labels;
use crate::score::Judge;

/// A wrong answer with more confidence than this misleads whoever keeps the better half.
pub const LIKELY: f64 = 0.5;
/// A wrong answer with more confidence than this misleads everyone.
pub const SURE: f64 = 0.9;

/// An answer about a page.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The group that it counts in.
    pub group: String,
    /// What the page is, in the columns of its measure.
    pub about: Vec<String>,
    /// The encoding that was answered.
    pub answer: &'static str,
    /// How sure the answer claims to be, 0 to 1.
    pub confidence: f64,
    /// Whether it was right.
    pub right: bool,
}

/// All answers of one measure.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is about.
    pub title: &'static str,
    /// How to read its tables.
    pub note: &'static str,
    /// Names of what is known about each page.
    pub columns: Vec<&'static str>,
    /// Columns that have a table of their own.
    pub by: Vec<&'static str>,
    /// Groups in which right is not a matter of text, so that confidence says nothing about it.
    pub not_calibrated: Vec<&'static str>,
    /// The answers.
    pub outcomes: Vec<Outcome>,
}

/// Figures of a group.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figures {
    /// Pages.
    pub pages: usize,
    /// Right answers.
    pub right: usize,
    /// Wrong ones with a confidence above [`LIKELY`].
    pub wrong_likely: usize,
    /// Wrong ones with a confidence above [`SURE`].
    pub wrong_sure: usize,
    /// Expected calibration error.
    pub ece: Option<f64>,
}

impl Figures {
    /// Of these answers.
    pub fn of<'a>(outcomes: impl Iterator<Item = &'a Outcome> + Clone) -> Figures {
        let wrong_above =
            |limit: f64| outcomes.clone().filter(|one| !one.right && one.confidence > limit).count();
        let claims = outcomes.clone().map(|one| (Some(one.confidence), one.right));
        Figures {
            pages: outcomes.clone().count(),
            right: outcomes.clone().filter(|one| one.right).count(),
            wrong_likely: wrong_above(LIKELY),
            wrong_sure: wrong_above(SURE),
            ece: Reliability::of(claims).map(|reliability| reliability.ece()),
        }
    }

    /// The share of right answers.
    pub fn share(&self) -> Option<f64> {
        (self.pages > 0).then(|| self.right as f64 / self.pages as f64)
    }
}

impl Measured {
    /// The figures of each group, in the order in which groups first occur.
    pub fn groups(&self) -> Vec<(&str, Figures)> {
        let mut names: Vec<&str> = Vec::new();
        for outcome in &self.outcomes {
            if !names.contains(&&*outcome.group) {
                names.push(&outcome.group);
            }
        }
        let figures = |name: &str| {
            let figures = Figures::of(self.outcomes.iter().filter(|one| one.group == name));
            let claims = !self.not_calibrated.iter().any(|start| name.starts_with(start));
            Figures { ece: figures.ece.filter(|_| claims), ..figures }
        };
        names.into_iter().map(|name| (name, figures(name))).collect()
    }

    /// The figures by the values of a column, the worst first. Groups that are no matter of text do not count.
    pub fn by(&self, column: usize) -> Vec<(&str, Figures)> {
        let mut values: BTreeMap<&str, Vec<&Outcome>> = BTreeMap::new();
        let is_text = |one: &&Outcome| !self.not_calibrated.iter().any(|start| one.group.starts_with(start));
        for outcome in self.outcomes.iter().filter(is_text) {
            values.entry(&outcome.about[column]).or_default().push(outcome);
        }
        let mut figures: Vec<(&str, Figures)> =
            values.into_iter().map(|(value, of)| (value, Figures::of(of.into_iter()))).collect();
        let share = |figures: &Figures| figures.share().unwrap_or(1.0);
        figures.sort_by(|a, b| share(&a.1).total_cmp(&share(&b.1)));
        figures
    }
}

/// Whether a line of the text was misread before it came here. What an encoding writes of it is no page in that encoding.
fn is_misread(line: &str) -> bool {
    const MARKS: &str = include_str!("../../../../testdata/misread-lines.txt");
    MARKS.lines().any(|mark| line.contains(mark))
}

/// What a detector answers about a page: the encoding, the confidence, and whether decoding with it gives the text that
/// the truth gives.
fn ask(detector: &Detector, bytes: &[u8], truth: &'static Encoding) -> (&'static str, f64, bool) {
    let guess = detector.detect(bytes);
    let answer = guess.encoding().name();
    let right = Judge::new(&labels::canonical(truth.name()), bytes).verdict(Some(answer)).decode_equal;
    (answer, f64::from(guess.confidence()), right)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(group: &str, language: &str, confidence: f64, right: bool) -> Outcome {
        Outcome { group: group.into(), about: vec![language.into()], answer: "UTF-8", confidence, right }
    }

    #[test]
    fn figures_by_hand() {
        let measured = Measured {
            not_calibrated: vec!["never"],
            outcomes: vec![
                outcome("a", "cs", 1.0, true),
                outcome("a", "de", 0.95, false),
                outcome("never hurt", "cs", 0.6, false),
                outcome("a", "cs", 0.55, false),
            ],
            ..Measured::default()
        };
        let groups = measured.groups();
        assert_eq!(groups.iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["a", "never hurt"]);
        let a = &groups[0].1;
        assert_eq!((a.pages, a.right, a.wrong_likely, a.wrong_sure), (3, 1, 2, 1));
        assert!((a.ece.unwrap() - (0.95 + 0.55) / 3.0).abs() < 1e-12, "{a:?}");
        assert_eq!(groups[1].1, Figures { pages: 1, wrong_likely: 1, ..Figures::default() });
        let by: Vec<_> = measured.by(0).into_iter().map(|(value, figures)| (value, figures.right)).collect();
        assert_eq!(by, [("de", 0), ("cs", 1)]);
    }

    #[test]
    fn answers_are_judged_by_the_text() {
        use pellucid::encodings;
        let russian =
            encodings::WINDOWS_1251.encode("Каждый охотник желает знать, где сидит фазан").into_bytes();
        let ask = |truth| ask(&Detector::default(), &russian, truth);
        assert_eq!(
            (ask(&encodings::WINDOWS_1251).0, ask(&encodings::WINDOWS_1251).2),
            ("windows-1251", true)
        );
        assert!(!ask(&encodings::KOI8_R).2);
    }
}
