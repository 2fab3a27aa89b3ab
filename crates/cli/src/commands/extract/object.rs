//! A line of JSON for each input. Every key is there, whatever became of the input; only what must be asked for may be missing.

use std::path::Path;

use pellucid::extract::Metadata;
use pellucid::extract::parts::{Container, Kind, Part};
use pellucid_files::paths;
use serde::Serialize;

use super::{Extracting, Page};
use crate::rows::{one_line, rounded};

/// What is told about one input. The names are the keys; `docs/extract.md` tells what they mean.
#[derive(Serialize)]
pub struct Object {
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    path_hex: Option<String>,
    encoding: Option<&'static str>,
    confidence: Option<f32>,
    language: Option<String>,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    markdown: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    blocks: Option<Vec<Block>>,
    extractor: &'static str,
    empty: Option<String>,
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
    #[serde(skip_serializing_if = "Vec::is_empty")]
    within: Vec<&'static str>,
    /// Of a heading.
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<u8>,
    /// Of code: the programming language.
    #[serde(skip_serializing_if = "Option::is_none")]
    language: Option<String>,
    /// Of an item: its number.
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<i32>,
    /// Of a cell: its row and column, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    cell: Option<(u32, u16)>,
    /// Of a picture: where it is. Its text is what it shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    direction: Option<&'static str>,
}

impl Object {
    /// A page.
    pub fn of(page: Page, extracting: &Extracting) -> Object {
        let Page { path, page } = page;
        let (guess, found, writing) = (page.guess(), page.extracted(), extracting.writing);
        let parts =
            || found.parts.iter().filter(|part| writing.images || !matches!(part.kind, Kind::Image(_)));
        Object {
            encoding: Some(guess.encoding().name()),
            confidence: Some(rounded(guess.confidence())),
            language: page.language().map(str::to_owned),
            text: if found.empty.is_some() { String::new() } else { found.text(writing) },
            markdown: extracting.markdown.then(|| found.markdown(writing)),
            blocks: extracting.blocks.then(|| parts().map(Block::of).collect()),
            empty: found.empty.map(|reason| reason.to_string()),
            replaced: page.replaced(),
            ..Object::new(&path, found.metadata.clone(), extracting)
        }
    }

    /// An input which failed.
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
            markdown: extracting.markdown.then(String::new),
            blocks: extracting.blocks.then(Vec::new),
            extractor: extracting.extractor.name(),
            empty: None,
            replaced: 0,
            error: None,
        }
    }
}

impl Block {
    fn of(part: &Part) -> Block {
        let containers = || part.within.iter().map(|within| within.container);
        let (level, language, address) = match &part.kind {
            Kind::Heading(level) => (Some(*level), None, None),
            Kind::Code { language } => (None, language.clone(), None),
            Kind::Image(image) => (None, None, Some(image.source.to_string())),
            _ => (None, None, None),
        };
        Block {
            kind: match &part.kind {
                Kind::Paragraph => "paragraph",
                Kind::Heading(_) => "heading",
                Kind::Code { .. } => "code",
                Kind::Term => "term",
                Kind::Caption => "caption",
                Kind::Image(_) => "image",
                Kind::Rule => "rule",
                _ => "other",
            },
            text: match &part.kind {
                Kind::Image(image) => image.alternative.to_string(),
                _ => part.text.clone(),
            },
            // Three digits, as --explain has it.
            score: (part.score * 1e3).round() / 1e3,
            source: [part.place.start, part.place.end],
            within: containers().map(container).collect(),
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

fn container(container: Container) -> &'static str {
    match container {
        Container::Quote => "quote",
        Container::List => "list",
        Container::Item { .. } => "item",
        Container::Table => "table",
        Container::Cell { .. } => "cell",
        Container::Definitions => "definitions",
        Container::Definition => "definition",
        Container::Figure => "figure",
        _ => "other",
    }
}
