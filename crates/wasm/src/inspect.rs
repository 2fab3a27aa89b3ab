//! What only the inspector asks for, and others who look closer: which bytes became which characters, what R2L sees of a page.

use pellucid::papers::r2l::R2l;
use pellucid_answers::hints::HINTS;
use pellucid_answers::inspect::{self, Question, Seen, WORDS};
use wasm_bindgen::prelude::*;

use crate::encodings::by_name;
use crate::errors::{decode_error, option_error};
use crate::given::Given;
use crate::{Answer, object};

/// Answers a question of the inspector: words by the names that the service has for them, in `POST /v1/inspect`.
#[wasm_bindgen]
pub fn inspect(bytes: &[u8], given: JsValue) -> Answer {
    let mut given = Given::new(given)?;
    let mut words = Vec::new();
    for name in HINTS.into_iter().chain(WORDS) {
        if let Some(word) = given.text(name)? {
            words.push((name, word));
        }
    }
    given.finish()?;
    let word = |name: &str| words.iter().find(|(known, _)| *known == name).map(|(_, word)| &**word);
    let question = Question::of(word).map_err(option_error)?;
    object(&question.answer(bytes).map_err(|error| decode_error(&error))?)
}

/// Which bytes of a stretch became which characters. The last character is complete even if it ends after the stretch.
#[wasm_bindgen]
pub fn window(bytes: &[u8], encoding: &str, start: usize, end: usize) -> Answer {
    let window = inspect::window(bytes, by_name(encoding)?, start, end);
    object(&window.map_err(|error| decode_error(&error))?)
}

/// The place of a character in the bytes: the offset of the byte that completed it.
#[wasm_bindgen]
pub fn locate(bytes: &[u8], encoding: &str, text_offset: usize) -> Result<usize, JsValue> {
    inspect::locate(bytes, by_name(encoding)?, text_offset).map_err(|error| decode_error(&error))
}

/// What R2L sees of a decoded page.
#[wasm_bindgen]
pub fn r2l(text: &str, given: JsValue) -> Answer {
    let mut given = Given::new(given)?;
    let mut method = R2l::default();
    method.script = given.word("script")?.unwrap_or(method.script);
    method.gap = given.number("gap")?.unwrap_or(method.gap);
    given.finish()?;
    object(&Seen::of(&method, text, usize::MAX))
}
