//! Which pages are kept from a model that is judged with them, and which pages make a sample.

use crate::extraction::Page;

/// What is left out together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftOut {
    /// A quarter of the sites at a time.
    Sites,
    /// One data set at a time, and all pages of its sites in other sets.
    Sets,
}

impl LeftOut {
    /// The name of the fold that a page is judged in.
    pub fn fold(self, page: &Page) -> String {
        match self {
            LeftOut::Sites => (fnv_1a(page.row.site.as_bytes()) % 4).to_string(),
            LeftOut::Sets => page.row.dataset.clone(),
        }
    }
}

/// Sorts by the hash of a name and keeps the first `sample`: always the same ones, and a small sample is a part of a large one.
pub fn drawn<T>(mut all: Vec<T>, name: impl Fn(&T) -> &str, sample: Option<usize>) -> Vec<T> {
    all.sort_by_cached_key(|one| (fnv_1a(name(one).as_bytes()), name(one).to_owned()));
    all.truncate(sample.unwrap_or(usize::MAX));
    all
}

/// The hash that draws samples and folds. Any would do; this one is four lines and never changes.
fn fnv_1a(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01B3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extraction::Row;

    #[test]
    fn the_hash_is_the_published_one() {
        assert_eq!(fnv_1a(b""), 0xCBF2_9CE4_8422_2325);
        assert_eq!(fnv_1a(b"foobar"), 0x8594_4171_F739_67E8);
    }

    #[test]
    fn samples_are_prefixes() {
        let names = || ["a", "b", "c", "d", "e"].map(str::to_owned).to_vec();
        let draw = |names, sample| drawn(names, |name: &String| name, sample);
        let (all, mut turned) = (draw(names(), None), names());
        turned.reverse();
        assert_eq!(draw(turned, Some(2)), all[..2]);
        assert_eq!(all.len(), 5);
    }

    #[test]
    fn pages_of_a_site_are_in_one_fold() {
        let page = |site: &str, dataset: &str| {
            Page::new(Row { site: site.into(), dataset: dataset.into(), ..Row::default() }, "", "")
        };
        let (one, other) = (page("a.example", "x"), page("a.example", "y"));
        assert_eq!(LeftOut::Sites.fold(&one), LeftOut::Sites.fold(&other));
        assert_eq!((LeftOut::Sets.fold(&one), LeftOut::Sets.fold(&other)), ("x".into(), "y".into()));
    }
}
