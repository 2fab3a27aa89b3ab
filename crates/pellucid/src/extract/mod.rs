//! What a reader came for: the main content of a decoded page.
//!
//! [`html`] reads the page into a tree, and [`Blocks`] takes its text out of that, in reading order. A [`Forest`] tells what a
//! block is worth by its [`features`].

mod blocks;
pub mod features;
mod forest;
pub mod html;

pub use blocks::{Block, Blocks};
pub use forest::{Forest, ForestError};
