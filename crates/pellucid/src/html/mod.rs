//! Decoded HTML in, a tree of what stands on the page out.

mod elements;
#[cfg(feature = "extract")]
mod index;
#[cfg(feature = "extract")]
mod tokens;
#[cfg(feature = "extract")]
mod tree;

pub use elements::{Element, Layout};
#[cfg(feature = "extract")]
pub use tokens::{Token, Tokens, attribute, attributes};
#[cfg(feature = "extract")]
pub use tree::{Id, Kind, Node, Tree};
