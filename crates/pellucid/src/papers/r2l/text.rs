//! What an HTML tokenizer says of a page: where its text is, and what it reads.

use std::borrow::Cow;
use std::ops::Range;

use crate::html::{Element, Layout, Token, Tokens, Words};

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
pub(super) fn pieces(page: &str, mut tell: impl FnMut(Piece)) {
    // Where the last token ended, and whether it began something that is not read.
    let (mut end, mut hidden) = (0, false);
    for token in Tokens::new(page) {
        let (Token::Start { place, .. } | Token::End { place, .. } | Token::Text { place, .. }) = &token;
        // Comments are no tokens.
        if end < place.start {
            tell(Piece::Hidden(end..place.start));
        }
        end = place.end;
        let after_hidden = std::mem::take(&mut hidden);
        match token {
            Token::Start { element, .. } => {
                hidden = hides(element);
                if separates(element) {
                    tell(Piece::Break);
                }
            }
            Token::End { element, .. } => {
                if separates(element) {
                    tell(Piece::Break);
                }
            }
            Token::Text { place, .. } if after_hidden => tell(Piece::Hidden(place)),
            Token::Text { place, references } => {
                let source = &page[place.clone()];
                let text = if references { htmlize::unescape(source) } else { Cow::Borrowed(source) };
                tell(Piece::Text(&text, place));
            }
        }
    }
    if end < page.len() {
        tell(Piece::Hidden(end..page.len()));
    }
}

/// Whether the content of an element is not read as part of the page: raw text that nobody sees. What a `noscript` has is for
/// readers without scripts, and often a copy.
fn hides(element: Element) -> bool {
    element.is_raw() && element.layout() == Layout::Hidden
}

/// Whether a line ends at a tag: it begins a line of its own, or something of its own is seen there.
fn separates(element: Element) -> bool {
    element.words() == Words::Apart
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
    fn what_begins_in_a_noscript_ends_with_it() {
        let page = "a<noscript><p>b</p><iframe src=x></noscript><p>c</p>";
        assert_eq!(text(page, 0..page.len()), "a\nc");
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
                    if !source.contains('&') {
                        assert_eq!(source, text, "{page:?}");
                    }
                }
                Piece::Hidden(at) => {
                    assert!(end <= at.start && page.get(at.clone()).is_some(), "{page:?} {at:?}");
                    end = at.end;
                }
                Piece::Break => {}
            });
        }
    }
}
