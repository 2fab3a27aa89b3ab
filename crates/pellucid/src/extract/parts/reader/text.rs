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
            self.add_code(&decoded);
        } else {
            let is_space = |byte: Option<&u8>| byte.is_some_and(|byte| html::is_space(*byte));
            self.space |= is_space(decoded.as_bytes().first());
            let mut words = words(&decoded);
            let Some(first) = words.next() else { return };
            self.add(first);
            if let Some(part) = &mut self.part {
                for words in words {
                    part.text.push(' ');
                    part.text += words;
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
