//! Documents whose Markdown is known, as many programs and sites render them: archives in, pages with their source out.
//!
//! Those of the data folder (`corpora/structure`) are rendered in ten ways, our own (`crates/eval/structure`) in fifty more.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use rayon::prelude::*;
use serde::Deserialize;

use crate::extraction::{self, Row};
use crate::{archives, workspace};

/// What the set of all these is called.
pub const DATASET: &str = "structure";
/// Where the corpus lies, relative to the data folder.
const FOLDER: &str = "corpora/structure";
/// Where our own pages lie, relative to the source.
const OWN: &str = "crates/eval/structure";

/// A rendered document.
#[derive(Clone, Debug)]
pub struct Document {
    /// The page.
    pub html: String,
    /// What it was rendered from.
    pub markdown: String,
    /// What rendered it.
    pub generator: String,
    /// Whether it is one of our own.
    pub is_own: bool,
    /// Its line of the manifest.
    pub line: String,
}

/// What every manifest says about a page.
#[derive(Deserialize)]
struct Line {
    html: String,
    generator: String,
    source: String,
    #[serde(default)]
    gold_md: Option<String>,
}

/// Whether the corpus is there.
pub fn is_present(data: &Path) -> bool {
    data.join(FOLDER).join("manifest.jsonl").is_file()
}

/// Our own documents, and those of the data folder if they are there.
pub fn load(data: &Path) -> Result<Vec<Document>> {
    let folder = workspace().join(OWN);
    let mut files = unpacked(&folder)?;
    let manifest = files.remove("manifest.jsonl").context("manifest.jsonl is not in the archive")?;
    let mut documents = documents(&manifest, files, |source| Ok(fs::read_to_string(folder.join(source))?))?;
    documents.iter_mut().for_each(|document| document.is_own = true);
    ensure!(!documents.is_empty(), "there are no pages of our own");
    if is_present(data) {
        let folder = data.join(FOLDER);
        let manifest = fs::read_to_string(folder.join("manifest.jsonl"))?;
        documents.extend(self::documents(&manifest, unpacked(&folder)?, |_| Ok(String::new()))?);
    }
    Ok(documents)
}

/// The documents of a manifest. Their Markdown is in it, or else in the source.
fn documents(
    manifest: &str,
    mut files: HashMap<String, String>,
    source: impl Fn(&str) -> Result<String>,
) -> Result<Vec<Document>> {
    let document = |line: &str| {
        let Line { html, generator, source: path, gold_md } = serde_json::from_str(line)?;
        let html = files.remove(&html).with_context(|| format!("{html} is not in the archive"))?;
        let markdown = gold_md.map_or_else(|| source(&path), Ok)?;
        Ok(Document { html, markdown, generator, is_own: false, line: line.to_owned() })
    };
    manifest.lines().map(document).collect()
}

/// The files of the archive in a folder, which are UTF-8.
fn unpacked(folder: &Path) -> Result<HashMap<String, String>> {
    let mut files: HashMap<String, Vec<u8>> = HashMap::new();
    archives::each_file(&folder.join("pages.tar.zst"), |name, bytes| {
        files.insert(name.to_owned(), bytes);
    })?;
    files.into_par_iter().map(|(name, bytes)| Ok((name, String::from_utf8(bytes)?))).collect()
}

impl Document {
    /// The same as a page with gold text: what rendered it is its site.
    pub fn page(&self) -> extraction::Page {
        let row = Row { site: self.generator.clone(), dataset: DATASET.to_owned(), ..Row::default() };
        extraction::Page::new(row, &self.html, &self.markdown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_have_their_markdown_from_manifest_or_source() {
        let manifest = r#"{"html": "a.html", "generator": "hugo", "source": "a.md"}
{"html": "b.html", "generator": "sphinx", "source": "b.md", "gold_md": "of b"}"#;
        let files = || ["a.html", "b.html"].map(|name| (name.to_owned(), format!("<p>{name}"))).into();
        let found = documents(manifest, files(), |source| Ok(format!("in {source}"))).unwrap();
        let markdown: Vec<&str> = found.iter().map(|document| &*document.markdown).collect();
        assert_eq!(markdown, ["in a.md", "of b"]);
        let page = found[1].page();
        assert_eq!((&*page.row.site, &*page.html, page.gold_text()), ("sphinx", "<p>b.html", Some("of b")));
        assert!(documents(manifest, HashMap::new(), |_| Ok(String::new())).is_err());
    }
}
