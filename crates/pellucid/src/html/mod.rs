//! What HTML is. The one place that knows it: sniff, strip, extract and the papers build on this.
//!
//! **In**: the name of an element, the bytes after an ampersand, or a decoded page. **Out**: what the standard and browsers
//! make of them: properties of the element, the length of the character reference, the page as tokens or as a tree.
//!
//! **Why**: three stages read markup, each in its own way. Sniff walks over the tags of a head, strip reads bytes in an
//! unknown encoding, extract reads decoded text. They share no machinery, since each is fast at what it does. They
//! share this knowledge, since a page has one meaning.
//!
//! | file | what it knows |
//! |---|---|
//! | `elements` | the table of elements: a row for each, all that is known about it |
//! | `syntax` | white space, and what ends a name |
//! | `references` | how long a character reference is; `reference_names` lists their names |
//! | `tokens` | a decoded page as tags and text |
//! | `index` | where in a page the bytes are that tokens begin and end with |
//! | `tree` | a page as a tree, built from its tokens |
//! | `mentions` | which tags have words that are worth a look |
//! | `selector` | which elements of a tree are meant |
//! | `address` | where an address leads that is written on a page |
//!
//! The last six are for the feature `extract`. What characters references stand for is the business of the crate `htmlize`.

#[cfg(feature = "extract")]
pub(crate) mod address;
mod elements;
#[cfg(feature = "extract")]
mod index;
#[cfg(feature = "extract")]
mod mentions;
mod reference_names;
mod references;
#[cfg(feature = "extract")]
pub(crate) mod selector;
mod syntax;
#[cfg(feature = "extract")]
mod tokens;
#[cfg(feature = "extract")]
mod tree;

pub use elements::{Content, Element, Layout, Words};
pub(crate) use elements::{LONGEST, ROWS, Row, begins, row};
#[cfg(feature = "extract")]
pub use mentions::Mentions;
pub(crate) use references::{Digits, Reference};
pub use syntax::{ends_tag_name, is_space};
pub(crate) use syntax::{find, kind};
#[cfg(feature = "extract")]
pub use tokens::{Token, Tokens, attribute, attributes};
#[cfg(feature = "extract")]
pub use tree::{Id, Kind, Node, Tree};
