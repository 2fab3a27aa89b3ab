//! One quick look at every byte: which of the other passes have anything to find, and whether all is UTF-8.

use fearless_simd::{Simd, dispatch, prelude::*, u8x64};

use super::well_formed::is_well_formed;
use crate::simd::{self, LANES};

/// What kinds of bytes were seen.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Survey {
    /// Any byte above 0x7F.
    pub high: bool,
    /// Any control byte but BEL, BS, white space and DEL: zero bytes, ESC and SO of ISO-2022, and what is not text.
    pub control: bool,
    /// A tilde or DEL, where there are no high bytes.
    pub tilde: bool,
    /// DEL, where there are no high bytes.
    delete: bool,
}

/// Bytes are looked at in runs of this length.
const RUN: usize = 16 * LANES;

impl Survey {
    /// Looks at these bytes.
    pub fn of(bytes: &[u8]) -> Survey {
        dispatch!(simd::level(), simd => look::<_, false>(simd, bytes)).0
    }

    /// Looks at a whole page, and how much of it is well-formed UTF-8: all of it, or about what is before the run with the
    /// first broken sequence.
    pub fn of_page(page: &[u8]) -> (Survey, usize) {
        dispatch!(simd::level(), simd => look::<_, true>(simd, page))
    }

    /// Whether there are control bytes to count. DEL only where no piece has high bytes: what is not text has others
    /// beside it.
    pub fn has_controls(self) -> bool {
        self.control || self.delete && !self.high
    }

    /// Both together.
    pub fn and(self, other: Survey) -> Survey {
        Survey {
            high: self.high | other.high,
            control: self.control | other.control,
            tilde: self.tilde | other.tilde,
            delete: self.delete | other.delete,
        }
    }
}

/// Where the last sequence begins that is complete before this place of a page, or another one before it.
fn boundary(page: &[u8], at: usize) -> usize {
    let is_start = |at: &usize| !(0x80..=0xBF).contains(&page[*at]);
    (0..=at.saturating_sub(3)).rev().find(is_start).unwrap_or(0)
}

#[inline(always)]
fn look<S: Simd, const VALIDATE: bool>(simd: S, bytes: &[u8]) -> (Survey, usize) {
    let mut range = Range::new(simd);
    let mut broken = if VALIDATE { None } else { Some(0) };
    // The greatest of the three bytes before a run: a sequence from there may go on in it.
    let mut before = 0;
    for start in (0..bytes.len()).step_by(RUN) {
        let end = bytes.len().min(start + RUN);
        let most = range.add(simd, &bytes[start..end]);
        let is_high = before >= 0x80 || simd::is_any_high(most);
        if is_high && broken.is_none() {
            if !is_valid(simd, most.max(before), bytes, start, end) {
                broken = Some(boundary(bytes, start));
            }
            before = bytes[end.saturating_sub(3)..end].iter().fold(0, |most, byte| most.max(*byte));
        }
        // All is seen that there can be.
        if is_high && broken.is_some() && range.control().any_true() {
            break;
        }
    }
    let survey = Survey {
        high: simd::is_any_high(range.most),
        control: range.control().any_true(),
        tilde: range.most.simd_ge(b'~').any_true(),
        delete: range.most.simd_eq(0x7F).any_true(),
    };
    (survey, broken.unwrap_or(bytes.len()))
}

/// Whether a run of a page is well-formed together with what is before it; given its greatest bytes.
#[inline(always)]
fn is_valid<S: Simd>(simd: S, most: u8x64<S>, page: &[u8], from: usize, to: usize) -> bool {
    if !most.simd_ge(0xE0).any_true() {
        is_well_formed::<S, 2>(simd, page, from, to)
    } else if !most.simd_ge(0xF0).any_true() {
        is_well_formed::<S, 3>(simd, page, from, to)
    } else {
        !most.simd_ge(0xF5).any_true() && is_well_formed::<S, 4>(simd, page, from, to)
    }
}

/// The least and the greatest bytes of many vectors, lane by lane. They take four instructions a vector; comparing each
/// byte with each kind takes thrice as many.
struct Range<S: Simd> {
    least: u8x64<S>,
    /// 0x0E to 0x1F are the smallest here, and what is below them the greatest.
    least_behind_cr: u8x64<S>,
    most: u8x64<S>,
}

impl<S: Simd> Range<S> {
    #[inline(always)]
    fn new(simd: S) -> Range<S> {
        let space = u8x64::splat(simd, b' ');
        Range { least: space, least_behind_cr: space, most: space }
    }

    /// Takes a run, and returns its own greatest bytes.
    #[inline(always)]
    fn add(&mut self, simd: S, run: &[u8]) -> u8x64<S> {
        let (mut least, mut least_behind_cr) = (self.least, self.least_behind_cr);
        let mut most = u8x64::splat(simd, b' ');
        let (blocks, rest) = run.as_chunks::<LANES>();
        for block in blocks {
            let bytes = u8x64::from_slice(simd, block);
            least = least.min(bytes);
            least_behind_cr = least_behind_cr.min(bytes - 0x0E);
            most = most.max(bytes);
        }
        if !rest.is_empty() {
            let bytes = simd::bytes_at(simd, rest, 0);
            least = least.min(bytes);
            least_behind_cr = least_behind_cr.min(bytes - 0x0E);
            most = most.max(bytes);
        }
        *self = Range { least, least_behind_cr, most: self.most.max(most) };
        most
    }

    /// Where there are control bytes.
    #[inline(always)]
    fn control(&self) -> <u8x64<S> as SimdBase<S>>::Mask {
        self.least.simd_lt(0x07) | self.least_behind_cr.simd_lt(0x20 - 0x0E)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_valid_is_known(
            sequences in prop::collection::vec(prop::sample::select(vec!["é", "€", "😀", "plain text "]), 0..2000),
            ascii in 0usize..3000,
            broken in prop::option::of((0usize..9000, 0x80u8..)),
        ) {
            let mut page = sequences.concat();
            // A run of its own.
            page.insert_str(page.floor_char_boundary(page.len() / 2), &"-".repeat(ascii));
            let mut page = page.into_bytes();
            if let Some((at, byte)) = broken && let Some(old) = page.get_mut(at) {
                *old = byte;
            }
            let valid = Survey::of_page(&page).1;
            let exactly = std::str::from_utf8(&page).map_or_else(|error| error.valid_up_to(), str::len);
            prop_assert!(valid <= exactly && exactly <= valid + RUN + 6 || valid == exactly, "{} of {}", valid, exactly);
            prop_assert!(std::str::from_utf8(&page[..valid]).is_ok());
        }
    }

    #[test]
    fn every_byte_is_of_its_kind() {
        for byte in 0..=u8::MAX {
            let mut page = vec![b' '; 9000];
            page[2500] = byte;
            let control = byte.is_ascii_control() && !(0x07..=0x0D).contains(&byte);
            let seen = |survey: Survey| (survey.high, survey.has_controls());
            let survey = Survey::of(&page);
            assert_eq!(seen(survey), (!byte.is_ascii(), control), "{byte:#x}");
            assert_eq!(survey.tilde, byte >= b'~', "{byte:#x}");
            page[2600] = 0xE9;
            let control = control && byte != 0x7F;
            assert_eq!(seen(Survey::of(&page)), (true, control), "{byte:#x} beside a high byte");
            let (first, second) = page.split_at(2550);
            let pieces = Survey::of(first).and(Survey::of(second));
            assert_eq!(seen(pieces), (true, control), "{byte:#x} before a high byte in another piece");
        }
        assert_eq!(Survey::of(b""), Survey::default());
    }
}
