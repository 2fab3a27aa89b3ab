//! Names, single words and menus in many languages: `testdata/words/cases.tsv`, which is part of the source.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use pellucid::Encoding;

use crate::table::Table;
use crate::workspace;

/// A row of the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Word {
    /// One word, or a few.
    pub text: String,
    /// BCP 47 tag.
    pub language: String,
    /// The encodings that it is written in.
    pub encodings: Vec<&'static Encoding>,
    /// Top-level domain of a country where the language is written; empty where there is none.
    pub tld: String,
    /// What the row is about.
    pub note: String,
}

impl Word {
    /// Whether nobody can know its encoding from its bytes, because they are as good a word in another one.
    pub fn is_ambiguous(&self) -> bool {
        self.note.starts_with("ambiguous")
    }
}

/// Where the file is.
pub fn path() -> PathBuf {
    workspace().join("testdata/words/cases.tsv")
}

/// Reads the columns `text`, `language`, `encodings`, `tld` and `note`.
pub fn read(path: &Path) -> Result<Vec<Word>> {
    let table = Table::read(path)?;
    let (text, language, encodings) =
        (table.required("text")?, table.required("language")?, table.required("encodings")?);
    let (tld, note) = (table.required("tld")?, table.required("note")?);
    let known = |name: &str| {
        Encoding::for_canonical_name(name)
            .with_context(|| format!("{}: no encoding {name:?}", path.display()))
    };
    let word = |row: crate::table::Row| {
        Ok(Word {
            text: row.field(text).to_owned(),
            language: row.field(language).to_owned(),
            encodings: row.field(encodings).split(' ').map(known).collect::<Result<_>>()?,
            tld: row.field(tld).to_owned(),
            note: row.field(note).to_owned(),
        })
    };
    table.rows().map(word).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use pellucid::{Family, Use, encodings::ENCODINGS};

    use super::*;

    #[test]
    fn every_row_can_be_written_and_all_encodings_of_the_web_have_rows() {
        let words = read(&path()).unwrap();
        let mut seen = HashSet::new();
        for word in &words {
            for encoding in &word.encodings {
                assert!(encoding.encode(&word.text).unmappable().is_none(), "{} in {encoding}", word.text);
                seen.insert(encoding.name());
            }
            assert!(!word.text.is_ascii(), "{} is ASCII", word.text);
        }
        let languages: HashSet<&str> = words.iter().map(|word| &*word.language).collect();
        assert!(
            words.len() >= 400 && languages.len() >= 80,
            "{} rows, {} languages",
            words.len(),
            languages.len()
        );
        assert!(words.iter().any(Word::is_ambiguous));
        for encoding in ENCODINGS.iter().filter(|one| one.usage() == Use::Web) {
            // Without markup or a byte order mark, a word in these is a matter of luck.
            let is_wide = encoding.family() == Family::Utf && !encoding.is_ascii_compatible();
            assert!(is_wide || seen.contains(encoding.name()), "{encoding} has no row");
        }
    }

    #[test]
    fn an_unknown_encoding_is_named() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "text\tlanguage\tencodings\ttld\tnote\né\tfr\tno-such\tfr\t\n").unwrap();
        assert!(read(file.path()).unwrap_err().to_string().ends_with("no encoding \"no-such\""));
    }
}
