//! Errors as JavaScript throws them.

use std::fmt::Display;

use js_sys::{Error, Reflect, TypeError};
use pellucid::decode::DecodeError;
use wasm_bindgen::JsValue;

/// Options that cannot be, in the library's own words.
pub fn option_error(error: impl Display) -> JsValue {
    TypeError::new(&error.to_string()).into()
}

/// Bytes that do not decode, where that is an error: its name is `DecodeError`, and it knows the place.
pub fn decode_error(error: &DecodeError) -> JsValue {
    let thrown = Error::new(&error.to_string());
    thrown.set_name("DecodeError");
    let fields: [(&str, JsValue); 3] = [
        ("encoding", error.encoding().name().into()),
        ("offset", (error.offset() as f64).into()),
        ("count", error.count().map_or(JsValue::NULL, |count| (count as f64).into())),
    ];
    for (name, value) in fields {
        // It fails only for objects that are frozen.
        let _ = Reflect::set(&thrown, &name.into(), &value);
    }
    thrown.into()
}
