//! What a page says of itself in its head, and where readers may write.

use memchr::memmem;

use crate::html::{Element, Id, Kind, Node, Tree, attributes};

/// No more bytes of a title or description are searched: every block is looked for in them.
const LONGEST: usize = 20_000;

/// A text in which every block is looked for.
pub struct Searched {
    pub text: String,
    /// Every four bytes in a row, sorted: most blocks begin with others, and are looked for no further.
    fours: Vec<[u8; 4]>,
}

impl Searched {
    fn new(text: String) -> Searched {
        let mut fours: Vec<[u8; 4]> = text.as_bytes().windows(4).flat_map(<[u8; 4]>::try_from).collect();
        fours.sort_unstable();
        Searched { text, fours }
    }

    /// Whether a text of four bytes or more is part of it.
    pub fn has(&self, part: &str) -> bool {
        let begins = |four: &[u8; 4]| self.fours.binary_search(four).is_ok();
        part.as_bytes().first_chunk().is_some_and(begins)
            && memmem::find(self.text.as_bytes(), part.as_bytes()).is_some()
    }
}

/// What a page says of itself: its title, and what describes it.
pub struct Head {
    pub title: Searched,
    pub description: Searched,
    /// Where fields to write in begin.
    pub fields: Vec<u32>,
}

impl Head {
    /// Of this page.
    pub fn new(tree: &Tree) -> Head {
        let (mut title, mut description) = (String::new(), String::new());
        let tidy = |text: &str| {
            let mut end = text.len().min(LONGEST);
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            let text = &text[..end];
            htmlize::unescape(text).split_ascii_whitespace().collect::<Vec<_>>().join(" ")
        };
        for (id, node) in tree.nodes().iter().enumerate() {
            let id = id as Id;
            match node.kind {
                Kind::Element(Element::Title) if title.is_empty() && node.end > id + 1 => {
                    title = tidy(tree.source(id + 1));
                }
                Kind::Element(Element::Meta) if description.is_empty() => {
                    let written = tree.attributes(id);
                    let is_description = attributes(written).any(|(name, value)| {
                        ["name", "property"].iter().any(|wanted| name.eq_ignore_ascii_case(wanted))
                            && ["description", "og:description"]
                                .iter()
                                .any(|is| value.eq_ignore_ascii_case(is))
                    });
                    if is_description {
                        let content =
                            attributes(written).find(|(name, _)| name.eq_ignore_ascii_case("content"));
                        description = content.map(|(_, value)| tidy(value)).unwrap_or_default();
                    }
                }
                Kind::Element(Element::Body) => break,
                _ => {}
            }
        }
        let is_field = |node: &&Node| matches!(node.kind, Kind::Element(Element::Textarea));
        let fields = tree.nodes().iter().filter(is_field).map(|node| node.place.start).collect();
        Head { title: Searched::new(title), description: Searched::new(description), fields }
    }
}
