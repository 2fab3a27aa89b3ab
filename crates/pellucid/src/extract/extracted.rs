//! What was extracted from a page: the answer, and what it can be written as.

use std::ops::Range;
use std::{fmt, slice};

use super::blocks::Blocks;
use super::comments::Comment;
use super::elsewhere::Origin;
use super::extractor::Extractor;
use super::metadata::{Metadata, metadata};
use super::page_type::PageType;
use super::parts::Part;
use crate::budget::Budget;
use crate::html::Tree;
use crate::write::{self, WriteOptions};

/// What was extracted from a page.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Extracted {
    /// What the page says about itself.
    pub metadata: Metadata,
    /// The main content, in reading order. None from the extractors of the papers, and from [`Extract::All`](super::Extract::All): they give
    /// plain text.
    pub parts: Vec<Part>,
    /// What readers wrote, with [`Extractor::comments`].
    pub comments: Vec<Comment>,
    /// Where the content was. If it was not in the page itself, places of parts are those in that text.
    pub origin: Origin,
    /// How good the choice of the content is likely to be, from 0 to 1: the F1 to expect. None where nothing was chosen by the
    /// model: from the extractors of the papers, [`Extract::All`](super::Extract::All) and [`Extract::Nothing`](super::Extract::Nothing).
    pub quality: Option<f32>,
    /// What sort of page it is, where that is clear, as the model sees it. What the page itself declares is
    /// [`Metadata::kind`]. None where `quality` is none.
    pub page_type: Option<PageType>,
    /// Why there is no content.
    pub empty: Option<Empty>,
    /// Whether only the first part of the page was read: all of it would take more than [`memory`](crate::memory) has for it.
    pub truncated: bool,
    /// Every block of the page, with [`PageOptions::explain`](crate::PageOptions::explain).
    pub blocks: Vec<Scored>,
    /// The page's own heading above the content, for what has headings.
    pub(super) heading: Option<Part>,
    /// The text, where it is not made of parts.
    pub(super) plain: Option<String>,
    pub(super) is_as_is: bool,
}

/// A block of a page, and what the model says about it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Scored {
    /// How likely it is main content.
    pub score: f32,
    /// Whether it was chosen.
    pub chosen: bool,
    /// Its place in the source, in bytes.
    pub place: Range<usize>,
    /// How many characters it has, without white space.
    pub characters: u32,
    /// Its text.
    pub text: String,
}

/// Why a page has no main content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Empty {
    /// The bytes are not text.
    Binary,
    /// There is nothing, or only white space.
    Nothing,
    /// Only frames are there: the text is in other pages.
    Frames,
    /// Only scripts are there, which would write the text.
    Scripts,
    /// Markup, but no text.
    NoText,
    /// Only links and the like.
    Navigation,
    /// Text, but none that looks like main content.
    Unlikely,
}

impl fmt::Display for Empty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Empty::Binary => "no main content: the bytes are not text",
            Empty::Nothing => "no main content: the page is empty",
            Empty::Frames => "no main content: only frames, whose text is in other pages",
            Empty::Scripts => "no main content: only scripts, which would write the text",
            Empty::NoText => "no main content: no text",
            Empty::Navigation => "no main content: only navigation",
            Empty::Unlikely => "no main content: nothing looks like it",
        })
    }
}

impl Extracted {
    /// What is not text has no content.
    pub(crate) fn binary() -> Extracted {
        Extracted { empty: Some(Empty::Binary), ..Extracted::default() }
    }

    /// A page that is kept as it is.
    pub(crate) fn as_is(text: &str) -> Extracted {
        Extracted { plain: Some(text.to_owned()), is_as_is: true, ..Extracted::default() }
    }

    /// Plain text from a page.
    #[cfg(feature = "papers")]
    pub(crate) fn of_plain(html: &str, mut text: String) -> Extracted {
        let empty = match text.trim() {
            "" if html.trim().is_empty() => Some(Empty::Nothing),
            "" => Some(Empty::Unlikely),
            _ => None,
        };
        // As the text of the default extractor ends, which other pages may follow.
        match empty {
            Some(_) => text.clear(),
            None if text.ends_with('\n') => {}
            None => text.push('\n'),
        }
        Extracted { metadata: metadata(&Tree::new(html)), plain: Some(text), empty, ..Extracted::default() }
    }

    /// All that a reader sees of a page.
    pub(crate) fn all(html: &str, budget: Budget, extractor: &Extractor) -> Extracted {
        let tree = Tree::within(html, budget.tree());
        let metadata = metadata(&tree);
        let blocks = Blocks::within(&extractor.pruned(tree), budget.blocks());
        let truncated = blocks.is_cut();
        Extracted { metadata, truncated, plain: Some(blocks.into_text()), ..Extracted::default() }
    }

    /// Whether the text is the decoded page itself, as with [`Extract::Nothing`](super::Extract::Nothing), or
    /// [`PageOptions::keep_plain`](crate::PageOptions::keep_plain) and a page that is not HTML.
    #[must_use]
    pub fn is_as_is(&self) -> bool {
        self.is_as_is
    }

    /// As plain text.
    #[must_use]
    pub fn text(&self, options: WriteOptions) -> String {
        self.plain.clone().unwrap_or_else(|| write::text(&self.parts, options))
    }

    /// As Markdown. Text that has no parts is written as it is.
    #[must_use]
    pub fn markdown(&self, options: WriteOptions) -> String {
        self.plain.clone().unwrap_or_else(|| match &self.heading {
            Some(heading) => {
                write::markdown(slice::from_ref(heading), options)
                    + "\n"
                    + &write::markdown(&self.parts, options)
            }
            None => write::markdown(&self.parts, options),
        })
    }

    /// As clean HTML: nothing where the text has no parts.
    #[must_use]
    pub fn html(&self, options: WriteOptions) -> String {
        let heading = self.heading.as_ref().map(|heading| write::html(slice::from_ref(heading), options));
        heading.unwrap_or_default() + &write::html(&self.parts, options)
    }
}
