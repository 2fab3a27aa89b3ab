//! A decoded page as tags and text, in their order, each with its place in the source.
//!
//! As the HTML standard's tokenizer has it, for a page that is in memory: comments, doctypes and processing instructions are
//! passed over, raw text reaches to its end tag. Attributes are read only when somebody asks.

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr, memmem};

use super::elements::Element;
use super::index::{Index, Mark};

/// A piece of a page. Places are offsets of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// A start tag: where it is, and where its attributes are.
    Start {
        /// Its name.
        element: Element,
        /// From `<` to `>`.
        place: Range<usize>,
        /// Between the name and `>`.
        attributes: Range<usize>,
    },
    /// An end tag.
    End {
        /// Its name.
        element: Element,
        /// From `<` to `>`.
        place: Range<usize>,
    },
    /// Text, never empty.
    Text {
        /// Where it is.
        place: Range<usize>,
        /// Whether character references in it mean something.
        references: bool,
    },
}

/// Walks over a page.
#[derive(Clone, Debug)]
pub struct Tokens<'a> {
    html: &'a str,
    index: Index,
    at: usize,
    /// The element whose raw text begins here.
    raw: Option<Element>,
}

impl<'a> Tokens<'a> {
    /// Of this page.
    pub fn new(html: &'a str) -> Tokens<'a> {
        Tokens { html, index: Index::new(html.as_bytes()), at: 0, raw: None }
    }

    /// The raw text of an element, up to its end tag; all that is left, where there is none.
    fn raw_text(&mut self, element: Element) -> Option<Token> {
        let bytes = self.html.as_bytes();
        let start = self.at;
        let mut at = start;
        let end = loop {
            at = match self.index.next(Mark::Less, at) {
                Some(found) => found,
                None => break bytes.len(),
            };
            let name = bytes[at + 1..].strip_prefix(b"/").filter(|_| element != Element::Plaintext);
            let closes = name.is_some_and(|rest| {
                let length = element.name().len();
                rest.len() >= length
                    && rest[..length].eq_ignore_ascii_case(element.name().as_bytes())
                    && rest.get(length).is_none_or(|byte| ends_name(*byte))
            });
            if closes {
                break at;
            }
            at += 1;
        };
        self.at = end;
        (start < end).then(|| Token::Text { place: start..end, references: element.has_references() })
    }

    /// The tag at a place where a `<` or `</` and a letter are; none where it never ends.
    fn tag(&mut self, start: usize, name: usize) -> Option<Token> {
        let bytes = self.html.as_bytes();
        let length = bytes[name..].iter().position(|byte| ends_name(*byte))?;
        let attributes = name + length;
        let end = self.end_of_tag(attributes)?;
        let element = Element::named(&self.html[name..attributes]);
        self.at = end + 1;
        let place = start..end + 1;
        if bytes[start + 1] == b'/' {
            return Some(Token::End { element, place });
        }
        self.raw = Some(element).filter(|element| element.is_raw());
        Some(Token::Start { element, place, attributes: attributes..end })
    }

    /// The `>` of a tag: the first one that is not in a quoted value.
    fn end_of_tag(&self, mut at: usize) -> Option<usize> {
        let bytes = self.html.as_bytes();
        // Most tags have no attributes.
        if bytes.get(at) == Some(&b'>') {
            return Some(at);
        }
        loop {
            // Values are quoted by what follows a `=`.
            at = self.index.next(Mark::GreaterOrEqual, at)?;
            if bytes[at] == b'>' {
                return Some(at);
            }
            at += 1;
            at += bytes[at..].iter().position(|byte| !byte.is_ascii_whitespace())?;
            let quote = match bytes[at] {
                b'"' => Mark::Quote,
                b'\'' => Mark::Apostrophe,
                _ => continue,
            };
            at = self.index.next(quote, at + 1)? + 1;
        }
    }
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        if let Some(text) = self.raw.take().and_then(|element| self.raw_text(element)) {
            return Some(text);
        }
        let bytes = self.html.as_bytes();
        loop {
            let start = self.at;
            let mut at = start;
            // Text reaches to the next `<` that begins markup.
            let markup = loop {
                at = match self.index.next(Mark::Less, at) {
                    Some(found) => found,
                    None => break bytes.len(),
                };
                match bytes.get(at + 1) {
                    Some(b'!' | b'?' | b'/') => break at,
                    Some(byte) if byte.is_ascii_alphabetic() => break at,
                    _ => at += 1,
                }
            };
            if start < markup {
                self.at = markup;
                return Some(Token::Text { place: start..markup, references: true });
            }
            if markup == bytes.len() {
                return None;
            }
            let name = markup + 1 + usize::from(bytes[markup + 1] == b'/');
            let token = match bytes.get(name) {
                Some(byte) if byte.is_ascii_alphabetic() => self.tag(markup, name),
                _ => {
                    self.at = end_of_comment(bytes, markup);
                    continue;
                }
            };
            // A tag that never ends swallows the rest, as in browsers.
            if token.is_none() {
                self.at = bytes.len();
            }
            return token;
        }
    }
}

/// Behind a comment, a doctype or something like them.
fn end_of_comment(bytes: &[u8], at: usize) -> usize {
    let rest = &bytes[at..];
    let length = match rest {
        [_, b'!', b'-', b'-', b'>', ..] => Some(5),
        [_, b'!', b'-', b'-', b'-', b'>', ..] => Some(6),
        [_, b'!', b'-', b'-', ..] => memmem::find(&rest[4..], b"-->").map(|found| 4 + found + 3),
        [_, b'/', b'>', ..] => Some(3),
        _ => memchr(b'>', rest).map(|found| found + 1),
    };
    length.map_or(bytes.len(), |length| at + length)
}

fn ends_name(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>')
}

/// The attributes of a tag, by name and value; values as they are written.
pub fn attributes(tag: &str) -> impl Iterator<Item = (&str, &str)> {
    let bytes = tag.as_bytes();
    // Whatever is looked for is ASCII, so that no character is cut.
    let find = |from: usize, wanted: fn(u8) -> bool| {
        bytes[from..].iter().position(|byte| wanted(*byte)).map_or(bytes.len(), |found| from + found)
    };
    let skip_space = move |from| find(from, |byte| !byte.is_ascii_whitespace());
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = find(at, |byte| !byte.is_ascii_whitespace() && byte != b'/');
        if start == bytes.len() {
            return None;
        }
        // A `=` in the first place is part of the name.
        let end = find(start + 1, |byte| byte.is_ascii_whitespace() || matches!(byte, b'=' | b'/'));
        let name = &tag[start..end];
        at = skip_space(end);
        if bytes.get(at) != Some(&b'=') {
            return Some((name, ""));
        }
        let start = skip_space(at + 1);
        let (value, behind) = match bytes.get(start) {
            Some(&quote @ (b'"' | b'\'')) => {
                let end = memchr(quote, &bytes[start + 1..]).map_or(bytes.len(), |found| start + 1 + found);
                (start + 1..end, (end + 1).min(bytes.len()))
            }
            _ => {
                let end = find(start, |byte| byte.is_ascii_whitespace());
                (start..end, end)
            }
        };
        at = behind;
        Some((name, &tag[value]))
    })
}

/// The value of an attribute, its references decoded.
pub fn attribute<'a>(tag: &'a str, name: &str) -> Option<Cow<'a, str>> {
    let value = attributes(tag).find(|(other, _)| other.eq_ignore_ascii_case(name))?.1;
    Some(htmlize::unescape_attribute(value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Start tags as `<name>`, end tags as `</name>`, text as it is, each between bars.
    fn shown(html: &str) -> String {
        let show = |token: Token| match token {
            Token::Start { element, attributes, .. } => format!("<{}{}>", element.name(), &html[attributes]),
            Token::End { element, .. } => format!("</{}>", element.name()),
            Token::Text { place, references: true } => html[place].to_owned(),
            Token::Text { place, references: false } => format!("[{}]", &html[place]),
        };
        Tokens::new(html).map(show).collect::<Vec<_>>().join("|")
    }

    #[test]
    fn tags_and_text() {
        let cases = [
            ("a<P Class='x>y'>b</p >c", "a|<p Class='x>y'>|b|</p>|c"),
            ("1 < 2 <3<b>x", "1 < 2 <3|<b>|x"),
            ("<!doctype html><!-- <p> --><?x?><p/>", "<p/>"),
            ("<!--><p>-->", "<p>|-->"),
            ("<script>if (a</b) '<p>'</SCRIPT ><p>", "<script>|[if (a</b) '<p>']|</script>|<p>"),
            ("<title>a &amp; <b></title>", "<title>|a &amp; <b>|</title>"),
            ("<style>a", "<style>|[a]"),
            ("a<p", "a"),
            ("a<p x='>", "a"),
            ("a</>b</ x>c", "a|b|c"),
            ("<plaintext></plaintext>", "<plaintext>|[</plaintext>]"),
            ("<a href=x>y</a>", "<a href=x>|y|</a>"),
            ("<a b= >c", "<a b= >|c"),
        ];
        for (html, expected) in cases {
            assert_eq!(shown(html), expected, "{html}");
        }
    }

    #[test]
    fn attributes_as_written() {
        let list: Vec<_> = attributes(r#" a b=c D = "e f" g='h'i =x/y"#).collect();
        assert_eq!(list, [("a", ""), ("b", "c"), ("D", "e f"), ("g", "h"), ("i", "x/y")]);
        assert_eq!(attribute(" title='a &amp; b'", "TITLE").as_deref(), Some("a & b"));
        assert_eq!(attribute(" x", "title"), None);
    }

    proptest! {
        #[test]
        fn places_follow_each_other(html in r#"(<|>|</|<!--|-->|p|script|"|'|=| |é|&amp;|/|!){0,60}"#) {
            let mut last = 0;
            for token in Tokens::new(&html) {
                let place = match token {
                    Token::Start { place, .. } | Token::End { place, .. } | Token::Text { place, .. } => place,
                };
                prop_assert!(last <= place.start && place.start < place.end);
                prop_assert!(html.get(place.clone()).is_some());
                last = place.end;
            }
        }
    }
}
