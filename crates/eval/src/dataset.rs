//! Name of a data set → its pages in memory, straight from the archives.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use pellucid_corpora::archives;
use pellucid_corpora::folds::drawn;
use pellucid_corpora::table::Table;
use serde::Deserialize;

use crate::{labels, text};

/// The list of data sets.
const LIST: &str = include_str!("../datasets.toml");

/// One entry of `datasets.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dataset {
    /// What it is called on the command line.
    pub name: String,
    /// What is in it.
    pub about: String,
    /// The manifest, relative to the data folder.
    pub manifest: PathBuf,
    /// How the paths of its pages begin.
    pub prefix: String,
    /// The archives, relative to the data folder; the last part may have one `*`.
    pub archives: PathBuf,
    /// Whether pages are made of text: the manifest is a table of languages, the archives are their texts.
    #[serde(default)]
    pub text: bool,
}

/// A page and what is known about it.
#[derive(Clone, Debug)]
pub struct Page {
    /// Where it is in the archives.
    pub path: String,
    /// The truth, a canonical label.
    pub encoding: String,
    /// BCP 47 tag.
    pub language: String,
    /// The kind of trouble, in the wild set.
    pub class: Option<String>,
    /// The row of the manifest, so that others can measure the same files.
    pub row: String,
    /// The page itself.
    pub bytes: Vec<u8>,
}

/// The pages of a data set, or of a sample of it.
#[derive(Clone, Debug)]
pub struct Pages {
    /// The header line of the manifest.
    pub header: String,
    /// Sorted by the hash of their paths: the first *n* are the sample of size *n*.
    pub pages: Vec<Page>,
}

#[derive(Deserialize)]
struct List {
    dataset: Vec<Dataset>,
}

/// All data sets.
pub fn datasets() -> Result<Vec<Dataset>> {
    Ok(toml::from_str::<List>(LIST).context("datasets.toml")?.dataset)
}

impl Dataset {
    /// The data set of this name.
    pub fn named(name: &str) -> Result<Dataset> {
        let all = datasets()?;
        let names: Vec<_> = all.iter().map(|d| d.name.clone()).collect();
        all.into_iter()
            .find(|d| d.name == name)
            .ok_or_else(|| anyhow!("no data set {name:?} in datasets.toml: there are {}", names.join(", ")))
    }

    /// Whether its manifest is there. Where it is not, a run is skipped, not failed: the pages belong to
    /// their authors and do not travel with the source.
    pub fn is_present(&self, data: &Path) -> bool {
        data.join(&self.manifest).is_file()
    }

    /// Its pages, or a sample of so many: always the same ones.
    pub fn load(&self, data: &Path, sample: Option<usize>) -> Result<Pages> {
        if self.text {
            let pages =
                text::pages(&data.join(&self.manifest), &archives::matching(&data.join(&self.archives))?)?;
            return Ok(Pages {
                header: "path\tencoding\tlanguage".into(),
                pages: drawn(pages, path_of, sample),
            });
        }
        let table = Table::read(&data.join(&self.manifest))?;
        let (path_at, encoding_at, language_at) =
            (table.required("path")?, table.required("encoding")?, table.required("language")?);
        let class_at = table.column("class");
        let mut pages: Vec<Page> = table
            .rows()
            .filter(|row| row.line().starts_with(&self.prefix))
            .map(|row| Page {
                path: row.field(path_at).to_owned(),
                encoding: labels::canonical(row.field(encoding_at)),
                language: row.field(language_at).to_owned(),
                class: class_at.map(|column| row.field(column).to_owned()),
                row: row.line().to_owned(),
                bytes: Vec::new(),
            })
            .filter(|page| !labels::NO_TEXT.contains(&page.encoding.as_str()))
            .collect();
        pages = drawn(pages, path_of, sample);
        fill(&mut pages, &archives::matching(&data.join(&self.archives))?)?;
        // An empty file has no encoding.
        pages.retain(|page| !page.bytes.is_empty());
        Ok(Pages { header: table.head().to_owned(), pages })
    }
}

/// What samples are drawn by.
fn path_of(page: &Page) -> &str {
    &page.path
}

/// Reads the archives once and gives each page its bytes.
fn fill(pages: &mut [Page], archives: &[PathBuf]) -> Result<()> {
    let mut wanted: HashMap<String, &mut Page> =
        pages.iter_mut().map(|page| (page.path.clone(), page)).collect();
    for archive in archives {
        unpack(archive, &mut wanted).with_context(|| archive.display().to_string())?;
    }
    match wanted.keys().min() {
        None => Ok(()),
        Some(one) => bail!("{} pages of the manifest are in no archive, {one} for one", wanted.len()),
    }
}

/// Takes from one archive what is wanted.
fn unpack(archive: &Path, wanted: &mut HashMap<String, &mut Page>) -> Result<()> {
    archives::each_file(archive, |path, bytes| {
        if let Some(page) = wanted.remove(path) {
            page.bytes = bytes;
        }
    })
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use super::*;

    #[test]
    fn the_list_is_sound() {
        let names: Vec<_> = datasets().unwrap().into_iter().map(|d| d.name).collect();
        assert_eq!(names, ["dev", "wild", "peers", "files"]);
        assert!(Dataset::named("no such").unwrap_err().to_string().contains("dev, wild, peers, files"));
    }

    #[test]
    fn pages_come_from_archives_and_samples_are_prefixes() {
        let folder = tempfile::tempdir().unwrap();
        let mut manifest = "path\tencoding\tlanguage\n".to_owned();
        let mut tar = tar::Builder::new(
            zstd::Encoder::new(File::create(folder.path().join("a-1.tar.zst")).unwrap(), 1).unwrap(),
        );
        for name in ["t/one", "t/two", "t/empty", "t/image", "u/other"] {
            let content = if name == "t/empty" { "" } else { name };
            let encoding = if name == "t/image" { "binary" } else { "UTF-8" };
            manifest += &format!("{name}\t{encoding}\ten\n");
            let mut header = tar::Header::new_gnu();
            header.set_size(content.len() as u64);
            tar.append_data(&mut header, name, content.as_bytes()).unwrap();
        }
        tar.into_inner().unwrap().finish().unwrap();
        std::fs::write(folder.path().join("m.tsv"), manifest).unwrap();
        let dataset = Dataset {
            name: "t".into(),
            about: String::new(),
            manifest: "m.tsv".into(),
            prefix: "t/".into(),
            archives: "a-*.tar.zst".into(),
            text: false,
        };
        assert!(dataset.is_present(folder.path()));
        let all = dataset.load(folder.path(), None).unwrap().pages;
        assert_eq!(all.len(), 2, "neither empty, binary nor foreign pages");
        assert!(all.iter().all(|page| page.bytes == page.path.as_bytes() && page.encoding == "utf-8"));
    }
}
