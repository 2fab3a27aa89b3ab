//! The real ICU, through its library for C: what the paper combined, and what [`Icu`](super::Icu) is checked against.

use rust_icu_ucsdet::CharsetDetector;

use super::{Expert, Finding};
use crate::encodings::Encoding;

/// ICU4C, of the version which the library was linked with.
#[derive(Clone, Copy, Debug, Default)]
pub struct Icu4c;

impl Expert for Icu4c {
    fn name(&self) -> &'static str {
        "icu4c"
    }

    fn detect(&self, bytes: &[u8]) -> Vec<Finding> {
        // It fails only for want of memory.
        let Ok(mut detector) = CharsetDetector::new() else { return Vec::new() };
        let Ok(()) = detector.set_text(bytes) else { return Vec::new() };
        let matches = detector.detect_all().unwrap_or_default();
        let finding = |one: &rust_icu_ucsdet::CharsetMatch| {
            let label = one.name().ok()?;
            let confidence = one.confidence().ok()? as f32 / 100.0;
            Some(Finding { label: label.into(), encoding: Encoding::for_name(label)?, confidence })
        };
        matches.iter().filter_map(finding).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::Icu;
    use super::*;

    /// What both must agree on, as it needs no tables.
    const WITHOUT_TABLES: [&str; 7] =
        ["UTF-16BE", "UTF-16LE", "UTF-32BE", "UTF-32LE", "ISO-2022-JP", "ISO-2022-KR", "ISO-2022-CN"];

    fn percent(found: &[Finding], label: &str) -> u32 {
        let one = found.iter().find(|finding| &*finding.label == label);
        one.map_or(0, |finding| (100.0 * finding.confidence).round() as u32)
    }

    #[test]
    fn no_bytes_are_ascii_and_it_knows_its_name() {
        assert_eq!(percent(&Icu4c.detect(b""), "UTF-8"), 15);
    }

    proptest! {
        #[test]
        fn formulas_without_tables_are_the_real_ones(
            bytes in prop::collection::vec(prop::sample::select(b"\0 aB$()@CAN\x1B\x0E\n\xFE\xFF\xE9".to_vec()), 0..80),
        ) {
            let (ours, real) = (Icu::default().detect(&bytes), Icu4c.detect(&bytes));
            for label in WITHOUT_TABLES {
                prop_assert_eq!(percent(&ours, label), percent(&real, label), "{}", label);
            }
        }

        /// Whether bytes are legal in a multi-byte encoding needs no tables either.
        #[test]
        fn multi_byte_legality_is_the_real_one(
            bytes in prop::collection::vec(prop::sample::select(b"a0@\x7F\x80\x81\x8E\x8F\x9F\xA0\xA1\xDF\xFE\xFF".to_vec()), 0..40),
        ) {
            let (ours, real) = (Icu::default().detect(&bytes), Icu4c.detect(&bytes));
            for label in ["Shift_JIS", "GB18030", "EUC-JP", "EUC-KR", "Big5"] {
                prop_assert_eq!(percent(&ours, label) > 0, percent(&real, label) > 0, "{}", label);
            }
        }
    }
}
