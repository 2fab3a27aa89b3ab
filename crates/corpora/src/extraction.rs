//! Pages with the main text that people took from them: a manifest and archives in, pages with their gold out.

use std::collections::HashMap;
use std::path::Path;

use anyhow::{Context, Result, bail};
use rayon::prelude::*;
use serde::Deserialize;

use crate::table::{self, Table};
use crate::{archives, folds};

/// Where the corpus lies, relative to the data folder.
const FOLDER: &str = "corpora/extraction";

/// A page, its text and what should come out of it.
#[derive(Clone, Debug)]
pub struct Page {
    /// Its row of the manifest.
    pub row: Row,
    /// The markup, decoded once by [`pellucid::decode()`], for all extractors alike.
    pub html: String,
    /// What should come out.
    pub gold: Gold,
}

/// What the manifest says about a page.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// Unique, and stable between versions of the corpus.
    pub id: String,
    /// Where the page is in the archives.
    pub html: String,
    /// Where its gold is.
    pub gold: String,
    /// A tag, where the source states the language.
    pub language: String,
    /// Of the main content: `latin`, `rtl`, `cjk` …
    pub script: String,
    /// The collection that it comes from.
    pub dataset: String,
    /// What sort of page it is, where the collection says so.
    pub kind: String,
    /// The site that it comes from.
    pub site: String,
}

/// What a person says that should come out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gold {
    /// All of it.
    Text(String),
    /// Pieces of it, and pieces of what must not come out.
    Segments(Segments),
}

/// Gold in pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Segments {
    /// Must come out.
    pub with: Vec<String>,
    /// Must not.
    pub without: Vec<String>,
}

impl Page {
    /// A page whose whole gold text is known.
    pub fn new(row: Row, html: &str, gold: &str) -> Page {
        Page { row, html: html.to_owned(), gold: Gold::Text(gold.to_owned()) }
    }

    /// Its gold text, unless its gold is in pieces.
    pub fn gold_text(&self) -> Option<&str> {
        match &self.gold {
            Gold::Text(gold) => Some(gold),
            Gold::Segments(_) => None,
        }
    }
}

/// Whether the corpus is there. The pages belong to their authors and do not travel with the source.
pub fn is_present(data: &Path) -> bool {
    data.join(FOLDER).join("manifest.tsv").is_file()
}

/// All pages, or a sample of so many: always the same ones.
pub fn load(data: &Path, sample: Option<usize>) -> Result<Vec<Page>> {
    let folder = data.join(FOLDER);
    let rows = rows(&Table::read(&folder.join("manifest.tsv"))?)?;
    let rows = folds::drawn(rows, |row| &row.id, sample);

    let mut files: HashMap<String, Option<Vec<u8>>> =
        rows.iter().flat_map(|row| [(row.html.clone(), None), (row.gold.clone(), None)]).collect();
    for archive in archives::matching(&folder.join("*.tar.zst"))? {
        archives::each_file(&archive, |path, bytes| {
            if let Some(file) = files.get_mut(path) {
                *file = Some(bytes);
            }
        })
        .with_context(|| archive.display().to_string())?;
    }
    rows.into_par_iter().map(|row| page(row, &files)).collect()
}

fn rows(table: &Table) -> Result<Vec<Row>> {
    let at = |name| table.required(name);
    let (id, html, gold, language) = (at("id")?, at("html")?, at("gold")?, at("language")?);
    let (script, dataset, kind, site) = (at("script")?, at("dataset")?, at("kind")?, at("site")?);
    let row = |row: table::Row| {
        let field = |column: usize| row.field(column).to_owned();
        Row {
            id: field(id),
            html: field(html),
            gold: field(gold),
            language: field(language),
            script: field(script),
            dataset: field(dataset),
            kind: field(kind),
            site: field(site),
        }
    };
    Ok(table.rows().map(row).collect())
}

fn page(row: Row, files: &HashMap<String, Option<Vec<u8>>>) -> Result<Page> {
    let file = |path: &String| match files.get(path) {
        Some(Some(bytes)) => Ok(bytes.as_slice()),
        _ => bail!("{path} of the manifest is in no archive"),
    };
    let html = pellucid::decode(file(&row.html)?).into_text().into_owned();
    let gold = file(&row.gold)?;
    let gold = if row.gold.ends_with(".json") {
        Gold::Segments(serde_json::from_slice(gold).with_context(|| row.gold.clone())?)
    } else {
        Gold::Text(String::from_utf8_lossy(gold).into_owned())
    };
    Ok(Page { row, html, gold })
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use super::*;

    fn archive(path: &Path, files: &[(&str, &[u8])]) {
        let mut tar = tar::Builder::new(zstd::Encoder::new(File::create(path).unwrap(), 1).unwrap());
        for (name, bytes) in files {
            let mut header = tar::Header::new_gnu();
            header.set_size(bytes.len() as u64);
            tar.append_data(&mut header, name, *bytes).unwrap();
        }
        tar.into_inner().unwrap().finish().unwrap();
    }

    #[test]
    fn pages_and_gold_come_from_several_archives() {
        let data = tempfile::tempdir().unwrap();
        assert!(!is_present(data.path()));
        let folder = data.path().join(FOLDER);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(
            folder.join("manifest.tsv"),
            "id\thtml\tgold\tlanguage\tscript\tdataset\tkind\tsite\turl\n\
             a\thtml/a\tgold/a.txt\tru\tcyrillic\tdaniel\t\ta.example\t\n\
             b\thtml/b\tgold/b.json\t\tlatin\ttrafeval\t\tb.example\thttp://b.example/\"quoted\n",
        )
        .unwrap();
        let russian = pellucid::encodings::WINDOWS_1251
            .encode("<meta charset=windows-1251><p>Съешь же ещё этих мягких французских булок");
        archive(
            &folder.join("x-1.tar.zst"),
            &[("html/a", russian.bytes()), ("gold/a.txt", "Съешь же ещё".as_bytes())],
        );
        archive(
            &folder.join("x-2.tar.zst"),
            &[("html/b", b"<p>b"), ("gold/b.json", br#"{"with": ["b"], "without": []}"#)],
        );

        assert!(is_present(data.path()));
        let mut pages = load(data.path(), None).unwrap();
        pages.sort_by(|a, b| a.row.id.cmp(&b.row.id));
        assert!(pages[0].html.ends_with("французских булок"), "{}", pages[0].html);
        assert_eq!(pages[0].gold, Gold::Text("Съешь же ещё".into()));
        assert_eq!((&*pages[0].row.script, &*pages[0].row.site), ("cyrillic", "a.example"));
        let segments = Segments { with: vec!["b".into()], without: Vec::new() };
        assert_eq!(pages[1].gold, Gold::Segments(segments));
        assert_eq!(load(data.path(), Some(1)).unwrap().len(), 1);
    }
}
