//! The pages of the encoding and extraction corpora, for every test which looks at real pages.

// Every test uses some of this, none uses all.
#![allow(dead_code)]

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// A line of the lists of pages.
#[derive(Clone, Debug)]
pub struct Page {
    pub path: String,
    /// What is wrong with it: a letter of the list of wild pages, else empty.
    pub class: String,
    /// The encoding it is in.
    pub encoding: String,
    pub note: String,
}

/// All pages, wild ones first; none if there is no corpus.
pub fn pages() -> Vec<Page> {
    let list = |name: &str, class: Option<usize>, encoding: usize, note: Option<usize>| -> Vec<Page> {
        let text = fs::read_to_string(folder("encoding").join(name)).unwrap_or_default();
        let page = |line: &str| {
            let columns: Vec<_> = line.split('\t').map(String::from).collect();
            let column =
                |number: Option<usize>| number.and_then(|i| columns.get(i).cloned()).unwrap_or_default();
            Page {
                path: column(Some(0)),
                class: column(class),
                encoding: column(Some(encoding)),
                note: column(note),
            }
        };
        text.lines().skip(1).map(page).collect()
    };
    [list("wild.tsv", Some(1), 2, Some(7)), list("manifest.tsv", None, 1, None)].concat()
}

fn folder(corpus: &str) -> PathBuf {
    std::env::var_os("PELLUCID_DATA")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"), PathBuf::from)
        .join("corpora")
        .join(corpus)
}

/// Whether there is an encoding corpus; if so, shows all pages from archives whose names start so.
pub fn for_each_page(prefix: &str, page: impl FnMut(&str, &[u8])) -> bool {
    for_each_page_of(
        "encoding",
        &|name| name.starts_with(prefix) && (name.starts_with("html-") || name.starts_with("wild")),
        page,
    )
}

/// Whether there is such a corpus; if so, shows all pages from archives with these names.
pub fn for_each_page_of(
    corpus: &str,
    is_wanted: &dyn Fn(&str) -> bool,
    mut page: impl FnMut(&str, &[u8]),
) -> bool {
    let folder = folder(corpus);
    if !folder.join("manifest.tsv").exists() {
        eprintln!("skipped: there is no corpus in {}", folder.display());
        return false;
    }
    for archive in archives(&folder).expect("the corpus can be listed") {
        if archive.file_name().is_some_and(|name| is_wanted(&name.to_string_lossy())) {
            pages_of(&archive, &mut page).expect("an archive of the corpus can be read");
        }
    }
    true
}

fn archives(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut archives = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.to_string_lossy().ends_with(".tar.zst") {
            archives.push(path);
        }
    }
    archives.sort();
    Ok(archives)
}

fn pages_of(archive: &Path, page: &mut impl FnMut(&str, &[u8])) -> io::Result<()> {
    let mut decoder = zstd::Decoder::new(File::open(archive)?)?;
    decoder.window_log_max(27)?;
    let mut bytes = Vec::new();
    for entry in tar::Archive::new(decoder).entries()? {
        let mut entry = entry?;
        if entry.header().entry_type().is_file() {
            bytes.clear();
            entry.read_to_end(&mut bytes)?;
            page(&entry.path()?.to_string_lossy(), &bytes);
        }
    }
    Ok(())
}
