//! Text in, models out.
//!
//! A language's text is written in each encoding that the language was written in ([`typed`] cares for what people
//! typed when a letter was not in a code page), counted by the library's own `count`, and made into weights by [`fit`].

pub mod align;
pub mod corpora;
pub mod fit;
pub mod manifest;
pub mod typed;
pub mod validate;
pub mod windows;
