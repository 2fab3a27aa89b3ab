//! Preformatted text: in which programming language it is, and what in it is not code.

use super::furniture::Furniture;
use crate::html::{Element, Id, Kind, Tree, attribute};

/// How many elements around a `pre` may name its language, and how many more if they say that it is highlighted: Hexo puts code
/// into tables.
const AROUND: usize = 3;
const FURTHER: usize = 3;

/// A name of a language is not longer.
const LONGEST: usize = 24;

/// What numbers lines has no more nodes.
const MOST_NODES: Id = 4000;

/// What stands before a language in a class: as highlight.js, Prism and the HTML standard's example have it; Sphinx and
/// GitHub; MediaWiki; Google's prettify; Jupyter.
const PREFIXES: [&str; 7] =
    ["language-", "highlight-source-", "highlight-text-", "highlight-", "mw-highlight-lang-", "lang-", "hl-"];

/// Languages that stand alone in a class.
const LANGUAGES: [&str; 62] = [
    "asm",
    "bash",
    "c",
    "clojure",
    "cmake",
    "cpp",
    "cs",
    "csharp",
    "css",
    "dart",
    "diff",
    "dockerfile",
    "elixir",
    "erlang",
    "fortran",
    "fsharp",
    "go",
    "graphql",
    "groovy",
    "haskell",
    "html",
    "http",
    "ini",
    "java",
    "javascript",
    "js",
    "json",
    "jsx",
    "julia",
    "kotlin",
    "latex",
    "less",
    "lisp",
    "lua",
    "makefile",
    "markdown",
    "matlab",
    "nginx",
    "ocaml",
    "perl",
    "php",
    "powershell",
    "python",
    "python3",
    "r",
    "ruby",
    "rust",
    "scala",
    "scheme",
    "scss",
    "sh",
    "shell",
    "sql",
    "swift",
    "toml",
    "ts",
    "tsx",
    "typescript",
    "vim",
    "xml",
    "yaml",
    "yml",
];

/// The language of a `pre`, as the page names it.
pub(in crate::extract) fn language(tree: &Tree, pre: Id) -> Option<String> {
    let nodes = tree.nodes();
    // The first element inside, if it is code, and then outwards.
    let inner = (pre + 1..nodes[pre as usize].end)
        .take(3)
        .find(|at| matches!(nodes[*at as usize].kind, Kind::Element(Element::Code)));
    let around = |from: usize, count: usize| tree.ancestors(pre).skip(from).take(count);
    let mut near = inner.into_iter().chain([pre]).chain(around(0, AROUND));
    let marked = |id: Id| alone(&attribute(tree.attributes(id), "class")?, false).map(str::to_owned);
    let near = near.find_map(|id| named(tree.attributes(id), id >= pre));
    near.or_else(|| around(AROUND, FURTHER).find_map(marked))
}

/// Whether a text is the name of a language.
pub(in crate::extract) fn is_language(text: &str) -> bool {
    LANGUAGES.iter().any(|name| name.eq_ignore_ascii_case(text))
}

/// The language that stands alone in a class: of code, or of what says that it is highlighted.
fn alone(class: &str, is_code: bool) -> Option<&str> {
    let is_marked = class.split_ascii_whitespace().any(|word| {
        ["highlight", "hljs", "sourceCode", "codehilite"].iter().any(|mark| word.starts_with(mark))
    });
    let mut words = class.split_ascii_whitespace();
    // A class of one letter is anything.
    words.find(|word| (is_marked || is_code && word.len() > 1) && LANGUAGES.contains(word))
}

/// The language that a tag names.
fn named(tag: &str, is_code: bool) -> Option<String> {
    if tag.is_empty() {
        return None;
    }
    let class = attribute(tag, "class").unwrap_or_default();
    let by_prefix = class
        .split_ascii_whitespace()
        .find_map(|word| PREFIXES.iter().find_map(|prefix| word.strip_prefix(prefix)));
    // Old SyntaxHighlighter, in the class; Confluence has it elsewhere: `brush: js; toolbar: false`.
    let brush = |from: &str| from.split_once("brush:").map(|(_, rest)| rest.trim_ascii_start().to_owned());
    // Pandoc: `sourceCode haskell`.
    let pandoc = || class.strip_prefix("sourceCode ").filter(|_| is_code);
    let data = || {
        let named = ["data-lang", "data-language", "data-enlighter-language"];
        named.iter().find_map(|name| attribute(tag, name)).map(|name| name.into_owned())
    };
    let of_code =
        || attribute(tag, "lang").filter(|name| is_code && is_language(name)).map(|name| name.into_owned());
    let written = (by_prefix.map(str::to_owned))
        .or_else(|| brush(&class))
        .or_else(|| pandoc().or_else(|| alone(&class, is_code)).map(str::to_owned))
        .or_else(data)
        .or_else(|| brush(&attribute(tag, "data-syntaxhighlighter-params")?))
        .or_else(of_code)?;
    let ends = |c: char| !(c.is_alphanumeric() || matches!(c, '+' | '#' | '-' | '_' | '.'));
    let name = written.split(ends).next().unwrap_or_default();
    let is_none = ["", "none", "default", "plaintext", "nohighlight"].contains(&name);
    // Jupyter's is Python.
    let name = if name.starts_with("ipython") { "python" } else { name };
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
pub(in crate::extract) fn is_drawn(tree: &Tree, id: Id) -> bool {
    Furniture::Drawn.is(tree.attributes(id)) || is_fragment(tree, id)
}

/// Whether an element is Doxygen's for code. Others call slides so.
fn is_fragment(tree: &Tree, id: Id) -> bool {
    let has = |id: Id, word: &str| {
        let class = attribute(tree.attributes(id), "class").unwrap_or_default();
        class.split_ascii_whitespace().any(|name| name == word)
    };
    let is_line = |id: Id| {
        tree.nodes().get(id as usize).is_some_and(|node| matches!(node.kind, Kind::Element(_)))
            && has(id, "line")
    };
    tree.attributes(id).contains("fragment") && has(id, "fragment") && (is_line(id + 1) || is_line(id + 2))
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
            ("<figure class='highlight bash'><table><tr><td><pre>x", Some("bash")),
            ("<div class=mw-highlight-lang-python><pre>x", Some("python")),
            ("<div class='highlight hl-ipython3'><pre>x", Some("python")),
            ("<pre class='rust rust-example-rendered'><code>x", Some("rust")),
            ("<pre><code class='hljs c'>x", Some("c")),
            ("<pre data-syntaxhighlighter-params='brush: java; gutter: false'>x", Some("java")),
            ("<pre lang=sql>x", Some("sql")),
            ("<pre lang=en class=c>x", None),
            ("<div class='go'><pre>x", None),
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
