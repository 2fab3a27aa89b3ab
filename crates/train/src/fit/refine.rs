//! Makes the weights of a model better at telling encodings apart: softmax regression on windows of the training text.
//!
//! Frequencies alone take n-grams that overlap for independent, and know nothing of what a class is mistaken for. So,
//! from there, windows of text in all classes alike are scored, and the weights of their n-grams moved against the
//! error. A class is right when its encoding reads the window as its own does: which of them is left to the others. With all
//! classes equally common, scores become log-odds for equally common classes, to which a prior can be added.

use std::collections::HashMap;

use pellucid::count::{Counter, Gram};
use pellucid::{Encoding, Family};
use rayon::prelude::*;

use crate::typed::Typist;
use crate::windows::window;

/// Weights above the floor, as they are being fitted.
pub struct Weights {
    /// Where the entries of each n-gram begin; one more than n-grams.
    pub starts: Vec<u32>,
    /// The class of each entry.
    pub classes: Vec<u16>,
    /// Its weight above the floor, in nats.
    pub above: Vec<f32>,
}

/// A class to fit.
pub struct Task<'a> {
    pub encoding: &'static Encoding,
    pub lines: Vec<&'a str>,
    pub valid: Vec<&'a str>,
}

struct Example {
    class: u16,
    grams: Vec<(u32, u8)>,
    /// Which encodings read it rightly.
    right: Vec<bool>,
}

fn var(name: &str, default: f64) -> f64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

pub const CAP: u32 = 50;

pub fn refine(weights: &mut Weights, grams: &HashMap<Gram, u32>, tasks: &[Task], epochs: usize, floor: f32) {
    let mut encodings: Vec<&'static Encoding> = Vec::new();
    let of: Vec<usize> = tasks
        .iter()
        .map(|task| {
            encodings.iter().position(|e| *e == task.encoding).unwrap_or_else(|| {
                encodings.push(task.encoding);
                encodings.len() - 1
            })
        })
        .collect();
    let upper: Vec<Option<[char; 128]>> = encodings
        .iter()
        .map(|e| {
            (e.family() == Family::SingleByte).then(|| {
                std::array::from_fn(|n| e.decode(&[n as u8 | 0x80]).text().chars().next().unwrap_or('\u{FFFD}'))
            })
        })
        .collect();
    let fresh = var("FRESH", 600.0) as f32;
    let rate = var("RATE", 0.05) as f32;
    let per = var("PER", 400.0) as usize;
    let longest = var("LONGEST", 400.0);
    let mut squares = vec![0f32; weights.above.len()];
    let examples = |epoch: usize, train: bool, per: usize| -> Vec<Example> {
        let mut all: Vec<Example> = tasks
            .par_iter()
            .enumerate()
            .flat_map_iter(|(class, task)| {
                let mut random = fastrand::Rng::with_seed((epoch * 1000 + class) as u64);
                let mut typist = Typist::new(task.encoding);
                let (of, upper, encodings) = (&of, &upper, &encodings);
                let lines = if train { &task.lines } else { &task.valid };
                (0..per)
                    .filter_map(move |_| {
                        let bytes = window(&mut random, lines, &mut typist, longest)?;
                        let mut counter = Counter::default();
                        counter.feed(&bytes);
                        let grams: Vec<(u32, u8)> = counter
                            .finish()
                            .iter()
                            .filter_map(|(gram, count)| Some((*grams.get(&gram)?, count.min(CAP) as u8)))
                            .collect();
                        let own = of[class];
                        let right = (0..encodings.len())
                            .map(|e| match (&upper[own], &upper[e]) {
                                _ if e == own => true,
                                (Some(a), Some(b)) => {
                                    bytes.iter().all(|&x| x < 0x80 || a[usize::from(x & 0x7F)] == b[usize::from(x & 0x7F)])
                                }
                                (None, None) => crate::windows::read_alike(encodings[own], encodings[e], &bytes),
                                _ => false,
                            })
                            .collect();
                        (!grams.is_empty()).then_some(Example { class: class as u16, grams, right })
                    })
                    .collect::<Vec<_>>()
            })
            .collect();
        fastrand::Rng::with_seed(epoch as u64).shuffle(&mut all);
        all
    };
    let score = |weights: &Weights, example: &Example| -> (Vec<f32>, f32, f64, bool) {
                    let mut scores = vec![0f32; tasks.len()];
                    let mut known = 0f32;
                    for &(gram, count) in &example.grams {
                        known += f32::from(count);
                        let range = weights.starts[gram as usize] as usize..weights.starts[gram as usize + 1] as usize;
                        for entry in range {
                            scores[usize::from(weights.classes[entry])] += f32::from(count) * weights.above[entry];
                        }
                    }
                    let scale = (fresh / known).min(1.0);
                    let top = scores.iter().copied().fold(0.0, f32::max);
                    scores.iter_mut().for_each(|s| *s = libm::expf((*s - top) * scale));
                    let total: f32 = scores.iter().sum();
                    let right: f32 = (0..scores.len()).filter(|&c| example.right[of[c]]).map(|c| scores[c]).sum();
                    let right = right.max(1e-30);
                    let p = right / total;
                    for c in 0..scores.len() {
                        let q = if example.right[of[c]] { scores[c] / right } else { 0.0 };
                        scores[c] = scores[c] / total - q;
                    }
                    (scores, scale, -f64::from(p.ln()), p < 0.5)
    };
    let held = examples(0, false, 60);
    for epoch in 0..epochs {
        let all = examples(epoch + 1, true, per);
        let (mut loss, mut wrong) = (0.0f64, 0usize);
        for batch in all.chunks(64) {
            // p - q for each class.
            let errors: Vec<(Vec<f32>, f32, f64, bool)> = batch
                .par_iter()
                .map(|example| score(weights, example))
                .collect();
            for (example, (error, scale, nll, bad)) in batch.iter().zip(&errors) {
                loss += nll;
                wrong += usize::from(*bad);
                if *nll < 0.003 {
                    continue;
                }
                for &(gram, count) in &example.grams {
                    let range = weights.starts[gram as usize] as usize..weights.starts[gram as usize + 1] as usize;
                    for entry in range {
                        let g = error[usize::from(weights.classes[entry])] * f32::from(count) * scale;
                        if g.abs() > 1e-4 {
                            squares[entry] += g * g;
                            weights.above[entry] =
                                (weights.above[entry] - rate * g / (0.1 + squares[entry].sqrt())).clamp(0.0, 63.0 * floor);
                        }
                    }
                }
            }
        }
        let (mut hl, mut hw) = (0.0, 0);
        for (_, _, nll, bad) in held.par_iter().map(|e| score(weights, e)).collect::<Vec<_>>() { hl += nll; hw += usize::from(bad); }
        eprintln!("held loss {:.4} wrong {:.2} %", hl / held.len() as f64, 100.0 * hw as f64 / held.len() as f64);
        eprintln!("epoch {epoch}: {} windows, loss {:.4}, wrong {:.2} %", all.len(), loss / all.len() as f64, 100.0 * wrong as f64 / all.len() as f64);
    }
}
