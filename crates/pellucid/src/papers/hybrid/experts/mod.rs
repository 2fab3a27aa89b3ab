//! Experts: detectors which the [hybrid method](super) asks about bytes.
//!
//! In: bytes, a page or what is left of it without its markup. Out: [`Finding`]s, the best first. An expert knows nothing
//! of headers, addresses or hints. To add one, implement [`Expert`]; for the command line, add it to [`all`].

pub mod icu;
#[cfg(feature = "icu")]
mod icu4c;
mod mozilla;
mod ours;
pub mod universal;

use std::fmt::Debug;
use std::sync::Arc;

use crate::encodings::Encoding;

pub use icu::Icu;
#[cfg(feature = "icu")]
pub use icu4c::Icu4c;
pub use mozilla::Mozilla;
pub use ours::Pellucid;
pub use universal::Universal;

/// What an expert takes bytes for.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The encoding as the expert calls it: ICU tells ISO-8859-1 from windows-1252, which our table does not.
    pub label: Box<str>,
    /// The encoding which reads it.
    pub encoding: &'static Encoding,
    /// How sure the expert is by its own measure, 0 to 1; 1 where it only names an encoding.
    pub confidence: f32,
}

/// A detector of encodings.
pub trait Expert: Debug + Send + Sync {
    /// Its name on the command line and in tables.
    fn name(&self) -> &'static str;

    /// What it takes the bytes for, the best first; nothing where it knows no answer. Never fails, whatever the bytes.
    fn detect(&self, bytes: &[u8]) -> Vec<Finding>;
}

/// Every expert. The real ICU is among them where the library was built with the feature `icu`.
pub fn all() -> Vec<Arc<dyn Expert>> {
    vec![
        Arc::new(Icu::default()),
        Arc::new(Mozilla),
        Arc::new(Universal::default()),
        Arc::new(Pellucid),
        #[cfg(feature = "icu")]
        Arc::new(Icu4c),
    ]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::encodings;

    const RUSSIAN: &str = "Все люди рождаются свободными и равными в своём достоинстве и правах. Они наделены \
                           разумом и совестью и должны поступать в отношении друг друга в духе братства.";

    #[test]
    fn all_know_russian() {
        for expert in all() {
            for encoding in [&encodings::WINDOWS_1251, &encodings::KOI8_R, &encodings::UTF_8] {
                let bytes = encoding.encode(RUSSIAN).bytes().to_vec();
                let found = expert.detect(&bytes);
                // KOI8-U, as Mozilla calls it, reads it too.
                assert_eq!(found[0].encoding.decode(&bytes).text(), RUSSIAN, "{} {found:?}", expert.name());
            }
        }
    }

    #[test]
    fn names_are_unique() {
        let mut names: Vec<_> = all().iter().map(|expert| expert.name()).collect();
        names.sort_unstable();
        assert!(names.is_sorted_by(|a, b| a < b), "{names:?}");
    }

    proptest! {
        #[test]
        fn any_bytes_get_an_answer_or_none(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            for expert in all() {
                let found = expert.detect(&bytes);
                prop_assert!(found.iter().all(|f| (0.0..=1.0).contains(&f.confidence)), "{}", expert.name());
                prop_assert!(found.is_sorted_by(|a, b| a.confidence >= b.confidence), "{}", expert.name());
            }
        }
    }
}
