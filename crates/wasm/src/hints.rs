//! What the caller knows about pages: the same options wherever pages are read.

use pellucid::{Detector, Encoding, Model};
use wasm_bindgen::JsValue;

use crate::encodings::by_name;
use crate::errors::option_error;
use crate::given::Given;

/// A detector with these hints.
pub fn detector(given: &mut Given) -> Result<Detector, JsValue> {
    let mut builder = Detector::builder();
    if let Some(name) = given.text("encoding")? {
        builder = builder.encoding(by_name(&name)?);
    }
    if let Some(content_type) = given.text("content_type")? {
        builder = builder.content_type(&content_type);
    }
    if let Some(language) = given.text("language")? {
        builder = builder.language(&language);
    }
    if let Some(url) = given.text("url")? {
        builder = builder.url(&url);
    }
    if let Some(domain) = given.text("tld")? {
        builder = builder.tld(&domain);
    }
    if let Some(encodings) = several(given, "allow")? {
        builder = builder.allow(&encodings);
    }
    if let Some(encodings) = several(given, "deny")? {
        builder = builder.deny(&encodings);
    }
    if let Some(method) = given.word("method")? {
        builder = builder.method(method);
    }
    if let Some(model) = given.bytes("model")? {
        builder = builder.model(Model::parse(&model).map_err(option_error)?);
    }
    if let Some(prior) = given.word("prior")? {
        builder = builder.prior(prior);
    }
    builder.build().map_err(option_error)
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
