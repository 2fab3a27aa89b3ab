//! The judge of main content extraction.
//!
//! ```text
//! corpus → extractors → score → groups → report
//! ```
//!
//! Every extractor gets the same UTF-8 text of a page, so that decoding does not count, and its answer is held against
//! the gold text. `cargo dev eval extraction` is the door to it.

pub mod extractors;
pub mod floors;
pub mod groups;
pub mod report;
pub mod run;
pub mod score;
