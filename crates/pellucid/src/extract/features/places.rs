//! The elements in which there is text: what they are called, what they hold, and which are alike.

use std::ops::Range;

use super::Stretch;
use super::alike::{Map, kinds};
use super::characters::Characters;
use super::dated::is_dated;
use super::head::Head;
use super::likeness::Shared;
use super::words::{ABOVE, FINDER, HIDDEN, NUMBERS};
use crate::extract::blocks::Block;
use crate::html::{Element, Id, Kind, Tree, attributes};

/// Sums over the blocks in an element.
#[derive(Clone, Copy, Default)]
pub struct Sums {
    pub characters: f32,
    pub linked: f32,
    pub blocks: f32,
    pub marks: f32,
    /// Characters of sentences: blocks with marks that are not links.
    pub prose: f32,
    pub images: f32,
    /// Lines with a date.
    pub dates: f32,
    /// What is shared with title and description, and how much could be.
    pub matches: f32,
    pub runs: f32,
}

/// What is known of an element in which there is text.
#[derive(Clone)]
pub struct Place {
    pub id: Id,
    pub parent: Option<usize>,
    pub depth: u16,
    pub element: Element,
    pub sums: Sums,
    /// By its name and classes.
    pub hash: u64,
    /// Of its own name and those of three above it: the same in each item of a list.
    pub kind: u64,
    /// Which of the words it is called by, in [`Page::words`].
    pub words: Range<usize>,
    /// Which of the elements of [`ABOVE`] it is.
    pub above: Option<u8>,
    /// What the blocks just below are worth for it as the one that holds the content.
    pub worth: f32,
    /// Its blocks.
    pub first: usize,
    pub last: usize,
    /// How many elements with text of the same name and classes are in the same parent, itself included.
    pub siblings: f32,
    /// Their share of the page's characters.
    pub twins: f32,
    /// The number of these twins among all.
    pub group: u32,
}

/// What elements are called together.
#[derive(Clone)]
struct Class {
    /// No other has it.
    number: u64,
    /// Where its words are in [`Page::words`].
    words: Range<usize>,
}

/// What is known of a page before its blocks are looked at one by one.
pub struct Page<'a> {
    pub head: &'a Head,
    pub tree: &'a Tree<'a>,
    pub blocks: &'a Stretch<'a>,
    pub characters: Vec<Characters>,
    /// What each block shares with title and description.
    pub shared: Vec<Shared>,
    /// Whether each block is a line with a date.
    pub dated: Vec<bool>,
    /// Elements with text, each after those it is in.
    pub places: Vec<Place>,
    /// What they are called: numbers of the features of [`WORDS`](super::words::WORDS) and of programs.
    pub words: Vec<u16>,
    /// The `class` of elements: most are seen again and again.
    classes: Map<&'a str, Class>,
    /// The place of each block.
    pub at: Vec<usize>,
    pub all: f32,
    pub linked: f32,
}

impl<'a> Page<'a> {
    /// Of these blocks.
    pub fn new(head: &'a Head, tree: &'a Tree<'a>, blocks: &'a Stretch<'a>) -> Page<'a> {
        let characters: Vec<Characters> =
            blocks.all().iter().map(|block| Characters::of(blocks.text(block))).collect();
        let mut seen = Vec::new();
        let shared = blocks.all().iter().enumerate();
        let shared = shared.map(|(n, block)| head.likeness.of(blocks.text(block), n as u32, &mut seen));
        let shared: Vec<Shared> = shared.collect();
        let dated = blocks.all().iter().zip(&characters);
        let dated = dated.map(|(block, characters)| {
            characters.digits >= 3.0 && is_dated(blocks.text(block), block.characters)
        });
        let dated: Vec<bool> = dated.collect();
        let sum = |of: fn(&Block) -> u32| blocks.all().iter().map(|block| of(block) as f32).sum::<f32>();
        let mut page = Page {
            head,
            tree,
            blocks,
            characters,
            shared,
            dated,
            places: Vec::with_capacity(2 * blocks.all().len()),
            words: Vec::new(),
            classes: Map::default(),
            at: Vec::with_capacity(blocks.all().len()),
            all: sum(|block| block.characters).max(1.0),
            linked: sum(|block| block.linked),
        };
        page.find_places();
        page.sum_up();
        page
    }

    fn element(&self, id: Id) -> Element {
        match self.tree.nodes()[id as usize].kind {
            Kind::Element(element) => element,
            Kind::Text(_) => Element::Other,
        }
    }

    /// Elements in which there are blocks, and the place of each block.
    fn find_places(&mut self) {
        // The way from the root to the last block.
        let mut open: Vec<usize> = Vec::new();
        let mut way: Vec<Id> = Vec::new();
        for block in self.blocks.all() {
            while let Some(&last) = open.last() {
                let id = self.places[last].id;
                if id == block.element
                    || (id < block.element && block.element < self.tree.nodes()[id as usize].end)
                {
                    break;
                }
                open.pop();
            }
            let known = open.last().map(|&last| self.places[last].id);
            way.clear();
            let up = std::iter::once(block.element).chain(self.tree.ancestors(block.element));
            way.extend(up.take_while(|&id| Some(id) != known));
            for &id in way.iter().rev() {
                let parent = open.last().copied();
                open.push(self.places.len());
                self.add_place(id, parent);
            }
            self.at.push(open.last().copied().unwrap_or(0));
        }
    }

    fn add_place(&mut self, id: Id, parent: Option<usize>) {
        let element = self.element(id);
        let first = self.words.len();
        let mut hash = mix(SEED, element.code().into());
        for (name, value) in attributes(self.tree.attributes(id)) {
            let is = |wanted: &str| name.eq_ignore_ascii_case(wanted);
            match name.len() {
                _ if value.is_empty() => continue,
                5 if is("class") => {
                    let number = match self.classes.get(value) {
                        Some(class) => {
                            self.words.extend_from_within(class.words.clone());
                            class.number
                        }
                        None => {
                            let (number, start) = (self.classes.len() as u64 + 1, self.words.len());
                            self.words.extend(words_of(value));
                            self.classes.insert(value, Class { number, words: start..self.words.len() });
                            number
                        }
                    };
                    hash = mix(hash, number);
                    continue;
                }
                5 if is("style") && value.contains("none") => {
                    self.words.push(HIDDEN as u16);
                    continue;
                }
                11 if is("aria-hidden") && value.eq_ignore_ascii_case("true") => {
                    self.words.push(HIDDEN as u16);
                    continue;
                }
                2 if is("id") => {}
                4 if is("role") => {}
                8 if is("itemprop") || is("itemtype") => {}
                10 if is("aria-label") => {}
                9 if is("component") => {}
                11 if is("data-testid") => {}
                14 if is("data-component") => {}
                _ => continue,
            }
            self.words.extend(words_of(value));
        }
        if element == Element::Other {
            self.words.extend(words_of(self.tag_name(id)));
        }
        let mut kind = hash;
        let mut up = parent;
        for _ in 0..3 {
            let Some(above) = up.map(|up| &self.places[up]) else { break };
            kind = mix(kind, above.hash);
            up = above.parent;
        }
        let place = Place {
            id,
            parent,
            depth: parent.map_or(0, |parent| self.places[parent].depth + 1),
            element,
            above: ABOVE.iter().position(|above| *above == element).map(|above| above as u8),
            words: first..self.words.len(),
            sums: Sums::default(),
            hash,
            kind,
            worth: 0.0,
            first: usize::MAX,
            last: 0,
            siblings: 1.0,
            twins: 1.0,
            group: 0,
        };
        self.places.push(place);
    }

    /// The name of an element of one's own, as it is written: `comment-list`.
    fn tag_name(&self, id: Id) -> &'a str {
        let tag = self.tree.source(id);
        let rest = self.tree.attributes(id).len() + ">".len();
        tag.get(1..tag.len().saturating_sub(rest)).unwrap_or_default()
    }

    /// Sums of the blocks in every element.
    fn sum_up(&mut self) {
        for (n, (block, characters)) in self.blocks.all().iter().zip(&self.characters).enumerate() {
            let place = &mut self.places[self.at[n]];
            let unlinked = (block.characters - block.linked) as f32;
            let prose =
                if characters.marks > 0.0 && block.linked * 2 < block.characters { unlinked } else { 0.0 };
            place.sums.characters += block.characters as f32;
            place.sums.linked += block.linked as f32;
            place.sums.blocks += 1.0;
            place.sums.marks += characters.marks;
            place.sums.prose += prose;
            place.sums.dates += f32::from(u8::from(self.dated[n]));
            place.sums.matches += self.shared[n].matches;
            place.sums.runs += self.shared[n].runs;
            place.first = place.first.min(n);
            place.last = n;
            // As Readability does it: a paragraph speaks for its parent, and half as much for the one above.
            let mut up = self.at[n];
            for share in [0.2, 1.0, 0.5, 0.25] {
                self.places[up].worth += prose * share;
                let Some(above) = self.places[up].parent else { break };
                up = above;
            }
        }
        for place in &mut self.places {
            let images = &self.head.images;
            let before = |id: Id| images.partition_point(|image| *image < id);
            let end = self.tree.nodes()[place.id as usize].end;
            place.sums.images = (before(end) - before(place.id)) as f32;
        }
        for n in (1..self.places.len()).rev() {
            let Place { sums, parent: Some(parent), first, last, .. } = self.places[n] else { continue };
            let above = &mut self.places[parent];
            above.sums.characters += sums.characters;
            above.sums.linked += sums.linked;
            above.sums.blocks += sums.blocks;
            above.sums.marks += sums.marks;
            above.sums.prose += sums.prose;
            above.sums.dates += sums.dates;
            above.sums.matches += sums.matches;
            above.sums.runs += sums.runs;
            above.first = above.first.min(first);
            above.last = above.last.max(last);
        }
        let Some((_, places)) = self.places.split_first_mut() else { return };
        let in_parent = |place: &Place| (place.parent.unwrap_or(0) as u32, place.hash);
        let (twins, count) = kinds(places.iter().map(in_parent));
        let mut sums = vec![(0.0, 0.0); count];
        for (place, &twins) in places.iter().zip(&twins) {
            let (siblings, characters) = &mut sums[twins as usize];
            *siblings += 1.0;
            *characters += place.sums.characters;
        }
        for (place, group) in places.iter_mut().zip(twins) {
            let (siblings, characters) = sums[group as usize];
            (place.siblings, place.twins, place.group) = (siblings, characters / self.all, group);
        }
    }

    /// The element so many levels above a place.
    pub fn element_above(&self, at: usize, levels: usize) -> Element {
        let mut place = &self.places[at];
        for _ in 0..levels {
            let Some(parent) = place.parent else { break };
            place = &self.places[parent];
        }
        place.element
    }

    /// The element whose paragraphs are worth most, and the smallest one with most of the page's prose.
    pub fn centres(&self) -> (usize, usize) {
        let score = |place: &Place| place.worth * (1.0 - place.sums.linked / place.sums.characters.max(1.0));
        let mut centre = 0;
        let mut smallest = 0;
        let most = self.places[0].sums.prose * 0.7;
        for (n, place) in self.places.iter().enumerate() {
            if score(place) > score(&self.places[centre]) {
                centre = n;
            }
            // Only one branch can have more than half of it, so the last is the innermost.
            if place.sums.prose >= most {
                smallest = n;
            }
        }
        (centre, smallest)
    }
}

/// How each of so many elements stands to one of them, the centre: how far it is below the centre, or below the element that has
/// both, and how far that one is above the centre. Parents come before their children, and the first element has none.
pub fn relations(centre: usize, count: usize, parent: impl Fn(usize) -> usize) -> Vec<(f32, f32)> {
    let mut relations = vec![None; count];
    let (mut at, mut above) = (centre, 0.0);
    loop {
        relations[at] = Some((0.0, above));
        if at == 0 {
            break;
        }
        (at, above) = (parent(at), above + 1.0);
    }
    let mut all: Vec<(f32, f32)> = Vec::with_capacity(count);
    for (at, relation) in relations.into_iter().enumerate() {
        all.push(relation.unwrap_or_else(|| {
            let (below, above) = all[parent(at)];
            (below + 1.0, above)
        }));
    }
    all
}

/// The words in a name, by their numbers.
fn words_of(name: &str) -> impl Iterator<Item = u16> {
    FINDER.find_overlapping_iter(name).map(|found| NUMBERS[found.pattern()])
}

/// What hashes begin with: far from all numbers that are mixed in.
const SEED: u64 = 0xCBF2_9CE4_8422_2325;

/// Another number for each number that is mixed in.
fn mix(hash: u64, number: u64) -> u64 {
    let product = (hash.rotate_left(5) ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    product ^ product >> 32
}
