//! How much memory parts take, and will take when they are written.

use std::sync::Arc;

use memchr::{memchr_iter, memchr3_iter};

use super::reader::WORTH_MARKING;
use super::{Container, Image, Mark, Part, PartKind, Style, Within};
use crate::budget::allocated;

/// What a writer needs for a mark beside the words: its tags, and where they stand.
const MARK: usize = 128;

/// The tags around a part or a container, and around a row and a cell of a table.
const TAGS: usize = 32;
const ROW: usize = 12;
const CELL: usize = 10;

/// What a writer needs for each cell of the row that it writes.
const WRITING: usize = 64;

/// What the search for repeated texts remembers of one: eight bytes, in a set that grows by doubling.
const SEEN: usize = 32;

/// A text of so many bytes is short.
const SHORT: usize = 64;

/// How much memory there is for parts.
#[derive(Debug)]
pub(super) struct Room {
    /// For parts, while they are read.
    left: usize,
    /// For parts and what is written of them.
    left_to_write: usize,
    is_full: bool,
    is_cut: bool,
}

impl Room {
    /// With so many bytes for parts, and so many for them and what is written of them.
    pub(super) fn new(left: usize, left_to_write: usize) -> Room {
        Room { left, left_to_write, is_full: false, is_cut: false }
    }

    /// Whether there is no room for more parts.
    pub(super) fn is_full(&self) -> bool {
        self.is_full
    }

    /// Whether anything was left out.
    pub(super) fn is_cut(&self) -> bool {
        self.is_full || self.is_cut
    }

    /// Takes so much of it; nothing if there is not enough.
    pub(super) fn take(&mut self, held: usize, written: usize) -> bool {
        let left = self.left.checked_sub(held);
        let left_to_write = self.left_to_write.checked_sub(held.saturating_add(written));
        match left.zip(left_to_write).filter(|_| !self.is_full) {
            Some(both) => (self.left, self.left_to_write) = both,
            None => self.is_full = true,
        }
        !self.is_full
    }

    /// Takes so much until it is released.
    pub(super) fn hold(&mut self, bytes: usize) {
        match self.left.checked_sub(bytes) {
            Some(left) => self.left = left,
            None => self.is_full = true,
        }
    }

    pub(super) fn release(&mut self, bytes: usize) {
        self.left = self.left.saturating_add(bytes);
    }

    /// Makes room for so many parts, or as many as half of the memory can hold: the other half is for what they hold.
    pub(super) fn reserve(&mut self, parts: &mut Vec<Part>, count: usize) {
        let more = count.min(self.left.min(self.left_to_write) / 2 / size_of::<Part>());
        if self.take(more * size_of::<Part>(), 0) {
            parts.reserve_exact(more);
        }
    }

    pub(super) fn push(&mut self, parts: &mut Vec<Part>, part: Part) {
        if parts.len() == parts.capacity() {
            self.reserve(parts, parts.len().max(4));
        }
        match parts.len() < parts.capacity() {
            true => parts.push(part),
            false => self.is_full = true,
        }
    }

    /// Whether a part with so many marks may have one more: half of the memory is for its words.
    pub(super) fn has_marks(&mut self, marks: usize) -> bool {
        let most = self.left.min(self.left_to_write) / 2 / (2 * size_of::<Mark>() + MARK);
        self.is_cut |= marks >= most;
        marks < most
    }
}

impl Part {
    /// How many bytes it takes beside its own, behind this part.
    pub(super) fn held(&self, before: Option<&Part>) -> usize {
        let is_shared = before.is_some_and(|before| Arc::ptr_eq(&before.within, &self.within));
        let within = if is_shared { 0 } else { shared(size_of_val(&*self.within)) };
        let marks = allocated(self.marks.capacity() * size_of::<Mark>());
        let addresses: usize =
            self.marks.iter().map(|mark| strings(&mark.style).map(held).sum::<usize>()).sum();
        let own = match &self.kind {
            PartKind::Code { language: Some(language) } => allocated(language.capacity()),
            PartKind::Image(image) => held(&image.source) + held(&image.alternative),
            _ => 0,
        };
        let selector = self.selector.as_ref().map_or(0, |selector| allocated(selector.len()));
        let seen = if self.text.len() >= WORTH_MARKING { SEEN } else { 0 };
        allocated(self.text.capacity()) + within + marks + addresses + own + selector + seen
    }

    /// How many bytes a writer takes for it, behind this part, in any format: strings that grow are twice as long at worst.
    ///
    /// `columns` is how many the table has that it is in.
    pub(super) fn written(&self, before: Option<&Part>, columns: usize) -> usize {
        let before = before.map_or(&[][..], |before| &before.within);
        let known = self.within.iter().zip(before).take_while(|(a, b)| a.id == b.id).count();
        let row = |within: &[Within]| within.iter().rev().find_map(|within| within.container.row());
        let cells = if row(&self.within) == row(before) { 0 } else { ROW + columns * CELL };
        let is_table = |within: &Within| within.container == Container::Table;
        let writing = if self.within[known..].iter().any(is_table) { columns * WRITING } else { 0 };
        let indent: usize = self.within.iter().map(|within| within.container.indent()).sum();
        let lines = match indent {
            0 => 0,
            _ => 2 + memchr_iter(b'\n', self.text.as_bytes()).count(),
        };
        let marks = self
            .marks
            .iter()
            .map(|mark| MARK + strings(&mark.style).map(|text| escaped(text)).sum::<usize>());
        let own = match &self.kind {
            PartKind::Image(Image { source, alternative }) => escaped(source) + escaped(alternative),
            // In a cell of a table, each line has ticks around it, and a break behind it.
            PartKind::Code { .. } if row(&self.within).is_some() => {
                12 * (1 + memchr_iter(b'\n', self.text.as_bytes()).count())
            }
            _ => 0,
        };
        let new = self.within.len() - known;
        let tags = match self.within.last().and_then(|within| within.container.row()) {
            // A paragraph that is alone in a cell has no tags of its own. With a second one, both have.
            Some(_) if self.kind == PartKind::Paragraph && self.direction.is_none() => {
                match new.checked_sub(1) {
                    Some(others) => TAGS * others,
                    None => 2 * TAGS,
                }
            }
            _ => TAGS * (1 + new),
        };
        2 * (tags + cells + lines * indent + escaped(&self.text) + own) + marks.sum::<usize>() + writing
    }
}

impl Container {
    /// How many bytes stand before each line in it, in text or Markdown.
    fn indent(self) -> usize {
        match self {
            Container::Quote => 2,
            Container::Item { number, .. } => {
                2 + number
                    .map_or(0, |number| number.unsigned_abs().checked_ilog10().unwrap_or(0) as usize + 2)
            }
            _ => 0,
        }
    }

    fn row(self) -> Option<u32> {
        match self {
            Container::Cell { row, .. } => Some(row),
            _ => None,
        }
    }
}

/// The strings of a style.
fn strings(style: &Style) -> impl Iterator<Item = &Arc<str>> {
    let both = match style {
        Style::Link(address) => [Some(address), None],
        Style::Image(image) => [Some(&image.source), Some(&image.alternative)],
        _ => [None, None],
    };
    both.into_iter().flatten()
}

/// How much memory a string takes.
fn held(text: &Arc<str>) -> usize {
    shared(text.len())
}

/// How much memory so many bytes take that are shared.
fn shared(bytes: usize) -> usize {
    allocated(bytes + 2 * size_of::<usize>())
}

/// How long a text is at most when it is written: Markdown has a `\` before a sign, HTML a name for some.
fn escaped(text: &str) -> usize {
    let bytes = text.as_bytes();
    // It takes longer to look at these than they could save.
    if bytes.len() <= SHORT {
        return 6 * bytes.len();
    }
    let named = memchr3_iter(b'&', b'<', b'>', bytes).count() + memchr_iter(b'"', bytes).count();
    2 * text.len() + 4 * named
}
