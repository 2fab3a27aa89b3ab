//! The fast way through [`Forest`]s: a number is compared with borders once, and not at every question.
//!
//! A forest only needs to know whether a feature is above this or that border: the two of the model that ships ask 4,200 questions,
//! but about 2,205 borders only, at most 40 of a feature. So all that counts of a value is its *bin*, the number of borders below
//! it. A bin is a byte, so 64 blocks go through a tree at once; and a feature that no question is about is never computed.

use fearless_simd::{Level, Simd, dispatch, f32x16, prelude::*, u8x16, u8x64, u16x32, u32x16};

use super::forest::{DEEPEST, Forest, ForestError};
use crate::extract::features::names::{self, Name};
use crate::extract::features::{Columns, NONE};
use crate::simd::{self, LANES};

/// So many values are compared at once.
const VALUES: usize = 16;

/// A question that is always denied: the first column is all zeros.
const DENIED: (u16, u8) = (0, 1);

/// The borders that forests ask about, of each feature: sorted, and each once.
#[derive(Clone, Debug, PartialEq)]
pub struct Borders(Vec<Vec<f32>>);

impl Borders {
    /// Of these forests together.
    pub fn of(forests: &[Forest]) -> Result<Borders, ForestError> {
        let features = forests.iter().map(Forest::features).max().unwrap_or(0);
        let mut borders = vec![Vec::new(); features];
        for (feature, border) in forests.iter().flat_map(Forest::questions) {
            borders[usize::from(feature)].push(border);
        }
        for borders in &mut borders {
            borders.sort_by(f32::total_cmp);
            borders.dedup();
            if borders.len() > usize::from(u8::MAX) {
                return Err(ForestError::new("a feature has more borders than a byte can count"));
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
    /// Zeros, then all blocks' bins of the first feature that a question is about, then of the second.
    bins: Vec<[u8; LANES]>,
    /// Of each column, whether all blocks are in the same bin.
    same: Vec<bool>,
    /// How many times 64 blocks there are.
    chunks: usize,
    /// The values of a feature; that of the last block is repeated.
    values: Vec<f32>,
    level: Level,
}

impl<'a> Bins<'a> {
    /// For so many blocks.
    pub fn new(blocks: usize, borders: &'a Borders) -> Bins<'a> {
        let chunks = blocks.div_ceil(LANES);
        let columns = 1 + borders.0.iter().filter(|borders| !borders.is_empty()).count();
        let mut bins = Vec::with_capacity(columns * chunks);
        bins.resize(chunks, [0; LANES]);
        let mut same = Vec::with_capacity(columns);
        same.push(true);
        let values = Vec::with_capacity(chunks * LANES);
        Bins { blocks, borders: borders.0.iter(), bins, same, chunks, values, level: simd::level() }
    }

    /// Adds the bins of the values, by these borders.
    fn add(&mut self, borders: &[f32]) {
        let last = self.values.last().copied().unwrap_or(0.0);
        self.values.resize(self.chunks * LANES, last);
        let values: &[[f32; VALUES]] = self.values.as_chunks().0;
        // What is below or above all values has not to be compared with each: most pages have all they have in a few bins.
        let [low, high] = dispatch!(self.level, simd => bounds(simd, values));
        let values = values.as_chunks().0;
        let below = borders.partition_point(|border| *border < low);
        let among = borders.partition_point(|border| *border < high);
        self.same.push(below == among);
        match &borders[below..among] {
            [] => self.bins.resize(self.bins.len() + self.chunks, [below as u8; LANES]),
            among => dispatch!(self.level, simd => bin(simd, below as u8, among, values, &mut self.bins)),
        }
    }
}

impl Columns for Bins<'_> {
    fn push(&mut self, _: Name, column: impl Iterator<Item = f32>) {
        let Some(borders) = self.borders.next().filter(|borders| !borders.is_empty()) else { return };
        self.values.clear();
        self.values.extend(column);
        self.add(borders);
    }

    fn push_rows<'r, const N: usize>(
        &mut self,
        _: [Name; N],
        mut rows: impl Iterator<Item = &'r [f32; N]> + Clone,
    ) {
        let mut columns: [Vec<[f32; VALUES]>; N] =
            std::array::from_fn(|_| Vec::with_capacity(self.chunks * LANES / VALUES));
        // Many rows are turned at once: a column of them is together then.
        loop {
            let mut turned = [[0.0; VALUES]; N];
            let mut count = 0;
            while count < VALUES
                && let Some(row) = rows.next()
            {
                for (column, value) in turned.iter_mut().zip(row) {
                    column[count] = *value;
                }
                count += 1;
            }
            if count == 0 {
                break;
            }
            columns.iter_mut().zip(turned).for_each(|(column, turned)| column.push(turned));
        }
        for column in columns {
            let Some(borders) = self.borders.next().filter(|borders| !borders.is_empty()) else { continue };
            self.values.clear();
            self.values.extend_from_slice(&column.as_flattened()[..self.blocks]);
            self.add(borders);
        }
    }
    fn push_sparse(&mut self, names: impl Iterator<Item = Name>, values: &[(u16, u32, f32)]) {
        let chunks = self.chunks;
        // Of each feature its borders, and which column it has.
        let features: Vec<(&[f32], usize)> = names
            .map(|_| {
                let borders: &[f32] = self.borders.next().map_or(&[], |borders| borders);
                let column = self.same.len();
                if !borders.is_empty() {
                    let none = borders.partition_point(|border| *border < NONE) as u8;
                    self.bins.resize(self.bins.len() + chunks, [none; LANES]);
                    self.same.push(true);
                }
                (borders, column)
            })
            .collect();
        let bins = self.bins.as_flattened_mut();
        for &(feature, block, value) in values {
            let (borders, column) = features[usize::from(feature)];
            if !borders.is_empty() {
                let bin = borders.partition_point(|border| *border < value) as u8;
                bins[column * chunks * LANES + block as usize] = bin;
                self.same[column] = false;
            }
        }
    }
}

/// The least of all values, and the greatest.
#[inline(always)]
fn bounds<S: Simd>(simd: S, values: &[[f32; VALUES]]) -> [f32; 2] {
    let Some(first) = values.first() else { return [0.0; 2] };
    let first = f32x16::from_slice(simd, first);
    let (mut low, mut high) = (first, first);
    for values in values {
        let values = f32x16::from_slice(simd, values);
        (low, high) = (low.min(values), high.max(values));
    }
    [low.reduce_min(), high.reduce_max()]
}

/// Adds the bins of these values: how many of the borders are below each, and so many more.
#[inline(always)]
fn bin<S: Simd>(
    simd: S,
    more: u8,
    borders: &[f32],
    values: &[[[f32; VALUES]; LANES / VALUES]],
    bins: &mut Vec<[u8; LANES]>,
) {
    let (zero, one) = (u32x16::splat(simd, 0), u32x16::splat(simd, 1));
    for values in values {
        let mut counts = [u32x16::splat(simd, u32::from(more)); LANES / VALUES];
        for &border in borders {
            let border = f32x16::splat(simd, border);
            for (count, values) in counts.iter_mut().zip(values) {
                *count += f32x16::from_slice(simd, values).simd_gt(border).select(one, zero);
            }
        }
        let mut all = [0; LANES];
        for (bins, count) in all.as_chunks_mut::<VALUES>().0.iter_mut().zip(counts) {
            *bins = <[u32; VALUES]>::from(count).map(|bin| bin as u8);
        }
        bins.push(all);
    }
}

/// A [`Forest`] whose questions are about bins.
#[derive(Clone, Debug, PartialEq)]
pub struct BinnedForest {
    base: f32,
    trees: Vec<Tree>,
}

/// All trees are equally deep: those which have less to ask begin with questions that are always denied. Then come those that all
/// blocks of a page tend to answer alike, so that the first two answers mostly choose a row of leaves for all of them.
#[derive(Clone, Debug, PartialEq)]
struct Tree {
    /// The column, and the least bin above the border.
    questions: [(u16, u8); DEEPEST],
    /// The first bytes of all values, then the second: bytes are what a vector can look up.
    leaves: [[u8; 1 << DEEPEST]; 4],
}

/// A row of leaves is what the last questions decide among: as many as vectors of all processors can look up.
const ROW: usize = 16;
/// How many questions choose the row.
const OUTER: usize = 2;

impl BinnedForest {
    /// A forest, with the borders of it and of others.
    pub fn new(forest: &Forest, borders: &Borders) -> BinnedForest {
        let columns = borders.columns();
        let tree = |(questions, values): (&[(u16, f32)], &[f32])| {
            let mut tree = Tree { questions: [DENIED; DEEPEST], leaves: [[0; 1 << DEEPEST]; 4] };
            // The questions by their places in the tree as it was written, in the order in which they are asked here.
            let mut order: Vec<usize> = (0..questions.len()).collect();
            let variety = |at: &usize| names::second().get(usize::from(questions[*at].0)).map(Name::variety);
            order.sort_by_key(variety);
            let asked = &mut tree.questions[DEEPEST - questions.len()..];
            for (asked, &at) in asked.iter_mut().zip(&order) {
                let (feature, border) = questions[at];
                let above = borders.0[usize::from(feature)].partition_point(|other| *other <= border);
                *asked = (columns[usize::from(feature)], above as u8);
            }
            for (written, value) in values.iter().enumerate() {
                let answer = |at: usize| written >> (questions.len() - 1 - at) & 1;
                let leaf = order.iter().fold(0, |leaf, at| leaf << 1 | answer(*at));
                for (bytes, byte) in tree.leaves.iter_mut().zip(value.to_le_bytes()) {
                    bytes[leaf] = byte;
                }
            }
            tree
        };
        BinnedForest { base: forest.base(), trees: forest.all().map(tree).collect() }
    }

    /// The sum of all trees' values, for each block.
    pub fn values(&self, bins: &Bins) -> Vec<f32> {
        let mut values = vec![[[self.base; VALUES]; LANES / VALUES]; bins.chunks];
        dispatch!(bins.level, simd => self.add(simd, bins, &mut values));
        let mut values = values.into_flattened().into_flattened();
        values.truncate(bins.blocks);
        values
    }

    /// The same of the first block alone: what is the same for all blocks of a page. Columns that are asked about have to be there,
    /// and others may be still to come.
    pub fn first_value(&self, bins: &Bins) -> f32 {
        let bin = |column: u16| bins.bins.get(usize::from(column) * bins.chunks).map_or(0, |all| all[0]);
        let answer =
            |leaf: usize, &(column, above): &(u16, u8)| leaf << 1 | usize::from(bin(column) >= above);
        let value = |tree: &Tree| {
            let leaf = tree.questions.iter().fold(0, answer);
            f32::from_le_bytes([0, 1, 2, 3].map(|byte: usize| tree.leaves[byte][leaf]))
        };
        self.trees.iter().fold(self.base, |sum, tree| sum + value(tree))
    }

    #[inline(always)]
    fn add<S: Simd>(&self, simd: S, bins: &Bins, values: &mut [[[f32; VALUES]; LANES / VALUES]]) {
        if values.is_empty() {
            return;
        }
        for tree in &self.trees {
            let (mut alike, mut row) = (0, 0);
            for &(column, above) in &tree.questions[..OUTER] {
                if !bins.same[usize::from(column)] {
                    break;
                }
                let answer = bins.bins[usize::from(column) * bins.chunks][0] >= above;
                (alike, row) = (alike + 1, row << 1 | usize::from(answer));
            }
            match alike {
                0 => tree.add::<S, 4>(simd, bins, 0, values),
                1 => tree.add::<S, 2>(simd, bins, 2 * row, values),
                _ => tree.add::<S, 1>(simd, bins, row, values),
            }
        }
    }
}

impl Tree {
    /// Adds the values of the leaves, from so many rows from this one on: the other rows are not for these blocks.
    #[inline(always)]
    fn add<S: Simd, const ROWS: usize>(
        &self,
        simd: S,
        bins: &Bins,
        from: usize,
        values: &mut [[[f32; VALUES]; LANES / VALUES]],
    ) {
        let (zero, one) = (u8x64::splat(simd, 0), u8x64::splat(simd, 1));
        let mut questions: [(&[[u8; LANES]], u8x64<S>); DEEPEST] = [(&[], zero); DEEPEST];
        for (question, &(column, above)) in questions.iter_mut().zip(&self.questions) {
            let column = &bins.bins[usize::from(column) * bins.chunks..][..bins.chunks];
            *question = (column, u8x64::splat(simd, above));
        }
        let [outer, inner, last @ ..] = &questions;
        let mut rows = [[zero; ROWS]; 4];
        for (rows, leaves) in rows.iter_mut().zip(&self.leaves) {
            for (row, leaves) in rows.iter_mut().zip(&leaves.as_chunks::<ROW>().0[from..]) {
                *row = u8x64::block_splat(u8x16::from_slice(simd, leaves));
            }
        }
        for (n, values) in values.iter_mut().enumerate() {
            let mut leaf = zero;
            for (column, above) in last {
                let answers = u8x64::from_slice(simd, &column[n]).simd_ge(*above);
                leaf = leaf + leaf + answers.select(one, zero);
            }
            let mut bytes = [zero; 4];
            for (bytes, rows) in bytes.iter_mut().zip(&rows) {
                let mut found = [zero; 4];
                for (found, row) in found.iter_mut().zip(rows) {
                    *found = row.swizzle_dyn_within_blocks(leaf);
                }
                if ROWS == 4 {
                    let answers = u8x64::from_slice(simd, &outer.0[n]).simd_ge(outer.1);
                    found =
                        [answers.select(found[2], found[0]), answers.select(found[3], found[1]), zero, zero];
                }
                if ROWS >= 2 {
                    let answers = u8x64::from_slice(simd, &inner.0[n]).simd_ge(inner.1);
                    found[0] = answers.select(found[1], found[0]);
                }
                *bytes = found[0];
            }
            let [a, b, c, d] = bytes;
            let (first, second) = (a.interleave(b), c.interleave(d));
            let (front, back) = (numbers(first.0, second.0), numbers(first.1, second.1));
            for (value, added) in values.iter_mut().zip([front.0, front.1, back.0, back.1]) {
                (f32x16::from_slice(simd, value) + added).store_slice(value);
            }
        }
    }
}

/// The numbers of which the first vector has the lower bytes, two of each, and the second the higher ones.
#[inline(always)]
fn numbers<S: Simd>(low: u8x64<S>, high: u8x64<S>) -> (f32x16<S>, f32x16<S>) {
    let (front, back) = low.bitcast::<u16x32<S>>().interleave(high.bitcast::<u16x32<S>>());
    (front.bitcast(), back.bitcast())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::features::Table;

    /// What this processor has, and those before it had.
    fn levels() -> Vec<Level> {
        let level = Level::new();
        #[cfg(target_arch = "x86_64")]
        let earlier = [
            level.as_avx2().map(Level::Avx2),
            level.as_sse4_2().map(Level::Sse4_2),
            level.as_sse2().map(Level::Sse2),
        ];
        #[cfg(not(target_arch = "x86_64"))]
        let earlier = [None];
        earlier.into_iter().flatten().chain([level]).collect()
    }

    #[test]
    fn all_processors_count_the_same() {
        // Two trees of one feature: worth 1.5 above 2, or -4 otherwise; and a quarter above 7.
        let mut bytes = [b"PLUF\x02".as_slice(), &1u16.to_le_bytes(), &0.5f32.to_le_bytes()].concat();
        bytes.extend(2u16.to_le_bytes());
        for (border, leaves) in [(2.0f32, [-4.0f32, 1.5]), (7.0, [0.0, 0.25])] {
            bytes.extend([1, 0, 0]);
            bytes.extend(border.to_le_bytes());
            bytes.extend(leaves.iter().flat_map(|leaf| leaf.to_le_bytes()));
        }
        let forest = Forest::parse(&bytes).unwrap();
        let borders = Borders::of(std::slice::from_ref(&forest)).unwrap();
        let binned = BinnedForest::new(&forest, &borders);
        for blocks in [0, 1, 63, 64, 65, 200] {
            let column: Vec<f32> = (0..blocks).map(|n| (n * 7 % 11) as f32).collect();
            let expected = forest.values(&Table::of_columns(&[&column]));
            for level in levels() {
                let mut bins = Bins { level, ..Bins::new(blocks, &borders) };
                bins.push(Name::new("block", "links"), column.iter().copied());
                assert_eq!(binned.values(&bins), expected, "{blocks} {level:?}");
                if blocks > 0 {
                    assert_eq!(binned.first_value(&bins), expected[0]);
                }
            }
        }
    }
}
