//! Repairs.

use pellucid_answers::{Undone, undone};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::{Answer, object};

/// A text with its misreadings undone.
#[derive(Serialize)]
struct Repaired<'a> {
    text: &'a str,
    changed: bool,
    repaired: Vec<Undone>,
}

/// Undoes misreadings of a text from before it came to us.
#[wasm_bindgen]
pub fn repair(text: &str) -> Answer {
    let repaired = pellucid::repair(text);
    object(&Repaired {
        text: repaired.text(),
        changed: !repaired.is_unchanged(),
        repaired: undone(repaired.layers()),
    })
}
