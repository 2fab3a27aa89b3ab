//! What strip has to know about an element, taken from the table of [`html`](crate::html): which join words, and what their
//! content is to a tokenizer.
//!
//! Both ways of taking markup off share this knowledge; they share no machinery.

use super::scan;
use crate::html::{self, Content, ROWS, Row, Words};

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
    /// An element without peculiarities, which separates words: all that are not in the table.
    pub const OTHER: Element = Element {
        inline: false,
        peculiar: false,
        content: Content::Markup,
        foreign: false,
        meta: false,
        slot: EMPTY,
    };

    /// The element of a row.
    const fn from_row(row: &Row) -> Element {
        let meta = row.element as u8 == html::Element::Meta as u8;
        Element {
            inline: matches!(row.words, Words::Joined),
            peculiar: row.content.is_raw() || row.is_foreign || meta,
            content: row.content,
            foreign: row.is_foreign,
            meta,
            slot: EMPTY,
        }
    }

    /// The element with this name, in any letter case.
    pub fn of(name: &[u8]) -> Element {
        if name.len() <= 8 {
            Element::of_key(scan::key(scan::eight(name), name.len()))
        } else {
            Element::from_row(html::row(name))
        }
    }

    /// The element whose name of at most eight bytes has this key.
    #[inline(always)]
    pub fn of_key(key: u64) -> Element {
        // A select, not a branch: which tag comes next cannot be predicted.
        let slot = slot(key, MULTIPLIER);
        TABLE.elements[if TABLE.keys[slot] == key { slot } else { EMPTY as usize }]
    }

    /// The name's [`scan::key`], 0 where it has none.
    pub fn key(self) -> u64 {
        TABLE.keys[usize::from(self.slot)]
    }
}

/// A hash table made when compiling, in which every name has a slot of its own.
struct Table {
    keys: [u64; 256],
    elements: [Element; 256],
}

static TABLE: Table = match table(MULTIPLIER) {
    Some(table) => table,
    None => panic!("the multiplier was tried"),
};

/// A slot which no name has.
const EMPTY: u8 = 0;

/// With this number no two names meet, and none has the slot [`EMPTY`].
const MULTIPLIER: u64 = {
    // Odd numbers by trying. With 48 names, one in a hundred does.
    let mut number: u64 = 0x37B4_000B_D1C5_1F87;
    while table(number).is_none() {
        number = number.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(2);
    }
    number
};

#[inline(always)]
const fn slot(key: u64, multiplier: u64) -> usize {
    (key.wrapping_mul(multiplier) >> 56) as usize
}

/// The table of all elements that are not ordinary, none if two of them meet.
const fn table(multiplier: u64) -> Option<Table> {
    let mut table = Table { keys: [0; 256], elements: [Element::OTHER; 256] };
    let mut at = 0;
    while at < ROWS.len() {
        let row = &ROWS[at];
        at += 1;
        let element = Element::from_row(row);
        if !element.inline && !element.peculiar {
            continue;
        }
        if row.name.len() > 8 {
            // Too long for a key, and found by its name. An end tag is awaited by its key, and `plaintext` has none.
            assert!(!row.content.is_raw() || matches!(row.content, Content::Plain));
            continue;
        }
        let key = scan::key_of(row.name.as_bytes());
        let slot = slot(key, multiplier);
        if table.keys[slot] != 0 || slot == EMPTY as usize {
            return None;
        }
        table.keys[slot] = key;
        table.elements[slot] = Element { slot: slot as u8, ..element };
    }
    Some(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_found_in_any_case() {
        for row in ROWS {
            let expected = Element::from_row(row);
            for name in [row.name.to_owned(), row.name.to_uppercase()] {
                let found = Element::of(name.as_bytes());
                assert_eq!(Element { slot: EMPTY, ..found }, expected, "{name}");
                if expected.peculiar && row.name.len() <= 8 {
                    assert_eq!(found.key(), scan::key_of(row.name.as_bytes()), "{name}");
                }
            }
        }
    }

    #[test]
    fn elements_are_what_strip_needs() {
        let of = |name: &str| Element::of(name.as_bytes());
        assert!(["a", "acronym", "wbr"].iter().all(|name| of(name).inline));
        assert!(["br", "rt", "math", "img"].iter().all(|name| !of(name).inline));
        assert_eq!(of("title").content, Content::Title);
        assert_eq!(of("PlainText").content, Content::Plain);
        // A reader of bytes runs no scripts, and the standard then reads markup.
        assert_eq!(of("noscript"), Element::OTHER);
        assert!(of("svg").foreign && of("math").foreign && of("META").meta);
    }

    #[test]
    fn other_names_are_ordinary() {
        for name in ["", "div", "h1", "blockquote", "scripts", "titl", "my-element", "\u{c9}"] {
            assert_eq!(Element::of(name.as_bytes()), Element::OTHER, "{name}");
        }
    }
}
