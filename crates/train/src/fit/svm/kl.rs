//! Which n-grams tell a class from the others: by the Kullback-Leibler divergence of the Gaussians that fit an n-gram's
//! frequency among the documents of the class (p) and among the others (q).
//!
//! ```text
//! KL(p‖q) = ∫ p(x) ln (p(x) / q(x)) dx = ln (σq / σp) + (σp² + (μp − μq)²) / (2 σq²) − ½
//! ```
//!
//! The paper says that an n-gram counts only if it was there in enough documents of either side. What few have
//! has no variance to speak of. Its future work is to look at the confidence intervals of means and variances: then an n-gram is
//! worth the least divergence within them, and nothing if that may be zero.

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

/// The least KL(p‖q) with means and variances anywhere within `z` standard errors of what was found in so many documents.
///
/// With r = σp² / σq² it is ½ (r − 1 − ln r) + (μp − μq)² / (2 σq²): least where r is nearest to one, the means are
/// nearest to each other, and σq² is largest. The standard error of a mean is σ/√n, that of a variance σ² √(2/n).
pub fn least_divergence(p: (Gaussian, usize), q: (Gaussian, usize), z: f64) -> f64 {
    let ((p, n), (q, m)) = (p, q);
    let (n, m) = (n.max(1) as f64, m.max(1) as f64);
    let apart = (p.mean - q.mean).abs() - z * (p.variance / n + q.variance / m).sqrt();
    let apart = apart.max(0.0);
    // Of ln r, of which the errors add up.
    let error = z * (2.0 / n + 2.0 / m).sqrt();
    let log = libm::log(p.variance / q.variance);
    let log = log.signum() * (log.abs() - error).max(0.0);
    let largest = q.variance * (1.0 + z * (2.0 / m).sqrt());
    0.5 * (libm::exp(log) - 1.0 - log) + apart * apart / (2.0 * largest)
}

/// How many standard errors an interval of this confidence reaches to either side, 0 to 1: 1.96 for 0.95.
pub fn standard_errors(confidence: f64) -> f64 {
    let (mut low, mut high) = (0.0, 40.0);
    for _ in 0..200 {
        let z = 0.5 * (low + high);
        if libm::erf(z / std::f64::consts::SQRT_2) < confidence { low = z } else { high = z }
    }
    low
}

/// The n-grams of documents, each with its moments.
type Tally = HashMap<Gram, Moments>;

/// N-grams and how well they tell the sides apart.
type Ranked = Vec<(f64, Gram)>;

/// An n-gram that was chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chosen {
    /// Which.
    pub gram: Gram,
    /// Its divergence; none for one that only one side has.
    pub divergence: Option<f64>,
}

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
) -> Vec<Chosen> {
    let z = options.confidence.map(standard_errors);
    let (ours, others) = (tally(positives), tally(negatives));
    // Of few documents, a tenth are enough.
    let least = options.least.min(1 + positives.len() as u32 / 10);
    let has = |tally: &Tally, gram: Gram| tally.get(&gram).is_some_and(|moments| moments.present >= least);
    let (mut both, mut one): (Ranked, Ranked) = Default::default();
    for (&gram, moments) in ours.iter().filter(|(_, moments)| moments.present >= least) {
        if has(&others, gram) {
            let (p, q) = (moments.gaussian(positives.len()), others[&gram].gaussian(negatives.len()));
            let worth = match z {
                Some(z) => least_divergence((p, positives.len()), (q, negatives.len()), z),
                None => divergence(p, q),
            };
            if z.is_none() || worth > 0.0 {
                both.push((worth, gram));
            }
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
    let both = both.into_iter().map(|(divergence, gram)| Chosen { gram, divergence: Some(divergence) });
    let one = one.into_iter().map(|(_, gram)| Chosen { gram, divergence: None });
    let mut chosen: Vec<Chosen> = both.chain(one).collect();
    chosen.sort_unstable_by_key(|one| one.gram);
    chosen
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
            let options = Options { features, disparity, ..Options::paper() };
            select(&ours, &others, &options).iter().map(|one| one.gram).collect::<Vec<Gram>>()
        };
        assert_eq!(with(1, 0.0), [2]);
        assert_eq!(with(9, 0.0), [1, 2]);
        assert_eq!(with(4, 0.5), [1, 2, 3, 4]);
        assert_eq!(with(2, 0.5), [2, 3]);
        assert!(select(&[], &[], &Options::paper()).is_empty());
        // What does not differ is not known to differ.
        let options = Options { confidence: Some(0.95), ..Options::paper() };
        let chosen = select(&ours, &others, &options);
        assert_eq!(chosen.iter().map(|one| one.gram).collect::<Vec<Gram>>(), [2]);
        let whole = select(&ours, &others, &Options::paper());
        assert!(chosen[0].divergence < whole[1].divergence && chosen[0].divergence > Some(0.0));
    }

    #[test]
    fn the_least_divergence_is_the_least_of_all_within_the_intervals() {
        assert!((standard_errors(0.95) - 1.959_964).abs() < 1e-5, "{}", standard_errors(0.95));
        let (p, q) = (Gaussian { mean: 1.0, variance: 0.25 }, Gaussian { mean: 0.2, variance: 0.64 });
        assert!((least_divergence((p, 50), (q, 60), 0.0) - divergence(p, q)).abs() < 1e-12);
        let z = 2.0;
        let least = least_divergence((p, 50), (q, 60), z);
        assert!(least < divergence(p, q));
        // Corners of the intervals of each alone: no divergence is smaller.
        for signs in 0..16 {
            let sign = |bit: u32| if signs >> bit & 1 == 0 { -0.7 } else { 0.7 };
            let near = |g: Gaussian, n: f64, bit: u32| Gaussian {
                mean: g.mean + sign(bit) * z * (g.variance / n).sqrt(),
                variance: g.variance * libm::exp(sign(bit + 1) * z * (2.0 / n).sqrt()),
            };
            assert!(divergence(near(p, 50.0, 0), near(q, 60.0, 2)) >= least, "{signs}");
        }
        assert_eq!(least_divergence((p, 9), (p, 9), z), 0.0);
    }
}
