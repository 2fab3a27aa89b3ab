//! Us and our peers, measured in one run.

pub mod dataset;
pub mod labels;
pub mod peers;
pub mod readings;
pub mod variants;

use std::path::PathBuf;

/// The folder of the workspace.
pub fn workspace() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", ".."].iter().collect()
}
