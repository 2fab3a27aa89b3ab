//! Which n-grams tell a class from the others: by the Kullback-Leibler divergence of the Gaussians that fit an n-gram's
//! frequency among the documents of the class (p) and among the others (q).
//!
//! ```text
//! KL(p‖q) = ∫ p(x) ln (p(x) / q(x)) dx = ln (σq / σp) + (σp² + (μp − μq)²) / (2 σq²) − ½
//! ```
//!
//! The paper says that an n-gram counts only if it was there in enough documents of either side. What few have
//! has no variance to speak of.

use std::collections::HashMap;

use pellucid::count::Gram;

/// Smaller variances are rounding errors: frequencies have seven digits.
const LEAST_VARIANCE: f64 = 1e-14;

/// Sums of the frequencies of an n-gram.
#[derive(Clone, Copy, Debug, Default)]
pub struct Moments {
    /// How many documents have it.
    pub present: u32,
    sum: f64,
    squares: f64,
}

/// Mean and variance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gaussian {
    /// μ
    pub mean: f64,
    /// σ²
    pub variance: f64,
}

impl Moments {
    /// One more document has it, so often.
    pub fn add(&mut self, frequency: f32) {
        let frequency = f64::from(frequency);
        self.present += 1;
        self.sum += frequency;
        self.squares += frequency * frequency;
    }

    /// What fits the frequencies in so many documents, of which those without the n-gram have a frequency of zero.
    pub fn gaussian(&self, documents: usize) -> Gaussian {
        let n = documents.max(1) as f64;
        let mean = self.sum / n;
        Gaussian { mean, variance: (self.squares / n - mean * mean).max(LEAST_VARIANCE) }
    }
}

/// KL(p‖q).
pub fn divergence(p: Gaussian, q: Gaussian) -> f64 {
    let apart = p.mean - q.mean;
    0.5 * libm::log(q.variance / p.variance) + (p.variance + apart * apart) / (2.0 * q.variance) - 0.5
}

/// The n-grams of documents, each with its moments.
pub type Tally = HashMap<Gram, Moments>;

/// Adds up the frequencies of some documents.
pub fn tally<'a>(documents: impl IntoIterator<Item = &'a [(Gram, f32)]>) -> Tally {
    let mut tally = Tally::new();
    for document in documents {
        for &(gram, frequency) in document {
            tally.entry(gram).or_default().add(frequency);
        }
    }
    tally
}
