//! Fits the model of languages: how much more likely an n-gram of letters is in a language than in the mean of all.
//!
//! Weights are as in [`super::linear`], but for Unicode text, so that a class is a language. What a language has clearly
//! less of than others do is left at the floor: most n-grams occur a little everywhere, and room is better
//! spent on more n-grams than on their rarities.

use std::collections::{BTreeMap, HashMap};

use anyhow::Result;
use pellucid::count::{Gram, Letters};
use pellucid::encodings;
use rayon::prelude::*;

use super::format::{STEPS, Written};
use crate::corpora::Language;
use crate::typed::Typist;

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
    total: f64,
    grams: HashMap<Gram, u32>,
}

/// Counts every language; the spellings of one are counted together.
pub fn count(languages: &[Language]) -> Result<Vec<Counted>> {
    let mut tags: Vec<&str> = languages.iter().map(|language| &*language.tag).collect();
    tags.dedup();
    let count_tag = |tag: &&str| {
        let mut letters = Letters::default();
        for language in languages.iter().filter(|language| language.tag == *tag) {
            let text = language.train()?;
            for line in text.lines() {
                letters.feed(line);
                letters.feed("\n");
            }
            // Old pages are spelled as their code pages forced people to, and so are many new ones.
            let Some(encoding) = language.encodings.first() else { continue };
            let mut typist = Typist::new(encoding);
            for line in text.lines().step_by(TYPED) {
                let bytes = typist.line(line);
                letters.feed(encoding.decode(&bytes).text());
                letters.feed("\n");
            }
        }
        let counts = letters.finish();
        let grams = counts.iter().filter(|(_, count)| *count > 1).collect();
        Ok(Counted { tag: (*tag).to_owned(), total: f64::from(counts.total()), grams })
    };
    tags.par_iter().map(count_tag).collect()
}

/// The bytes of a model which is at most so large.
pub fn fit(languages: &[Counted], size: usize) -> Vec<u8> {
    let mut background: HashMap<Gram, f64> = HashMap::new();
    for language in languages {
        for (&gram, &count) in &language.grams {
            *background.entry(gram).or_default() +=
                f64::from(count) / language.total / languages.len() as f64;
        }
    }
    let floor = (LAMBDA / (1.0 + LAMBDA)).ln();
    let weight = |language: &Counted, gram: Gram, count: u32| {
        let frequency = (f64::from(count) - 0.5) / language.total;
        ((frequency / background[&gram] + LAMBDA) / (1.0 + LAMBDA)).ln()
    };
    // Each language names the n-grams that matter most to it, in turn.
    let mut turns: HashMap<Gram, usize> = HashMap::new();
    for language in languages {
        let mut ranked: Vec<(Gram, f64)> = language
            .grams
            .iter()
            .map(|(&gram, &count)| (gram, f64::from(count) * weight(language, gram, count).abs()))
            .collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let share = if language.tag.starts_with("zh") { MANY } else { 1 };
        for (rank, (gram, _)) in ranked.into_iter().enumerate() {
            let turn = turns.entry(gram).or_insert(usize::MAX);
            *turn = (*turn).min(rank / share);
        }
    }
    let mut ranked: Vec<(usize, Gram)> = turns.into_iter().map(|(gram, turn)| (turn, gram)).collect();
    ranked.sort();

    let classes = languages.iter().map(|language| (&*language.tag, &encodings::UTF_8)).collect();
    let mut model = Written { floor, step: STEP, classes, grams: BTreeMap::new() };
    let mut left = size.saturating_sub(model.bytes().len());
    for (_, gram) in ranked {
        let entry = |(index, language): (usize, &Counted)| {
            let steps = ((weight(language, gram, *language.grams.get(&gram)?) - floor) / STEP).round();
            (steps > PRUNED).then_some((index as u16, steps.min(f64::from(STEPS)) as u16))
        };
        let entries: Vec<(u16, u16)> = languages.iter().enumerate().filter_map(entry).collect();
        // Two bytes for the n-gram, seldom three, one for the number of its entries, two for each.
        let Some(rest) = left.checked_sub(4 + 2 * entries.len()) else { break };
        if !entries.is_empty() {
            left = rest;
            model.grams.insert(gram, entries);
        }
    }
    model.bytes()
}
