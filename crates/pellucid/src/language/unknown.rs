//! The error for a language that nobody knows.

use std::error::Error;
use std::fmt;

use super::table::{self, fold};

/// A caller names a language that nobody knows.
///
/// ```
/// let error = pellucid::Language::parse("klingon").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "unknown language \"klingon\"; use a BCP 47 tag such as \"ru\" or \"zh-Hant\", or an English name"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLanguage {
    written: Box<str>,
    suggestion: Option<&'static str>,
}

impl UnknownLanguage {
    pub(super) fn new(written: &str) -> UnknownLanguage {
        UnknownLanguage { written: written.into(), suggestion: nearest(written) }
    }

    /// What the caller wrote.
    #[must_use]
    pub fn written(&self) -> &str {
        &self.written
    }

    /// The name that the caller may have meant.
    #[must_use]
    pub fn suggestion(&self) -> Option<&'static str> {
        self.suggestion
    }
}

impl fmt::Display for UnknownLanguage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown language {:?}; ", self.written)?;
        match self.suggestion {
            Some(name) => write!(f, "did you mean {name:?}? Use ")?,
            None => f.write_str("use ")?,
        }
        f.write_str("a BCP 47 tag such as \"ru\" or \"zh-Hant\", or an English name")
    }
}

impl Error for UnknownLanguage {}

/// Names are compared up to this length; longer ones are no misspelt names.
const LONGEST: usize = 32;

/// The name in the table that differs least: by one letter, or by two if it has six or more. Codes are too short for that.
fn nearest(written: &str) -> Option<&'static str> {
    if written.len() > LONGEST {
        return None;
    }
    let written: Vec<char> = fold(written).chars().collect();
    let most = match written.len() {
        0..=3 => return None,
        4 | 5 => 1,
        _ => 2,
    };
    let names = table::aliases().filter(|alias| alias.written.len() > 3);
    let judged = names.map(|alias| (distance(&written, &fold(alias.written)), alias.written));
    judged
        .filter(|(distance, _)| *distance <= most)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// How many letters must be added, removed or changed to make one word of the other: the distance of Levenshtein.
fn distance(a: &[char], b: &str) -> usize {
    let mut row: Vec<usize> = (0..=a.len()).collect();
    for (i, b) in b.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, a) in a.iter().enumerate() {
            let changed = diagonal + usize::from(*a != b);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[a.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggestions() {
        for (written, expected) in [
            ("rusian", Some("Russian")),
            ("Frensh", Some("French")),
            ("germna", Some("German")),
            ("ukranian", Some("Ukrainian")),
            ("deutch", Some("deutsch")),
            ("simplified chinees", Some("Simplified Chinese")),
            ("tamli", None),
            ("tamill", Some("Tamil")),
            ("klingon", None),
            ("elvish", None),
            ("jpp", None),
            ("xx", None),
            ("", None),
        ] {
            assert_eq!(nearest(written), expected, "{written}");
        }
        assert_eq!(nearest(&"russian ".repeat(1000)), None);
    }

    #[test]
    fn messages() {
        let error = UnknownLanguage::new("rusian");
        assert_eq!(
            error.to_string(),
            "unknown language \"rusian\"; did you mean \"Russian\"? Use a BCP 47 tag such as \"ru\" or \"zh-Hant\", or an English name"
        );
        assert_eq!(error.written(), "rusian");
    }

    #[test]
    fn distances() {
        for (a, b, expected) in [("", "abc", 3), ("abc", "", 3), ("abc", "abd", 1), ("kitten", "sitting", 3)]
        {
            let a: Vec<char> = a.chars().collect();
            assert_eq!(distance(&a, b), expected);
        }
    }
}
