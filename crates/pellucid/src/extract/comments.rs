//! Readers' comments, where they are asked for.
//!
//! **In**: a tree. **Out**: which blocks are in comments, and for each comment, who wrote it and when. **Why by name**: comments look like
//! the text that they are about. What holds them is called so, in `class`, `id` or microdata, on nearly all pages.

use std::collections::BTreeMap;
use std::ops::Range;

use super::blocks::{Block, Blocks};
use super::metadata::iso_date;
use super::parts::Part;
use super::parts::reader::{How, parts_within};
use crate::html::{Element, Id, Kind, Tree, attribute, attributes};
use crate::named::named;
use crate::write::{self, WriteOptions};

/// What becomes of readers' comments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Comments {
    /// They are left out, unless they are what the page is about.
    #[default]
    None,
    /// They are part of the content, and listed too.
    Text,
    /// They are listed, and no part of the content, unless there is nothing else.
    Apart,
}

named!(Comments, "choice of comments": None => "none", Text => "text", Apart => "apart");

impl From<bool> for Comments {
    fn from(wanted: bool) -> Comments {
        if wanted { Comments::Text } else { Comments::None }
    }
}

/// What a reader wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Comment {
    /// As plain text.
    pub text: String,
    /// Who wrote it, where the page says so.
    pub author: Option<String>,
    /// When, in ISO 8601, where the page says so.
    pub date: Option<String>,
}

/// Names of people are not longer.
const LONGEST_NAME: usize = 80;

/// How many characters there may be around a name and a date, without white space: "says:", "am".
const MOST_AROUND: u32 = 12;

/// Classes of one comment, as many programs have them.
const ITEMS: [&str; 6] =
    ["comment", "comment-item", "comment_item", "comment-entry", "single-comment", "comment-container"];

/// Classes of who wrote it.
const AUTHORS: [&str; 9] = [
    "fn",
    "author",
    "comment-author",
    "comment_author",
    "commenter",
    "username",
    "user-name",
    "nickname",
    "author-name",
];

/// What readers wrote, in containers that are called so.
pub(super) struct Found {
    /// For each node: whether it is in one, and not in a form.
    inside: Vec<bool>,
    /// For each node: the comment it is in, the innermost; 0 for none.
    owners: Vec<Id>,
}

impl Found {
    /// One walk from the root down. Blocks that walk up would read the same long tags again and again.
    pub fn new(tree: &Tree) -> Found {
        let mut called: Vec<(bool, bool)> = Vec::with_capacity(tree.nodes().len());
        let mut owners: Vec<Id> = Vec::with_capacity(tree.nodes().len());
        // Whether a node itself is called so.
        let mut named: Vec<bool> = Vec::with_capacity(tree.nodes().len());
        for (id, node) in tree.nodes().iter().enumerate() {
            let id = id as Id;
            let parent = node.parent as usize;
            let (comment, form) = called.get(parent).copied().unwrap_or_default();
            let is_named = matches!(node.kind, Kind::Element(_)) && is_called_comment(tree, id);
            called.push(match node.kind {
                // What a whole page is called says nothing.
                Kind::Element(Element::Body) => (false, form),
                Kind::Element(Element::Form | Element::Nav | Element::Button) => (comment, true),
                Kind::Element(_) => (comment || is_named, form),
                Kind::Text(_) => (comment, form),
            });
            let is_listed = matches!(node.kind, Kind::Element(Element::Li | Element::Article))
                && named.get(parent).copied().unwrap_or_default();
            let is_item = is_listed || is_named && is_one(tree, id);
            owners.push(if is_item { id } else { owners.get(parent).copied().unwrap_or_default() });
            named.push(is_named);
        }
        Found { inside: called.into_iter().map(|(comment, form)| comment && !form).collect(), owners }
    }

    /// Whether a block is one, and not only links.
    pub fn has(&self, block: &Block) -> bool {
        block.linked * 2 < block.characters && self.inside[block.element as usize]
    }

    /// All of them, in the order of the page.
    pub fn list(&self, tree: &Tree, blocks: &Blocks, how: &How) -> Vec<Comment> {
        let about = self.about(tree);
        let has_items = self.owners.iter().any(|owner| *owner > 0);
        let owner = |block: &Block| match self.owners[block.element as usize] {
            // Where no comment is called one, each paragraph is.
            0 if !has_items => block.element,
            owner => owner,
        };
        // A line of who wrote it and when, with at most a word or two around them.
        let is_about = |block: &Block, about: &About| {
            let said = |place: &Range<u32>| {
                if place.start <= block.place.start && block.place.end <= place.end {
                    block.characters
                } else if block.place.start <= place.start && place.end <= block.place.end {
                    characters(tree, place)
                } else {
                    0
                }
            };
            let said = about.author.as_ref().map_or(0, |(_, place)| said(place))
                + about.date.as_ref().map_or(0, |(_, place)| said(place));
            said > 0 && block.characters <= said + MOST_AROUND
        };
        let is_heading = |block: &Block| matches!(tree.nodes()[block.element as usize].kind, Kind::Element(element) if element.heading().is_some());
        let of: Vec<Id> = blocks
            .all()
            .iter()
            .map(|block| match owner(block) {
                _ if !self.has(block) || is_heading(block) => 0,
                id if about.get(&id).is_some_and(|about| is_about(block, about)) => 0,
                id => id,
            })
            .collect();
        let chosen: Vec<bool> = of.iter().map(|owner| *owner > 0).collect();
        let (parts, _) = parts_within(tree, blocks, &chosen, &[], how);
        let mut of_parts: BTreeMap<Id, Vec<_>> = BTreeMap::new();
        for part in parts {
            let n = blocks.all().partition_point(|block| block.place.start as usize <= part.place.start);
            if let Some(owner) = n.checked_sub(1).map(|n| of[n]).filter(|owner| *owner > 0) {
                // The list of all comments is none of its own.
                let within = part.within.iter().filter(|within| within.id > owner).copied().collect();
                of_parts.entry(owner).or_default().push(Part { within, ..part });
            }
        }
        let comment = |(id, parts): (Id, Vec<_>)| Comment {
            text: write::text(&parts, WriteOptions::default()).trim_end().to_owned(),
            author: about.get(&id).and_then(|about| Some(about.author.as_ref()?.0.clone())),
            date: about.get(&id).and_then(|about| Some(about.date.as_ref()?.0.clone())),
        };
        of_parts.into_iter().map(comment).filter(|comment| !comment.text.is_empty()).collect()
    }

    /// Who wrote each comment, and when.
    fn about(&self, tree: &Tree) -> BTreeMap<Id, About> {
        let mut all: BTreeMap<Id, About> = BTreeMap::new();
        for (id, node) in tree.nodes().iter().enumerate() {
            let owner = self.owners[id];
            let Kind::Element(element) = node.kind else { continue };
            let tag = tree.attributes(id as Id);
            if owner == 0 || tag.is_empty() {
                continue;
            }
            let about = all.entry(owner).or_default();
            let place = place(tree, id as Id);
            let is_inner = |outer: &Option<(String, Range<u32>)>| {
                outer.as_ref().is_none_or(|(_, outer)| outer.start <= place.start && place.end <= outer.end)
            };
            if is_inner(&about.author) && is_author(tag) {
                let name = text(tree, id as Id, LONGEST_NAME);
                about.author = name.map(|name| (name, place.clone())).or(about.author.take());
            }
            if about.date.is_none() {
                about.date = date(tree, id as Id, element, tag).map(|date| (date, place));
            }
        }
        all
    }
}

/// What a comment says about itself, and where.
#[derive(Default)]
struct About {
    author: Option<(String, Range<u32>)>,
    date: Option<(String, Range<u32>)>,
}

fn is_called_comment(tree: &Tree, id: Id) -> bool {
    attributes(tree.attributes(id)).any(|(name, value)| {
        ["class", "id", "itemprop", "itemtype"].iter().any(|wanted| name.eq_ignore_ascii_case(wanted))
            && memchr::memmem::find(value.to_ascii_lowercase().as_bytes(), b"comment").is_some()
    })
}

/// Whether an element that is called so is one comment, not all of them or a part of one.
fn is_one(tree: &Tree, id: Id) -> bool {
    attributes(tree.attributes(id)).any(|(name, value)| match name.to_ascii_lowercase().as_str() {
        "class" => {
            value.split_ascii_whitespace().any(|word| ITEMS.iter().any(|one| word.eq_ignore_ascii_case(one)))
        }
        "id" => value.ends_with(|c: char| c.is_ascii_digit()),
        "itemprop" => value.eq_ignore_ascii_case("comment"),
        "itemtype" => value.ends_with("/Comment") || value.ends_with("/UserComments"),
        _ => false,
    })
}

fn is_author(tag: &str) -> bool {
    attributes(tag).any(|(name, value)| match name.to_ascii_lowercase().as_str() {
        "class" => value
            .split_ascii_whitespace()
            .any(|word| AUTHORS.iter().any(|one| word.eq_ignore_ascii_case(one))),
        "itemprop" => ["author", "creator", "name"].iter().any(|one| value.eq_ignore_ascii_case(one)),
        "rel" => value.eq_ignore_ascii_case("author"),
        _ => false,
    })
}

fn date(tree: &Tree, id: Id, element: Element, tag: &str) -> Option<String> {
    let says = |name: &str| {
        attribute(tag, name).is_some_and(|value| {
            let value = value.to_ascii_lowercase();
            value.contains("date") || value.contains("time")
        })
    };
    if element != Element::Time && !says("class") && !says("itemprop") {
        return None;
    }
    let declared = ["datetime", "content", "title"].iter().find_map(|name| iso_date(&attribute(tag, name)?));
    declared.or_else(|| iso_date(&text(tree, id, LONGEST_NAME)?))
}

/// Where an element is, with all that is in it.
fn place(tree: &Tree, id: Id) -> Range<u32> {
    let node = &tree.nodes()[id as usize];
    let last = &tree.nodes()[node.end.saturating_sub(1).max(id) as usize];
    node.place.start..last.place.end
}

/// How many characters are there in a place, without markup and white space.
fn characters(tree: &Tree, place: &Range<u32>) -> u32 {
    let first = tree.nodes().partition_point(|node| node.place.start < place.start);
    let within = tree.nodes()[first..].iter().enumerate().take_while(|(_, node)| node.place.end <= place.end);
    let texts = within.filter(|(_, node)| matches!(node.kind, Kind::Text(_)));
    let count = |n: usize| {
        htmlize::unescape(tree.source((first + n) as Id)).chars().filter(|c| !c.is_whitespace()).count()
    };
    texts.map(|(n, _)| count(n) as u32).sum()
}

/// The text in an element; none, if it is empty or has more characters.
fn text(tree: &Tree, id: Id, most: usize) -> Option<String> {
    let mut text = String::new();
    for at in id + 1..tree.nodes()[id as usize].end {
        if matches!(tree.nodes()[at as usize].kind, Kind::Text(_)) {
            text += &htmlize::unescape(tree.source(at));
            text.push(' ');
        }
        if text.len() > 8 * most {
            return None;
        }
    }
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    (!text.is_empty() && text.chars().count() <= most).then_some(text)
}
