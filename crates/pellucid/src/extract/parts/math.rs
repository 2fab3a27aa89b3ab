//! Formulas: as TeX where the page has it.

use crate::html::{Element, Id, Kind, Tree, attribute};

/// What stands in the text for a `math` element, and whether that is TeX.
///
/// Most pages carry the TeX that their MathML was made from: in `alttext` (Wikipedia, LaTeXML) or in an annotation (KaTeX,
/// MathJax). Without it, the symbols follow each other as they are written.
pub(super) fn formula(tree: &Tree, id: Id) -> (String, bool) {
    let tag = tree.attributes(id);
    let block = attribute(tag, "display").is_some_and(|display| display.eq_ignore_ascii_case("block"));
    let alternative = attribute(tag, "alttext").map(|text| tidy(&text)).filter(|text| !text.is_empty());
    if let Some(tex) = alternative.or_else(|| annotation(tree, id)) {
        return (delimited(&tex, block), true);
    }
    let mut symbols = String::new();
    texts(tree, id, |text| {
        let decoded = htmlize::unescape(text);
        symbols.extend(decoded.split_ascii_whitespace());
    });
    (symbols, false)
}

/// TeX between the signs that set it apart from text.
pub(super) fn delimited(tex: &str, block: bool) -> String {
    let sign = if block { "$$" } else { "$" };
    format!("{sign}{tex}{sign}")
}

/// TeX in one line, without what only says how large it is.
pub(super) fn tidy(tex: &str) -> String {
    let line = tex.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    let inner = line.strip_prefix("{\\displaystyle ").and_then(|rest| rest.strip_suffix('}'));
    inner.unwrap_or(&line).trim().to_owned()
}

/// The annotation with TeX.
fn annotation(tree: &Tree, id: Id) -> Option<String> {
    let nodes = tree.nodes();
    let is_tex = |tag: &str| {
        let encoding = attribute(tag, "encoding").unwrap_or_default();
        ["application/x-tex", "latex", "tex"].iter().any(|name| encoding.eq_ignore_ascii_case(name))
    };
    let found = (id + 1..nodes[id as usize].end).find(|at| {
        let written = tree.attributes(*at);
        written.contains("encoding") && is_tex(written)
    })?;
    let mut tex = String::new();
    for at in found + 1..nodes[found as usize].end {
        if nodes[at as usize].kind == Kind::Text(true) {
            tex += &htmlize::unescape(tree.source(at));
        }
    }
    Some(tidy(&tex)).filter(|tex| !tex.is_empty())
}

/// Calls for each text in a formula, but for annotations.
fn texts(tree: &Tree, id: Id, mut call: impl FnMut(&str)) {
    let nodes = tree.nodes();
    let mut at = id + 1;
    while at < nodes[id as usize].end {
        let node = &nodes[at as usize];
        match node.kind {
            Kind::Text(_) => call(tree.source(at)),
            Kind::Element(Element::Other) if tree.source(at).starts_with("<annotation") => {
                at = node.end;
                continue;
            }
            Kind::Element(_) => {}
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas() {
        let cases = [
            ("<math alttext='{\\displaystyle E=mc^{2}}'><mi>E</mi></math>", "$E=mc^{2}$"),
            (
                "<math display=block><semantics><mi>x</mi><annotation encoding='application/x-tex'>x &lt;\n 1</annotation></semantics></math>",
                "$$x < 1$$",
            ),
            ("<math><mi>a</mi> <mo>+</mo> <mn>2</mn></math>", "a+2"),
            ("<math><mi>a</mi><annotation encoding=x>b</annotation></math>", "a"),
            ("<math>", ""),
        ];
        for (html, expected) in cases {
            assert_eq!(formula(&Tree::new(html), 1).0, expected, "{html}");
        }
    }
}
