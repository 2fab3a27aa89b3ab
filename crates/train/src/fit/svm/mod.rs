//! Fits one support vector machine for each encoding, against all the others: Sullivan, *Character Set Encoding Detection
//! using a Support Vector Machine*.
//!
//! In: [`documents`] with their labels. Out: a model for [`pellucid::score::svm`]. For each label as many documents of others
//! are drawn as it has itself; [`kl`] picks the n-grams that tell the two apart, and [`dual`] finds the border between
//! them. Seven in ten documents are for this, and the others tell how well it went.

pub mod documents;
pub mod dual;
pub mod kl;

use std::collections::{BTreeMap, HashMap};

use pellucid::count::Gram;
use pellucid::score::model::Kind;
use pellucid::score::svm::{Reading, WITH_MARKUP, frequencies};
use rayon::prelude::*;

use super::format::Written;
use documents::Document;
use dual::{Example, Problem, Solution};

/// Seven in ten documents are for training, the others for testing.
const TRAINED_ON: f64 = 0.7;
/// Steps of the largest stored weight: more than three digits.
const STEPS: f64 = 8000.0;
/// Parts of the cross-validation.
const PARTS: usize = 5;

/// How machines are trained.
#[derive(Clone, Debug)]
pub struct Options {
    /// N-grams that each machine has weights for.
    pub features: usize,
    /// So many documents of either side must have an n-gram. The paper has such a threshold and does not say which.
    pub least: u32,
    /// What an error costs, in units of SVM-light's default, 1 / mean(x·x).
    pub cost: f64,
    /// Documents of other labels, for each one of the label.
    pub negatives: f64,
    /// Whether to find the leave-one-out error as well, which takes longer.
    pub leave_one_out: bool,
    /// Whether pages keep their markup.
    pub reading: Reading,
    pub confident: bool,
    pub disparity: f64,
    pub high_bits: bool,
    pub split: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            features: 300,
            least: 10,
            cost: 1.0,
            negatives: 1.0,
            leave_one_out: false,
            reading: Reading::Text,
            confident: false,
            disparity: 0.0,
            high_bits: false,
            split: false,
        }
    }
}

pub const HIGH: Gram = 1 << 25;

/// The machine of one label.
pub struct Machine {
    /// Its label.
    pub label: String,
    /// Documents it was trained on, about half of them of its label.
    pub trained_on: usize,
    /// Documents it was tested with, half of them of its label.
    pub tested_with: usize,
    /// The share of those which it takes for its label rightly, or rightly not.
    pub accuracy: f64,
    /// The share of errors in five-fold cross-validation on the training documents.
    pub cross_validated: f64,
    /// The share of errors when each training document in turn is left out, where that was asked for.
    pub left_out: Option<f64>,
    /// Training documents that hold the border.
    pub support_vectors: usize,
    /// Weights and bias.
    solution: Solution,
    numbers: HashMap<Gram, u32>,
}

impl Machine {
    /// How many n-grams have a weight.
    pub fn weights(&self) -> usize {
        self.solution.weights.iter().filter(|weight| **weight != 0.0).count()
    }

    /// The decision value w·x + b.
    pub fn value(&self, frequencies: &[(Gram, f32)]) -> f64 {
        self.solution.value(&vector(&self.numbers, frequencies))
    }
}

fn vector(numbers: &HashMap<Gram, u32>, frequencies: &[(Gram, f32)]) -> Vec<(u32, f32)> {
    let numbered = |(gram, value): &(Gram, f32)| Some((*numbers.get(gram)?, *value));
    let mut features: Vec<(u32, f32)> = frequencies.iter().filter_map(numbered).collect();
    features.sort_unstable_by_key(|(number, _)| *number);
    features
}

/// All machines, and how they do together.
pub struct Fitted {
    /// One for each label.
    pub machines: Vec<Machine>,
    pub widths: Vec<Machine>,
    pub group: Vec<usize>,
    pub tested: usize,
    pub right: usize,
    options: Options,
}

pub fn freq(o: &Options, bytes: &[u8]) -> Vec<(Gram, f32)> {
    let mut f = frequencies(bytes);
    if o.high_bits {
        f.push((HIGH, 100.0 * bytes.iter().filter(|b| !b.is_ascii()).count() as f32 / bytes.len().max(1) as f32));
    }
    f
}

impl Fitted {
    /// The number of the label with the highest value.
    pub fn answer(&self, text: &[u8]) -> usize {
        let f = freq(&self.options, text);
        let best = |ms: &[Machine], ok: &dyn Fn(usize) -> bool| {
            let mut b = (f64::NEG_INFINITY, 0);
            for (n, m) in ms.iter().enumerate().filter(|(n, _)| ok(*n)) { let v = m.value(&f); if v > b.0 { b = (v, n); } }
            b.1
        };
        if self.widths.is_empty() { return best(&self.machines, &|_| true); }
        let w = best(&self.widths, &|_| true);
        best(&self.machines, &|n| self.group[n] == w)
    }
}

/// Fits a machine for each label. `done` is called after each.
pub fn fit(documents: &[Document], labels: &[String], options: &Options, done: &(dyn Fn() + Sync)) -> Fitted {
    let mut random = fastrand::Rng::with_seed(4);
    let (train, test): (Vec<&Document>, Vec<&Document>) =
        documents.iter().partition(|_| random.f64() < TRAINED_ON);
    let width = |label: usize| {
        use pellucid::Family;
        match documents::encoding_of(&labels[label]).unwrap().family() {
            _ if labels[label] == "US-ASCII" => 0,
            Family::SingleByte => 0, Family::Utf => 2, _ => 1 }
    };
    let group: Vec<usize> = (0..labels.len()).map(width).collect();
    let one = |(number, label): (usize, &String)| {
        let is = |document: &Document| document.label == number;
        let within = |document: &&&Document| !options.split || group[document.label] == group[number];
        let tr: Vec<&Document> = train.iter().filter(within).copied().collect();
        let te: Vec<&Document> = test.iter().filter(within).copied().collect();
        let m = machine(label, &tr, &te, &is, options);
        done();
        m
    };
    let machines: Vec<Machine> = labels.par_iter().enumerate().map(one).collect();
    let widths = if options.split {
        let short: Vec<&Document> = train.iter().copied().step_by(3).collect();
        (0..3usize).into_par_iter().map(|g| machine("width", &short, &test, &|d| group[d.label] == g, options)).collect()
    } else { Vec::new() };
    let mut fitted = Fitted { machines, widths, group, tested: test.len(), right: 0, options: options.clone() };
    fitted.right = test.par_iter().filter(|d| fitted.answer(&d.bytes) == d.label).count();
    fitted
}

/// Draws as many documents that are not of the label as there are of it.
fn drawn<'a>(documents: &[&'a Document], is: &dyn Fn(&Document) -> bool, negatives: f64) -> [Vec<&'a Document>; 2] {
    let (positive, mut others): (Vec<&Document>, Vec<&Document>) = documents.iter().partition(|d| is(d));
    fastrand::Rng::with_seed(4).shuffle(&mut others);
    others.truncate((positive.len() as f64 * negatives) as usize);
    [positive, others]
}

fn machine(
    label: &str,
    train: &[&Document],
    test: &[&Document],
    is: &dyn Fn(&Document) -> bool,
    options: &Options,
) -> Machine {
    let counted = drawn(train, is, options.negatives)
        .map(|side| side.iter().map(|document| freq(options, &document.bytes)).collect::<Vec<_>>());
    let mut grams = kl::select(&counted[0], &counted[1], options);
    if options.high_bits && !grams.contains(&HIGH) { grams.push(HIGH); }
    let numbers: HashMap<Gram, u32> = grams.iter().copied().zip(0..).collect();
    let mut examples = Vec::new();
    for (side, positive) in counted.iter().zip([true, false]) {
        examples.extend(side.iter().map(|f| Example { positive, features: vector(&numbers, f) }));
    }
    drop(counted);
    // In a fixed order that has nothing to do with their labels, as cross-validation wants it.
    fastrand::Rng::with_seed(4).shuffle(&mut examples);
    let mut problem = Problem::with_defaults(&examples, grams.len());
    problem.cost *= options.cost;
    let solution = problem.solve();
    let mut machine = Machine {
        label: label.to_owned(),
        trained_on: examples.len(),
        tested_with: 0,
        accuracy: 0.0,
        cross_validated: if std::env::var("NOCV").is_ok() { 0.0 } else { problem.cross_validate(PARTS) },
        left_out: options.leave_one_out.then(|| problem.leave_one_out(&solution)),
        support_vectors: solution.support_vectors(),
        solution,
        numbers,
    };
    let tested = drawn(test, is, 1.0);
    let right: usize = tested
        .iter()
        .zip([true, false])
        .map(|(side, positive)| {
            side.iter().filter(|d| (machine.value(&freq(options, &d.bytes)) > 0.0) == positive).count()
        })
        .sum();
    machine.tested_with = tested.iter().map(Vec::len).sum();
    machine.accuracy = right as f64 / machine.tested_with.max(1) as f64;
    machine
}

impl Fitted {
    /// The bytes of the model.
    pub fn model(&self) -> Vec<u8> {
        let all = self.machines.iter().flat_map(|machine| &machine.solution.weights);
        let largest = all.fold(0.0, |largest: f64, weight| largest.max(weight.abs()));
        // A step is stored with few digits, and weights are rounded to what will be read.
        let step = f64::from((largest / STEPS).clamp(f64::from(f32::MIN_POSITIVE), 1.0) as f32);
        let language = if self.options.reading == Reading::WithMarkup { WITH_MARKUP } else { "mul" };
        let mut grams: BTreeMap<Gram, Vec<(u16, i32)>> = BTreeMap::new();
        for (class, machine) in self.machines.iter().enumerate() {
            for (&gram, &number) in &machine.numbers {
                let steps = (machine.solution.weights[number as usize] / step).round() as i32;
                if steps != 0 {
                    grams.entry(gram).or_default().push((class as u16, steps));
                }
            }
        }
        let class = |m: &Machine| (language.to_owned(), m.label.clone(), m.solution.bias as f32);
        let classes = self.machines.iter().map(class).collect();
        Written { kind: Kind::Svm, floor: 0.0, step, classes, grams }.bytes()
    }
}
