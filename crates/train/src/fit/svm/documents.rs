//! What the machines are trained on: labelled pages, or text to be written in every encoding.

use anyhow::Result;
use pellucid::decode::{Policy, Writing};
use pellucid::score::svm::{Reading, counted};
use pellucid::{Encoding, Family, encodings};
use rayon::prelude::*;

use crate::corpora::Language;
use crate::typed::{Typist, plain};
use crate::windows::styled;

/// Of a document so many bytes are kept, which bounds the memory that training takes.
pub const LONGEST: usize = 8 << 10;
/// Documents made of text have between so many characters, short ones as often as long ones.
const CHARACTERS: (f64, f64) = (400.0, 4000.0);
/// At most this share of a document's lines is English in ASCII, as names, menus and markup are on pages in any language.
const FOREIGN: f64 = 0.4;
/// Text that loses more of its letters was not written in that encoding.
const LOST: f64 = 0.03;

/// The paper's encodings, and the languages that it wrote in each (its Table 3); none stands for all of them.
pub const PAPER: &[(&str, &[&str])] = &[
    ("UTF-8", &[]),
    ("UTF-16", &[]),
    ("US-ASCII", &["en"]),
    ("ISO-8859-1", &["es", "fr", "de", "it", "pt"]),
    ("ISO-8859-2", &["pl", "cs", "hu"]),
    ("ISO-8859-5", &["ru"]),
    ("KOI8-R", &["ru"]),
    ("GB2312", &["zh-Hans"]),
    ("GB18030", &["zh-Hans", "zh-Hant"]),
    ("Big5", &["zh-Hant"]),
    ("Shift-JIS", &["ja"]),
    ("EUC-JP", &["ja"]),
    ("EUC-KR", &["ko"]),
];

/// The languages of the paper's Table 3.
pub const PAPER_LANGUAGES: &[&str] =
    &["en", "es", "fr", "de", "it", "pt", "pl", "cs", "hu", "ru", "zh-Hans", "zh-Hant", "ja", "ko"];

/// A document and its class.
pub struct Document {
    /// The number of its label.
    pub label: usize,
    /// Its bytes, without markup and no more than [`LONGEST`] of them.
    pub bytes: Box<[u8]>,
}

impl Document {
    /// A page as it is, of which the machine sees the text.
    pub fn of_page(label: usize, page: &[u8], reading: Reading) -> Document {
        let text = counted(page, reading);
        Document { label, bytes: text[..text.len().min(LONGEST)].into() }
    }
}

/// The encoding that a label names: what its text is read with. Pure ASCII is read as UTF-8.
pub fn encoding_of(label: &str) -> Option<&'static Encoding> {
    match label.to_ascii_lowercase().as_str() {
        "us-ascii" | "ascii" => Some(&encodings::UTF_8),
        _ => Encoding::for_name(label),
    }
}

/// Documents of each label, at most `most` of each, made of the languages that were written in it. `languages` says which
/// those are; where it says nothing, `languages.tsv` does.
pub fn of_text(
    texts: &[(&Language, String)],
    labels: &[String],
    languages: impl Fn(&str) -> Vec<String> + Sync,
    most: usize,
) -> Result<Vec<Document>> {
    let english: Vec<String> = texts
        .iter()
        .filter(|(language, _)| language.tag == "en")
        .flat_map(|(_, text)| text.lines().map(plain).filter(|line| line.is_ascii()))
        .collect();
    let per_label = |(number, label): (usize, &String)| {
        let named = languages(label);
        let fits = |language: &Language| match named.is_empty() {
            true => is_written_in(language, label),
            false => named.contains(&language.file),
        };
        let chosen: Vec<&(&Language, String)> =
            texts.iter().filter(|(language, _)| fits(language)).collect();
        let mut piles: Vec<std::vec::IntoIter<Vec<u8>>> = chosen
            .iter()
            .map(|(_, text)| documents_of(text, &english, label, most.div_ceil(chosen.len().max(1)) * 4).into_iter())
            .collect();
        // One of each language in turn, until there are enough.
        let mut documents = Vec::new();
        while documents.len() < most {
            let before = documents.len();
            for pile in &mut piles {
                documents.extend(pile.next().map(|bytes| Document { label: number, bytes: bytes.into() }));
            }
            if documents.len() == before {
                break;
            }
        }
        documents.truncate(most);
        documents
    };
    Ok(labels.par_iter().enumerate().flat_map_iter(per_label).collect())
}

fn is_written_in(language: &Language, label: &str) -> bool {
    let Some(encoding) = encoding_of(label) else { return false };
    match encoding.family() {
        _ if label.eq_ignore_ascii_case("us-ascii") => language.tag == "en",
        Family::Utf => true,
        Family::Escape => encoding.languages().any(|tag| tag == language.tag),
        _ if encoding == &encodings::GB18030 => language.encodings.contains(&&encodings::GBK),
        _ => language.encodings.contains(&encoding),
    }
}

/// Cuts a text into documents, and writes them.
fn documents_of(text: &str, english: &[String], label: &str, most: usize) -> Vec<Vec<u8>> {
    let mut random = fastrand::Rng::with_seed(4);
    let (shortest, longest) = CHARACTERS;
    let mut documents = Vec::new();
    let (mut document, mut length) = (String::new(), 0.0);
    let (mut enough, mut foreign) = (shortest, 0.0);
    for line in text.lines() {
        while !english.is_empty() && random.f64() < foreign {
            let line = &english[random.usize(..english.len())];
            length += line.len() as f64;
            document += line;
            document.push('\n');
        }
        let line = styled(line, random.usize(..16));
        length += line.chars().count() as f64;
        document += &line;
        document.push('\n');
        if length >= enough {
            documents.extend(written(&document, label));
            if documents.len() == most {
                break;
            }
            (document, length) = (String::new(), 0.0);
            enough = shortest * libm::pow(longest / shortest, random.f64());
            foreign = FOREIGN * random.f64();
        }
    }
    documents
}

/// A text as it was written in the encoding of a label; none if it says nothing of it.
fn written(text: &str, label: &str) -> Option<Vec<u8>> {
    let encoding = encoding_of(label)?;
    let whole = |text: &str| {
        let written = Writing::new().unmappable(Policy::Ignore).encode(encoding, text).ok()?;
        Some(written.into_bytes())
    };
    let mut bytes = match label.to_ascii_lowercase().as_str() {
        "us-ascii" => return Some(plain(text).bytes().filter(u8::is_ascii).collect()),
        "iso-8859-1" => {
            // What Windows put between 0x80 and 0x9F is not in the standard.
            typed(encoding, &plain(text))?.into_iter().filter(|byte| !(0x80..0xA0).contains(byte)).collect()
        }
        "gb2312" => typed(encoding, &text.chars().filter(|c| is_gb2312(*c)).collect::<String>())?,
        "gb18030" => match text.chars().all(is_gb2312) {
            true => return None,
            false => whole(text)?,
        },
        _ => match encoding.family() {
            Family::Utf => whole(text)?,
            Family::Escape => whole(&plain(text)).filter(|bytes| bytes.contains(&0x1B))?,
            _ => typed(encoding, text)?,
        },
    };
    bytes.truncate(LONGEST);
    let shown = !bytes.is_ascii() || encoding.family() == Family::Escape || encoding.family() == Family::Utf && encoding != &encodings::UTF_8;
    shown.then_some(bytes)
}

fn typed(encoding: &'static Encoding, text: &str) -> Option<Vec<u8>> {
    let mut typist = Typist::new(encoding);
    let mut bytes = Vec::with_capacity(text.len());
    for line in text.lines() {
        bytes.extend(typist.line(line));
        bytes.push(b'\n');
    }
    (typist.lost() <= LOST).then_some(bytes)
}

/// Whether a character is in GB 2312: in GBK, those are the ones whose bytes are both 0xA1 or above, in the rows in use.
fn is_gb2312(c: char) -> bool {
    let written = encodings::GBK.encode(c.encode_utf8(&mut [0; 4])).into_bytes();
    c.is_ascii() || matches!(written[..], [0xA1..=0xA9 | 0xB0..=0xF7, 0xA1..=0xFE])
}
