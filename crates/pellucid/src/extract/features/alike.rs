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

/// How many of all keys are the same as each.
pub fn alike<K: Hash + Eq>(keys: impl ExactSizeIterator<Item = K>) -> Vec<f32> {
    let (each, count) = kinds(keys);
    let mut counts = vec![0.0; count];
    each.iter().for_each(|&kind| counts[kind as usize] += 1.0);
    each.iter().map(|&kind| counts[kind as usize]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_counted() {
        assert_eq!(alike(["a", "b", "a", "", "a"].into_iter()), [3.0, 1.0, 3.0, 1.0, 3.0]);
        assert_eq!(kinds([7, 7, 1].into_iter()), (vec![0, 0, 1], 2));
        assert!(alike([0u64; 0].into_iter()).is_empty());
    }
}
