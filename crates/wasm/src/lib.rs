//! Pellucid for JavaScript, a thin skin over the library: `web/package/` makes the npm package `pellucid` of it, `web/inspector/`
//! the page for people.
//!
//! `given` is how options come in: `hints` are what the caller knows about pages, `options` what is wanted from them. Each other file
//! is one kind of answer. Answers are plain objects with the keys of the command's JSON lines: `site_name`, not `siteName`. So what
//! the command wrote and what JavaScript found are the same data, and one documentation fits both.

mod decoded;
mod encodings;
mod errors;
mod given;
mod guess;
mod hints;
#[cfg(feature = "papers")]
mod inspect;
mod options;
#[cfg(feature = "extract")]
mod page;
mod repaired;

use serde::Serialize;
use wasm_bindgen::prelude::*;

/// What functions return: a value, or an error to throw.
type Answer = Result<JsValue, JsValue>;

/// The version of the library.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// An answer as an object of JavaScript. What is missing is null, as in JSON.
fn object(answer: &impl Serialize) -> Answer {
    let serializer = serde_wasm_bindgen::Serializer::json_compatible();
    Ok(answer.serialize(&serializer)?)
}
