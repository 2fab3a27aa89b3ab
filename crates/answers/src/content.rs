//! What is known about the content of one page.

use pellucid::Page;
use pellucid::extract::parts::{Container, Part, PartKind};
use pellucid::extract::{self, Extracted, ExtractorName, Metadata, PageType, Scored};
use pellucid::write::WriteOptions;
use serde::Serialize;

use crate::{Pieces, Undone, one_line, rounded, undone};

/// What an answer is to have.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// Who extracted it, in a word.
    pub extractor: &'static str,
    /// Whether links and images are written.
    pub writing: WriteOptions,
    /// Whether pages may be in two encodings, which adds `mixed`.
    pub mixed: bool,
    /// Whether double encoding is undone, which adds `repaired`.
    pub repair: bool,
    /// Adds `markdown`.
    pub markdown: bool,
    /// Adds `html`.
    pub html: bool,
    /// Adds `blocks`.
    pub blocks: bool,
    /// Adds `comments`.
    pub comments: bool,
    /// Adds `scores`, if the page was read with [`PageOptions::explain`](pellucid::PageOptions::explain).
    pub scores: bool,
}

impl Default for Wanted {
    fn default() -> Wanted {
        Wanted {
            extractor: ExtractorName::default().name(),
            writing: WriteOptions::default(),
            mixed: false,
            repair: false,
            markdown: false,
            html: false,
            blocks: false,
            comments: false,
            scores: false,
        }
    }
}

/// What is known about one page. The names are the keys; `docs/extract.md` explains them.
#[derive(Serialize)]
#[allow(missing_docs)]
pub struct Content {
    pub encoding: Option<&'static str>,
    pub confidence: Option<f64>,
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
    pub categories: Vec<String>,
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
    /// On request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
    /// With `--blocks`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocks: Option<Vec<Block>>,
    /// With `--comments`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comments: Option<Vec<Comment>>,
    /// On request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scores: Option<Vec<Score>>,
    pub extractor: &'static str,
    pub empty: Option<String>,
    /// Where the content was: page, json-ld, noscript, data.
    pub origin: Option<&'static str>,
    /// How good the choice of the content is likely to be.
    pub quality: Option<f64>,
    /// What sort of page it is, as the model sees it.
    pub page_type: Option<&'static str>,
    /// Whether only the first part of the page was read.
    pub truncated: bool,
    pub replaced: u64,
    pub error: Option<String>,
}

/// A block of the page, chosen or not, with the probability that it is main content.
#[derive(Serialize)]
#[allow(missing_docs)]
pub struct Score {
    pub score: f64,
    pub chosen: bool,
    /// From where to where it is in the decoded page, in bytes of UTF-8.
    pub source: [usize; 2],
    pub characters: u32,
    pub text: String,
}

/// What a reader wrote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct Comment {
    pub text: String,
    pub author: Option<String>,
    pub date: Option<String>,
}

/// A part of the content.
#[derive(Serialize)]
pub struct Block {
    /// What it is: paragraph, heading, and so on.
    pub kind: &'static str,
    /// Its text.
    pub text: String,
    /// How likely it is main content.
    pub score: f64,
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
    /// Whether an earlier one has the same text.
    pub repeated: bool,
    /// Which element it is.
    pub selector: Option<String>,
}

impl Content {
    /// Of a page.
    #[must_use]
    pub fn of(page: &Page, wanted: &Wanted) -> Content {
        let (guess, found, writing) = (page.guess(), page.extracted(), wanted.writing);
        Content {
            encoding: Some(guess.encoding().name()),
            confidence: Some(rounded(guess.confidence())),
            language: page.language().map(str::to_owned),
            source: Some(guess.source().name()),
            text: if found.empty.is_some() { String::new() } else { found.text(writing) },
            mixed: wanted.mixed.then(|| Some(Pieces::of(page.decoded().mixed()))),
            repaired: wanted.repair.then(|| Some(undone(page.decoded().layers()))),
            markdown: wanted.markdown.then(|| found.markdown(writing)),
            html: wanted.html.then(|| found.html(writing)),
            blocks: wanted.blocks.then(|| Block::all(found, writing)),
            comments: wanted.comments.then(|| Comment::all(found)),
            scores: wanted.scores.then(|| found.blocks.iter().map(Score::of).collect()),
            empty: found.empty.map(|reason| reason.to_string()),
            origin: Some(found.origin.name()),
            quality: page.quality().map(rounded),
            page_type: page.page_type().map(PageType::name),
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
            categories: metadata.categories,
            text: String::new(),
            mixed: wanted.mixed.then_some(None),
            repaired: wanted.repair.then_some(None),
            markdown: wanted.markdown.then(String::new),
            html: wanted.html.then(String::new),
            blocks: wanted.blocks.then(Vec::new),
            comments: wanted.comments.then(Vec::new),
            scores: wanted.scores.then(Vec::new),
            extractor: wanted.extractor,
            empty: None,
            origin: None,
            quality: None,
            page_type: None,
            truncated: false,
            replaced: 0,
            error: None,
        }
    }
}

impl Comment {
    /// All of a page.
    #[must_use]
    pub fn all(found: &Extracted) -> Vec<Comment> {
        found.comments.iter().map(Comment::of).collect()
    }

    fn of(comment: &extract::Comment) -> Comment {
        Comment { text: comment.text.clone(), author: comment.author.clone(), date: comment.date.clone() }
    }
}

impl Block {
    /// All of a page; pictures, if they are written.
    #[must_use]
    pub fn all(found: &Extracted, writing: WriteOptions) -> Vec<Block> {
        let is_written = |part: &&Part| writing.images || !matches!(part.kind, PartKind::Image(_));
        found.parts.iter().filter(is_written).map(Block::of).collect()
    }

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
            score: score(part.score),
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
            repeated: part.repeated,
            selector: part.selector.as_deref().map(str::to_owned),
        }
    }
}

impl Score {
    /// Of a block.
    #[must_use]
    pub fn of(block: &Scored) -> Score {
        Score {
            score: score(block.score),
            chosen: block.chosen,
            source: [block.place.start, block.place.end],
            characters: block.characters,
            text: block.text.clone(),
        }
    }
}

/// Three digits, as --explain has it.
fn score(score: f32) -> f64 {
    f64::from((score * 1e3).round()) / 1e3
}
