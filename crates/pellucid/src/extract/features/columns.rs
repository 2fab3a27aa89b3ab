//! The features themselves, each a column of the [`Table`].

use memchr::memmem;

use super::Columns;
use super::alike::alike;
use super::characters::ends_sentence;
use super::head::Head;
use super::names::{ABOVE, WORDS};
use super::places::{Page, Place, relations};
use crate::extract::blocks::Block;
use crate::html::Element;

/// So many elements above a block have their sums among its features, itself included.
pub const SUMMED: usize = 6;
/// Sums of an element.
pub const SUMS: usize = 5;
/// What is told of the block itself, and some of it of its neighbours.
pub const OWN: usize = 30;
/// Which of these are told of the neighbours.
const BESIDE: &[usize] = &[0, 1, 4, 5, 6, 9, 14, 16, 17, 18];
/// The neighbours, by their distance.
const NEIGHBOURS: &[isize] = &[-2, -1, 1, 2];
/// Windows of so many blocks on each side have their sums told.
pub const WINDOWS: &[usize] = &[2, 5, 12];
/// Sums of a window.
const WINDOWED: usize = 3;
/// What is told of the page as a whole.
const WHOLE: usize = 9;
/// What is told of how a block stands to the element that holds most of the text.
pub const CENTRE: usize = 8;
/// What is told of elements alike, and of fields.
pub const REPEATED: usize = 10;
/// So many characters of a description are told again, if any are.
const TOLD: usize = 30;
/// So many characters are the beginning of a block.
const BEGINNING: usize = 40;
/// No element is so far above a block that it counts.
const FARTHEST: u8 = 255;
/// A feature, a block, and how far above that one is what the feature asks for.
type Distance = (u8, u32, f32);
/// What stands for a neighbour that is not there, and for what is not above.
pub const NONE: f32 = -1.0;

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

/// Passes features on, and keeps those of the block itself which are told of its neighbours.
struct Own<'a, C> {
    columns: &'a mut C,
    told: usize,
    kept: Vec<Vec<f32>>,
}

impl<C: Columns> Columns for Own<'_, C> {
    fn push(&mut self, column: impl Iterator<Item = f32>) {
        if BESIDE.contains(&self.told) {
            let column: Vec<f32> = column.collect();
            self.columns.push(column.iter().copied());
            self.kept.push(column);
        } else {
            self.columns.push(column);
        }
        self.told += 1;
    }

    fn push_sparse(&mut self, features: usize, values: &[(u8, u32, f32)]) {
        self.columns.push_sparse(features, values);
        self.told += features;
    }
}

impl Page<'_> {
    /// All features.
    pub fn write(&self, columns: &mut impl Columns) {
        let mut own = Own { columns, told: 0, kept: Vec::with_capacity(BESIDE.len()) };
        self.own(&mut own);
        let Own { kept, .. } = own;
        self.above(columns);
        self.beside(&kept, columns);
        self.windows(columns);
        self.whole(columns);
        self.repeated(columns);
        let (centre, smallest) = self.centres();
        self.centre(centre, columns);
        self.centre(smallest, columns);
    }

    /// What is seen of the blocks themselves.
    fn own(&self, table: &mut impl Columns) {
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
        table.push(self.at.iter().map(|&at| f32::from(self.places[at].element.code())));
        table.push(alike(self.at.iter().map(|&at| self.places[at].kind)).into_iter());
        table.push(self.at.iter().map(|&at| f32::from(self.places[at].depth) + 1.0));
        table.push(self.at.iter().map(|&at| f32::from(self.parent_element(at, 2))));
        // Source between this block and its neighbours.
        let gap = |from: u32, to: u32| (to.saturating_sub(from) as f32 + 1.0).ln();
        let between =
            |n: usize| all.get(n).zip(all.get(n + 1)).map_or(NONE, |(a, b)| gap(a.place.end, b.place.start));
        table.push((0..all.len()).map(|n| n.checked_sub(1).map_or(NONE, between)));
        table.push((0..all.len()).map(between));
        table.push(alike(all.iter().map(|block| self.beginning(block))).into_iter());
        self.told_in_head(table);
    }

    /// The first characters of a block: another block that begins alike is mostly its copy.
    fn beginning(&self, block: &Block) -> &str {
        let text = self.blocks.text(block);
        first_characters(text, BEGINNING).unwrap_or(text)
    }

    /// How a block stands to the title and the description in the head, and to headings.
    fn told_in_head(&self, table: &mut impl Columns) {
        let all = self.blocks.all();
        let Head { title, description, .. } = self.head;
        let titled: Vec<bool> = all
            .iter()
            .map(|block| {
                let text = self.blocks.text(block);
                block.characters >= 4 && text.len() <= title.text.len() && title.has(text)
            })
            .collect();
        table.push(titled.iter().map(|titled| f32::from(u8::from(*titled))));
        let described = first_characters(&description.text, TOLD).map(memmem::Finder::new);
        let is_described = |block: &Block| {
            let text = self.blocks.text(block);
            let has = |finder: &memmem::Finder| finder.find(text.as_bytes()).is_some();
            described.as_ref().is_some_and(has)
                || first_characters(text, TOLD).is_some_and(|beginning| description.has(beginning))
        };
        let any = !description.text.is_empty();
        table.push(all.iter().map(|block| f32::from(u8::from(any && is_described(block)))));
        // How far behind the last main heading, in blocks and characters.
        for is_heading in
            [|element: Element, _: bool| element == Element::H1, |_: Element, titled: bool| titled]
        {
            let (mut blocks, mut characters) = (NONE, NONE);
            let mut both: Vec<[f32; 2]> = Vec::with_capacity(all.len());
            for ((block, &at), &titled) in all.iter().zip(&self.at).zip(&titled) {
                if is_heading(self.places[at].element, titled) {
                    (blocks, characters) = (0.0, 0.0);
                } else if blocks >= 0.0 {
                    blocks += 1.0;
                    characters += block.characters as f32;
                }
                both.push([blocks, characters]);
            }
            table.push_rows(both.iter().copied());
        }
    }

    /// What stands above the blocks.
    fn above(&self, table: &mut impl Columns) {
        let (elements, words) = self.distances();
        table.push_sparse(ABOVE.len(), &elements);
        let summed = |place: &Place| -> [f32; SUMS] {
            let sums = place.sums;
            [
                sums.characters / self.all,
                (sums.characters + 1.0).ln(),
                sums.linked / sums.characters.max(1.0),
                sums.blocks,
                sums.marks / sums.characters.max(1.0),
            ]
        };
        let sums: Vec<[f32; SUMS]> = self.places.iter().map(summed).collect();
        let mut level: Vec<usize> = self.at.clone();
        for _ in 0..SUMMED {
            table.push_rows(level.iter().map(|&at| sums[at]));
            for at in &mut level {
                *at = self.places[*at].parent.unwrap_or(0);
            }
        }
        table.push_sparse(WORDS.len(), &words);
    }

    /// How far above each block the nearest elements of [`ABOVE`] are, and those with each of the [`WORDS`]; each with the number of
    /// the block.
    fn distances(&self) -> (Vec<Distance>, Vec<Distance>) {
        // Room that mostly is enough.
        let (mut elements, mut words) =
            (Vec::with_capacity(4 * self.at.len()), Vec::with_capacity(12 * self.at.len()));
        // The last block for which each was found.
        let mut seen_elements = [u32::MAX; ABOVE.len()];
        let mut seen_words = [u32::MAX; WORDS.len()];
        for (block, &at) in self.at.iter().enumerate() {
            let block = block as u32;
            let mut up = Some(at);
            for distance in 0..FARTHEST {
                let Some(place) = up.map(|up| &self.places[up]) else { break };
                let see = |seen: &mut [u32], found: &mut Vec<Distance>, which: u8| {
                    if std::mem::replace(&mut seen[usize::from(which)], block) != block {
                        found.push((which, block, f32::from(distance)));
                    }
                };
                place.above.into_iter().for_each(|which| see(&mut seen_elements, &mut elements, which));
                for &word in &self.words[place.words.clone()] {
                    see(&mut seen_words, &mut words, word);
                }
                up = place.parent;
            }
        }
        (elements, words)
    }

    /// The neighbours, of whom this is known.
    fn beside(&self, own: &[Vec<f32>], table: &mut impl Columns) {
        let count = self.at.len();
        for &distance in NEIGHBOURS {
            let missing = std::iter::repeat_n(NONE, distance.unsigned_abs().min(count));
            for column in own {
                match distance {
                    ..0 => table.push(missing.clone().chain(column[..count - missing.len()].iter().copied())),
                    _ => table.push(column[missing.len()..].iter().copied().chain(missing.clone())),
                }
            }
        }
    }

    /// What stands around: text that is no link, the share of links, and of text in the source.
    fn windows(&self, table: &mut impl Columns) {
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
                let told =
                    [(characters - linked + 1.0).ln(), linked / characters.max(1.0), characters / source];
                told.map(|told| told as f32)
            };
            let windows: Vec<[f32; WINDOWED]> = (0..all.len()).map(window).collect();
            table.push_rows(windows.iter().copied());
        }
    }

    /// The page as a whole: the same for all blocks.
    fn whole(&self, table: &mut impl Columns) {
        let all = self.blocks.all();
        let count = all.len() as f32;
        let in_element = |wanted: Element| {
            let of = all.iter().zip(&self.at).filter(|(_, at)| self.places[**at].element == wanted);
            of.map(|(block, _)| block.characters as f32).sum::<f32>() / self.all
        };
        let elements =
            |wanted: Element| self.places.iter().filter(|place| place.element == wanted).count() as f32;
        let prose = self.places[0].sums.prose;
        let source = (self.blocks.source() as f32).max(1.0);
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

    /// Whether a block is in one of many elements alike: the level of the one with the most twins, how many these are, and what
    /// share of the page they and this one hold; and the same of the nearest with three or more.
    fn repeated(&self, table: &mut impl Columns) {
        let mut all: Vec<[[f32; 4]; 2]> = Vec::with_capacity(self.places.len());
        for place in &self.places {
            let seen = [0.0, place.siblings, place.twins, place.sums.characters / self.all];
            let mut both = place.parent.map_or([[NONE, 1.0, 0.0, 0.0]; 2], |above| all[above]);
            for [level, ..] in &mut both {
                *level += f32::from(u8::from(*level >= 0.0));
            }
            let [most, nearest] = &mut both;
            if place.siblings > 1.0 && place.siblings >= most[1] {
                *most = seen;
            }
            if place.siblings >= 3.0 {
                *nearest = seen;
            }
            all.push(both);
        }
        table.push_rows(self.at.iter().map(|&at| all[at][0]));
        table.push_rows(self.at.iter().map(|&at| all[at][1]));
        // Fields to write in, as comments have them.
        let fields = &self.head.fields;
        let last = |block: &Block| fields.partition_point(|at| *at < block.place.start);
        table.push(self.blocks.all().iter().map(|block| last(block) as f32));
        table.push(self.blocks.all().iter().map(|block| (fields.len() - last(block)) as f32));
    }

    /// How the blocks stand to an element.
    fn centre(&self, centre: usize, table: &mut impl Columns) {
        let place = &self.places[centre];
        let relations = relations(centre, self.places.len(), |at| self.places[at].parent.unwrap_or(0));
        let count = self.at.len() as f32;
        let length = (place.last - place.first.min(place.last) + 1) as f32;
        table.push(self.at.iter().map(|&at| relations[at].0));
        table.push(self.at.iter().map(|&at| relations[at].1));
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

/// So many characters of a text, if it has more.
fn first_characters(text: &str, count: usize) -> Option<&str> {
    // There are no fewer bytes than characters, and of ASCII as many.
    let bytes = text.as_bytes().get(..count).filter(|_| text.len() > count)?;
    let is_first = |byte: &u8| *byte & 0xC0 != 0x80;
    let end = match bytes.is_ascii() {
        true => count,
        false => text.bytes().enumerate().filter(|(_, byte)| is_first(byte)).nth(count)?.0,
    };
    Some(&text[..end])
}
