//! Fits the models of chared, which `pellucid::papers::chared` reads: one text of a language, written in each encoding that
//! the language is written in, gives one vector of triples of bytes for each.
//!
//! The text may be that of web pages, as in the paper: [`Pages`] takes them, each by the encoding that it declares, and says what
//! became of each. [`train`] makes a model for users, with its cross-validation, or says why it would be of no use.

mod pages;
mod train;

pub use pages::{LIKE, Page, Pages, Sample, declared, is_misdeclared, text};
pub use train::{Trained, Useless, Validated, train};

use std::collections::{BTreeMap, HashMap};

use anyhow::Result;
use pellucid::internals::count::{Every, Gram, order};
use pellucid::internals::score::model::ModelKind;
use pellucid::{Encoding, Family, Prior, Use, encodings};
use rayon::prelude::*;

use super::format::Written;
use pellucid_corpora::languages::Language;
use pellucid_corpora::typed::Typist;
use pellucid_corpora::windows::styled;

/// An encoding may lose this share of a language's letters, or somewhat more than what the language's best encoding of the web
/// loses: text that is written more fully elsewhere would only be mistaken for it.
const LOST: f64 = 0.03;
const MORE: f64 = 1.2;
/// None loses more than this.
const MOST: f64 = 0.5;

/// The share of letters that an encoding of a language may lose, by what all of them lose.
fn allowed(lost: impl Iterator<Item = (&'static Encoding, f64)>) -> f64 {
    let web = lost.filter(|(encoding, _)| encoding.usage() == Use::Web);
    let least = web.map(|(_, lost)| lost).fold(1.0, f64::min);
    LOST.max(least * MORE).min(MOST)
}

/// Encodings which fewer of the pages have are not those of the language.
pub const COMMON: f32 = 0.005;

/// Bytes to an n-gram in the paper: with pairs, fewer pages were read correctly.
pub const TRIPLES: usize = 3;

/// An encoding and how common it is, 0 to 1.
pub type Common = (&'static Encoding, f32);

/// Which n-grams a model has: all, or the most frequent ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Keep {
    /// All.
    All,
    /// So many.
    Most(usize),
    /// As many as make up this share of all occurrences.
    Share(f64),
}

/// The vectors of a language's texts in these encodings, of n-grams with so many bytes.
pub fn fit(
    language: &str,
    texts: &[impl AsRef<str> + Sync],
    encodings: &[Common],
    bytes: usize,
    keep: Keep,
) -> Vec<u8> {
    let vectors: Vec<Vector> =
        encodings.par_iter().map(|(encoding, _)| vector(encoding, texts, bytes)).collect();
    model(language, &vectors, encodings, keep)
}

/// How often each n-gram is in a text.
type Vector = HashMap<Gram, u32>;

/// The model with these vectors.
fn model(language: &str, vectors: &[Vector], encodings: &[Common], keep: Keep) -> Vec<u8> {
    let mut grams: BTreeMap<Gram, Vec<(u16, i32)>> = BTreeMap::new();
    for (class, vector) in vectors.iter().enumerate() {
        for (&gram, &count) in vector {
            grams.entry(gram).or_default().push((class as u16, count.min(i32::MAX as u32 / 2) as i32));
        }
    }
    // What is equally frequent in all vectors cannot change their order.
    grams.retain(|_, counts| {
        counts.len() < vectors.len() || counts.iter().any(|(_, count)| *count != counts[0].1)
    });
    // By what they are in the encoding that has most of them.
    let most = |counts: &[(u16, i32)]| counts.iter().map(|(_, count)| *count).max().unwrap_or_default();
    let mut ranked: Vec<(i32, Gram)> = grams.iter().map(|(gram, counts)| (most(counts), *gram)).collect();
    ranked.sort_by_key(|&(count, gram)| (std::cmp::Reverse(count), gram));
    let kept = match keep {
        Keep::All => ranked.len(),
        Keep::Most(limit) => limit.min(ranked.len()),
        Keep::Share(share) => {
            let all: f64 = ranked.iter().map(|(count, _)| f64::from(*count)).sum();
            let mut seen = 0.0;
            let enough = |(count, _): &(i32, Gram)| {
                seen += f64::from(*count);
                seen > share * all
            };
            ranked.iter().position(enough).unwrap_or(ranked.len())
        }
    };
    for (_, gram) in &ranked[kept..] {
        grams.remove(gram);
    }
    let class = |(encoding, share): &Common| (language.to_owned(), encoding.name().to_owned(), *share);
    let classes = encodings.iter().map(class).collect();
    Written { kind: ModelKind::Chared, floor: 0.0, step: 1.0, classes, grams }.bytes()
}

/// How often each n-gram is in texts that are written in an encoding.
fn vector(encoding: &'static Encoding, texts: &[impl AsRef<str>], bytes: usize) -> Vector {
    let mut typist = Typist::without_ascii(encoding);
    let mut every = Every::default();
    for line in texts.iter().flat_map(|text| text.as_ref().split(['\n', '\u{FFFD}'])) {
        // What the encoding has not, and what could not be read, is counted as nothing.
        for run in typist.runs(line) {
            every.feed(&run);
            every.gap();
        }
    }
    every.finish().iter().filter(|(gram, _)| order(*gram) == bytes).collect()
}

/// A model that ships.
pub struct Shipped {
    /// BCP 47 tag.
    pub tag: String,
    /// The file.
    pub model: Vec<u8>,
}

/// Models for all languages that have a legacy encoding, with as many triples as make up this share of their text.
pub fn ship(languages: &[Language], share: f64) -> Result<Vec<Shipped>> {
    let mut shipped: Vec<&Language> = languages.iter().filter(|l| !l.encodings.is_empty()).collect();
    // Of a language in two spellings, the last: the one which code pages forced upon it.
    shipped.reverse();
    shipped.dedup_by(|a, b| a.tag == b.tag);
    shipped.reverse();
    let fit = |language: &&Language| {
        let text = language.train()?;
        let encodings = encodings_of(language, &text);
        let all: f32 = encodings.iter().map(|encoding| Prior::Web.share(encoding)).sum();
        let common: Vec<Common> =
            encodings.iter().map(|&encoding| (encoding, Prior::Web.share(encoding) / all)).collect();
        let styled: Vec<String> = text.lines().enumerate().map(|(n, line)| styled(line, n)).collect();
        let texts = [text, styled.join("\n")];
        let model = fit(&language.tag, &texts, &common, TRIPLES, Keep::Share(share));
        Ok(Shipped { tag: language.tag.clone(), model })
    };
    shipped.par_iter().map(fit).collect()
}

/// UTF-8, and the encodings that can write the language, if any can: one that loses letters which another has would only
/// be mistaken for it. Without escapes, of which all but ISO-2022-JP are not read by browsers: their triples are ASCII, and
/// speak for them in every text.
fn encodings_of(language: &Language, text: &str) -> Vec<&'static Encoding> {
    let usable = |e: &&'static Encoding| {
        matches!(e.usage(), Use::Web | Use::File) && (e.family() != Family::Escape || e.is_whatwg())
    };
    let lost = |encoding: &'static Encoding| {
        let mut typist = Typist::without_ascii(encoding);
        text.lines().for_each(|line| drop(typist.runs(line)));
        (encoding, typist.lost())
    };
    let lost: Vec<(&'static Encoding, f64)> =
        language.encodings.iter().copied().filter(usable).map(lost).collect();
    let allowed = allowed(lost.iter().copied());
    let mut encodings = vec![&encodings::UTF_8];
    encodings.extend(lost.iter().filter(|(_, lost)| *lost <= allowed).map(|(encoding, _)| *encoding));
    if encodings.len() == 1 {
        encodings.extend(lost.iter().map(|(encoding, _)| *encoding));
    }
    encodings
}

/// The encodings of pages, the commonest first: those that are common, with their shares, and the rest with their numbers.
pub fn common(
    pages: impl Iterator<Item = &'static Encoding>,
) -> (Vec<Common>, Vec<(&'static Encoding, usize)>) {
    let mut counted: HashMap<&'static Encoding, usize> = HashMap::new();
    let mut all = 0;
    for encoding in pages {
        *counted.entry(encoding).or_default() += 1;
        all += 1;
    }
    let share = |pages: usize| pages as f32 / all as f32;
    let mut counted: Vec<_> = counted.into_iter().collect();
    counted.sort_by_key(|(encoding, pages)| (std::cmp::Reverse(*pages), encoding.name()));
    let (kept, rare): (Vec<_>, Vec<_>) = counted.into_iter().partition(|(_, pages)| share(*pages) >= COMMON);
    (kept.into_iter().map(|(encoding, pages)| (encoding, share(pages))).collect(), rare)
}

/// The encodings which somebody names, as common as they are on the web, but in the order given; UTF-8 is always among them.
pub fn listed(encodings: &[&'static Encoding]) -> Vec<Common> {
    let mut listed = encodings.to_vec();
    if !listed.contains(&&encodings::UTF_8) {
        listed.insert(0, &encodings::UTF_8);
    }
    let mut least = 1.0f32;
    let share = |encoding: &'static Encoding| {
        least = least.min(Prior::Web.share(encoding));
        (encoding, least)
    };
    listed.into_iter().map(share).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use pellucid::Detector;
    use pellucid::Model;

    const CZECH: &str = "Příliš žluťoučký kůň úpěl ďábelské ódy. Šílený čaroděj © Škoda";
    const ENCODINGS: [Common; 3] =
        [(&encodings::UTF_8, 0.6), (&encodings::WINDOWS_1250, 0.3), (&encodings::ISO_8859_2, 0.1)];

    #[test]
    fn triples_that_are_equal_in_all_encodings_are_dropped_and_nothing_is_counted_for_what_is_missing() {
        let model = Model::parse(&fit("cs", &["Aáb … Aáb"], &ENCODINGS, TRIPLES, Keep::All)).unwrap();
        let mut grams: Vec<_> = model.grams().collect();
        grams.sort_by_key(|(gram, _)| *gram);
        let triple = |bytes: [u8; 3]| 1 << 24 | u32::from_be_bytes([0, bytes[0], bytes[1], bytes[2]]);
        let weight = |bytes| grams.iter().find(|(gram, _)| *gram == triple(bytes)).map(|(_, w)| w.clone());
        // Both code pages have á at 0xE1, but ISO-8859-2 has no ellipsis.
        assert_eq!(weight(*b"A\xE1b"), Some(vec![(1, 2.0), (2, 2.0)]));
        assert_eq!(weight(*b"A\xC3\xA1"), Some(vec![(0, 2.0)]));
        assert_eq!(weight(*b" \x85 "), Some(vec![(1, 1.0)]));
        assert_eq!(weight(*b" .."), None);
        let ascii = Model::parse(&fit("en", &["only ASCII"], &ENCODINGS, TRIPLES, Keep::All)).unwrap();
        assert_eq!(ascii.grams().count(), 0);
        // A letter that is missing leaves a gap: neither a question mark nor its neighbours are counted.
        let gap = vector(&encodings::KOI8_R, &["abéxy\u{FFFD}zzz"], TRIPLES);
        assert_eq!(gap, HashMap::from([(triple(*b"zzz"), 1)]));
    }

    #[test]
    fn a_model_finds_the_encoding_of_a_known_language() {
        let model = Model::parse(&fit("cs", &[CZECH], &ENCODINGS, TRIPLES, Keep::All)).unwrap();
        let detector = Detector::builder().model(model).build().unwrap();
        for (encoding, _) in ENCODINGS {
            let page = encoding.encode("<p>Škoda, že kůň je žlutý").bytes().to_vec();
            assert_eq!(detector.detect(&page).encoding(), encoding);
        }
        // Nothing tells: the commonest encoding, and the others are as good.
        let guess = detector.detect(b"<p>only ASCII");
        assert_eq!(guess.encoding(), &encodings::UTF_8);
    }

    #[test]
    fn rare_encodings_are_dropped_and_told() {
        let pages = [(&encodings::UTF_8, 300), (&encodings::KOI8_R, 1), (&encodings::WINDOWS_1251, 99)];
        let all = pages.iter().flat_map(|&(encoding, count)| std::iter::repeat_n(encoding, count));
        let (kept, rare) = common(all);
        assert_eq!(kept, [(&encodings::UTF_8, 0.75), (&encodings::WINDOWS_1251, 0.2475)]);
        assert_eq!(rare, [(&encodings::KOI8_R, 1)]);
    }

    #[test]
    fn a_limit_keeps_what_is_most_frequent() {
        let count =
            |keep| Model::parse(&fit("cs", &[CZECH], &ENCODINGS, TRIPLES, keep)).unwrap().grams().count();
        let all = count(Keep::All);
        assert_eq!(count(Keep::Most(40)), 40);
        assert!((all / 3..all * 2 / 3).contains(&count(Keep::Share(0.5))), "{all}");
    }
}
