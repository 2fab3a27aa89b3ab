//! Pellucid turns the raw bytes of any web page into clear Unicode text.
//!
//! It finds the character encoding, decodes the page without damage, and extracts its main content. Three depths:
//!
//! ```
//! // One call for most people.
//! let decoded = pellucid::decode("<meta charset=koi8-r><p>D\u{e9}j\u{e0}".as_bytes());
//! assert_eq!(decoded.encoding().name(), "UTF-8"); // the declaration is wrong, and the content says so
//! assert_eq!(decoded.text(), "<meta charset=koi8-r><p>D\u{e9}j\u{e0}");
//!
//! // A configured object for reuse.
//! use pellucid::Detector;
//! let detector = Detector::builder().content_type("text/html; charset=koi8-r").language("ru").build()?;
//! let guess = detector.detect(b"<p>\xF7\xCF\xD0\xD2\xCF\xD3");
//! assert_eq!(guess.encoding().name(), "KOI8-R");
//! assert_eq!(guess.encoding().python(), Some("koi8_r"));
//! for evidence in guess.evidence() {
//!     println!("{:+5.1} bits: {evidence}", evidence.bits());
//! }
//!
//! // A stream for pages that arrive in pieces, with bounded memory.
//! let mut stream = detector.stream();
//! stream.feed(b"<p>\xF7\xCF\xD0");
//! stream.feed(b"\xD2\xCF\xD3");
//! assert_eq!(stream.finish(), guess);
//! # Ok::<(), pellucid::BuildError>(())
//! ```
//!
//! # The stages
//!
//! `bytes → sniff → strip → count → score → decide → decode → repair → extract → write`
//!
//! Bytes never fail: every stage returns a value for any input. Errors are for options ([`BuildError`]), for models
//! ([`ModelError`]), and for callers who ask for them ([`decode::Errors::Strict`], [`decode::Errors::Reject`]).
//!
//! # Features
//!
//! - `models` (default): the trained models. Without them, pages are detected by what they declare and by the structure of
//!   their bytes alone.
//! - `extract` (default): main content and metadata: [`page()`], [`mod@extract`] and [`mod@write`]. It includes `models`.
//! - `papers`: the methods from the papers with their models: [`papers`]. It includes `extract`.
//! - `icu`: the real ICU as one more expert of the hybrid method; its library is linked.

#![warn(missing_docs)]

// In the order of the pipeline.
mod page;

mod detector;
mod hints;
mod options;
mod sniff;
mod stream;
pub mod strip;

mod count;

mod evidence;
mod score;

mod decide;
mod guess;

pub mod decode;
pub mod encodings;
pub mod labels;

pub mod repair;

#[cfg(feature = "extract")]
pub mod extract;

#[cfg(feature = "extract")]
pub mod write;

// What the stages know, and the systems from the papers.
#[cfg(feature = "extract")]
mod budget;
mod html;
mod language;
mod named;
#[cfg(feature = "papers")]
pub mod papers;
mod simd;

#[doc(hidden)]
pub mod internals;

#[cfg(feature = "extract")]
pub use budget::memory;
pub use decode::Decoded;
pub use detector::{BuildError, Detector, DetectorBuilder};
pub use encodings::{Encoding, Family, Use};
pub use evidence::{Evidence, Source};
pub use guess::{Alternative, Guess};
pub use hints::{Method, Prior};
pub use language::{Language, UnknownLanguage};
pub use named::UnknownName;
pub use options::{Input, PageOptions};
#[cfg(feature = "extract")]
pub use page::{Page, page};
pub use page::{decode, detect, repair};
pub use score::model::{Model, ModelError, ModelKind};
pub use stream::Stream;

/// The Rust code in the README runs.
#[cfg(all(doctest, feature = "extract"))]
#[doc = include_str!("../../../README.md")]
struct Readme;
