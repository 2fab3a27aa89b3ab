//! Us and our peers, measured in one run.
//!
//! ```text
//! dataset → variants → peers → readings → score → calibration → report → floors
//! ```
//!
//! `cargo dev eval encoding` is the door to it, `cargo dev eval language` that of [`language`], `cargo dev eval
//! extraction` that of [`extraction`], those of [`papers`] bear their names; `cargo dev peers` installs the peers that are not Rust.

pub mod dataset;
pub mod labels;
pub mod text;
pub mod variants;

pub mod known;
pub mod peers;

pub mod readings;
pub mod score;

pub mod calibration;
pub mod language;
pub mod measure;
pub mod run;

pub mod papers;

pub mod extraction;

pub mod floors;
pub mod report;

use std::path::Path;

/// The folder of the workspace.
pub fn workspace() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here)
}
