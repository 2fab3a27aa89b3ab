//! Whether bytes are well-formed UTF-8, many at a time.
//!
//! Each byte is compared with the three before it, by the table of well-formed sequences in the Unicode Standard:
//!
//! - It continues a sequence, 0x80 to 0xBF, just where one of two bytes or more begins right before it, one of three
//!   or more two bytes before it, or one of four three bytes before it.
//! - It is neither 0xC0, 0xC1 nor above 0xF4.
//! - Behind 0xE0, 0xED, 0xF0 and 0xF4 there are fewer second bytes than elsewhere.
//!
//! simdutf8 does the same by looking halves of bytes up in tables. But it reads a page once more, and most text needs
//! only some of the rules, as its greatest byte shows: [`super::survey`] calls this for short runs that it has just
//! looked at.

use fearless_simd::{Simd, prelude::*, u8x64};

use crate::simd::LANES;

/// How many bytes before a byte matter.
const BEFORE: usize = 3;

/// Whether a run of a page, from one place to another, is well-formed together with what is before it. It begins and ends
/// where a vector does, or the page. No byte of it, or of the three before it, begins a sequence longer than `LONGEST`, or
/// is above 0xF4. Its last sequence may lack its end, unless the page ends here.
#[inline(always)]
pub(super) fn is_well_formed<S: Simd, const LONGEST: usize>(
    simd: S,
    page: &[u8],
    mut from: usize,
    to: usize,
) -> bool {
    let mut check = Check::<S, LONGEST>::new(simd);
    if from == 0 {
        check.add_window(simd, &edge(page, 0));
        from = LANES.min(to);
    }
    let blocks = |before: usize| page[from.saturating_sub(before)..to].as_chunks::<LANES>().0;
    for (((bytes, first), second), third) in blocks(0).iter().zip(blocks(1)).zip(blocks(2)).zip(blocks(3)) {
        check.add(
            u8x64::from_slice(simd, bytes),
            u8x64::from_slice(simd, first),
            u8x64::from_slice(simd, second),
            u8x64::from_slice(simd, third),
        );
    }
    if to == page.len() {
        check.add_window(simd, &edge(page, to - to % LANES));
    }
    check.is_passed()
}

struct Check<S: Simd, const LONGEST: usize> {
    /// With its highest bit where a byte continues nothing, or where it should.
    misplaced: u8x64<S>,
    /// Less than 2 for 0xC0 and 0xC1.
    least_behind_c0: u8x64<S>,
    /// Zero for a wrong second byte.
    least: u8x64<S>,
}

impl<S: Simd, const LONGEST: usize> Check<S, LONGEST> {
    #[inline(always)]
    fn new(simd: S) -> Self {
        let (zero, most) = (u8x64::splat(simd, 0), u8x64::splat(simd, 0xFF));
        Check { misplaced: zero, least_behind_c0: most, least: most }
    }

    /// Takes bytes, and the first, second and third bytes before them.
    #[inline(always)]
    fn add(&mut self, bytes: u8x64<S>, first: u8x64<S>, second: u8x64<S>, third: u8x64<S>) {
        // The highest bit, without the next one.
        let is_continuation = bytes & !(bytes + bytes);
        let mut is_expected = first.saturating_sub(0xC0 - 0x80);
        self.least_behind_c0 = self.least_behind_c0.min(bytes - 0xC0);
        if LONGEST > 2 {
            is_expected |= second.saturating_sub(0xE0 - 0x80);
            // Zero for 0xE0 with 0x80 to 0x9F behind it, and for 0xED with 0xA0 to 0xBF.
            let bit = bytes & 0x20;
            self.least = self.least.min((first ^ 0xE0) | bit).min((first ^ 0xED) | (bit ^ 0x20));
        }
        if LONGEST > 3 {
            is_expected |= third.saturating_sub(0xF0 - 0x80);
            // Zero for 0xF0 with 0x80 to 0x8F behind it, and for 0xF4 with 0x90 to 0xBF.
            let bits = bytes & 0x30;
            let lack = (bits ^ 0x30).saturating_sub(0x20);
            self.least = self.least.min((first ^ 0xF0) | bits).min((first ^ 0xF4) | lack);
        }
        self.misplaced |= is_expected ^ is_continuation;
    }

    #[inline(always)]
    fn add_window(&mut self, simd: S, window: &[u8; BEFORE + LANES]) {
        self.add(
            u8x64::from_slice(simd, &window[3..]),
            u8x64::from_slice(simd, &window[2..][..LANES]),
            u8x64::from_slice(simd, &window[1..][..LANES]),
            u8x64::from_slice(simd, &window[..LANES]),
        );
    }

    #[inline(always)]
    fn is_passed(&self) -> bool {
        let broken = self.misplaced.simd_ge(0x80) | self.least_behind_c0.simd_lt(2) | self.least.simd_eq(0);
        !broken.any_true()
    }
}

/// What is around this place of a page, and spaces where there is nothing.
fn edge(page: &[u8], at: usize) -> [u8; BEFORE + LANES] {
    let mut window = [b' '; BEFORE + LANES];
    let start = at.saturating_sub(BEFORE);
    let there = &page[start..page.len().min(at + LANES)];
    window[BEFORE - (at - start)..][..there.len()].copy_from_slice(there);
    window
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd;
    use fearless_simd::dispatch;
    use proptest::prelude::*;

    /// The obvious twin.
    fn is_utf8(page: &[u8]) -> bool {
        std::str::from_utf8(page).is_ok()
    }

    fn by_vectors(page: &[u8]) -> bool {
        let most = page.iter().max().copied().unwrap_or_default();
        let to = page.len();
        dispatch!(simd::level(), simd => match most {
            0..0xE0 => is_well_formed::<_, 2>(simd, page, 0, to),
            0xE0..0xF0 => is_well_formed::<_, 3>(simd, page, 0, to),
            0xF0..0xF5 => is_well_formed::<_, 4>(simd, page, 0, to),
            _ => false,
        })
    }

    #[test]
    fn every_sequence_of_two_and_three_bytes() {
        for first in 0x80..=u8::MAX {
            for second in 0..=u8::MAX {
                for third in [b'a', 0x7F, 0x80, 0xBF, 0xC2, 0xE1] {
                    for at in [0, 1, 61, 62, 63, 64] {
                        let mut page = [b'a'; 70];
                        page[at..at + 3].copy_from_slice(&[first, second, third]);
                        assert_eq!(
                            by_vectors(&page),
                            is_utf8(&page),
                            "{first:x} {second:x} {third:x} at {at}"
                        );
                        let page = &page[..at + 3];
                        assert_eq!(by_vectors(page), is_utf8(page), "{page:x?}");
                    }
                }
            }
        }
    }

    proptest! {
        #[test]
        fn as_the_standard_library_says(
            sequences in prop::collection::vec(prop::sample::select(vec!["a", "\u{7FF}", "\u{800}", "\u{FFFD}", "😀", "text"]), 0..100),
            changes in prop::collection::vec((0usize..400, prop::sample::select(
                b"a\x7F\x80\x8F\x90\x9F\xA0\xBF\xC0\xC1\xC2\xDF\xE0\xE1\xED\xEF\xF0\xF1\xF4\xF5\xFF".to_vec()
            )), 0..3),
            length in 0usize..400,
        ) {
            let mut page = sequences.concat().into_bytes();
            for (at, byte) in changes {
                if let Some(old) = page.get_mut(at) {
                    *old = byte;
                }
            }
            prop_assert_eq!(by_vectors(&page), is_utf8(&page));
            page.truncate(length);
            prop_assert_eq!(by_vectors(&page), is_utf8(&page));
        }
    }
}
