//! What programs put beside headings and terms, which is no part of them: signs that lead to the place itself, and links to edit it.

use crate::html::{Element, Id, Kind, Tree, attribute};

/// Classes of such links: Sphinx and MkDocs; VuePress and markdown-it; Docusaurus; AnchorJS; Hugo's themes; Pandoc's and Quarto's.
const CLASSES: [&str; 7] = [
    "headerlink",
    "header-anchor",
    "heading-anchor",
    "hash-link",
    "anchorjs-link",
    "headline-hash",
    "anchor-section",
];

/// The class of MediaWiki's links to edit a section.
const EDIT: &str = "mw-editsection";

/// A sign is not longer, with what is around it.
const MOST_NODES: u32 = 8;

/// Whether an element is such a link. In a heading, any link to a place of the page is one, if it has no letter and no digit.
pub(super) fn is_anchor(tree: &Tree, id: Id, element: Element, is_in_heading: bool) -> bool {
    let tag = tree.attributes(id);
    let has_class = |names: &[&str]| {
        let class = attribute(tag, "class").unwrap_or_default();
        class.split_ascii_whitespace().any(|word| names.contains(&word))
    };
    match element {
        Element::A if tag.contains("link") || tag.contains("anchor") || tag.contains("hash") => {
            has_class(&CLASSES) || is_in_heading && is_sign(tree, id, tag)
        }
        Element::A => is_in_heading && is_sign(tree, id, tag),
        Element::Span => tag.contains(EDIT) && has_class(&[EDIT]),
        _ => false,
    }
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
