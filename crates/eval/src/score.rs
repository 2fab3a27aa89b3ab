//! An answer and the truth → a verdict; many verdicts → rates.

use std::collections::HashMap;

use crate::labels::{self, NO_TEXT};
use crate::readings::Readings;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Metric {
    /// Decoding with the answer gives the text that the truth gives: what a reader cares about.
    DecodeEqual,
    /// The answer names the truth, or an encoding that contains it.
    Superset,
    /// The answer names the truth.
    Exact,
}

impl Metric {
    /// Every metric, the one that matters first.
    pub const ALL: [Metric; 3] = [Metric::DecodeEqual, Metric::Superset, Metric::Exact];

    /// The word in tables.
    pub fn name(self) -> &'static str {
        match self {
            Metric::DecodeEqual => "decode-equal",
            Metric::Superset => "superset",
            Metric::Exact => "exact",
        }
    }
}

/// Whether an answer was right, by each metric.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// See [`Metric::DecodeEqual`].
    pub decode_equal: bool,
    /// See [`Metric::Superset`].
    pub superset: bool,
    /// See [`Metric::Exact`].
    pub exact: bool,
}

impl Verdict {
    /// By one metric.
    pub fn by(self, metric: Metric) -> bool {
        match metric {
            Metric::DecodeEqual => self.decode_equal,
            Metric::Superset => self.superset,
            Metric::Exact => self.exact,
        }
    }
}

/// Judges answers about one page. Detectors mostly agree, so each label is decoded once.
pub struct Judge<'a> {
    truth: &'a str,
    bytes: &'a [u8],
    readings: Readings<'a>,
    verdicts: HashMap<String, Verdict>,
}

impl<'a> Judge<'a> {
    /// For a page whose truth is this canonical label.
    pub fn new(truth: &'a str, bytes: &'a [u8]) -> Judge<'a> {
        Judge { truth, bytes, readings: Readings::of(truth, bytes), verdicts: HashMap::new() }
    }

    /// The verdict on an answer, in any spelling.
    pub fn verdict(&mut self, label: Option<&str>) -> Verdict {
        let guess = labels::canonical(label.unwrap_or_default());
        if let Some(verdict) = self.verdicts.get(&guess) {
            return *verdict;
        }
        let exact = guess == self.truth;
        let decode_equal = !NO_TEXT.contains(&guess.as_str())
            && (exact || Readings::of(&guess, self.bytes).agrees_with(&self.readings));
        let verdict = Verdict { decode_equal, superset: labels::is_superset(&guess, self.truth), exact };
        self.verdicts.insert(guess, verdict);
        verdict
    }
}

/// How many answers were right, of how many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Answers.
    pub pages: usize,
    decode_equal: usize,
    superset: usize,
    exact: usize,
}

impl Tally {
    /// Counts one more.
    pub fn add(&mut self, verdict: Verdict) {
        self.pages += 1;
        self.decode_equal += usize::from(verdict.decode_equal);
        self.superset += usize::from(verdict.superset);
        self.exact += usize::from(verdict.exact);
    }

    /// Right answers by a metric.
    pub fn right(&self, metric: Metric) -> usize {
        match metric {
            Metric::DecodeEqual => self.decode_equal,
            Metric::Superset => self.superset,
            Metric::Exact => self.exact,
        }
    }

    /// The share of right answers; none without pages.
    pub fn rate(&self, metric: Metric) -> Option<f64> {
        (self.pages > 0).then(|| self.right(metric) as f64 / self.pages as f64)
    }
}

impl FromIterator<Verdict> for Tally {
    fn from_iter<I: IntoIterator<Item = Verdict>>(verdicts: I) -> Tally {
        let mut tally = Tally::default();
        verdicts.into_iter().for_each(|verdict| tally.add(verdict));
        tally
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_ways_of_being_right() {
        let mut judge = Judge::new("gbk", b"\xC4\xE3\xBA\xC3");
        let all = Verdict { decode_equal: true, superset: true, exact: true };
        assert_eq!(judge.verdict(Some("GBK")), all);
        assert_eq!(judge.verdict(Some("cp936")), all);
        assert_eq!(judge.verdict(Some("GB18030")), Verdict { exact: false, ..all });
        assert_eq!(judge.verdict(Some("gb2312")), Verdict { decode_equal: true, ..Verdict::default() });
        assert_eq!(judge.verdict(Some("Shift_JIS")), Verdict::default());
        assert_eq!(judge.verdict(None), Verdict::default());
    }

    #[test]
    fn the_truth_is_right_even_where_nobody_decodes_it() {
        let mut judge = Judge::new("johab", b"\x88\x61");
        assert!(judge.verdict(Some("CP1361")).decode_equal);
        assert!(!judge.verdict(Some("euc-kr")).decode_equal);
        // A page that is not text has no right encoding.
        assert!(!Judge::new("binary", b"\0").verdict(Some("binary")).decode_equal);
    }

    #[test]
    fn rates() {
        let right = Verdict { decode_equal: true, superset: true, exact: false };
        let tally: Tally = [right, right, right, Verdict::default()].into_iter().collect();
        assert_eq!(tally.rate(Metric::DecodeEqual), Some(0.75));
        assert_eq!(tally.rate(Metric::Exact), Some(0.0));
        assert_eq!(Tally::default().rate(Metric::Exact), None);
    }
}
