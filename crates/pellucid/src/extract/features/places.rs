//! The elements in which there is text: what they are called, what they hold, and which are alike.

use std::collections::HashMap;

use super::Stretch;
use super::characters::Characters;
use super::head::Head;
use super::names::{ABOVE, FINDER, HIDDEN, WORDS};
use crate::extract::blocks::Block;
use crate::extract::html::{Element, Id, Kind, Tree, attributes};

/// Sums over the blocks in an element.
#[derive(Clone, Copy, Default)]
pub struct Sums {
    pub characters: f32,
    pub linked: f32,
    pub blocks: f32,
    pub marks: f32,
    /// Characters of sentences: blocks with marks that are not links.
    pub prose: f32,
}

/// How far above the nearest element with each word is, 255 for none.
type Distances = [u8; WORDS.len()];

/// What is known of an element in which there is text.
#[derive(Clone)]
pub struct Place {
    pub id: Id,
    pub parent: usize,
    pub depth: u16,
    pub element: Element,
    pub sums: Sums,
    /// By its name and classes.
    pub hash: u64,
    /// Of its own name and those of three above it: the same in each item of a list.
    pub kind: u64,
    pub words: Distances,
    pub above: [u8; ABOVE.len()],
    /// What the blocks just below are worth for it as the one that holds the content.
    pub worth: f32,
    /// Its blocks.
    pub first: usize,
    pub last: usize,
    /// How many elements with text of the same name and classes are in the same parent, itself included.
    pub siblings: f32,
    /// Their share of the parent's characters.
    pub twins: f32,
}

/// What is known of a page before its blocks are looked at one by one.
pub struct Page<'a> {
    pub head: &'a Head,
    pub tree: &'a Tree<'a>,
    pub blocks: &'a Stretch<'a>,
    pub characters: Vec<Characters>,
    /// Elements with text, each behind those it is in.
    pub places: Vec<Place>,
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
        let sum = |of: fn(&Block) -> u32| blocks.all().iter().map(|block| of(block) as f32).sum::<f32>();
        let mut page = Page {
            head,
            tree,
            blocks,
            characters,
            places: Vec::new(),
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
            Kind::Element(element, _) => element,
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
                let place = self.place(id, open.last().copied());
                open.push(self.places.len());
                self.places.push(place);
            }
            self.at.push(open.last().copied().unwrap_or(0));
        }
    }

    fn place(&self, id: Id, parent: Option<usize>) -> Place {
        let element = self.element(id);
        let above = parent.map(|parent| &self.places[parent]);
        let mut words = above.map_or([u8::MAX; WORDS.len()], |above| above.words);
        words.iter_mut().for_each(|distance| *distance = distance.saturating_add(1));
        let mut elements = above.map_or([u8::MAX; ABOVE.len()], |above| above.above);
        elements.iter_mut().for_each(|distance| *distance = distance.saturating_add(1));
        if let Some(found) = ABOVE.iter().position(|above| *above == element) {
            elements[found] = 0;
        }
        let mut hash = fold(0xCBF2_9CE4_8422_2325, element as u8);
        for (name, value) in attributes(self.tree.attributes(id)) {
            let class = name.eq_ignore_ascii_case("class");
            if class || ["id", "role", "itemprop"].iter().any(|wanted| name.eq_ignore_ascii_case(wanted)) {
                for found in FINDER.find_overlapping_iter(value) {
                    words[found.pattern().as_usize()] = 0;
                }
            }
            if name.eq_ignore_ascii_case("style") && value.contains("none") {
                words[HIDDEN] = 0;
            }
            if class {
                hash = value.bytes().fold(hash, fold);
            }
        }
        let mut kind = hash;
        let mut up = parent;
        for _ in 0..3 {
            let Some(above) = up.map(|up| &self.places[up]) else { break };
            kind = (kind.rotate_left(5) ^ above.hash).wrapping_mul(0x100_0000_01B3);
            up = (above.parent != usize::MAX).then_some(above.parent);
        }
        Place {
            id,
            parent: parent.unwrap_or(usize::MAX),
            depth: above.map_or(0, |above| above.depth + 1),
            element,
            sums: Sums::default(),
            hash,
            kind,
            words,
            above: elements,
            worth: 0.0,
            first: usize::MAX,
            last: 0,
            siblings: 1.0,
            twins: 1.0,
        }
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
            place.first = place.first.min(n);
            place.last = n;
            // As Readability does it: a paragraph speaks for its parent, and half as much for the one above.
            let mut up = self.at[n];
            for share in [0.2, 1.0, 0.5, 0.25] {
                self.places[up].worth += prose * share;
                up = self.places[up].parent;
                if up == usize::MAX {
                    break;
                }
            }
        }
        for n in (1..self.places.len()).rev() {
            let Place { sums, parent, first, last, .. } = self.places[n];
            let above = &mut self.places[parent];
            above.sums.characters += sums.characters;
            above.sums.linked += sums.linked;
            above.sums.blocks += sums.blocks;
            above.sums.marks += sums.marks;
            above.sums.prose += sums.prose;
            above.first = above.first.min(first);
            above.last = above.last.max(last);
        }
        let mut twins: HashMap<(usize, u64), (f32, f32)> = HashMap::with_capacity(self.places.len());
        for place in &self.places {
            let (count, characters) = twins.entry((place.parent, place.hash)).or_default();
            *count += 1.0;
            *characters += place.sums.characters;
        }
        for n in 1..self.places.len() {
            let (count, characters) = twins[&(self.places[n].parent, self.places[n].hash)];
            self.places[n].siblings = count;
            self.places[n].twins = characters / self.all;
        }
    }

    /// The element so many levels above a place.
    pub fn parent_element(&self, at: usize, levels: usize) -> u8 {
        let mut place = &self.places[at];
        for _ in 0..levels {
            if place.parent == usize::MAX {
                break;
            }
            place = &self.places[place.parent];
        }
        place.element as u8
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

fn fold(hash: u64, byte: u8) -> u64 {
    (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3)
}
