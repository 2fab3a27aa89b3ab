//! Fits the default model: a class is a language in an encoding.
//!
//! Each class names the n-grams which matter most to it, with weights by their [`frequency`](super::frequency); the weights of
//! those that are taken are then made better at telling encodings apart by [`refine`](super::refine).

use std::collections::{BTreeMap, HashMap};

use anyhow::Result;
use pellucid::internals::count::{Counter, Gram};
use pellucid::internals::score::model::ModelKind;
use pellucid::{Encoding, Family, Use};
use rayon::prelude::*;

use super::format::{STEPS, Written};
use super::frequency::{Background, Tally};
use super::refine::{Class, Weights, refine};
use pellucid_corpora::languages::Language;
use pellucid_corpora::typed::{Typist, plain};
use pellucid_corpora::windows::styled;

/// How much of the background every class has.
const LAMBDA: f64 = 0.004;
/// What a nat of frequency is worth before weights are refined: n-grams overlap, five of them for each letter.
const OVERLAP: f64 = 0.31;
/// Nats for one step of a stored weight.
const STEP: f64 = 0.07;
/// A class may lose this share of its letters, or somewhat more than what the language's best encoding of the web loses:
/// text that is written more fully elsewhere would only be mistaken for it.
const LOST: f64 = 0.03;
const MORE: f64 = 1.2;
/// No class loses more than this.
const MOST: f64 = 0.5;

/// How many n-grams a multi-byte class names when others name one.
const MANY: usize = 12;

/// Counts of one class.
pub struct Counted {
    /// BCP 47 tag.
    pub language: String,
    /// The encoding.
    pub encoding: &'static Encoding,
    file: String,
    tally: Tally,
}

/// Counts every language in each of its encodings. Classes that lose too many letters are left out, and named.
pub fn count(languages: &[Language]) -> Result<(Vec<Counted>, Vec<String>)> {
    let all: Vec<Vec<Result<Counted, String>>> = languages
        .par_iter()
        .map(|language| {
            let text = language.train()?;
            // Escapes show themselves, and need no model.
            let encodings = language.encodings.iter().filter(|e| e.family() != Family::Escape);
            let counted: Vec<(Counted, f64)> =
                encodings.map(|encoding| count_class(language, encoding, &text)).collect();
            let allowed = allowed(counted.iter().map(|(class, lost)| (class.encoding, *lost)));
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

/// The share of letters that an encoding of a language may lose, by what all of them lose.
pub(super) fn allowed(lost: impl Iterator<Item = (&'static Encoding, f64)>) -> f64 {
    let web = lost.filter(|(encoding, _)| encoding.usage() == Use::Web);
    let least = web.map(|(_, lost)| lost).fold(1.0, f64::min);
    LOST.max(least * MORE).min(MOST)
}

/// The counts of a class, and the share of letters it loses.
fn count_class(language: &Language, encoding: &'static Encoding, text: &str) -> (Counted, f64) {
    let mut typist = Typist::new(encoding);
    let mut counter = Counter::default();
    for (number, line) in text.lines().enumerate() {
        counter.feed(&typist.line(&plain(line)));
        counter.separate();
        counter.feed(&typist.line(&styled(line, number)));
        counter.separate();
    }
    // Frequencies are per character beyond ASCII of the text itself, whatever it is written in: where two encodings
    // write a letter alike, it weighs the same in both.
    let total = text.chars().filter(|c| !c.is_ascii()).count().max(1000) as f64;
    let grams = counter.finish().iter().collect();
    let tally = Tally { total, grams };
    (Counted { file: language.file.clone(), language: language.tag.clone(), encoding, tally }, typist.lost())
}

/// A model with so many n-grams, and what it loses on validation text, in nats.
pub fn fit(classes: &[Counted], languages: &[Language], features: usize) -> Result<(Vec<u8>, f32)> {
    let background = Background::new(&classes.iter().map(|class| &class.tally).collect::<Vec<_>>(), LAMBDA);
    let floor = background.floor();
    let at_once = |class: &Counted| if class.encoding.family() == Family::MultiByte { MANY } else { 1 };
    let tallies: Vec<(&Tally, usize)> = classes.iter().map(|class| (&class.tally, at_once(class))).collect();
    let mut ranked = background.by_turns(&tallies);
    // Single bytes first: they are few, and whatever twins read differently is among them.
    ranked.sort_by_key(|&(turn, gram)| (gram > 0xFF, turn, gram));
    let mut grams: Vec<Gram> = ranked.into_iter().take(features).map(|(_, gram)| gram).collect();
    grams.sort();
    let numbers: HashMap<Gram, u32> = grams.iter().zip(0..).map(|(gram, number)| (*gram, number)).collect();
    let mut entries: Vec<Vec<(u16, f32)>> = vec![Vec::new(); grams.len()];
    for (number, class) in classes.iter().enumerate() {
        for (gram, &count) in &class.tally.grams {
            if let Some(&gram) = numbers.get(gram) {
                let above = OVERLAP * (background.weight(&class.tally, grams[gram as usize], count) - floor);
                if above > STEP / 2.0 {
                    entries[gram as usize].push((number as u16, above as f32));
                }
            }
        }
    }
    let mut weights =
        Weights { starts: vec![0], classes: Vec::new(), above: Vec::new(), most: STEPS as f32 * STEP as f32 };
    for entry in &entries {
        weights.classes.extend(entry.iter().map(|(class, _)| class));
        weights.above.extend(entry.iter().map(|(_, above)| above));
        weights.starts.push(weights.above.len());
    }

    let texts: HashMap<&str, (String, String)> = languages
        .iter()
        .map(|language| Ok((&*language.file, (language.train()?, language.valid().unwrap_or_default()))))
        .collect::<Result<_>>()?;
    let lines = |class: &Counted| {
        let (train, valid) = &texts[&*class.file];
        Class { encoding: class.encoding, train: train.lines().collect(), valid: valid.lines().collect() }
    };
    let losses = refine(&mut weights, &numbers, &classes.iter().map(lines).collect::<Vec<_>>());
    let steps = |entry: usize| {
        let steps = (f64::from(weights.above[entry]) / STEP).round().clamp(0.0, f64::from(STEPS)) as i32;
        (steps > 0).then_some((weights.classes[entry], steps))
    };
    let entries =
        |number: usize| (weights.starts[number]..weights.starts[number + 1]).filter_map(steps).collect();
    let mut grams: BTreeMap<Gram, Vec<(u16, i32)>> =
        grams.iter().enumerate().map(|(number, gram)| (*gram, entries(number))).collect();
    grams.retain(|_, entries| !entries.is_empty());
    let name = |class: &Counted| (class.language.clone(), class.encoding.name().into(), 0.0);
    let classes = classes.iter().map(name).collect();
    let model = Written { kind: ModelKind::Likelihood, floor: OVERLAP * floor, step: STEP, classes, grams };
    Ok((model.bytes(), losses.last().copied().unwrap_or_default()))
}
