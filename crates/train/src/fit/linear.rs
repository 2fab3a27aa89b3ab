//! Fits the default model: how much more likely an n-gram is in a class than in the mean of all classes.
//!
//! With `f` the relative frequency of an n-gram in a class and `g` its mean over all classes, the weight is
//! `ln((f/g + λ) / (1 + λ))`: frequencies are smoothed towards the common background and not towards zero, so that a class
//! with little text is not taken for one which excludes what it has not seen. For what a class does not have at all, the
//! weight is the same everywhere, the model's floor.

use std::collections::{BTreeMap, HashMap};

use anyhow::Result;
use pellucid::count::{Counter, Gram};
use pellucid::{Encoding, Family, Use};
use rayon::prelude::*;

use super::format::{STEPS, Written};
use crate::corpora::Language;
use crate::typed::{Typist, plain};

/// How much of the background every class has.
const LAMBDA: f64 = 0.02;
/// Nats for one step of a stored weight: 63 steps reach from the floor to the largest weight.
const STEP: f64 = 0.16;
/// A class may lose this share of its letters, or somewhat more than what the language's best encoding of the web loses:
/// text that is written more fully elsewhere would only be mistaken for it.
const LOST: f64 = 0.03;
const MORE: f64 = 1.2;
/// No class loses more than this.
const MOST: f64 = 0.5;

/// How many n-grams a multi-byte class names when others name one.
const MANY: usize = 8;

/// Counts of one class.
pub struct Counted {
    /// `language encoding`.
    pub language: String,
    /// The encoding.
    pub encoding: &'static Encoding,
    total: f64,
    grams: HashMap<Gram, u32>,
}

/// Counts every language in each of its encodings. Classes that lose too many letters are left out, and named.
pub fn count(languages: &[Language]) -> Result<(Vec<Counted>, Vec<String>)> {
    let all: Vec<Vec<Result<Counted, String>>> = languages
        .par_iter()
        .map(|language| {
            let text = language.train()?;
            let counted: Vec<(Counted, f64)> =
                language.encodings.iter().map(|encoding| count_class(language, encoding, &text)).collect();
            let web = counted.iter().filter(|(class, _)| class.encoding.usage() == Use::Web);
            let least = web.map(|(_, lost)| *lost).fold(1.0, f64::min);
            let allowed = LOST.max(least * MORE).min(MOST);
            let judge = |(class, lost): (Counted, f64)| match lost <= allowed {
                true => Ok(class),
                false => Err(format!("{} {}", class.language, class.encoding)),
            };
            Ok(counted.into_iter().map(judge).collect())
        })
        .collect::<Result<_>>()?;
    let (mut classes, mut left_out) = (Vec::new(), Vec::new());
    for class in all.into_iter().flatten() {
        match class {
            Ok(class) => classes.push(class),
            Err(name) => left_out.push(name),
        }
    }
    Ok((classes, left_out))
}

/// The counts of a class, and the share of letters it loses.
fn count_class(language: &Language, encoding: &'static Encoding, text: &str) -> (Counted, f64) {
    let mut typist = Typist::new(encoding);
    let mut counter = Counter::boundless();
    for (number, line) in text.lines().enumerate() {
        // Of real pages most have the quotes of the keyboard, some have headlines in capitals, and some have more
        // typographic signs and no-break spaces than sentences for reading aloud.
        counter.feed(&typist.line(&plain(line)));
        counter.separate();
        match number % 8 {
            0 => counter.feed(&typist.line(&plain(&line.to_uppercase()))),
            2 => counter.feed(&typist.line(&format!("“{line}” – "))),
            1 => counter.feed(&typist.line(&format!("•\u{A0}{line} · ® ™ "))),
            3 => counter.feed(&typist.line(&format!("\u{A0}{line}\u{A0}"))),
            4 => counter.feed(&typist.line(&format!("«{line}» … © "))),
            6 => counter.feed(&typist.line(&line.replace('\'', "’").replace(" - ", " — "))),
            _ => {}
        }
        counter.separate();
    }
    // Frequencies are per character beyond ASCII of the text itself, whatever it is written in: where two encodings
    // write a letter alike, it weighs the same in both.
    let total = text.chars().filter(|c| !c.is_ascii()).count().max(1000) as f64;
    let grams = counter.finish().iter().collect();
    (Counted { language: language.tag.clone(), encoding, total, grams }, typist.lost())
}

/// The bytes of a model with so many n-grams.
pub fn fit(classes: &[Counted], features: usize) -> Vec<u8> {
    let mut background: HashMap<Gram, f64> = HashMap::new();
    for class in classes {
        for (&gram, &count) in &class.grams {
            *background.entry(gram).or_default() += f64::from(count) / class.total / classes.len() as f64;
        }
    }
    let floor = (LAMBDA / (1.0 + LAMBDA)).ln();
    let weight = |class: &Counted, gram: Gram, count: u32| {
        let frequency = (f64::from(count) - 0.5).max(0.1) / class.total;
        ((frequency / background[&gram] + LAMBDA) / (1.0 + LAMBDA)).ln()
    };
    // Each class names the n-grams that matter most to it, in turn; a class with thousands of characters names more.
    let mut turn: HashMap<Gram, usize> = HashMap::new();
    for class in classes {
        let mut ranked: Vec<(Gram, f64)> = class
            .grams
            .iter()
            .map(|(&gram, &count)| (gram, f64::from(count) * weight(class, gram, count).abs()))
            .collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let share = if class.encoding.family() == Family::MultiByte { MANY } else { 1 };
        for (rank, (gram, _)) in ranked.into_iter().enumerate() {
            let first = turn.entry(gram).or_insert(usize::MAX);
            *first = (*first).min(rank / share);
        }
    }
    let mut ranked: Vec<(Gram, usize)> = turn.into_iter().collect();
    ranked.sort_by_key(|&(gram, turn)| (turn, gram));
    let mut entries: BTreeMap<Gram, Vec<(u16, u16)>> =
        ranked.into_iter().take(features).map(|(gram, _)| (gram, Vec::new())).collect();
    for (index, class) in classes.iter().enumerate() {
        for (&gram, &count) in &class.grams {
            if let Some(entries) = entries.get_mut(&gram) {
                let steps =
                    ((weight(class, gram, count) - floor) / STEP).round().clamp(0.0, f64::from(STEPS));
                if steps > 0.0 {
                    entries.push((index as u16, steps as u16));
                }
            }
        }
    }
    entries.retain(|_, entries| !entries.is_empty());
    let classes = classes.iter().map(|class| (&*class.language, class.encoding)).collect();
    Written { floor, step: STEP, classes, grams: entries }.bytes()
}
