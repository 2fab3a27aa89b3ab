//! What tags mention: words that say that their attributes are worth a look. One search over the source is faster than reading them all.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};

use super::tree::{Kind, Node};

/// What is mentioned somewhere in a tag: in a name, a value, or a part of one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mentions(u8);

impl Mentions {
    /// The attribute of what is not seen, in the one letter case that is looked for.
    pub const HIDDEN: Mentions = Mentions(1);
    /// The attributes of microdata and RDFa, and the relations of links to authors, licences and categories.
    pub const PROPERTY: Mentions = Mentions(2);
    /// What authors call the places of bylines and dates.
    pub const BYLINE: Mentions = Mentions(4);

    /// Whether this is among what is mentioned.
    pub fn has(self, other: Mentions) -> bool {
        self.0 & other.0 != 0
    }
}

/// The words, each with what it stands for. Only where letter case matters has the search vector code.
#[rustfmt::skip]
const WORDS: [(&str, u8); 30] = [
    ("hidden", 1),
    ("itemprop", 2), ("itemProp", 2), ("itemscope", 2), ("itemScope", 2), ("property=", 2), ("typeof=", 2),
    ("license", 2), ("category", 2), ("author", 2 | 4), ("Author", 4), ("AUTHOR", 4),
    ("date", 4), ("Date", 4), ("DATE", 4), ("publish", 4), ("Publish", 4), ("PUBLISH", 4), ("post", 4), ("Post", 4), ("POST", 4),
    ("byline", 4), ("Byline", 4), ("BYLINE", 4), ("meta", 4), ("Meta", 4), ("META", 4),
    ("entry-footer", 4), ("Entry-footer", 4), ("ENTRY-FOOTER", 4),
];

static FINDER: LazyLock<AhoCorasick> = LazyLock::new(|| {
    let words = WORDS.iter().map(|(word, _)| word);
    let finder = AhoCorasick::builder().match_kind(MatchKind::LeftmostFirst).build(words);
    finder.unwrap_or_else(|error| unreachable!("a few words: {error}"))
});

/// In longer texts nothing is searched: they are mostly programs.
const LONG: u32 = 512;

/// Marks the elements of a page by what their tags mention.
pub(super) fn mark(html: &str, mut nodes: &mut [Node]) {
    let is_long = |node: &Node| matches!(node.kind, Kind::Text(_)) && node.place.len() as u32 > LONG;
    while !nodes.is_empty() {
        let count = nodes.iter().position(is_long).unwrap_or(nodes.len());
        let (part, rest) = nodes.split_at_mut(count);
        let end = rest.first().map_or(html.len(), |long| long.place.start as usize);
        mark_part(&html[..end], part);
        nodes = rest.get_mut(1..).unwrap_or_default();
    }
}

/// The same of nodes up to the end of a text.
fn mark_part(html: &str, nodes: &mut [Node]) {
    let Some(first) = nodes.first() else { return };
    let start = first.place.start;
    let mut at = 0;
    for found in FINDER.find_iter(&html[start as usize..]) {
        let place = start + found.start() as u32;
        while nodes.get(at + 1).is_some_and(|next| next.place.start <= place) {
            at += 1;
        }
        if place < nodes[at].place.end {
            nodes[at].mentions.0 |= WORDS[found.pattern()].1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Tree;
    use super::*;

    #[test]
    fn tags_mention_words() {
        let long = "hidden".repeat(LONG as usize);
        let html = format!(
            "hidden<p HIDDEN>a<p class=Post>{long}<p hidden data-author=x><!-- date --><i itemprop=x>{long}</i><b>date"
        );
        let mentions: Vec<u8> = Tree::new(&html)
            .nodes()
            .iter()
            .filter(|node| matches!(node.kind, Kind::Element(_)))
            .map(|node| node.mentions.0)
            .collect();
        assert_eq!(mentions, [0, 0, 4, 7, 2, 0]);
    }
}
