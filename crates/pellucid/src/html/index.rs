//! Where in a page the bytes are that separate markup from text: a bit for each byte of the page, found 64 at a time.
//!
//! Most of what is searched for is near. Starting a search takes longer than that; looking at a few bits does not.

use fearless_simd::{Simd, dispatch, prelude::*, u8x64};

use crate::simd::{self, LANES};

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// `<`
    Less,
    /// `>`, or the `=` of an attribute
    GreaterOrEqual,
    /// `"`
    Quote,
    /// `'`
    Apostrophe,
}

/// Where all marks are.
#[derive(Clone, Debug)]
pub struct Index {
    /// In the order of [`Mark`]; the first byte's bits are the lowest.
    words: Vec<[u64; 4]>,
}

impl Index {
    /// Of this page.
    pub fn new(html: &[u8]) -> Index {
        let mut words = Vec::with_capacity(html.len().div_ceil(LANES));
        dispatch!(simd::level(), simd => mark(simd, html, &mut words));
        Index { words }
    }

    /// The next place with this mark, from here on.
    #[inline]
    pub fn next(&self, mark: Mark, from: usize) -> Option<usize> {
        let mut word = from / LANES;
        let mut bits = self.words.get(word)?[mark as usize] & u64::MAX << (from % LANES);
        while bits == 0 {
            word += 1;
            bits = self.words.get(word)?[mark as usize];
        }
        Some(word * LANES + bits.trailing_zeros() as usize)
    }
}

#[inline(always)]
fn mark<S: Simd>(simd: S, html: &[u8], words: &mut Vec<[u64; 4]>) {
    for at in (0..html.len()).step_by(LANES) {
        words.push(marks(simd, simd::bytes_at(simd, html, at)));
    }
}

#[inline(always)]
fn marks<S: Simd>(simd: S, bytes: u8x64<S>) -> [u64; 4] {
    let is_end = simd::are(simd, bytes, b'>') | simd::are(simd, bytes, b'=');
    [
        simd::are(simd, bytes, b'<').to_bitmask(),
        is_end.to_bitmask(),
        simd::are(simd, bytes, b'"').to_bitmask(),
        simd::are(simd, bytes, b'\'').to_bitmask(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_next_is_found(html in r#"([a-z]{0,90}[<>="']{1,3}){0,6}[a-z]{0,9}"#, from in 0..300usize) {
            let index = Index::new(html.as_bytes());
            for (mark, bytes) in [
                (Mark::Less, "<"),
                (Mark::GreaterOrEqual, ">="),
                (Mark::Quote, "\""),
                (Mark::Apostrophe, "'"),
            ] {
                let expected = html.get(from..).and_then(|rest| rest.find(|c| bytes.contains(c)));
                prop_assert_eq!(index.next(mark, from), expected.map(|found| from + found));
            }
        }
    }
}
