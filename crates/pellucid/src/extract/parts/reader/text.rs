//! Words, and the white space between them: one space, however much the source has.

use std::borrow::Cow;

use super::Reader;
use crate::extract::blocks::words;
use crate::extract::parts::{Part, PartKind, Style};
use crate::html::{self, Id};

impl Reader<'_> {
    /// Text as it is, in the line, after the space that it needs.
    pub(super) fn add(&mut self, text: &str) {
        let Some(part) = &mut self.part else { return };
        if std::mem::take(&mut self.space) && !part.text.is_empty() && !part.text.ends_with('\n') {
            part.text.push(' ');
        }
        part.text += text;
    }

    pub(super) fn add_text(&mut self, id: Id, references: bool) {
        let source = self.tree.source(id);
        let decoded = match references && memchr::memchr(b'&', source.as_bytes()).is_some() {
            true => htmlize::unescape(source),
            false => Cow::Borrowed(source),
        };
        if self.is_code() {
            // Between lines that are elements, white space is none of the code.
            let is_drawn = |open: &super::Open| open.is_whole && !open.element.is_preformatted();
            if self.open.last().is_some_and(is_drawn) && decoded.trim_ascii().is_empty() {
                return;
            }
            self.add_code(&decoded);
        } else {
            let is_space = |byte: Option<&u8>| byte.is_some_and(|byte| html::is_space(*byte));
            self.space |= is_space(decoded.as_bytes().first());
            let mut words = words(&decoded);
            let Some(first) = words.next() else { return };
            self.add("");
            if let Some(part) = &mut self.part {
                push(&mut part.text, first);
                let mut end = end_in(&decoded, first);
                for words in words {
                    let start = end_in(&decoded, words) - words.len();
                    if !decoded[end..start].contains('\n') || !is_one_word(&part.text, words) {
                        part.text.push(' ');
                    }
                    push(&mut part.text, words);
                    end = end_in(&decoded, words);
                }
            }
            self.space = is_space(decoded.as_bytes().last());
        }
        self.add_place(id);
    }

    /// The part reaches over this node.
    pub(super) fn add_place(&mut self, id: Id) {
        let place = self.node(id).place.clone();
        if let Some(part) = &mut self.part {
            if part.place.is_empty() {
                part.place.start = place.start as usize;
            }
            part.place.end = part.place.end.max(place.end as usize);
        }
    }

    /// Two line breaks are the end of a paragraph.
    pub(super) fn add_break(&mut self) {
        let is_code = self.is_code();
        let Some(part) = &mut self.part else { return };
        let text = &mut part.text;
        if is_code {
            text.push('\n');
            return;
        }
        self.space = false;
        // A line of spaces that do not break is empty too.
        let (end, seen) = self.line;
        let rest = text[seen..].trim_end_matches(|c: char| c.is_whitespace() && c != '\n').len();
        let end = if rest == 0 { end } else { seen + rest };
        self.line = (end, text.len());
        let line_end = &text[..end];
        if line_end.is_empty() {
            return;
        }
        if !line_end.ends_with('\n') {
            text.push('\n');
        } else if part.kind == PartKind::Paragraph {
            self.finish();
            self.begin(0);
        }
    }
}

/// Where a piece of a text ends in it.
fn end_in(text: &str, piece: &str) -> usize {
    piece.as_ptr() as usize - text.as_ptr() as usize + piece.len()
}

/// Adds words, without what only says where a line may break. (What joins letters, as in Persian, stays.)
fn push(text: &mut String, words: &str) {
    const BREAKS: [char; 3] = ['\u{AD}', '\u{200B}', '\u{FEFF}'];
    let bytes = words.as_bytes();
    // By their first bytes, which most scripts have seldom.
    let is_break =
        |at: usize| matches!(bytes[at..], [0xC2, 0xAD, ..] | [0xE2, 0x80, 0x8B, ..] | [0xEF, 0xBB, 0xBF, ..]);
    match memchr::memchr3_iter(0xC2, 0xE2, 0xEF, bytes).any(is_break) {
        true => text.extend(words.split(BREAKS)),
        false => *text += words,
    }
}

/// Whether a break of a line of the source stands between Chinese or Japanese characters: these have no spaces between them.
fn is_one_word(before: &str, after: &str) -> bool {
    let is_unspaced = |c: char| matches!(c, '\u{3000}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{FF00}'..='\u{FF60}' | '\u{20000}'..='\u{3FFFF}');
    before.chars().next_back().is_some_and(is_unspaced) && after.chars().next().is_some_and(is_unspaced)
}

/// Takes white space off the ends of a text and of its marks.
pub(super) fn trim(part: &mut Part) {
    let text = &mut part.text;
    let (start, end) = match part.kind {
        // Of code, the first line feed, as in browsers, and what is empty at the end.
        PartKind::Code { .. } => (usize::from(text.starts_with('\n')), text.trim_end().len()),
        _ => (text.len() - text.trim_start().len(), text.trim_end().len()),
    };
    text.truncate(end.max(start));
    text.drain(..start.min(text.len()));
    for mark in &mut part.marks {
        let at = |place: usize| place.clamp(start, end.max(start)) - start;
        mark.range = at(mark.range.start)..at(mark.range.end);
        if !matches!(mark.style, Style::Image(_)) {
            let marked = &text[mark.range.clone()];
            let begin = mark.range.start + (marked.len() - marked.trim_start().len());
            mark.range = begin..begin.max(mark.range.start + marked.trim_end().len());
        }
    }
    part.marks.retain(|mark| !mark.range.is_empty() || matches!(mark.style, Style::Image(_)));
    part.marks.sort_by_key(|mark| (mark.range.start, usize::MAX - mark.range.end));
}

#[cfg(test)]
mod tests {
    use super::super::tests::read;

    #[test]
    fn text_is_as_it_is_seen() {
        for (page, expected) in [
            ("<p>Donau\u{AD}dampf&shy;schiff a\u{200B}b", "Donaudampfschiff ab"),
            ("<p>می\u{200C}خواهم", "می\u{200C}خواهم"),
            ("<p>東京都\n  千代田区。\n二", "東京都千代田区。二"),
            ("<p>東京 都", "東京 都"),
            ("<p>한국어\n문장", "한국어 문장"),
            ("<p>one\ntwo 東京\nthree", "one two 東京 three"),
            ("<pre>a\u{AD}b\n東\n京</pre>", "a\u{AD}b\n東\n京"),
        ] {
            assert_eq!(read(page)[0].text, expected, "{page}");
        }
    }
}
