//! What programs ask Pellucid and what it answers, in words: the names of [`hints`], and the keys of JSON. There is one place for
//! them, so that the lines of the command and the answers of the service are the same.
//!
//! Every answer of a kind has the same keys, whatever became of its page; options add keys to all of them. Where a page came
//! from is not said here: the command adds `path` and `path_hex`.

#[cfg(feature = "extract")]
mod content;
mod encodings;
mod guess;
pub mod hints;
#[cfg(feature = "inspect")]
pub mod inspect;
mod preview;
mod row;

#[cfg(feature = "extract")]
pub use content::{Block, Comment, Content, Score, Wanted};
pub use encodings::EncodingRow;
pub use guess::{Alternative, Guess, Observation};
pub use preview::Preview;
pub use row::{Candidate, Explanation, Key, Pieces, Row, Undone, WithKeys, undone};

/// How much of a text is searched for double encoding; the rest would be no different.
pub const SEARCHED: usize = 4 * 1024 * 1024;

/// Four digits: no probability here is known better, and none is claimed to be.
#[must_use]
pub fn rounded(confidence: f32) -> f64 {
    f64::from((confidence * 1e4).round()) / 1e4
}

/// A number with the digits that it is written with, and no others: 20.6, not 20.600000381. In JavaScript there is only one kind.
#[must_use]
pub fn digits(number: f32) -> f64 {
    number.to_string().parse().unwrap_or(f64::from(number))
}

/// Words that come from a page or the system, fit for a line of a table and harmless for a terminal.
#[must_use]
pub fn one_line(words: &str) -> String {
    words.replace(|character: char| character.is_control(), " ")
}
