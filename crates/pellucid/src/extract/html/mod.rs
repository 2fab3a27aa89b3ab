//! Decoded HTML in, a tree of what stands on the page out.

mod elements;
mod index;
mod tokens;
mod tree;

pub use elements::{Element, Layout};
pub use tokens::{Token, Tokens, attribute, attributes};
pub use tree::{Id, Kind, Node, Tree};
