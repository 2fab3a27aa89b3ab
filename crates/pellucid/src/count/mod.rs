//! Text in, counts of n-grams out.
//!
//! | file | what it counts |
//! |---|---|
//! | `every` | bytes: single ones, pairs and triples, for the methods from the papers |
//! | `letters` | letters of decoded text, for telling languages |
//! | `grams` | the table of counts |
//!
//! Training counts with this very code, so that both see the same.

mod every;
mod grams;
mod letters;

pub use every::{Every, PAIR, order};
pub use grams::Counts;
pub(crate) use letters::join;
pub use letters::{Ascii, Letters};

/// An n-gram as a number.
pub type Gram = u32;

/// Tells triples from pairs.
pub const TRIPLE: Gram = 1 << 24;
