//! A line of JSON for each input: where it is, and what is known about its content.

use std::path::Path;

use pellucid_answers::Content;
use pellucid_files::paths;
use serde::Serialize;

use super::{Extracting, Page};

/// What is known about one input. The names are the keys; `docs/extract.md` explains them.
#[derive(Serialize)]
pub struct Object {
    path: String,
    path_hex: Option<String>,
    #[serde(flatten)]
    content: Content,
}

impl Object {
    /// A page.
    pub fn of(page: &Page, extracting: &Extracting) -> Object {
        Object::new(&page.path, Content::of(&page.page, &extracting.wanted))
    }

    /// An input that failed.
    pub fn failed(path: &Path, error: &anyhow::Error, extracting: &Extracting) -> Object {
        Object::new(path, Content::failed(&format!("{error:#}"), &extracting.wanted))
    }

    fn new(path: &Path, content: Content) -> Object {
        Object { path: path.to_string_lossy().into_owned(), path_hex: paths::hex(path), content }
    }
}
