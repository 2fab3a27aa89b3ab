//! What MathJax has drawn, as the MathML that it was drawn from: for formulas of which the page has nothing else.
//!
//! Both ways of drawing keep the names of MathML's elements: pictures in `data-mml-node`, and boxes of CSS in the names of their own
//! elements, `mjx-msup`. Letters are the numbers of characters: `data-c="1D465"`, and the class `mjx-c1D465`. Only the order is
//! another one: what stands above comes before what stands below.

use crate::html::{Id, Kind, Tree, attribute};

/// What is nested deeper is left out.
const DEEPEST: usize = 128;

/// The source of a `math` element for what is drawn in a node; none, if that is no formula.
pub(super) fn mathml(tree: &Tree, id: Id) -> Option<String> {
    let mut out = String::new();
    inner(tree, id).into_iter().for_each(|part| write(tree, part, 0, &mut out));
    (!out.is_empty()).then(|| format!("<math>{out}</math>"))
}

/// The name of a box, without `mjx-`.
fn boxed<'a>(tree: &Tree<'a>, id: Id) -> Option<&'a str> {
    let rest = tree.source(id).strip_prefix("<mjx-")?;
    Some(&rest[..rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len())])
}

/// The name of MathML that a node stands for, if it does for one.
fn name<'a>(tree: &Tree<'a>, id: Id) -> Option<&'a str> {
    if matches!(tree.nodes()[id as usize].kind, Kind::Text(_)) {
        return None;
    }
    let drawn = || Some(tree.attributes(id).split_once("data-mml-node=\"")?.1.split_once('"')?.0);
    boxed(tree, id).or_else(drawn).filter(|name| name.starts_with('m') || *name == "TeXAtom")
}

/// The nearest nodes inside that stand for MathML, in the order of the source.
fn inner(tree: &Tree, id: Id) -> Vec<Id> {
    let nodes = tree.nodes();
    let (mut found, mut at) = (Vec::new(), id + 1);
    while at < nodes[id as usize].end {
        let is_node = name(tree, at).is_some();
        if is_node {
            found.push(at);
        }
        // The sign of a root is no part of what is below it.
        let is_passed = is_node || boxed(tree, at) == Some("surd");
        at = if is_passed { nodes[at as usize].end } else { at + 1 };
    }
    found
}

fn write(tree: &Tree, id: Id, depth: usize, out: &mut String) {
    let (Some(name), true) = (name(tree, id), depth < DEEPEST) else { return };
    if matches!(name, "mi" | "mn" | "mo" | "mtext" | "ms") {
        return token(tree, id, name, out);
    }
    let is_box = boxed(tree, id).is_some();
    let mut parts = inner(tree, id);
    let first_is = |wanted: &str| {
        let mut boxes = (id + 1..tree.nodes()[id as usize].end).filter_map(|at| boxed(tree, at));
        boxes.next() == Some(wanted)
    };
    let mut degree = None;
    match name {
        // A picture of a root ends with its sign.
        "msqrt" if !is_box => drop(parts.pop()),
        "mroot" if is_box && !parts.is_empty() => degree = Some(parts.remove(0)),
        "mroot" => {
            parts.pop();
            degree = parts.pop();
        }
        "mover" if is_box && first_is("over") => parts.reverse(),
        // What stands above, and a box with the rest in it.
        "munderover" if is_box && first_is("over") && parts.len() == 2 => {
            let over = parts[0];
            parts = inner(tree, parts[1]);
            parts.push(over);
        }
        "msubsup" | "munderover" if parts.len() == 3 && (is_box || is_raised(tree, parts[1])) => {
            parts.swap(1, 2);
        }
        _ => {}
    }
    let known = [
        "mfrac",
        "msub",
        "msup",
        "msubsup",
        "munder",
        "mover",
        "munderover",
        "mtable",
        "mtr",
        "mtd",
        "msqrt",
    ];
    let tag = match name {
        "mroot" => "mroot",
        _ => known.into_iter().find(|known| *known == name).unwrap_or("mrow"),
    };
    *out += &format!("<{tag}>");
    if tag == "mroot" {
        *out += "<mrow>";
    }
    parts.iter().for_each(|part| write(tree, *part, depth + 1, out));
    if tag == "mroot" {
        *out += "</mrow>";
    }
    degree.iter().for_each(|part| write(tree, *part, depth + 1, out));
    *out += &format!("</{tag}>");
}

/// Whether a picture stands above the line: by how it is moved.
fn is_raised(tree: &Tree, id: Id) -> bool {
    let moved = attribute(tree.attributes(id), "transform").unwrap_or_default();
    let up = moved.split_once("translate(").and_then(|(_, rest)| rest.split([',', ')']).nth(1));
    up.is_some_and(|up| up.trim().parse().is_ok_and(|up: f32| up > 0.0))
}

/// A letter, a number, a sign.
fn token(tree: &Tree, id: Id, name: &str, out: &mut String) {
    let (mut text, mut variant) = (String::new(), None);
    for at in id + 1..tree.nodes()[id as usize].end {
        let tag = tree.attributes(at);
        let number = attribute(tag, "data-c").map(|number| number.into_owned()).or_else(|| {
            let class = attribute(tag, "class").filter(|_| boxed(tree, at) == Some("c"))?;
            class.split_ascii_whitespace().find_map(|word| word.strip_prefix("mjx-c").map(str::to_owned))
        });
        match number.and_then(|number| char::from_u32(u32::from_str_radix(&number, 16).ok()?)) {
            Some(c) => {
                let (plain, alphabet) = plain(c);
                variant = variant.or(alphabet);
                text.push(plain);
            }
            // What no font of MathJax has is text.
            None if matches!(tree.nodes()[at as usize].kind, Kind::Text(_)) => {
                text += &htmlize::unescape(tree.source(at))
            }
            None => {}
        }
    }
    // An upright letter is one of a font; upright words are names.
    if name == "mi"
        && variant.is_none()
        && text.len() == 1
        && text.starts_with(|c: char| c.is_ascii_alphabetic())
    {
        variant = Some("normal");
    }
    let variant = variant.filter(|variant| *variant != "italic");
    let variant = variant.map(|variant| format!(" mathvariant={variant}")).unwrap_or_default();
    *out += &format!("<{name}{variant}>");
    text.chars().for_each(|c| match c {
        '<' => *out += "&lt;",
        '&' => *out += "&amp;",
        c => out.push(c),
    });
    *out += &format!("</{name}>");
}

/// A letter of one of the alphabets for formulas as the usual one, and the alphabet, as MathML names it.
fn plain(c: char) -> (char, Option<&'static str>) {
    const ALPHABETS: [&str; 13] = [
        "bold",
        "italic",
        "bold-italic",
        "script",
        "script",
        "fraktur",
        "double-struck",
        "fraktur",
        "sans-serif",
        "sans-serif",
        "sans-serif",
        "sans-serif",
        "monospace",
    ];
    const GREEK: [&str; 5] = ["bold", "italic", "bold-italic", "sans-serif", "sans-serif"];
    const DIGITS: [&str; 5] = ["bold", "double-struck", "sans-serif", "sans-serif", "monospace"];
    let of = |start: u32, letters: &str, alphabets: &[&'static str]| {
        let at = u32::from(c).checked_sub(start)? as usize;
        let count = letters.chars().count();
        Some((letters.chars().nth(at % count)?, Some(*alphabets.get(at / count)?)))
    };
    let latin = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let greek = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡϴΣΤΥΦΧΨΩ∇αβγδεζηθικλμνξοπρςστυφχψω∂ϵϑϰϕϱϖ";
    match c {
        'ℎ' => ('h', Some("italic")),
        'ℬ' | 'ℰ' | 'ℱ' | 'ℋ' | 'ℐ' | 'ℒ' | 'ℳ' | 'ℛ' => {
            let at = "ℬℰℱℋℐℒℳℛ".chars().position(|script| script == c).unwrap_or_default();
            (char::from(b"BEFHILMR"[at]), Some("script"))
        }
        _ => of(0x1D400, latin, &ALPHABETS)
            .or_else(|| of(0x1D6A8, greek, &GREEK))
            .or_else(|| of(0x1D7CE, "0123456789", &DIGITS))
            .unwrap_or((c, None)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::mathml;
    use super::*;

    fn tex(html: &str) -> Option<String> {
        let source = super::mathml(&Tree::new(html), 1)?;
        Some(mathml::tex(&Tree::new(&source), 1))
    }

    #[test]
    fn boxes_and_pictures() {
        let letter = |name: &str, number: &str| {
            format!("<mjx-{name}><mjx-c class='mjx-c{number} TEX-I'></mjx-c></mjx-{name}>")
        };
        let (x, one, two) = (letter("mi", "1D465"), letter("mn", "31"), letter("mn", "32"));
        let drawn = |name: &str, number: &str, moved: &str| {
            format!("<g data-mml-node=\"{name}\"{moved}><use data-c=\"{number}\"></use></g>")
        };
        let up = " transform=\"translate(605,413) scale(0.707)\"";
        let down = " transform=\"translate(605,-247) scale(0.707)\"";
        let cases = [
            (
                format!(
                    "<mjx-container><mjx-math><mjx-msubsup>{x}<mjx-script>{two}<mjx-spacer></mjx-spacer>{one}</mjx-script></mjx-msubsup></mjx-math>"
                ),
                "x_1^2",
            ),
            (
                format!(
                    "<mjx-container><mjx-munderover><mjx-over>{two}</mjx-over><mjx-box><mjx-munder><mjx-row><mjx-base>{}</mjx-base></mjx-row><mjx-row><mjx-under>{one}</mjx-under></mjx-row></mjx-munder></mjx-box></mjx-munderover>",
                    letter("mo", "2211")
                ),
                "\\sum_1^2",
            ),
            (
                format!(
                    "<mjx-container><mjx-mroot><mjx-root>{two}</mjx-root><mjx-sqrt><mjx-surd>{}</mjx-surd><mjx-box>{x}{one}</mjx-box></mjx-sqrt></mjx-mroot>",
                    letter("mo", "221A")
                ),
                "\\sqrt[2]{x1}",
            ),
            (
                format!(
                    "<mjx-container><mjx-mover><mjx-over>{}</mjx-over><mjx-base>{x}</mjx-base></mjx-mover>",
                    letter("mo", "AF")
                ),
                "\\bar{x}",
            ),
            (
                format!(
                    "<mjx-container><svg><g data-mml-node=\"msubsup\">{}{}{}</g></svg>",
                    drawn("mi", "1D465", ""),
                    drawn("mn", "32", up),
                    drawn("mn", "31", down)
                ),
                "x_1^2",
            ),
            (
                format!(
                    "<mjx-container><svg><g data-mml-node=\"munderover\">{}{}{}</g></svg>",
                    drawn("mo", "2211", ""),
                    drawn("mn", "31", down),
                    drawn("mn", "32", up)
                ),
                "\\sum_1^2",
            ),
            (
                format!(
                    "<mjx-container><svg><g data-mml-node=\"msqrt\"><g>{}</g>{}</g></svg>",
                    drawn("mi", "1D431", ""),
                    drawn("mo", "221A", "")
                ),
                "\\sqrt{\\mathbf{x}}",
            ),
        ];
        for (html, expected) in cases {
            assert_eq!(tex(&html).as_deref(), Some(expected), "{html}");
        }
        assert_eq!(tex("<mjx-container>text"), None);
    }

    #[test]
    fn letters_of_alphabets() {
        for (c, expected) in [
            ('𝐱', ('x', Some("bold"))),
            ('𝛼', ('α', Some("italic"))),
            ('𝟙', ('1', Some("double-struck"))),
            ('ℎ', ('h', Some("italic"))),
            ('a', ('a', None)),
        ] {
            assert_eq!(plain(c), expected, "{c}");
        }
    }
}
