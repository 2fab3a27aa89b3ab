//! The table of encodings.

use pellucid::Encoding;
use pellucid::decode::{EncodeOptions, Errors};
use pellucid::encodings::ENCODINGS;
use pellucid_answers::EncodingRow;
use wasm_bindgen::prelude::*;

use crate::errors::option_error;
use crate::{Answer, object};

/// All encodings.
#[wasm_bindgen]
pub fn encodings() -> Answer {
    object(&ENCODINGS.iter().map(|row| EncodingRow::new(None, Some(row))).collect::<Vec<_>>())
}

/// The encoding with this name, label or Python codec; undefined if there is none.
#[wasm_bindgen]
pub fn encoding(name: &str) -> Answer {
    let row = Encoding::for_name(name);
    row.map_or(Ok(JsValue::UNDEFINED), |row| object(&EncodingRow::new(Some(name), Some(row))))
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
