//! The text of each language, and the encodings it was written in.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use pellucid::{Encoding, Family, encodings};

use crate::table::Table;

/// A language and its text.
pub struct Language {
    /// BCP 47 tag.
    pub tag: String,
    /// Its name in English, where the table has one.
    pub name: String,
    /// The encodings it was written in.
    pub encodings: Vec<&'static Encoding>,
    folder: PathBuf,
    /// The name of its files, before the first dot.
    pub file: String,
}

impl Language {
    /// A language whose text the caller has.
    pub fn of_caller(tag: &str, encodings: Vec<&'static Encoding>) -> Language {
        Language { tag: tag.into(), name: String::new(), encodings, folder: PathBuf::new(), file: tag.into() }
    }

    /// The lines to train on.
    pub fn train(&self) -> Result<String> {
        self.read("train")
    }

    /// The lines to validate with, from other sources.
    pub fn valid(&self) -> Result<String> {
        self.read("valid")
    }

    /// The file, compressed or plain.
    fn read(&self, part: &str) -> Result<String> {
        let packed = self.folder.join(format!("{}.{part}.txt.zst", self.file));
        let path = if packed.exists() { packed } else { packed.with_extension("") };
        let text = || -> Result<String> {
            let bytes = std::fs::read(&path)?;
            let packed = path.extension().is_some_and(|extension| extension == "zst");
            if packed {
                return Ok(std::io::read_to_string(pellucid_files::zstd::decoder(&bytes[..])?)?);
            }
            Ok(String::from_utf8(bytes)?)
        };
        text().with_context(|| path.display().to_string())
    }
}

/// The validation text of each language, of its first spelling, with the language's tag.
pub fn validation(languages: &[Language]) -> Result<Vec<(String, String)>> {
    let mut texts = Vec::new();
    for language in languages {
        texts.push((language.tag.clone(), language.valid()?));
    }
    texts.dedup_by(|a, b| a.0 == b.0);
    Ok(texts)
}

/// Reads `languages.tsv` of each folder of training text. A language of a later folder takes the place of one with the
/// same tag in an earlier one.
pub fn read(folders: &[PathBuf]) -> Result<Vec<Language>> {
    let mut languages: Vec<Language> = Vec::new();
    for folder in folders {
        let more = folder_languages(folder)?;
        languages.retain(|language| more.iter().all(|other| other.file != language.file));
        languages.extend(more);
    }
    Ok(languages)
}

/// Reads the columns `tag`, `whatwg_encodings` and, where there are such, `name` and `other_encodings`.
fn folder_languages(folder: &Path) -> Result<Vec<Language>> {
    let table = Table::read(&folder.join("languages.tsv"))?;
    let (tag_at, web_at) = (table.required("tag")?, table.required("whatwg_encodings")?);
    let (name_at, other_at) = (table.column("name"), table.column("other_encodings"));
    let mut languages = Vec::new();
    for row in table.rows() {
        let optional = |column: Option<usize>| column.map(|column| row.field(column)).unwrap_or_default();
        let (tag, web, other) = (row.field(tag_at), row.field(web_at), optional(other_at));
        let mut known: Vec<&'static Encoding> = Vec::new();
        for name in web.split_whitespace().chain(other.split_whitespace()) {
            let usable = |e: &&'static Encoding| {
                matches!(e.family(), Family::SingleByte | Family::MultiByte | Family::Escape)
            };
            // Text does not distinguish GB 18030 from GBK, except by its four-byte characters.
            let encoding = Encoding::for_name(name).filter(usable).filter(|e| *e != &encodings::GB18030);
            known.extend(encoding.filter(|e| !known.contains(e)));
        }
        languages.push(Language {
            // The same language in the spelling which most code pages force.
            tag: tag.trim_end_matches("-cedilla").to_owned(),
            name: optional(name_at).to_owned(),
            encodings: known,
            folder: folder.to_owned(),
            file: tag.to_owned(),
        });
    }
    Ok(languages)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_laid_over_each_other() {
        let (first, second) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let write = |folder: &tempfile::TempDir, name: &str, text: &[u8]| {
            std::fs::write(folder.path().join(name), text).unwrap();
        };
        let table = "tag\tname\twhatwg_encodings\tother_encodings\ncy\tWelsh\tlatin1\tibm850 no-such\nru\tRussian\tkoi8-r\t\n";
        write(&first, "languages.tsv", table.as_bytes());
        write(&first, "cy.train.txt.zst", &zstd::encode_all(&b"first"[..], 1).unwrap());
        write(&second, "languages.tsv", b"tag\twhatwg_encodings\ncy\tiso-8859-14\n");
        write(&second, "cy.train.txt", "dŵr".as_bytes());
        let folders = [first.path().to_owned(), second.path().to_owned()];

        let one = read(&folders[..1]).unwrap();
        let names = |language: &Language| language.encodings.iter().map(|e| e.name()).collect::<Vec<_>>();
        assert_eq!((one[0].tag.as_str(), names(&one[0])), ("cy", vec!["windows-1252", "IBM850"]));
        assert_eq!(one[0].train().unwrap(), "first");
        let both = read(&folders).unwrap();
        assert_eq!(both.iter().map(|language| &*language.tag).collect::<Vec<_>>(), ["ru", "cy"]);
        assert_eq!((names(&both[1]), both[1].train().unwrap()), (vec!["ISO-8859-14"], "dŵr".to_owned()));
        assert!(both[1].valid().is_err() && read(&[first.path().join("no")]).is_err());
    }
}
