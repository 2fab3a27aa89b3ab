//! What all fits begin with: how much more likely an n-gram is in a class than in the mean of all classes, and which n-grams
//! matter.
//!
//! With `f` the relative frequency of an n-gram in a class and `g` its mean over all classes, the weight is
//! `ln((f/g + λ) / (1 + λ))`: frequencies are smoothed towards the common background and not towards zero, so that a class
//! with little text is not taken for one which excludes what it has not seen. For what a class does not have at all, the
//! weight is the same everywhere, the floor.

use std::collections::HashMap;

use pellucid::internals::count::Gram;

/// What was counted of one class.
pub struct Tally {
    /// What frequencies are relative to.
    pub total: f64,
    /// How often each n-gram was seen.
    pub grams: HashMap<Gram, u32>,
}

/// The mean of all classes.
pub struct Background {
    lambda: f64,
    mean: HashMap<Gram, f64>,
}

impl Background {
    /// Of these classes, each of which has `lambda` of it.
    pub fn new(tallies: &[&Tally], lambda: f64) -> Background {
        let mut mean: HashMap<Gram, f64> = HashMap::new();
        for tally in tallies {
            for (&gram, &count) in &tally.grams {
                *mean.entry(gram).or_default() += f64::from(count) / tally.total / tallies.len() as f64;
            }
        }
        Background { lambda, mean }
    }

    /// The weight of what a class does not have, in nats.
    pub fn floor(&self) -> f64 {
        libm::log(self.lambda / (1.0 + self.lambda))
    }

    /// The weight of an n-gram which a class has so often, in nats.
    pub fn weight(&self, tally: &Tally, gram: Gram, count: u32) -> f64 {
        let frequency = (f64::from(count) - 0.5) / tally.total;
        libm::log((frequency / self.mean[&gram] + self.lambda) / (1.0 + self.lambda))
    }

    /// All n-grams, those that matter most first: each class names in turn those that matter most to it, and so many at
    /// once as stand beside it.
    pub fn by_turns(&self, tallies: &[(&Tally, usize)]) -> Vec<(usize, Gram)> {
        let mut turns: HashMap<Gram, usize> = HashMap::new();
        for (tally, at_once) in tallies {
            let matters = |(&gram, &count): (&Gram, &u32)| {
                (gram, f64::from(count) * self.weight(tally, gram, count).abs())
            };
            let mut ranked: Vec<(Gram, f64)> = tally.grams.iter().map(matters).collect();
            ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
            for (rank, (gram, _)) in ranked.into_iter().enumerate() {
                let turn = turns.entry(gram).or_insert(usize::MAX);
                *turn = (*turn).min(rank / at_once);
            }
        }
        let mut ranked: Vec<(usize, Gram)> = turns.into_iter().map(|(gram, turn)| (turn, gram)).collect();
        ranked.sort();
        ranked
    }
}
