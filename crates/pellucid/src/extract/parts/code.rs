//! Preformatted text: in which programming language it is, and what in it is not code.

use super::furniture::Furniture;
use crate::html::{Element, Id, Kind, Tree, attribute};

/// How many elements around a `pre` may name its language.
const AROUND: usize = 3;

/// A name of a language is not longer.
const LONGEST: usize = 24;

/// What numbers lines has no more nodes.
const MOST_NODES: Id = 4000;

/// What stands before a language in a class: as highlight.js, Prism and the HTML standard's example have it; Sphinx and
/// GitHub; Google's prettify.
const PREFIXES: [&str; 5] = ["language-", "highlight-source-", "highlight-text-", "highlight-", "lang-"];

/// The language of a `pre`, as the page names it.
pub(super) fn language(tree: &Tree, pre: Id) -> Option<String> {
    let nodes = tree.nodes();
    // The first element inside, if it is code, and then outwards.
    let inner = (pre + 1..nodes[pre as usize].end)
        .take(3)
        .find(|at| matches!(nodes[*at as usize].kind, Kind::Element(Element::Code)));
    let outer = tree.ancestors(pre).take(AROUND);
    inner.into_iter().chain([pre]).chain(outer).find_map(|id| named(tree.attributes(id), id == pre))
}

/// The language that a tag names.
fn named(tag: &str, is_pre: bool) -> Option<String> {
    if tag.is_empty() {
        return None;
    }
    let class = attribute(tag, "class").unwrap_or_default();
    let by_prefix = class
        .split_ascii_whitespace()
        .find_map(|word| PREFIXES.iter().find_map(|prefix| word.strip_prefix(prefix)));
    // Old SyntaxHighlighter: `brush: js; toolbar: false`.
    let brush = || class.split_once("brush:").map(|(_, rest)| rest.trim_ascii_start());
    // Pandoc: `sourceCode haskell`.
    let pandoc = || class.strip_prefix("sourceCode ").filter(|_| is_pre);
    let data = || attribute(tag, "data-lang").or_else(|| attribute(tag, "data-language"));
    let written = by_prefix
        .or_else(brush)
        .or_else(pandoc)
        .map(str::to_owned)
        .or_else(|| data().map(|d| d.into_owned()))?;
    let ends = |c: char| !(c.is_alphanumeric() || matches!(c, '+' | '#' | '-' | '_' | '.'));
    let name = written.split(ends).next().unwrap_or_default();
    let is_none = ["", "none", "default", "plaintext", "nohighlight"].contains(&name);
    (!is_none && name.len() <= LONGEST).then(|| name.to_ascii_lowercase())
}

/// Whether an element does nothing but number the lines of code.
pub(super) fn is_gutter(tree: &Tree, id: Id) -> bool {
    let tag = tree.attributes(id);
    // Longer ones than the code of any page are not looked at: they would be, once for each of their lines.
    if tree.nodes()[id as usize].end - id > MOST_NODES {
        return false;
    }
    // Most elements have no class, and the names above have one of two syllables.
    if !(tag.contains("ln") || tag.contains("line") || tag.contains("gutter") || tag.contains("num")) {
        return false;
    }
    Furniture::Gutter.is(tag)
        && (id + 1..tree.nodes()[id as usize].end).all(|at| match tree.nodes()[at as usize].kind {
            Kind::Text(_) => {
                tree.source(at).bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_whitespace())
            }
            Kind::Element(_) => true,
        })
}

/// Whether an element holds code whose lines are drawn as elements.
pub(in crate::extract) fn is_drawn(tag: &str) -> bool {
    Furniture::Drawn.is(tag)
}

/// Whether an element in code is no part of it: a button, or the cell that numbers a line.
pub(super) fn is_tool(tree: &Tree, id: Id, element: Element) -> bool {
    match element {
        Element::Button => true,
        Element::Td => {
            let nodes = tree.nodes();
            let node = &nodes[id as usize];
            let row_end = nodes[node.parent as usize].end;
            let is_number = || {
                node.end == id + 2
                    && tree.source(id + 1).trim_ascii().bytes().all(|byte| byte.is_ascii_digit())
            };
            node.parent + 1 == id && node.end < row_end && is_number()
        }
        Element::Div => Furniture::Tool.is(tree.attributes(id)),
        _ => false,
    }
}

/// Whether a text is the numbers of lines, one after the other.
pub(super) fn is_numbers(text: &str) -> bool {
    let numbers: Option<Vec<u32>> = text.split_ascii_whitespace().map(|word| word.parse().ok()).collect();
    numbers.is_some_and(|numbers| numbers.windows(2).all(|pair| pair[0].checked_add(1) == Some(pair[1])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages() {
        let cases = [
            ("<pre><code class='hljs language-rust'>x", Some("rust")),
            ("<pre class='lang-C++ prettyprint'>x", Some("c++")),
            ("<div class='highlight-python notranslate'><div class=highlight><pre>x", Some("python")),
            ("<div class='highlight highlight-source-shell'><pre>x", Some("shell")),
            ("<pre class='brush: js; toolbar: false'>x", Some("js")),
            ("<pre class='sourceCode haskell'>x", Some("haskell")),
            ("<pre data-lang=go>x", Some("go")),
            ("<pre class=highlight>x", None),
            ("<pre><code class='language-none'>x", None),
            ("<pre>x", None),
        ];
        for (html, expected) in cases {
            let tree = Tree::new(html);
            let is_pre = |id: &Id| matches!(tree.nodes()[*id as usize].kind, Kind::Element(Element::Pre));
            let pre = (0..tree.nodes().len() as Id).find(is_pre).unwrap();
            assert_eq!(language(&tree, pre).as_deref(), expected, "{html}");
        }
    }

    #[test]
    fn numbers_of_lines() {
        let tree = Tree::new(
            "<span class='x lineno'> 1 </span><span class=lineno>one</span><span class=mine>1</span>",
        );
        assert_eq!([1, 3, 5].map(|id| is_gutter(&tree, id)), [true, false, false]);
        assert!(is_numbers("1\n2\n 3\n") && is_numbers("7"));
        assert!(!is_numbers("1\n3") && !is_numbers("1 a"));
    }
}
