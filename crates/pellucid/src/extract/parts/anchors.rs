//! What programs put beside headings and terms, which is no part of them: signs that lead to the place itself, links to edit it,
//! and what is there for screen readers.

use super::furniture::Furniture;
use crate::html::{Element, Id, Kind, Tree, attribute};

/// A sign is not longer, with what is around it.
const MOST_NODES: u32 = 8;

/// A heading has no more nodes, with its link.
const LONGEST_HEADING: u32 = 64;

/// Whether an element is such a link. In a heading, any link to a place of the page is one, if it has no letter and no digit;
/// elsewhere, one that is named so.
pub(super) fn is_anchor(tree: &Tree, id: Id, element: Element, is_in_heading: bool) -> bool {
    let tag = tree.attributes(id);
    match element {
        Element::A => {
            let is_named = ["link", "anchor", "hash"].iter().any(|name| tag.contains(name));
            is_unseen(tag)
                || is_named && Furniture::Anchor.is(tag) && (is_silent(tree, id) || is_beside_text(tree, id))
                || (is_in_heading || is_named || leads_back(tree, id, tag)) && is_sign(tree, id, tag)
        }
        Element::Span => {
            (tag.contains("edit") || tag.contains("link")) && Furniture::Edit.is(tag) || is_unseen(tag)
        }
        _ => false,
    }
}

/// Whether an element is only for screen readers.
fn is_unseen(tag: &str) -> bool {
    ["sr-", "hidden", "screen"].iter().any(|part| tag.contains(part)) && Furniture::Unseen.is(tag)
}

/// Whether a link leads from a note back to its mark.
fn leads_back(tree: &Tree, id: Id, tag: &str) -> bool {
    const ARROWS: [char; 5] = ['↩', '↵', '⏎', '↑', '^'];
    let is_named =
        || ["backref", "backlink", "footnote-back", "reversefootnote"].iter().any(|name| tag.contains(name));
    let end = tree.nodes()[id as usize].end.min(id + MOST_NODES);
    let is_arrow = |at: Id| {
        matches!(tree.nodes()[at as usize].kind, Kind::Text(_))
            && htmlize::unescape(tree.source(at)).contains(ARROWS)
    };
    tag.contains('#') && (is_named() || (id + 1..end).any(is_arrow))
}

/// Whether a link leads to a place of the page, and has nothing to read.
fn is_sign(tree: &Tree, id: Id, tag: &str) -> bool {
    attribute(tag, "href").is_some_and(|href| href.starts_with('#')) && is_silent(tree, id)
}

/// Whether there is nothing to read in a link.
fn is_silent(tree: &Tree, id: Id) -> bool {
    let end = tree.nodes()[id as usize].end;
    let is_silent = |at: Id| match tree.nodes()[at as usize].kind {
        Kind::Text(_) => !htmlize::unescape(tree.source(at)).contains(char::is_alphanumeric),
        Kind::Element(element) => element != Element::Img,
    };
    end - id <= MOST_NODES && (id + 1..end).all(is_silent)
}

/// Whether there is text beside a link, in the same element: it is not the whole heading.
fn is_beside_text(tree: &Tree, id: Id) -> bool {
    let nodes = tree.nodes();
    let (node, mut at) = (&nodes[id as usize], nodes[id as usize].parent + 1);
    let end = nodes[node.parent as usize].end.min(at + LONGEST_HEADING);
    while at < end {
        let is_text = matches!(nodes[at as usize].kind, Kind::Text(_));
        if is_text && !tree.source(at).trim_ascii().is_empty() {
            return true;
        }
        at = if at == id { node.end } else { at + 1 };
    }
    false
}
