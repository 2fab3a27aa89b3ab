//! Fits the model of languages: how much more likely an n-gram of letters is in a language than in the mean of all.
//!
//! Weights are by [`frequency`](super::frequency), but for Unicode text, so that a class is a language. What a language has clearly
//! less of than others do is left at the floor: most n-grams occur a little everywhere, and room is better
//! spent on more n-grams than on their rarities.

use std::collections::{BTreeMap, HashSet};

use anyhow::Result;
use pellucid::encodings;
use pellucid::internals::count::{Gram, Letters};
use pellucid::internals::score::model::{Likelihoods, ModelKind};
use rayon::prelude::*;

use super::format::{STEPS, Written};
use super::frequency::{Background, Tally};
use super::packed;
use pellucid_corpora::languages::Language;
use pellucid_corpora::typed::Typist;

/// How much of the background every language has.
const LAMBDA: f64 = 0.1;
/// Nats for one step of a stored weight.
const STEP: f64 = 0.16;
/// Weights so many steps above the floor or fewer are left at it.
const PRUNED: f64 = 12.0;
/// How many n-grams a language names that is written with thousands of characters, when others name one.
const MANY: usize = 4;

/// One line in so many is counted once more as it was typed in the language's commonest code page.
const TYPED: usize = 2;

/// Counts of one language.
pub struct Counted {
    tag: String,
    tally: Tally,
}

/// Counts every language; the spellings of one are counted together.
pub fn count(languages: &[Language]) -> Result<Vec<Counted>> {
    let count_tag = |tag: &&str| {
        let mut letters = Letters::default();
        lines(languages, tag, |line| {
            letters.feed(line);
            letters.feed("\n");
        })?;
        let counts = letters.finish();
        let grams = counts.iter().filter(|(_, count)| *count > 1).collect();
        Ok(Counted { tag: (*tag).to_owned(), tally: Tally { total: f64::from(counts.total()), grams } })
    };
    tags(languages).par_iter().map(count_tag).collect()
}

/// The languages, each once.
fn tags(languages: &[Language]) -> Vec<&str> {
    let mut tags: Vec<&str> = languages.iter().map(|language| &*language.tag).collect();
    tags.dedup();
    tags
}

/// All lines of a language, as they are counted.
fn lines(languages: &[Language], tag: &str, mut line: impl FnMut(&str)) -> Result<()> {
    for language in languages.iter().filter(|language| language.tag == tag) {
        let text = language.train()?;
        text.lines().for_each(&mut line);
        // Old pages are spelled as their code pages forced people to, and so are many new ones.
        let Some(encoding) = language.encodings.first() else { continue };
        let mut typist = Typist::new(encoding);
        for typed in text.lines().step_by(TYPED) {
            line(encoding.decode(&typist.line(typed)).text());
        }
    }
    Ok(())
}

/// The letters of a model's n-grams.
pub fn spelled(model: &Likelihoods, languages: &[Language]) -> Result<packed::Letters> {
    let grams: HashSet<Gram> = model.grams().map(|(gram, _)| gram).collect();
    let of_tag = |tag: &&str| {
        let mut letters = packed::Letters::new();
        lines(languages, tag, |line| {
            Letters::spell(line, |gram, of| {
                if grams.contains(&gram) && !letters.contains_key(&gram) {
                    letters.insert(gram, of.to_vec());
                }
            });
        })?;
        Ok(letters)
    };
    let mut all = packed::Letters::new();
    // In an order of their own, so that the same text gives the same file.
    for letters in tags(languages).par_iter().map(of_tag).collect::<Result<Vec<_>>>()? {
        for (gram, of) in letters {
            all.entry(gram).or_insert(of);
        }
    }
    Ok(all)
}

/// The bytes of a model which is at most so large.
pub fn fit(languages: &[Counted], size: usize) -> Vec<u8> {
    let background =
        Background::new(&languages.iter().map(|language| &language.tally).collect::<Vec<_>>(), LAMBDA);
    let floor = background.floor();
    let at_once = |language: &Counted| if language.tag.starts_with("zh") { MANY } else { 1 };
    let tallies: Vec<(&Tally, usize)> =
        languages.iter().map(|language| (&language.tally, at_once(language))).collect();
    let ranked = background.by_turns(&tallies);
    let name = |language: &Counted| (language.tag.clone(), encodings::UTF_8.name().into(), 0.0);
    let classes = languages.iter().map(name).collect();
    let mut model =
        Written { kind: ModelKind::Likelihood, floor, step: STEP, classes, grams: BTreeMap::new() };
    let mut left = size.saturating_sub(model.bytes().len());
    for (_, gram) in ranked {
        let entry = |(index, language): (usize, &Counted)| {
            let weight = background.weight(&language.tally, gram, *language.tally.grams.get(&gram)?);
            let steps = ((weight - floor) / STEP).round();
            (steps > PRUNED).then_some((index as u16, steps.min(f64::from(STEPS)) as i32))
        };
        let entries: Vec<(u16, i32)> = languages.iter().enumerate().filter_map(entry).collect();
        // Two bytes for the n-gram, seldom three, one for the number of its entries, two for each.
        let Some(rest) = left.checked_sub(4 + 2 * entries.len()) else { break };
        if !entries.is_empty() {
            left = rest;
            model.grams.insert(gram, entries);
        }
    }
    model.bytes()
}
