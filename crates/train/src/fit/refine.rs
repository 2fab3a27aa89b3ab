//! Makes the weights of a model better at telling encodings apart: softmax regression on windows of the training text.
//!
//! Frequencies alone take n-grams that overlap for independent, and know nothing of what a class is mistaken for. So,
//! from there on, windows of text in all classes are scored, and the weights of their n-grams are moved against the
//! error. Every class whose encoding reads a window correctly is right: which of them has it is left to the others. As all
//! classes are shown equally often, scores become log-odds between equally common classes, to which a prior can be
//! added.

use std::collections::HashMap;

use pellucid::internals::count::{Counter, Gram};
use pellucid::internals::score::model::{CAP, FRESH};
use pellucid::internals::score::readings::{as_seen, upper_half};
use pellucid::{Encoding, Family};
use rayon::prelude::*;

use pellucid_corpora::typed::Typist;
use pellucid_corpora::windows::window;

/// Windows of each class in an epoch, and epochs. The loss on validation windows still fell by 3 % from the third to the
/// fourth epoch.
const WINDOWS: usize = 1000;
const EPOCHS: u64 = 4;
/// A class with thousands of characters needs more windows to show them; each of them counts for less.
const MANY: usize = 8;
/// Windows of validation text of each class, which only measure.
const HELD: usize = 60;
/// Windows between two steps: those of a batch are scored at the same time.
const BATCH: usize = 64;
/// Nats by which the first step moves a weight, about; later ones less and less (Adagrad).
const RATE: f32 = 0.4;
const SMOOTH: f32 = 0.7;
/// What is as sure as this, in nats, teaches nothing.
const SURE: f32 = 0.003;

/// Weights above the floor, as they are being fitted.
pub struct Weights {
    /// Where the entries of each n-gram begin, and where the last ones end.
    pub starts: Vec<usize>,
    /// The class of each entry.
    pub classes: Vec<u16>,
    /// Its weight above the floor, in nats.
    pub above: Vec<f32>,
    /// No weight is more than this above the floor.
    pub most: f32,
}

/// A class: lines of its language, to learn from and to measure with.
pub struct Class<'a> {
    /// The encoding they are to be written in.
    pub encoding: &'static Encoding,
    /// Training text.
    pub train: Vec<&'a str>,
    /// Validation text.
    pub valid: Vec<&'a str>,
}

/// A window: its n-grams, and which of the encodings read it correctly.
struct Example {
    grams: Vec<(u32, u8)>,
    right: Vec<bool>,
    /// How much it counts.
    weight: f32,
}

/// What a window teaches: for each class, how much too probable it is; and how improbable the right ones are, in nats.
struct Lesson {
    error: Vec<f32>,
    scale: f32,
    loss: f32,
}

/// The mean of what validation windows lose, in nats, after each epoch.
pub fn refine(weights: &mut Weights, grams: &HashMap<Gram, u32>, classes: &[Class]) -> Vec<f32> {
    let readings = Readings::new(classes);
    let held = readings.examples(classes, grams, 0, HELD, |class| &class.valid);
    let mut squares = vec![0f32; weights.above.len()];
    let mut losses = Vec::new();
    for epoch in 1..=EPOCHS {
        let examples = readings.examples(classes, grams, epoch, WINDOWS, |class| &class.train);
        for batch in examples.chunks(BATCH) {
            let lessons: Vec<Lesson> = batch.par_iter().map(|e| readings.lesson(weights, e)).collect();
            for (example, lesson) in batch.iter().zip(&lessons).filter(|(_, lesson)| lesson.loss > SURE) {
                learn(weights, &mut squares, example, lesson);
            }
        }
        // In order, so that the sum is the same on every machine.
        let lost: Vec<f32> = held.par_iter().map(|e| readings.lesson(weights, e).loss).collect();
        losses.push(lost.iter().sum::<f32>() / lost.len().max(1) as f32);
    }
    losses
}

fn learn(weights: &mut Weights, squares: &mut [f32], example: &Example, lesson: &Lesson) {
    for &(gram, count) in &example.grams {
        let entries = weights.starts[gram as usize]..weights.starts[gram as usize + 1];
        let classes = &weights.classes[entries.clone()];
        let above = &mut weights.above[entries.clone()];
        for ((class, above), square) in classes.iter().zip(above).zip(&mut squares[entries]) {
            let error = lesson.error[usize::from(*class)] * f32::from(count) * lesson.scale;
            if error.abs() > 1e-4 {
                *square += error * error;
                let step = RATE * error / (SMOOTH + square.sqrt());
                *above = (*above - step).clamp(0.0, weights.most);
            }
        }
    }
}

/// The encodings of all classes.
struct Readings {
    encodings: Vec<&'static Encoding>,
    /// What single-byte ones read bytes from 0x80 on as.
    upper: Vec<Option<[char; 128]>>,
    /// The encoding of each class.
    of: Vec<usize>,
}

impl Readings {
    fn new(classes: &[Class]) -> Readings {
        let mut encodings: Vec<&'static Encoding> = Vec::new();
        for class in classes {
            if !encodings.contains(&class.encoding) {
                encodings.push(class.encoding);
            }
        }
        let place = |class: &Class| encodings.iter().position(|e| *e == class.encoding).unwrap_or_default();
        let of = classes.iter().map(place).collect();
        // As a reader sees them: nothing tells Romanian letters with a cedilla from those with a comma below.
        let half = |e: &'static Encoding| upper_half(e).map(as_seen);
        let single = |e: &Encoding| e.family() == Family::SingleByte;
        let upper = encodings.iter().map(|e| single(e).then(|| half(e))).collect();
        Readings { encodings, upper, of }
    }

    /// Whether two encodings give the same text for these bytes.
    fn alike(&self, a: usize, b: usize, bytes: &[u8]) -> bool {
        match (&self.upper[a], &self.upper[b]) {
            _ if a == b => true,
            (Some(a), Some(b)) => {
                let high = bytes.iter().filter(|byte| !byte.is_ascii());
                high.map(|byte| usize::from(byte & 0x7F)).all(|byte| a[byte] == b[byte])
            }
            (None, None) => self.encodings[a].decode(bytes).text() == self.encodings[b].decode(bytes).text(),
            _ => false,
        }
    }

    /// Windows of every class, in random order: the same ones for the same epoch.
    fn examples<'a>(
        &self,
        classes: &'a [Class],
        grams: &HashMap<Gram, u32>,
        epoch: u64,
        each: usize,
        lines: impl Fn(&'a Class) -> &'a [&'a str] + Sync,
    ) -> Vec<Example> {
        let of_class = |(number, class): (usize, &'a Class)| {
            let mut random = fastrand::Rng::with_seed(epoch * 10_000 + number as u64);
            let mut typist = Typist::new(class.encoding);
            let many = if class.encoding.family() == Family::MultiByte { MANY } else { 1 };
            // A new language may have no text to validate with.
            let each = if lines(class).is_empty() { 0 } else { each };
            let windows = (0..each * many).filter_map(|_| window(&mut random, lines(class), &mut typist));
            let example = |bytes: Vec<u8>| {
                let mut counter = Counter::default();
                counter.feed(&bytes);
                let known = |(gram, count): (Gram, u32)| Some((*grams.get(&gram)?, count.min(CAP) as u8));
                let own = self.of[number];
                let right = (0..self.encodings.len()).map(|other| self.alike(own, other, &bytes)).collect();
                let grams = counter.finish().iter().filter_map(known).collect();
                Example { grams, right, weight: 1.0 / many as f32 }
            };
            windows.map(example).collect::<Vec<_>>()
        };
        let mut all: Vec<Example> = classes.par_iter().enumerate().flat_map_iter(of_class).collect();
        fastrand::Rng::with_seed(epoch).shuffle(&mut all);
        all
    }

    fn lesson(&self, weights: &Weights, example: &Example) -> Lesson {
        let mut scores = vec![0f32; self.of.len()];
        let mut known = 0f32;
        for &(gram, count) in &example.grams {
            known += f32::from(count);
            for entry in weights.starts[gram as usize]..weights.starts[gram as usize + 1] {
                scores[usize::from(weights.classes[entry])] += f32::from(count) * weights.above[entry];
            }
        }
        let scale = (FRESH / known).min(1.0);
        let top = scores.iter().copied().fold(0.0, f32::max);
        // Not the platform's: its last bit differs from one to the next.
        scores.iter_mut().for_each(|score| *score = libm::expf((*score - top) * scale));
        let total: f32 = scores.iter().sum();
        let is_right = |class: usize| example.right[self.of[class]];
        let right: f32 =
            scores.iter().enumerate().filter(|(n, _)| is_right(*n)).map(|(_, score)| score).sum();
        let right = right.max(f32::MIN_POSITIVE);
        let loss = libm::logf(total / right);
        for (class, score) in scores.iter_mut().enumerate() {
            let wanted = if is_right(class) { *score / right } else { 0.0 };
            *score = example.weight * (*score / total - wanted);
        }
        Lesson { error: scores, scale, loss }
    }
}
