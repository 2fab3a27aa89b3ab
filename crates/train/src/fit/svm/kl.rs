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

use super::Options;

/// Smaller variances are rounding errors: frequencies have seven digits, and are in percent.
const LEAST_VARIANCE: f64 = 1e-10;

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
type Tally = HashMap<Gram, Moments>;

fn tally(documents: &[Vec<(Gram, f32)>]) -> Tally {
    let mut tally = Tally::new();
    for &(gram, frequency) in documents.iter().flatten() {
        tally.entry(gram).or_default().add(frequency);
    }
    tally
}

/// The best n-grams, in their own order: those whose divergence is largest, of all that at least so many documents of
/// either side have.
pub fn select(positives: &[Vec<(Gram, f32)>], negatives: &[Vec<(Gram, f32)>], options: &Options) -> Vec<Gram> {
    let (ours, others) = (tally(positives), tally(negatives));
    let enough = |moments: &Moments| moments.present >= options.least;
    let mut ranked: Vec<(f64, Gram)> = Vec::new();
    let mut only: Vec<(f64, Gram)> = Vec::new();
    for (gram, p) in &ours {
        let q = others.get(gram).copied().unwrap_or_default();
        if enough(p) && enough(&q) {
            let (p, q) = (p.gaussian(positives.len()), q.gaussian(negatives.len()));
            let (p, q) = match options.confident {
                true => nearest(p, positives.len(), q, negatives.len()),
                false => (p, q),
            };
            ranked.push((divergence(p, q), *gram));
        } else if enough(p) {
            only.push((f64::from(p.present) / positives.len() as f64, *gram));
        }
    }
    for (gram, q) in &others {
        if enough(q) && !ours.get(gram).is_some_and(enough) {
            only.push((f64::from(q.present) / negatives.len() as f64, *gram));
        }
    }
    let best_first = |a: &(f64, Gram), b: &(f64, Gram)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1));
    ranked.sort_by(best_first);
    only.sort_by(best_first);
    only.truncate((options.features as f64 * options.disparity) as usize);
    ranked.truncate(options.features - only.len());
    let mut grams: Vec<Gram> = ranked.into_iter().chain(only).map(|(_, gram)| gram).collect();
    grams.sort_unstable();
    grams
}

/// Gaussians within the confidence intervals of two, as near to each other as can be.
fn nearest(p: Gaussian, np: usize, q: Gaussian, nq: usize) -> (Gaussian, Gaussian) {
    const Z: f64 = 1.96;
    let (np, nq) = (np.max(1) as f64, nq.max(1) as f64);
    let apart = ((p.mean - q.mean).abs() - Z * (p.variance / np + q.variance / nq).sqrt()).max(0.0);
    let interval = |variance: f64, n: f64| {
        let wide = Z * (2.0 / n).sqrt();
        (variance * (1.0 - wide).max(0.0), variance * (1.0 + wide))
    };
    let ((p_low, p_high), (q_low, q_high)) = (interval(p.variance, np), interval(q.variance, nq));
    let q_variance = p_high.clamp(q_low, q_high).max(LEAST_VARIANCE);
    let p_variance = q_variance.clamp(p_low, p_high).max(LEAST_VARIANCE);
    (Gaussian { mean: apart, variance: p_variance }, Gaussian { mean: 0.0, variance: q_variance })
}
