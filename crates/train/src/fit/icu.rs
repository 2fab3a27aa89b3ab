//! Fits the tables of ICU's method, for the encodings and languages which ICU has, and Persian, which it has not: the 64 commonest triples of a language
//! in a single-byte encoding, the commonest characters of a multi-byte one.

use std::collections::{BTreeMap, HashMap};

use anyhow::{Context, Result};
use pellucid::internals::count::{Every, Gram, TRIPLE};
use pellucid::internals::score::model::ModelKind;
use pellucid::papers::hybrid::experts::icu::{Character, Fold, characters};
use pellucid::{Encoding, Family};
use rayon::prelude::*;

use super::format::Written;
use pellucid_corpora::languages::Language;
use pellucid_corpora::typed::Typist;

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
    let classes: Vec<(&str, &str)> =
        CLASSES.iter().flat_map(|(label, tags)| tags.iter().map(move |tag| (*label, *tag))).collect();
    let commonest = |&(label, file): &(&str, &str)| {
        let language = languages.iter().find(|language| language.file == file);
        let language = language.with_context(|| format!("no text of {file}"))?;
        let encoding = Encoding::for_name(label).with_context(|| format!("no encoding {label}"))?;
        let name = (language.tag.clone(), label.to_owned(), 0.0);
        Ok((name, commonest(label, encoding, &language.train()?)))
    };
    let tables: Vec<_> = classes.par_iter().map(commonest).collect::<Result<_>>()?;
    let mut grams: BTreeMap<Gram, Vec<(u16, i32)>> = BTreeMap::new();
    let mut names = Vec::new();
    for (number, (name, table)) in tables.into_iter().enumerate() {
        names.push(name);
        for gram in table {
            grams.entry(gram).or_default().push((number as u16, 1));
        }
    }
    Ok(Written { kind: ModelKind::Icu, floor: 0.0, step: 1.0, classes: names, grams }.bytes())
}

/// The commonest n-grams of a text in an encoding.
fn commonest(label: &str, encoding: &'static Encoding, text: &str) -> Vec<Gram> {
    let mut typist = Typist::new(encoding);
    let mut bytes = Vec::new();
    for line in text.lines() {
        bytes.extend(typist.line(line));
        bytes.push(b'\n');
    }
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
