//! Pages of our own, which travel with the source: the texts of `testdata/corpus` in each of their encodings, and pages with
//! known main content. What is measured on them is the same everywhere.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use pellucid::Encoding;
use pellucid_corpora::workspace;
use serde::Deserialize;

use crate::dataset::Page;
use crate::labels;

#[derive(Deserialize)]
struct Texts {
    text: Vec<Text>,
}

#[derive(Deserialize)]
struct Text {
    language: String,
    encodings: Vec<String>,
    title: String,
    text: String,
}

/// A page with the text that is its main content.
pub struct Known {
    /// The name of its file.
    pub name: String,
    /// The page.
    pub html: String,
    /// Its main content.
    pub text: String,
}

/// A page for each text and encoding, without a declaration; after so many bytes of script.
pub fn pages(script: usize) -> Result<Vec<Page>> {
    let path = workspace().join("testdata/corpus/texts.toml");
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let texts: Texts = toml::from_str(&text).with_context(|| path.display().to_string())?;
    let line = "function the(other) { return the.value + that.is(there) }\n";
    let script = match script {
        0 => String::new(),
        _ => format!("<script>{}</script>", line.repeat(script / line.len() + 1)),
    };
    let mut pages = Vec::new();
    for Text { language, encodings, title, text } in &texts.text {
        for name in encodings {
            let encoding = Encoding::for_name(name).with_context(|| format!("no encoding {name}"))?;
            let html = format!(
                "<html>\n<head>{script}<title>{title}</title></head>\n<body><h1>{title}</h1>\n<p>{}</p></body></html>\n",
                text.trim()
            );
            pages.push(Page {
                path: format!("{language}/{name}"),
                encoding: labels::canonical(name),
                language: language.clone(),
                class: None,
                row: String::new(),
                bytes: encoding.encode(&html).bytes().to_vec(),
            });
        }
    }
    Ok(pages)
}

/// The pages of a folder below `testdata` which have a text beside them, by name.
pub fn known(folder: &str) -> Result<Vec<Known>> {
    let folder = workspace().join("testdata").join(folder);
    let mut pages = Vec::new();
    for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let text = path.with_extension("txt");
        if path.extension().is_some_and(|extension| extension == "html") && text.is_file() {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let read = |path: &Path| fs::read_to_string(path).with_context(|| path.display().to_string());
            pages.push(Known { name, html: read(&path)?, text: read(&text)? });
        }
    }
    pages.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(pages)
}
