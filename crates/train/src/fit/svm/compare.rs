//! The kernels of SVM-light on the same documents: what each gets right, and what it costs.

use std::time::{Duration, Instant};

use super::documents::Document;
use super::dual::Example;
use super::kernel::{Examples, Kernel};
use super::{Lesson, Options, SEED, TRAINED_ON, drawn, features};

/// How a kernel does, in the mean of all labels.
#[derive(Clone, Debug)]
pub struct Compared {
    /// Which.
    pub kernel: Kernel,
    /// The share of test documents on the right side of their machine, for each label.
    pub accuracies: Vec<f64>,
    /// Support vectors of all machines.
    pub support_vectors: usize,
    /// Numbers that the models would have: weights of a linear machine, values of all support vectors of another.
    pub numbers: usize,
    /// Time of training, of all machines, with all processors.
    pub training: Duration,
    /// Time of one decision of one machine, on one processor.
    pub decision: Duration,
}

impl Compared {
    /// The mean of all labels.
    pub fn accuracy(&self) -> f64 {
        self.accuracies.iter().sum::<f64>() / self.accuracies.len().max(1) as f64
    }
}

/// Machines with each kernel over the same n-grams, with at most so many training documents each.
pub fn kernels(documents: &[Document], labels: usize, options: &Options, most: usize) -> Vec<Compared> {
    let mut random = fastrand::Rng::with_seed(SEED);
    let (train, test): (Vec<&Document>, Vec<&Document>) =
        documents.iter().partition(|_| random.f64() < TRAINED_ON);
    let mut compared = Kernel::ALL.map(|kernel| Compared {
        kernel,
        accuracies: Vec::new(),
        support_vectors: 0,
        numbers: 0,
        training: Duration::ZERO,
        decision: Duration::ZERO,
    });
    let mut decisions = 0;
    for label in 0..labels {
        let is_own = |document: &Document| document.label == label;
        let mut sides = drawn(&train, is_own, options.negatives);
        // Neighbours are often of the same language: draw from all of them.
        fastrand::Rng::with_seed(SEED).shuffle(&mut sides[0]);
        let own = (most as f64 / (1.0 + options.negatives)) as usize;
        sides[0].truncate(own);
        sides[1].truncate(most - own);
        let lesson = Lesson::new("", &sides, options);
        let tests: Vec<Example> = drawn(&test, is_own, 1.0)
            .into_iter()
            .zip([true, false])
            .flat_map(|(side, positive)| side.into_iter().map(move |document| (document, positive)))
            .map(|(document, positive)| Example {
                positive,
                features: features(&lesson.numbers, &options.reading.values(&document.bytes)),
            })
            .collect();
        let examples = Examples::new(lesson.examples);
        for one in &mut compared {
            let start = Instant::now();
            let machine = examples.solve(one.kernel, options.cost);
            one.training += start.elapsed();
            let start = Instant::now();
            let right = tests.iter().filter(|e| (machine.value(&e.features) > 0.0) == e.positive).count();
            one.decision += start.elapsed();
            one.accuracies.push(right as f64 / tests.len().max(1) as f64);
            one.support_vectors += machine.support_vectors();
            one.numbers += machine.numbers(lesson.chosen.len());
        }
        decisions += tests.len();
    }
    for one in &mut compared {
        one.decision /= u32::try_from(decisions.max(1)).unwrap_or(u32::MAX);
    }
    compared.to_vec()
}
