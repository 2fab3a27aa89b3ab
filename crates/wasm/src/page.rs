//! Main content and metadata.

use pellucid::{Detector, Input};
use pellucid_answers::{Content, Guess};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::decoded::positions;
use crate::errors::{decode_error, option_error};
use crate::given::Given;
use crate::options::{self, Wanted};
use crate::{Answer, hints, object};

/// A page, with the keys of `pellucid extract --format jsonl`, and all about its encoding.
#[derive(Serialize)]
struct Page {
    #[serde(flatten)]
    content: Content,
    positions: Vec<[f64; 2]>,
    guess: Guess,
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
    object(&Page {
        content: Content::of(&page, &wanted.answer),
        positions: positions(page.decoded().damage()),
        guess: Guess::from(page.guess()),
    })
}
