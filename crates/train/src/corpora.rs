//! The text of each language, and the encodings it was written in.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use pellucid::{Encoding, Family, encodings};

/// A language and its text.
pub struct Language {
    /// BCP 47 tag.
    pub tag: String,
    /// The encodings it was written in.
    pub encodings: Vec<&'static Encoding>,
    folder: PathBuf,
    /// The name of its files, before the first dot.
    pub file: String,
}

impl Language {
    /// The lines to train on.
    pub fn train(&self) -> Result<String> {
        self.read("train")
    }

    /// The lines to validate with, from other sources.
    pub fn valid(&self) -> Result<String> {
        self.read("valid")
    }

    fn read(&self, part: &str) -> Result<String> {
        let path = self.folder.join(format!("{}.{part}.txt.zst", self.file));
        let bytes = std::fs::read(&path).with_context(|| path.display().to_string())?;
        Ok(String::from_utf8(zstd::decode_all(&*bytes)?)?)
    }
}

/// Reads `languages.tsv` of a folder of training text.
pub fn languages(folder: &Path) -> Result<Vec<Language>> {
    let path = folder.join("languages.tsv");
    let table = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let mut languages = Vec::new();
    for line in table.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [tag, _, _, web, other, ..] = columns[..] else { continue };
        let mut known: Vec<&'static Encoding> = Vec::new();
        for name in web.split_whitespace().chain(other.split_whitespace()) {
            let usable = |e: &&'static Encoding| matches!(e.family(), Family::SingleByte | Family::MultiByte);
            // Text cannot tell GB 18030 from GBK, unless by its four-byte characters.
            let encoding = Encoding::for_name(name).filter(usable).filter(|e| *e != &encodings::GB18030);
            known.extend(encoding.filter(|e| !known.contains(e)));
        }
        languages.push(Language {
            // The same language in the spelling which most code pages force.
            tag: tag.trim_end_matches("-cedilla").to_owned(),
            encodings: known,
            folder: folder.to_owned(),
            file: tag.to_owned(),
        });
    }
    Ok(languages)
}
