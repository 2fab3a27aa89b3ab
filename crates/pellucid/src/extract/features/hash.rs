//! What the model is fed, as a list and as one number: a model stores the number of the library it was trained with.

use std::sync::LazyLock;

use super::names::{self, Name};
use crate::html::Element;

/// A hash of the [`listing`]: a model that was trained for another one is refused.
pub fn hash() -> u64 {
    static HASH: LazyLock<u64> = LazyLock::new(|| fnv_1a(listing().as_bytes()));
    *HASH
}

/// Everything that gives a model's numbers their meaning, a line for each: the names of the features in order, the words of `class`
/// among them, and the codes and names of the elements. Training writes it to `content.features`, beside the model.
pub fn listing() -> String {
    listed(names::second(), Element::trained())
}

fn listed(names: &[Name], codes: impl Iterator<Item = (u8, &'static str)>) -> String {
    let names = names.iter().map(|name| format!("feature {name}\n"));
    let codes = codes.map(|(code, name)| match name {
        "" => format!("element {code} of any other name\n"),
        _ => format!("element {code} {name}\n"),
    });
    names.chain(codes).collect()
}

/// FNV-1a of 64 bits (<http://www.isthe.com/chongo/tech/comp/fnv/>): a few lines, and the same on every machine and in every version
/// of Rust, which the standard library's hasher does not promise.
fn fnv_1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_vectors_of_fnv() {
        assert_eq!(fnv_1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv_1a(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv_1a(b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn every_change_of_features_or_codes_is_another_hash() {
        let (names, codes) = (names::second().to_vec(), Element::trained().collect::<Vec<_>>());
        let changed = |change: fn(&mut Vec<Name>, &mut Vec<(u8, &'static str)>)| {
            let (mut names, mut codes) = (names.clone(), codes.clone());
            change(&mut names, &mut codes);
            fnv_1a(listed(&names, codes.into_iter()).as_bytes())
        };
        assert_eq!(changed(|_, _| ()), hash());
        assert_ne!(changed(|names, _| names.swap(0, 1)), hash(), "another order");
        assert_ne!(changed(|names, _| names[7] = Name::new("block", "vowels")), hash(), "another feature");
        assert_ne!(changed(|names, _| names.truncate(9)), hash(), "fewer features");
        assert_ne!(changed(|names, _| names.insert(3, Name::new("class", "bard"))), hash(), "one more word");
        assert_ne!(
            changed(|_, codes| codes[3..].iter_mut().for_each(|(code, _)| *code += 1)),
            hash(),
            "moved"
        );
        assert_ne!(changed(|_, codes| codes[4].1 = "story"), hash(), "an element with another name");
    }
}
