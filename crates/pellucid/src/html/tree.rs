//! The tree of a page: flat, in the order of the source, built in one pass.
//!
//! What browsers do to broken pages is done as far as it matters to text: elements whose end tags may be left out are closed
//! by what follows, an end tag closes the nearest element of its name and what is still open inside, and one without a
//! start tag is passed over. What is not done: moving nodes (of misnested formatting, and of text between the rows of a
//! table), which only changes how words look.

use std::ops::Range;

use super::elements::{Element, LISTS};
use super::mentions::{Mentions, mark};
use super::syntax::{ends_tag_name, is_space};
use super::tokens::{Token, Tokens};
use crate::budget;

/// Deeper than this, elements are children of the last one that is not: no page of people is so deep, and what
/// walks up from a node must not walk for ever.
const DEEPEST: usize = 400;

/// A node's number.
pub type Id = u32;

/// An element or a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// What it is.
    pub kind: Kind,
    /// The node it is in; the root is in itself.
    pub parent: Id,
    /// Its descendants are the nodes from the next one up to here.
    pub end: Id,
    /// Where it is in the source; of an element, its start tag.
    pub place: Range<u32>,
    /// Whether it is a text of nothing but white space.
    pub is_blank: bool,
    /// What its tag mentions.
    pub mentions: Mentions,
}

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An element.
    Element(Element),
    /// A text, and whether character references in it mean something.
    Text(bool),
}

/// A page.
#[derive(Clone, Debug)]
pub struct Tree<'a> {
    html: &'a str,
    nodes: Vec<Node>,
    is_cut: bool,
}

impl<'a> Tree<'a> {
    /// Reads a page. Any text is one. Of a page of more than 4 GiB, only the beginning is read.
    pub fn new(html: &'a str) -> Tree<'a> {
        Tree::within(html, usize::MAX)
    }

    /// The same, of its first nodes: as many as there is room for in so many bytes.
    pub(crate) fn within(html: &'a str, bytes: usize) -> Tree<'a> {
        let most = bytes / size_of::<Node>();
        let whole = html.len();
        let mut length = html.len().min(u32::MAX as usize);
        while !html.is_char_boundary(length) {
            length -= 1;
        }
        let html = &html[..length];
        let root = Node {
            kind: Kind::Element(Element::Html),
            parent: 0,
            end: 0,
            place: 0..0,
            is_blank: false,
            mentions: Mentions::default(),
        };
        // Of 2,343 pages, one in ten has more nodes.
        let mut nodes = Vec::with_capacity((html.len() / 32).min(most) + 1);
        nodes.push(root);
        let mut builder =
            Builder { html, nodes, open: vec![(0, Element::Html)], counts: [0; Element::COUNT] };
        let mut is_cut = length < whole;
        for token in Tokens::new(html) {
            if !budget::has_room(&mut builder.nodes, most) {
                is_cut = true;
                break;
            }
            builder.take(token);
        }
        let mut nodes = builder.finish();
        mark(html, &mut nodes);
        Tree { html, nodes, is_cut }
    }

    /// Whether there is more in the source than in the nodes.
    pub(crate) fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// The page without these elements, which are in order and not inside of each other.
    pub(crate) fn without(mut self, removed: &[Id]) -> Tree<'a> {
        let mut removed = removed.iter().copied().peekable();
        // Nodes that are open: where they end among the old ones, and their new number.
        let mut open: Vec<(Id, Id)> = Vec::new();
        let (mut at, mut to): (Id, Id) = (0, 0);
        let all = self.nodes.len() as Id;
        while at < all {
            while let Some((_, id)) = open.pop_if(|(end, _)| *end <= at) {
                self.nodes[id as usize].end = to;
            }
            let mut node = self.nodes[at as usize].clone();
            if removed.next_if_eq(&at).is_some() {
                at = node.end;
                continue;
            }
            node.parent = open.last().map_or(0, |(_, id)| *id);
            open.push((node.end, to));
            self.nodes[to as usize] = node;
            (at, to) = (at + 1, to + 1);
        }
        open.iter().for_each(|(_, id)| self.nodes[*id as usize].end = to);
        self.nodes.truncate(to as usize);
        self
    }

    /// How many bytes the nodes take.
    pub(crate) fn held(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
    }

    /// The source.
    pub fn html(&self) -> &'a str {
        self.html
    }

    /// All nodes, in the order of the source; the first is the root, which has no tag of its own.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The attributes of an element, as they stand in its tag.
    pub fn attributes(&self, id: Id) -> &'a str {
        let node = &self.nodes[id as usize];
        match node.kind {
            Kind::Element(element) if !node.place.is_empty() => {
                // Between `<` with the name, and `>`.
                let tag = &self.html[node.place.start as usize + 1..node.place.end as usize - 1];
                let name = match element {
                    Element::Other => tag.bytes().position(ends_tag_name).unwrap_or(tag.len()),
                    _ => element.name().len(),
                };
                &tag[name..]
            }
            _ => "",
        }
    }

    /// The text of a node as it is written in the source.
    pub fn source(&self, id: Id) -> &'a str {
        let place = &self.nodes[id as usize].place;
        &self.html[place.start as usize..place.end as usize]
    }

    /// A node's ancestors, the nearest first, the root last.
    pub fn ancestors(&self, id: Id) -> impl Iterator<Item = Id> {
        let mut at = id;
        std::iter::from_fn(move || {
            let parent = self.nodes[at as usize].parent;
            (parent != at).then(|| {
                at = parent;
                parent
            })
        })
    }
}

struct Builder<'a> {
    html: &'a str,
    nodes: Vec<Node>,
    /// Elements that are open, the root first.
    open: Vec<(Id, Element)>,
    /// How many of each name are open, without the root.
    counts: [u16; Element::COUNT],
}

impl Builder<'_> {
    fn take(&mut self, token: Token) {
        match token {
            Token::Text { place, references } => {
                let is_blank = is_blank(&self.html.as_bytes()[place.clone()]);
                if !is_blank && self.is_in_head() {
                    self.close(Element::Head);
                }
                self.add(Kind::Text(references), place, is_blank);
            }
            Token::Start { element, place, .. } => {
                if self.is_in_head() && !element.belongs_in_head() {
                    self.close(Element::Head);
                }
                self.close_implied(element);
                self.add(Kind::Element(element), place, false);
                if !element.is_void() && self.open.len() < DEEPEST {
                    self.open.push((self.nodes.len() as Id - 1, element));
                    self.counts[element as usize] += 1;
                }
            }
            Token::End { element, .. } => self.close(element),
        }
    }

    fn add(&mut self, kind: Kind, place: Range<usize>, is_blank: bool) {
        let parent = self.open.last().map_or(0, |(id, _)| *id);
        let end = self.nodes.len() as Id + 1;
        let place = place.start as u32..place.end as u32;
        self.nodes.push(Node { kind, parent, end, place, is_blank, mentions: Mentions::default() });
    }

    fn is_in_head(&self) -> bool {
        self.open.last().is_some_and(|(_, element)| *element == Element::Head)
    }

    /// Closes elements whose end tags were left out, as this one shows.
    fn close_implied(&mut self, next: Element) {
        while let Some(depth) = self.implied(next) {
            self.close_from(depth);
        }
    }

    /// The place among the open elements of one which this start tag closes.
    fn implied(&self, next: Element) -> Option<usize> {
        use Element::*;
        let (closed, within): (&[Element], &[Element]) = match next {
            Li => (&[Li], LISTS),
            Dt | Dd => (&[Dt, Dd], &[Dl]),
            Option => (&[Option], &[Select]),
            Optgroup => (&[Option, Optgroup], &[Select]),
            Td | Th => (&[Td, Th], &[Table, Tr]),
            Tr => (&[Td, Th, Tr], &[Table]),
            Tbody | Thead | Tfoot => (&[Td, Th, Tr, Tbody, Thead, Tfoot], &[Table]),
            Body => (&[Head], &[]),
            A => (&[A], &[Table, Td, Th, Caption, Object]),
            _ if next.closes_paragraph() => (&[P], &[Button, Td, Th, Caption, Li, Table, Object]),
            _ => return None,
        };
        // Mostly there is none, and no need to look at all that is open.
        if closed.iter().all(|element| self.counts[*element as usize] == 0) {
            return None;
        }
        let inner = self.open.iter().rposition(|(_, element)| within.contains(element)).unwrap_or(0);
        let found = self.open[inner..].iter().position(|(_, element)| closed.contains(element));
        found.map(|found| inner + found).filter(|depth| *depth > 0)
    }

    /// An end tag.
    fn close(&mut self, element: Element) {
        // A cell is closed by nothing inside of it.
        let walls: &[Element] = match element {
            Element::Table | Element::Body | Element::Html => &[],
            Element::Tr | Element::Td | Element::Th | Element::Tbody | Element::Thead | Element::Tfoot => {
                &[Element::Table]
            }
            _ => &[Element::Td, Element::Th, Element::Table],
        };
        if self.counts[element as usize] == 0 {
            return;
        }
        let stops = |(_, open): &(Id, Element)| *open == element || walls.contains(open);
        if let Some(depth) = self.open.iter().rposition(stops)
            && depth > 0
            && self.open[depth].1 == element
        {
            self.close_from(depth);
        }
    }

    /// Closes the open element at this place, and all that is open inside.
    fn close_from(&mut self, depth: usize) {
        let end = self.nodes.len() as Id;
        for (id, element) in self.open.drain(depth..) {
            self.nodes[id as usize].end = end;
            self.counts[element as usize] = self.counts[element as usize].saturating_sub(1);
        }
    }

    fn finish(mut self) -> Vec<Node> {
        self.close_from(0);
        self.nodes
    }
}

/// Whether a text is nothing but white space: mostly a line feed, and many spaces or tabs.
fn is_blank(mut text: &[u8]) -> bool {
    loop {
        text = match text {
            [b' ', b' ', b' ', b' ', b' ', b' ', b' ', b' ', rest @ ..] => rest,
            [byte, rest @ ..] if is_space(*byte) => rest,
            _ => return text.is_empty(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Elements as `name(…)`, texts as they are.
    fn shown(html: &str) -> String {
        fn show(tree: &Tree, id: Id) -> String {
            let node = &tree.nodes[id as usize];
            match node.kind {
                Kind::Text(_) => tree.source(id).to_owned(),
                Kind::Element(element) => {
                    let mut children = Vec::new();
                    let mut child = id + 1;
                    while child < node.end {
                        children.push(show(tree, child));
                        child = tree.nodes[child as usize].end;
                    }
                    format!("{}({})", element.name(), children.join(" "))
                }
            }
        }
        let shown = show(&Tree::new(html), 0);
        shown.strip_prefix("html(").and_then(|rest| rest.strip_suffix(')')).unwrap_or_default().to_owned()
    }

    #[test]
    fn what_is_left_out_is_closed() {
        let cases = [
            ("<p>a<p>b<div>c</div>d", "p(a) p(b) div(c) d"),
            ("<ul><li>a<li>b<ul><li>c</ul>d</ul>e", "ul(li(a) li(b ul(li(c)) d)) e"),
            ("<dl><dt>a<dd>b<dt>c</dl>", "dl(dt(a) dd(b) dt(c))"),
            ("<table><tr><td>a<td>b<tr><td>c</table>d", "table(tr(td(a) td(b)) tr(td(c))) d"),
            ("<table><tr><td><table><tr><td>a</table>b</table>", "table(tr(td(table(tr(td(a))) b)))"),
            ("<b>a<p>b</b>c", "b(a p(b)) c"),
            ("a</p>b</div>c", "a b c"),
            ("<td><div>a</td>b", "td(div(a)) b"),
            ("<div><table><tr><td>a</div>b</table>c</div>d", "div(table(tr(td(a b))) c) d"),
            ("a<br>b<img src=x>c", "a br() b img() c"),
            ("<p>a<span>b<p>c", "p(a span(b)) p(c)"),
            (
                "<head> <meta><noscript><b></noscript><link><div>a</div>",
                "head(  meta() noscript(<b>) link()) div(a)",
            ),
            ("<head><title>a</title>b<p>c", "head(title(a)) b p(c)"),
        ];
        for (html, expected) in cases {
            assert_eq!(shown(html), expected, "{html}");
        }
    }

    #[test]
    fn nodes_know_their_place() {
        let html = "<div class=x>a<p id='y'>b</p></div>";
        let tree = Tree::new(html);
        assert_eq!((tree.attributes(1), tree.source(2), tree.attributes(3)), (" class=x", "a", " id='y'"));
        assert_eq!(tree.ancestors(4).collect::<Vec<_>>(), [3, 1, 0]);
    }

    #[test]
    fn what_is_removed_is_gone_and_the_rest_is_as_it_would_be_without() {
        let html = "<div><p>a<b>b</b></p><p>c</p>d</div><p>e";
        let tree = Tree::new(html).without(&[2, 6]);
        let rest = Tree::new("<div>d</div><p>e");
        let shape = |tree: &Tree| tree.nodes.iter().map(|n| (n.kind, n.parent, n.end)).collect::<Vec<_>>();
        assert_eq!(shape(&tree), shape(&rest));
        assert_eq!(tree.source(2), "d");
        assert_eq!(shape(&Tree::new(html).without(&[])), shape(&Tree::new(html)));
    }

    #[test]
    fn depth_is_bounded_and_time_is_linear() {
        for unit in [
            "<div>",
            "<b>",
            "<table><tr><td>",
            "<p>",
            "<li>",
            "</p>",
            "<ul><li>",
            "</td>",
            "<a b='",
            "<dl><dt>",
        ] {
            let html = unit.repeat(200_000);
            let tree = Tree::new(&html);
            let deepest =
                (0..tree.nodes.len() as Id).step_by(9973).map(|id| tree.ancestors(id).count()).max();
            assert!(deepest <= Some(DEEPEST), "{unit}");
        }
    }

    proptest! {
        #[test]
        fn nodes_are_nested(html in r#"(<div>|</div>|<p>|</p>|<table>|</table>|<td>|<tr>|<li>|</li>|<ul>|</ul>|<br>|a|<b>|</b>|<title>|</title>){0,40}"#) {
            let tree = Tree::new(&html);
            prop_assert_eq!(tree.nodes[0].end as usize, tree.nodes.len());
            for (id, node) in tree.nodes.iter().enumerate().skip(1) {
                let parent = &tree.nodes[node.parent as usize];
                prop_assert!((node.parent as usize) < id && node.end <= parent.end && node.end as usize > id);
            }
        }
    }
}
