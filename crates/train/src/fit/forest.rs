//! Grows the forests which the library reads in `extract/model/forest.rs`: gradient boosting of decision trees for log-odds (Friedman,
//! *Greedy Function Approximation: A Gradient Boosting Machine*, 2001), with the values of each feature put into bins.
//!
//! With `F` the sum of the trees so far, `p = 1 / (1 + exp(−F))`, `y` the label and `w` the weight of an example, the next tree is
//! fitted to the slope and the curve of the loss,
//!
//! ```text
//! g = w (p − y),   h = w p (1 − p)
//! ```
//!
//! A leaf with the sums `G` and `H` of these has the value `−rate · G / (H + λ)`, and a split of it into two is worth
//!
//! ```text
//! G₁² / (H₁ + λ) + G₂² / (H₂ + λ) − G² / (H + λ)
//! ```
//!
//! All leaves of a tree are split by the same question, the one that is worth most to all of them together: such trees
//! are fast, and learn little by heart. Each tree is offered a share of the features, and fitted to a share of the
//! examples, rather those that the trees so far are wrong about. Both are drawn by a generator with a fixed seed. Everything is
//! summed in the order of the examples, feature by feature, so that the same examples give the same bytes, however many threads
//! there are.

use std::ops::Range;

use rayon::prelude::*;

/// How trees are grown.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Trees.
    pub trees: usize,
    /// Questions of a tree.
    pub depth: usize,
    /// How much of a tree's value is taken.
    pub rate: f64,
    /// Examples in a leaf of a split that counts, at least.
    pub least: u32,
    /// λ
    pub smoothing: f64,
    /// The share of the features that is offered to a tree.
    pub offered: f64,
    /// The share of the examples that a tree is fitted to.
    pub share: f64,
}

impl Default for Options {
    fn default() -> Options {
        Options { trees: 330, depth: 6, rate: 0.08, least: 20, smoothing: 0.3, offered: 0.15, share: 0.1 }
    }
}

/// Bins of a feature's values, at most.
const BINS: usize = 127;

/// Examples as columns of features.
pub struct Examples {
    columns: Vec<Column>,
    /// The number of the feature that each column has, where not all are there, and how many there are.
    numbers: Option<(Vec<u16>, u16)>,
    labels: Vec<f32>,
    weights: Vec<f32>,
}

/// The values of one feature.
struct Column {
    /// The bin of each example: how many of the borders are below its value.
    bins: Vec<u8>,
    borders: Vec<f32>,
}

/// So many values, or a few more, tell where borders are.
const SORTED: usize = 50_000;

/// All values in order, if they are few. Then each is a border, however rare it is: what few blocks have may say most about them.
fn few(values: &[f32]) -> Option<Vec<f32>> {
    let mut found: Vec<f32> = Vec::new();
    for value in values {
        if let Err(at) = found.binary_search_by(|other| other.total_cmp(value)) {
            if found.len() == BINS {
                return None;
            }
            found.insert(at, *value);
        }
    }
    Some(found)
}

impl Column {
    fn new(values: &[f32]) -> Column {
        let mut borders = few(values).unwrap_or_else(|| {
            let step = (values.len() / SORTED).max(1);
            let mut sorted: Vec<f32> = values.iter().step_by(step).copied().collect();
            sorted.sort_unstable_by(f32::total_cmp);
            (1..=BINS).map(|n| sorted[(n * sorted.len() / (BINS + 1)).min(sorted.len() - 1)]).collect()
        });
        borders.dedup();
        // Nothing is above the greatest value.
        if borders.last().copied() == values.iter().copied().reduce(f32::max) {
            borders.pop();
        }
        let bin = |value: &f32| borders.partition_point(|border| border < value) as u8;
        Column { bins: values.iter().map(bin).collect(), borders }
    }

    fn histogram(&self, leaf: &Leaf) -> Histogram {
        let mut bins = vec![Sums::default(); self.borders.len() + 1];
        for (&n, &(slope, curve)) in leaf.members.iter().zip(&leaf.slopes) {
            let bin = &mut bins[usize::from(self.bins[n as usize])];
            bin.slope += slope;
            bin.curve += curve;
            bin.count += 1;
        }
        bins
    }
}

impl Examples {
    /// Of so many features, given one by one for all examples; a label and a weight for each.
    pub fn new(
        features: usize,
        column: impl Fn(usize) -> Vec<f32> + Sync,
        labels: Vec<f32>,
        weights: Vec<f32>,
    ) -> Examples {
        assert!(labels.len() == weights.len() && !labels.is_empty());
        let mut examples = Examples { columns: Vec::new(), numbers: None, labels, weights };
        examples.extend(0..features, column);
        examples
    }

    /// The same of a few features among so many, by their numbers. Trees ask about no others.
    pub fn of_few(
        features: &[usize],
        among: usize,
        column: impl Fn(usize) -> Vec<f32> + Sync,
        labels: Vec<f32>,
        weights: Vec<f32>,
    ) -> Examples {
        let numbers = features.iter().map(|feature| *feature as u16).collect();
        let examples = Examples::new(features.len(), |n| column(features[n]), labels, weights);
        Examples { numbers: Some((numbers, among as u16)), ..examples }
    }

    /// The number of a column's feature.
    fn number(&self, column: usize) -> u16 {
        self.numbers.as_ref().map_or(column as u16, |(numbers, _)| numbers[column])
    }

    /// How many features there are.
    fn features(&self) -> u16 {
        self.numbers.as_ref().map_or(self.columns.len() as u16, |(_, among)| *among)
    }

    /// Adds features.
    pub fn extend(&mut self, features: Range<usize>, column: impl Fn(usize) -> Vec<f32> + Sync) {
        self.columns.par_extend(features.into_par_iter().map(|feature| Column::new(&column(feature))));
    }

    /// The numbers of all.
    pub fn all(&self) -> Vec<u32> {
        (0..self.labels.len() as u32).collect()
    }
}

/// Sums over the examples of a bin.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    slope: f64,
    curve: f64,
    count: u32,
}

impl Sums {
    fn minus(self, other: Sums) -> Sums {
        Sums {
            slope: self.slope - other.slope,
            curve: self.curve - other.curve,
            count: self.count - other.count,
        }
    }

    fn plus(self, other: Sums) -> Sums {
        Sums {
            slope: self.slope + other.slope,
            curve: self.curve + other.curve,
            count: self.count + other.count,
        }
    }

    fn worth(self, options: &Options) -> f64 {
        self.slope * self.slope / (self.curve + options.smoothing)
    }
}

/// The sums of every bin of a feature.
type Histogram = Vec<Sums>;

/// The examples in a leaf, and beside each its slope and curve: every feature that is offered reads them in this order, and never has
/// to look for them.
struct Leaf {
    members: Vec<u32>,
    slopes: Vec<(f64, f64)>,
}

impl Leaf {
    /// Of these examples, among all.
    fn new(members: Vec<u32>, slopes: &[(f64, f64)]) -> Leaf {
        let slopes = members.iter().map(|&n| slopes[n as usize]).collect();
        Leaf { members, slopes }
    }

    /// Those up to a bin of a feature, and those beyond it.
    fn split(&self, column: &Column, bin: usize, slopes: &[(f64, f64)]) -> [Leaf; 2] {
        let is_small = |n: &&u32| usize::from(column.bins[**n as usize]) <= bin;
        let (smaller, greater): (Vec<u32>, Vec<u32>) = self.members.iter().partition(is_small);
        [smaller, greater].map(|members| Leaf::new(members, slopes))
    }

    fn len(&self) -> usize {
        self.members.len()
    }
}

/// A feature that is offered to a tree, and what it knows of the tree so far.
struct Offered<'a> {
    feature: usize,
    column: &'a Column,
    /// Of each leaf.
    histograms: Vec<Histogram>,
}

/// A tree that was grown.
struct Tree {
    /// Features, and the bins up to which values are small.
    questions: Vec<(usize, usize)>,
    /// The leaves' values.
    leaves: Vec<f64>,
}

/// So often what is sure to be taken is estimated again.
const ROUNDS: usize = 6;

/// Grows a forest for some of the examples and gives its bytes; `done` is called after each tree.
pub fn fit(examples: &Examples, members: &[u32], options: &Options, done: &dyn Fn()) -> Vec<u8> {
    let weight = |positive: bool| {
        let share = |label: f32| f64::from(if positive { label } else { 1.0 - label });
        let weight = |&n: &u32| f64::from(examples.weights[n as usize]) * share(examples.labels[n as usize]);
        members.iter().map(weight).sum::<f64>().max(1e-9)
    };
    let base = libm::log(weight(true) / weight(false));
    let mut sums = vec![base; examples.labels.len()];
    let mut slopes = vec![(0.0, 0.0); sums.len()];
    let mut is_member = vec![false; sums.len()];
    members.iter().for_each(|&n| is_member[n as usize] = true);
    let mut random = fastrand::Rng::with_seed(1);
    let offered = ((examples.columns.len() as f64 * options.offered).ceil() as usize).max(1);
    let mut bytes = b"PLUF\x02".to_vec();
    bytes.extend(examples.features().to_le_bytes());
    bytes.extend((base as f32).to_le_bytes());
    bytes.extend((options.trees as u16).to_le_bytes());
    for _ in 0..options.trees {
        let slope = |n: usize| {
            let (p, weight) = (1.0 / (1.0 + libm::exp(-sums[n])), f64::from(examples.weights[n]));
            (weight * (p - f64::from(examples.labels[n])), weight * p * (1.0 - p))
        };
        slopes.par_iter_mut().enumerate().filter(|(n, _)| is_member[*n]).for_each(|(n, at)| *at = slope(n));
        let taken = draw(members, &mut slopes, options.share, &mut random);
        let mut features = random.choose_multiple(0..examples.columns.len(), offered);
        features.sort_unstable();
        let tree = grow(examples, taken, &slopes, &features, options);
        tree.write(examples, &mut bytes);
        let add = |(n, sum): (usize, &mut f64)| *sum += tree.value(examples, n);
        sums.par_iter_mut().enumerate().filter(|(n, _)| is_member[*n]).for_each(add);
        done();
    }
    bytes
}

/// Draws a share of the examples for a tree, rather those that the trees so far are wrong about: where the slope is steep. Each counts
/// as all that it stands for, so that sums stay what they are in the mean (Ibragimov and Gusev, *Minimal Variance Sampling in
/// Stochastic Gradient Boosting*, 2019).
fn draw(members: &[u32], slopes: &mut [(f64, f64)], share: f64, random: &mut fastrand::Rng) -> Vec<u32> {
    let steepness = |(slope, curve): (f64, f64)| libm::sqrt(slope * slope + curve * curve);
    let wanted = share * members.len() as f64;
    // Examples as steep as this are sure to be taken.
    let mut sure = f64::INFINITY;
    for _ in 0..ROUNDS {
        let (mut count, mut sum) = (0.0, 0.0);
        for &n in members {
            let steepness = steepness(slopes[n as usize]);
            if steepness >= sure {
                count += 1.0;
            } else {
                sum += steepness;
            }
        }
        sure = if wanted > count { sum / (wanted - count) } else { sure };
    }
    let is_taken = |&n: &u32| {
        let (slope, curve) = &mut slopes[n as usize];
        let chance = if share < 1.0 { steepness((*slope, *curve)) / sure } else { 1.0 };
        let is_taken = random.f64() < chance;
        if is_taken && chance < 1.0 {
            *slope /= chance;
            *curve /= chance;
        }
        is_taken
    };
    members.iter().copied().filter(is_taken).collect()
}

/// Grows one tree for these examples, with these features.
fn grow(
    examples: &Examples,
    taken: Vec<u32>,
    slopes: &[(f64, f64)],
    features: &[usize],
    options: &Options,
) -> Tree {
    let root = Leaf::new(taken, slopes);
    let offer = |&feature: &usize| {
        let column = &examples.columns[feature];
        Offered { feature, column, histograms: vec![column.histogram(&root)] }
    };
    let mut offered: Vec<Offered> = features.par_iter().map(offer).collect();
    let mut leaves = vec![root];
    let mut questions = Vec::new();
    while questions.len() < options.depth {
        let splits: Vec<Option<(f64, usize)>> =
            offered.par_iter().map(|offered| offered.best_split(options)).collect();
        // Of equals the first: nothing depends on chance.
        let splits = splits.into_iter().enumerate().filter_map(|(n, split)| Some((n, split?)));
        let best = splits.reduce(|a, b| if b.1.0 > a.1.0 { b } else { a });
        let Some((n, (_, bin))) = best else { break };
        let Offered { feature, column, .. } = offered[n];
        questions.push((feature, bin));
        let split: Vec<[Leaf; 2]> = leaves.par_iter().map(|leaf| leaf.split(column, bin, slopes)).collect();
        if questions.len() < options.depth {
            offered.par_iter_mut().for_each(|offered| offered.follow(&split));
        }
        leaves = split.into_iter().flatten().collect();
    }
    let value = |leaf: &Leaf| {
        let sum = leaf.slopes.iter().fold((0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1));
        -options.rate * sum.0 / (sum.1 + options.smoothing)
    };
    Tree { questions, leaves: leaves.iter().map(value).collect() }
}

impl Offered<'_> {
    /// The border which is worth most to all leaves together, and its worth.
    fn best_split(&self, options: &Options) -> Option<(f64, usize)> {
        let mut worth = vec![0.0; self.column.borders.len()];
        for bins in &self.histograms {
            let all = bins.iter().fold(Sums::default(), |a, b| a.plus(*b));
            let mut smaller = Sums::default();
            for (worth, sums) in worth.iter_mut().zip(bins) {
                smaller = smaller.plus(*sums);
                let greater = all.minus(smaller);
                if smaller.count >= options.least && greater.count >= options.least {
                    *worth += smaller.worth(options) + greater.worth(options) - all.worth(options);
                }
            }
        }
        let best = worth.into_iter().enumerate().reduce(|a, b| if b.1 > a.1 { b } else { a });
        best.filter(|(_, worth)| *worth > 1e-9).map(|(bin, worth)| (worth, bin))
    }

    /// All leaves were split into two.
    fn follow(&mut self, split: &[[Leaf; 2]]) {
        let both = std::mem::take(&mut self.histograms).into_iter().zip(split);
        self.histograms = both
            .flat_map(|(mut sums, [smaller, greater])| {
                // The sums of the larger side are those of both less those of the smaller one.
                let few_are_smaller = smaller.len() <= greater.len();
                let few = self.column.histogram(if few_are_smaller { smaller } else { greater });
                sums.iter_mut().zip(&few).for_each(|(sum, few)| *sum = sum.minus(*few));
                if few_are_smaller { [few, sums] } else { [sums, few] }
            })
            .collect();
    }
}

impl Tree {
    /// The value of an example.
    fn value(&self, examples: &Examples, n: usize) -> f64 {
        let answer = |(feature, bin): &(usize, usize)| usize::from(examples.columns[*feature].bins[n]) > *bin;
        let leaf = self.questions.iter().fold(0, |leaf, question| leaf << 1 | usize::from(answer(question)));
        self.leaves[leaf]
    }

    fn write(&self, examples: &Examples, bytes: &mut Vec<u8>) {
        bytes.push(self.questions.len() as u8);
        for &(feature, bin) in &self.questions {
            bytes.extend(examples.number(feature).to_le_bytes());
            bytes.extend(examples.columns[feature].borders[bin].to_le_bytes());
        }
        for value in &self.leaves {
            bytes.extend((*value as f32).to_le_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pellucid::internals::extract::Forest;
    use pellucid::internals::extract::features::Table;

    /// Points of a cube, positive where the first two numbers are both small or both great; the third says nothing.
    fn points(count: usize) -> (Vec<Vec<f32>>, Vec<f32>) {
        let mut random = fastrand::Rng::with_seed(5);
        let rows: Vec<Vec<f32>> =
            (0..count).map(|_| vec![random.f32(), random.f32(), random.f32()]).collect();
        let labels = rows.iter().map(|row| f32::from(u8::from((row[0] > 0.5) == (row[1] > 0.5)))).collect();
        (rows, labels)
    }

    #[test]
    fn what_no_single_feature_tells_is_learned() {
        let (rows, labels) = points(4000);
        let column = |rows: &[Vec<f32>], n: usize| rows.iter().map(|row| row[n]).collect::<Vec<_>>();
        let examples = Examples::new(3, |n| column(&rows, n), labels, vec![1.0; rows.len()]);
        let options = Options { trees: 40, depth: 3, least: 20, offered: 1.0, ..Options::default() };
        let bytes = fit(&examples, &examples.all(), &options, &|| ());
        assert_eq!(
            bytes,
            fit(&examples, &examples.all(), &options, &|| ()),
            "the same examples, the same bytes"
        );
        let forest = Forest::parse(&bytes).unwrap();
        assert_eq!((forest.features(), forest.trees()), (3, 40));
        let (rows, labels) = points(5000);
        let columns: Vec<Vec<f32>> = (0..3).map(|n| column(&rows[4000..], n)).collect();
        let columns: Vec<&[f32]> = columns.iter().map(|column| &**column).collect();
        let values = forest.values(&Table::of_columns(&columns));
        let right = values
            .iter()
            .zip(&labels[4000..])
            .filter(|(value, label)| (**value > 0.0) == (**label > 0.0))
            .count();
        assert!(right > 970, "{right} of 1000 new points");
    }

    #[test]
    fn weights_count() {
        // One feature of no use, and positives that weigh three times as much.
        let labels: Vec<f32> = (0..100).map(|n| f32::from(u8::from(n % 2 == 0))).collect();
        let weights = labels.iter().map(|label| 1.0 + 2.0 * label).collect();
        let examples = Examples::new(1, |_| vec![0.0; 100], labels, weights);
        let options = Options { trees: 3, share: 1.0, ..Options::default() };
        let bytes = fit(&examples, &examples.all(), &options, &|| ());
        let value = Forest::parse(&bytes).unwrap().values(&Table::of_columns(&[&[0.0]]))[0];
        assert!((value - 3f32.ln()).abs() < 1e-3, "{value}");
    }
}
