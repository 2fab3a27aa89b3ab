//! What is seen of a block, in numbers: what the forest decides by.
//!
//! Nothing here knows a language: no words of any are counted, and none is told from the next by spaces. What counts is how
//! much text there is, how much of it is linked, how much markup stands around it, how it is punctuated, where it stands, what
//! is above and beside it, what the page as a whole is like, and what page authors call the places: of the words of `class` and
//! `id` those below.

mod context;
mod names;

use std::collections::HashMap;
use std::ops::Range;

use self::names::{ABOVE, FINDER, HIDDEN, WORDS};
use super::blocks::{Block, Blocks};
use super::html::{Element, Id, Kind, Node, Tree, attributes};

pub use self::context::CONTEXT;

/// So many elements above a block have their sums among its features, itself included.
const SUMMED: usize = 6;
/// Sums of an element.
const SUMS: usize = 5;
/// What is told of the block itself, and some of it of its neighbours.
const OWN: usize = 30;
/// Which of these are told of the neighbours.
const BESIDE: &[usize] = &[0, 1, 4, 5, 6, 9, 14, 16, 17, 18];
/// The neighbours, by their distance.
const NEIGHBOURS: &[isize] = &[-2, -1, 1, 2];
/// Windows of so many blocks on each side have their sums told.
const WINDOWS: &[usize] = &[2, 5, 12];
/// Sums of a window.
const WINDOWED: usize = 3;
/// What is told of the page as a whole.
const WHOLE: usize = 9;
/// What is told of how a block stands to the element that holds most of the text.
const CENTRE: usize = 8;
/// What is told of elements alike, and of fields.
const REPEATED: usize = 10;
/// So many characters are the beginning of a block.
const BEGINNING: usize = 40;
/// No title or description is compared beyond so many bytes: every block is looked for in them.
const LONGEST_TOLD: usize = 20_000;
/// More blocks than these are treated in stretches of so many: there are FEATURES and CONTEXT numbers for each.
const STRETCH: usize = 50_000;
/// What stands for a neighbour that is not there, and for what is not above.
const NONE: f32 = -1.0;

/// How many features a block has.
pub const FEATURES: usize = OWN
    + ABOVE.len()
    + SUMMED * SUMS
    + WORDS.len()
    + NEIGHBOURS.len() * BESIDE.len()
    + WINDOWS.len() * WINDOWED
    + WHOLE
    + REPEATED
    + 2 * CENTRE;

/// The features of the blocks of a page, feature by feature.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    blocks: usize,
    /// All blocks' values of the first feature, then of the second.
    values: Vec<f32>,
    /// Of each element with text, the one it is in; the first is in itself.
    parents: Vec<u32>,
    /// The element of each block.
    at: Vec<u32>,
    /// The characters of each block.
    characters: Vec<f32>,
}

impl Table {
    /// Of features that were found elsewhere, all of the same length.
    pub fn of_columns(columns: &[&[f32]]) -> Table {
        let blocks = columns.first().map_or(0, |column| column.len());
        Table { blocks, values: columns.concat(), ..Table::default() }
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> usize {
        self.blocks
    }

    /// A feature of all blocks; empty for one that is not there.
    pub fn column(&self, feature: usize) -> &[f32] {
        self.values.get(feature * self.blocks..(feature + 1) * self.blocks).unwrap_or_default()
    }

    /// Adds a feature.
    fn push(&mut self, column: impl IntoIterator<Item = f32>) {
        self.values.extend(column);
        debug_assert_eq!(self.values.len() % self.blocks.max(1), 0);
    }
}

/// Sums over the blocks in an element.
#[derive(Clone, Copy, Default)]
struct Sums {
    characters: f32,
    linked: f32,
    blocks: f32,
    marks: f32,
    /// Characters of sentences: blocks with marks that are not links.
    prose: f32,
}

/// How far above the nearest element with each word is, 255 for none.
type Distances = [u8; WORDS.len()];

/// What is known of an element in which there is text.
#[derive(Clone)]
struct Place {
    id: Id,
    parent: usize,
    depth: u16,
    element: Element,
    sums: Sums,
    /// By its name and classes.
    hash: u64,
    /// Of its own name and those of three above it: the same in each item of a list.
    kind: u64,
    words: Distances,
    above: [u8; ABOVE.len()],
    /// What the blocks just below are worth for it as the one that holds the content.
    worth: f32,
    /// Its blocks.
    first: usize,
    last: usize,
    /// How many elements with text of the same name and classes are in the same parent, itself included.
    siblings: f32,
    /// Their share of the parent's characters.
    twins: f32,
}

/// Counts of the characters of a block.
#[derive(Clone, Copy, Default)]
struct Characters {
    marks: f32,
    digits: f32,
    capitals: f32,
    foreign: f32,
    lines: f32,
}

/// The features of every block.
pub fn features(tree: &Tree, blocks: &Blocks) -> Table {
    stretch(&Head::new(tree), tree, Stretch { blocks, range: 0..blocks.all().len() })
}

/// The same in bounded memory: of a page with very many blocks, a table for each stretch of them.
///
/// Each is seen as a page of its own: blocks know nothing of what is beyond, neither what neighbours there are nor how much of
/// the whole page an element holds; only title and description are those of the page. No page of the development corpus has
/// so many blocks.
pub fn stretches<'a>(tree: &'a Tree, blocks: &'a Blocks) -> impl Iterator<Item = Table> + 'a {
    let head = Head::new(tree);
    let count = blocks.all().len();
    (0..count).step_by(STRETCH).map(move |from| {
        let range = from..(from + STRETCH).min(count);
        stretch(&head, tree, Stretch { blocks, range })
    })
}

fn stretch(head: &Head, tree: &Tree, blocks: Stretch) -> Table {
    let all = blocks.all();
    let values = Vec::with_capacity(all.len() * (FEATURES + CONTEXT));
    let mut table = Table { blocks: all.len(), values, ..Table::default() };
    if all.is_empty() {
        return table;
    }
    let page = Page::new(head, tree, &blocks);
    page.own(&mut table);
    page.above(&mut table);
    page.beside(&mut table);
    page.windows(&mut table);
    page.whole(&mut table);
    page.repeated(&mut table);
    let (centre, smallest) = page.centres();
    page.centre(centre, &mut table);
    page.centre(smallest, &mut table);
    debug_assert_eq!(table.values.len(), all.len() * FEATURES);
    table.parents = page
        .places
        .iter()
        .map(|place| if place.parent == usize::MAX { 0 } else { place.parent as u32 })
        .collect();
    table.at = page.at.iter().map(|&at| at as u32).collect();
    table.characters = all.iter().map(|block| block.characters as f32).collect();
    table
}

/// Blocks that are looked at together: mostly all of a page.
struct Stretch<'a> {
    blocks: &'a Blocks,
    range: Range<usize>,
}

impl<'a> Stretch<'a> {
    fn all(&self) -> &'a [Block] {
        &self.blocks.all()[self.range.clone()]
    }

    fn text(&self, block: &Block) -> &'a str {
        self.blocks.text(block)
    }

    /// How many bytes the source has.
    fn source(&self, tree: &Tree) -> usize {
        match self.all() {
            [first, .., last] if self.range.len() < self.blocks.all().len() => {
                (last.place.end - first.place.start) as usize
            }
            _ => tree.html().len(),
        }
    }
}

/// What a page tells of itself: its title, and what describes it.
struct Head {
    title: String,
    description: String,
    /// Where fields to write in begin.
    fields: Vec<u32>,
}

impl Head {
    fn new(tree: &Tree) -> Head {
        let (mut title, mut description) = (String::new(), String::new());
        let tidy = |text: &str| {
            let mut end = text.len().min(LONGEST_TOLD);
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            let text = &text[..end];
            htmlize::unescape(text).split_ascii_whitespace().collect::<Vec<_>>().join(" ")
        };
        for (id, node) in tree.nodes().iter().enumerate() {
            let id = id as Id;
            match node.kind {
                Kind::Element(Element::Title, _) if title.is_empty() && node.end > id + 1 => {
                    title = tidy(tree.source(id + 1));
                }
                Kind::Element(Element::Meta, _) if description.is_empty() => {
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
                Kind::Element(Element::Body, _) => break,
                _ => {}
            }
        }
        let is_field = |node: &&Node| matches!(node.kind, Kind::Element(Element::Textarea, _));
        let fields = tree.nodes().iter().filter(is_field).map(|node| node.place.start).collect();
        Head { title, description, fields }
    }
}

/// What is known of a page before its blocks are looked at one by one.
struct Page<'a> {
    head: &'a Head,
    tree: &'a Tree<'a>,
    blocks: &'a Stretch<'a>,
    characters: Vec<Characters>,
    /// Elements with text, each behind those it is in.
    places: Vec<Place>,
    /// The place of each block.
    at: Vec<usize>,
    all: f32,
    linked: f32,
}

impl<'a> Page<'a> {
    fn new(head: &'a Head, tree: &'a Tree<'a>, blocks: &'a Stretch<'a>) -> Page<'a> {
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

    /// Whether a block is in one of many elements alike: the level of the one with the most twins, how many these are, and what
    /// share of the page they and this one hold; and the same of the nearest with three or more.
    fn repeated(&self, table: &mut Table) {
        let repeated = |&at: &usize| {
            let mut most = [NONE, 1.0, 0.0, 0.0];
            let mut nearest = [NONE, 1.0, 0.0, 0.0];
            let mut at = at;
            let mut level = 0.0;
            while at != usize::MAX {
                let place = &self.places[at];
                let seen = [level, place.siblings, place.twins, place.sums.characters / self.all];
                if place.siblings > most[1] {
                    most = seen;
                }
                if place.siblings >= 3.0 && nearest[0] < 0.0 {
                    nearest = seen;
                }
                level += 1.0;
                at = place.parent;
            }
            [most, nearest]
        };
        let all: Vec<[[f32; 4]; 2]> = self.at.iter().map(repeated).collect();
        for which in 0..2 {
            for n in 0..4 {
                table.push(all.iter().map(|both| both[which][n]));
            }
        }
        // Fields to write in, as comments have them.
        let fields = &self.head.fields;
        let last = |block: &Block| fields.partition_point(|at| *at < block.place.start);
        table.push(self.blocks.all().iter().map(|block| last(block) as f32));
        table.push(self.blocks.all().iter().map(|block| (fields.len() - last(block)) as f32));
    }

    /// What is seen of the blocks themselves.
    fn own(&self, table: &mut Table) {
        let all = self.blocks.all();
        let count = all.len() as f32;
        let each = || all.iter().zip(&self.characters);
        let size = |block: &Block| (block.characters as f32).max(1.0);
        table.push(all.iter().map(|block| (size(block) + 1.0).ln()));
        table.push(all.iter().map(|block| block.linked as f32 / size(block)));
        table.push(all.iter().map(|block| block.links as f32));
        table.push(all.iter().map(|block| block.tags as f32 / size(block)));
        table.push(each().map(|(_, characters)| characters.marks));
        table.push(each().map(|(block, characters)| characters.marks / size(block)));
        table.push(each().map(|(block, characters)| characters.digits / size(block)));
        table.push(each().map(|(block, characters)| characters.capitals / size(block)));
        table.push(each().map(|(block, characters)| characters.foreign / size(block)));
        table.push((0..all.len()).map(|n| n as f32 / count));
        table.push((0..all.len()).map(|n| count - n as f32));
        table.push((0..all.len()).map(|n| n as f32));
        let mut before = 0.0;
        table.push(all.iter().map(|block| {
            let share = before / self.all;
            before += block.characters as f32;
            share
        }));
        table.push(self.at.iter().map(|&at| f32::from(self.parent_element(at, 1))));
        table.push(all.iter().map(|block| size(block) / (block.place.end - block.place.start).max(1) as f32));
        table.push(each().map(|(_, characters)| characters.lines));
        let ends = |block: &Block| self.blocks.text(block).ends_with(ends_sentence);
        table.push(all.iter().map(|block| f32::from(u8::from(ends(block)))));
        table.push(self.at.iter().map(|&at| f32::from(self.places[at].element as u8)));
        let mut alike: HashMap<u64, f32> = HashMap::with_capacity(all.len());
        for &at in &self.at {
            *alike.entry(self.places[at].kind).or_default() += 1.0;
        }
        table.push(self.at.iter().map(|&at| alike[&self.places[at].kind]));
        table.push(self.at.iter().map(|&at| f32::from(self.places[at].depth) + 1.0));
        table.push(self.at.iter().map(|&at| f32::from(self.parent_element(at, 2))));
        // Source between this block and its neighbours.
        let gap = |from: u32, to: u32| (to.saturating_sub(from) as f32 + 1.0).ln();
        let between =
            |n: usize| all.get(n).zip(all.get(n + 1)).map_or(NONE, |(a, b)| gap(a.place.end, b.place.start));
        table.push((0..all.len()).map(|n| n.checked_sub(1).map_or(NONE, between)));
        table.push((0..all.len()).map(between));
        let mut same: HashMap<&str, f32> = HashMap::with_capacity(all.len());
        for block in all {
            *same.entry(self.beginning(block)).or_default() += 1.0;
        }
        table.push(all.iter().map(|block| same[self.beginning(block)]));
        self.told_in_head(table);
    }

    /// The first characters of a block: another block that begins alike is mostly its copy.
    fn beginning(&self, block: &Block) -> &str {
        let text = self.blocks.text(block);
        &text[..text.char_indices().nth(BEGINNING).map_or(text.len(), |(at, _)| at)]
    }

    /// How a block stands to the title and the description in the head, and to headings.
    fn told_in_head(&self, table: &mut Table) {
        let all = self.blocks.all();
        let Head { title, description, .. } = self.head;
        let titled: Vec<bool> = all
            .iter()
            .map(|block| {
                let text = self.blocks.text(block);
                block.characters >= 4 && text.len() <= title.len() && title.contains(text)
            })
            .collect();
        table.push(titled.iter().map(|titled| f32::from(u8::from(*titled))));
        let described = |block: &Block| {
            let text = self.blocks.text(block);
            let begins = |whole: &str, part: &str| {
                let end = part.char_indices().nth(30).map(|(at, _)| at);
                end.is_some_and(|end| whole.contains(&part[..end]))
            };
            begins(text, description) || begins(description, text)
        };
        let any = !description.is_empty();
        table.push(all.iter().map(|block| f32::from(u8::from(any && described(block)))));
        // How far behind the last main heading, in blocks and characters.
        for is_heading in
            [|element: Element, _: bool| element == Element::H1, |_: Element, titled: bool| titled]
        {
            let (mut blocks, mut characters) = (NONE, NONE);
            let mut both = Vec::with_capacity(all.len());
            for ((block, &at), &titled) in all.iter().zip(&self.at).zip(&titled) {
                if is_heading(self.places[at].element, titled) {
                    (blocks, characters) = (0.0, 0.0);
                } else if blocks >= 0.0 {
                    blocks += 1.0;
                    characters += block.characters as f32;
                }
                both.push((blocks, characters));
            }
            table.push(both.iter().map(|(blocks, _)| *blocks));
            table.push(both.iter().map(|(_, characters)| *characters));
        }
    }

    fn parent_element(&self, at: usize, levels: usize) -> u8 {
        let mut place = &self.places[at];
        for _ in 0..levels {
            if place.parent == usize::MAX {
                break;
            }
            place = &self.places[place.parent];
        }
        place.element as u8
    }

    /// What stands above the blocks.
    fn above(&self, table: &mut Table) {
        let distance = |distance: u8| if distance == u8::MAX { NONE } else { f32::from(distance) };
        for n in 0..ABOVE.len() {
            table.push(self.at.iter().map(|&at| distance(self.places[at].above[n])));
        }
        let mut level: Vec<usize> = self.at.clone();
        for _ in 0..SUMMED {
            let sums = || level.iter().map(|&at| self.places[at].sums);
            table.push(sums().map(|sums| sums.characters / self.all));
            table.push(sums().map(|sums| (sums.characters + 1.0).ln()));
            table.push(sums().map(|sums| sums.linked / sums.characters.max(1.0)));
            table.push(sums().map(|sums| sums.blocks));
            table.push(sums().map(|sums| sums.marks / sums.characters.max(1.0)));
            for at in &mut level {
                let parent = self.places[*at].parent;
                *at = if parent == usize::MAX { 0 } else { parent };
            }
        }
        for n in 0..WORDS.len() {
            table.push(self.at.iter().map(|&at| distance(self.places[at].words[n])));
        }
    }

    /// The neighbours.
    fn beside(&self, table: &mut Table) {
        let count = table.blocks;
        for &distance in NEIGHBOURS {
            for &feature in BESIDE {
                for n in 0..count {
                    let other = n.checked_add_signed(distance).filter(|other| *other < count);
                    let value = other.map_or(NONE, |other| table.values[feature * count + other]);
                    table.values.push(value);
                }
            }
        }
    }

    /// What stands around: text that is no link, the share of links, and of text in the source.
    fn windows(&self, table: &mut Table) {
        let all = self.blocks.all();
        // Sums of all blocks before each.
        let mut before = Vec::with_capacity(all.len() + 1);
        let (mut characters, mut linked) = (0.0f64, 0.0f64);
        for block in all {
            before.push((characters, linked));
            characters += f64::from(block.characters);
            linked += f64::from(block.linked);
        }
        before.push((characters, linked));
        for &reach in WINDOWS {
            let window = |n: usize| {
                let (from, to) = (n.saturating_sub(reach), (n + reach + 1).min(all.len()));
                let characters = before[to].0 - before[from].0;
                let linked = before[to].1 - before[from].1;
                let source = f64::from(all[to - 1].place.end - all[from].place.start).max(1.0);
                [(characters - linked + 1.0).ln(), linked / characters.max(1.0), characters / source]
            };
            let windows: Vec<[f64; WINDOWED]> = (0..all.len()).map(window).collect();
            for n in 0..WINDOWED {
                table.push(windows.iter().map(|window| window[n] as f32));
            }
        }
    }

    /// The page as a whole: the same for all blocks.
    fn whole(&self, table: &mut Table) {
        let all = self.blocks.all();
        let count = all.len() as f32;
        let in_element = |wanted: Element| {
            let of = all.iter().zip(&self.at).filter(|(_, at)| self.places[**at].element == wanted);
            of.map(|(block, _)| block.characters as f32).sum::<f32>() / self.all
        };
        let elements =
            |wanted: Element| self.places.iter().filter(|place| place.element == wanted).count() as f32;
        let prose = self.places[0].sums.prose;
        let source = self.blocks.source(self.tree) as f32;
        let whole: [f32; WHOLE] = [
            count.ln(),
            self.all.ln(),
            self.linked / self.all,
            (source + 1.0).ln(),
            self.all / source,
            in_element(Element::P),
            in_element(Element::Li),
            elements(Element::Article),
            prose / self.all,
        ];
        for value in whole {
            table.push(std::iter::repeat_n(value, all.len()));
        }
    }

    /// The element whose paragraphs are worth most, and the smallest one with most of the page's prose.
    fn centres(&self) -> (usize, usize) {
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

    /// How the blocks stand to an element.
    fn centre(&self, centre: usize, table: &mut Table) {
        let place = &self.places[centre];
        let up = |at: usize| {
            std::iter::successors(Some(at), |&at| {
                Some(self.places[at].parent).filter(|parent| *parent != usize::MAX)
            })
        };
        // How far below the element, or the one that has both, a block is, and how far above this is.
        let mut known: Vec<Option<(f32, f32)>> = vec![None; self.places.len()];
        for (above, at) in up(centre).enumerate() {
            known[at] = Some((0.0, above as f32));
        }
        for n in 0..self.places.len() {
            if known[n].is_none() {
                let parent = self.places[n].parent;
                known[n] = known.get(parent).copied().flatten().map(|(below, above)| (below + 1.0, above));
            }
        }
        let relation = |at: usize| known[at].unwrap_or((NONE, NONE));
        let count = self.at.len() as f32;
        let length = (place.last - place.first.min(place.last) + 1) as f32;
        table.push(self.at.iter().map(|&at| relation(at).0));
        table.push(self.at.iter().map(|&at| relation(at).1));
        table.push((0..self.at.len()).map(|n| (n as f32 - place.first as f32) / length));
        table.push((0..self.at.len()).map(|n| n as f32 - place.first as f32));
        table.push((0..self.at.len()).map(|n| n as f32 - place.last as f32));
        let sums = place.sums;
        let same = [
            sums.prose / self.places[0].sums.prose.max(1.0),
            sums.linked / sums.characters.max(1.0),
            length / count,
        ];
        for value in same {
            table.push(std::iter::repeat_n(value, self.at.len()));
        }
    }
}

fn fold(hash: u64, byte: u8) -> u64 {
    (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3)
}

impl Characters {
    fn of(text: &str) -> Characters {
        let mut counts = Characters::default();
        let one = |is: bool| f32::from(u8::from(is));
        for c in text.chars() {
            if c.is_ascii() {
                let byte = c as u8;
                counts.marks += one(matches!(byte, b'.' | b',' | b';' | b':' | b'!' | b'?'));
                counts.digits += one(byte.is_ascii_digit());
                counts.capitals += one(byte.is_ascii_uppercase());
                counts.lines += one(byte == b'\n');
            } else {
                counts.foreign += 1.0;
                counts.marks += one(is_mark(c));
                counts.digits += one(c.is_numeric());
                counts.capitals += one(c.is_uppercase());
            }
        }
        counts
    }
}

/// Marks beyond ASCII which end or part sentences, in all scripts that have such.
fn is_mark(c: char) -> bool {
    matches!(
        c,
        '，' | '、' | '；' | '：' | '،' | '؛' | '·' | '…' | '。' | '！' | '？' | '؟' | '۔' | '।' | '։'
    )
}

fn ends_sentence(c: char) -> bool {
    matches!(c, '.' | '!' | '?' | '…' | '"' | '”' | '。' | '！' | '？' | '؟' | '۔' | '।' | '։')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(html: &str) -> Table {
        let tree = Tree::new(html);
        features(&tree, &Blocks::new(&tree))
    }

    #[test]
    fn stretches_are_pages_of_their_own() {
        let html = "<title>A title</title><article><h1>A title</h1><p>One, two.<p>Three.</article><p>Four";
        let tree = Tree::new(html);
        let blocks = Blocks::new(&tree);
        let tables: Vec<Table> = stretches(&tree, &blocks).collect();
        assert_eq!(tables, [features(&tree, &blocks)]);

        let paragraphs = "<p>One, two.".repeat(STRETCH + 3);
        let tree = Tree::new(&paragraphs);
        let blocks = Blocks::new(&tree);
        let counts: Vec<usize> = stretches(&tree, &blocks).map(|table| table.blocks()).collect();
        assert_eq!(counts, [STRETCH, 3]);
        let alone = Tree::new("<p>One, two.<p>One, two.<p>One, two.");
        let alone = features(&alone, &Blocks::new(&alone));
        let last = stretches(&tree, &blocks).last();
        // The source behind the last block is all that differs: it has none.
        assert_eq!(last.map(|table| table.values.len()), Some(alone.values.len()));
        assert_eq!(stretches(&tree, &blocks).last().unwrap().column(11), [0.0, 1.0, 2.0]);
    }

    #[test]
    fn every_block_has_all_features() {
        let mut table =
            of("<nav><a href=x>menu</a></nav><article class='Post-Content'><p>One, two.</p></article>");
        assert_eq!((table.blocks(), table.values.len()), (2, 2 * FEATURES));
        assert_eq!(table.column(1), [1.0, 0.0], "share of links");
        assert_eq!(table.column(4), [0.0, 2.0], "marks");
        let word = |word: &str| {
            table.column(OWN + ABOVE.len() + SUMMED * SUMS + WORDS.iter().position(|w| *w == word).unwrap())
        };
        assert_eq!((word("post"), word("content")), ([NONE, 1.0].as_slice(), [NONE, 1.0].as_slice()));
        table.with_context(&[-3.0, 3.0]);
        assert_eq!(table.values.len(), 2 * (FEATURES + CONTEXT));
        assert_eq!(table.column(FEATURES), [-3.0, 3.0]);
        let mut none = of("");
        none.with_context(&[]);
        assert!(none.column(0).is_empty());
    }

    #[test]
    fn marks_of_all_scripts() {
        let marks = |text| Characters::of(text).marks;
        assert_eq!(["a.b", "ก", "你好，世界。", "سلام، دنیا؟"].map(marks), [1.0, 0.0, 2.0, 2.0]);
    }

    #[test]
    fn elements_alike_are_counted() {
        let items = "<li class=c><p>one, two</p></li>".repeat(5);
        let table = of(&format!("<ul>{items}</ul><p>alone</p>"));
        let first = FEATURES - 2 * CENTRE - REPEATED;
        assert_eq!(table.column(first), [1.0, 1.0, 1.0, 1.0, 1.0, NONE], "levels above");
        assert_eq!(table.column(first + 1), [5.0, 5.0, 5.0, 5.0, 5.0, 1.0], "twins");
    }
}
