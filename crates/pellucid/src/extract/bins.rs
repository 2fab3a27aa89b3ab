//! The quick way through [`Forest`]s: a number is compared with borders once, and not at every question.
//!
//! All that a forest wants to know of a feature is whether it is above this or that border: the two of the model that ships ask
//! 4,200 questions, but about 2,205 borders only, at most 40 of a feature. So all that counts of a value is its *bin*, the number of
//! borders below it. That is a byte, and sixteen blocks are asked at once; and what is never asked for is never computed.

use super::features::{Columns, NONE};
use super::forest::{DEEPEST, Forest, ForestError};

/// Blocks that are asked at once.
const LANES: usize = 16;

/// A question that is always denied: the first column is all zeros.
const DENIED: (u16, u8) = (0, 1);

/// The borders that forests ask about, of each feature: sorted, and each once.
#[derive(Clone, Debug, PartialEq)]
pub struct Borders(Vec<Vec<f32>>);

impl Borders {
    /// Of these forests together.
    pub fn of(forests: &[&Forest]) -> Result<Borders, ForestError> {
        let features = forests.iter().map(|forest| forest.features()).max().unwrap_or(0);
        let mut borders = vec![Vec::new(); features];
        for (feature, border) in forests.iter().flat_map(|forest| forest.questions()) {
            borders[usize::from(feature)].push(border);
        }
        for borders in &mut borders {
            borders.sort_by(f32::total_cmp);
            borders.dedup();
            if borders.len() > usize::from(u8::MAX) {
                return Err(ForestError::new("more borders of a feature than a byte can tell"));
            }
        }
        Ok(Borders(borders))
    }

    /// Which of the columns of [`Bins`] each feature has: those that nobody asks about have none. The first is of no feature.
    fn columns(&self) -> Vec<u16> {
        let mut next = 1;
        let column = |borders: &Vec<f32>| {
            let column = next;
            next += u16::from(!borders.is_empty());
            column
        };
        self.0.iter().map(column).collect()
    }
}

/// The bins of the features of blocks, feature by feature.
#[derive(Clone, Debug)]
pub struct Bins<'a> {
    blocks: usize,
    /// The borders of the features that are still to come.
    borders: std::slice::Iter<'a, Vec<f32>>,
    /// Zeros, then all blocks' bins of the first feature that is asked for, then of the second.
    bins: Vec<[u8; LANES]>,
    /// How many times sixteen blocks there are.
    chunks: usize,
    /// The values of a feature; that of the last block is repeated.
    values: Vec<f32>,
}

impl<'a> Bins<'a> {
    /// For so many blocks.
    pub fn new(blocks: usize, borders: &'a Borders) -> Bins<'a> {
        let chunks = blocks.div_ceil(LANES);
        let columns = 1 + borders.0.iter().filter(|borders| !borders.is_empty()).count();
        let mut bins = Vec::with_capacity(columns * chunks);
        bins.resize(chunks, [0; LANES]);
        Bins { blocks, borders: borders.0.iter(), bins, chunks, values: Vec::with_capacity(chunks * LANES) }
    }
}

impl Columns for Bins<'_> {
    fn push(&mut self, column: impl Iterator<Item = f32>) {
        let Some(borders) = self.borders.next().filter(|borders| !borders.is_empty()) else { return };
        self.values.clear();
        self.values.extend(column);
        let last = self.values.last().copied().unwrap_or(0.0);
        self.values.resize(self.chunks * LANES, last);
        let values = self.values.as_chunks().0;
        // What is below or above all values has not to be compared with each: most pages have all they have in a few bins.
        let (low, high) = (first_of(values, |a, b| a < b), first_of(values, |a, b| a > b));
        let below = borders.partition_point(|border| *border < low);
        let among = borders.partition_point(|border| *border < high);
        let start = self.bins.len();
        self.bins.resize(start + self.chunks, [below as u8; LANES]);
        count_below(&borders[below..among], values, &mut self.bins[start..]);
    }

    fn push_sparse(&mut self, features: usize, values: &[(u8, u32, f32)]) {
        let chunks = self.chunks;
        // Of each feature its borders, and where its column begins.
        let features: Vec<(&[f32], usize)> = (0..features)
            .map(|_| {
                let borders: &[f32] = self.borders.next().map_or(&[], |borders| borders);
                let start = self.bins.len();
                if !borders.is_empty() {
                    let none = borders.partition_point(|border| *border < NONE) as u8;
                    self.bins.resize(start + chunks, [none; LANES]);
                }
                (borders, start * LANES)
            })
            .collect();
        let bins = self.bins.as_flattened_mut();
        for &(feature, block, value) in values {
            let (borders, start) = features[usize::from(feature)];
            if !borders.is_empty() {
                bins[start + block as usize] = borders.partition_point(|border| *border < value) as u8;
            }
        }
    }
}

/// The value that is before all others, for each of sixteen lanes and then of these.
fn first_of(values: &[[f32; LANES]], is_before: impl Fn(f32, f32) -> bool) -> f32 {
    let Some((mut first, others)) = values.split_first().map(|(first, others)| (*first, others)) else {
        return 0.0;
    };
    let earlier = |a: f32, b: f32| if is_before(b, a) { b } else { a };
    for values in others {
        for (first, value) in first.iter_mut().zip(values) {
            *first = earlier(*first, *value);
        }
    }
    first.into_iter().fold(first[0], earlier)
}

/// Adds how many of the borders are below each value.
#[inline(never)]
fn count_below(borders: &[f32], values: &[[f32; LANES]], counts: &mut [[u8; LANES]]) {
    for border in borders {
        for (counts, values) in counts.iter_mut().zip(values) {
            for (count, value) in counts.iter_mut().zip(values) {
                *count += u8::from(value > border);
            }
        }
    }
}

/// A [`Forest`] whose questions are about bins.
#[derive(Clone, Debug, PartialEq)]
pub struct BinnedForest {
    base: f32,
    trees: Vec<Tree>,
}

/// All trees are equally deep: those which have less to ask begin with questions that are always denied.
#[derive(Clone, Debug, PartialEq)]
struct Tree {
    /// The column, and the least bin above the border.
    questions: [(u16, u8); DEEPEST],
    leaves: [f32; 1 << DEEPEST],
}

impl BinnedForest {
    /// A forest, with the borders of it and of others.
    pub fn new(forest: &Forest, borders: &Borders) -> BinnedForest {
        let columns = borders.columns();
        let tree = |(questions, values): (&[(u16, f32)], &[f32])| {
            let mut tree = Tree { questions: [DENIED; DEEPEST], leaves: [0.0; 1 << DEEPEST] };
            let asked = &mut tree.questions[DEEPEST - questions.len()..];
            for (asked, &(feature, border)) in asked.iter_mut().zip(questions) {
                let above = borders.0[usize::from(feature)].partition_point(|other| *other <= border);
                *asked = (columns[usize::from(feature)], above as u8);
            }
            tree.leaves[..values.len()].copy_from_slice(values);
            tree
        };
        BinnedForest { base: forest.base(), trees: forest.all().map(tree).collect() }
    }

    /// The sum of all trees' values, for each block.
    pub fn values(&self, bins: &Bins) -> Vec<f32> {
        let chunks = bins.chunks;
        let mut values = vec![[self.base; LANES]; chunks];
        for tree in &self.trees {
            let questions = tree.questions.map(|(column, above)| {
                let column = usize::from(column) * chunks;
                (&bins.bins[column..column + chunks], above)
            });
            for (n, values) in values.iter_mut().enumerate() {
                let mut leaf = [0u8; LANES];
                for (column, above) in questions {
                    for (leaf, bin) in leaf.iter_mut().zip(&column[n]) {
                        *leaf = *leaf << 1 | u8::from(*bin >= above);
                    }
                }
                for (value, leaf) in values.iter_mut().zip(leaf) {
                    *value += tree.leaves[usize::from(leaf) % tree.leaves.len()];
                }
            }
        }
        values.as_flattened()[..bins.blocks].to_vec()
    }
}
