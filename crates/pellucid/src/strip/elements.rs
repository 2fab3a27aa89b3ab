//! What strip knows about elements: which join words, and what their content is to a tokenizer.
//!
//! Both ways of taking markup off share this knowledge; they share no machinery.

use super::scan;

/// What stands between an element's tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
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

/// What strip has to know of an element; [`Element::OTHER`] for all that are not listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Element {
    /// The name's [`scan::key`], by which its end tag is recognised; 0 for [`Element::OTHER`].
    pub key: u64,
    /// Length of the name.
    pub length: usize,
    /// Whether the words before and after its tags are neighbours.
    pub inline: bool,
    /// What stands between its tags.
    pub content: Content,
    /// `svg` and `math`, inside of which CDATA sections exist and `/>` closes.
    pub foreign: bool,
    /// `meta`, whose `content` is text when its `name` says so.
    pub meta: bool,
}

impl Element {
    /// An element without peculiarities, which separates words.
    pub const OTHER: Element =
        Element { key: 0, length: 0, inline: false, content: Content::Markup, foreign: false, meta: false };

    /// `plaintext` is the one listed name that is too long for a key. It needs none: it has no end tag.
    const PLAINTEXT: Element = Element { content: Content::PlainText, ..Element::OTHER };

    /// The element with this name, in any letter case.
    #[inline(always)]
    pub fn of(name: &[u8]) -> Element {
        if name.len() <= 8 {
            Element::of_key(scan::key(scan::eight(name), name.len()))
        } else {
            Element::of_long(name)
        }
    }

    /// The element with this name of more than eight bytes.
    #[inline(never)]
    pub fn of_long(name: &[u8]) -> Element {
        if name.eq_ignore_ascii_case(b"plaintext") { Element::PLAINTEXT } else { Element::OTHER }
    }

    /// The element whose name of at most eight bytes has this key.
    #[inline(always)]
    pub fn of_key(key: u64) -> Element {
        let mut slot = slot(key);
        // The table is never full, so that an empty slot ends every search.
        loop {
            let element = TABLE[slot];
            if element.key == key || element.key == 0 {
                return element;
            }
            slot = (slot + 1) % TABLE.len();
        }
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

/// A hash table made when compiling: common names are found in their first slot, without a branch to mispredict.
static TABLE: [Element; 256] = table();

const fn slot(key: u64) -> usize {
    (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 56) as usize
}

const fn table() -> [Element; 256] {
    let mut table = [Element::OTHER; 256];
    let mut at = 0;
    while at < INLINE.len() {
        insert(&mut table, INLINE[at], Element { inline: true, ..Element::OTHER });
        at += 1;
    }
    at = 0;
    while at < CONTENT.len() {
        insert(&mut table, CONTENT[at].0, Element { content: CONTENT[at].1, ..Element::OTHER });
        at += 1;
    }
    at = 0;
    while at < FOREIGN.len() {
        insert(&mut table, FOREIGN[at], Element { foreign: true, ..Element::OTHER });
        at += 1;
    }
    insert(&mut table, "meta", Element { meta: true, ..Element::OTHER });
    table
}

const fn insert(table: &mut [Element; 256], name: &str, element: Element) {
    let key = scan::key_of(name.as_bytes());
    let mut slot = slot(key);
    while table[slot].key != 0 {
        slot = (slot + 1) % table.len();
    }
    table[slot] = Element { key, length: name.len(), ..element };
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
