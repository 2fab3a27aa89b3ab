//! Formulas: as TeX where a page has it.

use super::Reader;
use crate::extract::parts::{Mark, Style, math};
use crate::html::Id;

impl Reader<'_> {
    pub(super) fn add_formula(&mut self, text: &str, is_tex: bool, id: Id) {
        self.add("");
        let Some(part) = &mut self.part else { return };
        let start = part.text.len();
        part.text += text;
        if is_tex {
            part.marks.push(Mark { range: start..part.text.len(), style: Style::Math });
        }
        self.add_place(id);
    }

    /// MathJax keeps its TeX in scripts.
    pub(super) fn add_script(&mut self, id: Id) {
        let tag = self.tree.attributes(id);
        if !tag.contains("math/tex") || self.node(id).end == id + 1 {
            return;
        }
        let tex = math::tidy(self.tree.source(id + 1));
        if !tex.is_empty() {
            self.add_formula(&math::delimited(&tex, tag.contains("mode=display")), true, id);
        }
    }
}
