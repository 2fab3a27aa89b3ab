//! Fits one support vector machine for each encoding, against all the others: Sullivan, *Character Set Encoding Detection
//! using a Support Vector Machine*.
//!
//! In: [`documents`] with their labels. Out: a model for [`pellucid::score::svm`]. For each label as many documents of others
//! are drawn as it has itself; [`kl`] picks the n-grams that tell the two apart, and [`dual`] finds the border between
//! them. Seven in ten documents are for this, and the others tell how well it went.

pub mod documents;
pub mod dual;
pub mod kl;

use std::collections::HashMap;

use pellucid::count::Gram;
use pellucid::score::svm::frequencies;

use documents::Document;
use dual::{Example, Problem, Solution};

/// How machines are trained.
#[derive(Clone, Debug)]
pub struct Options {
    /// N-grams that each machine has weights for.
    pub features: usize,
    /// So many documents of either side must have an n-gram.
    pub least: u32,
    pub cost: f64,
    pub negatives: f64,
    pub present_only: bool,
    pub confident: bool,
    pub disparity: bool,
    pub high_bits: bool,
    pub split: bool,
    pub error: bool,
    pub loo: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { features: 300, least: 10, cost: 1.0, negatives: 1.0, present_only: false, confident: false, disparity: false, high_bits: false, split: false, error: true, loo: false }
    }
}

pub const HIGH: Gram = 1 << 25;

pub struct Machine {
    pub numbers: HashMap<Gram, u32>,
    pub grams: Vec<Gram>,
    pub solution: Solution,
    pub train: usize,
    pub cv: f64,
    pub loo: f64,
}

impl Machine {
    pub fn vector(&self, frequencies: &[(Gram, f32)]) -> Vec<(u32, f32)> {
        vector(&self.numbers, frequencies)
    }
    pub fn value(&self, f: &[(Gram, f32)]) -> f64 {
        self.solution.value(&self.vector(f))
    }
}

fn vector(numbers: &HashMap<Gram, u32>, frequencies: &[(Gram, f32)]) -> Vec<(u32, f32)> {
    frequencies.iter().filter_map(|(gram, value)| Some((*numbers.get(gram)?, *value))).collect()
}

pub fn freq(o: &Options, bytes: &[u8]) -> Vec<(Gram, f32)> {
    let mut f = frequencies(bytes);
    if o.high_bits {
        f.push((HIGH, bytes.iter().filter(|b| !b.is_ascii()).count() as f32 / bytes.len().max(1) as f32));
    }
    f
}

pub fn machine(positives: &[&Document], others: &[&Document], options: &Options, seed: u64) -> Machine {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut negatives: Vec<&Document> = others.to_vec();
    random.shuffle(&mut negatives);
    negatives.truncate((positives.len() as f64 * options.negatives) as usize);
    let count = |ds: &[&Document]| -> Vec<Vec<(Gram, f32)>> { ds.iter().map(|d| freq(options, &d.bytes)).collect() };
    let (p, q) = (count(positives), count(&negatives));
    let (tp, tq) = (kl::tally(p.iter().map(|v| &v[..])), kl::tally(q.iter().map(|v| &v[..])));
    let mut ranked: Vec<(f64, Gram)> = Vec::new();
    let mut only: Vec<(f64, Gram)> = Vec::new();
    for (gram, mp) in &tp {
        let mq = tq.get(gram).copied().unwrap_or_default();
        if mp.present >= options.least && mq.present >= options.least {
            let (np, nq) = if options.present_only { (mp.present as usize, mq.present as usize) } else { (p.len(), q.len()) };
            let (mut a, mut b) = (mp.gaussian(np), mq.gaussian(nq));
            if options.confident {
                (a, b) = nearest(a, np, b, nq);
            }
            ranked.push((kl::divergence(a, b), *gram));
        } else if mp.present >= options.least {
            only.push((mp.present as f64 / p.len() as f64 - mq.present as f64 / q.len() as f64, *gram));
        }
    }
    if options.disparity {
        for (gram, mq) in &tq {
            let mp = tp.get(gram).copied().unwrap_or_default();
            if mq.present >= options.least && mp.present < options.least {
                only.push((mq.present as f64 / q.len() as f64 - mp.present as f64 / p.len() as f64, *gram));
            }
        }
    }
    let by = |a: &(f64, Gram), b: &(f64, Gram)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1));
    ranked.sort_by(by);
    only.sort_by(by);
    let mut grams: Vec<Gram> = Vec::new();
    if options.disparity {
        only.truncate(options.features / 2);
        grams.extend(only.iter().map(|o| o.1));
    }
    let room = options.features - grams.len();
    grams.extend(ranked.iter().take(room).map(|r| r.1));
    if options.high_bits && !grams.contains(&HIGH) {
        grams.push(HIGH);
    }
    grams.sort();
    let numbers: HashMap<Gram, u32> = grams.iter().zip(0..).map(|(g, n)| (*g, n)).collect();
    let mut examples: Vec<Example> = Vec::new();
    for (side, all) in [(true, &p), (false, &q)] {
        examples.extend(all.iter().map(|f| Example { positive: side, features: vector(&numbers, f) }));
    }
    random.shuffle(&mut examples);
    let mut problem = Problem::with_defaults(&examples, grams.len());
    problem.cost *= options.cost;
    let solution = problem.solve();
    let cv = if options.error { problem.cross_validate(5) } else { 0.0 };
    let loo = if options.loo { problem.leave_one_out(&solution) } else { 0.0 };
    Machine { numbers, grams, train: examples.len(), cv, loo, solution }
}

fn nearest(p: kl::Gaussian, np: usize, q: kl::Gaussian, nq: usize) -> (kl::Gaussian, kl::Gaussian) {
    let z = 1.96;
    let error = z * (p.variance / np as f64 + q.variance / nq as f64).sqrt();
    let apart = ((p.mean - q.mean).abs() - error).max(0.0);
    let (dp, dq) = (z * (2.0 / np as f64).sqrt(), z * (2.0 / nq as f64).sqrt());
    // Variances within their intervals, as near to each other as can be.
    let (pl, ph) = (p.variance * (1.0 - dp).max(0.0), p.variance * (1.0 + dp));
    let (ql, qh) = (q.variance * (1.0 - dq).max(0.0), q.variance * (1.0 + dq));
    let vq = if qh < pl { qh } else if ql > ph { ql } else { qh.min(ph) };
    let vp = vq.clamp(pl, ph);
    (kl::Gaussian { mean: apart, variance: vp.max(1e-14) }, kl::Gaussian { mean: 0.0, variance: vq.max(1e-14) })
}
