//! Text in, models out.
//!
//! A language's text (`pellucid-corpora` reads it) is written in each encoding that the language was written in, counted by the
//! library's own `count`, and made into weights by [`fit`]. How good the models are on pages is for `pellucid-eval` to say.

pub mod align;
pub mod fit;
pub mod manifest;
pub mod validate;
