//! Fits the tables of the composite approach: of a multi-byte encoding its common characters, of Japanese also the common
//! pairs of hiragana; of a language in a single-byte encoding its frequent letters and their positive pairs. A class's number
//! is what typical text has of them.

use std::collections::HashMap;

use anyhow::Result;
use pellucid::Family;
use pellucid::internals::count::{Gram, PAIR};
use pellucid::papers::hybrid::experts::universal::scheme::Scheme;
use pellucid::papers::hybrid::experts::universal::sequences::{LETTERS, POSITIVE, hiragana, words};

use super::tables;
use pellucid_corpora::languages::Language;

/// Common characters of a multi-byte encoding, as published.
const CHARACTERS: usize = 512;
/// Positive pairs of hiragana.
const HIRAGANA: usize = 512;
/// The share of the ratio that our text has which is typical of a page. As its successors do: pages have names, and words of
/// other subjects. With all of it, Korean pages reach a third of the confidence.
const TYPICAL: f64 = 0.25;
/// So much of a text is looked at.
const BYTES: usize = 4 << 20;

/// The encodings, each with the languages that it has tables for.
const CLASSES: &[(&str, &[&str])] = &[
    ("Shift_JIS", &["ja"]),
    ("EUC-JP", &["ja"]),
    ("GB18030", &["zh-Hans"]),
    ("EUC-KR", &["ko"]),
    ("Big5", &["zh-Hant"]),
    ("EUC-TW", &["zh-Hant"]),
    ("windows-1251", &["ru", "uk", "bg"]),
    ("KOI8-R", &["ru"]),
    ("ISO-8859-5", &["ru", "bg"]),
    ("x-mac-cyrillic", &["ru"]),
    ("IBM866", &["ru"]),
    ("IBM855", &["ru"]),
    ("windows-1253", &["el"]),
    ("ISO-8859-7", &["el"]),
    ("windows-1255", &["he"]),
    ("ISO-8859-8", &["he"]),
    ("windows-1256", &["ar", "fa"]),
    ("ISO-8859-6", &["ar"]),
    ("windows-874", &["th"]),
    ("windows-1254", &["tr"]),
    ("windows-1250", &["cs", "hu", "pl", "hr", "sk", "sl", "ro-cedilla"]),
    ("ISO-8859-2", &["cs", "hu", "pl", "hr", "sk", "sl", "ro-cedilla"]),
    ("windows-1257", &["lt", "lv", "et"]),
    ("windows-1258", &["vi"]),
    ("windows-1252", &["de", "fr", "es", "pt", "it", "sv", "da", "fi", "nl", "is"]),
];

/// What a class has.
struct Table {
    grams: Vec<Gram>,
    typical: f64,
}

/// The bytes of the tables.
pub fn fit(languages: &[Language]) -> Result<Vec<u8>> {
    tables::fit(languages, CLASSES, |label, encoding, text| {
        let bytes = tables::written(encoding, text, BYTES);
        let table = match Scheme::of(encoding) {
            Some(scheme) => multi_byte(scheme, &bytes),
            None if encoding.family() == Family::SingleByte => single_byte(&bytes),
            None => anyhow::bail!("no scheme of {label}"),
        };
        Ok((table.typical as f32, table.grams))
    })
}

/// The most frequent of what was counted, and how many of all they are.
fn most(counts: HashMap<Gram, usize>, number: usize) -> (Vec<Gram>, usize) {
    let mut ranked: Vec<(Gram, usize)> = counts.into_iter().collect();
    ranked.sort_by_key(|&(gram, count)| (std::cmp::Reverse(count), gram));
    ranked.truncate(number);
    let sum = ranked.iter().map(|(_, count)| count).sum();
    (ranked.into_iter().map(|(gram, _)| gram).collect(), sum)
}

fn multi_byte(scheme: &Scheme, bytes: &[u8]) -> Table {
    let (mut characters, mut pairs) = (HashMap::new(), HashMap::new());
    let (mut all, mut last) = (0usize, None);
    let mut count = |character: &[u8]| {
        let &[a, b] = character else {
            all += usize::from(character.len() > 2);
            last = None;
            return;
        };
        all += 1;
        *characters.entry(PAIR | Gram::from(a) << 8 | Gram::from(b)).or_default() += 1;
        let now = hiragana(a, b);
        if let (Some(before), Some(now)) = (last, now) {
            *pairs.entry(PAIR | Gram::from(before) << 8 | Gram::from(now)).or_default() += 1;
        }
        last = now;
    };
    // A letter that the encoding lacks is no character; what stands around it is read anyway.
    for line in bytes.split(|byte| *byte == b'\n') {
        scheme.characters(line, &mut count);
    }
    let (mut grams, common) = most(characters, CHARACTERS);
    // Some characters of other languages are at these places too.
    if pairs.values().sum::<usize>() * 5 > all {
        grams.extend(most(pairs, HIRAGANA).0);
    }
    grams.sort_unstable();
    Table { grams, typical: TYPICAL * common as f64 / (all - common).max(1) as f64 }
}

fn single_byte(bytes: &[u8]) -> Table {
    let text: Vec<u8> = bytes.split(|byte| *byte == b'\n').flat_map(words).collect();
    let mut letters = HashMap::new();
    for &byte in text.iter().filter(|byte| **byte != b' ') {
        *letters.entry(Gram::from(byte)).or_default() += 1;
    }
    let (mut grams, _) = most(letters, LETTERS);
    let frequent = |byte: u8| grams.contains(&Gram::from(byte));
    let mut pairs = HashMap::new();
    for pair in text.windows(2) {
        let &[a, b] = pair else { continue };
        if !(a.is_ascii() && b.is_ascii()) && frequent(a) && frequent(b) {
            *pairs.entry(PAIR | Gram::from(a) << 8 | Gram::from(b)).or_default() += 1;
        }
    }
    let all: usize = pairs.values().sum();
    let (positive, sum) = most(pairs, POSITIVE);
    grams.extend(positive);
    grams.sort_unstable();
    Table { grams, typical: sum as f64 / all.max(1) as f64 }
}

#[cfg(test)]
mod tests {
    use pellucid::encodings;

    use super::*;

    #[test]
    fn letters_and_their_pairs() {
        let bytes = tables::written(&encodings::WINDOWS_1251, "да и да\nno", BYTES);
        let Table { grams, typical } = single_byte(&bytes);
        assert_eq!(grams, [0xE0, 0xE4, 0xE8, PAIR | 0xE4E0]);
        assert_eq!(typical, 1.0);
    }

    #[test]
    fn common_characters_and_hiragana() {
        let bytes = tables::written(&encodings::EUC_JP, "のはのは人人", BYTES);
        let Table { grams, .. } = multi_byte(Scheme::of(&encodings::EUC_JP).unwrap(), &bytes);
        let (no, ha) = (hiragana(0xA4, 0xCE).unwrap(), hiragana(0xA4, 0xCF).unwrap());
        let pair = |a: u8, b: u8| PAIR | Gram::from(a) << 8 | Gram::from(b);
        assert_eq!(grams, [pair(no, ha), pair(ha, no), PAIR | 0xA4CE, PAIR | 0xA4CF, PAIR | 0xBFCD]);
    }
}
