//! Text of many languages → plain files in the encodings of DOS, old Macs and the like, of which no corpus of real files
//! is at hand.
//!
//! Only lines which an encoding writes without loss are used, so that the truth is beyond doubt; of a language that it
//! hardly writes, none.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use pellucid::{Encoding, Family, Use, encodings};
use rayon::prelude::*;

use crate::dataset::Page;
use crate::labels;

/// Files for each language and encoding.
const FILES: usize = 3;
/// A file has at least so many bytes: about a screen of text.
const LENGTH: usize = 2000;
/// And so many of them beyond ASCII: with fewer it would be a short text in disguise, and windows measure those.
const BEYOND: usize = 10;
/// A language is written in an encoding that can write this share of its lines.
const WRITES: f64 = 0.5;

/// Whether an encoding is met in old files rather than on the web.
pub fn is_old(canonical: &str) -> bool {
    let old = |encoding: &'static Encoding| {
        encoding.usage() == Use::File
            || encoding.family() == Family::Escape && encoding != &encodings::ISO_2022_JP
            || [&encodings::IBM866, &encodings::MACINTOSH, &encodings::X_MAC_CYRILLIC].contains(&encoding)
    };
    crate::readings::named(canonical).is_some_and(old)
}

/// The files, from a table of languages and their texts.
pub fn pages(table: &Path, texts: &[PathBuf]) -> Result<Vec<Page>> {
    let rows = std::fs::read_to_string(table).with_context(|| table.display().to_string())?;
    let rows: Vec<&str> = rows.lines().skip(1).collect();
    let pages: Vec<Vec<Page>> = rows.par_iter().map(|row| language(row, texts)).collect::<Result<_>>()?;
    Ok(pages.into_iter().flatten().collect())
}

fn language(row: &str, texts: &[PathBuf]) -> Result<Vec<Page>> {
    let columns: Vec<&str> = row.split('\t').collect();
    let [tag, _, _, web, other, ..] = columns[..] else { return Ok(Vec::new()) };
    let begins = |path: &&PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.strip_prefix(tag).is_some_and(|rest| rest.starts_with('.'))
    };
    let Some(path) = texts.iter().find(begins) else { return Ok(Vec::new()) };
    let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    let text = keyboard(&String::from_utf8(zstd::decode_all(&*bytes)?)?);
    let mut pages = Vec::new();
    for name in web.split_whitespace().chain(other.split_whitespace()) {
        let truth = labels::canonical(name);
        if let Some(encoding) = crate::readings::named(&truth).filter(|_| is_old(&truth)) {
            for (number, bytes) in files(encoding, &text).into_iter().enumerate() {
                let path = format!("files/{truth}/{tag}-{number}.txt");
                let row = format!("{path}\t{truth}\t{tag}");
                let language = tag.trim_end_matches("-cedilla").to_owned();
                pages.push(Page { path, encoding: truth.clone(), language, class: None, row, bytes });
            }
        }
    }
    Ok(pages)
}

/// What keyboards had where typographers have more.
fn keyboard(text: &str) -> String {
    let signs =
        [("“", "\""), ("”", "\""), ("„", "\""), ("‘", "'"), ("’", "'"), ("–", "-"), ("—", "-"), ("…", "...")];
    signs.iter().fold(text.to_owned(), |text, (sign, typed)| text.replace(sign, typed))
}

fn files(encoding: &'static Encoding, text: &str) -> Vec<Vec<u8>> {
    let (mut files, mut lines, mut file) = (Vec::new(), String::new(), 0);
    let (mut written, mut tried) = (0usize, 0usize);
    for line in text.lines() {
        tried += 1;
        if !encoding.encode(line).unmappable().is_none() {
            continue;
        }
        written += 1;
        lines += line;
        lines.push('\n');
        file += line.len();
        if file >= LENGTH {
            let bytes = encoding.encode(&lines).into_bytes();
            let beyond = lines.chars().filter(|c| !c.is_ascii()).count();
            files.extend(Some(bytes).filter(|_| beyond >= BEYOND));
            (lines, file) = (String::new(), 0);
        }
        if files.len() == FILES {
            break;
        }
    }
    if written as f64 >= WRITES * tried as f64 { files } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_encodings() {
        for old in ["cp437", "cp866", "mac-roman", "mac-cyrillic", "hz", "johab", "viscii", "iso-2022-kr"] {
            assert!(is_old(old), "{old}");
        }
        for other in ["utf-8", "windows-1252", "koi8-r", "iso-2022-jp", "gbk", "cp037", "none"] {
            assert!(!is_old(other), "{other}");
        }
    }

    #[test]
    fn files_have_only_what_the_encoding_writes() {
        let line = "Die Straße ist für Fußgänger gesperrt.\nEin Wort mit ő nicht.\n";
        let made = files(&encodings::IBM437, &line.repeat(200));
        assert_eq!(made.len(), FILES);
        assert!(made[0].len() >= LENGTH / 2 && !encodings::IBM437.decode(&made[0]).text().contains("Wort"));
        assert!(files(&encodings::IBM437, &"Каждый охотник\n".repeat(200)).is_empty());
        assert!(files(&encodings::IBM437, &"plain ASCII\n".repeat(500)).is_empty());
    }

    #[test]
    fn signs_of_typographers() {
        assert_eq!(keyboard("„Ja“ – né…"), "\"Ja\" - né...");
    }
}
