//! Repairs.

use pellucid::repair::Layer;
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

/// A misreading that was undone.
#[derive(Serialize)]
pub struct Undone {
    via: &'static str,
    was: &'static str,
    runs: u64,
    before: u64,
    after: u64,
    words: String,
}

/// Repairs in numbers, and in words.
pub fn undone(layers: &[Layer]) -> Vec<Undone> {
    let one = |layer: &Layer| Undone {
        via: layer.via().name(),
        was: layer.was().name(),
        runs: layer.runs(),
        before: layer.before(),
        after: layer.after(),
        words: layer.to_string(),
    };
    layers.iter().map(one).collect()
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
