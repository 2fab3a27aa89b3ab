//! A forest of decision trees: how likely a block is main content, by its features.
//!
//! Each tree has the same few questions for every block, whether a feature is above a threshold. The answers, read as a binary
//! number, the first question's first, are the number of the leaf whose value the block gets. The sum of all trees' values is
//! the log-odds that was learned. `fit::forest` of the training crate grows them.
//!
//! Here it is as it was written down, and judges block by block. Pages are judged by the same forest in [`bins`](super::bins).
//!
//! | bytes | meaning, little-endian |
//! |---|---|
//! | `PLUF`, 2 | magic, version |
//! | u16, f32 | how many features there are; what the sum begins with |
//! | u16 | trees, and of each: |
//! | u8, then each: u16, f32 | questions: the feature, the threshold |
//! | f32 each | values of the leaves, two to the power of the questions |

use std::fmt;

use crate::extract::features::Table;

const MAGIC: &[u8] = b"PLUF\x02";
/// Questions of a tree, at most: as many as training asks.
pub(super) const DEEPEST: usize = 6;

/// Trees that were grown.
#[derive(Clone, Debug, PartialEq)]
pub struct Forest {
    features: usize,
    base: f32,
    trees: Vec<Tree>,
}

#[derive(Clone, Debug, PartialEq)]
struct Tree {
    questions: Vec<(u16, f32)>,
    leaves: Vec<f32>,
}

/// Why bytes are no forest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForestError(&'static str);

impl ForestError {
    pub(super) fn new(why: &'static str) -> ForestError {
        ForestError(why)
    }
}

impl fmt::Display for ForestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a forest: {}", self.0)
    }
}

impl std::error::Error for ForestError {}

impl Forest {
    /// Reads a forest. No bytes make it panic, or take more memory than a few times their length.
    pub fn parse(bytes: &[u8]) -> Result<Forest, ForestError> {
        let mut rest = bytes.strip_prefix(MAGIC).ok_or(ForestError("wrong magic or version"))?;
        let features = u16::from_le_bytes(take(&mut rest)?);
        let base = number(&mut rest)?;
        let mut trees = Vec::new();
        for _ in 0..u16::from_le_bytes(take(&mut rest)?) {
            let [depth] = take(&mut rest)?;
            if usize::from(depth) > DEEPEST {
                return Err(ForestError("a tree is too deep"));
            }
            let mut question = || {
                let feature = u16::from_le_bytes(take(&mut rest)?);
                if feature >= features {
                    return Err(ForestError("a question is about a feature that is not there"));
                }
                Ok((feature, number(&mut rest)?))
            };
            let questions = (0..depth).map(|_| question()).collect::<Result<_, _>>()?;
            let leaves = (0..1 << depth).map(|_| number(&mut rest)).collect::<Result<_, _>>()?;
            trees.push(Tree { questions, leaves });
        }
        if !rest.is_empty() {
            return Err(ForestError("bytes after the last tree"));
        }
        Ok(Forest { features: features.into(), base, trees })
    }

    /// How many features it needs.
    pub fn features(&self) -> usize {
        self.features
    }

    /// How many trees it has.
    pub fn trees(&self) -> usize {
        self.trees.len()
    }

    /// The sum of all trees' values, for each block.
    pub fn values(&self, table: &Table) -> Vec<f32> {
        let value = |block| self.trees.iter().fold(self.base, |sum, tree| sum + tree.value(table, block));
        (0..table.blocks()).map(value).collect()
    }

    /// The sum for the first block: what is the same for all of a page.
    pub fn first_value(&self, table: &Table) -> f32 {
        self.trees.iter().fold(self.base, |sum, tree| sum + tree.value(table, 0))
    }

    /// What the sum begins with.
    pub(super) fn base(&self) -> f32 {
        self.base
    }

    /// The questions and the leaves of each tree.
    pub(super) fn all(&self) -> impl Iterator<Item = (&[(u16, f32)], &[f32])> {
        self.trees.iter().map(|tree| (&*tree.questions, &*tree.leaves))
    }

    /// The questions of all trees.
    pub(super) fn questions(&self) -> impl Iterator<Item = (u16, f32)> {
        self.trees.iter().flat_map(|tree| tree.questions.iter().copied())
    }
}

impl Tree {
    /// The value of a block.
    fn value(&self, table: &Table, block: usize) -> f32 {
        let answer = |leaf: usize, &(feature, threshold): &(u16, f32)| {
            leaf << 1 | usize::from(table.column(feature.into())[block] > threshold)
        };
        self.leaves[self.questions.iter().fold(0, answer)]
    }
}

fn take<const N: usize>(rest: &mut &[u8]) -> Result<[u8; N], ForestError> {
    let (taken, after) = rest.split_first_chunk().ok_or(ForestError("it is cut off"))?;
    *rest = after;
    Ok(*taken)
}

fn number(rest: &mut &[u8]) -> Result<f32, ForestError> {
    let number = f32::from_le_bytes(take(rest)?);
    if number.is_finite() { Ok(number) } else { Err(ForestError("a number is NaN or infinite")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Two trees: 1 + (x₀ > 0.5 ? (x₁ > 3 ? 4 : 3) : (x₁ > 3 ? 2 : 1)) + 100.
    fn small() -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(2u16.to_le_bytes());
        bytes.extend(1f32.to_le_bytes());
        bytes.extend(2u16.to_le_bytes());
        let trees = [
            Tree { questions: vec![(0, 0.5), (1, 3.0)], leaves: vec![1.0, 2.0, 3.0, 4.0] },
            Tree { questions: Vec::new(), leaves: vec![100.0] },
        ];
        for Tree { questions, leaves } in trees {
            bytes.push(questions.len() as u8);
            for (feature, threshold) in questions {
                bytes.extend(feature.to_le_bytes());
                bytes.extend(threshold.to_le_bytes());
            }
            leaves.iter().for_each(|leaf| bytes.extend(leaf.to_le_bytes()));
        }
        bytes
    }

    #[test]
    fn values_are_sums_of_leaves() {
        let forest = Forest::parse(&small()).unwrap();
        assert_eq!((forest.features(), forest.trees()), (2, 2));
        let table = Table::of_columns(&[&[0.5, 0.0, 1.0, 0.6], &[3.0, 4.0, 3.0, 4.0]]);
        assert_eq!(forest.values(&table), [102.0, 103.0, 104.0, 105.0]);
        assert!(forest.values(&Table::default()).is_empty());
        let (a, b): (Vec<f32>, Vec<f32>) = (0..50).map(|n| ((n % 2) as f32, (n % 5) as f32)).unzip();
        let expected: Vec<f32> =
            (0..50).map(|n| [102.0, 104.0][n % 2] + f32::from(u8::from(n % 5 == 4))).collect();
        assert_eq!(forest.values(&Table::of_columns(&[&a, &b])), expected);
    }

    #[test]
    fn damaged_forests_are_errors() {
        let whole = small();
        for length in 0..whole.len() {
            assert!(Forest::parse(&whole[..length]).is_err(), "{length}");
        }
        assert!(Forest::parse(&[&*whole, b"x"].concat()).is_err());
        let mut unknown = whole.clone();
        // The feature of the first question.
        unknown[14] = 2;
        assert_eq!(
            Forest::parse(&unknown).unwrap_err().to_string(),
            "not a forest: a question is about a feature that is not there"
        );
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic_or_hang(at in 0usize..99, byte in any::<u8>(), x in -9f32..9.0) {
            let mut bytes = small();
            let at = at % bytes.len();
            bytes[at] = byte;
            if let Ok(forest) = Forest::parse(&bytes) {
                prop_assert_eq!(forest.values(&Table::of_columns(&[&[x, -x], &[-x, x]])).len(), 2);
            }
        }
    }
}
