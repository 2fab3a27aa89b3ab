//! The decoded text of an HTML page in; the part of it that a reader came for out.
//!
//! **In**: a page as a string, markup and all. **Out**: [`Extracted`]: the parts of the main content, metadata, and a reason where
//! there is none. Any page gives an answer.
//!
//! [`html`] reads a page into a tree, and [`Blocks`] takes its text out of that, in reading order; a [`Model`] tells what each block
//! is worth by its [`features`], the best are chosen, and [`parts`] describes them for [`write`](crate::write).
//! [`Extractor`] is all of that in one; [`metadata()`] is what the page says of itself, [`bidi`] what right-to-left text may need.

pub mod bidi;
mod blocks;
mod extractor;
pub mod features;
mod metadata;
pub mod model;
pub mod parts;

pub use blocks::{Block, Blocks};
pub use extractor::{Empty, Extract, Extracted, Extractor, ExtractorName, Scored};
pub use metadata::{Metadata, metadata};
pub use model::choose::Favor;
pub use model::{Forest, ForestError, Model};
