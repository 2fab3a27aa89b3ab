//! What is seen of a block, in numbers: what the forest decides by.
//!
//! Nothing here knows a language: no words of any are counted, and none is told from the next by spaces. What counts is how
//! much text there is, how much of it is linked, how much markup stands around it, how it is punctuated, where it stands, what
//! is above and beside it, and what page authors call the places: of the words of `class` and `id` those below.

use std::collections::HashMap;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};

use super::blocks::{Block, Blocks};
use super::html::{Element, Id, Kind, Tree, attributes};

/// Words in the names of classes and places, as people name them in every language's pages.
const WORDS: &[&str] = &[
    "comment",
    "nav",
    "menu",
    "foot",
    "side",
    "content",
    "article",
    "post",
    "entry",
    "body",
    "related",
    "share",
    "social",
    "meta",
    "tag",
    "main",
    "text",
    "story",
    "head",
    "title",
    "breadcrumb",
    "widget",
    "ad",
    "banner",
    "promo",
    "sponsor",
    "author",
    "date",
    "caption",
    "image",
    "list",
    "item",
    "link",
    "search",
    "login",
    "cookie",
    "popup",
    "modal",
    "reply",
    "forum",
    "thread",
    "message",
    "product",
    "desc",
    "page",
    "copyright",
    "category",
    "archive",
    "toc",
    "infobox",
    "reference",
    "hidden",
    "byline",
    "newsletter",
    "subscribe",
    "section",
    "doc",
    "markdown",
    "highlight",
    "code",
];

/// Elements of which it is asked how far above a block they stand.
const ABOVE: &[Element] = &[
    Element::Article,
    Element::Main,
    Element::Nav,
    Element::Header,
    Element::Footer,
    Element::Aside,
    Element::Form,
    Element::Table,
    Element::Ul,
    Element::Ol,
    Element::Figure,
    Element::Section,
    Element::Blockquote,
    Element::P,
    Element::Td,
    Element::Button,
];

/// So many elements above a block have their sums among its features, itself included.
const SUMMED: usize = 6;
/// Sums of an element.
const SUMS: usize = 5;
/// What is told of the block itself, and of its neighbours.
const OWN: usize = 20;
/// Which of these are told of the neighbours.
const BESIDE: &[usize] = &[0, 1, 4, 5, 6, 9, 14, 16, 17, 18];
/// The neighbours, by their distance.
const NEIGHBOURS: &[isize] = &[-2, -1, 1, 2];
/// What stands for a neighbour that is not there, and for what is not above.
const NONE: f32 = -1.0;

/// How many features a block has.
pub const FEATURES: usize = OWN + ABOVE.len() + SUMMED * SUMS + WORDS.len() + NEIGHBOURS.len() * BESIDE.len();

static FINDER: LazyLock<AhoCorasick> = LazyLock::new(|| {
    AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .match_kind(MatchKind::Standard)
        .build(WORDS)
        .unwrap_or_else(|error| unreachable!("the words are constant: {error}"))
});

/// How far above the nearest element with each word is, 255 for none.
type Distances = [u8; WORDS.len()];

/// Sums over the blocks in an element.
#[derive(Clone, Copy, Default)]
struct Sums {
    characters: f32,
    linked: f32,
    blocks: f32,
    marks: f32,
}

/// The features of every block, in their order.
pub fn features(tree: &Tree, blocks: &Blocks) -> Vec<Vec<f32>> {
    let page = Page::new(tree, blocks);
    let mut rows: Vec<Vec<f32>> = Vec::with_capacity(blocks.all().len());
    let mut before = 0.0;
    for (n, block) in blocks.all().iter().enumerate() {
        rows.push(page.own(n, block, before));
        before += block.characters as f32;
    }
    let own: Vec<Vec<f32>> =
        rows.iter().map(|row| BESIDE.iter().map(|&feature| row[feature]).collect()).collect();
    let mut distances = HashMap::new();
    for (n, (block, row)) in blocks.all().iter().zip(&mut rows).enumerate() {
        page.above(block, row);
        let words = page.words(block.element, &mut distances);
        row.extend(
            words.iter().map(|&distance| if distance == u8::MAX { NONE } else { f32::from(distance) }),
        );
        for distance in NEIGHBOURS {
            match n.checked_add_signed(*distance).and_then(|n| own.get(n)) {
                Some(other) => row.extend(other),
                None => row.extend(BESIDE.iter().map(|_| NONE)),
            }
        }
        debug_assert_eq!(row.len(), FEATURES);
    }
    rows
}

/// What is known of a page before its blocks are looked at one by one.
struct Page<'a> {
    tree: &'a Tree<'a>,
    blocks: &'a Blocks,
    /// Of every element with text.
    sums: HashMap<Id, Sums>,
    all: f32,
    /// How many blocks stand in elements of the same kind.
    alike: HashMap<u64, u32>,
}

impl<'a> Page<'a> {
    fn new(tree: &'a Tree<'a>, blocks: &'a Blocks) -> Page<'a> {
        let mut page = Page { tree, blocks, sums: HashMap::new(), all: 0.0, alike: HashMap::new() };
        for block in blocks.all() {
            let marks = marks(blocks.text(block)) as f32;
            for id in std::iter::once(block.element).chain(tree.ancestors(block.element)) {
                let sums = page.sums.entry(id).or_default();
                sums.characters += block.characters as f32;
                sums.linked += block.linked as f32;
                sums.blocks += 1.0;
                sums.marks += marks;
            }
            page.all += block.characters as f32;
            *page.alike.entry(page.kind(block.element)).or_default() += 1;
        }
        page
    }

    fn element(&self, id: Id) -> Element {
        match self.tree.nodes()[id as usize].kind {
            Kind::Element(element, _) => element,
            Kind::Text(_) => Element::Other,
        }
    }

    /// A number for the names and attributes of an element and the three above it: the same in each item of a list.
    fn kind(&self, id: Id) -> u64 {
        let mut hash = 0xCBF2_9CE4_8422_2325u64;
        let mut add = |byte: u8| hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3);
        for id in std::iter::once(id).chain(self.tree.ancestors(id)).take(4) {
            add(self.element(id) as u8);
            for (name, value) in attributes(self.tree.attributes(id)) {
                if name.eq_ignore_ascii_case("class") {
                    value.bytes().for_each(&mut add);
                }
            }
        }
        hash
    }

    /// What is seen of the block itself.
    fn own(&self, n: usize, block: &Block, before: f32) -> Vec<f32> {
        let text = self.blocks.text(block);
        let count = self.blocks.all().len() as f32;
        let characters = (block.characters as f32).max(1.0);
        let share = |is: fn(char) -> bool| text.chars().filter(|c| is(*c)).count() as f32 / characters;
        let (all, marks) = (self.all.max(1.0), marks(text) as f32);
        let mut row = Vec::with_capacity(FEATURES);
        row.extend([
            (characters + 1.0).ln(),
            block.linked as f32 / characters,
            block.links as f32,
            block.tags as f32 / characters,
            marks,
            marks / characters,
            share(char::is_numeric),
            share(char::is_uppercase),
            share(|c| !c.is_ascii()),
            n as f32 / count,
            count - n as f32,
            n as f32,
            before / all,
            all.ln(),
            characters / (block.place.end - block.place.start).max(1) as f32,
            text.matches('\n').count() as f32,
            f32::from(u8::from(text.trim_end().ends_with(ends_sentence))),
            f32::from(self.element(block.element) as u8),
            self.alike.get(&self.kind(block.element)).copied().unwrap_or(0) as f32,
            1.0 + self.tree.ancestors(block.element).count() as f32,
        ]);
        row
    }

    /// What stands above the block.
    fn above(&self, block: &Block, row: &mut Vec<f32>) {
        let up: Vec<Id> = std::iter::once(block.element).chain(self.tree.ancestors(block.element)).collect();
        for element in ABOVE {
            let distance = up.iter().position(|&id| self.element(id) == *element);
            row.push(distance.map_or(NONE, |distance| distance as f32));
        }
        for level in 0..SUMMED {
            let id = up.get(level).copied().unwrap_or(0);
            let sums = self.sums.get(&id).copied().unwrap_or_default();
            let characters = sums.characters.max(1.0);
            row.extend([
                sums.characters / self.all.max(1.0),
                (sums.characters + 1.0).ln(),
                sums.linked / characters,
                sums.blocks,
                sums.marks / characters,
            ]);
        }
    }

    /// The distances of the words, from an element upwards.
    fn words(&self, id: Id, known: &mut HashMap<Id, Distances>) -> Distances {
        let up = || std::iter::once(id).chain(self.tree.ancestors(id));
        let new: Vec<Id> = up().take_while(|id| !known.contains_key(id)).collect();
        let mut distances = match up().nth(new.len()) {
            Some(id) => known[&id],
            None => [u8::MAX; WORDS.len()],
        };
        for id in new.into_iter().rev() {
            distances.iter_mut().for_each(|distance| *distance = distance.saturating_add(1));
            for (name, value) in attributes(self.tree.attributes(id)) {
                if ["class", "id", "role", "itemprop"].iter().any(|wanted| name.eq_ignore_ascii_case(wanted))
                {
                    for found in FINDER.find_overlapping_iter(value) {
                        distances[found.pattern().as_usize()] = 0;
                    }
                }
            }
            known.insert(id, distances);
        }
        distances
    }
}

/// Marks which end or part sentences, in all scripts that have such.
fn marks(text: &str) -> usize {
    let part = |c: char| matches!(c, ',' | ';' | ':' | '，' | '、' | '；' | '：' | '،' | '؛' | '·');
    text.chars().filter(|c| part(*c) || ends_sentence(*c) && !matches!(c, '"' | '”')).count()
}

fn ends_sentence(c: char) -> bool {
    matches!(c, '.' | '!' | '?' | '…' | '"' | '”' | '。' | '！' | '？' | '؟' | '۔' | '।' | '։')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(html: &str) -> Vec<Vec<f32>> {
        let tree = Tree::new(html);
        features(&tree, &Blocks::new(&tree))
    }

    #[test]
    fn every_block_has_all_features() {
        let rows =
            of("<nav><a href=x>menu</a></nav><article class='Post-Content'><p>One, two.</p></article>");
        assert!(rows.len() == 2 && rows.iter().all(|row| row.len() == FEATURES));
        assert_eq!((rows[0][1], rows[1][1]), (1.0, 0.0), "share of links");
        assert_eq!((rows[0][4], rows[1][4]), (0.0, 2.0), "marks");
        let word = |row: &[f32], word: &str| {
            row[OWN + ABOVE.len() + SUMMED * SUMS + WORDS.iter().position(|w| *w == word).unwrap()]
        };
        assert_eq!(
            (word(&rows[1], "post"), word(&rows[1], "content"), word(&rows[0], "post")),
            (1.0, 1.0, NONE)
        );
        assert!(of("").is_empty());
    }

    #[test]
    fn marks_of_all_scripts() {
        assert_eq!(["a.b", "ก", "你好，世界。", "سلام، دنیا؟"].map(marks), [1, 0, 2, 2]);
    }
}
