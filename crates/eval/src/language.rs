//! How well languages are told: windows of validation text, and pages with and without their own word.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

use pellucid::detect;
use pellucid_corpora::windows::cut;
use rayon::prelude::*;
use regex::bytes::{Captures, Regex};

use crate::dataset::Page;

/// What was answered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// How many windows or pages there were.
    pub asked: usize,
    /// Answered correctly.
    pub right: usize,
    /// Answered wrongly: the answers, and how often.
    pub wrong: BTreeMap<String, usize>,
}

impl Tally {
    fn add(&mut self, right: bool, answer: Option<&str>) {
        self.asked += 1;
        match answer {
            Some(_) if right => self.right += 1,
            Some(answer) => *self.wrong.entry(answer.to_owned()).or_default() += 1,
            None => {}
        }
    }

    fn share(&self, count: usize) -> f64 {
        100.0 * count as f64 / self.asked.max(1) as f64
    }

    fn wrongs(&self) -> usize {
        self.wrong.values().sum()
    }
}

/// Tallies by the language that is true.
#[derive(Clone, Debug, Default)]
pub struct Languages(pub BTreeMap<String, Tally>);

impl Languages {
    /// The mean over languages of a share in percent.
    fn mean(&self, share: impl Fn(&Tally) -> f64) -> f64 {
        self.0.values().map(share).sum::<f64>() / self.0.len().max(1) as f64
    }

    /// How many were asked, and the means over languages of right, wrong and no answers, in percent.
    pub fn means(&self) -> (usize, f64, f64, f64) {
        let right = self.mean(|tally| tally.share(tally.right));
        let wrong = self.mean(|tally| tally.share(tally.wrongs()));
        let none = self.mean(|tally| tally.share(tally.asked - tally.right - tally.wrongs()));
        (self.0.values().map(|tally| tally.asked).sum(), right, wrong, none)
    }

    /// The commonest confusions: truth, answer, percent of the truth.
    pub fn confusions(&self) -> Vec<(&str, &str, f64)> {
        let mut pairs: Vec<(&str, &str, f64)> = Vec::new();
        for (truth, tally) in &self.0 {
            pairs.extend(tally.wrong.iter().map(|(answer, &n)| (&**truth, &**answer, tally.share(n))));
        }
        pairs.sort_by(|a, b| b.2.total_cmp(&a.2));
        pairs
    }
}

/// A row of a table, and the commonest confusions.
impl fmt::Display for Languages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (asked, right, wrong, none) = self.means();
        let all =
            100.0 * self.0.values().map(|tally| tally.right).sum::<usize>() as f64 / asked.max(1) as f64;
        write!(f, "{asked:7} {right:7.2} {wrong:7.2} {none:7.2} {all:7.2}  ")?;
        self.confusions()
            .iter()
            .take(8)
            .try_for_each(|(truth, answer, share)| write!(f, " {truth}→{answer} {share:.0}"))
    }
}

/// Windows of so many bytes of text: a text and its tag each.
pub fn windows(texts: &[(String, String)], length: usize) -> Languages {
    let tally = |(tag, text): &(String, String)| {
        let mut tally = Tally::default();
        for window in cut(text, length) {
            let guess = detect(window.as_bytes());
            tally.add(guess.language() == Some(tag), guess.language());
        }
        (tag.clone(), tally)
    };
    Languages(texts.par_iter().map(tally).collect())
}

/// Pages, as they are or without the language that they declare.
pub fn pages<'a>(pages: impl Iterator<Item = &'a Page>, declared: bool) -> Languages {
    let mut languages = Languages::default();
    for page in pages {
        let guess = if declared { detect(&page.bytes) } else { detect(&blank_language(&page.bytes)) };
        let right = guess.language().is_some_and(|answer| agree(answer, &page.language));
        languages.0.entry(page.language.clone()).or_default().add(right, guess.language());
    }
    languages
}

static DECLARED: LazyLock<Regex> = LazyLock::new(|| {
    let pattern =
        r#"(?i-u)(\blang\s*=\s*["']?\s*|content-language["']?\s+content\s*=\s*["']?\s*)([A-Za-z0-9_\-]+)"#;
    Regex::new(pattern).expect("the pattern is constant")
});

/// Declared languages become zeros, so that no offset moves.
fn blank_language(bytes: &[u8]) -> Vec<u8> {
    let blanked = DECLARED.replace_all(bytes, |found: &Captures| {
        let mut text = found[1].to_vec();
        text.resize(found[0].len(), b'0');
        text
    });
    blanked.into_owned()
}

/// Whether two tags mean one language; for Chinese, in one script.
fn agree(a: &str, b: &str) -> bool {
    let meant = |tag: &str| {
        let tag = tag.to_ascii_lowercase();
        let primary = tag.split('-').next().unwrap_or_default();
        match (primary, &*tag) {
            ("no" | "nb" | "nn", _) => "no".to_owned(),
            (_, "zh-tw" | "zh-hk" | "zh-hant" | "zh-mo") => "zh-hant".to_owned(),
            ("zh", _) => "zh-hans".to_owned(),
            (primary, _) => primary.to_owned(),
        }
    };
    meant(a) == meant(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declared_languages_are_blanked_where_they_stand() {
        let page =
            br#"<html lang="pt-BR" xml:lang=pt><meta http-equiv="Content-Language" content="pt"><p>slang=x"#;
        let blanked = blank_language(page);
        assert_eq!(blanked.len(), page.len());
        assert_eq!(
            blanked,
            br#"<html lang="00000" xml:lang=00><meta http-equiv="Content-Language" content="00"><p>slang=x"#
        );
    }

    #[test]
    fn tallies_are_means_over_languages() {
        let text = "Каждый охотник желает знать, где сидит фазан\n".repeat(10);
        let told = windows(&[("ru".into(), text.clone()), ("bg".into(), text)], 60);
        let (asked, right, wrong, _) = told.means();
        assert_eq!((asked, right, wrong), (20, 50.0, 50.0));
        assert_eq!(told.confusions(), [("bg", "ru", 100.0)]);
        assert!(agree("zh-CN", "zh-Hans") && agree("nb", "no") && !agree("zh-TW", "zh-Hans"));
    }
}
