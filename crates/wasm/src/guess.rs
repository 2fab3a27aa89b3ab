//! Answers about encodings: of a page, and of a page that arrives in pieces.

use pellucid_answers::Guess;
use wasm_bindgen::prelude::*;

use crate::{Answer, hints, object};

/// The encoding of bytes.
#[wasm_bindgen]
pub fn detect(bytes: &[u8], hints: JsValue) -> Answer {
    object(&Guess::from(&hints::only(hints)?.detect(bytes)))
}

/// The encoding of a page that arrives in pieces.
#[wasm_bindgen]
pub struct Stream(pellucid::Stream);

#[wasm_bindgen]
impl Stream {
    /// A stream for one page.
    #[wasm_bindgen(constructor)]
    pub fn new(hints: JsValue) -> Result<Stream, JsValue> {
        Ok(Stream(hints::only(hints)?.stream()))
    }

    /// Takes the next piece.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.0.feed(bytes);
    }

    /// The answer before the last piece, as soon as it is clear; undefined before that.
    pub fn early(&self) -> Answer {
        self.0.early().map_or(Ok(JsValue::UNDEFINED), |guess| object(&Guess::from(&guess)))
    }

    /// The answer after the last piece.
    pub fn finish(self) -> Answer {
        object(&Guess::from(&self.0.finish()))
    }
}
