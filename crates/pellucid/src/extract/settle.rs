//! What belongs together is taken together: after the choice of blocks, one by one, by their scores.
//!
//! **In**: a tree, its blocks, and which of them are chosen. **Out**: the same, with code that stands among what is chosen, with
//! whole tables, and without readers' comments under an article. **Why**: the model judges blocks. A cell of a table says
//! little by itself, and so does a line of code.

use super::blocks::{Block, Blocks};
use super::parts;
use crate::html::{Element, Id, Kind, Tree, attributes};

/// Where so much of a table is chosen, all of it is.
const MOST_OF_TABLE: f32 = 0.5;

/// Code and tables as they belong together.
pub(super) fn settle(tree: &Tree, blocks: &Blocks, chosen: &mut [bool]) {
    let Some(first) = chosen.iter().position(|chosen| *chosen) else { return };
    let last = chosen.iter().rposition(|chosen| *chosen).unwrap_or(first);
    // Nobody puts code between the paragraphs of a text but who means it.
    let is_code = |block: &Block| matches!(tree.nodes()[block.element as usize].kind, Kind::Element(element) if element.is_preformatted());
    for (block, chosen) in blocks.all()[first..=last].iter().zip(&mut chosen[first..=last]) {
        *chosen |= is_code(block);
    }
    tables(tree, blocks, chosen);
}

/// Tables of which most is chosen are chosen, if they are tables.
fn tables(tree: &Tree, blocks: &Blocks, chosen: &mut [bool]) {
    let nodes = tree.nodes();
    let mut at = 0;
    let mut from = 0;
    while let Some(table) = (at..nodes.len()).find(|at| nodes[*at].kind == Kind::Element(Element::Table)) {
        at = table + 1;
        let place = nodes[table].place.start
            ..nodes.get(nodes[table].end as usize).map_or(u32::MAX, |next| next.place.start);
        let all = blocks.all();
        let begin = from + all[from..].partition_point(|block| block.place.start < place.start);
        let end = begin + all[begin..].partition_point(|block| block.place.start < place.end);
        from = begin;
        let sum = |of: &dyn Fn(usize) -> bool| {
            (begin..end).filter(|n| of(*n)).map(|n| all[n].characters as f32).sum::<f32>()
        };
        let (taken, whole) = (sum(&|n| chosen[n]), sum(&|_| true));
        if taken == whole
            || taken == 0.0
            || taken < MOST_OF_TABLE * whole
            || !parts::is_table(tree, table as Id)
        {
            continue;
        }
        chosen[begin..end].fill(true);
        at = nodes[table].end as usize;
    }
}

/// What readers wrote, in containers that are called so.
pub(super) struct Comments {
    /// For each node: whether it is in one, and not in a form.
    inside: Vec<bool>,
}

/// With so much of what is chosen, comments are what a page is there for.
const FORUM: f32 = 0.5;

impl Comments {
    /// One walk from the root down. Blocks that walk up would read the same long tags again and again.
    pub fn new(tree: &Tree) -> Comments {
        let is_called_comment = |id: Id| {
            attributes(tree.attributes(id)).any(|(name, value)| {
                ["class", "id", "itemprop", "itemtype"].iter().any(|wanted| name.eq_ignore_ascii_case(wanted))
                    && memchr::memmem::find(value.to_ascii_lowercase().as_bytes(), b"comment").is_some()
            })
        };
        let mut called: Vec<(bool, bool)> = Vec::with_capacity(tree.nodes().len());
        for (id, node) in tree.nodes().iter().enumerate() {
            let (comment, form) = called.get(node.parent as usize).copied().unwrap_or_default();
            called.push(match node.kind {
                // What a whole page is called says nothing.
                Kind::Element(Element::Body) => (false, form),
                Kind::Element(Element::Form | Element::Nav | Element::Button) => (comment, true),
                Kind::Element(_) => (comment || is_called_comment(id as Id), form),
                Kind::Text(_) => (comment, form),
            });
        }
        Comments { inside: called.into_iter().map(|(comment, form)| comment && !form).collect() }
    }

    /// Whether a block is one, and not only links.
    pub fn has(&self, block: &Block) -> bool {
        block.linked * 2 < block.characters && self.inside[block.element as usize]
    }

    /// Leaves them out, where they stand after what the page is there for.
    pub fn leave_out(&self, blocks: &Blocks, chosen: &mut [bool]) {
        let all = blocks.all();
        let is_comment = |n: usize| self.inside[all[n].element as usize];
        let sum = |of: &dyn Fn(usize) -> bool| {
            (0..all.len()).filter(|n| chosen[*n] && of(*n)).map(|n| all[n].characters as f32).sum::<f32>()
        };
        let (comments, whole) = (sum(&is_comment), sum(&|_| true));
        if comments > 0.0 && comments < FORUM * whole {
            (0..all.len()).filter(|n| is_comment(*n)).for_each(|n| chosen[n] = false);
        }
    }
}
