//! Text that a page holds in another place, for pages whose tree has next to none: scripts would write it.
//!
//! **In**: a tree. **Out**: the text as HTML, and where it was. **Why**: such a page says what it is about to search engines (the
//! `articleBody` of its JSON-LD), to readers without scripts (`noscript`), or to the script that writes it (data in JSON, as Next.js and
//! Nuxt send it).

mod data;

use super::metadata::article_body;
use crate::html::{Element, Kind, Tree};
use crate::named::named;

/// Where the main content of a page was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Origin {
    /// In its tree, as on nearly all pages.
    #[default]
    Page,
    /// In the `articleBody` of its JSON-LD.
    JsonLd,
    /// In `noscript`.
    Noscript,
    /// In data for the script that writes the page: `<script id="__NEXT_DATA__" type="application/json">`.
    Data,
}

named!(Origin, "place of the content":
    Page => "page",
    JsonLd => "json-ld",
    Noscript => "noscript",
    Data => "data",
);

/// Where so many characters or more were chosen, nobody looks elsewhere.
pub(super) const ENOUGH: u32 = 300;
/// Fewer bytes are no text.
const LEAST: usize = 200;
/// It has to be so many times as long as what was chosen.
const LONGER: usize = 3;

/// The text that is elsewhere, where it is longer than what was chosen by far.
pub(super) fn find(tree: &Tree, chosen: u32) -> Option<(Origin, String)> {
    let least = LEAST.max(LONGER * chosen as usize);
    let long =
        |origin: Origin, text: Option<String>| Some((origin, text.filter(|text| text.len() >= least)?));
    long(Origin::JsonLd, article_body(tree))
        .map(|(origin, body)| (origin, paragraphs(&body)))
        .or_else(|| long(Origin::Noscript, noscript(tree)))
        .or_else(|| long(Origin::Data, data::text(tree)))
}

/// A text as HTML: it may be that already.
fn paragraphs(text: &str) -> String {
    if text.contains("</") {
        return text.to_owned();
    }
    let lines = text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty());
    lines.map(|line| format!("<p>{}</p>", htmlize::escape_text(line))).collect()
}

/// What readers without scripts see, beside what all see.
fn noscript(tree: &Tree) -> Option<String> {
    let nodes = tree.nodes();
    let is_noscript = |at: &usize| nodes[*at].kind == Kind::Element(Element::Noscript);
    let inside =
        |at: usize| (at + 1..nodes[at].end as usize).filter(|at| matches!(nodes[*at].kind, Kind::Text(_)));
    let texts = (0..nodes.len()).filter(is_noscript).flat_map(inside);
    let html: String = texts.map(|at| tree.source(at as u32)).collect();
    (!html.is_empty()).then_some(html)
}
