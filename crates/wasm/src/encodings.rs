//! The table of encodings.

use pellucid::Encoding;
use pellucid::decode::{EncodeOptions, Errors};
use pellucid::encodings::ENCODINGS;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::errors::option_error;
use crate::{Answer, object};

/// A row of the table.
#[derive(Serialize)]
struct Row {
    name: &'static str,
    iana: Option<&'static str>,
    python: Option<&'static str>,
    whatwg: bool,
    family: &'static str,
    r#use: &'static str,
    languages: Vec<&'static str>,
    labels: Vec<&'static str>,
}

impl From<&'static Encoding> for Row {
    fn from(row: &'static Encoding) -> Row {
        Row {
            name: row.name(),
            iana: row.iana(),
            python: row.python(),
            whatwg: row.is_whatwg(),
            family: row.family().name(),
            r#use: row.usage().name(),
            languages: row.languages().collect(),
            labels: row.labels().collect(),
        }
    }
}

/// All encodings.
#[wasm_bindgen]
pub fn encodings() -> Answer {
    object(&ENCODINGS.iter().map(|&row| Row::from(row)).collect::<Vec<_>>())
}

/// The encoding with this name, label or Python codec; undefined if there is none.
#[wasm_bindgen]
pub fn encoding(name: &str) -> Answer {
    Encoding::for_name(name).map_or(Ok(JsValue::UNDEFINED), |row| object(&Row::from(row)))
}

/// The bytes of a text, without a byte order mark.
#[wasm_bindgen]
pub fn encode(text: &str, name: &str, errors: Option<String>) -> Result<Vec<u8>, JsValue> {
    let errors: Option<Errors> = errors.map(|word| word.parse().map_err(option_error)).transpose()?;
    let writing = EncodeOptions::new().unmappable(errors.unwrap_or_default());
    writing.encode(by_name(name)?, text).map(|encoded| encoded.into_bytes()).map_err(option_error)
}

/// The encoding with this name, or an error.
pub fn by_name(name: &str) -> Result<&'static Encoding, JsValue> {
    Encoding::for_name(name)
        .ok_or_else(|| option_error(format!("unknown encoding {name:?}; encodings() lists them")))
}
