//! A tree in, blocks of text out: what stands on lines of its own, in reading order.
//!
//! **In**: the tree of a page. **Out**: [`Blocks`]. **Why**: a reader decides by paragraphs, not by elements, and so does the model.
//!
//! A block is the text between two borders of block elements: a paragraph, a heading, an item of a list, a cell of a table,
//! or the words that stand loose between others. Character references are decoded and white space is made one space, as it
//! is seen, except in `pre`; a `br` is a line feed. What is not seen (scripts, forms' fields, what is `hidden`) is left out.

use std::borrow::Cow;
use std::ops::Range;

use fearless_simd::{Simd, dispatch, prelude::*};

use crate::budget;
use crate::html::{self, Element, Id, Kind, Layout, Mentions, Tree, attributes};
use crate::simd;

/// A run of text on lines of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The element that it is in: the nearest that is a block.
    pub element: Id,
    /// Its text, in [`Blocks::text`].
    text: Range<u32>,
    /// From where to where it is in the source.
    pub place: Range<u32>,
    /// How many of its characters, without white space, are there.
    pub characters: u32,
    /// How many of these are in links.
    pub linked: u32,
    /// How many links begin in it.
    pub links: u32,
    /// How many tags of inline elements it has, start tags and void ones.
    pub tags: u32,
}

/// The blocks of a page.
#[derive(Clone, Debug, Default)]
pub struct Blocks {
    text: String,
    blocks: Vec<Block>,
    is_cut: bool,
}

/// What is known of each block until it is chosen or not, in bytes: its score, its place by that, and the like.
const JUDGED: usize = 24;
/// And then.
const CHOSEN: usize = 8;

impl Blocks {
    /// Of this page.
    pub fn new(tree: &Tree) -> Blocks {
        Blocks::within(tree, usize::MAX)
    }

    /// The same, of its first blocks: as many as there is room for in so many bytes.
    pub(crate) fn within(tree: &Tree, bytes: usize) -> Blocks {
        // Text is hardly ever longer than its source.
        let text = String::with_capacity(tree.html().len());
        let most = bytes.saturating_sub(text.capacity()) / (size_of::<Block>() + JUDGED);
        let mut reader = Reader {
            tree,
            blocks: Blocks { text, blocks: Vec::new(), is_cut: false },
            most: most.max(1),
            current: None,
            links: 0,
            preformatted: 0,
            formulas: 0,
            uncounted: false,
        };
        reader.read();
        let mut blocks = reader.blocks;
        // What was cut within a block cuts it off.
        if tree.is_cut() && blocks.blocks.len() > 1 {
            blocks.blocks.pop();
        }
        blocks.is_cut |= tree.is_cut();
        blocks.text.shrink_to_fit();
        blocks
    }

    /// The text of all, a line for each.
    pub(crate) fn into_text(mut self) -> String {
        let end = self.blocks.last().map_or(0, |last| last.text.end);
        self.text.truncate(end as usize);
        self.text
    }

    /// Whether there is more in the source than in the blocks.
    pub(crate) fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// How many bytes the blocks take once they are chosen or not.
    pub(crate) fn held(&self) -> usize {
        self.text.capacity() + self.blocks.capacity() * (size_of::<Block>() + CHOSEN)
    }

    /// The blocks, in the order of the page.
    pub fn all(&self) -> &[Block] {
        &self.blocks
    }

    /// The text of a block.
    pub fn text(&self, block: &Block) -> &str {
        &self.text[block.text.start as usize..block.text.end as usize]
    }
}

struct Reader<'a> {
    tree: &'a Tree<'a>,
    blocks: Blocks,
    /// How many blocks there may be.
    most: usize,
    current: Option<Block>,
    /// How many `a`, `pre` and `math` are open.
    links: u32,
    preformatted: u32,
    formulas: u32,
    /// Whether the open link has not been counted yet.
    uncounted: bool,
}

/// An element that is open.
struct Open {
    end: Id,
    element: Element,
    id: Id,
}

impl Reader<'_> {
    fn read(&mut self) {
        let nodes = self.tree.nodes();
        let mut open: Vec<Open> = Vec::new();
        // The nearest block elements, the innermost last.
        let mut containers: Vec<Id> = vec![0];
        let mut at: Id = 1;
        while (at as usize) < nodes.len() && !self.blocks.is_cut {
            while let Some(last) = open.pop_if(|last| last.end <= at) {
                self.leave(&last, &mut containers);
            }
            let node = &nodes[at as usize];
            match node.kind {
                Kind::Text(references) => {
                    let container = containers.last().copied().unwrap_or(0);
                    self.add_text(at, container, references);
                    at += 1;
                }
                Kind::Element(element)
                    if element.layout() == Layout::Hidden && !is_shadow_root(self.tree, element, at) =>
                {
                    at = node.end;
                }
                Kind::Element(element) => {
                    if node.mentions.has(Mentions::HIDDEN) && hides(self.tree.attributes(at)) {
                        at = node.end;
                        continue;
                    }
                    let element = self.seen_as(element, at);
                    if element.layout() != Layout::Inline {
                        self.flush();
                        containers.push(at);
                    }
                    self.enter(element, at);
                    open.push(Open { end: node.end, element, id: at });
                    at += 1;
                }
            }
        }
        while let Some(last) = open.pop() {
            self.leave(&last, &mut containers);
        }
        self.flush();
    }

    /// What an element is on the page: an `a` that leads nowhere is a mere place, and what stands in a formula stands in a line.
    fn seen_as(&self, element: Element, id: Id) -> Element {
        let leads = || {
            let written = self.tree.attributes(id);
            written.starts_with(" href=")
                || attributes(written).any(|(name, _)| name.eq_ignore_ascii_case("href"))
        };
        match element {
            Element::A if !leads() => Element::Span,
            _ if self.formulas > 0 => Element::Span,
            _ => element,
        }
    }

    fn enter(&mut self, element: Element, id: Id) {
        let place = self.tree.nodes()[id as usize].place.clone();
        if let Some(block) = self.current.as_mut().filter(|_| element.layout() == Layout::Inline) {
            block.tags += 1;
            block.place.end = place.end;
        }
        match element {
            Element::A => {
                self.links += 1;
                self.uncounted = true;
            }
            Element::Math => self.formulas += 1,
            _ if element.is_preformatted() => self.preformatted += 1,
            Element::Br if self.current.is_some() => {
                let text = &mut self.blocks.text;
                text.truncate(text.trim_end_matches(' ').len());
                text.push('\n');
            }
            _ => {}
        }
    }

    fn leave(&mut self, open: &Open, containers: &mut Vec<Id>) {
        match open.element {
            Element::A => self.links = self.links.saturating_sub(1),
            Element::Math => self.formulas = self.formulas.saturating_sub(1),
            element if element.is_preformatted() => {
                self.flush();
                self.preformatted = self.preformatted.saturating_sub(1);
            }
            _ => {}
        }
        if containers.last() == Some(&open.id) {
            self.flush();
            containers.pop();
        }
    }

    fn add_text(&mut self, id: Id, container: Id, references: bool) {
        let node = &self.tree.nodes()[id as usize];
        // Two texts of three are white space between tags.
        if node.is_blank && (self.current.is_none() || self.preformatted == 0) {
            if let Some(block) = &mut self.current {
                block.place.end = node.place.end;
                separate(&mut self.blocks.text, block);
            }
            return;
        }
        let source = self.tree.source(id);
        let mut look = Look::at(source);
        let decoded = if references && look.references {
            let decoded = htmlize::unescape(source);
            look = Look::at(&decoded);
            decoded
        } else {
            Cow::Borrowed(source)
        };
        if self.current.is_none() && look.first == decoded.len() {
            return;
        }
        let place = node.place.clone();
        let start = self.blocks.text.len();
        let block = self.current.get_or_insert(Block {
            element: container,
            text: start as u32..start as u32,
            place: place.clone(),
            characters: 0,
            linked: 0,
            links: 0,
            tags: 0,
        });
        block.place.end = place.end;
        let text = &mut self.blocks.text;
        if self.preformatted > 0 {
            text.push_str(&decoded);
        } else {
            let is_space = |byte: Option<&u8>| byte.is_some_and(|byte| html::is_space(*byte));
            if is_space(decoded.as_bytes().first()) {
                separate(text, block);
            }
            text.push_str(decoded[look.first..look.end].trim_ascii_end());
            for words in words(&decoded[look.end..]) {
                text.push(' ');
                text.push_str(words);
            }
            if is_space(decoded.as_bytes().last()) {
                separate(text, block);
            }
        }
        let characters = look.characters;
        block.characters += characters;
        if self.links > 0 {
            block.linked += characters;
            if characters > 0 && std::mem::take(&mut self.uncounted) {
                block.links += 1;
            }
        }
    }

    /// The current block is complete.
    fn flush(&mut self) {
        let Some(mut block) = self.current.take() else { return };
        let text = &mut self.blocks.text;
        let start = block.text.start as usize;
        text.truncate(text.trim_end_matches([' ', '\n']).len().max(start));
        if block.characters == 0 {
            text.truncate(start);
            return;
        }
        block.text.end = text.len() as u32;
        text.push('\n');
        // Beyond 4 GiB, no place could be told.
        let can_be_told = text.len() < u32::MAX as usize;
        if can_be_told && budget::has_room(&mut self.blocks.blocks, self.most) {
            self.blocks.blocks.push(block);
        } else {
            text.truncate(start);
            self.blocks.is_cut = true;
        }
    }
}

/// White space in the midst of a block, whose text is the last.
fn separate(text: &mut String, block: &Block) {
    if text.len() > block.text.start as usize && !text.ends_with([' ', '\n']) {
        text.push(' ');
    }
}

/// The words of a text: those that are one space apart are taken together.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_ascii_start();
        let (words, after) = rest.split_at(well_spaced(rest));
        rest = after;
        Some(words.trim_ascii_end()).filter(|words| !words.is_empty())
    })
}

/// How much of a text, which does not begin with white space, has none but single spaces.
fn well_spaced(text: &str) -> usize {
    dispatch!(simd::level(), simd => first_break(simd, text.as_bytes()))
}

/// Where the first white space is that is no single space; the end, if there is none.
#[inline(always)]
fn first_break<S: Simd>(simd: S, text: &[u8]) -> usize {
    let (mut at, mut before) = (0, 0);
    while at < text.len() {
        let bytes = simd::bytes_at(simd, text, at);
        let spaces = simd::are(simd, bytes, b' ').to_bitmask();
        let others = simd::are_in(simd, bytes, b'\t', b'\n') | simd::are_in(simd, bytes, b'\x0C', b'\r');
        let breaks = others.to_bitmask() | spaces & (spaces << 1 | before);
        if breaks != 0 {
            return text.len().min(at + breaks.trailing_zeros() as usize);
        }
        before = spaces >> (simd::LANES - 1);
        at += simd::LANES;
    }
    text.len()
}

/// What is seen of a text at first.
struct Look {
    /// Where the first word begins; the end, if there is none.
    first: usize,
    /// Where the first white space after that is that is no single space; the end, if there is none.
    end: usize,
    /// How many characters are not white space.
    characters: u32,
    /// Whether there may be character references.
    references: bool,
}

impl Look {
    fn at(text: &str) -> Look {
        let (mut look, is_doubtful) = dispatch!(simd::level(), simd => look(simd, text.as_bytes()));
        if is_doubtful {
            look.characters -= text.chars().filter(|c| !c.is_ascii() && c.is_whitespace()).count() as u32;
        }
        look
    }
}

/// The same, with white space beyond ASCII among the characters, and whether there may be some.
#[inline(always)]
fn look<S: Simd>(simd: S, text: &[u8]) -> (Look, bool) {
    let (mut first, mut end) = (text.len(), text.len());
    let (mut characters, mut references, mut doubtful, mut before, mut at) = (0, 0, 0, 0, 0);
    while at < text.len() {
        let bytes = simd::bytes_at(simd, text, at);
        let spaces = simd::are(simd, bytes, b' ').to_bitmask();
        let others = simd::are_in(simd, bytes, b'\t', b'\r').to_bitmask();
        // The vertical tab is white space, but not to HTML.
        let tabs = simd::are(simd, bytes, b'\x0B').to_bitmask();
        // All but the first byte of a character are 10xxxxxx.
        let within = simd::are_in(simd, bytes, 0x80, 0xBF).to_bitmask();
        characters += (!(spaces | others | within)).count_ones();
        // White space beyond ASCII begins with one of four bytes.
        let is_doubtful = simd::are(simd, bytes, 0xC2) | simd::are_in(simd, bytes, 0xE1, 0xE3);
        doubtful |= is_doubtful.to_bitmask();
        references |= simd::are(simd, bytes, b'&').to_bitmask();
        let letters = !(spaces | others) | tabs;
        let mut breaks = (others & !tabs) | spaces & (spaces << 1 | before);
        if first == text.len() && letters != 0 {
            first = at + letters.trailing_zeros() as usize;
            breaks &= u64::MAX << letters.trailing_zeros();
        }
        if first < end && end == text.len() && breaks != 0 {
            end = text.len().min(at + breaks.trailing_zeros() as usize);
        }
        before = spaces >> (simd::LANES - 1);
        at += simd::LANES;
    }
    (Look { first, end, characters, references: references != 0 }, doubtful != 0)
}

/// Whether nobody sees an element.
pub(super) fn is_hidden(tree: &Tree, element: Element, id: Id) -> bool {
    let is_mentioned = || tree.nodes()[id as usize].mentions.has(Mentions::HIDDEN);
    element.layout() == Layout::Hidden && !is_shadow_root(tree, element, id)
        || is_mentioned() && hides(tree.attributes(id))
}

/// Whether a `template` is what readers see of the element around it (<https://html.spec.whatwg.org/#attr-template-shadowrootmode>).
fn is_shadow_root(tree: &Tree, element: Element, id: Id) -> bool {
    element == Element::Template
        && attributes(tree.attributes(id)).any(|(name, _)| name.eq_ignore_ascii_case("shadowrootmode"))
}

/// Whether a tag with these attributes hides its element. What React sends late is hidden until a script moves it to its place.
fn hides(written: &str) -> bool {
    let is_late = |(name, value): (&str, &str)| name.eq_ignore_ascii_case("id") && value.starts_with("S:");
    attributes(written).any(|(name, value)| {
        name.eq_ignore_ascii_case("hidden") && !value.eq_ignore_ascii_case("until-found")
    }) && !attributes(written).any(is_late)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn texts(html: &str) -> Vec<String> {
        let tree = Tree::new(html);
        let blocks = Blocks::new(&tree);
        blocks.all().iter().map(|block| blocks.text(block).to_owned()).collect()
    }

    #[test]
    fn blocks_are_what_stands_alone() {
        let cases: [(&str, &[&str]); 13] = [
            ("<p>a <math><mrow><mi>x</mi><mo>=</mo></mrow></math> b", &["a x= b"]),
            ("<p hidden>a</p><div hidden id='S:1'>b</div>", &["b"]),
            (
                "<x-a>a<template shadowrootmode=open><p>b</template><template><p>c</template></x-a>",
                &["a", "b"],
            ),
            ("<p>a <b>b</b>c</p>d", &["a bc", "d"]),
            ("<div>a<p>b</p>c</div>", &["a", "b", "c"]),
            ("a &amp; b&nbsp;c &lt;p>", &["a & b\u{A0}c <p>"]),
            ("  <p>\n a\t b \n</p> ", &["a b"]),
            ("<pre> a\n  b </pre>c", &[" a\n  b", "c"]),
            ("a <br> b<br><br>c<br>", &["a\nb\n\nc"]),
            ("<head><title>t</title></head><script>x</script>a<style>y</style>", &["a"]),
            ("<ul><li>a<li>b</ul>", &["a", "b"]),
            ("<p hidden>a</p><p data-hidden=1>b</p><select><option>c</select>", &["b"]),
            ("<table><tr><td>a<td>b</table>", &["a", "b"]),
        ];
        for (html, expected) in cases {
            assert_eq!(texts(html), expected, "{html}");
        }
    }

    #[test]
    fn white_space_of_all_scripts_is_none_of_the_characters() {
        for c in ('\0'..=char::MAX).filter(|c| c.is_whitespace()) {
            assert_eq!(Look::at(&format!("a{c}é{c}中")).characters, 3, "{c:?}");
        }
        assert_eq!(Look::at("ñ–х中😀\u{301}").characters, 6);
    }

    proptest! {
        #[test]
        fn words_are_those_between_white_space(text in "[ab ]{0,20}([ \t\n\r\x0C]|[a-cé中]|[a-c ]{16}){0,40}") {
            let together: Vec<&str> = words(&text).collect();
            prop_assert_eq!(together.join(" "), text.split_ascii_whitespace().collect::<Vec<_>>().join(" "));
        }
    }

    #[test]
    fn links_and_places_are_counted() {
        let html = "<p>See <a href=x>the <i>page</i></a> here</p>";
        let tree = Tree::new(html);
        let blocks = Blocks::new(&tree);
        let [block] = blocks.all() else { panic!("one block") };
        assert_eq!((block.characters, block.linked, block.links, block.tags), (14, 7, 1, 2));
        let place = block.place.start as usize..block.place.end as usize;
        assert_eq!(&html[place], "See <a href=x>the <i>page</i></a> here");
        assert_eq!(tree.nodes()[block.element as usize].kind, Kind::Element(Element::P));
    }

    #[test]
    fn only_what_leads_somewhere_is_a_link() {
        let counted = |html: &str| {
            let blocks = Blocks::new(&Tree::new(html));
            blocks.all().iter().map(|block| (block.linked, block.links)).collect::<Vec<_>>()
        };
        assert_eq!(counted("<a name=x>ab<p>cd"), [(0, 0), (0, 0)]);
        assert_eq!(counted("<a href=x>ab<a href=y>cd</a>ef"), [(4, 2)]);
    }

    proptest! {
        #[test]
        fn blocks_are_in_order(html in r#"(<div>|</div>|<p>|</p>|<a>|</a>|<pre>|</pre>|<br>|a | b|&amp;|<td>|<table>|</table>|<script>|</script>){0,40}"#) {
            let tree = Tree::new(&html);
            let blocks = Blocks::new(&tree);
            let mut last = 0;
            for block in blocks.all() {
                prop_assert!(last <= block.place.start && block.place.start < block.place.end);
                prop_assert!(block.linked <= block.characters && !blocks.text(block).is_empty());
                last = block.place.end;
            }
        }
    }
}
