//! What strip knows about elements: which join words, and what their content is to a tokenizer.
//!
//! Both ways of taking markup off share this knowledge; they share no machinery.

use super::scan;

/// What stands between an element's tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// Text and markup.
    Markup,
    /// Everything up to the end tag is text, references are resolved: `textarea`.
    Text,
    /// The same, but of its own stream: `title`.
    Title,
    /// Everything up to the end tag is text, references are not resolved: `xmp`.
    RawText,
    /// The same, but nobody sees it: `style`, `iframe`, `noembed`, `noframes`.
    Hidden,
    /// Hidden, and with the escapes which `<!--` makes in scripts.
    Script,
    /// Text until the page ends, whatever comes.
    PlainText,
}

/// What strip has to know of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Element {
    /// Whether the words before and after its tags are neighbours.
    pub inline: bool,
    /// Whether anything else about it is out of the ordinary, of what follows.
    pub peculiar: bool,
    /// What stands between its tags.
    pub content: Content,
    /// `svg` and `math`, inside of which CDATA sections exist and `/>` closes.
    pub foreign: bool,
    /// `meta`, whose `content` is text when its `name` says so.
    pub meta: bool,
    /// The name's place in the table, by which its end tag is recognised.
    slot: u8,
}

impl Element {
    /// An element without peculiarities, which separates words: all that are not listed.
    pub const OTHER: Element = Element {
        inline: false,
        peculiar: false,
        content: Content::Markup,
        foreign: false,
        meta: false,
        slot: EMPTY,
    };

    /// `plaintext` is the one listed name that is too long for a key. It needs none: it has no end tag.
    const PLAINTEXT: Element = Element { content: Content::PlainText, peculiar: true, ..Element::OTHER };

    /// The element with this name, in any letter case.
    pub fn of(name: &[u8]) -> Element {
        if name.len() <= 8 {
            Element::of_key(scan::key(scan::eight(name), name.len()))
        } else if name.eq_ignore_ascii_case(b"plaintext") {
            Element::PLAINTEXT
        } else {
            Element::OTHER
        }
    }

    /// The element whose name of at most eight bytes has this key.
    #[inline(always)]
    pub fn of_key(key: u64) -> Element {
        // A select, not a branch: which tag comes next cannot be predicted.
        let slot = slot(key);
        TABLE.elements[if TABLE.keys[slot] == key { slot } else { EMPTY as usize }]
    }

    /// The name's [`scan::key`], 0 where it has none.
    pub fn key(self) -> u64 {
        TABLE.keys[usize::from(self.slot)]
    }
}

/// Elements that do not separate words: `f<b>oo</b>` is one word. What starts a line (`br`, `p`) or is seen
/// as a thing of its own (`img`, `input`, `button`) separates, and so does every name not known here.
const INLINE: &[&str] = &[
    "a", "abbr", "acronym", "b", "basefont", "bdi", "bdo", "big", "blink", "cite", "code", "data", "del",
    "dfn", "em", "font", "i", "ins", "kbd", "mark", "nobr", "q", "rb", "ruby", "s", "samp", "small", "span",
    "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr",
];

/// Elements whose content is not markup. `noscript` is not among them: a reader of text runs no scripts, and
/// the standard then reads its content as markup.
const CONTENT: &[(&str, Content)] = &[
    ("title", Content::Title),
    ("textarea", Content::Text),
    ("xmp", Content::RawText),
    ("style", Content::Hidden),
    ("iframe", Content::Hidden),
    ("noembed", Content::Hidden),
    ("noframes", Content::Hidden),
    ("script", Content::Script),
];

const FOREIGN: &[&str] = &["svg", "math"];

/// A hash table made when compiling, in which every name has a slot of its own.
struct Table {
    keys: [u64; 256],
    elements: [Element; 256],
}

static TABLE: Table = table();

/// A slot which no listed name has.
const EMPTY: u8 = 0;

/// The number was found by trying: with it no two names meet, and none has the slot [`EMPTY`].
const fn slot(key: u64) -> usize {
    (key.wrapping_mul(0x37B4_000B_D1C5_1F87) >> 56) as usize
}

const fn table() -> Table {
    let mut table = Table { keys: [0; 256], elements: [Element::OTHER; 256] };
    let mut at = 0;
    while at < INLINE.len() {
        insert(&mut table, INLINE[at], Element { inline: true, ..Element::OTHER });
        at += 1;
    }
    let peculiar = Element { peculiar: true, ..Element::OTHER };
    at = 0;
    while at < CONTENT.len() {
        insert(&mut table, CONTENT[at].0, Element { content: CONTENT[at].1, ..peculiar });
        at += 1;
    }
    at = 0;
    while at < FOREIGN.len() {
        insert(&mut table, FOREIGN[at], Element { foreign: true, ..peculiar });
        at += 1;
    }
    insert(&mut table, "meta", Element { meta: true, ..peculiar });
    table
}

const fn insert(table: &mut Table, name: &str, element: Element) {
    let key = scan::key_of(name.as_bytes());
    let slot = slot(key);
    assert!(table.keys[slot] == 0 && slot != EMPTY as usize, "two names meet: try another number");
    table.keys[slot] = key;
    table.elements[slot] = Element { slot: slot as u8, ..element };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_name_is_found_in_any_case() {
        for name in INLINE {
            assert!(Element::of(name.as_bytes()).inline, "{name}");
            assert!(Element::of(name.to_uppercase().as_bytes()).inline, "{name}");
        }
        for &(name, content) in CONTENT {
            assert_eq!(Element::of(name.as_bytes()).content, content, "{name}");
        }
        assert!(FOREIGN.iter().all(|name| Element::of(name.as_bytes()).foreign));
        assert_eq!(Element::of(b"PlainText").content, Content::PlainText);
        assert!(Element::of(b"META").meta);
    }

    #[test]
    fn other_names_are_ordinary() {
        for name in ["", "div", "h1", "blockquote", "scripts", "titl", "my-element", "\u{c9}"] {
            assert_eq!(Element::of(name.as_bytes()), Element::OTHER, "{name}");
        }
    }
}
