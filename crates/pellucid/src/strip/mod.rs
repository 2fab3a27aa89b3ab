//! Bytes of a page in, the bytes of its text out, without decoding.
//!
//! **In**: a page in any ASCII-compatible encoding, or in one of ISO-2022; the caller need not know which. (UTF-16,
//! UTF-32 and EBCDIC are decoded first.) **Out**: the bytes of its text, untouched and in order, in four streams
//! which can be weighed apart: visible text, the title, attributes that people read, descriptions. Markup,
//! scripts, styles and comments are gone; so are character references, which say nothing of an encoding.
//!
//! **Why**: whatever counts bytes to tell encodings apart should count those of the language. Markup is ASCII in
//! all of them, and there is more of it than of text.
//!
//! ```
//! use pellucid::strip::strip;
//!
//! let page = strip(b"<title>Men\xFC</title><p class='x'>Caf\xE9 <b>n</b>oir<br>&copy; 1998 <img alt='l\xE0'>");
//! assert_eq!(page.title, b"Men\xFC");
//! assert_eq!(page.text, b"Caf\xE9 noir\n1998 ");
//! assert_eq!(page.attributes, b"l\xE0");
//! assert!(page.is_scarce());
//! ```
//!
//! A page may come in pieces, and its text need not be collected: [`Stripper`] and [`Sink`].
//!
//! # Two ways which check each other
//!
//! The *direct* way is our own tokenizer over bytes, and is what [`strip()`] does. The paper that proposed markup
//! elimination (Faghani, Hadian, Minaei-Bidgoli: Charset Encoding Detection of HTML Documents) holds such a thing
//! to be error-prone, and reads the page as ISO-8859-1 with an HTML library instead. That is `papers::hybrid::latin1`, with the
//! feature `papers`. On the pages of the encoding corpus, and on generated pages, both give the same bytes; tests
//! keep it so. Two differences are known: bytes of ISO-2022 that look like markup, which the way through ISO-8859-1
//! takes for it, and line ends, which it normalises.
//!
//! # How fast
//!
//! `cargo bench --package pellucid --features papers --bench strip` tells, beside lol_html and html5gum. Scripts, long
//! texts and comments pass at the speed of memchr. What bounds the rest is the number of tags: the corpus has one
//! `<` in 40 bytes, and a tag with its attribute and its text costs about 350 instructions and three
//! mispredicted branches (is there an attribute, is there text, how long is it).
//!
//! # What it is bad at
//!
//! - There is no tree. An element's content is read by the element's name, wherever it stands: a `<style>` in a
//!   `<select>` is a style, a `<title>` in a body is the title. CDATA sections are text between `<svg>` or `<math>` and
//!   their end tags, even in a `<foreignObject>` or after a tag which would have closed them.
//! - There are no style sheets. What they hide is text, and so is the content of a `<template>`; an inline element
//!   made a block by them joins words.
//! - Text written by scripts is not seen, nor text in data attributes or JSON.
//! - A quote that is never closed swallows text up to the next such quote, or all of it, as it does in browsers. A
//!   page cut within a tag or a comment loses what was begun.
//! - Johab and HZ must be asked for ([`Stripper::for_encoding`]): their characters cannot be told from markup.
//! - ISO-2022 text that goes on over a line end without returning to ASCII first is taken for ASCII.

pub(crate) mod attributes;
pub(crate) mod elements;
mod machine;
pub(crate) mod scan;
mod shifts;
mod stripper;
mod text;

use crate::encodings::Encoding;
use crate::named::named;

pub use stripper::Stripper;
pub use text::{SCARCE, Text};

/// Where text stands in a page. Channels can be weighed apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Channel {
    /// Text that is seen.
    Text,
    /// The page's title.
    Title,
    /// Values of `alt`, `title` and `placeholder`, and titles in drawings.
    Attribute,
    /// `content` of a `meta` whose `name` is `description` or `keywords`.
    Description,
}

named!(Channel, "channel":
    Text => "text",
    Title => "title",
    Attribute => "attributes",
    Description => "descriptions",
);

/// Takes the text of a page, in its order.
pub trait Sink {
    /// A run of bytes, never empty: a slice of what was fed, wherever possible. It may end within a character, and
    /// the next run of its stream is its neighbour in the text, unless a boundary lies between.
    fn bytes(&mut self, stream: Channel, bytes: &[u8]);

    /// What comes before and after in this stream are no neighbours: something stood between them that is not
    /// text, such as the tag of a paragraph, or a reference. There may be several before the next bytes, or none
    /// may follow.
    fn boundary(&mut self, stream: Channel);
}

/// The text of a page in any ASCII-compatible encoding, or in ISO-2022.
pub fn strip(bytes: &[u8]) -> Text {
    let mut text = Text::with_room_for(bytes.len());
    Stripper::new().whole(bytes, &mut text);
    text
}

/// The text of a page in this encoding, which matters for HZ and Johab: see [`Stripper::for_encoding`].
pub fn strip_as(bytes: &[u8], encoding: &'static Encoding) -> Text {
    let mut text = Text::with_room_for(bytes.len());
    Stripper::for_encoding(encoding).whole(bytes, &mut text);
    text
}
