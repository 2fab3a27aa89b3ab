//! What programs put beside headings and terms, which is no part of them: signs that lead to the place itself, links to edit it,
//! and what is there for screen readers.

use super::furniture::Furniture;
use crate::html::{Element, Id, Kind, Tree, attribute};

/// A sign is not longer, with what is around it.
const MOST_NODES: u32 = 8;

/// Whether an element is such a link. In a heading, any link to a place of the page is one, if it has no letter and no digit;
/// elsewhere, one that is named so.
pub(super) fn is_anchor(tree: &Tree, id: Id, element: Element, is_in_heading: bool) -> bool {
    let tag = tree.attributes(id);
    match element {
        Element::A => {
            let is_named = ["link", "anchor", "hash"].iter().any(|name| tag.contains(name));
            is_unseen(tag)
                || is_named && Furniture::Anchor.is(tag)
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
    const ARROWS: [char; 4] = ['↩', '↵', '⏎', '↑'];
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
    let end = tree.nodes()[id as usize].end;
    let is_silent = |at: Id| match tree.nodes()[at as usize].kind {
        Kind::Text(_) => !htmlize::unescape(tree.source(at)).contains(char::is_alphanumeric),
        Kind::Element(element) => element != Element::Img,
    };
    end - id <= MOST_NODES
        && attribute(tag, "href").is_some_and(|href| href.starts_with('#'))
        && (id + 1..end).all(is_silent)
}
