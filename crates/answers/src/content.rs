//! What is known about the content of one page.

use pellucid::Page;
use pellucid::extract::parts::{Container, Part, PartKind};
use pellucid::extract::{ExtractorName, Metadata};
use pellucid::write::WriteOptions;
use serde::Serialize;

use crate::{Pieces, Undone, one_line, rounded, undone};

/// What an answer is to have.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted {
    /// Who extracted it.
    pub extractor: ExtractorName,
    /// Whether links and images are written.
    pub writing: WriteOptions,
    /// Whether pages may be in two encodings, which adds `mixed`.
    pub mixed: bool,
    /// Whether double encoding is undone, which adds `repaired`.
    pub repair: bool,
    /// Adds `markdown`.
    pub markdown: bool,
    /// Adds `blocks`.
    pub blocks: bool,
}

/// What is known about one page. The names are the keys; `docs/extract.md` explains them.
#[derive(Serialize)]
#[allow(missing_docs)]
pub struct Content {
    pub encoding: Option<&'static str>,
    pub confidence: Option<f32>,
    pub language: Option<String>,
    pub source: Option<&'static str>,
    pub title: Option<String>,
    pub authors: Vec<String>,
    pub date: Option<String>,
    pub modified: Option<String>,
    pub site_name: Option<String>,
    pub description: Option<String>,
    pub declared_language: Option<String>,
    pub url: Option<String>,
    pub licence: Option<String>,
    pub image: Option<String>,
    pub kind: Option<String>,
    pub keywords: Vec<String>,
    pub text: String,
    /// With `--mixed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mixed: Option<Option<Pieces>>,
    /// With `--repair`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repaired: Option<Option<Vec<Undone>>>,
    /// With `--markdown`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub markdown: Option<String>,
    /// With `--blocks`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocks: Option<Vec<Block>>,
    pub extractor: &'static str,
    pub empty: Option<String>,
    /// Where the content was: page, json-ld, noscript.
    pub origin: Option<&'static str>,
    /// How good the choice of the content is likely to be.
    pub quality: Option<f32>,
    /// Whether only the first part of the page was read.
    pub truncated: bool,
    pub replaced: u64,
    pub error: Option<String>,
}

/// A part of the content.
#[derive(Serialize)]
pub struct Block {
    /// What it is: paragraph, heading, and so on.
    pub kind: &'static str,
    /// Its text.
    pub text: String,
    /// How likely it is main content.
    pub score: f32,
    /// From where to where it is in the decoded page, in bytes of UTF-8.
    pub source: [usize; 2],
    /// What it is in, the outermost first.
    pub within: Vec<&'static str>,
    /// Of a heading.
    pub level: Option<u8>,
    /// Of code: the programming language.
    pub language: Option<String>,
    /// Of an item: its number.
    pub number: Option<i32>,
    /// Of a cell: its row and column, from 0.
    pub cell: Option<(u32, u16)>,
    /// Of a picture: where it is. Its text is what it shows.
    pub address: Option<String>,
    /// The direction that the page gives it.
    pub direction: Option<&'static str>,
}

impl Content {
    /// Of a page.
    #[must_use]
    pub fn of(page: &Page, wanted: &Wanted) -> Content {
        let (guess, found, writing) = (page.guess(), page.extracted(), wanted.writing);
        let parts =
            || found.parts.iter().filter(|part| writing.images || !matches!(part.kind, PartKind::Image(_)));
        Content {
            encoding: Some(guess.encoding().name()),
            confidence: Some(rounded(guess.confidence())),
            language: page.language().map(str::to_owned),
            source: Some(guess.source().name()),
            text: if found.empty.is_some() { String::new() } else { found.text(writing) },
            mixed: wanted.mixed.then(|| Some(Pieces::of(page.decoded().mixed()))),
            repaired: wanted.repair.then(|| Some(undone(page.decoded().layers()))),
            markdown: wanted.markdown.then(|| found.markdown(writing)),
            blocks: wanted.blocks.then(|| parts().map(Block::of).collect()),
            empty: found.empty.map(|reason| reason.to_string()),
            origin: Some(found.origin.name()),
            quality: page.quality().map(rounded),
            truncated: page.is_truncated(),
            replaced: page.replaced(),
            ..Content::new(found.metadata.clone(), wanted)
        }
    }

    /// Of a page that failed.
    #[must_use]
    pub fn failed(error: &str, wanted: &Wanted) -> Content {
        Content { error: Some(one_line(error)), ..Content::new(Metadata::default(), wanted) }
    }

    fn new(metadata: Metadata, wanted: &Wanted) -> Content {
        Content {
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
            mixed: wanted.mixed.then_some(None),
            repaired: wanted.repair.then_some(None),
            markdown: wanted.markdown.then(String::new),
            blocks: wanted.blocks.then(Vec::new),
            extractor: wanted.extractor.name(),
            empty: None,
            origin: None,
            quality: None,
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
