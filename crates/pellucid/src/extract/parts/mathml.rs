//! MathML as TeX, for formulas whose page has nothing else.
//!
//! Presentation MathML says how a formula looks, and so does TeX: each element has its command. What has none is written as it is.

use crate::html::{Id, Kind, Tree, attribute};

/// What is nested deeper is written without its structure.
const DEEPEST: usize = 48;

/// The TeX of what is in a `math` element.
pub(super) fn tex(tree: &Tree, id: Id) -> String {
    let mut out = Tex::default();
    out.children(tree, id, 0);
    out.0.trim().to_owned()
}

/// TeX that grows at its end.
#[derive(Default)]
struct Tex(String);

impl Tex {
    /// Adds TeX, apart from a command before it.
    fn add(&mut self, tex: &str) {
        let is_letter = |c: char| c.is_ascii_alphabetic();
        let ends_in_command = || {
            let name = self.0.trim_end_matches(is_letter);
            name.ends_with('\\') && name.len() < self.0.len()
        };
        if tex.starts_with(is_letter) && ends_in_command() {
            self.0.push(' ');
        }
        self.0 += tex;
    }

    fn children(&mut self, tree: &Tree, id: Id, depth: usize) {
        let all: Vec<Id> = children(tree, id).collect();
        let mut at = 0;
        while let Some(child) = all.get(at) {
            match fenced(tree, &all[at..]) {
                Some((environment, length)) => {
                    self.table(tree, all[at + 1], environment, depth);
                    at += length;
                }
                None => {
                    self.node(tree, *child, depth);
                    at += 1;
                }
            }
        }
    }

    /// A group: braces around more than one sign.
    fn group(&mut self, tree: &Tree, id: Option<Id>, depth: usize) {
        let inner = argument(tree, id, depth);
        let mut signs = inner.chars();
        match (signs.next(), signs.next()) {
            (Some(one), None) if one != '\\' => self.0.push(one),
            _ => {
                self.0.push('{');
                self.0 += &inner;
                self.0.push('}');
            }
        }
    }

    /// A command with all its arguments.
    fn command(&mut self, name: &str, tree: &Tree, arguments: &[Option<Id>], depth: usize) {
        self.add(name);
        for id in arguments {
            self.0.push('{');
            self.0 += &argument(tree, *id, depth);
            self.0.push('}');
        }
    }

    /// What others are attached to: in braces, if it is more than one piece.
    fn base(&mut self, tree: &Tree, id: Option<Id>, depth: usize) {
        let Some(id) = id else {
            self.add("{}");
            return;
        };
        let inner = argument(tree, Some(id), depth);
        let is_one = matches!(name(tree, id), "mi" | "mn" | "mo" | "mtext")
            || inner.chars().count() < 2
            || inner.starts_with('\\') && inner[1..].bytes().all(|byte| byte.is_ascii_alphabetic());
        match is_one {
            true => self.add(&inner),
            false => self.add(&format!("{{{inner}}}")),
        }
    }

    fn script(&mut self, sign: char, tree: &Tree, id: Option<Id>, depth: usize) {
        self.0.push(sign);
        self.group(tree, id, depth);
    }

    fn node(&mut self, tree: &Tree, id: Id, depth: usize) {
        if depth > DEEPEST {
            self.add(&signs(&text(tree, id)));
            return;
        }
        let depth = depth + 1;
        let mut children = children(tree, id);
        let mut next = || children.next();
        match name(tree, id) {
            "mi" => self.identifier(tree, id),
            "mn" => self.add(&signs(&text(tree, id))),
            "mo" => self.add(&operator(&text(tree, id))),
            "mtext" | "ms" => {
                let text = text(tree, id);
                match text.trim().is_empty() {
                    true => self.add("\\ "),
                    false => self.add(&format!("\\text{{{}}}", text.replace(['{', '}', '$', '\\'], " "))),
                }
            }
            "msup" => {
                self.base(tree, next(), depth);
                self.script('^', tree, next(), depth);
            }
            "msub" => {
                self.base(tree, next(), depth);
                self.script('_', tree, next(), depth);
            }
            "msubsup" => {
                self.base(tree, next(), depth);
                self.script('_', tree, next(), depth);
                self.script('^', tree, next(), depth);
            }
            "munder" => self.limits(tree, [next(), next(), None], depth),
            "mover" => self.limits(tree, [next(), None, next()], depth),
            "munderover" => self.limits(tree, [next(), next(), next()], depth),
            "mfrac" => self.command("\\frac", tree, &[next(), next()], depth),
            "msqrt" => {
                self.add("\\sqrt{");
                self.children(tree, id, depth);
                self.0.push('}');
            }
            "mroot" => {
                let (base, degree) = (next(), next());
                self.add(&format!("\\sqrt[{}]", argument(tree, degree, depth)));
                self.command("", tree, &[base], depth);
            }
            "mtable" => {
                // Sides of equations stand to the right and to the left of one line.
                let columns = attribute(tree.attributes(id), "columnalign").unwrap_or_default();
                let is_aligned = columns.starts_with("right left");
                self.table(tree, id, if is_aligned { "aligned" } else { "matrix" }, depth);
            }
            "mfenced" => {
                let tag = tree.attributes(id);
                let sign = |name: &str, usual: &str| {
                    attribute(tag, name).map_or(usual.into(), |sign| sign.into_owned())
                };
                let separators = sign("separators", ",");
                self.add(&signs(&sign("open", "(")));
                for (n, child) in std::iter::from_fn(next).enumerate() {
                    if n > 0 {
                        self.add(separators.trim());
                    }
                    self.node(tree, child, depth);
                }
                self.add(&signs(&sign("close", ")")));
            }
            "semantics" => {
                if let Some(first) = next() {
                    self.node(tree, first, depth);
                }
            }
            "annotation" | "annotation-xml" | "mphantom" | "none" | "mprescripts" => {}
            "mspace" => {
                let has_width =
                    attribute(tree.attributes(id), "width").is_some_and(|width| !width.starts_with('0'));
                self.add(if has_width { "\\," } else { "" });
            }
            _ => match tree.nodes()[id as usize].kind {
                Kind::Text(_) => self.add(&signs(&text(tree, id))),
                Kind::Element(_) => self.children(tree, id, depth),
            },
        }
    }

    /// A letter, or the name of a function.
    fn identifier(&mut self, tree: &Tree, id: Id) {
        let written = text(tree, id);
        let written = written.trim();
        let variant = attribute(tree.attributes(id), "mathvariant");
        let alphabet = match variant.as_deref() {
            Some("double-struck") => "\\mathbb",
            Some("bold") => "\\mathbf",
            Some("bold-italic") => "\\boldsymbol",
            Some("script") => "\\mathcal",
            Some("fraktur") => "\\mathfrak",
            Some("sans-serif") => "\\mathsf",
            Some("monospace") => "\\mathtt",
            Some("normal") if is_name(written) && written.len() == 1 => "\\mathrm",
            _ => "",
        };
        if is_name(written) && written.len() > 1 && alphabet.is_empty() {
            match FUNCTIONS.contains(&written) {
                true => self.add(&format!("\\{written}")),
                // Units and words are upright; what is applied to something is a function.
                false if is_applied(tree, id) => self.add(&format!("\\operatorname{{{written}}}")),
                false => self.add(&format!("\\mathrm{{{written}}}")),
            }
            return;
        }
        let signs = signs(written);
        match alphabet.is_empty() || signs.starts_with("\\math") {
            true => self.add(&signs),
            false => self.add(&format!("{alphabet}{{{signs}}}")),
        }
    }

    /// What stands below and above: limits of a sum, an accent, a brace.
    fn limits(&mut self, tree: &Tree, [base, below, above]: [Option<Id>; 3], depth: usize) {
        let accent = |id: Option<Id>, accents: &[(&str, &'static str)]| {
            let id = id.filter(|id| name(tree, *id) == "mo")?;
            let sign = text(tree, id);
            accents.iter().find(|(accent, _)| *accent == sign.trim()).map(|(_, command)| *command)
        };
        if let (None, Some(command)) = (below, accent(above, &ABOVE)) {
            return self.command(command, tree, &[base], depth);
        }
        if let (Some(command), None) = (accent(below, &BELOW), above) {
            return self.command(command, tree, &[base], depth);
        }
        // Only of what has nothing in it: whatever is read twice at each depth takes for ever.
        let is_leaf = |id: &Id| matches!(name(tree, *id), "mo" | "mi");
        let is_operator =
            base.filter(is_leaf).is_some_and(|id| LARGE.contains(&&*argument(tree, Some(id), depth)));
        match (is_operator, below, above) {
            (false, None, Some(_)) => self.command("\\overset", tree, &[above, base], depth),
            (false, Some(_), None) => self.command("\\underset", tree, &[below, base], depth),
            _ => {
                self.base(tree, base, depth);
                if below.is_some() {
                    self.script('_', tree, below, depth);
                }
                if above.is_some() {
                    self.script('^', tree, above, depth);
                }
            }
        }
    }

    fn table(&mut self, tree: &Tree, id: Id, environment: &str, depth: usize) {
        self.add(&format!("\\begin{{{environment}}} "));
        for (n, row) in children(tree, id).filter(|row| !name(tree, *row).is_empty()).enumerate() {
            if n > 0 {
                self.0 += " \\\\ ";
            }
            for (n, cell) in children(tree, row).filter(|cell| !name(tree, *cell).is_empty()).enumerate() {
                if n > 0 {
                    self.0 += " & ";
                }
                self.node(tree, cell, depth);
            }
        }
        self.0 += &format!(" \\end{{{environment}}}");
    }
}

/// Whether the next node is the sign of application, which nobody sees.
fn is_applied(tree: &Tree, id: Id) -> bool {
    let next = tree.nodes()[id as usize].end;
    (next as usize) < tree.nodes().len() && name(tree, next) == "mo" && text(tree, next).contains('\u{2061}')
}

/// The environment of a table between brackets, if these nodes begin with one, and how many of them it is.
fn fenced(tree: &Tree, nodes: &[Id]) -> Option<(&'static str, usize)> {
    let sign = |at: usize| {
        let id = *nodes.get(at)?;
        (name(tree, id) == "mo").then(|| text(tree, id).trim().to_owned())
    };
    if name(tree, *nodes.get(1)?) != "mtable" {
        return None;
    }
    let (open, close) = (sign(0)?, sign(2));
    if open == "{" && close.as_deref().is_none_or(str::is_empty) {
        return Some(("cases", 2 + usize::from(close.is_some())));
    }
    let known = [
        ("(", ")", "pmatrix"),
        ("[", "]", "bmatrix"),
        ("{", "}", "Bmatrix"),
        ("|", "|", "vmatrix"),
        ("‖", "‖", "Vmatrix"),
    ];
    let (.., environment) = known.iter().find(|(a, b, _)| open == *a && close.as_deref() == Some(b))?;
    Some((environment, 3))
}

/// A node on its own.
fn argument(tree: &Tree, id: Option<Id>, depth: usize) -> String {
    let mut inner = Tex::default();
    if let Some(id) = id {
        inner.node(tree, id, depth);
    }
    inner.0.trim().to_owned()
}

/// The children that are elements, or text that is more than white space.
fn children<'a>(tree: &'a Tree, id: Id) -> impl Iterator<Item = Id> + use<'a> {
    let nodes = tree.nodes();
    let (mut at, end) = (id + 1, nodes[id as usize].end);
    std::iter::from_fn(move || {
        while at < end {
            let child = at;
            at = nodes[child as usize].end.max(child + 1);
            let is_blank = || tree.source(child).trim_ascii().is_empty();
            if !matches!(nodes[child as usize].kind, Kind::Text(_)) || !is_blank() {
                return Some(child);
            }
        }
        None
    })
}

/// The name of an element, without a prefix; nothing for text.
fn name<'a>(tree: &Tree<'a>, id: Id) -> &'a str {
    if matches!(tree.nodes()[id as usize].kind, Kind::Text(_)) {
        return "";
    }
    let tag = tree.source(id).trim_start_matches('<');
    let end = tag.find(|c: char| c.is_ascii_whitespace() || c == '>' || c == '/').unwrap_or(tag.len());
    tag[..end].rsplit(':').next().unwrap_or_default()
}

/// All text in a node.
fn text(tree: &Tree, id: Id) -> String {
    let nodes = tree.nodes();
    let mut text = String::new();
    for at in id..nodes[id as usize].end.max(id + 1) {
        if let Kind::Text(_) = nodes[at as usize].kind {
            text += &htmlize::unescape(tree.source(at));
        }
    }
    text
}

/// Whether it is a word of Latin letters.
fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// An operator: some are words.
fn operator(text: &str) -> String {
    let text = text.trim();
    match text {
        _ if FUNCTIONS.contains(&text) => format!("\\{text}"),
        _ if is_name(text) && text.len() > 1 => format!("\\operatorname{{{text}}}"),
        _ => signs(text),
    }
}

/// Signs and letters as TeX writes them.
fn signs(text: &str) -> String {
    let mut tex = Tex::default();
    for c in text.trim().chars() {
        match SIGNS.binary_search_by_key(&c, |(sign, _)| *sign) {
            Ok(found) => tex.add(SIGNS[found].1),
            Err(_) => match c {
                // Invisible: the application of a function, times, a comma, plus; and spaces.
                '\u{2061}'..='\u{2064}' | '\u{200A}' | '\u{200B}' | '\u{FEFF}' => {}
                '#' | '$' | '%' | '&' | '_' | '{' | '}' => tex.add(&format!("\\{c}")),
                '\\' => tex.add("\\backslash"),
                c if c.is_whitespace() => tex.0.push(' '),
                c => tex.add(c.encode_utf8(&mut [0; 4])),
            },
        }
    }
    tex.0
}

/// Operators whose limits stand below and above.
const LARGE: [&str; 16] = [
    "\\sum",
    "\\prod",
    "\\coprod",
    "\\int",
    "\\iint",
    "\\iiint",
    "\\oint",
    "\\bigcup",
    "\\bigcap",
    "\\bigoplus",
    "\\lim",
    "\\max",
    "\\min",
    "\\sup",
    "\\inf",
    "\\limsup",
];

const ABOVE: [(&str, &str); 16] = [
    ("^", "\\hat"),
    ("ˆ", "\\hat"),
    ("\u{302}", "\\hat"),
    ("¯", "\\bar"),
    ("‾", "\\overline"),
    ("_", "\\overline"),
    ("―", "\\overline"),
    ("→", "\\vec"),
    ("⃗", "\\vec"),
    ("~", "\\tilde"),
    ("˜", "\\tilde"),
    ("˙", "\\dot"),
    (".", "\\dot"),
    ("¨", "\\ddot"),
    ("ˇ", "\\check"),
    ("⏞", "\\overbrace"),
];

const BELOW: [(&str, &str); 4] =
    [("_", "\\underline"), ("‾", "\\underline"), ("\u{332}", "\\underline"), ("⏟", "\\underbrace")];

/// The names that TeX knows.
const FUNCTIONS: [&str; 31] = [
    "arccos", "arcsin", "arctan", "arg", "cos", "cosh", "cot", "coth", "csc", "deg", "det", "dim", "exp",
    "gcd", "hom", "inf", "ker", "lg", "lim", "ln", "log", "max", "min", "mod", "Pr", "sec", "sin", "sinh",
    "sup", "tan", "tanh",
];

/// Signs and their commands, sorted.
const SIGNS: &[(char, &str)] = &[
    ('¬', "\\neg"),
    ('±', "\\pm"),
    ('·', "\\cdot"),
    ('×', "\\times"),
    ('÷', "\\div"),
    ('Γ', "\\Gamma"),
    ('Δ', "\\Delta"),
    ('Θ', "\\Theta"),
    ('Λ', "\\Lambda"),
    ('Ξ', "\\Xi"),
    ('Π', "\\Pi"),
    ('Σ', "\\Sigma"),
    ('Φ', "\\Phi"),
    ('Ψ', "\\Psi"),
    ('Ω', "\\Omega"),
    ('α', "\\alpha"),
    ('β', "\\beta"),
    ('γ', "\\gamma"),
    ('δ', "\\delta"),
    ('ε', "\\varepsilon"),
    ('ζ', "\\zeta"),
    ('η', "\\eta"),
    ('θ', "\\theta"),
    ('ι', "\\iota"),
    ('κ', "\\kappa"),
    ('λ', "\\lambda"),
    ('μ', "\\mu"),
    ('ν', "\\nu"),
    ('ξ', "\\xi"),
    ('π', "\\pi"),
    ('ρ', "\\rho"),
    ('ς', "\\varsigma"),
    ('σ', "\\sigma"),
    ('τ', "\\tau"),
    ('υ', "\\upsilon"),
    ('φ', "\\varphi"),
    ('χ', "\\chi"),
    ('ψ', "\\psi"),
    ('ω', "\\omega"),
    ('ϑ', "\\vartheta"),
    ('ϕ', "\\phi"),
    ('ϖ', "\\varpi"),
    ('ϱ', "\\varrho"),
    ('ϵ', "\\epsilon"),
    ('\u{2009}', "\\,"),
    ('‖', "\\|"),
    ('•', "\\bullet"),
    ('…', "\\dots"),
    ('′', "'"),
    ('″', "''"),
    ('ℂ', "\\mathbb{C}"),
    ('ℏ', "\\hbar"),
    ('ℓ', "\\ell"),
    ('ℕ', "\\mathbb{N}"),
    ('ℙ', "\\mathbb{P}"),
    ('ℚ', "\\mathbb{Q}"),
    ('ℝ', "\\mathbb{R}"),
    ('ℤ', "\\mathbb{Z}"),
    ('←', "\\leftarrow"),
    ('↑', "\\uparrow"),
    ('→', "\\to"),
    ('↓', "\\downarrow"),
    ('↔', "\\leftrightarrow"),
    ('↦', "\\mapsto"),
    ('⇐', "\\Leftarrow"),
    ('⇒', "\\Rightarrow"),
    ('⇔', "\\Leftrightarrow"),
    ('∀', "\\forall"),
    ('∂', "\\partial"),
    ('∃', "\\exists"),
    ('∅', "\\emptyset"),
    ('∆', "\\Delta"),
    ('∇', "\\nabla"),
    ('∈', "\\in"),
    ('∉', "\\notin"),
    ('∋', "\\ni"),
    ('∏', "\\prod"),
    ('∐', "\\coprod"),
    ('∑', "\\sum"),
    ('−', "-"),
    ('∓', "\\mp"),
    ('∖', "\\setminus"),
    ('∗', "*"),
    ('∘', "\\circ"),
    ('√', "\\surd"),
    ('∝', "\\propto"),
    ('∞', "\\infty"),
    ('∠', "\\angle"),
    ('∣', "\\mid"),
    ('∥', "\\parallel"),
    ('∧', "\\wedge"),
    ('∨', "\\vee"),
    ('∩', "\\cap"),
    ('∪', "\\cup"),
    ('∫', "\\int"),
    ('∬', "\\iint"),
    ('∭', "\\iiint"),
    ('∮', "\\oint"),
    ('∼', "\\sim"),
    ('≃', "\\simeq"),
    ('≅', "\\cong"),
    ('≈', "\\approx"),
    ('≔', ":="),
    ('≠', "\\neq"),
    ('≡', "\\equiv"),
    ('≤', "\\le"),
    ('≥', "\\ge"),
    ('≪', "\\ll"),
    ('≫', "\\gg"),
    ('≺', "\\prec"),
    ('≻', "\\succ"),
    ('⊂', "\\subset"),
    ('⊃', "\\supset"),
    ('⊆', "\\subseteq"),
    ('⊇', "\\supseteq"),
    ('⊕', "\\oplus"),
    ('⊗', "\\otimes"),
    ('⊢', "\\vdash"),
    ('⊤', "\\top"),
    ('⊥', "\\perp"),
    ('⊨', "\\models"),
    ('⋀', "\\bigwedge"),
    ('⋁', "\\bigvee"),
    ('⋂', "\\bigcap"),
    ('⋃', "\\bigcup"),
    ('⋅', "\\cdot"),
    ('⋆', "\\star"),
    ('⋮', "\\vdots"),
    ('⋯', "\\cdots"),
    ('⋱', "\\ddots"),
    ('⌈', "\\lceil"),
    ('⌉', "\\rceil"),
    ('⌊', "\\lfloor"),
    ('⌋', "\\rfloor"),
    ('⟨', "\\langle"),
    ('⟩', "\\rangle"),
    ('⟵', "\\longleftarrow"),
    ('⟶', "\\longrightarrow"),
    ('⟹', "\\implies"),
    ('⟺', "\\iff"),
    ('⩽', "\\leqslant"),
    ('⩾', "\\geqslant"),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn of(html: &str) -> String {
        tex(&Tree::new(&format!("<math>{html}</math>")), 1)
    }

    #[test]
    fn signs_are_sorted() {
        assert!(SIGNS.is_sorted_by_key(|(sign, _)| *sign));
    }

    #[test]
    fn mathml_is_tex() {
        for (html, expected) in [
            ("<mi>m</mi><msup><mi>c</mi><mn>2</mn></msup>", "mc^2"),
            ("<msup><mi>e</mi><mrow><mi>i</mi><mi>π</mi></mrow></msup>", "e^{i\\pi}"),
            ("<mfrac><mn>1</mn><mrow><mi>n</mi><mo>+</mo><mn>1</mn></mrow></mfrac>", "\\frac{1}{n+1}"),
            ("<msqrt><mi>x</mi><mo>−</mo><mn>1</mn></msqrt>", "\\sqrt{x-1}"),
            ("<mroot><mi>x</mi><mn>3</mn></mroot>", "\\sqrt[3]{x}"),
            (
                "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><msub><mi>a</mi><mi>i</mi></msub>",
                "\\sum_{i=1}^na_i",
            ),
            (
                "<munder><mi>lim</mi><mrow><mi>x</mi><mo>→</mo><mn>0</mn></mrow></munder><mi>x</mi>",
                "\\lim_{x\\to0}x",
            ),
            ("<mi>α</mi><mi>x</mi><mo>≤</mo><mi>β</mi>", "\\alpha x\\le\\beta"),
            ("<mi>sin</mi><mo>&#8289;</mo><mi>x</mi>", "\\sin x"),
            ("<mi mathvariant=double-struck>R</mi>", "\\mathbb{R}"),
            ("<mover accent=true><mi>x</mi><mo>^</mo></mover>", "\\hat{x}"),
            ("<mover><mi>x</mi><mo>¯</mo></mover>", "\\bar{x}"),
            ("<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>", "x_i^2"),
            (
                "<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr><mtr><mtd><mn>0</mn></mtd><mtd><mn>1</mn></mtd></mtr></mtable>",
                "\\begin{matrix} 1 & 0 \\\\ 0 & 1 \\end{matrix}",
            ),
            (
                "<mrow><mo>(</mo><mtable><mtr><mtd><mn>1</mn></mtd></mtr></mtable><mo>)</mo></mrow>",
                "\\begin{pmatrix} 1 \\end{pmatrix}",
            ),
            (
                "<mi>f</mi><mo>=</mo><mo>{</mo><mtable><mtr><mtd><mn>1</mn></mtd></mtr></mtable><mo></mo>",
                "f=\\begin{cases} 1 \\end{cases}",
            ),
            (
                "<mtable columnalign='right left'><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr></mtable>",
                "\\begin{aligned} a & b \\end{aligned}",
            ),
            ("<mn>3</mn><mi>kg</mi>", "3\\mathrm{kg}"),
            ("<mi>ord</mi><mo>&#8289;</mo><mi>x</mi>", "\\operatorname{ord}x"),
            ("<mfenced><mi>a</mi><mi>b</mi></mfenced>", "(a,b)"),
            ("<mtext>if </mtext><mi>x</mi>", "\\text{if }x"),
            ("<semantics><mi>x</mi><annotation encoding=y>z</annotation></semantics>", "x"),
            ("<msup><mrow><mo>(</mo><mi>x</mi><mo>)</mo></mrow><mn>2</mn></msup>", "{(x)}^2"),
            ("<mi>{</mi>", "\\{"),
            ("", ""),
        ] {
            assert_eq!(of(html), expected, "{html}");
        }
    }

    #[test]
    fn depth_is_bounded() {
        for unit in ["<msup><mi>x</mi>", "<munder>", "<mfrac>", "<mtable><mtr><mtd>", "<mrow>x"] {
            assert!(of(&unit.repeat(5_000)).len() < 100_000, "{unit}");
        }
    }
}
