//! What an HTML tokenizer says of a page: where its text is, and what it reads.

use std::convert::Infallible;
use std::ops::Range;

use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{Span, Tokenizer};

use crate::strip::elements::Element;

/// Elements whose content is not read as part of the page. What a `noscript` has is for readers without scripts, and often
/// a copy; html5gum reads it as one string.
const HIDDEN: [&[u8]; 7] = [b"script", b"style", b"noscript", b"iframe", b"noembed", b"title", b"textarea"];

/// A piece of a page, as a reader sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    /// Text, its references decoded, and where it stands. Neighbours are one word, unless white space is there.
    Text(&'a str, Range<usize>),
    /// A tag that ends a paragraph or the like.
    Break,
    /// Something that is neither text nor a tag: a script, a comment.
    Hidden(Range<usize>),
}

/// Tells the pieces of a page in their order.
pub(super) fn pieces(page: &str, tell: impl FnMut(Piece)) {
    let mut reader = Reader { page, tell, string: None, end: 0, hidden: false };
    let mut emitter = CallbackEmitter::new(|event: CallbackEvent, span: Span<usize>| -> Option<Infallible> {
        reader.event(&event, span);
        None
    });
    emitter.naively_switch_states(true);
    let Ok(()) = Tokenizer::new_with_emitter(page, emitter).finish();
    reader.string_until(page.len());
}

/// Makes pieces of the tokenizer's events.
struct Reader<'p, F> {
    page: &'p str,
    tell: F,
    /// The last string, which goes on to the next tag: the tokenizer does not know its end when it tells it.
    string: Option<String>,
    /// Where the last tag or string ended.
    end: usize,
    /// Whether strings are of an element that is not read.
    hidden: bool,
}

impl<F: FnMut(Piece)> Reader<'_, F> {
    fn event(&mut self, event: &CallbackEvent, span: Span<usize>) {
        match event {
            CallbackEvent::String { value } => {
                self.string = Some(String::from_utf8_lossy(value).into_owned());
            }
            CallbackEvent::OpenStartTag { name } | CallbackEvent::EndTag { name } => {
                self.string_until(span.start);
                if !Element::of(name).inline {
                    (self.tell)(Piece::Break);
                }
                self.hidden = matches!(event, CallbackEvent::OpenStartTag { .. }) && HIDDEN.contains(name);
                self.until(span.end);
            }
            CallbackEvent::CloseStartTag { .. } => {
                self.until(span.end);
            }
            CallbackEvent::Comment { .. } | CallbackEvent::Doctype { .. } => {
                self.string_until(span.start);
                let bytes = self.until(span.end);
                (self.tell)(Piece::Hidden(bytes));
            }
            CallbackEvent::AttributeName { .. }
            | CallbackEvent::AttributeValue { .. }
            | CallbackEvent::Error(_) => {}
        }
    }

    /// Tells the string that waits, now that its end is known.
    fn string_until(&mut self, end: usize) {
        if let Some(string) = self.string.take() {
            let bytes = self.until(end);
            (self.tell)(if self.hidden { Piece::Hidden(bytes) } else { Piece::Text(&string, bytes) });
        }
    }

    /// From the last end to this one: in order, within the page and on borders of characters, whatever the tokenizer says.
    fn until(&mut self, end: usize) -> Range<usize> {
        let start = self.end;
        let end = end.clamp(start, self.page.len());
        self.end = (start..=end).rev().find(|&at| self.page.is_char_boundary(at)).unwrap_or(start);
        start..self.end
    }
}

/// The text between two places of a page, a line for each paragraph.
pub(super) fn text(page: &str, bytes: Range<usize>) -> String {
    let mut paragraphs = Paragraphs::default();
    read(page, bytes, &mut paragraphs);
    paragraphs.text
}

/// The whole page is read, so that a place within a script is known to be there.
fn read(page: &str, bytes: Range<usize>, paragraphs: &mut Paragraphs) {
    pieces(page, |piece| match piece {
        Piece::Break => paragraphs.end(),
        Piece::Text(text, at) if bytes.start <= at.start && at.end <= bytes.end => paragraphs.push(text),
        Piece::Text(_, at) if at.start < bytes.end && bytes.start < at.end => {
            // Cut by a border: its references are decoded anew.
            let part = &page[at.start.max(bytes.start)..at.end.min(bytes.end)];
            read(part, 0..part.len(), paragraphs);
        }
        Piece::Text(..) | Piece::Hidden(_) => {}
    });
}

/// Text put together as a browser does: white space is one space, a paragraph is a line.
#[derive(Clone, Debug, Default)]
pub(super) struct Paragraphs {
    pub text: String,
    /// What separates the next word from the last: nothing, a space, a line feed.
    gap: Option<char>,
}

impl Paragraphs {
    /// Adds text to the paragraph.
    pub fn push(&mut self, text: &str) {
        for (i, word) in text.split(|character: char| character.is_ascii_whitespace()).enumerate() {
            if i > 0 {
                self.gap = self.gap.or(Some(' '));
            }
            if !word.is_empty() {
                self.text.extend(self.gap.take().filter(|_| !self.text.is_empty()));
                self.text.push_str(word);
            }
        }
    }

    /// Ends the paragraph.
    pub fn end(&mut self) {
        self.gap = Some('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn text_is_read_as_a_browser_shows_it() {
        let page = "<title>t</title><script>s</script><p>a\n <b>b</b>c &lt;&eacute;&#x5d0;<!-- x --> d<br>e<style>p{}</style>";
        assert_eq!(text(page, 0..page.len()), "a bc <éא d\ne");
    }

    #[test]
    fn borders_cut_text_and_know_scripts() {
        let page = "<p>one &amp;\ntwo &amp;\nthree</p><script>\nx\ny</script>";
        assert_eq!(text(page, 13..22), "two &");
        assert_eq!(text(page, page.find('x').unwrap()..page.len()), "");
    }

    proptest! {
        #[test]
        fn ranges_are_those_of_the_text(page in "(<p>|<b|>|</p|</script>|<script>|<!--|-->|<title>|&amp;|&am|&#1|[a-c]|é|א|日| |\"|=|<|&|\u{0}|\n|\r|]]>|<!\\[CDATA\\[|<svg>|<\\?|</){0,30}") {
            let mut end = 0;
            pieces(&page, |piece| match piece {
                Piece::Text(text, at) => {
                    assert!(end <= at.start && at.start <= at.end, "{page:?} {at:?}");
                    end = at.end;
                    let source = &page[at.clone()];
                    // What the tokenizer decodes, drops or normalises; and a tag that the page's end cuts is told by nobody.
                    if !source.contains(['&', '\r', '\0', '<']) {
                        assert_eq!(source, text, "{page:?}");
                    }
                }
                Piece::Hidden(at) => {
                    assert!(page.get(at).is_some());
                }
                Piece::Break => {}
            });
        }
    }
}
