//! What a page says of itself in its head, and where readers may write.

use std::sync::LazyLock;

use memchr::memmem;

use super::likeness::Likeness;
use crate::extract::metadata::article_body;
use crate::html::{Element, Id, Kind, Tree, attributes};

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

/// A text that may have the blocks of a page in it: what of these begins somewhere in it.
pub struct Held {
    /// Hashes of so many bytes from every character on, sorted.
    beginnings: Vec<u64>,
}

/// So many bytes of a block are looked for.
const BEGINNING: usize = 24;
/// No more bytes of the text are held.
const LONGEST_HELD: usize = 200_000;

impl Held {
    fn new(text: &str) -> Held {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let held = text.char_indices().map(|(at, _)| at).take_while(|at| *at < LONGEST_HELD);
        let mut beginnings: Vec<u64> = held.filter_map(|at| Held::hash(&text.as_bytes()[at..])).collect();
        beginnings.sort_unstable();
        Held { beginnings }
    }

    /// A hash of the first bytes, if there are so many.
    fn hash(text: &[u8]) -> Option<u64> {
        let beginning: &[u8; BEGINNING] = text.first_chunk()?;
        let mut words = beginning.as_chunks::<8>().0.iter().map(|word| u64::from_le_bytes(*word));
        let mix = |hash: u64, word: u64| (hash.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        Some(words.by_ref().fold(0, mix))
    }

    /// Whether a text begins somewhere in it.
    pub fn has(&self, text: &str) -> bool {
        Held::hash(text.as_bytes()).is_some_and(|hash| self.beginnings.binary_search(&hash).is_ok())
    }
}

/// What a page says of itself: its title, and what describes it.
pub struct Head {
    pub title: Searched,
    pub description: Searched,
    /// Both, as blocks are compared with them.
    pub likeness: Likeness,
    /// What it tells search engines that its text is, as JSON-LD.
    pub body: Option<Held>,
    /// What it says that it is.
    pub declared: Declared,
    /// Where fields to write in begin.
    pub fields: Vec<u32>,
    /// The nodes that are pictures.
    pub images: Vec<Id>,
}

/// What a page says that it is, by OpenGraph and by the types of schema.org that it mentions.
#[derive(Clone, Copy, Default)]
pub struct Declared {
    /// `og:type`: 1 for an article, 2 for a site, 3 for a product, 4 for anything else; 0 if there is none.
    pub open_graph: u8,
    /// How often each of [`TYPES`] is mentioned.
    pub types: [u8; TYPES.len()],
}

/// Groups of types of schema.org, by what their names contain.
pub const TYPES: [(&str, &[&str]); 5] = [
    ("article", &["Article", "BlogPosting", "Report", "Recipe"]),
    ("product", &["Product", "Offer"]),
    ("discussion", &["DiscussionForum", "QAPage", "Question", "Comment"]),
    ("list", &["ItemList", "CollectionPage", "SearchResults"]),
    ("person-or-place", &["LocalBusiness", "Organization", "Service", "Person"]),
];

/// So many types are looked at: a catalogue has thousands.
const MOST_TYPES: usize = 64;
/// No type has a longer name.
const LONGEST_TYPE: usize = 40;

static TYPE: LazyLock<memmem::Finder> = LazyLock::new(|| memmem::Finder::new("\"@type\""));

impl Declared {
    fn add_types(&mut self, html: &str) {
        for at in TYPE.find_iter(html.as_bytes()).take(MOST_TYPES) {
            let after = html.as_bytes()[at..].get(7..7 + LONGEST_TYPE).unwrap_or_default();
            let mut quoted = after.split(|byte| *byte == b'"');
            let Some(name) = quoted.next().filter(|colon| colon.len() <= 4).and_then(|_| quoted.next())
            else {
                continue;
            };
            for ((_, parts), count) in TYPES.iter().zip(&mut self.types) {
                let is_part = |part: &&str| memmem::find(name, part.as_bytes()).is_some();
                *count = count.saturating_add(u8::from(parts.iter().any(is_part)));
            }
        }
    }
}

/// The code of an `og:type`.
fn open_graph(value: &str) -> u8 {
    let value = value.trim();
    let begins = |with: &str| value.get(..with.len()).is_some_and(|head| head.eq_ignore_ascii_case(with));
    match () {
        () if value.is_empty() => 0,
        () if begins("article") => 1,
        () if begins("website") => 2,
        () if begins("product") || begins("og:product") => 3,
        () => 4,
    }
}

impl Head {
    /// Of this page.
    pub fn new(tree: &Tree) -> Head {
        let (mut title, mut description) = (String::new(), String::new());
        let mut declared = Declared::default();
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
                Kind::Element(Element::Meta) => {
                    let written = tree.attributes(id);
                    let is_called = |wanted: &[&str]| {
                        attributes(written).any(|(name, value)| {
                            ["name", "property"].iter().any(|wanted| name.eq_ignore_ascii_case(wanted))
                                && wanted.iter().any(|is| value.eq_ignore_ascii_case(is))
                        })
                    };
                    let content = || {
                        let mut all = attributes(written);
                        all.find(|(name, _)| name.eq_ignore_ascii_case("content")).map(|(_, value)| value)
                    };
                    if description.is_empty() && is_called(&["description", "og:description"]) {
                        description = content().map(tidy).unwrap_or_default();
                    } else if declared.open_graph == 0 && is_called(&["og:type"]) {
                        declared.open_graph = content().map(open_graph).unwrap_or_default();
                    }
                }
                Kind::Element(Element::Body) => break,
                _ => {}
            }
        }
        declared.add_types(tree.html());
        let (mut fields, mut images) = (Vec::new(), Vec::new());
        for (id, node) in tree.nodes().iter().enumerate() {
            match node.kind {
                Kind::Element(Element::Textarea) => fields.push(node.place.start),
                Kind::Element(Element::Img) => images.push(id as Id),
                _ => {}
            }
        }
        let likeness = Likeness::new(&title, &description);
        let (title, description) = (Searched::new(title), Searched::new(description));
        let body = article_body(tree).filter(|body| !body.trim().is_empty()).map(|body| Held::new(&body));
        Head { title, description, likeness, body, declared, fields, images }
    }
}
