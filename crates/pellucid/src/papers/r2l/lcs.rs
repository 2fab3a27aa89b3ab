//! How much of a text was found: recall, precision and F1 by the longest common subsequence, formula (3) of the paper on R2L.

use crate::named::named;
use std::collections::HashMap;
use std::hash::Hash;

/// What texts are compared by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Characters, as in the paper's example. All white space is one space.
    Characters,
    /// Words, which is how extractors are compared today: a word half found is not found. Runs of letters and digits, in lower case;
    /// of scripts that put no space between words, each letter.
    #[default]
    Words,
}

named!(Unit, "unit":
    Characters => "characters",
    Words => "words",
);

/// Formula (3): how a text that was found agrees with the one that was wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Agreement {
    /// `r`: how much of what was wanted was found.
    pub recall: f64,
    /// `p`: how much of what was found was wanted.
    pub precision: f64,
    /// F1, their harmonic mean.
    pub f1: f64,
}

impl Agreement {
    /// More units of a text are not looked at, which bounds the time: two texts of two words in turn, the worst there is, take
    /// half a second.
    pub const MOST: usize = 100_000;

    /// Compares what was found with what was wanted. Two texts without units agree.
    pub fn of(found: &str, wanted: &str, unit: Unit) -> Agreement {
        match unit {
            Unit::Characters => Agreement::of_units(&characters(found), &characters(wanted)),
            Unit::Words => Agreement::of_units(&words(found), &words(wanted)),
        }
    }

    fn of_units<T: Eq + Hash>(found: &[T], wanted: &[T]) -> Agreement {
        let (m, g) = (found.len(), wanted.len());
        if m + g == 0 {
            return Agreement { recall: 1.0, precision: 1.0, f1: 1.0 };
        }
        let k = length(found, wanted);
        if k == 0 {
            return Agreement::default();
        }
        let (recall, precision) = (k as f64 / g as f64, k as f64 / m as f64);
        Agreement { recall, precision, f1: 2.0 * precision * recall / (precision + recall) }
    }
}

fn characters(text: &str) -> Vec<char> {
    let mut characters = Vec::new();
    for word in text.split_whitespace() {
        if !characters.is_empty() {
            characters.push(' ');
        }
        let room = Agreement::MOST.saturating_sub(characters.len());
        characters.extend(word.chars().take(room));
        if room == 0 {
            break;
        }
    }
    characters.truncate(Agreement::MOST);
    characters
}

/// The words of a text, as [`Unit::Words`] has them; no more than [`Agreement::MOST`].
pub fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    for character in text.chars() {
        let alone = is_unspaced(character);
        if (alone || !character.is_alphanumeric()) && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if words.len() >= Agreement::MOST {
            break;
        }
        if alone {
            words.push(character.into());
        } else if character.is_alphanumeric() {
            word.extend(character.to_lowercase());
        }
    }
    words.extend(Some(word).filter(|word| !word.is_empty()));
    words.truncate(Agreement::MOST);
    words
}

/// Whether the character is of a script that puts no space between words: Thai, Lao, Burmese, Khmer, Chinese, Japanese. Korean,
/// which does, is counted with them, as its words carry endings.
fn is_unspaced(character: char) -> bool {
    matches!(character,
        '\u{E00}'..='\u{EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}' | '\u{3040}'..='\u{30FF}'
        | '\u{3400}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7AF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
        && character.is_alphanumeric()
}

/// The length of the longest common subsequence.
///
/// Hyyrö's bit-parallel form of the usual table: a column of it is a row of bits, 0 where the length grows, and the next column is
/// `V' = (V + (V & M)) | (V & !M)`, where M marks the places of `a` that equal the new unit of `b`. A block of 64 bits without
/// a mark, to which nothing is carried, stays as it is; so only blocks with marks are visited. Memory is linear, time
/// `a.len() * b.len() / 64` at worst.
pub fn length<T: Eq + Hash>(a: &[T], b: &[T]) -> usize {
    let mut marks: HashMap<&T, Vec<(usize, u64)>> = HashMap::new();
    for (i, unit) in a.iter().enumerate() {
        let blocks = marks.entry(unit).or_default();
        let (block, bit) = (i / 64, 1 << (i % 64));
        match blocks.last_mut() {
            Some((last, mask)) if *last == block => *mask |= bit,
            _ => blocks.push((block, bit)),
        }
    }
    // Bits behind the end of `a` have no marks: they stay 1, and end the last carry.
    let mut v = vec![u64::MAX; a.len().div_ceil(64)];
    for unit in b {
        let Some(blocks) = marks.get(unit) else { continue };
        let mut blocks = blocks.iter().copied().peekable();
        let mut carried = None;
        while let Some(at) = carried.or(blocks.peek().map(|&(block, _)| block)).filter(|&at| at < v.len()) {
            let m = blocks.next_if(|&(block, _)| block == at).map_or(0, |(_, mask)| mask);
            let old = v[at];
            let (sum, first) = old.overflowing_add(old & m);
            let (sum, second) = sum.overflowing_add(carried.is_some().into());
            v[at] = sum | (old & !m);
            carried = (first || second).then_some(at + 1);
        }
    }
    v.iter().map(|block| block.count_zeros() as usize).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn words_of_all_scripts() {
        assert_eq!(words("Don't PANIC, 42!"), ["don", "t", "panic", "42"]);
        assert_eq!(words("漢字とkana"), ["漢", "字", "と", "kana"]);
        assert_eq!(words("سلام، دنیا"), ["سلام", "دنیا"]);
    }

    #[test]
    fn the_example_of_the_paper() {
        let (human, chimpanzee): (Vec<char>, Vec<char>) =
            ("HUMAN".chars().collect(), "CHIMPANZEE".chars().collect());
        assert_eq!(length(&human, &chimpanzee), "HMAN".len());
        let agreement = Agreement::of("HUMAN", "CHIMPANZEE", Unit::Characters);
        assert_eq!((agreement.recall, agreement.precision), (4.0 / 10.0, 4.0 / 5.0));
        assert!((agreement.f1 - 8.0 / 15.0).abs() < 1e-12);
    }

    #[test]
    fn units() {
        assert_eq!(
            words("Déjà-vu 2, می\u{200C}شود 日本x語"),
            ["déjà", "vu", "2", "می", "شود", "日", "本", "x", "語"]
        );
        assert_eq!(characters(" a \n b"), ['a', ' ', 'b']);
        assert_eq!(Agreement::of("", " ", Unit::Words).f1, 1.0);
        assert_eq!(Agreement::of("", "a", Unit::Words), Agreement::default());
        assert_eq!(Agreement::of("A b c", "a  B, c!", Unit::Words).f1, 1.0);
    }

    #[test]
    fn long_texts_are_cut() {
        let long = "x ".repeat(Agreement::MOST + 10);
        assert_eq!(words(&long).len(), Agreement::MOST);
        assert_eq!(characters(&long).len(), Agreement::MOST);
        assert_eq!(characters(&"x".repeat(Agreement::MOST + 10)).len(), Agreement::MOST);
    }

    /// The table, as one would write it.
    fn obvious(a: &[u8], b: &[u8]) -> usize {
        let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
        for i in 0..a.len() {
            for j in 0..b.len() {
                table[i + 1][j + 1] =
                    if a[i] == b[j] { table[i][j] + 1 } else { table[i][j + 1].max(table[i + 1][j]) };
            }
        }
        table[a.len()][b.len()]
    }

    proptest! {
        #[test]
        fn as_the_table_has_it(a in prop::collection::vec(0u8..6, 0..300), b in prop::collection::vec(0u8..6, 0..300)) {
            prop_assert_eq!(length(&a, &b), obvious(&a, &b));
        }

        #[test]
        fn as_the_table_has_it_with_rare_units(a in prop::collection::vec(any::<u8>(), 0..400), b in prop::collection::vec(any::<u8>(), 0..400)) {
            prop_assert_eq!(length(&a, &b), obvious(&a, &b));
        }
    }
}
