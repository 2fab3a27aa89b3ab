//! A forest of decision trees: what a block is worth, by its features.
//!
//! Each tree asks one feature after the other whether it is at most a threshold, and ends in a value; the sum of all trees' values
//! is the log-odds that was learned. `fit::forest` of the training crate grows them.
//!
//! | bytes | meaning, little-endian |
//! |---|---|
//! | `PLUF`, 1 | magic, version |
//! | u16, f32 | how many features there are; what the sum begins with |
//! | u16, then each: u16, nodes | trees: how many nodes, and these |
//! | u16, u16, f32 | a node: its feature, the place in its tree of the node for greater values, the threshold; the node for smaller values follows. Of a leaf, the feature is 65535, and the number its value |

use std::fmt;

const MAGIC: &[u8] = b"PLUF\x01";
/// The feature of a leaf.
const LEAF: u16 = u16::MAX;

/// Trees that were grown.
#[derive(Clone, Debug, PartialEq)]
pub struct Forest {
    features: usize,
    base: f32,
    /// Where each tree begins.
    trees: Vec<usize>,
    nodes: Vec<Node>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Node {
    feature: u16,
    greater: u16,
    number: f32,
}

/// Why bytes are no forest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForestError(&'static str);

impl fmt::Display for ForestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a forest: {}", self.0)
    }
}

impl std::error::Error for ForestError {}

impl Forest {
    /// Reads a forest. No bytes make it panic, or take more memory than a few times their length; and every walk through a
    /// tree ends, since it only leads forward.
    pub fn parse(bytes: &[u8]) -> Result<Forest, ForestError> {
        let mut rest = bytes.strip_prefix(MAGIC).ok_or(ForestError("wrong magic or version"))?;
        let features = usize::from(u16::from_le_bytes(take(&mut rest)?));
        let base = number(&mut rest)?;
        let mut forest = Forest { features, base, trees: Vec::new(), nodes: Vec::new() };
        for _ in 0..u16::from_le_bytes(take(&mut rest)?) {
            forest.trees.push(forest.nodes.len());
            let count = u16::from_le_bytes(take(&mut rest)?);
            if count == 0 {
                return Err(ForestError("a tree without nodes"));
            }
            for at in 0..count {
                let feature = u16::from_le_bytes(take(&mut rest)?);
                let greater = u16::from_le_bytes(take(&mut rest)?);
                let node = Node { feature, greater, number: number(&mut rest)? };
                if feature != LEAF
                    && (usize::from(feature) >= features || greater <= at + 1 || greater >= count)
                {
                    return Err(ForestError("a node that leads nowhere"));
                }
                forest.nodes.push(node);
            }
            // The last node has no node behind it for smaller values.
            if forest.nodes.last().is_some_and(|node| node.feature != LEAF) {
                return Err(ForestError("a node that leads nowhere"));
            }
        }
        if rest.is_empty() { Ok(forest) } else { Err(ForestError("bytes behind the last tree")) }
    }

    /// How many features it asks for.
    pub fn features(&self) -> usize {
        self.features
    }

    /// How many trees it has.
    pub fn trees(&self) -> usize {
        self.trees.len()
    }

    /// The sum of all trees' values for these features; those that are missing are zero.
    pub fn value(&self, features: &[f32]) -> f32 {
        let feature = |node: &Node| features.get(usize::from(node.feature)).copied().unwrap_or(0.0);
        let walk = |&start: &usize| {
            let mut at = start;
            loop {
                let node = &self.nodes[at];
                if node.feature == LEAF {
                    return node.number;
                }
                at = if feature(node) > node.number { start + usize::from(node.greater) } else { at + 1 };
            }
        };
        self.base + self.trees.iter().map(walk).sum::<f32>()
    }
}

fn take<const N: usize>(rest: &mut &[u8]) -> Result<[u8; N], ForestError> {
    let (taken, behind) = rest.split_first_chunk().ok_or(ForestError("it is cut off"))?;
    *rest = behind;
    Ok(*taken)
}

fn number(rest: &mut &[u8]) -> Result<f32, ForestError> {
    let number = f32::from_le_bytes(take(rest)?);
    if number.is_finite() { Ok(number) } else { Err(ForestError("a number that is none")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Two trees: 1 + (x₀ > 0.5 ? 2 : (x₁ > 3 ? 10 : 20)) + 100.
    fn small() -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(2u16.to_le_bytes());
        bytes.extend(1f32.to_le_bytes());
        bytes.extend(2u16.to_le_bytes());
        let trees: [&[(u16, u16, f32)]; 2] = [
            &[(0, 4, 0.5), (1, 3, 3.0), (LEAF, 0, 20.0), (LEAF, 0, 10.0), (LEAF, 0, 2.0)],
            &[(LEAF, 0, 100.0)],
        ];
        for tree in trees {
            bytes.extend((tree.len() as u16).to_le_bytes());
            for (feature, greater, number) in tree {
                bytes.extend(feature.to_le_bytes());
                bytes.extend(greater.to_le_bytes());
                bytes.extend(number.to_le_bytes());
            }
        }
        bytes
    }

    #[test]
    fn values_are_sums_of_leaves() {
        let forest = Forest::parse(&small()).unwrap();
        assert_eq!((forest.features(), forest.trees()), (2, 2));
        let value = |a, b| forest.value(&[a, b]);
        assert_eq!((value(1.0, 0.0), value(0.5, 3.0), value(0.0, 3.5)), (103.0, 121.0, 111.0));
        assert_eq!(forest.value(&[]), 121.0);
    }

    #[test]
    fn damaged_forests_are_errors() {
        let whole = small();
        for length in 0..whole.len() {
            assert!(Forest::parse(&whole[..length]).is_err(), "{length}");
        }
        assert!(Forest::parse(&[&*whole, b"x"].concat()).is_err());
        let mut backward = whole.clone();
        // The first node's way for greater values, to itself.
        backward[17] = 0;
        assert_eq!(
            Forest::parse(&backward).unwrap_err().to_string(),
            "not a forest: a node that leads nowhere"
        );
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic_or_hang(at in 0usize..99, byte in any::<u8>(), x in -9f32..9.0) {
            let mut bytes = small();
            let at = at % bytes.len();
            bytes[at] = byte;
            if let Ok(forest) = Forest::parse(&bytes) {
                forest.value(&[x, -x]);
            }
        }
    }
}
