//! A decoded page as tags and text, in their order, each with its place in the source.
//!
//! As the HTML standard's tokenizer has it, for a page that is in memory: comments, doctypes and processing instructions are
//! passed over, raw text reaches to its end tag. Attributes are read only when somebody asks.
//!
//! `tests/html_tokens` and the fuzz target `tokens` compare all this with html5gum, and list what is deliberately
//! different.

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr, memmem};

use super::elements::{Content, Element, begins};
use super::index::{Index, Mark};
use super::syntax::kind::{EQUALS, GREATER, OTHER, SLASH, SPACE};
use super::syntax::{ends_tag_name, find, is_space};

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
    /// Finds where comments end.
    dashes: memmem::Finder<'static>,
    at: usize,
    /// The element whose raw text begins here.
    raw: Option<Element>,
}

impl<'a> Tokens<'a> {
    /// Of this page.
    pub fn new(html: &'a str) -> Tokens<'a> {
        let index = Index::new(html.as_bytes());
        Tokens { html, index, dashes: memmem::Finder::new("--"), at: 0, raw: None }
    }

    /// The raw text of an element, up to its end tag; all that is left, where there is none.
    fn raw_text(&mut self, element: Element) -> Option<Token> {
        let start = self.at;
        let end = match element.content() {
            Content::Plain => None,
            Content::Script => self.end_of_script(start),
            _ => self.end_of_raw_text(element, start),
        };
        self.at = end.unwrap_or(self.html.len());
        let place = start..self.at;
        (!place.is_empty()).then(|| Token::Text { place, references: element.has_references() })
    }

    /// Where the end tag of an element begins.
    fn end_of_raw_text(&self, element: Element, mut at: usize) -> Option<usize> {
        loop {
            at = self.index.next(Mark::Less, at)?;
            if self.is_tag(at, b"/", element) {
                return Some(at);
            }
            at += 1;
        }
    }

    /// Where the end tag of a script begins: the first one that is not escaped twice. `<!--` escapes, `<script>` in what is
    /// escaped does so again up to `</script>`, and `-->` ends both.
    fn end_of_script(&self, mut at: usize) -> Option<usize> {
        let bytes = self.html.as_bytes();
        let mut escape = Escape::None;
        loop {
            let from = at;
            at = self.index.next(Mark::Less, from)?;
            if escape != Escape::None && memmem::find(&bytes[from..at], b"-->").is_some() {
                escape = Escape::None;
            }
            if self.is_tag(at, b"/", Element::Script) {
                match escape {
                    Escape::Twice => escape = Escape::Once,
                    _ => return Some(at),
                }
            } else if escape == Escape::Once && self.is_tag(at, b"", Element::Script) {
                escape = Escape::Twice;
            } else if escape == Escape::None && bytes[at..].starts_with(b"<!--") {
                escape = Escape::Once;
                // The dashes count again: `<!-->` ends what it begins.
                at += 1;
            }
            at += 1;
        }
    }

    /// Whether a `<` is followed by this and the name of an element.
    fn is_tag(&self, at: usize, slash: &[u8], element: Element) -> bool {
        let Some(rest) = self.html.as_bytes()[at + 1..].strip_prefix(slash) else { return false };
        let name = element.name().as_bytes();
        rest.get(name.len()).is_some_and(|byte| ends_tag_name(*byte))
            && rest[..name.len()].eq_ignore_ascii_case(name)
    }

    /// The tag at a place where a `<` or `</` and a letter are; none where it never ends.
    fn tag(&mut self, start: usize, name: usize) -> Option<Token> {
        let bytes = self.html.as_bytes();
        let (row, length) = begins(&bytes[name..])?;
        let element = row.element;
        let attributes = name + length;
        let end = self.end_of_tag(attributes)?;
        self.at = end + 1;
        let place = start..end + 1;
        if bytes[start + 1] == b'/' {
            return Some(Token::End { element, place });
        }
        self.raw = Some(element).filter(|element| element.is_raw());
        Some(Token::Start { element, place, attributes: attributes..end })
    }

    /// The `>` of a tag: the first one that is not in a quoted value.
    fn end_of_tag(&self, start: usize) -> Option<usize> {
        let bytes = self.html.as_bytes();
        // Most tags have no attributes.
        if bytes.get(start) == Some(&b'>') {
            return Some(start);
        }
        // Where the next name is: no sooner than at `start`. Where the next mark is: no sooner than at `at`.
        let (mut start, mut at) = (start, start);
        loop {
            at = self.index.next(Mark::GreaterOrEqual, at)?;
            if bytes[at] == b'>' {
                return Some(at);
            }
            // Most names are followed by `=` and a quoted value.
            if at > start && bytes.get(at + 1) == Some(&b'"') && !ends_tag_name(bytes[at - 1]) {
                at = self.index.next(Mark::Quote, at + 2)? + 1;
                if bytes.get(at) == Some(&b'>') {
                    return Some(at);
                }
                start = at;
                continue;
            }
            // A `=` without a name before it is the beginning of one.
            let before = bytes[start..at].iter().rfind(|byte| !is_space(**byte));
            if before.is_none_or(|byte| *byte == b'/') {
                start = at;
                at += 1;
                continue;
            }
            at += 1;
            at += bytes[at..].iter().position(|byte| !is_space(*byte))?;
            at = match bytes[at] {
                b'"' => self.index.next(Mark::Quote, at + 1)? + 1,
                b'\'' => self.index.next(Mark::Apostrophe, at + 1)? + 1,
                _ => at + bytes[at..].iter().position(|byte| is_space(*byte) || *byte == b'>')?,
            };
            start = at;
        }
    }

    /// After a comment, a doctype or something like them.
    fn end_of_comment(&self, at: usize) -> usize {
        let bytes = self.html.as_bytes();
        let rest = &bytes[at..];
        let length = match rest {
            [_, b'!', b'-', b'-', b'>', ..] => Some(5),
            [_, b'!', b'-', b'-', b'-', b'>', ..] => Some(6),
            [_, b'!', b'-', b'-', text @ ..] => self.end_of_dashes(text).map(|end| 4 + end),
            _ => memchr(b'>', rest).map(|found| found + 1),
        };
        length.map_or(bytes.len(), |length| at + length)
    }

    /// After the first `-->` or `--!>`.
    fn end_of_dashes(&self, text: &[u8]) -> Option<usize> {
        let mut at = 0;
        loop {
            at += self.dashes.find(&text[at..])?;
            at += text[at..].iter().position(|byte| *byte != b'-')?;
            match text[at..] {
                [b'>', ..] => return Some(at + 1),
                [b'!', b'>', ..] => return Some(at + 2),
                _ => {}
            }
        }
    }
}

/// How a script is escaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Escape {
    None,
    Once,
    Twice,
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    #[inline]
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
                    Some(b'!' | b'?') => break at,
                    // At the very end, `</` is text.
                    Some(b'/') if at + 2 < bytes.len() => break at,
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
                    self.at = self.end_of_comment(markup);
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

/// The attributes of a tag, by name and value; values as they are written.
pub fn attributes(tag: &str) -> impl Iterator<Item = (&str, &str)> {
    let bytes = tag.as_bytes();
    // Whatever is looked for is ASCII, so that no character is cut.
    let find = |from: usize, kinds: u8| find(&bytes[from..], kinds).map_or(bytes.len(), |found| from + found);
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = find(at, EQUALS | GREATER | OTHER);
        if start == bytes.len() {
            return None;
        }
        // A `=` in the first place is part of the name.
        let end = find(start + 1, SPACE | SLASH | EQUALS);
        let name = &tag[start..end];
        at = find(end, !SPACE);
        if bytes.get(at) != Some(&b'=') {
            return Some((name, ""));
        }
        let start = find(at + 1, !SPACE);
        let (value, behind) = match bytes.get(start) {
            Some(&quote @ (b'"' | b'\'')) => {
                let end = memchr(quote, &bytes[start + 1..]).map_or(bytes.len(), |found| start + 1 + found);
                (start + 1..end, (end + 1).min(bytes.len()))
            }
            _ => {
                let end = find(start, SPACE);
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
            ("<style>a</style", "<style>|[a</style]"),
            ("<!-- a --!>b<!----!>c<!---!>d-->e", "b|c|e"),
            ("<!-- a -- > --- -!> --->b", "b"),
            (
                "<script><!--<script>'</script>'--></script>a",
                "<script>|[<!--<script>'</script>'-->]|</script>|a",
            ),
            ("<script><!--<script>'</script>a", "<script>|[<!--<script>'</script>a]"),
            ("<script><!--><script></script>a", "<script>|[<!--><script>]|</script>|a"),
            ("a</", "a</"),
            ("<p a=b='>c'>", "<p a=b='>|c'>"),
            ("<p ='>c'>", "<p ='>|c'>"),
            ("<p a/='>c'>", "<p a/='>|c'>"),
            ("<p =='>'>c", "<p =='>'>|c"),
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
