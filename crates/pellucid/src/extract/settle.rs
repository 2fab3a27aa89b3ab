//! What belongs together is taken together: after the choice of blocks, one by one, by their scores.
//!
//! **In**: a tree, its blocks, and which of them are chosen. **Out**: the same, with code that stands among what is chosen, with
//! whole tables, footnotes and quotations, and without the labels and buttons that programs put beside code. **Why**: the model
//! judges blocks. A cell of a table says little by itself, and so does a line of code.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};

use super::blocks::{Block, Blocks};
use super::parts;
use super::parts::furniture::Furniture;
use crate::html::{Element, Id, Kind, Layout, Tree, attribute};

/// Where so much of a table is chosen, all of it is.
const MOST_OF_TABLE: f32 = 0.5;
/// Labels and buttons have no more characters.
const LABEL: u32 = 24;
/// A heading and what is beside it have a common element within so many.
const NEAR: usize = 4;
/// Longer tags are not looked at: many blocks and links would read the same one.
const LONGEST_TAG: usize = 1024;
/// The first letter of a formula is not deeper in it.
const DEEPEST_FORMULA: usize = 16;
/// A page has no more footnotes, and none is longer.
const MOST_NOTES: usize = 1000;
const LONGEST_NOTE: u32 = 2000;

/// Blocks as they belong together.
pub(super) fn settle(tree: &Tree, blocks: &Blocks, chosen: &mut [bool]) {
    let Some(first) = chosen.iter().position(|chosen| *chosen) else { return };
    let last = chosen.iter().rposition(|chosen| *chosen).unwrap_or(first);
    let drawn = drawn(tree, blocks, first.saturating_sub(1)..(last + 2).min(blocks.all().len()));
    let is_code = |n: usize| {
        let next = drawn.partition_point(|code| code.end <= n);
        drawn.get(next).is_some_and(|code| code.contains(&n))
            // Lines of code may be elements in elements.
            || around_block(tree, blocks, n)
                .take(NEAR)
                .any(|id| element(tree, id).is_some_and(Element::is_preformatted))
    };
    quotes(tree, blocks, chosen, first..last);
    tables_between(tree, blocks, chosen, first..last);
    let mut text = first_node(tree, &blocks.all()[first]);
    for (n, chosen) in chosen.iter_mut().enumerate().take(last + 1).skip(first) {
        let block = &blocks.all()[n];
        // Blocks are in order, and their nodes, too.
        while tree.nodes()[text as usize].place.start < block.place.start {
            text += 1;
        }
        // Nobody puts code or a formula between the paragraphs of a text but who means it.
        *chosen = *chosen || is_code(n) || is_formula(tree, block, text);
        let is_beside_code =
            || (n.saturating_sub(1)..n + 2).any(|other| other < blocks.all().len() && is_code(other));
        let is_action = || is_button(tree, block, text) || has_action(tree, block, text) && is_beside_code();
        *chosen = *chosen
            && !is_label(tree, blocks, block, text)
            && !is_instead(tree, text)
            && !names_language(tree, blocks, n)
            && (is_code(n) || !is_action());
    }
    headings(tree, blocks, chosen, first..last);
    terms(tree, blocks, chosen, first.saturating_sub(NEAR)..last);
    tables(tree, blocks, chosen);
    notes(tree, blocks, chosen);
}

/// The blocks of code whose lines are drawn as elements, if some of these are.
fn drawn(tree: &Tree, blocks: &Blocks, among: Range<usize>) -> Vec<Range<usize>> {
    let mut drawn: Vec<Range<usize>> = Vec::new();
    let among = &blocks.all()[among];
    let [first, ..] = among else { return drawn };
    let last = among.last().unwrap_or(first);
    let inside = &tree.html().as_bytes()[first.place.start as usize..last.place.end as usize];
    let is_around = |id: Id| DRAWN.is_match(tree.attributes(id));
    if !DRAWN.is_match(inside) && !tree.ancestors(first_node(tree, first)).any(is_around) {
        return drawn;
    }
    let mut end = 0;
    for id in around(tree, among.iter()) {
        let is_code = id >= end
            && matches!(element(tree, id), Some(Element::Div | Element::Table))
            && tree.attributes(id).len() <= LONGEST_TAG
            && parts::code::is_drawn(tree, id);
        if is_code {
            drawn.push(blocks_in(tree, blocks, id));
            end = tree.nodes()[id as usize].end;
        }
    }
    drawn
}

/// The elements in which these blocks begin, in their order.
fn around<'a>(tree: &Tree, blocks: impl Iterator<Item = &'a Block>) -> Vec<Id> {
    let (mut around, mut last) = (Vec::new(), None);
    for block in blocks {
        let (text, known) = (first_node(tree, block), around.len());
        // An element that begins before the last text and is around this one is around both.
        around.extend(tree.ancestors(text).take_while(|id| last.is_none_or(|last| *id > last)));
        around[known..].reverse();
        last = Some(text);
    }
    around
}

/// What all classes of drawn code have a part of: pages without are not searched.
static DRAWN: LazyLock<AhoCorasick> = LazyLock::new(|| {
    let parts = [
        "crayon-",
        "yntaxhighlighter",
        "dp-high",
        "js-file-line",
        "blob-wr",
        "nlighter",
        "CodeMirror",
        "cm-con",
        "ace_text",
        "view-lines",
        "fragment\"",
    ];
    // Other searches have no vector code.
    AhoCorasick::builder().match_kind(MatchKind::LeftmostFirst).build(parts).expect("eleven short words")
});

/// Whether a text is there instead of something: of a film, for those who cannot see it; of a picture, for those who open it.
fn is_instead(tree: &Tree, text: Id) -> bool {
    tree.ancestors(text).take(NEAR).any(|id| match element(tree, id) {
        Some(Element::Video | Element::Audio) => true,
        Some(Element::A) => tree.attributes(id).contains("lightbox") && is_deep(tree, id, text),
        _ => false,
    })
}

/// Whether there is a block between an element and a text in it.
fn is_deep(tree: &Tree, around: Id, text: Id) -> bool {
    let mut between = tree.ancestors(text).take_while(|id| *id != around);
    between.any(|id| element(tree, id).is_some_and(|element| element.layout() == Layout::Block))
}

/// Whether a block says in which language the code is that follows, which says so itself.
fn names_language(tree: &Tree, blocks: &Blocks, n: usize) -> bool {
    let (block, Some(next)) = (&blocks.all()[n], blocks.all().get(n + 1)) else { return false };
    if block.characters > LABEL || !element(tree, next.element).is_some_and(Element::is_preformatted) {
        return false;
    }
    let text = blocks.text(block).trim();
    let is_heading = element(tree, block.element).is_some_and(|element| element.heading().is_some());
    let language = || parts::code::language(tree, next.element);
    !is_heading
        && !text.contains(char::is_whitespace)
        && language().is_some_and(|name| name.eq_ignore_ascii_case(text) || parts::code::is_language(text))
}

/// The element that a block is in, and those around it.
fn around_block<'a>(tree: &'a Tree, blocks: &Blocks, n: usize) -> impl Iterator<Item = Id> + 'a {
    let inner = blocks.all()[n].element;
    std::iter::once(inner).chain(tree.ancestors(inner))
}

/// Quotations that what is chosen answers, in the same place, if half of those on the page are chosen, and two: the model takes some
/// for what others wrote. (All of them are too many: in forums, gold texts of WCXB leave most out, and F1 fell by .029 there.)
fn quotes(tree: &Tree, blocks: &Blocks, chosen: &mut [bool], among: Range<usize>) {
    let mut found: Vec<Range<usize>> = Vec::new();
    let (mut end, mut taken) = (among.start, 0);
    for n in among {
        if n < end {
            continue;
        }
        let outermost =
            around_block(tree, blocks, n).take(2 * NEAR).filter(|id| parts::is_quote(tree, *id)).last();
        let Some(quote) = outermost else { continue };
        let inside = blocks_in(tree, blocks, quote);
        end = inside.end.max(n + 1);
        let parent = tree.nodes()[quote as usize].parent;
        let is_beside = || around_block(tree, blocks, inside.end).take(NEAR).any(|id| id == parent);
        if chosen.get(inside.end) == Some(&true) && is_beside() {
            taken += usize::from(chosen[inside.clone()].contains(&true));
            found.push(inside);
        }
    }
    if taken < 2 || 2 * taken < found.len() {
        return;
    }
    for quote in found {
        let first = quote.start + usize::from(quote.len() > 1 && says_who(blocks, quote.start));
        chosen[first..quote.end].fill(true);
    }
}

/// Whether a block says who said what follows.
fn says_who(blocks: &Blocks, n: usize) -> bool {
    let block = &blocks.all()[n];
    block.characters <= 4 * LABEL && blocks.text(block).trim_end().ends_with([':', '：'])
}

/// Tables of data between what is chosen, in the same place. (Captions of pictures in such places are mostly dropped with good reason:
/// of 78 pages that would have some more, F1 fell on 66.)
fn tables_between(tree: &Tree, blocks: &Blocks, chosen: &mut [bool], among: Range<usize>) {
    for n in among.start + 1..among.end {
        if chosen[n] || !chosen[n - 1] {
            continue;
        }
        let is_table = |id: &Id| element(tree, *id) == Some(Element::Table) && parts::is_table(tree, *id);
        let Some(table) = around_block(tree, blocks, n).take(2 * NEAR).find(is_table) else { continue };
        let (inside, parent) = (blocks_in(tree, blocks, table), tree.nodes()[table as usize].parent);
        let is_beside = |n: usize| {
            chosen.get(n) == Some(&true) && around_block(tree, blocks, n).take(NEAR).any(|id| id == parent)
        };
        if inside.start == n && is_beside(n - 1) && is_beside(inside.end) {
            chosen[inside].fill(true);
        }
    }
}

/// Terms whose definitions are chosen: the model takes short ones for links or labels.
fn terms(tree: &Tree, blocks: &Blocks, chosen: &mut [bool], among: Range<usize>) {
    let of = |n: usize, wanted: Element| {
        let mut around = around_block(tree, blocks, n).take(NEAR);
        around.find(|id| element(tree, *id) == Some(wanted)).map(|id| tree.nodes()[id as usize].parent)
    };
    for n in among.rev() {
        // DokuWiki's code has a file for a term, which is there to be loaded.
        let is_code = || element(tree, blocks.all()[n + 1].element).is_some_and(Element::is_preformatted);
        if chosen[n] || !chosen[n + 1] || is_code() {
            continue;
        }
        let list = of(n, Element::Dt);
        chosen[n] = list.is_some() && (list == of(n + 1, Element::Dd) || list == of(n + 1, Element::Dt));
    }
}

/// Headings of a chosen text, in the midst of it: the model takes some of them for labels.
fn headings(tree: &Tree, blocks: &Blocks, chosen: &mut [bool], among: Range<usize>) {
    let heading = |n: usize| {
        let mut around = around_block(tree, blocks, n).take(NEAR);
        around.find(|id| element(tree, *id).is_some_and(|element| element.heading().is_some()))
    };
    for n in (among.start + 1..among.end).rev() {
        if chosen[n] || !chosen[n + 1] {
            continue;
        }
        let Some(own) = heading(n) else { continue };
        // Before it may be others.
        let before =
            (among.start..n).rev().take(NEAR).find(|before| chosen[*before] || heading(*before).is_none());
        let parent = tree.nodes()[own as usize].parent;
        // A heading that begins a section is beside what is beside that.
        let begins =
            element(tree, parent) == Some(Element::Section) && !(parent + 1..own).any(|at| is_text(tree, at));
        let outer = if begins { tree.nodes()[parent as usize].parent } else { parent };
        let is_in = |other: usize, around: Id, deep: usize| {
            tree.ancestors(blocks.all()[other].element).take(deep).any(|id| id == around)
        };
        let is_beside =
            |before: usize| chosen[before] && is_in(before, outer, if begins { 2 * NEAR } else { NEAR });
        chosen[n] = before.is_some_and(is_beside) && is_in(n + 1, parent, NEAR);
    }
}

/// Whether a block is the text of a button. (In a heading it opens what follows.)
fn is_button(tree: &Tree, block: &Block, text: Id) -> bool {
    if block.characters > LABEL {
        return false;
    }
    let opens = |id: Id| {
        element(tree, id).is_some_and(|element| element.heading().is_some() || element == Element::Summary)
    };
    !tree.ancestors(text).take(NEAR).any(opens)
        && tree.ancestors(text).take(3).any(|id| {
            let tag = tree.attributes(id);
            let is_role = || {
                tag.len() <= LONGEST_TAG
                    && attribute(tag, "role").is_some_and(|role| role.eq_ignore_ascii_case("button"))
            };
            element(tree, id) == Some(Element::Button) || tag.contains("button") && is_role()
        })
}

/// Whether there is a link in a short block that does something and leads nowhere: "Code: Select all".
fn has_action(tree: &Tree, block: &Block, text: Id) -> bool {
    if block.characters > LABEL {
        return false;
    }
    let nodes = tree.nodes();
    let inside = (text..nodes.len() as Id).take_while(|id| nodes[*id as usize].place.start < block.place.end);
    inside.take(16).any(|id| {
        let is_action = |href: &str| matches!(href, "#" | "#!") || href.starts_with("javascript:");
        element(tree, id) == Some(Element::A)
            && tree.attributes(id).len() <= LONGEST_TAG
            && attribute(tree.attributes(id), "href").is_some_and(|href| is_action(&href))
    })
}

/// The first node of a block.
fn first_node(tree: &Tree, block: &Block) -> Id {
    let first = tree.nodes().partition_point(|node| node.place.start < block.place.start);
    first.min(tree.nodes().len() - 1) as Id
}

fn element(tree: &Tree, id: Id) -> Option<Element> {
    match tree.nodes()[id as usize].kind {
        Kind::Element(element) => Some(element),
        Kind::Text(_) => None,
    }
}

/// The blocks that begin in a node, by their numbers.
pub(super) fn blocks_in(tree: &Tree, blocks: &Blocks, id: Id) -> std::ops::Range<usize> {
    let nodes = tree.nodes();
    let node = &nodes[id as usize];
    let end = nodes.get(node.end as usize).map_or(u32::MAX, |next| next.place.start);
    let before = |place: u32| blocks.all().partition_point(|block| block.place.start < place);
    before(node.place.start)..before(end)
}

/// Whether a block is what programs put beside code: the name of its language, a button that copies it, the numbers of its lines.
fn is_label(tree: &Tree, blocks: &Blocks, block: &Block, text: Id) -> bool {
    let is_numbers =
        || blocks.text(block).bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_whitespace());
    if block.characters > LABEL && !is_numbers() {
        return false;
    }
    let mut around = tree.ancestors(text).take(3);
    around.any(|id| {
        let tag = tree.attributes(id);
        if tag.is_empty() || tag.len() > LONGEST_TAG {
            return false;
        }
        let is_copy = || {
            let says = |name: &str| {
                let value = attribute(tag, name).unwrap_or_default().to_ascii_lowercase();
                value.contains("copy") || value.contains("clipboard")
            };
            ["class", "title", "aria-label"].iter().any(|name| says(name))
        };
        let is_in_code = || {
            let outer = attribute(tree.attributes(tree.nodes()[id as usize].parent), "class");
            outer.is_some_and(|class| {
                class.starts_with("language-") || class.contains(" language-") || class.contains("highlight")
            })
        };
        element(tree, id) == Some(Element::Button) && is_copy()
            || Furniture::Beside.is(tag)
            || Furniture::Language.is(tag) && is_in_code()
    })
}

/// Whether a block is nothing but a formula.
fn is_formula(tree: &Tree, block: &Block, text: Id) -> bool {
    let nodes = tree.nodes();
    // What follows is white space, or the same once more: KaTeX says everything twice.
    let ends = |id: Id| {
        let mut at = nodes[id as usize].end;
        while nodes.get(at as usize).is_some_and(|node| node.place.start < block.place.end) {
            at = match element(tree, at) {
                Some(Element::Span) if tree.attributes(at).contains("katex-html") => nodes[at as usize].end,
                None if is_text(tree, at) => return false,
                _ => at + 1,
            };
        }
        true
    };
    let begins = |id: Id| !(id + 1..text).any(|at| is_text(tree, at));
    tree.ancestors(text).take(DEEPEST_FORMULA).any(|id| {
        let is_math = || element(tree, id).is_some_and(|element| parts::is_formula(tree, id, element));
        tree.attributes(id).len() <= LONGEST_TAG && is_math() && begins(id) && ends(id)
    })
}

fn is_text(tree: &Tree, id: Id) -> bool {
    matches!(tree.nodes()[id as usize].kind, Kind::Text(_)) && !tree.source(id).trim_ascii().is_empty()
}

/// Tables of which most is chosen are chosen, if they are tables.
fn tables(tree: &Tree, blocks: &Blocks, chosen: &mut [bool]) {
    let is_table =
        |at: &Id| element(tree, *at).is_some_and(|element| parts::role(tree, *at, element) == Element::Table);
    let taken = blocks.all().iter().zip(&*chosen).filter(|(_, chosen)| **chosen);
    let around: Vec<Id> = around(tree, taken.map(|(block, _)| block)).into_iter().filter(is_table).collect();
    if around.is_empty() {
        return;
    }
    // Sums of the characters before each block, all and chosen: tables may be in tables, and are not counted again.
    let mut before = vec![(0u64, 0u64)];
    for (block, chosen) in blocks.all().iter().zip(&*chosen) {
        let (all, taken) = before[before.len() - 1];
        let characters = u64::from(block.characters);
        before.push((all + characters, taken + if *chosen { characters } else { 0 }));
    }
    let mut end = 0;
    for table in around {
        if table < end {
            continue;
        }
        let inside = blocks_in(tree, blocks, table);
        let (first, last) = (before[inside.start], before[inside.end.max(inside.start)]);
        let (whole, taken) = (last.0 - first.0, last.1 - first.1);
        let is_most = taken < whole && taken as f32 >= MOST_OF_TABLE * whole as f32;
        if is_most && parts::is_table(tree, table) {
            chosen[inside].fill(true);
            end = tree.nodes()[table as usize].end;
        }
    }
}

/// The footnotes to which there is a mark in what is chosen. References, as in encyclopedias, are none.
fn notes(tree: &Tree, blocks: &Blocks, chosen: &mut [bool]) {
    let says = |text: &str| {
        let text = if text.len() <= LONGEST_TAG { text.to_ascii_lowercase() } else { String::new() };
        text.contains("footnote") || text.contains("noteref")
    };
    let is_chosen = |place: u32| {
        let next = blocks.all().partition_point(|block| block.place.start <= place);
        next.checked_sub(1).is_some_and(|n| chosen[n] && place < blocks.all()[n].place.end)
    };
    let mut wanted: HashSet<String> = HashSet::new();
    // Marks stand between the first that is chosen and the last.
    let taken = || blocks.all().iter().zip(&*chosen).filter(|(_, chosen)| **chosen).map(|(block, _)| block);
    let from = taken().next().map_or(0, |first| first_node(tree, first));
    let end = taken().next_back().map_or(0, |last| last.place.end);
    for id in from..tree.nodes().len() as Id {
        let node = &tree.nodes()[id as usize];
        if node.place.start >= end || wanted.len() >= MOST_NOTES {
            break;
        }
        if node.kind != Kind::Element(Element::A) {
            continue;
        }
        let tag = tree.attributes(id);
        if !tag.contains('#') {
            continue;
        }
        let Some(href) = attribute(tag, "href").filter(|href| href.starts_with('#') && href.len() > 1) else {
            continue;
        };
        let is_mark = says(tag) || says(tree.attributes(node.parent)) || href.starts_with("#fn");
        if is_mark && is_chosen(node.place.start) {
            wanted.insert(href[1..].to_owned());
        }
    }
    if wanted.is_empty() {
        return;
    }
    for id in 0..tree.nodes().len() as Id {
        let tag = tree.attributes(id);
        if !tag.contains("id") || !attribute(tag, "id").is_some_and(|id| wanted.remove(&*id)) {
            continue;
        }
        let inside = blocks_in(tree, blocks, id);
        let length: u32 = inside.clone().map(|n| blocks.all()[n].characters).fold(0, u32::saturating_add);
        if length <= LONGEST_NOTE {
            chosen[inside].fill(true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts that are chosen in the end, of those that were (with `*` before them) and others.
    fn settled(html: &str) -> Vec<String> {
        let tree = Tree::new(html);
        let blocks = Blocks::new(&tree);
        let mut chosen: Vec<bool> =
            blocks.all().iter().map(|block| blocks.text(block).contains('*')).collect();
        settle(&tree, &blocks, &mut chosen);
        let all = blocks.all().iter().zip(&chosen).filter(|(_, chosen)| **chosen);
        all.map(|(block, _)| blocks.text(block).to_owned()).collect()
    }

    #[test]
    fn quotations_that_are_answered() {
        let post =
            |quote: &str| format!("<div><blockquote><p>Ann said:</p><p>{quote}</p></blockquote>*yes</div>");
        let chosen = post("*a") + &post("*a");
        assert_eq!(settled(&(chosen + &post("b"))), ["*a", "*yes", "*a", "*yes", "b", "*yes"]);
        assert_eq!(settled(&(post("*a") + &post("b"))), ["*a", "*yes", "*yes"]);
        assert_eq!(settled("<div><blockquote>a</blockquote></div><p>*b</p>"), ["*b"]);
    }

    #[test]
    fn tables_between_paragraphs() {
        let table = "<table><tr><th>a<th>b<tr><td>c<td>d</table>";
        assert_eq!(settled(&format!("<p>*x{table}<p>*y")), ["*x", "a", "b", "c", "d", "*y"]);
        assert_eq!(settled(&format!("<p>*x<p>z{table}<p>*y")), ["*x", "*y"]);
        assert_eq!(settled(&format!("<p>*x<div>{table}</div><p>*y")), ["*x", "*y"]);
    }

    #[test]
    fn code_among_paragraphs() {
        assert_eq!(
            settled("<pre>a</pre><p>*b</p><pre>c</pre><p>d</p><p>*e</p><pre>f</pre>"),
            ["*b", "c", "*e"]
        );
        assert_eq!(settled("<p>a</p><pre>b</pre>"), [""; 0]);
        // Expressive Code.
        let lines = "<pre><code><div><div>a</div></div><div><div>b</div></div></code></pre>";
        assert_eq!(settled(&format!("<p>*x</p>{lines}<p>*y")), ["*x", "a", "b", "*y"]);
    }

    #[test]
    fn code_that_is_drawn() {
        let page = "<p>a*</p><div class=syntaxhighlighter><div class=line>b</div><div class=line>c</div></div><p>d*</p>\
            <div class=highlighted><div class=line>e</div></div><p>f*</p>";
        assert_eq!(settled(page), ["a*", "b", "c", "d*", "f*"]);
    }

    #[test]
    fn headings_in_the_midst() {
        for (html, expected) in [
            ("<p>a*</p><h2>b</h2><p>c*</p>", "a* b c*"),
            ("<p>a*</p><h2>b</h2><h3>c</h3><p>d*</p>", "a* b c d*"),
            ("<p>a*</p><h2><div>b</div></h2><p>c*</p>", "a* b c*"),
            ("<p>a*</p><h2>b</h2><p>c</p><p>d*</p>", "a* d*"),
            ("<p>a*</p><p>b</p><h2>c</h2><p>d*</p>", "a* d*"),
            ("<main><p>a*</p></main><aside><div><h2>b</h2></div></aside><p>c*</p>", "a* c*"),
        ] {
            assert_eq!(settled(html).join(" "), expected, "{html}");
        }
    }

    #[test]
    fn headings_of_sections() {
        let page = "<p>a*</p><section><h2>b</h2><div><p>c*</p></div></section><section><h2>d</h2><div><ul><li>e*</li></ul></div></section>";
        assert_eq!(settled(&format!("<div>{page}</div>")).join(" "), "a* b c* d e*");
    }

    #[test]
    fn terms_of_definitions() {
        for (html, expected) in [
            (
                "<p>a*</p><dl><dt><a>b</a><dd>c*<dt>d<dt>e<dd><p>f*</p><dt>g<dd>h</dl><p>i*</p>",
                "a* b c* d e f* i*",
            ),
            ("<dl><dt>a<dd><p>b*</p></dl><p>c*</p>", "a b* c*"),
            ("<p>a*</p><dl><dt>b<dd><pre>c*</pre></dl><p>d*</p>", "a* c* d*"),
        ] {
            assert_eq!(settled(html).join(" "), expected, "{html}");
        }
    }

    #[test]
    fn what_is_there_instead() {
        for (html, expected) in [
            ("<p>a*</p><video><p>No* film</p></video><p>b*</p>", "a* b*"),
            ("<p>a*</p><a class=lightbox><img src=x><div>x* 1920</div></a><p>b*</p>", "a* b*"),
        ] {
            assert_eq!(settled(html).join(" "), expected, "{html}");
        }
    }

    #[test]
    fn names_of_languages_before_their_code() {
        let tree = Tree::new(
            "<p>JS</p><pre class=language-js>b</pre><p>Sum</p><pre class=language-js>c</pre><p>JS</p><pre>d</pre>",
        );
        let blocks = Blocks::new(&tree);
        let names: Vec<usize> = (0..6).filter(|n| names_language(&tree, &blocks, *n)).collect();
        assert_eq!(names, [0]);
    }

    #[test]
    fn buttons_and_actions() {
        for (html, expected) in [
            ("<p>a*</p><div><button>copy*</button></div><pre>b</pre><p>c*</p>", "a* b c*"),
            ("<p>a*</p><div role=button>bash*</div><pre>b</pre><p>c*</p>", "a* b c*"),
            ("<p>a*</p><p>Code*: <a href='#'>Select all</a></p><pre>b</pre><p>c*</p>", "a* b c*"),
            ("<p>a*</p><p>Code*: <a href='/x'>of it</a></p><pre>b</pre><p>c*</p>", "a* Code*: of it b c*"),
            ("<p>a*</p><h2><button>b*</button></h2><p>c*</p>", "a* b* c*"),
        ] {
            assert_eq!(settled(html).join(" "), expected, "{html}");
        }
    }

    #[test]
    fn formulas_among_paragraphs() {
        let page = |between: &str| settled(&format!("<p>*a</p>{between}<p>*b</p>")).len();
        assert_eq!(page("<div>\n<math display=block><mi>x</mi> <mo>+</mo><mi>y</mi></math>\n</div>"), 3);
        let katex = "<span class=katex><math><mi>x</mi></math><span class=katex-html>x</span></span>";
        assert_eq!(page(&format!("<figure class=equation>{katex}</figure>")), 3);
        assert_eq!(page(&format!("<p>{katex} is a letter</p>")), 2);
        assert_eq!(page(&format!("<p>See {katex}</p>")), 2);
    }

    #[test]
    fn labels_beside_code() {
        let code = "<div class='language-js x'><button class=copy>Copy</button><span class=lang>js</span><pre>*code</pre>\
            <div class=line-numbers-wrapper><span>1</span><br><span>2</span></div></div>";
        assert_eq!(
            settled(&format!("<p>*a</p>{}<p>*b</p>", code.replace("Copy", "*Copy").replace(">js", ">*js"))),
            ["*a", "*code", "*b"]
        );
        assert_eq!(
            settled("<p>*a</p><h3><button>*What?</button></h3><p lang=de class=lang>*b</p>"),
            ["*a", "*What?", "*b"]
        );
    }

    #[test]
    fn whole_tables() {
        let table = |cells: &str| format!("<p>*a</p><table><tr><th>*kind<th>b<tr>{cells}</table>");
        assert_eq!(settled(&table("<td>*green<td>2")), ["*a", "*kind", "b", "*green", "2"]);
        assert_eq!(settled(&table("<td>green and much more<td>2")), ["*a", "*kind"]);
    }

    #[test]
    fn footnotes_with_their_marks() {
        let page = "<p>*a<sup class=footnote-ref><a href='#fn1'>1</a></sup></p><p>b<a class=footnote href='#n2'>2</a></p>\
            <ol><li id=fn1>one<li id=n2>two</ol>";
        assert_eq!(settled(page), ["*a1", "one"]);
        assert_eq!(
            settled("<p>*a<sup><a href='#cite_note-1'>1</a></sup></p><ol><li id=cite_note-1>b</ol>"),
            ["*a1"]
        );
    }
}
