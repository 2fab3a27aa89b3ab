//! Pages whose main content is known: a folder of them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// How the names of pages end.
const PAGES: [&str; 3] = ["html", "htm", "xhtml"];
/// How the names of their texts end.
const TEXT: &str = "txt";

/// A page, and the file with the text that is wanted from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    pub page: PathBuf,
    pub text: PathBuf,
}

/// What a folder has: pages with their texts by name, and pages without one.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Gold {
    pub pairs: Vec<Pair>,
    pub without: Vec<PathBuf>,
}

impl Gold {
    /// A page is `name.html` with `name.txt` beside it; or `html/name.html` and `gold/name.txt`.
    pub fn of(folder: &Path) -> Result<Gold> {
        let (html, gold) = (folder.join("html"), folder.join("gold"));
        let apart = html.is_dir() && gold.is_dir();
        let pages = files(if apart { &html } else { folder }, &PAGES)?;
        let mut texts = files(if apart { &gold } else { folder }, &[TEXT])?;
        let mut found = Gold::default();
        for (name, mut same) in pages {
            if same.len() > 1 {
                bail!("{} and {} have the same name", same[0].display(), same[1].display());
            }
            let page = same.remove(0);
            match texts.remove(&name) {
                Some(mut text) => found.pairs.push(Pair { page, text: text.remove(0) }),
                None => found.without.push(page),
            }
        }
        if found.pairs.is_empty() {
            let pages = match found.without.len() {
                0 => "no pages".to_owned(),
                1 => "1 page, without its text".to_owned(),
                pages => format!("{pages} pages, none with its text"),
            };
            bail!(
                "{}: {pages}; a page is NAME.html (.htm, .xhtml) with NAME.txt beside it, or html/NAME.html with gold/NAME.txt",
                folder.display()
            );
        }
        Ok(found)
    }
}

/// The files of a folder whose names end so, by the rest of their names.
fn files(folder: &Path, endings: &[&str]) -> Result<BTreeMap<PathBuf, Vec<PathBuf>>> {
    let mut files: BTreeMap<PathBuf, Vec<PathBuf>> = BTreeMap::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry.with_context(|| folder.display().to_string())?.path();
        let is = |extension: &str| endings.iter().any(|ending| extension.eq_ignore_ascii_case(ending));
        let (Some(extension), Some(stem)) = (path.extension().and_then(|e| e.to_str()), path.file_stem())
        else {
            continue;
        };
        if is(extension) && path.is_file() {
            files.entry(stem.into()).or_default().push(path);
        }
    }
    files.values_mut().for_each(|same| same.sort());
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for name in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, name).unwrap();
        }
        folder
    }

    #[test]
    fn both_ways_to_lay_them_out() {
        let one = folder(&["b.HTM", "b.txt", "a.html", "a.txt", "c.xhtml", "readme.md", "alone.txt"]);
        let gold = Gold::of(one.path()).unwrap();
        let pair = |page: &str, text: &str| Pair { page: one.path().join(page), text: one.path().join(text) };
        assert_eq!(gold.pairs, [pair("a.html", "a.txt"), pair("b.HTM", "b.txt")]);
        assert_eq!(gold.without, [one.path().join("c.xhtml")]);
        let two = folder(&["html/a.html", "gold/a.txt", "manifest.tsv"]);
        let gold = Gold::of(two.path()).unwrap();
        assert_eq!(gold.pairs[0].text, two.path().join("gold/a.txt"));
    }

    #[test]
    fn any_other_layout_is_an_error() {
        for (files, reason) in [
            (&["a.txt"][..], "no pages; a page is NAME.html"),
            (&["a.html", "b.txt"], "1 page, without its text"),
            (&["pages/a.html", "text/a.txt"], "no pages"),
            (&["html/a.html", "html/a.txt"], "no pages"),
            (&["a.html", "a.htm", "a.txt"], "have the same name"),
        ] {
            let folder = folder(files);
            let error = Gold::of(folder.path()).unwrap_err().to_string();
            assert!(error.contains(reason), "{files:?}: {error}");
        }
        assert!(Gold::of(Path::new("no/such/folder")).is_err());
    }
}
