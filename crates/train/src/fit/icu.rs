//! Fits the tables of ICU's method, for the encodings and languages which ICU has, and Persian, which it has not: the 64
//! commonest triples of a language in a single-byte encoding, the commonest characters of a multi-byte one.

use std::collections::HashMap;

use anyhow::Result;
use pellucid::internals::count::{Every, Gram, TRIPLE};
use pellucid::papers::hybrid::experts::icu::{Character, Fold, characters};
use pellucid::{Encoding, Family};

use super::tables;
use pellucid_corpora::languages::Language;

/// Triples of a language.
const TRIPLES: usize = 64;
/// Characters of a multi-byte encoding: as many as in most of ICU's own tables.
const CHARACTERS: usize = 100;

/// ICU's encodings, in its order, with the languages it has for each.
const CLASSES: &[(&str, &[&str])] = &[
    ("ISO-8859-1", &["en", "da", "de", "es", "fr", "it", "nl", "nb", "pt", "sv"]),
    ("ISO-8859-2", &["cs", "hu", "pl", "ro-cedilla"]),
    ("ISO-8859-5", &["ru"]),
    ("ISO-8859-6", &["ar"]),
    ("ISO-8859-7", &["el"]),
    ("ISO-8859-8-I", &["he"]),
    ("ISO-8859-8", &["he"]),
    ("windows-1251", &["ru"]),
    ("windows-1256", &["ar", "fa"]),
    ("KOI8-R", &["ru"]),
    ("ISO-8859-9", &["tr"]),
    ("Shift_JIS", &["ja"]),
    ("GB18030", &["zh-Hans"]),
    ("EUC-JP", &["ja"]),
    ("EUC-KR", &["ko"]),
    ("Big5", &["zh-Hant"]),
];

/// The bytes of the tables.
pub fn fit(languages: &[Language]) -> Result<Vec<u8>> {
    tables::fit(languages, CLASSES, |label, encoding, text| Ok((0.0, commonest(label, encoding, text))))
}

/// The commonest n-grams of a text in an encoding.
fn commonest(label: &str, encoding: &'static Encoding, text: &str) -> Vec<Gram> {
    let bytes = tables::written(encoding, text, usize::MAX);
    let (counts, most): (HashMap<Gram, u32>, usize) = match encoding.family() {
        Family::SingleByte => {
            let mut every = Every::default();
            every.feed(&Fold::new(label, encoding).apply(&bytes));
            (every.finish().iter().filter(|(gram, _)| *gram >= TRIPLE).collect(), TRIPLES)
        }
        _ => {
            let mut counts = HashMap::new();
            for character in characters(encoding, &bytes) {
                if let Character::Multiple(gram) = character {
                    *counts.entry(gram).or_default() += 1;
                }
            }
            (counts, CHARACTERS)
        }
    };
    let mut ranked: Vec<(Gram, u32)> = counts.into_iter().collect();
    ranked.sort_by_key(|&(gram, count)| (std::cmp::Reverse(count), gram));
    ranked.into_iter().take(most).map(|(gram, _)| gram).collect()
}

#[cfg(test)]
mod tests {
    use pellucid::encodings;
    use pellucid::internals::count::PAIR;

    use super::*;

    #[test]
    fn the_commonest_come_first() {
        let triples = commonest("windows-1251", &encodings::WINDOWS_1251, "И да, и да. Да!");
        // " да" and "да " three times, "и д" twice.
        assert_eq!(triples[..3], [TRIPLE | 0x20_E4_E0, TRIPLE | 0xE4_E0_20, TRIPLE | 0xE8_20_E4]);
        let characters = commonest("Big5", &encodings::BIG5, "人一人");
        assert_eq!(characters, [PAIR | 0xA448, PAIR | 0xA440]);
    }
}
