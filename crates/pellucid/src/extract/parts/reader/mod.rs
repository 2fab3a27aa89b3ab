//! The walk over the nodes of chosen blocks.

use std::borrow::Cow;
use std::sync::Arc;

use super::super::blocks::{Block, Blocks, is_hidden, words};
use super::{Container, Direction, Image, Kind, Mark, Part, Style, Within};
use super::{code, math, table};
use crate::html::{self, Element, Id, Layout, Tree, attribute};

/// What is in more than so many things is in these: nobody reads deeper, and every part keeps the list.
const DEEPEST: usize = 24;

/// More styles than these on one word are not told.
const MOST_STYLES: usize = 12;

/// Code beside a cell begins within so many nodes.
const NEAR: usize = 50;

/// Longer addresses are no addresses, but data.
const LONGEST_ADDRESS: usize = 2048;

/// The parts of the blocks that are chosen, in the order of the page.
///
/// `chosen` and `scores` are for the blocks in their order; what is missing at their ends is not chosen, and 0. Pictures and lines
/// come along where they stand between two blocks that are chosen and follow each other, or in one figure with a chosen one.
pub fn parts(tree: &Tree, blocks: &Blocks, chosen: &[bool], scores: &[f32]) -> Vec<Part> {
    let mut reader = Reader {
        tree,
        open: Vec::new(),
        path: Vec::new(),
        tables: Vec::new(),
        part: None,
        last: None,
        styles: 0,
        breaks: false,
        space: false,
        line: (0, 0),
        score: 0.0,
        done: 1,
        formula: 0,
        parts: Vec::with_capacity(chosen.iter().filter(|chosen| **chosen).count()),
    };
    let mut follows = false;
    for (n, block) in blocks.all().iter().enumerate() {
        let is_chosen = chosen.get(n).copied().unwrap_or(false);
        if is_chosen {
            reader.score = scores.get(n).copied().unwrap_or(0.0);
            reader.block(block, blocks.text(block).len(), follows);
        }
        follows = is_chosen;
    }
    if let Some(figure) = reader.figure() {
        reader.pictures(reader.done, figure.end);
    }
    reader.parts
}

/// An element that is open.
struct Open {
    id: Id,
    end: Id,
    element: Element,
    /// What its text is, where it says that.
    kind: Option<Kind>,
    /// How many containers it has opened.
    containers: u8,
    /// Of the text in it: its direction.
    direction: Option<Direction>,
    style: Option<Style>,
    /// Where its style is among the marks of the current part.
    mark: Option<usize>,
    /// Of a list.
    list: Option<List>,
    /// Of preformatted text: whether it is code, and read as a whole.
    is_whole: bool,
    /// Of a quotation in the line: whether its first mark is written.
    is_quoted: bool,
}

/// What a list remembers of its items.
#[derive(Clone, Copy)]
struct List {
    ordered: bool,
    step: i32,
    /// The number of the next item, and the child to begin counting at.
    next: i32,
    child: Id,
    /// The last item.
    item: Option<Within>,
}

impl List {
    /// The number of the next item.
    fn count(&mut self, tag: &str) -> i32 {
        let number = value(tag, "value").unwrap_or(self.next);
        self.next = number.saturating_add(self.step);
        number
    }
}

struct Reader<'a> {
    tree: &'a Tree<'a>,
    /// The outermost first: all the ancestors of the current node.
    open: Vec<Open>,
    /// The containers of these.
    path: Vec<Within>,
    /// The cells of open tables; none for those that are layout.
    tables: Vec<Option<Vec<(Id, Container)>>>,
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
    /// All nodes before this one are done.
    done: Id,
    /// The end of the last formula.
    formula: Id,
    parts: Vec<Part>,
}

impl Reader<'_> {
    fn node(&self, id: Id) -> &html::Node {
        &self.tree.nodes()[id as usize]
    }

    fn element(&self, id: Id) -> Option<Element> {
        match self.node(id).kind {
            html::Kind::Element(element, _) => Some(element),
            html::Kind::Text(_) => None,
        }
    }

    /// The first node that begins here or later.
    fn node_at(&self, place: u32) -> Id {
        self.tree.nodes().partition_point(|node| node.place.start < place).max(1) as Id
    }

    fn block(&mut self, block: &Block, length: usize, follows: bool) {
        let first = self.node_at(block.place.start);
        if first < self.done {
            // In code, or behind a formula: it came along.
            return;
        }
        if follows {
            self.pictures(self.done, first);
        } else if let Some(end) = self.figure().map(|figure| figure.end) {
            self.pictures(self.done, end.min(first));
        }
        self.go_to(first);
        if let Some(id) = self.figure().map(|figure| figure.id).filter(|_| !follows) {
            self.pictures(self.done.max(id), first);
            self.go_to(first);
        }
        // Of a formula, all is read.
        let formula = self.open.iter().position(|open| open.element == Element::Math);
        let mut from = first;
        if let Some(position) = formula {
            from = self.open[position].id;
            self.leave_from(position);
        }
        let mut to = self.node_at(block.place.end);
        // Of code too: white space counts, and lines may be elements.
        let pre = self.open.iter().rposition(|open| is_preformatted(open.element));
        if let Some(position) = pre.filter(|position| self.open[*position].is_whole) {
            self.leave_from(position + 1);
            (from, to) = (self.open[position].id + 1, self.open[position].end);
        }
        self.begin(length);
        let mut at = self.walk(from, to);
        // A formula is no end of a paragraph, whatever elements it is made of.
        while at > to && self.formula == at {
            to = self.end_of_line(at);
            at = self.walk(at, to);
        }
        self.finish();
        self.done = at;
    }

    /// The figure that is open.
    fn figure(&self) -> Option<&Open> {
        self.open.iter().rev().find(|open| open.element == Element::Figure)
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

    /// Pictures and lines between two nodes become parts.
    fn pictures(&mut self, from: Id, to: Id) {
        let mut at = from;
        while at < to {
            match self.element(at) {
                Some(element) if is_hidden(self.tree, element, at) => {
                    at = self.node(at).end;
                    continue;
                }
                Some(Element::Math) => {
                    at = self.node(at).end;
                    continue;
                }
                Some(Element::Img) => {
                    if let Some(image) = self.image(at) {
                        self.add_alone(at, Kind::Image(image));
                    }
                }
                Some(Element::Hr) => self.add_alone(at, Kind::Rule),
                _ => {}
            }
            at += 1;
        }
        self.done = self.done.max(at);
    }

    /// A part without text.
    fn add_alone(&mut self, id: Id, kind: Kind) {
        // What is lazy is often there twice, the second time for those without scripts.
        if self.parts.last().is_some_and(|last| last.kind == kind) {
            return;
        }
        self.go_to(id);
        let place = self.node(id).place.clone();
        let place = place.start as usize..place.end as usize;
        self.parts.push(Part { place, ..self.new_part(kind, 0) });
    }

    /// Opens and closes elements, until the open ones are the ancestors of a node.
    fn go_to(&mut self, id: Id) {
        self.leave_until(id);
        let inner = self.open.last().map(|open| open.id);
        let mut missing: Vec<Id> =
            self.tree.ancestors(id).take_while(|ancestor| Some(*ancestor) != inner).collect();
        while let Some(ancestor) = missing.pop() {
            self.enter(ancestor);
        }
    }

    /// Reads the nodes up to one, and tells where it stopped: behind, if the last one is read as a whole.
    fn walk(&mut self, from: Id, to: Id) -> Id {
        let mut at = from;
        while at < to {
            self.leave_until(at);
            let node = self.node(at);
            let end = node.end;
            let element = match node.kind {
                html::Kind::Element(element, _) => element,
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
                Element::Math => {
                    let (text, is_tex) = math::formula(self.tree, at);
                    self.add_formula(&text, is_tex, at);
                    self.formula = end;
                    end
                }
                _ if self.is_code() && code::is_gutter(self.tree, at) => end,
                // The sign behind a heading that leads to itself: Sphinx, MkDocs.
                Element::A if self.tree.attributes(at).contains("headerlink") => end,
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

    fn leave_until(&mut self, at: Id) {
        let keep = self.open.iter().rposition(|open| open.end > at).map_or(0, |last| last + 1);
        self.leave_from(keep);
    }

    fn leave_from(&mut self, position: usize) {
        while self.open.len() > position {
            let Some(open) = self.open.pop() else { break };
            self.path.truncate(self.path.len() - usize::from(open.containers));
            if open.element == Element::Table {
                self.tables.pop();
            }
            self.close_mark(open.mark);
            let Some(part) = &mut self.part else { continue };
            if open.is_quoted {
                part.text.push('”');
            }
            self.breaks |= open.element.layout() == Layout::Block;
        }
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
            style: None,
            mark: None,
            list: None,
            is_whole: false,
            is_quoted: false,
        };
        if mentions(tag, b"dir") {
            open.direction = attribute(tag, "dir").and_then(|name| Direction::named(&name));
        }
        if element.layout() == Layout::Inline {
            open.style = self.style(element, tag, open.direction);
            self.open.push(open);
            self.begin_inline(self.open.len() - 1);
        } else {
            self.enter_block(&mut open, tag);
            self.open.push(open);
        }
    }

    fn style(&self, element: Element, tag: &str, direction: Option<Direction>) -> Option<Style> {
        match element {
            Element::B | Element::Strong => Some(Style::Strong),
            Element::I | Element::Em => Some(Style::Emphasis),
            Element::Code | Element::Tt | Element::Kbd | Element::Samp => Some(Style::Code),
            Element::Del | Element::S | Element::Strike => Some(Style::Strike),
            Element::Sub => Some(Style::Sub),
            Element::Sup => Some(Style::Sup),
            Element::A => attribute(tag, "href").and_then(|href| address(&href)).map(Style::Link),
            _ => direction.map(|direction| Style::Direction { direction, forced: element == Element::Bdo }),
        }
    }

    fn enter_block(&mut self, open: &mut Open, tag: &str) {
        use Element::*;
        self.breaks = true;
        let id = open.id;
        let depth = self.path.len();
        let mut inside = |container| self.path.push(Within { id, container });
        open.kind = match open.element {
            Blockquote => {
                inside(Container::Quote);
                Some(Kind::Paragraph)
            }
            Ul | Menu | Dir | Ol => {
                // A list beside the items of another one belongs to the last of them.
                if let Some(item) = self.list().and_then(|(_, list)| list.item) {
                    self.path.push(item);
                }
                self.path.push(Within { id, container: Container::List });
                open.list = Some(self.new_list(id, open.element == Ol, tag));
                Some(Kind::Paragraph)
            }
            Li => {
                if let Some(item) = self.item(id) {
                    self.path.push(item);
                }
                Some(Kind::Paragraph)
            }
            Dl => {
                inside(Container::Definitions);
                Some(Kind::Paragraph)
            }
            Dt => Some(Kind::Term),
            Dd => {
                if self.path.last().is_some_and(|within| within.container == Container::Definitions) {
                    self.path.push(Within { id, container: Container::Definition });
                }
                Some(Kind::Paragraph)
            }
            Table => {
                let cells = table::cells(self.tree, id);
                if cells.is_some() {
                    inside(Container::Table);
                }
                self.tables.push(cells);
                Some(Kind::Paragraph)
            }
            Td | Th => {
                let cells = self.tables.last().and_then(|cells| cells.as_deref()).unwrap_or_default();
                if let Ok(found) = cells.binary_search_by_key(&id, |(cell, _)| *cell) {
                    inside(cells[found].1);
                }
                Some(Kind::Paragraph)
            }
            Figure => {
                inside(Container::Figure);
                Some(Kind::Paragraph)
            }
            Caption | Figcaption => Some(Kind::Caption),
            Pre | Xmp | Plaintext => {
                open.is_whole = (id + 1..open.end).all(|at| self.element(at).is_none_or(may_be_in_code));
                Some(Kind::Code { language: code::language(self.tree, id) })
            }
            P | Article | Section | Form | Fieldset => Some(Kind::Paragraph),
            element => element.heading().or_else(|| heading(tag)).map(Kind::Heading),
        };
        // What is deeper is not told.
        self.path.truncate(depth.max(DEEPEST));
        open.containers = (self.path.len() - depth) as u8;
    }

    /// The list that is the innermost container, and where it is among the open elements.
    fn list(&self) -> Option<(usize, &List)> {
        let within = self.path.last().filter(|within| within.container == Container::List)?;
        let position = self.open.iter().rposition(|open| open.id == within.id)?;
        self.open[position].list.as_ref().map(|list| (position, list))
    }

    fn new_list(&self, id: Id, ordered: bool, tag: &str) -> List {
        let mut list = List { ordered, step: 1, next: 1, child: id + 1, item: None };
        if ordered && !tag.is_empty() {
            let start = value(tag, "start");
            if attribute(tag, "reversed").is_some() {
                list.step = -1;
                list.next = start.unwrap_or_else(|| {
                    self.children(id).filter(|child| self.element(*child) == Some(Element::Li)).count() as i32
                });
            } else {
                list.next = start.unwrap_or(1);
            }
        }
        list
    }

    /// The children of a node, in order.
    fn children(&self, id: Id) -> impl Iterator<Item = Id> {
        let end = self.node(id).end;
        let mut next = id + 1;
        std::iter::from_fn(move || {
            let child = next;
            (child < end).then(|| {
                next = self.node(child).end;
                child
            })
        })
    }

    /// An item, which counts those before it that were not chosen.
    fn item(&mut self, id: Id) -> Option<Within> {
        let (position, list) = self.list()?;
        let mut list = *list;
        // Those before it, which may not have been chosen, and then itself.
        while list.ordered && list.child < id {
            if self.element(list.child) == Some(Element::Li) {
                list.count(self.tree.attributes(list.child));
            }
            list.child = self.node(list.child).end;
        }
        let number = list.ordered.then(|| list.count(self.tree.attributes(id)));
        list.child = list.child.max(self.node(id).end);
        let item = Within { id, container: Container::Item { number, task: self.task(id) } };
        list.item = Some(item);
        self.open[position].list = Some(list);
        Some(item)
    }

    /// Whether an item begins with a box to check, and whether it is checked.
    fn task(&self, id: Id) -> Option<bool> {
        let is_space = |at: Id| self.tree.source(at).trim_ascii().is_empty();
        let beginning = (id + 1..self.node(id).end).take(4);
        let first = beginning.into_iter().find(|at| match self.element(*at) {
            None => !is_space(*at),
            Some(Element::Label | Element::P | Element::Span) => false,
            Some(_) => true,
        })?;
        let tag = self.tree.attributes(first);
        let is_box = self.element(first) == Some(Element::Input)
            && attribute(tag, "type").is_some_and(|name| name.eq_ignore_ascii_case("checkbox"));
        // One that can be checked here is part of a form or a menu: 27 of 2342 real pages have such in a list.
        let is_task = is_box && attribute(tag, "disabled").is_some();
        is_task.then(|| attribute(tag, "checked").is_some())
    }

    /// The containers of a part: only what has what it needs.
    fn within(&self, kind: &Kind) -> Vec<Within> {
        let follows = |n: usize, test: fn(Container) -> bool, last: bool| match self.path.get(n + 1) {
            Some(next) => test(next.container),
            None => last,
        };
        let is_complete = |(n, within): &(usize, &Within)| match within.container {
            Container::List => follows(*n, |next| matches!(next, Container::Item { .. }), false),
            Container::Table => {
                follows(*n, |next| matches!(next, Container::Cell { .. }), *kind == Kind::Caption)
            }
            Container::Definitions => follows(*n, |next| next == Container::Definition, *kind == Kind::Term),
            _ => true,
        };
        self.path.iter().enumerate().filter(is_complete).map(|(_, within)| *within).collect()
    }

    /// A part in the elements that are open.
    fn new_part(&self, kind: Kind, length: usize) -> Part {
        let within = self.within(&kind);
        let is_term = within.last().is_some_and(|within| within.container == Container::Definitions);
        let block = |open: &&Open| open.element.layout() == Layout::Block;
        Part {
            kind: if kind == Kind::Term && !is_term { Kind::Paragraph } else { kind },
            within,
            text: String::with_capacity(length),
            marks: Vec::new(),
            score: self.score,
            place: 0..0,
            direction: self.open.iter().rev().filter(block).find_map(|open| open.direction),
        }
    }

    /// Begins a part in the elements that are open.
    fn begin(&mut self, length: usize) {
        let kind = self.open.iter().rev().find_map(|open| open.kind.clone()).unwrap_or(Kind::Paragraph);
        self.part = Some(self.new_part(kind, length));
        self.breaks = false;
        self.space = false;
        self.line = (0, 0);
        self.forget_marks();
        for n in 0..self.open.len() {
            self.begin_inline(n);
        }
    }

    fn forget_marks(&mut self) {
        for open in &mut self.open {
            open.mark = None;
        }
        self.last = None;
        self.styles = 0;
    }

    fn is_code(&self) -> bool {
        self.part.as_ref().is_some_and(|part| matches!(part.kind, Kind::Code { .. }))
    }

    /// What an element means to the words in it begins here.
    fn begin_inline(&mut self, n: usize) {
        let open = &mut self.open[n];
        if open.element == Element::Q && self.part.is_some() && !open.is_quoted {
            open.is_quoted = true;
            self.add("“");
        }
        self.open_mark(n);
    }

    /// The style of an element begins here.
    fn open_mark(&mut self, n: usize) {
        let is_code = self.is_code();
        let (others, inner) = self.open.split_at_mut(n);
        let Some((open, style)) =
            inner.first_mut().and_then(|open| Some((&mut open.mark, open.style.as_ref()?)))
        else {
            return;
        };
        let Some(part) = self.part.as_mut().filter(|_| !is_code) else { return };
        let at = part.text.len();
        let is_link = matches!(style, Style::Link(_));
        let mut others = others.iter_mut().filter(|other| other.mark.is_some()).peekable();
        while let Some(other) = others.next() {
            match &other.style {
                // A link ends where the next one begins, if nothing in it has begun.
                Some(Style::Link(_)) if is_link => {
                    if others.peek().is_some() {
                        return;
                    }
                    self.styles -= 1;
                    if let Some(mark) = other.mark.take() {
                        part.marks[mark].range.end = at;
                    }
                }
                Some(same) if same == style => return,
                _ => {}
            }
        }
        if self.styles >= MOST_STYLES {
            return;
        }
        // What goes on where it ended has never ended.
        let again = self.last.filter(|(mark, depth)| {
            let last = &part.marks[*mark];
            let goes_on = !self.space || matches!(style, Style::Strong | Style::Emphasis);
            goes_on
                && *mark + 1 == part.marks.len()
                && *depth == self.styles
                && last.range.end == at
                && last.style == *style
        });
        *open = again.map(|(mark, _)| mark).or_else(|| {
            part.marks.push(Mark { range: at..at, style: style.clone() });
            Some(part.marks.len() - 1)
        });
        self.styles += 1;
    }

    fn close_mark(&mut self, mark: Option<usize>) {
        let (Some(mark), Some(part)) = (mark, &mut self.part) else { return };
        part.marks[mark].range.end = part.text.len();
        self.styles = self.styles.saturating_sub(1);
        self.last = Some((mark, self.styles));
    }

    /// The part is complete.
    fn finish(&mut self) {
        let Some(mut part) = self.part.take() else { return };
        let length = part.text.len();
        for open in &mut self.open {
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
        if matches!(part.kind, Kind::Code { .. }) && code::is_numbers(&part.text) && self.is_beside_code() {
            return;
        }
        if !part.text.is_empty() {
            self.parts.push(part);
            return;
        }
        for mark in std::mem::take(&mut part.marks) {
            if let Style::Image(image) = mark.style {
                self.parts.push(Part { kind: Kind::Image(image), ..part.clone() });
            }
        }
    }

    /// Whether what is open is a cell with code in the next one, or is named as what numbers lines.
    fn is_beside_code(&self) -> bool {
        self.open.iter().any(|open| match open.element {
            Element::Td | Element::Th => {
                let row = self.node(self.node(open.id).parent).end;
                (open.end..row).take(NEAR).any(|at| self.element(at) == Some(Element::Pre))
            }
            _ => code::is_gutter(self.tree, open.id),
        })
    }

    /// Text as it is, in the line, behind the space that has to be before it.
    fn add(&mut self, text: &str) {
        let Some(part) = &mut self.part else { return };
        if std::mem::take(&mut self.space) && !part.text.is_empty() && !part.text.ends_with('\n') {
            part.text.push(' ');
        }
        part.text += text;
    }

    fn add_text(&mut self, id: Id, references: bool) {
        let source = self.tree.source(id);
        let decoded = match references && memchr::memchr(b'&', source.as_bytes()).is_some() {
            true => htmlize::unescape(source),
            false => Cow::Borrowed(source),
        };
        if self.is_code() {
            self.add_code(&decoded);
        } else {
            let is_space = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_whitespace);
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

    fn add_code(&mut self, code: &str) {
        let Some(part) = &mut self.part else { return };
        if std::mem::take(&mut self.breaks) && !part.text.is_empty() && !part.text.ends_with('\n') {
            part.text.push('\n');
        }
        match memchr::memchr(b'\r', code.as_bytes()) {
            Some(_) => part.text += &code.replace("\r\n", "\n").replace('\r', "\n"),
            None => part.text += code,
        }
    }

    /// The part reaches over this node.
    fn add_place(&mut self, id: Id) {
        let place = self.node(id).place.clone();
        if let Some(part) = &mut self.part {
            if part.place.is_empty() {
                part.place.start = place.start as usize;
            }
            part.place.end = part.place.end.max(place.end as usize);
        }
    }

    /// Two line breaks are the end of a paragraph.
    fn add_break(&mut self) {
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
        let behind = text[seen..].trim_end_matches(|c: char| c.is_whitespace() && c != '\n').len();
        let end = if behind == 0 { end } else { seen + behind };
        self.line = (end, text.len());
        let line_end = &text[..end];
        if line_end.is_empty() {
            return;
        }
        if !line_end.ends_with('\n') {
            text.push('\n');
        } else if part.kind == Kind::Paragraph {
            self.finish();
            self.begin(0);
        }
    }

    fn add_formula(&mut self, text: &str, is_tex: bool, id: Id) {
        self.add("");
        let Some(part) = &mut self.part else { return };
        let start = part.text.len();
        part.text += text;
        if is_tex {
            part.marks.push(Mark { range: start..part.text.len(), style: Style::Math });
        }
        self.add_place(id);
    }

    /// MathJax keeps its TeX in scripts.
    fn add_script(&mut self, id: Id) {
        let tag = self.tree.attributes(id);
        if !tag.contains("math/tex") || self.node(id).end == id + 1 {
            return;
        }
        let tex = math::tidy(self.tree.source(id + 1));
        if !tex.is_empty() {
            self.add_formula(&math::delimited(&tex, tag.contains("mode=display")), true, id);
        }
    }

    fn add_image(&mut self, id: Id) {
        self.add("");
        let image = self.image(id);
        let (Some(part), Some(image)) = (&mut self.part, image) else { return };
        // Wikipedia has a picture of each formula beside it, with its TeX.
        if self.formula != 0 && image.alternative.starts_with("{\\displaystyle") {
            return;
        }
        let at = part.text.len();
        part.marks.push(Mark { range: at..at, style: Style::Image(image) });
        self.add_place(id);
    }

    /// The picture of an `img`, if it is one to look at.
    fn image(&self, id: Id) -> Option<Image> {
        // Where pictures come later, by a script, `src` is a placeholder.
        const SOURCES: [&str; 6] =
            ["src", "data-src", "data-original", "data-lazy-src", "srcset", "data-srcset"];
        let mut sources = [""; SOURCES.len()];
        let mut alternative = "";
        for (name, value) in html::attributes(self.tree.attributes(id)) {
            let is_size = name.eq_ignore_ascii_case("width") || name.eq_ignore_ascii_case("height");
            // A point counts visitors.
            if is_size && matches!(value.trim_ascii(), "0" | "1") {
                return None;
            }
            if name.eq_ignore_ascii_case("alt") {
                alternative = value;
            }
            if let Some(found) = SOURCES.iter().position(|source| name.eq_ignore_ascii_case(source)) {
                sources[found] = value;
            }
        }
        let chosen = sources.iter().position(|source| !source.is_empty() && !source.starts_with("data:"))?;
        let written = sources[chosen];
        // A set of sources begins with the first.
        let is_set = SOURCES[chosen].ends_with("srcset");
        let source = match written.split_ascii_whitespace().next() {
            Some(first) if is_set => first.trim_end_matches(','),
            _ => written,
        };
        let alternative = htmlize::unescape_attribute(alternative);
        let alternative = alternative.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
        Some(Image {
            source: address(&htmlize::unescape_attribute(source))?,
            alternative: alternative.into(),
        })
    }
}

/// Takes white space off the ends of a text and of its marks.
fn trim(part: &mut Part) {
    let text = &mut part.text;
    let (start, end) = match part.kind {
        // Of code, the first line feed, as in browsers, and what is empty at the end.
        Kind::Code { .. } => (usize::from(text.starts_with('\n')), text.trim_end().len()),
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

fn is_preformatted(element: Element) -> bool {
    matches!(element, Element::Pre | Element::Xmp | Element::Plaintext)
}

/// Whether code is still code with such an element in it: lines may be elements.
fn may_be_in_code(element: Element) -> bool {
    use Element::*;
    element.layout() != Layout::Block || matches!(element, Div | Ol | Ul | Li | Other)
}

/// An address without what browsers leave out of it.
fn address(written: &str) -> Option<Arc<str>> {
    let trimmed = written.trim_matches(|c: char| c <= ' ');
    let is_address = !trimmed.is_empty() && trimmed.len() <= LONGEST_ADDRESS;
    is_address.then(|| match trimmed.contains(['\t', '\n', '\r']) {
        true => trimmed.replace(['\t', '\n', '\r'], "").into(),
        false => trimmed.into(),
    })
}

/// The level of what is a heading by its role.
fn heading(tag: &str) -> Option<u8> {
    if !tag.contains("heading") || !attribute(tag, "role")?.eq_ignore_ascii_case("heading") {
        return None;
    }
    // The level that the standard gives to those without.
    Some(value(tag, "aria-level").map_or(2, |level| level.clamp(1, 6) as u8))
}

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

    fn read(page: &str) -> Vec<Part> {
        let tree = Tree::new(page);
        let blocks = Blocks::new(&tree);
        parts(&tree, &blocks, &vec![true; blocks.all().len()], &[])
    }

    #[test]
    fn parts_know_what_they_are_in() {
        let parts = read(
            "<blockquote><p>a</p><ul><li>b<li>c</ul></blockquote><table><tr><th>d<th>e<tr><td>f<td>g</table>",
        );
        let containers = |n: usize| parts[n].within.iter().map(|within| within.container).collect::<Vec<_>>();
        let item = Container::Item { number: None, task: None };
        assert_eq!(containers(0), [Container::Quote]);
        assert_eq!(containers(2), [Container::Quote, Container::List, item]);
        assert_eq!(parts[1].within[..2], parts[2].within[..2]);
        assert_ne!(parts[1].within[2], parts[2].within[2]);
        assert_eq!(containers(6), [Container::Table, Container::Cell { row: 1, column: 1, header: false }]);
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
    fn marks_are_where_words_are() {
        let shown = |page: &str| {
            let parts = read(page);
            let mark = |mark: &Mark| format!("{:?} {}", mark.style, &parts[0].text[mark.range.clone()]);
            parts[0].marks.iter().map(mark).collect::<Vec<_>>()
        };
        assert_eq!(shown("<b> a <i>b </i></b>c"), ["Strong a b", "Emphasis b"]);
        assert_eq!(shown("<code>a</code> <code>b</code>"), ["Code a", "Code b"]);
        assert_eq!(shown("<b>a</b> <strong>b</strong>"), ["Strong a b"]);
        assert_eq!(shown("<a href=x>a<a href=' y\n'>b</a>"), ["Link(\"x\") a", "Link(\"y\") b"]);
        assert_eq!(shown("<b></b>a<a name=x>b</a>"), [""; 0]);
        // A link around several parts marks the first.
        let parts = read("<a href=x><h2>a</h2><p>b</p></a>");
        assert_eq!(parts.iter().map(|part| part.marks.len()).collect::<Vec<_>>(), [1, 0]);
    }

    #[test]
    fn pictures_come_with_what_is_around_them() {
        let page = "<img src=0><p>a</p><img src=1 width=1><img src=data:x data-src=2 alt='b  c'><p>d</p><img src=3><p>e</p><figure><img srcset='4 1x, 5 2x'><figcaption>f";
        let tree = Tree::new(page);
        let blocks = Blocks::new(&tree);
        let parts = parts(&tree, &blocks, &[true, true, false, true], &[]);
        let shown = parts.iter().map(|part| match &part.kind {
            Kind::Image(image) => format!("{} {}", image.source, image.alternative),
            _ => part.text.clone(),
        });
        assert_eq!(shown.collect::<Vec<_>>(), ["a", "2 b c", "d", "4 ", "f"]);
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
