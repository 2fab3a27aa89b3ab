//! Which attribute values are text, and of which stream.
//!
//! `alt`, `title` and `placeholder` are, on every element. The `content` of a `meta` is when its `name` is
//! `description` or `keywords`, and since the name may come after the content, the content is held until then.
//! Both ways of taking markup off share this knowledge.

use super::elements::Element;
use super::{Channel, Sink, scan};

/// Of a `content` that comes before its `name`, so much is held and the rest is lost: memory stays bounded, and
/// a description has some hundred bytes.
const HELD: usize = 4096;

/// What becomes of the bytes of the current value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    Skipped,
    Text,
    MetaName,
    MetaContent,
}

/// Whether the current `meta` is one of those with text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    Unknown,
    Yes,
    No,
}

/// Takes the attributes of start tags and hands out the text among their values.
#[derive(Clone, Debug)]
pub(crate) struct Attributes {
    value: Value,
    wanted: Wanted,
    /// The value of `name` so far, in lower case, and its true length.
    name: [u8; 11],
    named: usize,
    held: Vec<u8>,
}

impl Attributes {
    pub fn new() -> Attributes {
        Attributes {
            value: Value::Skipped,
            wanted: Wanted::Unknown,
            name: [0; 11],
            named: 0,
            held: Vec::new(),
        }
    }

    /// A `meta` begins.
    pub fn start_meta(&mut self) {
        self.wanted = Wanted::Unknown;
        self.named = 0;
        self.held.clear();
    }

    /// A `meta` is complete.
    pub fn end_meta<S: Sink + ?Sized>(&mut self, sink: &mut S) {
        if self.wanted == Wanted::Yes && !self.held.is_empty() {
            sink.bytes(Channel::Description, &self.held);
            sink.boundary(Channel::Description);
        }
        self.held.clear();
    }

    /// An attribute begins, with a name of one to eight bytes which has this [`scan::key`].
    #[inline(always)]
    pub fn start(&mut self, element: Element, key: u64) {
        const ALT: u64 = scan::key_of(b"alt");
        const TITLE: u64 = scan::key_of(b"title");
        const NAME: u64 = scan::key_of(b"name");
        const CONTENT: u64 = scan::key_of(b"content");
        // A select, not branches: names come in no order.
        self.value = if (key == ALT) | (key == TITLE) { Value::Text } else { Value::Skipped };
        if element.meta {
            self.value = match key {
                NAME => Value::MetaName,
                CONTENT if self.wanted != Wanted::No => Value::MetaContent,
                _ => self.value,
            };
        }
    }

    /// An attribute begins, with a longer name.
    pub fn start_long(&mut self, name: &[u8]) {
        self.value = if name.eq_ignore_ascii_case(b"placeholder") { Value::Text } else { Value::Skipped };
    }

    /// An attribute begins which is of no interest.
    pub fn skip(&mut self) {
        self.value = Value::Skipped;
    }

    /// Whether anybody wants the current value.
    #[inline(always)]
    pub fn is_wanted(&self) -> bool {
        self.value != Value::Skipped
    }

    /// Bytes of the current value.
    pub fn bytes<S: Sink + ?Sized>(&mut self, bytes: &[u8], sink: &mut S) {
        if bytes.is_empty() {
            return;
        }
        match self.value {
            Value::Skipped => {}
            Value::Text => sink.bytes(Channel::Attribute, bytes),
            Value::MetaName => {
                for &byte in bytes {
                    if let Some(slot) = self.name.get_mut(self.named) {
                        *slot = byte.to_ascii_lowercase();
                    }
                    self.named = self.named.saturating_add(1);
                }
            }
            Value::MetaContent if self.wanted == Wanted::Yes => sink.bytes(Channel::Description, bytes),
            Value::MetaContent => {
                let room = HELD - self.held.len();
                self.held.extend_from_slice(&bytes[..bytes.len().min(room)]);
            }
        }
    }

    /// A reference in the current value, which separates what stands around it.
    pub fn gap<S: Sink + ?Sized>(&mut self, sink: &mut S) {
        match self.value {
            Value::Skipped => {}
            Value::Text => sink.boundary(Channel::Attribute),
            // A name with a reference in it is no name that is wanted.
            Value::MetaName => self.bytes(b"&", sink),
            Value::MetaContent if self.wanted == Wanted::Yes => sink.boundary(Channel::Description),
            Value::MetaContent => {
                if self.held.last() != Some(&b'\n') {
                    self.bytes(b"\n", sink);
                }
            }
        }
    }

    /// The current value is complete.
    pub fn end<S: Sink + ?Sized>(&mut self, sink: &mut S) {
        match self.value {
            Value::Skipped => {}
            Value::Text => sink.boundary(Channel::Attribute),
            // The first of two attributes with one name counts.
            Value::MetaName if self.wanted == Wanted::Unknown => {
                let name = self.name.get(..self.named).unwrap_or(b"");
                self.wanted =
                    if matches!(name, b"description" | b"keywords") { Wanted::Yes } else { Wanted::No };
            }
            Value::MetaName => {}
            Value::MetaContent if self.wanted == Wanted::Yes => sink.boundary(Channel::Description),
            Value::MetaContent => {}
        }
        self.value = Value::Skipped;
    }
}

#[cfg(test)]
mod tests {
    use crate::strip::strip;

    fn descriptions(page: &str) -> String {
        String::from_utf8(strip(page.as_bytes()).descriptions).unwrap()
    }

    #[test]
    fn metas_are_read_in_either_order() {
        assert_eq!(descriptions("<meta name=description content='a b'>"), "a b");
        assert_eq!(descriptions("<META CONTENT='a b' NAME=\"KeyWords\">"), "a b");
        assert_eq!(descriptions("<meta content='a b' name=viewport>"), "");
        assert_eq!(descriptions("<meta name=viewport content='a b'>"), "");
        assert_eq!(descriptions("<meta content='a b'><meta name=description>"), "");
        assert_eq!(descriptions("<meta name=robots name=description content=a>"), "");
    }

    #[test]
    fn references_separate_in_either_order() {
        assert_eq!(descriptions("<meta name=keywords content='a&amp;&amp;b'>"), "a\nb");
        assert_eq!(descriptions("<meta content='a&amp;&amp;b' name=keywords>"), "a\nb");
        assert_eq!(descriptions("<meta name='descr&#105;ption' content=a>"), "");
    }

    #[test]
    fn what_is_held_is_bounded() {
        let page = format!("<meta content='{}' name=description>", "x".repeat(3 * super::HELD));
        assert_eq!(descriptions(&page).len(), super::HELD);
    }

    #[test]
    fn attributes_with_text() {
        let page =
            "<img alt=a src=b TITLE='c d'><input placeholder=\"e&lt;f\" value=g></p title=h><i alt><b alt=>";
        assert_eq!(strip(page.as_bytes()).attributes, b"a\nc d\ne\nf");
    }
}
