//! The walk over the nodes of chosen blocks.
//!
//! **In**: a tree, its blocks, and which of them are chosen. **Out**: [`Part`]s. One walk from the first chosen node to the last keeps
//! the elements that are open; each file here knows one kind of them.

mod bullets;
mod containers;
mod formulas;
mod layout;
mod lines;
mod lists;
mod marks;
mod pictures;
mod preformatted;
mod text;

use std::collections::HashSet;
use std::hash::BuildHasher;
use std::sync::Arc;

use crate::extract::blocks::{Block, Blocks, is_hidden};
use crate::extract::parts::cost::Room;
use crate::extract::parts::table::Cells;
use crate::extract::parts::{Container, Direction, Part, PartKind, Style, Within, anchors, code, math};
use crate::html::selector::Paths;
use crate::html::{self, Element, Id, Layout, Tree, attribute};
use lists::List;
use text::trim;

/// Links in headings are not deeper in them.
const HEADING_DEPTH: usize = 4;

/// The parts of the blocks that are chosen, in the order of the page.
///
/// `chosen` and `scores` are for the blocks in their order; what is missing at their ends is not chosen, and 0. Pictures and lines
/// come along where they stand between two blocks that are chosen and follow each other, or in one figure with a chosen one.
pub fn parts(tree: &Tree, blocks: &Blocks, chosen: &[bool], scores: &[f32]) -> Vec<Part> {
    parts_within(tree, blocks, chosen, scores, &How { bytes: usize::MAX, base: None, selectors: false }).0
}

/// How parts are read.
pub(crate) struct How<'a> {
    /// How many bytes they may take, with the tree, the blocks and what is written in the end.
    pub bytes: usize,
    /// What addresses are relative to.
    pub base: Option<&'a str>,
    /// Whether each has the selector of its element.
    pub selectors: bool,
}

/// The same, of the first blocks: as many parts as there is room for. And whether there are more.
pub(crate) fn parts_within(
    tree: &Tree,
    blocks: &Blocks,
    chosen: &[bool],
    scores: &[f32],
    how: &How,
) -> (Vec<Part>, bool) {
    let bytes = how.bytes.saturating_sub(if how.selectors { Paths::held(tree) } else { 0 });
    let left = bytes.saturating_sub(tree.held() + blocks.held());
    let count = chosen.iter().filter(|chosen| **chosen).count();
    let mut reader = Reader {
        tree,
        base: how.base,
        paths: how.selectors.then(|| Paths::new(tree)),
        open: Vec::new(),
        count: Count::default(),
        path: Vec::new(),
        within: Arc::new([]),
        tables: Vec::new(),
        part: None,
        last: None,
        styles: 0,
        breaks: false,
        space: false,
        line: (0, 0),
        score: 0.0,
        heading: None,
        done: 1,
        formula: 0,
        dollars: None,
        room: Room::new(left, bytes),
        parts: Vec::new(),
    };
    reader.room.reserve(&mut reader.parts, count);
    let mut follows = false;
    for (n, block) in blocks.all().iter().enumerate() {
        let is_chosen = chosen.get(n).copied().unwrap_or(false);
        if is_chosen {
            reader.score = scores.get(n).copied().unwrap_or(0.0);
            reader.block(block, blocks.text(block).len(), follows);
        }
        if reader.room.is_full() {
            break;
        }
        // A caption that is not chosen does not take its picture with it.
        follows = is_chosen || follows && reader.is_in_figure(block);
    }
    // What the last cells show without text belongs to their table.
    let table = || reader.open.iter().find(|open| follows && open.is_table);
    if let Some(end) = reader.figure().or_else(table).map(|open| open.end) {
        reader.pictures(reader.done, end);
    }
    layout::unwrap(&mut reader.parts, tree, blocks, chosen);
    bullets::enlist(&mut reader.parts, tree, &mut reader.room);
    mark_repeated(&mut reader.parts);
    (reader.parts, reader.room.is_cut())
}

/// Marks what is there again: a summary above the article, a quotation beside it.
fn mark_repeated(parts: &mut [Part]) {
    let (hasher, mut seen) = (foldhash::fast::RandomState::default(), HashSet::new());
    for part in parts.iter_mut().filter(|part| part.text.len() >= WORTH_MARKING) {
        part.repeated = !seen.insert(hasher.hash_one(&part.text));
    }
}

/// Shorter texts are there again by chance: cells of tables, "Example".
pub(super) const WORTH_MARKING: usize = 24;

/// An element that is open.
struct Open {
    id: Id,
    end: Id,
    element: Element,
    /// What its text is, where it says that.
    kind: Option<PartKind>,
    /// How many containers it has opened.
    containers: u8,
    /// Of the text in it: its direction.
    direction: Option<Direction>,
    /// The direction of a part in it: of the nearest block that has one.
    direction_of_block: Option<Direction>,
    style: Option<Style>,
    /// Where its style is among the marks of the current part.
    mark: Option<usize>,
    /// Whether it is a table, by its name or by its role.
    is_table: bool,
    /// Of a list.
    list: Option<List>,
    /// Of preformatted text: whether it is code, and read as a whole.
    is_whole: bool,
    /// Of a quotation in the line: whether its first mark is written.
    is_quoted: bool,
    /// Whether it holds a formula, and blocks begin in it: that is looked at once, not by every block.
    is_formula: bool,
}

impl Open {
    /// Whether it is something to the words in it: most blocks are nothing.
    fn is_inline(&self) -> bool {
        self.element.layout() == Layout::Inline || self.style.is_some()
    }
}

/// How many elements are open: figures, those that hold a formula, those that are read as a whole, those in the line.
#[derive(Default)]
struct Count {
    figures: usize,
    formulas: usize,
    whole: usize,
    inline: usize,
}

impl Count {
    /// The same for what is opened and closed.
    fn each(&mut self, open: &Open) -> [(&mut usize, bool); 4] {
        [
            (&mut self.figures, open.element == Element::Figure),
            (&mut self.formulas, open.is_formula),
            (&mut self.whole, open.is_whole),
            (&mut self.inline, open.is_inline()),
        ]
    }

    fn add(&mut self, open: &Open) {
        self.each(open).into_iter().for_each(|(count, is)| *count += usize::from(is));
    }

    fn remove(&mut self, open: &Open) {
        self.each(open).into_iter().for_each(|(count, is)| *count -= usize::from(is));
    }
}

/// The walk, and what it knows so far.
struct Reader<'a> {
    tree: &'a Tree<'a>,
    base: Option<&'a str>,
    paths: Option<Paths<'a>>,
    /// The outermost first: all the ancestors of the current node.
    open: Vec<Open>,
    /// How many of these there are of some kinds: mostly none, and no need to look for one.
    count: Count,
    /// The containers of these.
    path: Vec<Within>,
    /// Those of the last part.
    within: Arc<[Within]>,
    /// The cells of open tables; none for those that are layout.
    tables: Vec<Option<Cells>>,
    part: Option<Part>,
    /// The mark that was closed last, and how many were open around it.
    last: Option<(usize, usize)>,
    /// How many marks are open.
    styles: usize,
    /// Whether a line of code has ended without a line feed.
    breaks: bool,
    /// Whether there is white space before what follows.
    space: bool,
    /// Where the text of the current part ended before its last break, without white space, and how long it was: what was
    /// seen to be white space is not looked at again.
    line: (usize, usize),
    score: f32,
    /// The heading that the last part is.
    heading: Option<Id>,
    /// All nodes before this one are done.
    done: Id,
    /// The end of the last formula.
    formula: Id,
    /// Whether the page sets formulas between single `$`, once somebody has asked.
    dollars: Option<bool>,
    room: Room,
    parts: Vec<Part>,
}

impl Reader<'_> {
    fn node(&self, id: Id) -> &html::Node {
        &self.tree.nodes()[id as usize]
    }

    fn element(&self, id: Id) -> Option<Element> {
        match self.node(id).kind {
            html::Kind::Element(element) => Some(element),
            html::Kind::Text(_) => None,
        }
    }

    /// The first node that begins here or later, of this one and those after it.
    fn node_at(&self, place: u32, from: Id) -> Id {
        let nodes = &self.tree.nodes()[from as usize..];
        // It is mostly near.
        from + nodes.iter().take_while(|node| node.place.start < place).count() as Id
    }

    fn block(&mut self, block: &Block, length: usize, follows: bool) {
        if self.done > 1 && self.node(self.done - 1).place.start >= block.place.start {
            // In code, or after a formula: it came along.
            return;
        }
        let first = self.node_at(block.place.start, self.done);
        let begin = self.line_begins(first);
        if follows {
            self.pictures(self.done, begin);
        } else if let Some(end) = self.figure().map(|figure| figure.end) {
            self.pictures(self.done, end.min(begin));
        }
        self.go_to(first);
        if let Some(id) = self.figure().map(|figure| figure.id).filter(|_| !follows) {
            self.pictures(self.done.max(id), begin);
            self.go_to(first);
        }
        // Of a formula, all is read.
        let formula = self.first_open(self.count.formulas, |open| open.is_formula);
        let mut from = first;
        if let Some(position) = formula {
            from = self.open[position].id;
            self.leave_from(position);
        }
        if let Some(position) = self.anchor() {
            from = self.open[position].end;
            self.leave_from(position);
        }
        if from == first && formula.is_none() {
            from = begin;
        }
        let mut to = self.node_at(block.place.end, first);
        // Of code too: white space counts, and lines may be elements.
        let pre = self.first_open(self.count.whole, |open| open.is_whole);
        if let Some(position) = pre {
            self.leave_from(position + 1);
            (from, to) = (self.open[position].id + 1, self.open[position].end);
        }
        self.begin(length);
        let mut at = self.walk(from, to);
        // A formula is no end of a paragraph, whatever elements it is made of.
        loop {
            to = match () {
                () if at >= to && self.formula == at => self.end_of_line(at),
                () if at == to && self.is_formula_in_line(at) => self.node(at).end,
                () => break,
            };
            if to <= at {
                break;
            }
            at = self.walk(at, to);
        }
        self.finish();
        self.done = at;
    }

    /// The outermost of the open elements of a kind, of which there are so many.
    fn first_open(&self, count: usize, is: fn(&Open) -> bool) -> Option<usize> {
        (count > 0).then(|| self.open.iter().position(is)).flatten()
    }

    /// Where the line of a node begins: with a formula, if it does.
    fn line_begins(&self, first: Id) -> Id {
        let parent = self.node(first).parent;
        let (mut begin, mut at) = (first, self.done.max(parent + 1));
        while at < first {
            let node = self.node(at);
            let is_beside = node.parent == parent;
            match node.kind {
                html::Kind::Text(_) if is_beside && !self.tree.source(at).trim_ascii().is_empty() => {
                    begin = first
                }
                html::Kind::Element(_) if is_beside && self.is_formula_in_line(at) => begin = begin.min(at),
                html::Kind::Element(_) if is_beside && node.end <= first => begin = first,
                _ => {}
            }
            at = if is_beside { node.end } else { at + 1 };
        }
        if at == first { begin } else { first }
    }

    /// Whether an element is a formula in the line. Blocks end at those that are elements of their own, and are not told of those
    /// that are drawn.
    fn is_formula_in_line(&self, id: Id) -> bool {
        if id as usize >= self.tree.nodes().len() {
            return false;
        }
        let formula = match self.element(id) {
            Some(Element::Img) => math::picture(self.tree.attributes(id)),
            Some(element) => self.formula_in(id, element),
            None => None,
        };
        formula.is_some_and(|formula| !formula.starts_with("$$"))
    }

    /// The first node from here on that is not in the line any more.
    fn end_of_line(&self, from: Id) -> Id {
        let block = |open: &&Open| open.element.layout() == Layout::Block;
        let end = self.open.iter().rev().find(block).map_or(self.node(0).end, |open| open.end);
        let mut at = from;
        while at < end {
            match self.element(at) {
                Some(Element::Math) => at = self.node(at).end,
                Some(element) if element.layout() == Layout::Block => break,
                Some(element) if element.layout() == Layout::Hidden => at = self.node(at).end,
                _ => at += 1,
            }
        }
        at.min(end)
    }

    /// Opens and closes elements, until the open ones are the ancestors of a node.
    fn go_to(&mut self, id: Id) {
        self.leave_until(id);
        let inner = self.open.last().map(|open| open.id);
        let mut missing: Vec<Id> =
            self.tree.ancestors(id).take_while(|ancestor| Some(*ancestor) != inner).collect();
        while let Some(ancestor) = missing.pop() {
            self.enter(ancestor);
            let is_formula =
                self.element(ancestor).is_some_and(|element| self.formula_in(ancestor, element).is_some());
            if let Some(open) = self.open.last_mut() {
                self.count.formulas += usize::from(is_formula);
                open.is_formula = is_formula;
            }
        }
    }

    /// Reads the nodes up to one, and returns where it stopped: after that one, if the last is read as a whole.
    fn walk(&mut self, from: Id, to: Id) -> Id {
        let mut at = from;
        while at < to {
            self.leave_until(at);
            let node = self.node(at);
            let end = node.end;
            let element = match node.kind {
                html::Kind::Element(element) => element,
                html::Kind::Text(references) => {
                    self.add_text(at, references);
                    at += 1;
                    continue;
                }
            };
            at = match element {
                Element::Script => {
                    self.add_script(at);
                    end
                }
                _ if is_hidden(self.tree, element, at) => end,
                // KaTeX says everything twice.
                Element::Span if at == self.formula && self.tree.attributes(at).contains("katex-html") => end,
                _ if self.add_formula_in(at, element) => end,
                _ if self.is_code()
                    && (code::is_gutter(self.tree, at) || code::is_tool(self.tree, at, element)) =>
                {
                    end
                }
                Element::A | Element::Span
                    if anchors::is_anchor(self.tree, at, element, Self::is_heading(&self.open)) =>
                {
                    end
                }
                // In a heading, a button alone opens what follows.
                Element::Button if self.has_text() && Self::is_heading(&self.open) => end,
                Element::Br => {
                    self.add_break();
                    end
                }
                Element::Img => {
                    self.add_image(at);
                    end
                }
                _ => {
                    self.enter(at);
                    at + 1
                }
            };
        }
        at
    }

    fn has_text(&self) -> bool {
        self.part.as_ref().is_some_and(|part| !part.text.is_empty())
    }

    /// Whether the innermost of these elements are in a heading.
    fn is_heading(open: &[Open]) -> bool {
        open.iter().rev().take(HEADING_DEPTH).any(|open| open.element.heading().is_some())
    }

    /// The open element, if any, that is no part of the heading that begins with it.
    fn anchor(&self) -> Option<usize> {
        let innermost = self.open.len().saturating_sub(HEADING_DEPTH)..self.open.len();
        innermost.into_iter().find(|&n| {
            let Open { id, element, .. } = self.open[n];
            anchors::is_anchor(self.tree, id, element, Self::is_heading(&self.open[..n]))
        })
    }

    fn enter(&mut self, id: Id) {
        let Some(element) = self.element(id) else { return };
        let tag = self.tree.attributes(id);
        let mut open = Open {
            id,
            end: self.node(id).end,
            element,
            kind: None,
            containers: 0,
            direction: None,
            direction_of_block: self.open.last().and_then(|around| around.direction_of_block),
            style: None,
            mark: None,
            is_table: false,
            list: None,
            is_whole: false,
            is_quoted: false,
            is_formula: false,
        };
        if mentions(tag, b"dir") {
            open.direction = attribute(tag, "dir").and_then(|name| name.trim_ascii().parse().ok());
        }
        if element.layout() == Layout::Block {
            open.direction_of_block = open.direction.or(open.direction_of_block);
        }
        if element.layout() == Layout::Inline {
            if element == Element::Cite && self.is_glued_before(id) {
                self.add_break();
            }
            open.style = self.style(element, tag, open.direction);
            self.count.add(&open);
            self.open.push(open);
            self.begin_inline(self.open.len() - 1);
        } else {
            self.enter_block(&mut open, tag);
            self.count.add(&open);
            self.open.push(open);
        }
    }

    fn leave_until(&mut self, at: Id) {
        let keep = self.open.iter().rposition(|open| open.end > at).map_or(0, |last| last + 1);
        self.leave_from(keep);
    }

    fn leave_from(&mut self, position: usize) {
        while self.open.len() > position {
            let Some(open) = self.open.pop() else { break };
            self.count.remove(&open);
            self.path.truncate(self.path.len() - usize::from(open.containers));
            if open.is_table
                && let Some(cells) = self.tables.pop().flatten()
            {
                self.room.release(cells.held());
            }
            self.close_mark(open.mark);
            if open.element == Element::Cite && self.is_glued_after(&open) {
                self.add_break();
            }
            let Some(part) = &mut self.part else { continue };
            if open.is_quoted {
                part.text.push('”');
            }
            self.breaks |= open.element.layout() == Layout::Block;
        }
    }

    /// Begins a part in the elements that are open.
    fn begin(&mut self, length: usize) {
        let kind = self.open.iter().rev().find_map(|open| open.kind.clone()).unwrap_or(PartKind::Paragraph);
        self.part = Some(self.new_part(kind, length));
        self.breaks = false;
        self.space = false;
        self.line = (0, 0);
        self.forget_marks();
        let open = if self.count.inline > 0 { 0..self.open.len() } else { 0..0 };
        for n in open {
            if self.open[n].is_inline() {
                self.begin_inline(n);
            }
        }
    }

    /// A part in the elements that are open.
    fn new_part(&mut self, kind: PartKind, length: usize) -> Part {
        let within = self.within(&kind);
        let is_term = within.last().is_some_and(|within| within.container == Container::Definitions);
        let block = |open: &&Open| open.element.layout() == Layout::Block;
        let element = self.open.iter().rev().find(block).map(|open| open.id);
        Part {
            kind: if kind == PartKind::Term && !is_term { PartKind::Paragraph } else { kind },
            within,
            text: String::with_capacity(length),
            marks: Vec::new(),
            score: self.score,
            place: 0..0,
            direction: self.open.last().and_then(|open| open.direction_of_block),
            repeated: false,
            selector: element.and_then(|element| self.selector(element)),
        }
    }

    /// The selector of an element, where somebody wants it.
    fn selector(&self, id: Id) -> Option<Box<str>> {
        self.paths.as_ref().map(|paths| paths.of(id).into())
    }

    /// The part is complete.
    fn finish(&mut self) {
        let Some(mut part) = self.part.take() else { return };
        let length = part.text.len();
        let marked = if self.styles > 0 { &mut *self.open } else { &mut [] };
        for open in marked {
            if let Some(mark) = open.mark.take() {
                part.marks[mark].range.end = length;
                // A link around many parts, once; and its address is not there as many times.
                if length > part.marks[mark].range.start && matches!(open.style, Some(Style::Link(_))) {
                    open.style = None;
                }
            }
        }
        self.forget_marks();
        trim(&mut part);
        formulas::find(&mut part, || self.has_dollars());
        if matches!(part.kind, PartKind::Code { .. }) && code::is_numbers(&part.text) && self.is_beside_code()
        {
            return;
        }
        if !part.text.is_empty() {
            self.push(part);
            return;
        }
        for mark in std::mem::take(&mut part.marks) {
            if let Style::Image(image) = mark.style {
                self.push(Part { kind: PartKind::Image(image), ..part.clone() });
            }
        }
    }

    /// Adds a part, if there is room.
    fn push(&mut self, part: Part) {
        if self.joins(&part) {
            return;
        }
        let before = self.parts.last();
        let columns = self.tables.iter().flatten().map(|cells| cells.columns).max().unwrap_or(0);
        if self.room.take(part.held(before), part.written(before, columns)) {
            self.room.push(&mut self.parts, part);
        }
    }
}

/// The number that an attribute has.
fn value(tag: &str, name: &str) -> Option<i32> {
    if tag.is_empty() {
        return None;
    }
    attribute(tag, name)?.trim_ascii().parse().ok()
}

/// Whether a tag has this word of three letters in it, in any letter case: quicker than to read its attributes.
fn mentions(tag: &str, word: &[u8; 3]) -> bool {
    let bytes = tag.as_bytes();
    let found = memchr::memchr2_iter(word[0], word[0].to_ascii_uppercase(), bytes);
    found.into_iter().any(|at| bytes.get(at..at + 3).is_some_and(|three| three.eq_ignore_ascii_case(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn read(page: &str) -> Vec<Part> {
        let tree = Tree::new(page);
        let blocks = Blocks::new(&tree);
        parts(&tree, &blocks, &vec![true; blocks.all().len()], &[])
    }

    #[test]
    fn parts_know_their_place_score_and_direction() {
        let page = "<html dir=rtl><p>می‌خواهم &amp; <b>تو</b></p><p dir=ltr>x</p><p>y</p>";
        let tree = Tree::new(page);
        let blocks = Blocks::new(&tree);
        let parts = parts(&tree, &blocks, &[true, true], &[0.5, 0.25, 1.0]);
        assert_eq!(parts.len(), 2);
        assert_eq!(parts[0].text, "می\u{200C}خواهم & تو");
        assert_eq!(&page[parts[0].place.clone()], "می\u{200C}خواهم &amp; <b>تو");
        assert_eq!((parts[0].direction, parts[1].direction), (Some(Direction::Rtl), Some(Direction::Ltr)));
        assert_eq!((parts[0].score, parts[1].score), (0.5, 0.25));
    }

    #[test]
    fn headings_have_no_anchors() {
        for (page, expected) in [
            ("<h2>Tea<a class=headerlink href='#tea'>¶</a></h2>", "Tea"),
            ("<h2><a class=header-anchor href='#tea'>#</a> Tea</h2>", "Tea"),
            (
                "<h2 class=anchor>Tea<a href='#tea' class=hash-link aria-label='To Tea'>&#8203;</a></h2>",
                "Tea",
            ),
            ("<h2><a class=doc-anchor href='#tea'>§</a>Tea</h2>", "Tea"),
            ("<h2><a href='#tea'>Tea</a></h2>", "Tea"),
            ("<h2><a class=header href='#tea'>C#</a></h2>", "C#"),
            ("<h2><a class=heading-anchor href='#tea'>Tea</a></h2>", "Tea"),
            ("<h2>Tea <a class=headerlink href='/x#tea'>Link</a></h2>", "Tea"),
            ("<h2><a href='/tea'>…</a></h2>", "…"),
            (
                "<h2><span id=tea>Tea</span><span class=mw-editsection><span>[</span><a href=x>edit</a>]</span></h2>",
                "Tea",
            ),
            ("<p>See <a href='#1'>*</a>", "See *"),
            ("<p>A note. <a href='#r1' class=footnote-back>&#8617;&#xFE0E;</a>", "A note."),
            ("<p>A note. <a href='#r1'>↑</a>", "A note."),
            ("<p>A note. <a href='/up'>↑</a>", "A note. ↑"),
        ] {
            let text: Vec<String> = read(page).into_iter().map(|part| part.text).collect();
            assert_eq!(text, [expected], "{page}");
        }
    }

    #[test]
    fn time_and_memory_are_bounded() {
        for unit in [
            "<ul><li>a",
            "<b>a<i><p>",
            "<a href=x>a<p>b",
            "<table><tr><td>a<td>b",
            "<td rowspan=9 colspan=99>a",
            "<pre>a<p>b",
            "<pre>1</pre><td>",
            "<div class=gutter><pre>1</pre>",
            "<q>a<p>b",
            "a <br>",
            "<math><mi>a</mi></math>b",
            "<figure><img src=x>a",
            "<blockquote>a<dl><dt>b<dd>c",
        ] {
            let page = unit.repeat(20_000);
            let parts = read(&page);
            assert!(!parts.is_empty(), "{unit}");
            let total: usize =
                parts.iter().map(|part| part.text.len() + part.within.len() + part.marks.len()).sum();
            assert!(total < 64 * page.len(), "{unit}: {total}");
        }
    }
}
