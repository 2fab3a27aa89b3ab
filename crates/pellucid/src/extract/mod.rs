//! The decoded text of an HTML page in; the part of it that a reader came for out.
//!
//! **In**: a page as a string, markup and all. **Out**: [`Extracted`]: the parts of the main content, metadata, and a reason where
//! there is none. Any page gives an answer.
//!
//! [`html`] reads a page into a tree, and [`Blocks`] takes its text out of that, in reading order; a [`Model`] tells what each block
//! is worth by its [`features`], the best are chosen, and [`parts`] describes them for [`write`](crate::write).
//! [`Extractor`] is all of that in one; [`metadata()`] is what the page says of itself, [`bidi`] what right-to-left text may need.
//!
//! Beside it are three methods of the literature, of one family: each looks for the stretch of the source where there is much text
//! and little markup, and none needs a tree. They give a [`Content`].
//!
//! | method | text is told from markup by | what is chosen |
//! |---|---|---|
//! | [`R2l`] | its characters: markup is ASCII, right-to-left scripts are not | lines around the one with the largest difference |
//! | [`Danag`] | an HTML tokenizer | the same, smoothed |
//! | [`Licea`] | an HTML tokenizer | the run of long texts with the most characters |
//!
//! ```
//! use pellucid::extract::R2l;
//!
//! let page = "<html>\n<a href=/home>خانه</a>\n\n\n\n\n\n\n\n\n\n<p>سلام دنیا، این متن اصلی صفحه در HTML5 است.</p>\n</html>";
//! let content = R2l::default().extract(page);
//! assert_eq!(content.text, "سلام دنیا، این متن اصلی صفحه در است");
//! assert_eq!(&page[content.bytes], "\n<p>سلام دنیا، این متن اصلی صفحه در HTML5 است.</p>");
//!
//! // What its authors announced: the same lines, through an HTML parser.
//! let content = R2l::plus().extract(page);
//! assert_eq!(content.text, "سلام دنیا، این متن اصلی صفحه در HTML5 است.");
//! ```
//!
//! # What they reach
//!
//! F1 by the longest common subsequence of words, the mean of the right-to-left pages of the development corpus: 33 front pages
//! and articles, and 111 blogs, articles and manuals. The paper reports 0.93 to 0.99 for R2L, and 0.28 for Wikipedia.
//!
//! | | 33 | 111 |
//! |---|---:|---:|
//! | R2L as published, the block Arabic only | 0.503 | 0.609 |
//! | R2L, all right-to-left scripts | 0.557 | 0.733 |
//! | R2L, the best gap of 1 to 20 for the set: 14, 20 | 0.633 | 0.765 |
//! | R2L with a parser | 0.551 | 0.791 |
//! | R2L with a parser, the best gap: 18, 17 | 0.663 | 0.851 |
//! | DANAg | 0.635 | 0.828 |
//! | LICEA | 0.844 | 0.847 |
//!
//! # What they are bad at
//!
//! The methods are of 2009 to 2011, and so are their assumptions. All choose one stretch: of a page with several (listings, forums)
//! most is lost, and what stands inside of it (adverts, shares) is kept. What `R2l` and `Danag` call a line is a line of the
//! source, or a tag and what follows it where the source has none to speak of: the gap means something else on each site, which is
//! what [`tune`] is for.

pub mod bidi;
mod bins;
mod blocks;
mod choose;
mod danag;
mod extractor;
pub mod features;
mod forest;
pub mod html;
pub mod lcs;
mod licea;
mod lines;
mod metadata;
mod model;
pub mod parts;
mod profile;
mod r2l;
mod script;
mod text;
pub mod tune;
mod vectors;

use std::ops::Range;

pub use blocks::{Block, Blocks};
pub use choose::Favor;
pub use danag::Danag;
pub use extractor::{Empty, Extracted, Extractor, Scored};
pub use forest::{Forest, ForestError};
pub use licea::Licea;
pub use lines::{Line, Lines};
pub use metadata::{Metadata, metadata};
pub use model::Model;
pub use r2l::{Output, R2l};
pub use script::Script;

/// The main content of a page, as an extractor found it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Content {
    /// The lines chosen, by their numbers from 0: see [`Lines`]. For [`Licea`], the texts chosen.
    pub lines: Range<usize>,
    /// Where they stand in the page.
    pub bytes: Range<usize>,
    /// Their text.
    pub text: String,
}
