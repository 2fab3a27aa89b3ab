//! One quick look at every byte: which of the other passes have anything to find.

use fearless_simd::{Simd, dispatch, prelude::*, u8x64};

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
        dispatch!(simd::level(), simd => look(simd, bytes))
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

#[inline(always)]
fn look<S: Simd>(simd: S, bytes: &[u8]) -> Survey {
    let mut range = Range::new(simd);
    for run in bytes.chunks(RUN) {
        range = range.add(simd, run);
        // All is seen that there can be.
        if simd::is_any_high(range.most) && range.control().any_true() {
            break;
        }
    }
    Survey {
        high: simd::is_any_high(range.most),
        control: range.control().any_true(),
        tilde: range.most.simd_ge(b'~').any_true(),
        delete: range.most.simd_eq(0x7F).any_true(),
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

    /// Takes a run.
    #[inline(always)]
    fn add(mut self, simd: S, run: &[u8]) -> Range<S> {
        let (blocks, rest) = run.as_chunks::<LANES>();
        for block in blocks {
            self = self.and(u8x64::from_slice(simd, block));
        }
        if rest.is_empty() { self } else { self.and(simd::bytes_at(simd, rest, 0)) }
    }

    #[inline(always)]
    fn and(self, bytes: u8x64<S>) -> Range<S> {
        Range {
            least: self.least.min(bytes),
            least_behind_cr: self.least_behind_cr.min(bytes - 0x0E),
            most: self.most.max(bytes),
        }
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
