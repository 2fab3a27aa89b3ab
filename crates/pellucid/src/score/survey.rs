//! One quick look at every byte: which of the other passes have anything to find.

/// What kinds of bytes were seen.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Survey {
    /// Any byte above 0x7F.
    pub high: bool,
    /// Any control byte but BEL, BS, white space and DEL: zero bytes, ESC and SO of ISO-2022, and what is not text.
    pub control: bool,
    /// DEL, where there are no high bytes.
    delete: bool,
}

impl Survey {
    /// Looks at these bytes.
    ///
    /// Minima and maxima are what compilers turn into vector code, seven instructions for sixteen bytes; comparing each
    /// byte with each kind takes thrice as many.
    pub fn of(bytes: &[u8]) -> Survey {
        let (mut least, mut least_behind_cr, mut most) = (u8::MAX, u8::MAX, 0);
        for &byte in bytes {
            least = least.min(byte);
            // 0x0E to 0x1F become the smallest, and what is below them the greatest.
            least_behind_cr = least_behind_cr.min(byte.wrapping_sub(0x0E));
            most = most.max(byte);
        }
        let control = least < 0x07 || least_behind_cr < 0x20 - 0x0E;
        Survey { high: most >= 0x80, control, delete: most == 0x7F }
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
            delete: self.delete | other.delete,
        }
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
            let seen = |survey: Survey| (survey.high, survey.has_controls());
            assert_eq!(seen(Survey::of(&page)), (!byte.is_ascii(), control), "{byte:#x}");
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
