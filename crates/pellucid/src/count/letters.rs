//! Counts n-grams of letters: decoded text in, [`Counts`] out, for telling languages.
//!
//! Letters lose their case, and everything between words is one space. Counted are runs of four letters within a word, its
//! borders included, and single letters beyond ASCII. Characters of Chinese and Korean count alone: two of them are
//! nearly a word, and there are too many pairs. Tried on windows of 50 bytes in 120 languages, at the same size of model:
//! triples or fives beside the fours, and bytes of UTF-8 instead of letters were worse; whole words made no difference.

use std::sync::LazyLock;

use super::{Counts, Gram};

/// What separates words.
const SPACE: u32 = b' ' as u32;
/// Characters below this are looked up, others go by ranges.
const TABLE: usize = 0x2000;

/// Folded characters of all alphabets with cases.
static FOLDED: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let fold = |c: char| {
        let mut lower = c.to_lowercase();
        let folded = lower.next().filter(|_| lower.next().is_none()).unwrap_or(c);
        if c.is_alphabetic() { folded as u16 } else { SPACE as u16 }
    };
    ('\0'..).take(TABLE).map(fold).collect()
});

/// Letters lose their case, what is no letter is a space.
fn fold(table: &[u16], c: char) -> u32 {
    match c as u32 {
        code if (code as usize) < TABLE => u32::from(table[code as usize]),
        // Punctuation, symbols, full-width signs, private use, emoji.
        0x2000..0x2C00 | 0x2E00..0x2E80 | 0x3000..0x3005 | 0x3008..0x3021 | 0x30FB | 0xE000..0xF900 => SPACE,
        0xFE00..0xFE70 | 0xFF00..0xFF21 | 0xFF3B..0xFF41 | 0xFF5B..0xFF66 | 0xFFF0.. => match c {
            '\u{20000}'..'\u{40000}' => c as u32,
            _ => SPACE,
        },
        code => code,
    }
}

/// Chinese characters and Korean syllables.
fn is_syllable(c: u32) -> bool {
    matches!(c, 0x3400..0xA000 | 0xAC00..0xD7A4 | 0xF900..0xFB00 | 0x20000..0x40000)
}

/// One letter more in a number for a run of letters, which begins as how many they are.
pub(crate) fn join(run: Gram, c: u32) -> Gram {
    (run.rotate_left(5) ^ c).wrapping_mul(0x9E37_79B1)
}

/// Counts the n-grams of letters of text that comes in pieces.
#[derive(Clone, Debug)]
pub struct Letters {
    counts: Counts,
    /// The last three characters, folded, the latest first.
    last: [u32; 3],
}

impl Default for Letters {
    fn default() -> Letters {
        Letters { counts: Counts::default(), last: [SPACE; 3] }
    }
}

impl Letters {
    /// Counts the n-grams which end in this text.
    pub fn feed(&mut self, text: &str) {
        let table = &**FOLDED;
        for c in text.chars() {
            self.step(fold(table, c));
        }
    }

    #[inline]
    fn step(&mut self, c: u32) {
        let [a, b, d] = self.last;
        if c == SPACE && a == SPACE {
            return;
        }
        self.last = [c, a, b];
        if c > 0x7F {
            self.counts.add(join(1, c));
        }
        if a != SPACE && b != SPACE && !is_syllable(a) && !is_syllable(c) {
            self.counts.add(join(join(join(join(4, d), b), a), c));
        }
    }

    /// All runs of four characters of a text with the n-gram that each would be, and its last character with its own: a model that is
    /// packed has letters, and not their sums.
    pub fn spell(text: &str, mut found: impl FnMut(Gram, &[u32])) {
        let mut last = [SPACE; 4];
        for c in text.chars().chain(['\n']).map(|c| fold(&FOLDED, c)) {
            if c != SPACE || last[3] != SPACE {
                last = [last[1], last[2], last[3], c];
                found(join(1, c), &last[3..]);
                found(last.into_iter().fold(4, join), &last);
            }
        }
    }

    /// The counts, with the end of the text as a space.
    pub fn finish(mut self) -> Counts {
        self.step(SPACE);
        self.counts
    }
}

/// The same n-grams of words that are ASCII, one after the other; what else is beside them is not known yet.
#[derive(Clone, Debug)]
pub struct Ascii<'a> {
    bytes: std::slice::Iter<'a, u8>,
    /// The last three characters, folded, the latest first.
    last: [u32; 3],
}

impl Ascii<'_> {
    /// Of a text in any encoding.
    pub fn new(bytes: &[u8]) -> Ascii<'_> {
        Ascii { bytes: bytes.iter(), last: [SPACE; 3] }
    }
}

/// A character that is not known: no n-gram spans it.
const OTHER: u32 = u32::MAX;

impl Iterator for Ascii<'_> {
    type Item = Gram;

    fn next(&mut self) -> Option<Gram> {
        for &byte in self.bytes.by_ref() {
            let c = match byte {
                b'a'..=b'z' => byte.into(),
                b'A'..=b'Z' => (byte | 0x20).into(),
                0x80.. => OTHER,
                _ => SPACE,
            };
            let [a, b, d] = self.last;
            if c == SPACE && a == SPACE {
                continue;
            }
            self.last = [c, a, b];
            if a != SPACE && b != SPACE && ![a, b, c, d].contains(&OTHER) {
                return Some(join(join(join(join(4, d), b), a), c));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(text: &str) -> Vec<(Gram, u32)> {
        let mut letters = Letters::default();
        letters.feed(text);
        let mut counts: Vec<_> = letters.finish().iter().collect();
        counts.sort();
        counts
    }

    #[test]
    fn fours_within_words_and_single_letters_beyond_ascii() {
        assert_eq!(counted("The").len(), 2, "‹the›: ‹the and the›");
        assert_eq!(counted("à").len(), 1);
        assert_eq!(counted("中文").len(), 2);
        assert_eq!(counted("12 + {3}; 😀 …"), []);
    }

    #[test]
    fn case_and_what_separates_words_make_no_difference() {
        assert_eq!(counted("ÉTÉ, Жар-Птица"), counted("  été — жар\n«птица»!"));
        assert_ne!(counted("été"), counted("ete"));
    }

    #[test]
    fn ascii_words_have_the_same_n_grams() {
        let text = "The quick, brown Fox";
        let mut grams: Vec<Gram> = Ascii::new(format!("{text} ").as_bytes()).collect();
        grams.sort();
        assert_eq!(grams, counted(text).into_iter().map(|(gram, _)| gram).collect::<Vec<_>>());
        assert_eq!(Ascii::new(b"caf\xE9s").count(), 1);
    }

    #[test]
    fn every_character_is_folded() {
        let all: String = ('\0'..=char::MAX).collect();
        let mut letters = Letters::default();
        letters.feed(&all);
        assert!(letters.finish().total() > 100_000);
    }
}
