//! What parts are in: quotes, lists, tables, definitions, figures.

use std::sync::Arc;

use super::preformatted::may_be_in_code;
use super::{Open, Reader, value};
use crate::extract::parts::furniture::Furniture;
use crate::extract::parts::{self, Container, PartKind, Within, code, table};
use crate::html::{Element, Id, Layout, attribute};

/// What is in more than so many things is in these: nobody reads deeper, and every part keeps the list.
const DEEPEST: usize = 24;

/// A line that opens what is below has no more nodes.
const LONGEST_LINE: Id = 32;

impl Reader<'_> {
    pub(super) fn enter_block(&mut self, open: &mut Open, tag: &str) {
        use Element::*;
        self.breaks = true;
        let id = open.id;
        let depth = self.path.len();
        let mut inside = |container| self.path.push(Within { id, container });
        let element = table::role(self.tree, id, open.element);
        open.is_table = element == Table;
        open.kind = match element {
            Div | Table if code::is_drawn(self.tree, id) => {
                if element == Table {
                    self.tables.push(None);
                }
                open.is_whole = true;
                Some(PartKind::Code { language: code::language(self.tree, id) })
            }
            Blockquote => {
                inside(Container::Quote);
                Some(PartKind::Paragraph)
            }
            list if list.is_list() => {
                // A list beside the items of another one belongs to the last of them.
                if let Some(item) = self.list().and_then(|(_, list)| list.item) {
                    self.path.push(item);
                }
                self.path.push(Within { id, container: Container::List });
                open.list = Some(self.new_list(id, list == Ol, tag));
                Some(PartKind::Paragraph)
            }
            Li => {
                if let Some(item) = self.item(id) {
                    self.path.push(item);
                }
                Some(PartKind::Paragraph)
            }
            Dl => {
                inside(Container::Definitions);
                Some(PartKind::Paragraph)
            }
            Dt => Some(PartKind::Term),
            Dd => {
                if self.path.last().is_some_and(|within| within.container == Container::Definitions) {
                    self.path.push(Within { id, container: Container::Definition });
                }
                Some(PartKind::Paragraph)
            }
            Table => {
                let cells = table::cells(self.tree, id);
                if let Some(cells) = &cells {
                    inside(Container::Table);
                    self.room.hold(cells.held());
                }
                self.tables.push(cells);
                Some(PartKind::Paragraph)
            }
            Td | Th => {
                let cells = self.tables.last().and_then(|cells| cells.as_ref());
                if let Some(cell) = cells.and_then(|cells| cells.find(id)) {
                    inside(cell);
                }
                Some(PartKind::Paragraph)
            }
            Figure => {
                inside(Container::Figure);
                Some(PartKind::Paragraph)
            }
            Caption | Figcaption => Some(PartKind::Caption),
            element if element.is_preformatted() => {
                open.is_whole = (id + 1..open.end).all(|at| self.element(at).is_none_or(may_be_in_code));
                Some(PartKind::Code { language: code::language(self.tree, id) })
            }
            Article | Section | Form | Fieldset => Some(PartKind::Paragraph),
            Div if parts::is_quote(self.tree, id) => {
                inside(Container::Quote);
                Some(PartKind::Paragraph)
            }
            P | Div if is_title(tag) => {
                open.style = Some(parts::Style::Strong);
                Some(PartKind::Paragraph)
            }
            Summary if self.is_line(id) => {
                open.style = Some(parts::Style::Strong);
                Some(PartKind::Paragraph)
            }
            P => Some(PartKind::Paragraph),
            element => element.heading().or_else(|| heading(tag)).map(PartKind::Heading),
        };
        // What is deeper is left out.
        self.path.truncate(depth.max(DEEPEST));
        open.containers = (self.path.len() - depth) as u8;
    }

    /// Whether there is nothing but words in an element.
    fn is_line(&self, id: Id) -> bool {
        let end = self.node(id).end;
        let is_inline = |at: Id| self.element(at).is_none_or(|element| element.layout() != Layout::Block);
        end - id <= LONGEST_LINE && (id + 1..end).all(is_inline)
    }

    /// The containers of a part: only what has what it needs.
    pub(super) fn within(&mut self, kind: &PartKind) -> Arc<[Within]> {
        let follows = |n: usize, test: fn(Container) -> bool, last: bool| match self.path.get(n + 1) {
            Some(next) => test(next.container),
            None => last,
        };
        let is_complete = |(n, within): &(usize, &Within)| match within.container {
            Container::List => follows(*n, |next| matches!(next, Container::Item { .. }), false),
            Container::Table => {
                follows(*n, |next| matches!(next, Container::Cell { .. }), *kind == PartKind::Caption)
            }
            Container::Definitions => {
                follows(*n, |next| next == Container::Definition, *kind == PartKind::Term)
            }
            _ => true,
        };
        let complete = self.path.iter().enumerate().filter(is_complete).map(|(_, within)| within);
        if !self.within.iter().eq(complete.clone()) {
            self.within = complete.copied().collect();
        }
        Arc::clone(&self.within)
    }
}

/// Whether a tag is of what says what a note is.
fn is_title(tag: &str) -> bool {
    ["title", "eading", "rubric"].iter().any(|part| tag.contains(part)) && Furniture::Title.is(tag)
}

/// The level of what is a heading by its role.
fn heading(tag: &str) -> Option<u8> {
    if !tag.contains("heading") || !attribute(tag, "role")?.eq_ignore_ascii_case("heading") {
        return None;
    }
    // The level that the standard gives to those without.
    Some(value(tag, "aria-level").map_or(2, |level| level.clamp(1, 6) as u8))
}

#[cfg(test)]
mod tests {
    use super::super::tests::read;
    use super::*;

    #[test]
    fn parts_know_what_they_are_in() {
        let parts = read(
            "<blockquote><p>a</p><ul><li>b<li>c</ul></blockquote><table><tr><th>d<th>e<tr><td>f<td>g</table>",
        );
        let containers = |n: usize| parts[n].within.iter().map(|within| within.container).collect::<Vec<_>>();
        let item = Container::Item { number: None, task: None };
        assert_eq!(containers(0), [Container::Quote]);
        assert_eq!(containers(2), [Container::Quote, Container::List, item]);
        assert_eq!(parts[1].within[..2], parts[2].within[..2]);
        assert_ne!(parts[1].within[2], parts[2].within[2]);
        assert_eq!(containers(6), [Container::Table, Container::Cell { row: 1, column: 1, header: false }]);
    }
}
