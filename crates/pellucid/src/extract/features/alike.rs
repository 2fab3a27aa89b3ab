//! What is the same as something else of a page.

use std::collections::HashMap;
use std::hash::Hash;

use foldhash::fast::RandomState;

/// A map whose keys come from a page. They are hashed by a number that no page knows: none can make that slow.
pub type Map<K, V> = HashMap<K, V, RandomState>;

/// Which of all kinds each key is of, and how many there are.
pub fn kinds<K: Hash + Eq>(keys: impl ExactSizeIterator<Item = K>) -> (Vec<u32>, usize) {
    let mut kinds = Map::with_capacity_and_hasher(keys.len(), RandomState::default());
    let kind = |key| {
        let next = kinds.len() as u32;
        *kinds.entry(key).or_insert(next)
    };
    let each = keys.map(kind).collect();
    (each, kinds.len())
}

/// The sum of something over all of each kind.
pub fn sums(each: &[u32], count: usize, of: impl Fn(usize) -> f32) -> Vec<f32> {
    let mut sums = vec![0.0; count];
    each.iter().enumerate().for_each(|(n, &kind)| sums[kind as usize] += of(n));
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_counted() {
        assert_eq!(kinds([7, 7, 1].into_iter()), (vec![0, 0, 1], 2));
        assert_eq!(kinds([0u64; 0].into_iter()), (vec![], 0));
        assert_eq!(sums(&[0, 1, 0, 2, 0], 3, |n| n as f32), [6.0, 1.0, 3.0]);
    }
}
