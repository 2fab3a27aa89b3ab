//! Formulas: as TeX where a page has it.

use memchr::{memchr, memchr2, memmem};

use super::Reader;
use crate::extract::parts::{Mark, Part, PartKind, Style, math};
use crate::html::{Element, Id, Layout};

impl Reader<'_> {
    /// What stands for an element that holds a formula.
    pub(super) fn formula_in(&self, id: Id, element: Element) -> Option<String> {
        math::of(self.tree, id, element)
    }

    /// The same, for one without text: no block tells of it.
    pub(super) fn silent_formula(&self, id: Id, element: Element) -> Option<String> {
        let formula = self.formula_in(id, element).filter(|formula| !formula.is_empty())?;
        let mut at = id + 1;
        while at < self.node(id).end {
            at = match self.element(at) {
                Some(element) if element.layout() == Layout::Hidden => self.node(at).end,
                None if !self.tree.source(at).trim_ascii().is_empty() => return None,
                _ => at + 1,
            };
        }
        Some(formula)
    }

    /// Adds a formula, if an element holds one.
    pub(super) fn add_formula_in(&mut self, id: Id, element: Element) -> bool {
        if self.is_code() && element != Element::Math {
            return false;
        }
        let formula = match element {
            // A picture right after its formula is for those who cannot see that.
            Element::Img => match math::picture(self.tree.attributes(id)) {
                Some(_) if self.formula == id => return true,
                picture => picture,
            },
            _ => self.formula_in(id, element),
        };
        let Some(formula) = formula else { return false };
        self.add_formula(&formula, id);
        self.formula = self.node(id).end;
        true
    }

    /// Whether the page loads a program that sets formulas: some of them look for `$`.
    pub(super) fn has_dollars(&mut self) -> bool {
        let html = self.tree.html().as_bytes();
        let is_there = |name: &str| memmem::find(html, name.as_bytes()).is_some();
        *self.dollars.get_or_insert_with(|| ["MathJax", "mathjax", "katex"].into_iter().any(is_there))
    }

    pub(super) fn add_formula(&mut self, text: &str, id: Id) {
        self.add("");
        let Some(part) = &mut self.part else { return };
        let start = part.text.len();
        part.text += text;
        if !text.is_empty() {
            part.marks.push(Mark { range: start..part.text.len(), style: Style::Math });
        }
        self.add_place(id);
    }

    /// MathJax keeps its TeX in scripts. Many who write them take that for text, with character references.
    pub(super) fn add_script(&mut self, id: Id) {
        let tag = self.tree.attributes(id);
        if !tag.contains("math/tex") || self.node(id).end == id + 1 {
            return;
        }
        let tex = math::tidy(&htmlize::unescape(self.tree.source(id + 1)));
        if !tex.is_empty() {
            self.add_formula(&math::delimited(&tex, tag.contains("mode=display")), id);
        }
    }
}

/// Formulas that stand in the text between signs, as MathJax and KaTeX look for them in the browser.
pub(super) fn find(part: &mut Part, has_dollars: impl FnOnce() -> bool) {
    let text = part.text.as_bytes();
    if matches!(part.kind, PartKind::Code { .. }) || memchr2(b'\\', b'$', text).is_none() {
        return;
    }
    let dollars = memchr(b'$', text).is_some() && has_dollars();
    let mut found = math::between(&part.text, dollars);
    let is_raw = |mark: &&Mark| matches!(mark.style, Style::Code | Style::Math);
    let raw: Vec<_> = part.marks.iter().filter(is_raw).map(|mark| mark.range.clone()).collect();
    found.retain(|(range, _)| !raw.iter().any(|raw| raw.start < range.end && range.start < raw.end));
    // From the last to the first, so that places before stay where they are.
    for (range, formula) in found.into_iter().rev() {
        let end = range.start + formula.len();
        part.marks.retain(|mark| {
            mark.range.start < range.start || mark.range.end > range.end || mark.range.start >= range.end
        });
        let moved = |at: usize| match at {
            _ if at <= range.start => at,
            _ if at < range.end => end,
            _ => at - range.len() + formula.len(),
        };
        for mark in &mut part.marks {
            mark.range = moved(mark.range.start)..moved(mark.range.end);
        }
        part.text.replace_range(range.clone(), &formula);
        part.marks.push(Mark { range: range.start..end, style: Style::Math });
    }
    part.marks.sort_by_key(|mark| (mark.range.start, usize::MAX - mark.range.end));
}

#[cfg(test)]
mod tests {
    use super::super::tests::read;
    use super::*;

    #[test]
    fn formulas_are_marked() {
        let shown = |page: &str| {
            let parts = read(page);
            let mark = |mark: &Mark| format!("{:?} {}", mark.style, &parts[0].text[mark.range.clone()]);
            (parts[0].text.clone(), parts[0].marks.iter().map(mark).collect::<Vec<_>>())
        };
        let both = |text: &str, marks: &[&str]| {
            (text.to_owned(), marks.iter().map(|mark| (*mark).to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(
            shown("<p>so <b>that \\(a_1\\) is</b> <i>b</i> and \\(a<i>b</i>c\\)"),
            both(
                "so that $a_1$ is b and $abc$",
                &["Strong that $a_1$ is", "Math $a_1$", "Emphasis b", "Math $abc$"]
            )
        );
        assert_eq!(shown("<p>see <code>\\(x\\)</code>"), both("see \\(x\\)", &["Code \\(x\\)"]));
        assert_eq!(
            shown("<p>a <span class='math inline'>x</span>, <img class=math alt='y^2'>."),
            both("a $x$, $y^2$.", &["Math $x$", "Math $y^2$"])
        );
        assert_eq!(
            shown("<p>a <span class=MathJax><nobr>xx</nobr></span><script type='math/tex'>x</script> b"),
            both("a $x$ b", &["Math $x$"])
        );
        assert_eq!(shown("<div class='math notranslate'>\\[x\\]</div>"), both("$$x$$", &["Math $$x$$"]));
        assert_eq!(shown("<div class='math'>x = y</div>"), both("$$x = y$$", &["Math $$x = y$$"]));
        let drawn = "<mjx-container class=MathJax jax=SVG><svg><g data-mml-node=\"math\"><g data-mml-node=\"mi\"><use data-c=1D465></use></g></g></svg></mjx-container>";
        let said =
            drawn.replace("</svg>", "</svg><mjx-assistive-mml><math><mi>x</mi></math></mjx-assistive-mml>");
        for formula in [drawn, &said, "<img src=/latex.php?x alt=x>", "<span data-tex=x></span>"] {
            assert_eq!(shown(&format!("<p>a {formula} b")).0, "a $x$ b", "{formula}");
            let page = format!(
                "<p>{formula} is</p><p>and {formula}</p><table><tr><th>n<th>f<tr><td>1<td>{formula}</table>"
            );
            let texts: Vec<String> = read(&page).into_iter().map(|part| part.text).collect();
            assert_eq!(texts, ["$x$ is", "and $x$", "n", "f", "1", "$x$"], "{formula}");
        }
        let twice = "<span><math alttext=x><mi>x</mi></math></span><img class=mwe-math-fallback-image-inline alt=x src=y>";
        assert_eq!(shown(&format!("<p>a {twice} b")), both("a $x$ b", &["Math $x$"]));
        let alone = read("<p>a</p><div class=math><img src=b class=math alt='y^2'></div><p>c</p>");
        assert_eq!(alone.iter().map(|part| &*part.text).collect::<Vec<_>>(), ["a", "$y^2$", "c"]);
    }
}
