//! What the caller knows about pages: the same options wherever pages are read.

use pellucid::{Detector, Encoding, Model};
use pellucid_answers::hints::Hints;
use wasm_bindgen::JsValue;

use crate::encodings::by_name;
use crate::errors::option_error;
use crate::given::Given;

/// A detector with these hints.
pub fn detector(given: &mut Given) -> Result<Detector, JsValue> {
    let hints = Hints {
        encoding: given.text("encoding")?.map(|name| by_name(&name)).transpose()?,
        content_type: given.text("content_type")?,
        language: given.text("language")?,
        url: given.text("url")?,
        tld: given.text("tld")?,
        allow: several(given, "allow")?.unwrap_or_default(),
        deny: several(given, "deny")?.unwrap_or_default(),
        method: given.word("method")?,
        model: given.bytes("model")?.map(|model| Model::parse(&model).map_err(option_error)).transpose()?,
        prior: given.word("prior")?.unwrap_or_default(),
    };
    hints.builder().build().map_err(option_error)
}

/// Hints and nothing else.
pub fn only(options: JsValue) -> Result<Detector, JsValue> {
    let mut given = Given::new(options)?;
    let detector = detector(&mut given)?;
    given.finish()?;
    Ok(detector)
}

fn several(given: &mut Given, name: &'static str) -> Result<Option<Vec<&'static Encoding>>, JsValue> {
    let names = given.texts(name)?;
    names.map(|names| names.iter().map(|name| by_name(name)).collect()).transpose()
}
