//! The decoded text of an HTML page in; its main content out, the part that a reader came for.
//!
//! **In**: a page as a string, markup and all. **Out**: [`Extracted`]: the parts of the main content, metadata, and a reason where
//! there is none. **Why learned**: no rule holds for all pages, so a model decides, which was trained on pages that people have read.
//! Any page gives an answer.
//!
//! `html::Tree` → `blocks` (text on lines of its own) → `features` (what is seen of each) → `model` (how likely each is content, and
//! which to choose) → [`parts`] (what was chosen, for [`write`](crate::write)). [`Extractor`] is all of that in one. [`Metadata`] is
//! what a page says of itself, [`bidi`] what right-to-left text may need.

pub mod bidi;
pub(crate) mod blocks;
mod comments;
mod elsewhere;
mod extracted;
mod extractor;
pub(crate) mod features;
mod metadata;
pub(crate) mod model;
mod page_type;
pub mod parts;
mod settle;
mod title;

pub use comments::{Comment, Comments};
pub use elsewhere::Origin;
pub use extracted::{Empty, Extracted, Scored};
pub(crate) use extractor::Asked;
pub use extractor::{Extract, Extractor, ExtractorName};
pub use metadata::Metadata;
pub use model::choose::Favor;
pub use page_type::PageType;
pub use title::Title;

pub use crate::html::selector::{Selector, SelectorError};
