//! One quick look at every byte: which of the other passes have anything to find.

/// What kinds of bytes were seen.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Survey {
    /// Any byte above 0x7F.
    pub high: bool,
    /// Any control byte but BEL, BS and white space: zero bytes, ESC and SO of ISO-2022, and what is not text.
    pub control: bool,
}

/// So many bytes are folded into one byte of each kind. Compilers turn that into vector code of any width.
const RUN: usize = 1024;

impl Survey {
    /// Looks at these bytes.
    pub fn of(bytes: &[u8]) -> Survey {
        let (runs, rest) = bytes.as_chunks::<RUN>();
        runs.iter().map(|run| Survey::of_run(run)).fold(Survey::of_run(rest), Survey::and)
    }

    /// Only sums, minima and differences: six instructions for sixteen bytes, where comparing each byte takes thrice as
    /// many.
    #[inline]
    fn of_run(run: &[u8]) -> Survey {
        let (mut any, mut least, mut least_behind_cr, mut least_from_del) = (0, u8::MAX, u8::MAX, u8::MAX);
        for &byte in run {
            any |= byte;
            least = least.min(byte);
            // 0x0E to 0x1F become the smallest, and what is below them the greatest.
            least_behind_cr = least_behind_cr.min(byte.wrapping_sub(0x0E));
            least_from_del = least_from_del.min(byte ^ 0x7F);
        }
        let control = least < 7 || least_behind_cr < 0x20 - 0x0E || least_from_del == 0;
        Survey { high: any >= 0x80, control }
    }

    /// Both together.
    pub fn and(self, other: Survey) -> Survey {
        Survey { high: self.high | other.high, control: self.control | other.control }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_of_its_kind() {
        for byte in 0..=u8::MAX {
            let mut page = vec![b' '; 3000];
            page[2500] = byte;
            let control = byte.is_ascii_control() && !(0x07..=0x0D).contains(&byte);
            assert_eq!(Survey::of(&page), Survey { high: !byte.is_ascii(), control }, "{byte:#x}");
        }
        assert_eq!(Survey::of(b""), Survey::default());
    }
}
