//! Decoded text: of a page, and of a page that arrives in pieces.

use std::collections::BTreeMap;

use pellucid::decode::{Damage, Decoder};
use pellucid::repair::Check;
use pellucid_answers::{Guess, Pieces, Undone, undone};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::encodings::by_name;
use crate::errors::decode_error;
use crate::given::Given;
use crate::{Answer, hints, object, options};

/// A text, and how it became one.
#[derive(Serialize)]
struct Decoded<'a> {
    text: &'a str,
    encoding: &'static str,
    guess: Guess,
    replaced: f64,
    positions: Vec<[f64; 2]>,
    mixed: Pieces,
    repaired: Vec<Undone>,
    check: BTreeMap<&'static str, u64>,
}

/// Where the first places are that did not decode, in bytes.
pub fn positions(damage: &Damage) -> Vec<[f64; 2]> {
    damage.positions().iter().map(|place| [place.start as f64, place.end as f64]).collect()
}

/// The text of bytes.
#[wasm_bindgen]
pub fn decode(bytes: &[u8], given: JsValue) -> Answer {
    let mut given = Given::new(given)?;
    let (options, detector) = (options::decode(&mut given)?, hints::detector(&mut given)?);
    given.finish()?;
    let decoded = detector.decode_with(bytes, &options).map_err(|error| decode_error(&error))?;
    let guess = decoded.guess().unwrap_or_else(|| unreachable!("a detector has always a guess"));
    object(&Decoded {
        text: decoded.text(),
        encoding: decoded.encoding().name(),
        guess: Guess::from(guess),
        replaced: decoded.damage().count() as f64,
        positions: positions(decoded.damage()),
        mixed: Pieces::of(decoded.mixed()),
        repaired: undone(decoded.layers()),
        check: Check::of(decoded.text()).named().collect(),
    })
}

/// The text of a page that arrives in pieces, in a known encoding.
#[wasm_bindgen]
pub struct TextStream(Decoder);

#[wasm_bindgen]
impl TextStream {
    /// A stream for one page.
    #[wasm_bindgen(constructor)]
    pub fn new(encoding: &str, given: JsValue) -> Result<TextStream, JsValue> {
        let mut given = Given::new(given)?;
        let options = options::characters(&mut given)?;
        given.finish()?;
        Ok(TextStream(options.decoder(by_name(encoding)?)))
    }

    /// The text of the next piece, as far as it is complete.
    pub fn feed(&mut self, bytes: &[u8]) -> Result<String, JsValue> {
        let mut text = String::new();
        self.0.feed(bytes, &mut text).map_err(|error| decode_error(&error))?;
        Ok(text)
    }

    /// What is left after the last piece.
    pub fn finish(&mut self) -> Result<String, JsValue> {
        let mut text = String::new();
        self.0.finish(&mut text).map_err(|error| decode_error(&error))?;
        Ok(text)
    }

    /// How many places did not decode so far.
    #[wasm_bindgen(getter)]
    pub fn replaced(&self) -> f64 {
        self.0.damage().count() as f64
    }
}
