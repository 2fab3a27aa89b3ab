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

use pellucid::internals::count::Gram;

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

/// N-grams and how well they tell the sides apart.
type Ranked = Vec<(f64, Gram)>;

fn tally(documents: &[Vec<(Gram, f32)>]) -> Tally {
    let mut tally = Tally::new();
    for &(gram, frequency) in documents.iter().flatten() {
        tally.entry(gram).or_default().add(frequency);
    }
    tally
}

/// The best n-grams, in their own order: those whose divergence is largest, of all that at least so many documents of
/// either side have. The `disparity` says which share of them are n-grams that only one side has so often,
/// those that most of its documents have.
pub fn select(
    positives: &[Vec<(Gram, f32)>],
    negatives: &[Vec<(Gram, f32)>],
    options: &Options,
) -> Vec<Gram> {
    let (ours, others) = (tally(positives), tally(negatives));
    // Of few documents, a tenth are enough.
    let least = options.least.min(1 + positives.len() as u32 / 10);
    let has = |tally: &Tally, gram: Gram| tally.get(&gram).is_some_and(|moments| moments.present >= least);
    let (mut both, mut one): (Ranked, Ranked) = Default::default();
    for (&gram, moments) in ours.iter().filter(|(_, moments)| moments.present >= least) {
        if has(&others, gram) {
            let (p, q) = (moments.gaussian(positives.len()), others[&gram].gaussian(negatives.len()));
            both.push((divergence(p, q), gram));
        } else {
            one.push((f64::from(moments.present) / positives.len() as f64, gram));
        }
    }
    for (&gram, moments) in others.iter().filter(|(_, moments)| moments.present >= least) {
        if !has(&ours, gram) {
            one.push((f64::from(moments.present) / negatives.len() as f64, gram));
        }
    }
    let best_first = |a: &(f64, Gram), b: &(f64, Gram)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1));
    both.sort_by(best_first);
    one.sort_by(best_first);
    one.truncate((options.disparity * options.features as f64) as usize);
    both.truncate(options.features - one.len());
    let mut grams: Vec<Gram> = both.into_iter().chain(one).map(|(_, gram)| gram).collect();
    grams.sort_unstable();
    grams
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divergence_is_the_integral() {
        let (p, q) = (Gaussian { mean: 1.0, variance: 0.25 }, Gaussian { mean: 0.2, variance: 0.64 });
        let density = |g: Gaussian, x: f64| {
            libm::exp(-(x - g.mean).powi(2) / (2.0 * g.variance))
                / (2.0 * std::f64::consts::PI * g.variance).sqrt()
        };
        let step = 1e-3;
        let integral: f64 = (-6000..8000)
            .map(|n| f64::from(n) * step)
            .map(|x| density(p, x) * libm::log(density(p, x) / density(q, x)) * step)
            .sum();
        assert!((divergence(p, q) - integral).abs() < 1e-6, "{} {integral}", divergence(p, q));
        assert_eq!(divergence(p, p), 0.0);
        assert!(divergence(p, q) != divergence(q, p), "it is no distance");
    }

    #[test]
    fn moments_count_documents_without_the_n_gram() {
        let mut moments = Moments::default();
        moments.add(2.0);
        moments.add(4.0);
        assert_eq!(moments.gaussian(4), Gaussian { mean: 1.5, variance: 5.0 - 2.25 });
        assert_eq!(moments.present, 2);
    }

    #[test]
    fn the_threshold_counts_both_sides_and_disparity_those_that_one_has() {
        // 1 is common to all, 2 differs, 3 is only in the one side, 4 only in the other.
        let side = |second: f32, own: Gram| -> Vec<Vec<(Gram, f32)>> {
            let document = |n: usize| {
                let noise = n as f32 / 100.0;
                vec![(1, 1.0 + noise), (2, second + noise), (own, 1.0)]
            };
            (0..20).map(document).collect()
        };
        let (ours, others) = (side(1.0, 3), side(3.0, 4));
        let with = |features, disparity| {
            select(&ours, &others, &Options { features, disparity, ..Options::default() })
        };
        assert_eq!(with(1, 0.0), [2]);
        assert_eq!(with(9, 0.0), [1, 2]);
        assert_eq!(with(4, 0.5), [1, 2, 3, 4]);
        assert_eq!(with(2, 0.5), [2, 3]);
        assert!(select(&[], &[], &Options::default()).is_empty());
    }
}
