//! The lines around a headline, and which of them are the article's: what is in a sidebar, a menu or a comment is not.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::AhoCorasick;
use foldhash::fast::RandomState;

use super::date;
use super::text::{head, one_line, text_of};
use super::title::is_link;
use super::visible::finder;
use crate::html::{Element, Id, Kind, Layout, Tree, attribute, attributes};

/// So many lines after the headline are looked at, and before it.
const AFTER: usize = 14;
const BEFORE: usize = 4;
/// So many nodes before the headline have those before it.
const BACK: Id = 300;
/// A line with more letters beside its date is a sentence.
pub(super) const BESIDE: usize = 60;
/// So many elements around a text are looked at.
const FARTHEST: usize = 24;

/// Parts of names of places that are not the article's.
const ELSEWHERE: &[&str] = &[
    "comment",
    "footer",
    "sidebar",
    "related",
    "recommend",
    "copyright",
    "trending",
    "breadcrumb",
    "newsletter",
    "carousel",
    "leserbrief",
];
/// And whole words of such names: others have them within.
const ELSEWHERE_WORDS: &[&str] = &[
    "widget", "widgets", "popular", "recent", "latest", "teaser", "teasers", "promo", "menu", "reply",
    "replies", "more", "next", "prev", "previous", "card", "cards", "today", "ticker",
];
/// Those of places where a post says who wrote it, among other things.
pub(super) const META: &[&str] = &[
    "posted",
    "post-footer",
    "entry-footer",
    "postmeta",
    "post-meta",
    "entry-meta",
    "article-meta",
    "post-info",
    "postinfo",
    "meta",
];
/// The parts of [`ELSEWHERE`].
static OTHERS: LazyLock<AhoCorasick> = LazyLock::new(|| finder(ELSEWHERE.iter()));

/// A line as it is read.
pub(super) struct Line {
    pub text: String,
    /// Names of its places, folded.
    pub called: String,
    /// The machine's form of a `time` in it.
    pub time: Option<String>,
    /// Its first text, and the node after its last.
    pub nodes: (Id, Id),
}

/// The lines of a page, text by text: each text that is not blank, and whether it begins a line. And headings, where they begin.
struct Texts<'t> {
    tree: &'t Tree<'t>,
    at: Id,
    to: Id,
    /// Where the last text stands, unless a line ended after it.
    block: Option<Id>,
}

impl<'t> Texts<'t> {
    fn of(tree: &'t Tree<'t>, nodes: Range<Id>) -> Texts<'t> {
        Texts { tree, at: nodes.start, to: nodes.end, block: None }
    }
}

enum Text {
    /// A text, and whether it begins a line.
    Text(Id, bool),
    /// A heading begins.
    Heading(Id),
}

impl Iterator for Texts<'_> {
    type Item = Text;

    fn next(&mut self) -> Option<Text> {
        let nodes = self.tree.nodes();
        while self.at < self.to {
            let at = self.at;
            self.at += 1;
            let node = &nodes[at as usize];
            match node.kind {
                Kind::Element(element) if element.layout() == Layout::Hidden => {
                    self.at = node.end.max(at + 1)
                }
                Kind::Element(Element::Br) => self.block = None,
                Kind::Element(element) if element.heading().is_some() => return Some(Text::Heading(at)),
                Kind::Text(references) if !node.is_blank && !is_blank(self.tree.source(at), references) => {
                    let is_block = |id: &Id| matches!(nodes[*id as usize].kind, Kind::Element(element) if element.layout() == Layout::Block);
                    let own = self.tree.ancestors(at).find(is_block);
                    let begins = own.is_none() || self.block != own;
                    self.block = own;
                    return Some(Text::Text(at, begins));
                }
                Kind::Element(_) | Kind::Text(_) => {}
            }
        }
        None
    }
}

/// Whether a text is nothing but white space.
fn is_blank(source: &str, references: bool) -> bool {
    let source = source.trim_ascii_start();
    match source.as_bytes().first() {
        None => true,
        Some(byte) if byte.is_ascii_graphic() && *byte != b'&' => false,
        _ => decoded(source, references).trim().is_empty(),
    }
}

/// A text as it is read, as much of it as can matter.
fn decoded(source: &str, references: bool) -> Cow<'_, str> {
    if references { htmlize::unescape(head(source)) } else { head(source).into() }
}

/// The lines after the headline that belong to the article.
pub(super) fn lines_after(names: &mut Names, headline: Id) -> Vec<Range<Id>> {
    let tree = names.tree;
    let mut lines: Vec<Range<Id>> = Vec::new();
    // Whether the last one goes on, how long it is, and whether any is as long as a sentence.
    let (mut is_open, mut length, mut is_text) = (false, 0, false);
    for text in Texts::of(tree, tree.nodes()[headline as usize].end..tree.nodes().len() as Id) {
        match text {
            // Another article begins after the words about this page.
            Text::Heading(at) if is_text && is_other(tree, at, headline) => break,
            Text::Heading(_) => {}
            Text::Text(at, begins) => {
                is_open &= !begins;
                if !is_open {
                    if names.is_elsewhere(at, headline) {
                        continue;
                    }
                    if lines.len() == AFTER {
                        break;
                    }
                    lines.push(at..at);
                    (is_open, length) = (true, 0);
                }
                if let Some(line) = lines.last_mut() {
                    line.end = at + 1;
                }
                if !is_text && let Kind::Text(references) = tree.nodes()[at as usize].kind {
                    length += 1 + decoded(tree.source(at), references).len();
                    is_text = length > BESIDE;
                }
            }
        }
    }
    lines
}

/// The last lines before the headline that belong to the article, the nearest first.
pub(super) fn lines_before(names: &mut Names, headline: Id) -> Vec<Range<Id>> {
    let tree = names.tree;
    let from = headline.saturating_sub(BACK).max(1);
    let is_hidden = |id: &Id| matches!(tree.nodes()[*id as usize].kind, Kind::Element(element) if element.layout() == Layout::Hidden);
    let at = tree.ancestors(from).find(is_hidden).unwrap_or(from);
    let mut lines: Vec<Range<Id>> = Vec::new();
    for text in Texts::of(tree, at..headline) {
        match text {
            Text::Text(at, true) => lines.push(at..at + 1),
            Text::Text(at, false) => lines.last_mut().into_iter().for_each(|line| line.end = at + 1),
            Text::Heading(_) => {}
        }
    }
    // Those of other places are left out, and what they begin with.
    let own = |line: Range<Id>| {
        let mut texts = Texts::of(tree, line.clone());
        texts.find_map(|text| match text {
            Text::Text(at, _) if !names.is_elsewhere(at, headline) => Some(at..line.end),
            _ => None,
        })
    };
    lines.into_iter().rev().filter_map(own).take(BEFORE).collect()
}

impl Line {
    /// The line of these nodes.
    pub fn of(names: &mut Names, nodes: Range<Id>, headline: Id) -> Line {
        let tree = names.tree;
        let mut line =
            Line { text: String::new(), called: String::new(), time: None, nodes: (nodes.start, nodes.end) };
        for text in Texts::of(tree, nodes) {
            let Text::Text(at, _) = text else { continue };
            let Kind::Text(references) = tree.nodes()[at as usize].kind else { continue };
            line.text.push(' ');
            line.text.push_str(&decoded(tree.source(at), references));
            for id in tree.ancestors(at).take(4) {
                let above = &tree.nodes()[id as usize];
                if id <= headline && headline < above.end {
                    break;
                }
                let written = tree.attributes(id);
                if written.len() < 2000 {
                    line.called.push_str(&names.of(id).called);
                    if above.kind == Kind::Element(Element::Time) && line.time.is_none() {
                        line.time = attribute(written, "datetime")
                            .and_then(|time| date::iso(&time))
                            .filter(|time| time.len() >= 10);
                    }
                }
            }
        }
        line.text = one_line(&line.text);
        line
    }
}

/// Whether a heading leads to something that is called differently from the headline.
fn is_other(tree: &Tree, heading: Id, headline: Id) -> bool {
    let text = one_line(&text_of(tree, heading));
    is_link(tree, heading, &text) && text != one_line(&text_of(tree, headline))
}

/// The names that a tag gives its place, in lower case.
pub(super) fn called(written: &str) -> String {
    let mut called = String::with_capacity(written.len());
    for (name, value) in attributes(written) {
        if ["class", "id", "itemprop", "rel"].iter().any(|wanted| name.eq_ignore_ascii_case(wanted)) {
            called.push_str(value);
            called.push(' ');
        }
    }
    called.make_ascii_lowercase();
    called
}

/// Names of places, each worked out once: most are around many lines.
pub(super) struct Names<'t> {
    pub tree: &'t Tree<'t>,
    known: HashMap<Id, Name, RandomState>,
}

struct Name {
    called: String,
    /// Whether a place of this name is not the article's.
    is_elsewhere: bool,
}

impl<'t> Names<'t> {
    pub fn new(tree: &'t Tree<'t>) -> Names<'t> {
        Names { tree, known: HashMap::default() }
    }

    fn of(&mut self, id: Id) -> &Name {
        self.known.entry(id).or_insert_with(|| Name::of(self.tree, id))
    }

    /// Whether a node is in a part of the page that is not the article. What is around the headline, too, says nothing.
    pub fn is_elsewhere(&mut self, id: Id, headline: Id) -> bool {
        let tree = self.tree;
        let (mut places, mut count) = ([0; FARTHEST], 0);
        for above in std::iter::once(id).chain(tree.ancestors(id)).take(FARTHEST) {
            let node = &tree.nodes()[above as usize];
            let is_place = matches!(node.kind, Kind::Element(element) if !matches!(element, Element::Body | Element::Html));
            if is_place && !(above <= headline && headline < node.end) {
                (places[count], count) = (above, count + 1);
            }
        }
        // What is around many lines is known.
        places[..count].iter().rev().any(|above| self.of(*above).is_elsewhere)
    }
}

impl Name {
    fn of(tree: &Tree, id: Id) -> Name {
        let written = tree.attributes(id);
        let called = if written.len() < 2000 { called(written) } else { String::new() };
        let own =
            || ["entry-footer", "post-footer", "article-footer"].iter().any(|name| called.contains(name));
        let is_word = |word: &str| {
            ELSEWHERE_WORDS.contains(&word) && !(word == "widget" && called.contains("elementor"))
        };
        let is_called_so =
            || OTHERS.is_match(&called) || called.split(|c: char| !c.is_alphanumeric()).any(is_word);
        let is_meta = || META.iter().any(|name| name.contains('-') && called.contains(name));
        let is_article = |above: Id| tree.nodes()[above as usize].kind == Kind::Element(Element::Article);
        let is_elsewhere = match tree.nodes()[id as usize].kind {
            Kind::Element(Element::Aside) if is_meta() => false,
            Kind::Element(
                Element::Aside | Element::Nav | Element::Form | Element::Button | Element::Figcaption,
            ) => true,
            Kind::Element(Element::Footer)
                if !["article", "entry", "post"].iter().any(|name| written.contains(name))
                    && !tree.ancestors(id).any(is_article) =>
            {
                true
            }
            _ => !called.is_empty() && is_called_so() && !own(),
        };
        Name { called, is_elsewhere }
    }
}
