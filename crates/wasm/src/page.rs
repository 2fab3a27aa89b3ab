//! Main content and metadata.

use pellucid::extract::parts::{Container, Part, PartKind};
use pellucid::extract::{Metadata, Scored};
use pellucid::{Detector, Input};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::decoded::{Pieces, positions};
use crate::errors::{decode_error, option_error};
use crate::given::Given;
use crate::guess::Guess;
use crate::options::{self, Wanted};
use crate::repaired::{Undone, undone};
use crate::{Answer, digits, hints, object, rounded};

/// A page, with the keys of `pellucid extract --format jsonl`. Those of options are there if the option is given.
#[derive(Serialize)]
struct Page {
    encoding: &'static str,
    confidence: f64,
    language: Option<String>,
    source: &'static str,
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
    mixed: Option<Option<Pieces>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    repaired: Option<Vec<Undone>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    markdown: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    html: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    blocks: Option<Vec<Block>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scores: Option<Vec<Score>>,
    extractor: &'static str,
    empty: Option<String>,
    origin: &'static str,
    quality: Option<f64>,
    truncated: bool,
    replaced: f64,
    positions: Vec<[f64; 2]>,
    guess: Guess,
}

/// A part of the content.
#[derive(Serialize)]
struct Block {
    kind: &'static str,
    text: String,
    score: f64,
    /// From where to where it is in the decoded page, in bytes of UTF-8.
    source: [usize; 2],
    /// What it is in, the outermost first.
    within: Vec<&'static str>,
    level: Option<u8>,
    language: Option<String>,
    number: Option<i32>,
    cell: Option<(u32, u16)>,
    address: Option<String>,
    direction: Option<&'static str>,
}

/// A block of the page, chosen or not, with the probability that it is main content.
#[derive(Serialize)]
struct Score {
    score: f64,
    chosen: bool,
    source: [usize; 2],
    characters: u32,
    text: String,
}

/// The content of a page.
#[wasm_bindgen]
pub fn page(bytes: &[u8], given: JsValue) -> Answer {
    let mut given = Given::new(given)?;
    let (wanted, detector) = (options::page(&mut given)?, hints::detector(&mut given)?);
    given.finish()?;
    answer(&detector, bytes.into(), &wanted)
}

/// The content of a page that is text already. Of the hints it takes those about the language: the others say how bytes are decoded.
#[wasm_bindgen]
pub fn extract(text: &str, given: JsValue) -> Answer {
    let mut given = Given::new(given)?;
    let wanted = options::page(&mut given)?;
    let mut builder = Detector::builder();
    if let Some(language) = given.text("language")? {
        builder = builder.language(&language);
    }
    if let Some(url) = given.text("url")? {
        builder = builder.url(&url);
    }
    if let Some(domain) = given.text("tld")? {
        builder = builder.tld(&domain);
    }
    given.finish()?;
    answer(&builder.build().map_err(option_error)?, text.into(), &wanted)
}

fn answer(detector: &Detector, input: Input<'_>, wanted: &Wanted) -> Answer {
    let page = detector.page_with(input, &wanted.page).map_err(|error| decode_error(&error))?;
    let (guess, found, write) = (page.guess(), page.extracted(), wanted.write);
    let metadata: Metadata = found.metadata.clone();
    let parts = || found.parts.iter().filter(|part| write.images || !matches!(part.kind, PartKind::Image(_)));
    object(&Page {
        encoding: guess.encoding().name(),
        confidence: rounded(guess.confidence()),
        language: page.language().map(str::to_owned),
        source: guess.source().name(),
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
        text: if found.empty.is_some() { String::new() } else { found.text(write) },
        mixed: wanted.mixed.then(|| page.decoded().mixed().map(Pieces::from)),
        repaired: wanted.repair.then(|| undone(page.decoded().layers())),
        markdown: wanted.markdown.then(|| found.markdown(write)),
        html: wanted.html.then(|| found.html(write)),
        blocks: wanted.blocks.then(|| parts().map(Block::from).collect()),
        scores: wanted.explain.then(|| found.blocks.iter().map(Score::from).collect()),
        extractor: wanted.extractor,
        empty: found.empty.map(|reason| reason.to_string()),
        origin: found.origin.name(),
        quality: page.quality().map(rounded),
        truncated: page.is_truncated(),
        replaced: page.replaced() as f64,
        positions: positions(page.decoded().damage()),
        guess: Guess::from(guess),
    })
}

/// Three digits, as `--explain` has it.
fn score(score: f32) -> f64 {
    digits((score * 1e3).round() / 1e3)
}

impl From<&Part> for Block {
    fn from(part: &Part) -> Block {
        let containers = || part.within.iter().map(|within| within.container);
        let (level, language, image) = match &part.kind {
            PartKind::Heading(level) => (Some(*level), None, None),
            PartKind::Code { language } => (None, language.clone(), None),
            PartKind::Image(image) => (None, None, Some(image)),
            _ => (None, None, None),
        };
        Block {
            kind: part.kind.name(),
            text: image.map_or_else(|| part.text.clone(), |image| image.alternative.to_string()),
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
            address: image.map(|image| image.source.to_string()),
            direction: part.direction.map(|direction| direction.name()),
        }
    }
}

impl From<&Scored> for Score {
    fn from(block: &Scored) -> Score {
        Score {
            score: score(block.score),
            chosen: block.chosen,
            source: [block.place.start, block.place.end],
            characters: block.characters,
            text: block.text.clone(),
        }
    }
}
