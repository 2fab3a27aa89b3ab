//! What a reader came for: the main content of a decoded page.
//!
//! [`html`] reads the page into a tree, and [`Blocks`] takes its text out of that, in reading order.

mod blocks;
pub mod html;

pub use blocks::{Block, Blocks};
