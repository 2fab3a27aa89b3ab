//! Grows the forests which `pellucid::extract::forest` reads: gradient boosting of decision trees for log-odds (Friedman,
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
//! The leaf whose best split is worth most is split next. Everything is summed in the order of the examples, feature by
//! feature, so that the same examples give the same bytes, however many threads there are.

use rayon::prelude::*;

/// How trees are grown.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Trees.
    pub trees: usize,
    /// Leaves of a tree, at most.
    pub leaves: usize,
    /// How much of a tree's value is taken.
    pub rate: f64,
    /// Examples in a leaf, at least.
    pub least: u32,
    /// λ
    pub smoothing: f64,
}

impl Default for Options {
    fn default() -> Options {
        Options { trees: 200, leaves: 31, rate: 0.08, least: 50, smoothing: 1.0 }
    }
}

/// Bins of a feature's values, at most.
const BINS: usize = 255;

/// Examples as columns of features.
pub struct Examples {
    columns: Vec<Column>,
    labels: Vec<bool>,
    weights: Vec<f32>,
}

/// The values of one feature.
struct Column {
    /// The bin of each example: how many of the borders are below its value.
    bins: Vec<u8>,
    borders: Vec<f32>,
}

impl Column {
    fn new(values: &[f32]) -> Column {
        let mut sorted = values.to_vec();
        sorted.sort_by(f32::total_cmp);
        let mut borders: Vec<f32> =
            (1..=BINS).map(|n| sorted[(n * sorted.len() / (BINS + 1)).min(sorted.len() - 1)]).collect();
        borders.dedup();
        // Nothing is above the greatest value.
        if borders.last() == sorted.last() {
            borders.pop();
        }
        let bin = |value: &f32| borders.partition_point(|border| border < value) as u8;
        Column { bins: values.iter().map(bin).collect(), borders }
    }
}

impl Examples {
    /// Of rows of features, all of the same length; a label and a weight for each.
    pub fn new(rows: &[Vec<f32>], labels: Vec<bool>, weights: Vec<f32>) -> Examples {
        assert!(rows.len() == labels.len() && rows.len() == weights.len() && !rows.is_empty());
        let column = |feature: usize| Column::new(&rows.iter().map(|row| row[feature]).collect::<Vec<_>>());
        let columns = (0..rows[0].len()).into_par_iter().map(column).collect();
        Examples { columns, labels, weights }
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

/// The sums of every bin of every feature.
type Histogram = Vec<Vec<Sums>>;

/// A leaf that may be split.
struct Leaf {
    examples: Vec<u32>,
    histogram: Histogram,
    all: Sums,
    /// The best split: its worth, feature, and bin up to which examples go to the smaller side.
    split: Option<(f64, usize, usize)>,
    /// Its node.
    node: usize,
}

/// A node of a tree that grows.
enum Node {
    Leaf(f64),
    Split { feature: usize, border: f32, smaller: usize, greater: usize },
}

/// Grows a forest and gives its bytes; `done` is called after each tree.
pub fn fit(examples: &Examples, options: &Options, done: &dyn Fn()) -> Vec<u8> {
    let count = examples.labels.len();
    let weight = |positive: bool| {
        let chosen = examples.labels.iter().zip(&examples.weights).filter(|(label, _)| **label == positive);
        chosen.map(|(_, weight)| f64::from(*weight)).sum::<f64>().max(1e-9)
    };
    let base = libm::log(weight(true) / weight(false));
    let mut sums = vec![base; count];
    let mut bytes = b"PLUF\x01".to_vec();
    bytes.extend((examples.columns.len() as u16).to_le_bytes());
    bytes.extend((base as f32).to_le_bytes());
    bytes.extend((options.trees as u16).to_le_bytes());
    for _ in 0..options.trees {
        let slopes: Vec<(f64, f64)> = (0..count)
            .map(|n| {
                let (p, weight) = (1.0 / (1.0 + libm::exp(-sums[n])), f64::from(examples.weights[n]));
                (weight * (p - f64::from(u8::from(examples.labels[n]))), weight * p * (1.0 - p))
            })
            .collect();
        let (nodes, leaves) = grow(examples, &slopes, options);
        for (value, members) in leaves {
            members.iter().for_each(|&n| sums[n as usize] += value);
        }
        write(&nodes, &mut bytes);
        done();
    }
    bytes
}

/// Grows one tree. Gives its nodes, and the value of each leaf with the examples in it.
fn grow(examples: &Examples, slopes: &[(f64, f64)], options: &Options) -> (Vec<Node>, Vec<(f64, Vec<u32>)>) {
    let all: Vec<u32> = (0..examples.labels.len() as u32).collect();
    let mut nodes = vec![Node::Leaf(0.0)];
    let histogram = histogram(examples, slopes, &all);
    let mut leaves = vec![leaf(all, histogram, 0, options)];
    while leaves.len() < options.leaves {
        let worth = |leaf: &Leaf| leaf.split.map_or(f64::NEG_INFINITY, |(worth, ..)| worth);
        // Of equals the first: nothing depends on chance.
        let best = (0..leaves.len()).rev().max_by(|&a, &b| worth(&leaves[a]).total_cmp(&worth(&leaves[b])));
        let Some((best, (_, feature, bin))) = best.and_then(|n| Some((n, leaves[n].split?))) else { break };
        let Leaf { examples: members, histogram: sums, node, .. } = leaves.swap_remove(best);
        let column = &examples.columns[feature];
        let (smaller, greater): (Vec<u32>, Vec<u32>) =
            members.iter().partition(|&&n| usize::from(column.bins[n as usize]) <= bin);
        // The sums of the larger side are those of both less those of the smaller one.
        let few_are_smaller = smaller.len() <= greater.len();
        let few = self::histogram(examples, slopes, if few_are_smaller { &smaller } else { &greater });
        let many: Histogram = sums
            .into_par_iter()
            .zip(&few)
            .map(|(sums, few)| sums.iter().zip(few).map(|(sum, few)| sum.minus(*few)).collect())
            .collect();
        let (left, right) = if few_are_smaller { (few, many) } else { (many, few) };
        let at = nodes.len();
        nodes[node] = Node::Split { feature, border: column.borders[bin], smaller: at, greater: at + 1 };
        nodes.extend([Node::Leaf(0.0), Node::Leaf(0.0)]);
        leaves.push(leaf(smaller, left, at, options));
        leaves.push(leaf(greater, right, at + 1, options));
    }
    let mut values = Vec::new();
    for leaf in leaves {
        let value = -options.rate * leaf.all.slope / (leaf.all.curve + options.smoothing);
        nodes[leaf.node] = Node::Leaf(value);
        values.push((value, leaf.examples));
    }
    (nodes, values)
}

/// A leaf, with its best split.
fn leaf(examples: Vec<u32>, histogram: Histogram, node: usize, options: &Options) -> Leaf {
    let all = histogram
        .first()
        .map_or(Sums::default(), |bins| bins.iter().fold(Sums::default(), |a, b| a.plus(*b)));
    let best_of = |(feature, bins): (usize, &Vec<Sums>)| {
        let mut best: Option<(f64, usize, usize)> = None;
        let mut smaller = Sums::default();
        for (bin, sums) in bins.iter().enumerate().take(bins.len().saturating_sub(1)) {
            smaller = smaller.plus(*sums);
            let greater = all.minus(smaller);
            if smaller.count < options.least || greater.count < options.least {
                continue;
            }
            let worth = smaller.worth(options) + greater.worth(options) - all.worth(options);
            if worth > best.map_or(1e-9, |(worth, ..)| worth) {
                best = Some((worth, feature, bin));
            }
        }
        best
    };
    let splits: Vec<(f64, usize, usize)> = histogram.par_iter().enumerate().filter_map(best_of).collect();
    let split = splits.into_iter().reduce(|a, b| if b.0 > a.0 { b } else { a });
    Leaf { examples, histogram, all, split, node }
}

fn histogram(examples: &Examples, slopes: &[(f64, f64)], members: &[u32]) -> Histogram {
    let sums = |column: &Column| {
        let mut bins = vec![Sums::default(); column.borders.len() + 1];
        for &n in members {
            let (slope, curve) = slopes[n as usize];
            let bin = &mut bins[usize::from(column.bins[n as usize])];
            bin.slope += slope;
            bin.curve += curve;
            bin.count += 1;
        }
        bins
    };
    examples.columns.par_iter().map(sums).collect()
}

/// Writes a tree, each node before those it leads to, smaller values first.
fn write(nodes: &[Node], bytes: &mut Vec<u8>) {
    bytes.extend((nodes.len() as u16).to_le_bytes());
    let start = bytes.len();
    // Nodes to be written, each with the place of the number by which it is led to.
    let mut waiting: Vec<(usize, Option<usize>)> = vec![(0, None)];
    while let Some((node, led_from)) = waiting.pop() {
        let at = ((bytes.len() - start) / 8) as u16;
        if let Some(place) = led_from {
            bytes[place..place + 2].copy_from_slice(&at.to_le_bytes());
        }
        match &nodes[node] {
            Node::Leaf(value) => {
                bytes.extend(u16::MAX.to_le_bytes());
                bytes.extend(0u16.to_le_bytes());
                bytes.extend((*value as f32).to_le_bytes());
            }
            Node::Split { feature, border, smaller, greater } => {
                bytes.extend((*feature as u16).to_le_bytes());
                waiting.push((*greater, Some(bytes.len())));
                waiting.push((*smaller, None));
                bytes.extend(0u16.to_le_bytes());
                bytes.extend(border.to_le_bytes());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pellucid::extract::Forest;

    /// Points of a cube, positive where the first two numbers are both small or both great; the third says nothing.
    fn points(count: usize) -> (Vec<Vec<f32>>, Vec<bool>) {
        let mut random = fastrand::Rng::with_seed(5);
        let rows: Vec<Vec<f32>> =
            (0..count).map(|_| vec![random.f32(), random.f32(), random.f32()]).collect();
        let labels = rows.iter().map(|row| (row[0] > 0.5) == (row[1] > 0.5)).collect();
        (rows, labels)
    }

    #[test]
    fn what_no_single_feature_tells_is_learned() {
        let (rows, labels) = points(4000);
        let examples = Examples::new(&rows, labels, vec![1.0; rows.len()]);
        let options = Options { trees: 40, leaves: 8, least: 20, ..Options::default() };
        let bytes = fit(&examples, &options, &|| ());
        assert_eq!(bytes, fit(&examples, &options, &|| ()), "the same examples, the same bytes");
        let forest = Forest::parse(&bytes).unwrap();
        assert_eq!((forest.features(), forest.trees()), (3, 40));
        let (rows, labels) = points(5000);
        let right = rows[4000..]
            .iter()
            .zip(&labels[4000..])
            .filter(|(row, label)| (forest.value(row) > 0.0) == **label)
            .count();
        assert!(right > 970, "{right} of 1000 new points");
    }

    #[test]
    fn weights_count() {
        // One feature of no use, and positives that weigh three times as much.
        let rows = vec![vec![0.0]; 100];
        let labels: Vec<bool> = (0..100).map(|n| n % 2 == 0).collect();
        let weights = labels.iter().map(|label| if *label { 3.0 } else { 1.0 }).collect();
        let bytes =
            fit(&Examples::new(&rows, labels, weights), &Options { trees: 3, ..Options::default() }, &|| ());
        let value = Forest::parse(&bytes).unwrap().value(&[0.0]);
        assert!((value - 3f32.ln()).abs() < 1e-3, "{value}");
    }
}
