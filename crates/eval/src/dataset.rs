//! Name of a data set → its pages in memory, straight from the archives.

use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
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

/// Where data sets are looked for: `PELLUCID_DATA`, or `shared` beside the workspace.
pub fn data_folder() -> PathBuf {
    match std::env::var_os("PELLUCID_DATA") {
        Some(folder) => folder.into(),
        None => crate::workspace().join("../shared"),
    }
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
            let pages = text::pages(&data.join(&self.manifest), &archives(&data.join(&self.archives))?)?;
            return Ok(Pages { header: "path\tencoding\tlanguage".into(), pages: drawn(pages, sample) });
        }
        let path = data.join(&self.manifest);
        let manifest = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let mut lines = manifest.lines();
        let header = lines.next().unwrap_or_default().to_owned();
        let columns: Vec<_> = header.split('\t').collect();
        let column = |name: &str| columns.iter().position(|c| *c == name);
        let required =
            |name: &str| column(name).with_context(|| format!("{}: no column {name}", path.display()));
        let (path_at, encoding_at, language_at) =
            (required("path")?, required("encoding")?, required("language")?);
        let class_at = column("class");

        let mut pages: Vec<Page> = lines
            .filter(|row| row.starts_with(&self.prefix))
            .map(|row| {
                let fields: Vec<_> = row.split('\t').collect();
                let field = |at: usize| fields.get(at).copied().unwrap_or_default().to_owned();
                Page {
                    path: field(path_at),
                    encoding: labels::canonical(&field(encoding_at)),
                    language: field(language_at),
                    class: class_at.map(field),
                    row: row.to_owned(),
                    bytes: Vec::new(),
                }
            })
            .filter(|page| !labels::NO_TEXT.contains(&page.encoding.as_str()))
            .collect();
        pages = drawn(pages, sample);
        fill(&mut pages, &archives(&data.join(&self.archives))?)?;
        // An empty file has no encoding.
        pages.retain(|page| !page.bytes.is_empty());
        Ok(Pages { header, pages })
    }
}

/// The sample of so many pages: always the same ones.
fn drawn(mut pages: Vec<Page>, sample: Option<usize>) -> Vec<Page> {
    pages.sort_by_cached_key(|page| (fnv_1a(page.path.as_bytes()), page.path.clone()));
    pages.truncate(sample.unwrap_or(usize::MAX));
    pages
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
    each_file(archive, |path, bytes| {
        if let Some(page) = wanted.remove(path) {
            page.bytes = bytes;
        }
    })
}

/// Hands every file of an archive to `take`, by its path.
pub(crate) fn each_file(archive: &Path, mut take: impl FnMut(&str, Vec<u8>)) -> Result<()> {
    // The archives were packed with long-distance matching over 128 MiB.
    const WINDOW_LOG: u32 = 27;
    let mut zstd = zstd::Decoder::new(File::open(archive)?)?;
    zstd.window_log_max(WINDOW_LOG)?;
    for entry in tar::Archive::new(zstd).entries()? {
        let mut entry = entry?;
        let path = entry.path()?.to_string_lossy().trim_start_matches("./").to_owned();
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes)?;
        take(&path, bytes);
    }
    Ok(())
}

/// The files that match a path with one `*` in its last part.
pub(crate) fn archives(pattern: &Path) -> Result<Vec<PathBuf>> {
    let (folder, name) = pattern.parent().zip(pattern.file_name()).context("a pattern needs a folder")?;
    let name = name.to_string_lossy();
    let Some((head, tail)) = name.split_once('*') else { return Ok(vec![pattern.to_owned()]) };
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with(head) && name.ends_with(tail) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// The hash that draws samples. Any would do; this one is four lines and never changes.
pub(crate) fn fnv_1a(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01B3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sound() {
        let names: Vec<_> = datasets().unwrap().into_iter().map(|d| d.name).collect();
        assert_eq!(names, ["dev", "wild", "peers", "files"]);
        assert!(Dataset::named("no such").unwrap_err().to_string().contains("dev, wild, peers, files"));
    }

    #[test]
    fn the_hash_is_the_published_one() {
        assert_eq!(fnv_1a(b""), 0xCBF2_9CE4_8422_2325);
        assert_eq!(fnv_1a(b"foobar"), 0x8594_4171_F739_67E8);
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
