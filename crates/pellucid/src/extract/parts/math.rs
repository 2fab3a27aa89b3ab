//! Formulas: as TeX, wherever a page has them.

use std::ops::Range;

use memchr::{memchr2, memchr3_iter, memmem};

use super::{mathjax, mathml};
use crate::html::{Element, Id, Kind, Layout, Tree, attribute, attributes};

/// What is longer is no formula.
const LONGEST: usize = 4096;

/// What stands in the text for an element that holds a formula; none for others.
pub(super) fn of(tree: &Tree, id: Id, element: Element) -> Option<String> {
    match element {
        Element::Math => Some(formula(tree, id)),
        _ if may_be_written(tree.attributes(id)) => written(tree, id, element),
        _ => None,
    }
}

/// Whether a tag may be that of a formula: in all that these are called by there is `math`, `mula`, `tex`, `Jax` or `mjx`. Half of
/// all tags have a `text`, which is another word.
fn may_be_written(tag: &str) -> bool {
    let bytes = tag.as_bytes();
    memchr3_iter(b'm', b'x', b'X', bytes).any(|at| match bytes[at] {
        b'm' => bytes[at..].starts_with(b"math") || bytes[at..].starts_with(b"mula"),
        _ => {
            let before =
                at.checked_sub(2).map_or([0; 2], |from| [bytes[from] | 0x20, bytes[from + 1] | 0x20]);
            let is_text = || bytes.get(at + 1).is_some_and(|next| next | 0x20 == b't');
            matches!(&before, b"ja" | b"mj") || before == *b"te" && !is_text()
        }
    })
}

/// What stands in the text for a `math` element.
///
/// Most pages carry the TeX that their MathML was made from: in `alttext` (Wikipedia, LaTeXML), `data-latex` (MathJax 4) or in an
/// annotation (KaTeX, MathJax). Without it, the elements are written as TeX.
pub(super) fn formula(tree: &Tree, id: Id) -> String {
    let tag = tree.attributes(id);
    let is_block = attribute(tag, "display").is_some_and(|display| display.eq_ignore_ascii_case("block"));
    let alternative =
        attribute(tag, "alttext").or_else(|| attribute(tag, "data-latex")).map(|text| tidy(&text));
    let alternative = alternative.filter(|text| !text.is_empty());
    let tex = alternative.or_else(|| annotation(tree, id)).unwrap_or_else(|| tidy(&mathml::tex(tree, id)));
    if tex.is_empty() { tex } else { delimited(&tex, is_block) }
}

/// What stands in the text for an element that is no `math` but holds a formula; none for others. Nothing, if the formula comes
/// after it.
///
/// By the classes of those who write them: pandoc, Sphinx, MkDocs, GitHub, GitLab, MathJax 2 and 3.
pub(super) fn written(tree: &Tree, id: Id, element: Element) -> Option<String> {
    let tag = tree.attributes(id);
    let class = attribute(tag, "class").unwrap_or_default();
    let has = |names: &[&str]| class.split_ascii_whitespace().any(|word| names.contains(&word));
    if has(&SET) {
        return set(tree, id, tag);
    }
    if let Some(tex) = told(tag, &class) {
        let (tex, by_sign) = inner(tex.trim());
        let is_block =
            by_sign.unwrap_or_else(|| class.contains("display") || element.layout() == Layout::Block);
        return (!tex.is_empty()).then(|| delimited(&tidy(tex), is_block));
    }
    let is_named =
        has(&["math-inline", "math-display", "js-inline-math", "js-display-math", "js-render-math"])
            || has(&["math"]) && has(&["inline", "display"])
            || has(&["katex-eq"]);
    if !is_named
        && !has(&["math", "arithmatex", "math-container", "math-tex", "mathjax", "katex-eq", "latex-formula"])
    {
        return None;
    }
    let tex = plain(tree, id)?;
    let (tex, by_sign) = inner(&tex);
    // A class alone may be the name of a chapter.
    if tex.is_empty() || !is_named && by_sign.is_none() && !looks_like_tex(tex) {
        return None;
    }
    let is_block = by_sign.unwrap_or_else(|| {
        let style = attribute(tag, "data-math-style");
        has(&["display", "math-display", "js-display-math"])
            || style.as_deref() == Some("display")
            || attribute(tag, "data-katex-display").as_deref() == Some("true")
            || !is_named && element.layout() == Layout::Block
    });
    Some(delimited(&tidy(tex), is_block))
}

/// Attributes that hold TeX: of Zhihu, MathJax 4 and Substack's kin, AMP, Canvas, editors.
const TOLD: [&str; 6] =
    ["data-tex", "data-latex", "data-formula", "data-equation-content", "data-equation", "data-math"];

/// The TeX that an attribute holds, where a script or a style sheet makes a formula of it.
fn told(tag: &str, class: &str) -> Option<String> {
    let written = TOLD.iter().filter(|name| tag.contains(**name)).find_map(|name| attribute(tag, name));
    // Quill; and Substack's, which is JSON in an attribute.
    let value = || attribute(tag, "data-value").filter(|_| class.contains("ql-formula"));
    let json = || {
        let attributes = attribute(tag, "data-attrs").filter(|_| class.contains("latex-rendered"))?;
        let rest = attributes.split_once("\"persistentExpression\":\"")?.1;
        let (mut tex, mut characters) = (String::new(), rest.chars());
        loop {
            match characters.next()? {
                '"' => return Some(tex),
                '\\' => match characters.next()? {
                    'n' | 't' | 'r' => tex.push(' '),
                    'u' => {
                        let number: String = characters.by_ref().take(4).collect();
                        tex.extend(u32::from_str_radix(&number, 16).ok().and_then(char::from_u32));
                    }
                    other => tex.push(other),
                },
                other => tex.push(other),
            }
        }
    };
    let tex = written.or_else(value).map(|tex| tex.into_owned()).or_else(json)?;
    (tex.len() <= LONGEST).then_some(tex)
}

/// The classes of what MathJax has set.
const SET: [&str; 8] = [
    "MathJax",
    "MathJax_Display",
    "MathJax_Preview",
    "MathJax_SVG",
    "MathJax_SVG_Display",
    "MathJax_CHTML",
    "MJXc-display",
    "mjx-chtml",
];
/// A formula has no more nodes.
const MOST_NODES: Id = 8192;

/// A formula that MathJax has set: it is there once more for those who cannot see, or in a script after it.
fn set(tree: &Tree, id: Id, tag: &str) -> Option<String> {
    let nodes = tree.nodes();
    let end = nodes[id as usize].end;
    let is_prose = |at: Id| {
        matches!(
            nodes[at as usize].kind,
            Kind::Element(Element::P | Element::Li | Element::Table | Element::Article)
        )
    };
    if end - id > MOST_NODES || (id + 1..end).any(is_prose) {
        return None;
    }
    let mut next = end;
    // A preview stands before what it is one of, and both before the script.
    while (next as usize) < nodes.len() && nodes[next as usize].parent == nodes[id as usize].parent {
        let attributes = tree.attributes(next);
        match nodes[next as usize].kind {
            Kind::Element(Element::Script) if attributes.contains("math/tex") => return Some(String::new()),
            Kind::Element(_) if attributes.contains("MathJax") => next = nodes[next as usize].end,
            Kind::Text(_) if tree.source(next).trim_ascii().is_empty() => next += 1,
            _ => break,
        }
    }
    let is_math = |at: &Id| nodes[*at as usize].kind == Kind::Element(Element::Math);
    if let Some(math) = (id + 1..end).find(is_math) {
        return Some(formula(tree, math)).filter(|formula| !formula.is_empty());
    }
    let is_told = |at: &Id| tree.attributes(*at).contains("data-latex");
    let is_block = || attribute(tag, "display").is_some_and(|display| display.eq_ignore_ascii_case("true"));
    if let Some(math) = (id + 1..end).take(8).find(is_told) {
        let tex = attribute(tree.attributes(math), "data-latex").map(|tex| tidy(&tex));
        return tex.filter(|tex| !tex.is_empty()).map(|tex| delimited(&tex, is_block()));
    }
    let Some(source) = attribute(tag, "data-mathml") else {
        let drawn = mathjax::mathml(tree, id)?;
        let tex = tidy(&mathml::tex(&Tree::new(&drawn), 1));
        return (!tex.is_empty()).then(|| delimited(&tex, is_block()));
    };
    let tree = Tree::new(&source);
    let math = (1..tree.nodes().len() as Id)
        .find(|at| tree.nodes()[*at as usize].kind == Kind::Element(Element::Math))?;
    Some(formula(&tree, math)).filter(|formula| !formula.is_empty())
}

/// The text of an element in which there is nothing but text, with what stands below and above the line as TeX has it.
fn plain(tree: &Tree, id: Id) -> Option<String> {
    let nodes = tree.nodes();
    let end = nodes[id as usize].end;
    let (mut tex, mut open) = (String::new(), Vec::new());
    for at in id + 1..end {
        while open.last().is_some_and(|end| *end <= at) {
            open.pop();
            tex.push('}');
        }
        match nodes[at as usize].kind {
            Kind::Text(_) => tex += &htmlize::unescape(tree.source(at)),
            Kind::Element(Element::Em | Element::I | Element::Span | Element::Code) => {}
            Kind::Element(Element::Br) => tex.push(' '),
            Kind::Element(element @ (Element::Sub | Element::Sup)) => {
                tex += if element == Element::Sub { "_{" } else { "^{" };
                open.push(nodes[at as usize].end);
            }
            _ => return None,
        }
        if tex.len() > LONGEST {
            return None;
        }
    }
    open.iter().for_each(|_| tex.push('}'));
    Some(tex.trim().to_owned())
}

/// TeX without the signs around it, and whether they set it apart from the line.
fn inner(tex: &str) -> (&str, Option<bool>) {
    for (opening, closing, is_block) in
        [("\\(", "\\)", false), ("\\[", "\\]", true), ("$$", "$$", true), ("$", "$", false)]
    {
        let inner = tex.strip_prefix(opening).and_then(|rest| rest.strip_suffix(closing));
        if let Some(inner) = inner.filter(|inner| !inner.trim().is_empty()) {
            return (inner.trim(), Some(is_block));
        }
    }
    (tex, None)
}

/// Whether a text has what TeX has and prose does not.
fn looks_like_tex(text: &str) -> bool {
    text.contains(['\\', '^', '_', '{', '=']) || text.chars().count() < 4
}

/// What stands in the addresses of services that draw formulas.
const DRAWERS: [&str; 13] = [
    "math?formula=",
    "codecogs.",
    "/latex.php?",
    "latex?",
    "/math/render/",
    "/cgi-bin/mathtex",
    "mimetex",
    "equation?tex=",
    "cht=tx",
    "/render/math?",
    "quicklatex",
    "upmath.me/",
    "/texttopng",
];

/// The TeX of a picture of a formula, and whether it is set apart from the line.
pub(super) fn picture(tag: &str) -> Option<String> {
    let (mut class, mut alternative, mut source) = ("", "", "");
    for (name, value) in attributes(tag) {
        match name {
            _ if name.eq_ignore_ascii_case("class") => class = value,
            _ if name.eq_ignore_ascii_case("alt") => alternative = value,
            _ if name.eq_ignore_ascii_case("src") => source = value,
            _ => {}
        }
    }
    let is_drawn = DRAWERS.iter().any(|place| source.contains(place));
    let written;
    if alternative.is_empty() {
        written = is_drawn.then(|| in_address(source)).flatten()?;
        alternative = &written;
    }
    let has = |names: &[&str]| class.split_ascii_whitespace().any(|word| names.contains(&word));
    let is_named = has(&["math", "tex", "latex", "latexcenter"]) || class.contains("mwe-math");
    let tex = htmlize::unescape_attribute(alternative);
    let (tex, by_sign) = inner(tex.trim());
    // LaTeX2HTML sets what is apart from the line so.
    let (tex, by_sign) = match tex.strip_prefix("\\displaystyle ") {
        Some(tex) if by_sign == Some(false) => (tex, Some(true)),
        _ => (tex, by_sign),
    };
    // TeX between its signs is no description of a picture.
    let is_signed = by_sign.is_some() && looks_like_tex(tex) && !tex.contains("$ ");
    if tex.is_empty()
        || !is_drawn
            && !is_signed
            && !(is_named && (by_sign.is_some() || looks_like_tex(tex) || has(&["math"])))
    {
        return None;
    }
    let is_block = by_sign.unwrap_or_else(|| has(&["display"]) || class.contains("display"));
    Some(delimited(&tidy(tex), is_block))
}

/// The formula that an address asks a service to draw.
fn in_address(source: &str) -> Option<String> {
    const NAMES: [&str; 4] = ["chl=", "tex=", "formula=", "latex="];
    let source = htmlize::unescape_attribute(source);
    let (_, query) = source.split_once('?')?;
    let named = query.split('&').find_map(|pair| NAMES.iter().find_map(|name| pair.strip_prefix(name)));
    let bytes = named.unwrap_or(query).as_bytes();
    let (mut decoded, mut at) = (Vec::with_capacity(bytes.len()), 0);
    while let Some(byte) = bytes.get(at) {
        let hex = || std::str::from_utf8(bytes.get(at + 1..at + 3)?).ok();
        let escaped = (*byte == b'%').then(|| u8::from_str_radix(hex()?, 16).ok()).flatten();
        decoded.push(escaped.unwrap_or(if *byte == b'+' { b' ' } else { *byte }));
        at += if escaped.is_some() { 3 } else { 1 };
    }
    String::from_utf8(decoded).ok().filter(|tex| named.is_some() || tex.contains(['\\', '^', '_', '{']))
}

/// Where formulas stand in a text, between signs that TeX in pages is put between, and what stands for them. `$` is one of these
/// signs only where the page says so.
pub(super) fn between(text: &str, dollars: bool) -> Vec<(Range<usize>, String)> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(at) = memchr2(b'\\', b'$', &text.as_bytes()[from..]).map(|at| from + at) {
        from = at + 1;
        let rest = &text[at..];
        let (opening, closing, is_block) = match rest.as_bytes() {
            [b'\\', b'(', ..] => ("\\(", "\\)", false),
            [b'\\', b'[', ..] => ("\\[", "\\]", true),
            [b'\\', b'b', ..] => match environment(rest) {
                Some(end) => {
                    found.push((at..at + end, delimited(&tidy(&rest[..end]), true)));
                    from = at + end;
                    continue;
                }
                None => continue,
            },
            [b'\\', next, ..] if next.is_ascii() => {
                from += 1;
                continue;
            }
            [b'$', b'$', ..] => ("$$", "$$", true),
            [b'$', next, ..] if dollars && !next.is_ascii_whitespace() => ("$", "$", false),
            _ => continue,
        };
        let window = &rest.as_bytes()[opening.len()..rest.len().min(LONGEST)];
        let Some(end) = memmem::find(window, closing.as_bytes()) else { continue };
        let inner = &rest[opening.len()..opening.len() + end];
        let behind = rest[opening.len() + end + closing.len()..].chars().next();
        // Prices are in dollars, too.
        let is_price = opening == "$"
            && (inner.ends_with(char::is_whitespace)
                || inner.contains('\n')
                || behind.is_some_and(|c| c.is_ascii_digit()));
        let tex = tidy(inner);
        if tex.is_empty() || is_price || tex.contains('$') && !tex.contains("\\text") {
            continue;
        }
        from = at + opening.len() + end + closing.len();
        found.push((at..from, delimited(&tex, is_block)));
    }
    found
}

/// How long an environment is that stands apart from the line, where one begins.
fn environment(text: &str) -> Option<usize> {
    const NAMES: [&str; 6] = ["equation", "align", "gather", "multline", "eqnarray", "alignat"];
    let rest = text.strip_prefix("\\begin{")?;
    let name = &rest[..rest.find('}').filter(|end| *end < 12)?];
    if !NAMES.contains(&name.trim_end_matches('*')) {
        return None;
    }
    let ending = format!("\\end{{{name}}}");
    let window = &text.as_bytes()[..text.len().min(LONGEST)];
    Some(memmem::find(window, ending.as_bytes())? + ending.len())
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
            ("<math><mi>a</mi> <mo>+</mo> <mn>2</mn></math>", "$a+2$"),
            ("<math><mi>a</mi><annotation encoding=x>b</annotation></math>", "$a$"),
            ("<math>", ""),
        ];
        for (html, expected) in cases {
            assert_eq!(formula(&Tree::new(html), 1), expected, "{html}");
        }
    }

    #[test]
    fn elements_with_formulas() {
        let cases = [
            ("<span class='math inline'>\\(x^2\\)</span>", Some("$x^2$")),
            ("<span class='math display'>\\[x\n+1\\]</span>", Some("$$x +1$$")),
            ("<span class='math inline'>n!</span>", Some("$n!$")),
            ("<span class='math inline'><em>x</em><sup>2</sup></span>", Some("$x^{2}$")),
            ("<div class=arithmatex>\\[a\\]</div>", Some("$$a$$")),
            ("<div class=math>a = b</div>", Some("$$a = b$$")),
            ("<code class='code math js-render-math' data-math-style=display>a</code>", Some("$$a$$")),
            ("<math-renderer class=js-inline-math>$a$</math-renderer>", Some("$a$")),
            ("<span class=MathJax><nobr>x</nobr></span><script type='math/tex'>x</script>", Some("")),
            (
                "<span class=MathJax_Preview>x</span><span class=MathJax>x</span><script type='math/tex'>x</script>",
                Some(""),
            ),
            (
                "<mjx-container class=MathJax><svg></svg><mjx-assistive-mml><math display=block><mi>x</mi></math></mjx-assistive-mml></mjx-container>",
                Some("$$x$$"),
            ),
            (
                "<span class=MathJax data-mathml='&lt;math>&lt;mi>y&lt;/mi>&lt;/math>'><nobr>y</nobr></span>",
                Some("$y$"),
            ),
            ("<div class=math>A chapter about numbers</div>", None),
            ("<div class=math><p>a = b</p></div>", None),
            ("<span class=mathematician>x</span>", None),
            ("<span>x</span>", None),
        ];
        for (html, expected) in cases {
            let tree = Tree::new(html);
            let Kind::Element(element) = tree.nodes()[1].kind else { panic!("{html}") };
            assert_eq!(written(&tree, 1, element).as_deref(), expected, "{html}");
        }
    }

    #[test]
    fn pictures_of_formulas() {
        for (tag, expected) in [
            (" class=math alt='x^2'", Some("$x^2$")),
            (" class='math display' src=a alt='\\frac{1}{2}'", Some("$$\\frac{1}{2}$$")),
            (" src='https://latex.codecogs.com/png.latex?x' alt='x'", Some("$x$")),
            (" class=mwe-math-fallback-image-inline alt='{\\displaystyle E=mc^{2}}'", Some("$E=mc^{2}$")),
            (" class=latex alt='a house'", None),
            (" src=img1.png alt='$\\displaystyle x^2$'", Some("$$x^2$$")),
            (" src='https://math.example/math?formula=x' alt='x'", Some("$x$")),
            (" src=a.png alt='$5 and $6'", None),
            (" class=math", None),
            (" src='https://chart.example/chart?cht=tx&amp;chf=bg,s&amp;chl=a%2Bb_1+c'", Some("$a+b_1 c$")),
            (
                " src='https://latex.codecogs.com/svg.image?%5Cfrac%7B1%7D%7B2%7D' alt=''",
                Some("$\\frac{1}{2}$"),
            ),
            (" src='https://x.codecogs.com/logo.png?v=12'", None),
            (" alt='x^2'", None),
        ] {
            assert_eq!(picture(tag).as_deref(), expected, "{tag}");
        }
    }

    #[test]
    fn formulas_between_signs() {
        for (text, dollars, expected) in [
            ("a \\(x\\) b \\[ y \\]", false, "a $x$ b $$y$$"),
            ("$$x$$ and $5", true, "$$x$$ and $5"),
            ("$x_1$ or $5 and $6", true, "$x_1$ or $5 and $6"),
            ("costs $5 or $6", true, ""),
            ("$x$", false, ""),
            ("\\begin{align*}a&=b\\end{align*}.", false, "$$\\begin{align*}a&=b\\end{align*}$$."),
            ("\\begin{theorem}a\\end{theorem}", false, ""),
            ("\\\\(x\\\\)", false, ""),
            ("\\( and no end", false, ""),
            ("\\(\\)", false, ""),
        ] {
            let mut shown = text.to_owned();
            let found = between(text, dollars);
            for (range, formula) in found.iter().rev() {
                shown.replace_range(range.clone(), formula);
            }
            assert_eq!(if found.is_empty() { "" } else { &shown }, expected, "{text}");
        }
    }
}
