//! What Pellucid's detector and extractor have learned, written only by `cargo dev train`.
//!
//! `MANIFEST.toml` beside this crate's source says what they were trained on, how, and how well they do.

/// Weights of n-grams of letters for languages: how probable a text is.
#[cfg(not(feature = "small"))]
pub static DEFAULT: &[u8] = include_bytes!("../default.model");

/// The same with fewer n-grams and packed, for programs that must be small.
#[cfg(feature = "small")]
pub static DEFAULT: &[u8] = include_bytes!("../small.model");

/// Weights of n-grams of letters for languages.
#[cfg(not(feature = "small"))]
pub static LANGUAGE: &[u8] = include_bytes!("../language.model");

/// The same weights, packed.
#[cfg(feature = "small")]
pub static LANGUAGE: &[u8] = include_bytes!("../language.small.model");

/// Decision trees for the blocks of a page: which are its main content.
pub static CONTENT: &[u8] = include_bytes!("../content.model");

/// The commonest triples of languages and characters of multi-byte encodings, for ICU's method.
#[cfg(feature = "papers")]
pub static ICU: &[u8] = include_bytes!("../icu.model");

/// Common characters, letters and pairs of letters, for the composite approach of Mozilla's first detector.
#[cfg(feature = "papers")]
pub static UNIVERSAL: &[u8] = include_bytes!("../universal.model");

#[cfg(feature = "papers")]
mod chared;
#[cfg(feature = "papers")]
pub use chared::CHARED;

/// Support vector machines for the encodings of the web.
#[cfg(feature = "papers")]
pub static SVM: &[u8] = include_bytes!("../svm.model");
