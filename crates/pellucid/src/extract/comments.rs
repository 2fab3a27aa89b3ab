//! Readers' comments, where they are asked for.

use super::blocks::Block;
use crate::html::{Element, Id, Kind, Tree, attributes};

/// What readers wrote, in containers that are called so.
pub(super) struct Comments {
    /// For each node: whether it is in one, and not in a form.
    inside: Vec<bool>,
}

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
}
