//! What came out, what should have → F1 by words as a bag, and by words in order.
//!
//! The definitions are those of the independent harness, so that both can count the same answers.

use std::collections::HashMap;
use std::sync::LazyLock;

use pellucid::papers::r2l::lcs::length;
use regex::Regex;
use unicode_normalization::UnicodeNormalization;

use pellucid_corpora::extraction::Segments;

/// More tokens than that are not looked at.
const MOST_TOKENS: usize = 20_000;

/// A character of a script that writes no spaces (kana, Han, Hangul, Thai, Burmese), or a word: letters and numbers of
/// any script. A word that begins in another script goes on over such characters.
static TOKEN: LazyLock<Regex> = LazyLock::new(|| {
    let pattern =
        r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af\u0e00-\u0e7f\u1000-\u109f]|[\p{L}\p{N}]+";
    Regex::new(pattern).expect("the pattern is constant")
});

/// Python's white space, which has the separators U+001C to U+001F too.
static SPACE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"[\s\x1C-\x1F]+").expect("the pattern is constant"));

/// How well a page with a gold text was extracted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score {
    /// F1 of the words, as a bag.
    pub bag: f64,
    /// F1 of the longest common subsequence of words.
    pub lcs: f64,
}

/// One of the two.
pub type Measure = fn(Score) -> f64;

impl Score {
    /// Of this text, against this gold.
    pub fn of(text: &str, gold: &str) -> Score {
        let mut ids = HashMap::new();
        let (gold, text) = (tokens(gold, &mut ids), tokens(text, &mut ids));
        let f1 = |common| f1(common, text.len(), gold.len());
        Score { bag: f1(bag(&text, &gold)), lcs: f1(length(&text, &gold)) }
    }
}

/// Segments that came out and should have, should have and did not, and did and should not have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hits {
    right: usize,
    missed: usize,
    wrong: usize,
}

impl Hits {
    /// Of this text, against these segments.
    pub fn of(text: &str, gold: &Segments) -> Hits {
        let text = SPACE.replace_all(text, " ");
        let found = |segments: &[String]| {
            segments.iter().filter(|segment| text.contains(&*SPACE.replace_all(segment, " "))).count()
        };
        let right = found(&gold.with);
        Hits { right, missed: gold.with.len() - right, wrong: found(&gold.without) }
    }

    /// Over the segments of all pages together.
    pub fn f1(self) -> f64 {
        f1(self.right, self.right + self.wrong, self.right + self.missed)
    }
}

impl std::iter::Sum for Hits {
    fn sum<I: Iterator<Item = Hits>>(hits: I) -> Hits {
        hits.fold(Hits::default(), |a, b| Hits {
            right: a.right + b.right,
            missed: a.missed + b.missed,
            wrong: a.wrong + b.wrong,
        })
    }
}

/// The harmonic mean of precision and recall.
fn f1(common: usize, found: usize, wanted: usize) -> f64 {
    let share = |of: usize| if of == 0 { 0.0 } else { common as f64 / of as f64 };
    let (precision, recall) = (share(found), share(wanted));
    if common == 0 { 0.0 } else { 2.0 * precision * recall / (precision + recall) }
}

/// A text as the numbers of its tokens, in NFC and lower case; new tokens get the next number.
fn tokens(text: &str, ids: &mut HashMap<String, usize>) -> Vec<usize> {
    let text = text.nfc().collect::<String>().to_lowercase();
    let tokens = TOKEN.find_iter(&text).take(MOST_TOKENS);
    tokens
        .map(|token| {
            let next = ids.len();
            *ids.entry(token.as_str().to_owned()).or_insert(next)
        })
        .collect()
}

/// How many tokens two texts share, each as often as it is in both.
fn bag(a: &[usize], b: &[usize]) -> usize {
    let mut counts: HashMap<usize, usize> = HashMap::new();
    for token in b {
        *counts.entry(*token).or_default() += 1;
    }
    let mut common = 0;
    for token in a {
        if let Some(count) = counts.get_mut(token).filter(|count| **count > 0) {
            *count -= 1;
            common += 1;
        }
    }
    common
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let mut ids = HashMap::new();
        let tokens = tokens(text, &mut ids);
        let names: HashMap<_, _> = ids.into_iter().map(|(name, id)| (id, name)).collect();
        tokens.into_iter().map(|id| names[&id].clone()).collect()
    }

    #[test]
    fn tokens_of_many_scripts() {
        assert_eq!(words("It's SNAKE_case, Nº 3½"), ["it", "s", "snake", "case", "nº", "3½"]);
        assert_eq!(words("東京タワー ไทย"), ["東", "京", "タ", "ワ", "ー", "ไ", "ท", "ย"]);
        assert_eq!(words("cafe\u{301} کتاب‌ها"), ["café", "کتاب", "ها"]);
        // Marks that no letter takes in stand between words, as in the independent count.
        assert_eq!(words("كِتاب"), ["ك", "تاب"]);
        // As the independent count has it: what begins with a letter goes on over Han.
        assert_eq!(words("A級 級A"), ["a級", "級", "a"]);
        assert_eq!(words(&"a ".repeat(MOST_TOKENS + 1)).len(), MOST_TOKENS);
    }

    #[test]
    fn a_bag_forgives_order_and_a_sequence_does_not() {
        let score = Score::of("c d a b", "a b c d");
        assert_eq!((score.bag, score.lcs), (1.0, 0.5));
        let score = Score::of("menu a b c", "A b, c!");
        assert_eq!(score.bag, 2.0 * 0.75 / 1.75);
        assert_eq!(score.bag, score.lcs);
        assert_eq!(Score::of("a a a", "a").bag, 0.5);
        assert_eq!(Score::of("", "a"), Score::default());
        assert_eq!(Score::of("", ""), Score::default());
    }

    /// The quadratic table.
    fn lcs_by_table(a: &[usize], b: &[usize]) -> usize {
        let mut above = vec![0; b.len() + 1];
        for x in a {
            let mut row = vec![0; b.len() + 1];
            for (at, y) in b.iter().enumerate() {
                row[at + 1] = if x == y { above[at] + 1 } else { row[at].max(above[at + 1]) };
            }
            above = row;
        }
        above[b.len()]
    }

    #[test]
    fn subsequences_are_as_long_as_the_table_says() {
        // Numbers that look like chance: a linear congruential generator.
        let mut state = 1_u32;
        let mut next = |below: usize| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) as usize % below
        };
        for round in 0..300 {
            let alphabet = 1 + round % 20;
            let (long, short) = (next(300), next(200));
            let a: Vec<_> = (0..long).map(|_| next(alphabet)).collect();
            let b: Vec<_> = (0..short).map(|_| next(alphabet)).collect();
            assert_eq!(length(&a, &b), lcs_by_table(&a, &b), "{a:?} {b:?}");
        }
    }

    #[test]
    fn segments_are_found_whatever_their_spaces() {
        let gold = Segments {
            with: vec!["main  text".into(), "lost".into()],
            without: vec!["menu".into(), "footer".into()],
        };
        let hits = Hits::of("menu\nmain\ttext", &gold);
        assert_eq!(hits, Hits { right: 1, missed: 1, wrong: 1 });
        assert_eq!([hits, hits].into_iter().sum::<Hits>().f1(), 0.5);
    }
}
