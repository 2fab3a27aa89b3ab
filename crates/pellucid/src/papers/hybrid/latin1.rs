//! The paper's way to take markup off: read the bytes as ISO-8859-1, tokenize, write the text as ISO-8859-1.
//!
//! In true ISO-8859-1 (not windows-1252) every byte is the character of the same number, so that any bytes become
//! a string which an ordinary HTML library can read, and what it finds to be text becomes the same bytes again.
//! Here the library is html5gum, which says that it passes html5lib's tokenizer tests. It shares with the direct way what
//! is known of elements and attributes, and nothing else: the two check each other.
//!
//! What it cannot do: an escape of ISO-2022 means nothing in ISO-8859-1, so bytes of such a page that look like
//! markup are taken for it. And it normalises line ends, as the standard demands: CR and CR LF come out as LF.

use std::convert::Infallible;

use html5gum::{Emitter, Error, State, Tokenizer};

use crate::html::Content;
use crate::strip::attributes::Attributes;
use crate::strip::elements::Element;
use crate::strip::{Channel, Sink, Text, scan};

/// U+FFFD, which is no byte of ISO-8859-1: the tokenizer puts it for a NUL.
const NUL: &[u8] = "\u{FFFD}".as_bytes();

/// The text of a page in any ASCII-compatible encoding.
pub fn strip(bytes: &[u8]) -> Text {
    let page = decode(bytes);
    let mut text = Text::default();
    let collector = Collector::new(&page, &mut text);
    let Ok(()) = Tokenizer::new_with_emitter(page.as_str(), collector).finish();
    text
}

/// Each byte its own code point, line ends normalised.
fn decode(bytes: &[u8]) -> String {
    let mut page = String::with_capacity(bytes.len() + bytes.len() / 2);
    let mut bytes = bytes.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        if byte == b'\r' {
            bytes.next_if_eq(&b'\n');
            page.push('\n');
        } else {
            page.push(char::from(byte));
        }
    }
    page
}

/// The inverse of [`decode`], for text in pieces.
#[derive(Default)]
struct Encoder {
    /// The first byte of a character whose second has not come: the tokenizer may cut between them.
    lead: u8,
    bytes: Vec<u8>,
}

impl Encoder {
    fn encode(&mut self, text: &[u8]) -> &[u8] {
        self.bytes.clear();
        if text == NUL {
            self.bytes.push(0);
            return &self.bytes;
        }
        for &byte in text {
            match byte {
                0xC0.. => self.lead = byte,
                0x80..0xC0 => self.bytes.push(self.lead << 6 | byte & 0x3F),
                _ => self.bytes.push(byte),
            }
        }
        &self.bytes
    }
}

/// Takes the tokenizer's findings and keeps text.
struct Collector<'p, 's, S> {
    page: &'p [u8],
    sink: &'s mut S,
    /// How far the tokenizer has read, and up to where what it read has been told.
    position: usize,
    told: usize,
    /// The current tag: its name, and whether it is an end tag or closes itself.
    name: Vec<u8>,
    end: bool,
    self_closing: bool,
    /// The current attribute's name, and whether its value has begun.
    attribute: Vec<u8>,
    value: bool,
    attributes: Attributes,
    /// The last start tag, and its element, whose content is being read.
    start: Vec<u8>,
    content: Content,
    foreign: u32,
    encoder: Encoder,
}

impl<'p, 's, S: Sink> Collector<'p, 's, S> {
    fn new(page: &'p str, sink: &'s mut S) -> Self {
        Collector {
            page: page.as_bytes(),
            sink,
            position: 0,
            told: 0,
            name: Vec::new(),
            end: false,
            self_closing: false,
            attribute: Vec::new(),
            value: false,
            attributes: Attributes::new(),
            start: Vec::new(),
            content: Content::Markup,
            foreign: 0,
            encoder: Encoder::default(),
        }
    }

    /// Whether the characters told now are those of a reference, and not characters of the page.
    ///
    /// The tokenizer hands out both alike. But a reference starts with an ampersand where the last characters
    /// ended, and if what comes out is no ampersand, or more was read than comes out, it was one.
    fn is_reference(&mut self, text: &[u8]) -> bool {
        let read = self.position - self.told;
        let ampersand = self.page.get(self.told) == Some(&b'&');
        let reference = ampersand && (text.first() != Some(&b'&') || read > text.len());
        // The tokenizer may have read on, to find that what it has was text after all.
        self.told = if reference {
            self.position
        } else if text == NUL {
            self.told + 1
        } else {
            self.told + text.len()
        };
        reference
    }

    fn title(&self) -> Channel {
        if self.foreign > 0 { Channel::Attribute } else { Channel::Title }
    }

    fn end_attribute(&mut self) {
        if std::mem::take(&mut self.value) && !self.end {
            self.attributes.end(self.sink);
        }
        self.attribute.clear();
    }
}

impl<S: Sink> Emitter for Collector<'_, '_, S> {
    type Token = Infallible;

    fn move_position(&mut self, offset: isize) {
        self.position = self.position.saturating_add_signed(offset);
        self.told = self.told.min(self.position);
    }

    fn init_string(&mut self) {
        self.told = self.position;
    }

    fn emit_string(&mut self, text: &[u8]) {
        let stream = match self.content {
            Content::Markup | Content::Text | Content::Raw | Content::Plain => Some(Channel::Text),
            Content::Title => Some(self.title()),
            Content::Hidden | Content::Script => None,
        };
        let reference = self.is_reference(text);
        let Some(stream) = stream else { return };
        if reference {
            self.sink.boundary(stream);
        } else {
            let bytes = self.encoder.encode(text);
            if !bytes.is_empty() {
                self.sink.bytes(stream, bytes);
            }
        }
    }

    fn init_start_tag(&mut self) {
        self.name.clear();
        self.end = false;
        self.self_closing = false;
        self.value = false;
        self.attributes.start_meta();
    }

    fn init_end_tag(&mut self) {
        self.name.clear();
        self.end = true;
        self.self_closing = false;
        self.value = false;
    }

    fn push_tag_name(&mut self, name: &[u8]) {
        self.name.extend_from_slice(name);
    }

    fn set_self_closing(&mut self) {
        self.self_closing = true;
    }

    fn init_attribute(&mut self) {
        self.end_attribute();
    }

    fn push_attribute_name(&mut self, name: &[u8]) {
        self.attribute.extend_from_slice(name);
    }

    fn init_attribute_value(&mut self) {
        self.told = self.position;
        self.value = true;
        let name = &self.attribute;
        if self.end {
            self.attributes.skip();
        } else if name.len() > 8 {
            self.attributes.start_long(name);
        } else {
            self.attributes.start(Element::of(&self.name), scan::key(scan::eight(name), name.len()));
        }
    }

    fn push_attribute_value(&mut self, text: &[u8]) {
        if self.is_reference(text) {
            self.attributes.gap(self.sink);
        } else {
            self.attributes.bytes(self.encoder.encode(text), self.sink);
        }
    }

    fn emit_current_tag(&mut self) -> Option<State> {
        self.end_attribute();
        self.told = self.position;
        let element = Element::of(&self.name);
        self.content = Content::Markup;
        if !element.inline {
            self.sink.boundary(Channel::Text);
        }
        if self.end {
            if element.foreign {
                self.foreign = self.foreign.saturating_sub(1);
            }
            return None;
        }
        self.start.clone_from(&self.name);
        if element.meta {
            self.attributes.end_meta(self.sink);
        }
        if self.self_closing && (self.foreign > 0 || element.foreign) {
            return None;
        }
        if element.foreign {
            self.foreign += 1;
        }
        self.content = element.content;
        match element.content {
            Content::Markup => None,
            Content::Title => {
                let title = self.title();
                self.sink.boundary(title);
                Some(State::RcData)
            }
            Content::Text => Some(State::RcData),
            Content::Raw | Content::Hidden => Some(State::RawText),
            Content::Script => Some(State::ScriptData),
            Content::Plain => Some(State::PlainText),
        }
    }

    fn current_is_appropriate_end_tag_token(&mut self) -> bool {
        self.end && self.name == self.start
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&mut self) -> bool {
        // Asked when `<![CDATA[` has been read.
        self.told = self.position;
        self.foreign > 0
    }

    fn should_emit_errors(&mut self) -> bool {
        false
    }

    fn pop_token(&mut self) -> Option<Infallible> {
        None
    }

    // Comments, doctypes and errors are no text.
    fn set_last_start_tag(&mut self, _: Option<&[u8]>) {}
    fn emit_eof(&mut self) {}
    fn emit_error(&mut self, _: Error) {}
    fn init_comment(&mut self) {}
    fn emit_current_comment(&mut self) {}
    fn emit_current_doctype(&mut self) {}
    fn set_force_quirks(&mut self) {}
    fn push_comment(&mut self, _: &[u8]) {}
    fn push_doctype_name(&mut self, _: &[u8]) {}
    fn init_doctype(&mut self) {}
    fn set_doctype_public_identifier(&mut self, _: &[u8]) {}
    fn set_doctype_system_identifier(&mut self, _: &[u8]) {}
    fn push_doctype_public_identifier(&mut self, _: &[u8]) {}
    fn push_doctype_system_identifier(&mut self, _: &[u8]) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_survives_the_round_trip() {
        let bytes: Vec<u8> = (0..=255).filter(|&byte| byte != b'\r').collect();
        let page = decode(&bytes);
        let mut encoder = Encoder::default();
        assert_eq!(encoder.encode(page.as_bytes()), bytes);
        let bytewise: Vec<u8> = page.bytes().flat_map(|byte| encoder.encode(&[byte]).to_vec()).collect();
        assert_eq!(bytewise, bytes);
    }

    #[test]
    fn references_are_told_from_characters() {
        let text = strip(b"a&amp;b & c &#x30g&#x30 &semi; &#59;;&nLt;e &zzz; &amp");
        assert_eq!(text.text, b"a\nb & c \ng\n;\ne &zzz; ");
    }
}
