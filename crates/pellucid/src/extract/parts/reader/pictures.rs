//! Pictures, in a line and between paragraphs, and lines between paragraphs.

use super::{Open, Reader};
use crate::extract::blocks::{Block, is_hidden};
use crate::extract::parts::{Image, Mark, Part, PartKind, Style, math};
use crate::html::{self, Element, Id};

impl Reader<'_> {
    /// The figure that is open.
    pub(super) fn figure(&self) -> Option<&Open> {
        self.open.iter().rev().find(|open| open.element == Element::Figure)
    }

    /// Whether a block belongs to a figure.
    pub(super) fn is_in_figure(&self, block: &Block) -> bool {
        let mut around = std::iter::once(block.element).chain(self.tree.ancestors(block.element)).take(4);
        around.any(|id| self.element(id) == Some(Element::Figure))
    }

    /// Pictures and lines between two nodes become parts.
    pub(super) fn pictures(&mut self, from: Id, to: Id) {
        let mut at = from;
        while at < to && !self.room.is_full() {
            match self.element(at) {
                Some(element) if is_hidden(self.tree, element, at) => {
                    at = self.node(at).end;
                    continue;
                }
                Some(Element::Math) => {
                    at = self.node(at).end;
                    continue;
                }
                Some(Element::Img) => match (math::picture(self.tree.attributes(at)), self.image(at)) {
                    (Some(formula), _) => self.add_formula_alone(at, formula),
                    (None, Some(image)) => self.add_alone(at, PartKind::Image(image)),
                    (None, None) => {}
                },
                Some(Element::Hr) => self.add_alone(at, PartKind::Rule),
                _ => {}
            }
            at += 1;
        }
        self.done = self.done.max(at);
    }

    /// A part without text.
    fn add_alone(&mut self, id: Id, kind: PartKind) {
        // What is lazy is often there twice, the second time for those without scripts.
        if self.parts.last().is_some_and(|last| last.kind == kind) {
            return;
        }
        self.go_to(id);
        let place = self.node(id).place.clone();
        let place = place.start as usize..place.end as usize;
        let selector = self.selector(id);
        let part = Part { place, selector, ..self.new_part(kind, 0) };
        self.push(part);
    }

    /// A paragraph that is a picture of a formula.
    fn add_formula_alone(&mut self, id: Id, formula: String) {
        self.go_to(id);
        let place = self.node(id).place.clone();
        let place = place.start as usize..place.end as usize;
        let marks = vec![Mark { range: 0..formula.len(), style: Style::Math }];
        let part = Part { place, text: formula, marks, ..self.new_part(PartKind::Paragraph, 0) };
        self.push(part);
    }

    pub(super) fn add_image(&mut self, id: Id) {
        self.add("");
        let image = self.image(id);
        let (Some(part), Some(image)) = (&mut self.part, image) else { return };
        if !self.room.has_marks(part.marks.len()) {
            return;
        }
        let at = part.text.len();
        part.marks.push(Mark { range: at..at, style: Style::Image(image) });
        self.add_place(id);
    }

    /// The picture of an `img`, if it is one to look at.
    fn image(&self, id: Id) -> Option<Image> {
        // Where pictures come later, by a script, `src` is a placeholder.
        const SOURCES: [&str; 6] =
            ["src", "data-src", "data-original", "data-lazy-src", "srcset", "data-srcset"];
        let mut sources = [""; SOURCES.len()];
        let mut alternative = "";
        for (name, value) in html::attributes(self.tree.attributes(id)) {
            let is_size = name.eq_ignore_ascii_case("width") || name.eq_ignore_ascii_case("height");
            // A point counts visitors.
            if is_size && matches!(value.trim_ascii(), "0" | "1") {
                return None;
            }
            if name.eq_ignore_ascii_case("alt") {
                alternative = value;
            }
            if let Some(found) = SOURCES.iter().position(|source| name.eq_ignore_ascii_case(source)) {
                sources[found] = value;
            }
        }
        let chosen = sources.iter().position(|source| !source.is_empty() && !source.starts_with("data:"))?;
        let written = sources[chosen];
        // A set of sources begins with the first.
        let is_set = SOURCES[chosen].ends_with("srcset");
        let source = match written.split_ascii_whitespace().next() {
            Some(first) if is_set => first.trim_end_matches(','),
            _ => written,
        };
        let alternative = htmlize::unescape_attribute(alternative);
        let alternative = alternative.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
        Some(Image {
            source: self.address(&htmlize::unescape_attribute(source))?,
            alternative: alternative.into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::parts;
    use super::*;
    use crate::extract::blocks::Blocks;
    use crate::html::Tree;

    #[test]
    fn pictures_come_with_what_is_around_them() {
        let page = "<img src=0><p>a</p><img src=1 width=1><img src=data:x data-src=2 alt='b  c'><p>d</p><img src=3><p>e</p><figure><img srcset='4 1x, 5 2x'><figcaption>f";
        let tree = Tree::new(page);
        let blocks = Blocks::new(&tree);
        let parts = parts(&tree, &blocks, &[true, true, false, true], &[]);
        let shown = parts.iter().map(|part| match &part.kind {
            PartKind::Image(image) => format!("{} {}", image.source, image.alternative),
            _ => part.text.clone(),
        });
        assert_eq!(shown.collect::<Vec<_>>(), ["a", "2 b c", "d", "4 ", "f"]);
    }
}
