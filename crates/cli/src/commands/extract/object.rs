//! A line of JSON for each input. All lines have the same keys, whatever became of the input; options add keys to all of them.

use std::path::Path;

use pellucid::extract::Metadata;
use pellucid::extract::parts::{Container, Part, PartKind};
use pellucid_files::paths;
use serde::Serialize;

use super::{Extracting, Page};
use crate::rows::{Pieces, Undone, one_line, rounded, undone};

/// What is known about one input. The names are the keys; `docs/extract.md` explains them.
#[derive(Serialize)]
pub struct Object {
    path: String,
    path_hex: Option<String>,
    encoding: Option<&'static str>,
    confidence: Option<f32>,
    language: Option<String>,
    source: Option<&'static str>,
    title: Option<String>,
    authors: Vec<String>,
    date: Option<String>,
    modified: Option<String>,
    site_name: Option<String>,
    description: Option<String>,
    declared_language: Option<String>,
    url: Option<String>,
    licence: Option<String>,
    image: Option<String>,
    kind: Option<String>,
    keywords: Vec<String>,
    text: String,
    /// With `--mixed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    mixed: Option<Option<Pieces>>,
    /// With `--repair`.
    #[serde(skip_serializing_if = "Option::is_none")]
    repaired: Option<Option<Vec<Undone>>>,
    /// With `--markdown`.
    #[serde(skip_serializing_if = "Option::is_none")]
    markdown: Option<String>,
    /// With `--blocks`.
    #[serde(skip_serializing_if = "Option::is_none")]
    blocks: Option<Vec<Block>>,
    extractor: &'static str,
    empty: Option<String>,
    /// Whether only the first part of the page was read.
    truncated: bool,
    replaced: u64,
    error: Option<String>,
}

/// A part of the content.
#[derive(Serialize)]
struct Block {
    kind: &'static str,
    text: String,
    score: f32,
    /// From where to where it is in the decoded page, in bytes of UTF-8.
    source: [usize; 2],
    /// What it is in, the outermost first.
    within: Vec<&'static str>,
    /// Of a heading.
    level: Option<u8>,
    /// Of code: the programming language.
    language: Option<String>,
    /// Of an item: its number.
    number: Option<i32>,
    /// Of a cell: its row and column, from 0.
    cell: Option<(u32, u16)>,
    /// Of a picture: where it is. Its text is what it shows.
    address: Option<String>,
    direction: Option<&'static str>,
}

impl Object {
    /// A page.
    pub fn of(page: Page, extracting: &Extracting) -> Object {
        let Page { path, page } = page;
        let (guess, found, writing) = (page.guess(), page.extracted(), extracting.writing);
        let parts =
            || found.parts.iter().filter(|part| writing.images || !matches!(part.kind, PartKind::Image(_)));
        Object {
            encoding: Some(guess.encoding().name()),
            confidence: Some(rounded(guess.confidence())),
            language: page.language().map(str::to_owned),
            source: Some(guess.source().name()),
            text: if found.empty.is_some() { String::new() } else { found.text(writing) },
            mixed: extracting.mixed.then(|| Some(Pieces::of(page.decoded().mixed()))),
            repaired: extracting.repair.then(|| Some(undone(page.decoded().layers()))),
            markdown: extracting.markdown.then(|| found.markdown(writing)),
            blocks: extracting.blocks.then(|| parts().map(Block::of).collect()),
            empty: found.empty.map(|reason| reason.to_string()),
            truncated: page.is_truncated(),
            replaced: page.replaced(),
            ..Object::new(&path, found.metadata.clone(), extracting)
        }
    }

    /// An input that failed.
    pub fn failed(path: &Path, error: &anyhow::Error, extracting: &Extracting) -> Object {
        Object {
            error: Some(one_line(&format!("{error:#}"))),
            ..Object::new(path, Metadata::default(), extracting)
        }
    }

    fn new(path: &Path, metadata: Metadata, extracting: &Extracting) -> Object {
        Object {
            path: path.to_string_lossy().into_owned(),
            path_hex: paths::hex(path),
            encoding: None,
            confidence: None,
            language: None,
            source: None,
            title: metadata.title,
            authors: metadata.authors,
            date: metadata.date,
            modified: metadata.modified,
            site_name: metadata.site_name,
            description: metadata.description,
            declared_language: metadata.language,
            url: metadata.url,
            licence: metadata.licence,
            image: metadata.image,
            kind: metadata.kind,
            keywords: metadata.keywords,
            text: String::new(),
            mixed: extracting.mixed.then_some(None),
            repaired: extracting.repair.then_some(None),
            markdown: extracting.markdown.then(String::new),
            blocks: extracting.blocks.then(Vec::new),
            extractor: extracting.extractor.name(),
            empty: None,
            truncated: false,
            replaced: 0,
            error: None,
        }
    }
}

impl Block {
    fn of(part: &Part) -> Block {
        let containers = || part.within.iter().map(|within| within.container);
        let (level, language, address) = match &part.kind {
            PartKind::Heading(level) => (Some(*level), None, None),
            PartKind::Code { language } => (None, language.clone(), None),
            PartKind::Image(image) => (None, None, Some(image.source.to_string())),
            _ => (None, None, None),
        };
        Block {
            kind: part.kind.name(),
            text: match &part.kind {
                PartKind::Image(image) => image.alternative.to_string(),
                _ => part.text.clone(),
            },
            // Three digits, as --explain has it.
            score: (part.score * 1e3).round() / 1e3,
            source: [part.place.start, part.place.end],
            within: containers().map(Container::name).collect(),
            level,
            language,
            // Of what it is in itself, not of what that is in.
            number: match containers().next_back() {
                Some(Container::Item { number, .. }) => number,
                _ => None,
            },
            cell: match containers().next_back() {
                Some(Container::Cell { row, column, .. }) => Some((row, column)),
                _ => None,
            },
            address,
            direction: part.direction.map(|direction| direction.name()),
        }
    }
}
