//! What training and evaluation both read. This crate fits nothing and judges nothing.
//!
//! - [`languages`]: the text of each language, and the encodings it was written in;
//! - [`typed`] and [`windows`]: that text as people typed it in an encoding, and cut as it stands on pages;
//! - [`words`]: names, single words and menus, which are part of the source;
//! - [`extraction`]: pages with the main text that people took from them;
//! - [`structure`]: documents whose Markdown is known, as many programs render them;
//! - [`folds`]: which pages a model must not have seen when it is judged;
//! - [`archives`] and [`table`]: the files that all of these come from.

pub mod archives;
pub mod extraction;
pub mod folds;
#[cfg(feature = "hostile")]
pub mod hostile;
pub mod languages;
pub mod structure;
pub mod table;
pub mod typed;
pub mod windows;
pub mod words;

use std::path::{Path, PathBuf};

/// The root folder of the source.
pub fn workspace() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here)
}

/// Where corpora are looked for: the folder `PELLUCID_DATA`, or `shared` beside the source.
pub fn data_folder() -> PathBuf {
    match std::env::var_os("PELLUCID_DATA") {
        Some(folder) => folder.into(),
        None => workspace().join("../shared"),
    }
}
