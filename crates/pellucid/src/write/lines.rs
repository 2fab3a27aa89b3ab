//! What text and Markdown have in common: parts are lines, and what they are in is written before each.

use super::{WriteOptions, shared, table, table_length};
use crate::extract::parts::{Container, Part, PartKind, Within};
use crate::html::Id;

/// How a format writes.
pub(super) trait Format {
    /// What stands before the first line in a container, and before the others.
    ///
    /// `alternate` is for items of a list that follows another one: what tells the two apart.
    fn prefix(&self, within: &Within, alternate: bool) -> (String, String);

    /// Whether a part is written.
    fn shows(&self, _part: &Part) -> bool {
        true
    }

    /// The lines of a part.
    fn part(&self, part: &Part) -> String;

    /// The lines of a table: of those parts, all in the table at this place of their containers.
    fn table(&self, parts: &[Part], table: usize) -> String;

    /// Whether the next part follows without an empty line, where both are in these containers.
    fn is_tight(&self, part: &Part, next: &Part, shared: usize) -> bool;
}

/// A container, and for lists, whether its items are numbered and whether it has the other marker.
struct Last {
    id: Id,
    /// `None` if it is no list.
    ordered: Option<bool>,
    alternate: bool,
}

/// Writes parts in a format.
pub(super) fn write(parts: &[Part], options: WriteOptions, format: &impl Format) -> String {
    let mut out = String::with_capacity(parts.iter().map(|part| part.text.len() + 8).sum());
    let mut before: Option<&Part> = None;
    // The container that was last at each depth.
    let mut lists: Vec<Last> = Vec::new();
    // For each container of the part before, what stands before its lines.
    let mut indents: Vec<String> = Vec::new();
    let mut at = 0;
    while at < parts.len() {
        let part = &parts[at];
        if !options.shows(part) || !format.shows(part) {
            at += 1;
            continue;
        }
        let table = table(part);
        // A table is one piece: its cells are inside.
        let within = &part.within[..table.unwrap_or(part.within.len())];
        let common = before.map_or(0, |before| shared(&before.within, within));
        indents.truncate(common);
        if let Some(before) = before {
            out.push('\n');
            if !format.is_tight(before, part, common) {
                out += indents.concat().trim_end();
                out.push('\n');
            }
        }
        out += &indents.concat();
        lists.truncate(within.len().min(common + 1));
        for (depth, within) in within.iter().enumerate() {
            let next = part.within.get(depth + 1).map(|next| next.container);
            let ordered = match next {
                Some(Container::Item { number, .. }) => Some(number.is_some()),
                _ => None,
            };
            match lists.get_mut(depth) {
                Some(last) if last.id == within.id => {}
                Some(last) => {
                    let alternate = ordered.is_some() && last.ordered == ordered && !last.alternate;
                    *last = Last { id: within.id, ordered, alternate };
                }
                None => lists.push(Last { id: within.id, ordered, alternate: false }),
            }
            if depth >= common {
                let list = depth.saturating_sub(1);
                // Only text is something to do: a heading would be none behind a box.
                let mut within = *within;
                if let Container::Item { task, .. } = &mut within.container
                    && part.kind != PartKind::Paragraph
                {
                    *task = None;
                }
                let (first, others) = format.prefix(&within, lists[list].alternate);
                indents.push(others);
                out += &first;
            }
        }
        let length = table.map_or(1, |table| table_length(&parts[at..], table));
        let lines = match table {
            Some(table) => format.table(&parts[at..at + length], table),
            None => format.part(part),
        };
        let indent = indents.concat();
        for (n, line) in lines.split('\n').enumerate() {
            if n > 0 {
                out.push('\n');
                out += match line.is_empty() {
                    true => indent.trim_end(),
                    false => &indent,
                };
            }
            out += line;
        }
        at += length;
        before = Some(&parts[at - 1]);
    }
    if before.is_some() {
        out.push('\n');
    }
    out
}

/// Whether the next part is the next item of a list.
pub(super) fn is_next_item(part: &Part, next: &Part, shared: usize) -> bool {
    container(part, shared.wrapping_sub(1)) == Some(Container::List)
        && matches!(container(next, shared), Some(Container::Item { .. }))
}

/// Whether the next part is the first of a list in the item that this part is in.
pub(super) fn begins_list(part: &Part, next: &Part, shared: usize) -> bool {
    part.within.len() == shared
        && part.kind == PartKind::Paragraph
        && matches!(container(part, shared.wrapping_sub(1)), Some(Container::Item { .. }))
        && container(next, shared) == Some(Container::List)
}

fn container(part: &Part, n: usize) -> Option<Container> {
    part.within.get(n).map(|within| within.container)
}
