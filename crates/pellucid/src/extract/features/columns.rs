//! The features that the first forest sees, each a column of the [`Table`](super::Table) with a [`Name`].
//!
//! To add one, push a column with its name, wherever its neighbours make it easy to compute: [`names`](super::names) is derived from
//! here. Then train the model again.

use std::iter::repeat_n;

use memchr::memmem;

use super::alike::{kinds, sums};
use super::characters::ends_sentence;
use super::head::{Head, TYPES};
use super::logs;
use super::names::Name;
use super::places::{Page, Place, relations};
use super::words::{ABOVE, NAMES, PROGRAMS, TELLING, TELLS, WORDS};
use super::{Columns, Group, NO_GROUP, NONE};
use crate::extract::blocks::Block;
use crate::html::Element;

/// So many elements above a block have their sums among its features, itself included.
const SUMMED: i8 = 6;
/// The neighbours, by their distance.
const NEIGHBOURS: [i8; 4] = [-2, -1, 1, 2];
/// Windows of so many blocks on each side.
pub const WINDOWS: [i8; 3] = [2, 5, 12];
/// So many characters of a description are compared.
const COMPARED: usize = 30;
/// So many characters are the beginning of a block.
const BEGINNING: usize = 40;
/// Longer blocks are no prices.
const LONGEST_PRICE: usize = 60;
/// No element is so far above a block that it counts.
const FARTHEST: u16 = 255;
/// A feature, a block, and how far above that block is what the feature looks for.
type Distance = (u16, u32, f32);

/// Takes the features of the blocks themselves, and keeps those which are features of their neighbours, too.
struct Own<'a, C> {
    columns: &'a mut C,
    kept: Vec<(&'static str, Vec<f32>)>,
    groups: Vec<Group>,
}

impl<C: Columns> Own<'_, C> {
    /// A feature of a block alone.
    fn push(&mut self, what: &'static str, column: impl Iterator<Item = f32>) {
        self.columns.push(Name::new("block", what), column);
    }

    /// A feature of a block and of the blocks beside it.
    fn push_shared(&mut self, what: &'static str, column: impl Iterator<Item = f32>) {
        let column: Vec<f32> = column.collect();
        self.push(what, column.iter().copied());
        self.kept.push((what, column));
    }
}

impl Page<'_> {
    /// All features, and the blocks that belong together.
    pub fn write(&self, columns: &mut impl Columns) -> Vec<Group> {
        let mut own = Own { columns, kept: Vec::new(), groups: Vec::new() };
        self.own(&mut own);
        let Own { kept, mut groups, .. } = own;
        self.above(columns);
        self.beside(&kept, columns);
        self.windows(columns);
        self.whole(columns);
        groups.push(self.telling(columns));
        groups.extend(self.repeated(columns));
        groups.push(self.sections(columns));
        self.headed(columns);
        let (centre, smallest) = self.centres();
        self.centre("best-centre", centre, columns);
        self.centre("smallest-centre", smallest, columns);
        groups
    }

    /// What is seen of the blocks themselves.
    fn own(&self, own: &mut Own<impl Columns>) {
        let all = self.blocks.all();
        let count = all.len() as f32;
        let each = || all.iter().zip(&self.characters);
        let size = |block: &Block| (block.characters as f32).max(1.0);
        own.push_shared("characters", all.iter().map(|block| logs::short(size(block) + 1.0)));
        own.push_shared("linked", all.iter().map(|block| block.linked as f32 / size(block)));
        own.push("links", all.iter().map(|block| block.links as f32));
        own.push("tags", all.iter().map(|block| block.tags as f32 / size(block)));
        own.push_shared("marks", each().map(|(_, characters)| characters.marks));
        own.push_shared("share-of-marks", each().map(|(block, characters)| characters.marks / size(block)));
        own.push_shared("digits", each().map(|(block, characters)| characters.digits / size(block)));
        own.push("capitals", each().map(|(block, characters)| characters.capitals / size(block)));
        own.push("beyond-ascii", each().map(|(block, characters)| characters.foreign / size(block)));
        own.push_shared("position", (0..all.len()).map(|n| n as f32 / count));
        own.push("number-from-end", (0..all.len()).map(|n| count - n as f32));
        own.push("number", (0..all.len()).map(|n| n as f32));
        let mut before = 0.0;
        let characters_before = all.iter().map(|block| {
            let share = before / self.all;
            before += block.characters as f32;
            share
        });
        own.push("characters-before", characters_before);
        own.push("parent", self.at.iter().map(|&at| f32::from(self.element_above(at, 1).code())));
        let source = |block: &Block| (block.place.end - block.place.start).max(1) as f32;
        own.push_shared("share-of-source", all.iter().map(|block| size(block) / source(block)));
        own.push("lines", each().map(|(_, characters)| characters.lines));
        let ends = |block: &Block| self.blocks.text(block).ends_with(ends_sentence);
        own.push_shared("ends-sentence", all.iter().map(|block| f32::from(u8::from(ends(block)))));
        own.push_shared("element", self.at.iter().map(|&at| f32::from(self.places[at].element.code())));
        let (alike, count_alike) = kinds(self.at.iter().map(|&at| self.places[at].kind));
        let sums_alike = |of: fn(&Block) -> f32| sums(&alike, count_alike, |n| of(&all[n]));
        let (number, text) = (sums_alike(|_| 1.0), sums_alike(|block| block.characters as f32));
        let linked = sums_alike(|block| block.linked as f32);
        let of = |n: u32| n as usize;
        own.push_shared("alike", alike.iter().map(|&n| number[of(n)]));
        own.push("characters-alike", alike.iter().map(|&n| text[of(n)] / self.all));
        own.push("linked-alike", alike.iter().map(|&n| linked[of(n)] / text[of(n)].max(1.0)));
        own.push("length-alike", alike.iter().map(|&n| libm::logf(text[of(n)] / number[of(n)] + 1.0)));
        own.push("depth", self.at.iter().map(|&at| f32::from(self.places[at].depth) + 1.0));
        own.push("grandparent", self.at.iter().map(|&at| f32::from(self.element_above(at, 2).code())));
        // Source between this block and its neighbours.
        let gap = |from: u32, to: u32| logs::short(to.saturating_sub(from) as f32 + 1.0);
        let between =
            |n: usize| all.get(n).zip(all.get(n + 1)).map_or(NONE, |(a, b)| gap(a.place.end, b.place.start));
        own.push("gap-before", (0..all.len()).map(|n| n.checked_sub(1).map_or(NONE, between)));
        own.push("gap-after", (0..all.len()).map(between));
        let (copies, count_copies) = kinds(all.iter().map(|block| self.beginning(block)));
        let number = sums(&copies, count_copies, |_| 1.0);
        own.push("begin-alike", copies.iter().map(|&n| number[of(n)]));
        let mut seen = vec![0.0; count_copies];
        let before = copies.iter().map(|&n| {
            seen[of(n)] += 1.0;
            seen[of(n)] - 1.0
        });
        own.push("begin-alike-before", before);
        own.groups.push(Group { name: "alike", of: alike });
        own.groups.push(Group { name: "copies", of: copies });
        self.dates(own);
        self.compared_with_head(own);
    }

    /// The first characters of a block: another block that begins alike is mostly its copy.
    fn beginning(&self, block: &Block) -> &str {
        let text = self.blocks.text(block);
        first_characters(text, BEGINNING).unwrap_or(text)
    }

    /// How a block stands to the lines with a date.
    fn dates(&self, own: &mut Own<impl Columns>) {
        let (mut count, mut since) = (0.0, NONE);
        let each = self.dated.iter().map(|&dated| {
            if dated {
                (count, since) = (count + 1.0, 0.0);
            } else if since >= 0.0 {
                since += 1.0;
            }
            [f32::from(u8::from(dated)), count, since]
        });
        let each: Vec<[f32; 3]> = each.collect();
        own.push_shared("dated", each.iter().map(|[dated, ..]| *dated));
        own.push("dates-before", each.iter().map(|[_, count, _]| *count));
        own.push("blocks-after-date", each.iter().map(|[.., since]| *since));
    }

    /// How a block stands to the title and the description in the head, and to headings.
    fn compared_with_head(&self, own: &mut Own<impl Columns>) {
        let all = self.blocks.all();
        let Head { title, description, .. } = self.head;
        let titled: Vec<bool> = all
            .iter()
            .map(|block| {
                let text = self.blocks.text(block);
                block.characters >= 4 && text.len() <= title.text.len() && title.has(text)
            })
            .collect();
        own.push("in-title", titled.iter().map(|titled| f32::from(u8::from(*titled))));
        let described = first_characters(&description.text, COMPARED).map(memmem::Finder::new);
        let is_described = |block: &Block| {
            let text = self.blocks.text(block);
            let has = |finder: &memmem::Finder| finder.find(text.as_bytes()).is_some();
            described.as_ref().is_some_and(has)
                || first_characters(text, COMPARED).is_some_and(|beginning| description.has(beginning))
        };
        let any = !description.text.is_empty();
        own.push("in-description", all.iter().map(|block| f32::from(u8::from(any && is_described(block)))));
        own.push_shared("like-title", self.shared.iter().map(|shared| shared.title));
        own.push_shared("like-description", self.shared.iter().map(|shared| shared.description));
        own.push("like-head", self.shared.iter().map(|shared| shared.matches / shared.runs.max(1.0)));
        let held = |block: &Block| match &self.head.body {
            Some(body) => f32::from(u8::from(body.has(self.blocks.text(block)))),
            None => NONE,
        };
        own.push("in-declared-body", all.iter().map(held));
        // How far after the last main heading, in blocks and characters.
        type IsHeading = fn(Element, bool) -> bool;
        let headings: [(IsHeading, [&str; 2]); 2] = [
            (|element, _| element == Element::H1, ["blocks-after-h1", "characters-after-h1"]),
            (|_, titled| titled, ["blocks-after-title", "characters-after-title"]),
        ];
        for (is_heading, names) in headings {
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
            for (n, name) in names.into_iter().enumerate() {
                own.push(name, both.iter().map(|both| both[n]));
            }
        }
    }

    /// What stands above the blocks.
    fn above(&self, table: &mut impl Columns) {
        let (elements, words) = self.distances();
        table.push_sparse(ABOVE.iter().map(|element| Name::new("above", element.name())), &elements);
        let summed = |place: &Place| {
            let sums = place.sums;
            [
                ("share-of-page", sums.characters / self.all),
                ("characters", logs::short(sums.characters + 1.0)),
                ("linked", sums.linked / sums.characters.max(1.0)),
                ("blocks", sums.blocks),
                ("share-of-marks", sums.marks / sums.characters.max(1.0)),
                ("images", sums.images),
                ("dates", sums.dates),
                ("like-head", sums.matches / sums.runs.max(1.0)),
            ]
        };
        let names = summed(&self.places[0]).map(|(name, _)| name);
        let sums: Vec<_> = self.places.iter().map(|place| summed(place).map(|(_, sum)| sum)).collect();
        let mut level: Vec<usize> = self.at.clone();
        for up in 0..SUMMED {
            let names = names.map(|name| Name::numbered("up", up, name));
            table.push_rows(names, level.iter().map(|&at| &sums[at]));
            for at in &mut level {
                *at = self.places[*at].parent.unwrap_or(0);
            }
        }
        let classes = WORDS.iter().map(|word| Name::new("class", word));
        table.push_sparse(classes.chain(PROGRAMS.iter().map(|(name, _)| Name::new("program", name))), &words);
    }

    /// How far above each block the nearest elements of [`ABOVE`] are, and those with each of the [`WORDS`]; each with the number of
    /// the block.
    fn distances(&self) -> (Vec<Distance>, Vec<Distance>) {
        // Room that mostly is enough.
        let (mut elements, mut words) =
            (Vec::with_capacity(4 * self.at.len()), Vec::with_capacity(12 * self.at.len()));
        // The last block for which each was found.
        let mut seen_elements = [u32::MAX; ABOVE.len()];
        let mut seen_words = [u32::MAX; NAMES];
        // Above each element, the nearest that may be such a one.
        let may_be = |place: &Place| place.above.is_some() || !place.words.is_empty();
        let mut next: Vec<Option<usize>> = Vec::with_capacity(self.places.len());
        for place in &self.places {
            let nearest = |above: usize| if may_be(&self.places[above]) { Some(above) } else { next[above] };
            next.push(place.parent.and_then(nearest));
        }
        for (block, &at) in self.at.iter().enumerate() {
            let block = block as u32;
            let mut up = Some(at);
            while let Some(above) = up {
                let place = &self.places[above];
                let distance = self.places[at].depth - place.depth;
                if distance >= FARTHEST {
                    break;
                }
                let see = |seen: &mut [u32], found: &mut Vec<Distance>, which: u16| {
                    if std::mem::replace(&mut seen[usize::from(which)], block) != block {
                        found.push((which, block, f32::from(distance)));
                    }
                };
                place
                    .above
                    .into_iter()
                    .for_each(|which| see(&mut seen_elements, &mut elements, which.into()));
                for &word in &self.words[place.words.clone()] {
                    see(&mut seen_words, &mut words, word);
                }
                up = next[above];
            }
        }
        (elements, words)
    }

    /// What the blocks share with their neighbours.
    fn beside(&self, own: &[(&'static str, Vec<f32>)], table: &mut impl Columns) {
        let count = self.at.len();
        for distance in NEIGHBOURS {
            let missing = repeat_n(NONE, usize::from(distance.unsigned_abs()).min(count));
            for (what, column) in own {
                let name = Name::numbered("beside", distance, what);
                match distance {
                    ..0 => {
                        let there = column[..count - missing.len()].iter().copied();
                        table.push(name, missing.clone().chain(there));
                    }
                    _ => table.push(name, column[missing.len()..].iter().copied().chain(missing.clone())),
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
        for reach in WINDOWS {
            let window = |n: usize| {
                let reach = reach as usize;
                let (from, to) = (n.saturating_sub(reach), (n + reach + 1).min(all.len()));
                let characters = before[to].0 - before[from].0;
                let linked = before[to].1 - before[from].1;
                let source = f64::from(all[to - 1].place.end - all[from].place.start).max(1.0);
                [
                    ("unlinked", logs::long(characters - linked + 1.0)),
                    ("linked", (linked / characters.max(1.0)) as f32),
                    ("share-of-source", (characters / source) as f32),
                ]
            };
            let names = window(0).map(|(name, _)| Name::numbered("window", reach, name));
            let windows: Vec<_> = (0..all.len()).map(|n| window(n).map(|(_, sum)| sum)).collect();
            table.push_rows(names, windows.iter());
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
        let whole = [
            ("blocks", libm::logf(count)),
            ("characters", libm::logf(self.all)),
            ("linked", self.linked / self.all),
            ("source", libm::logf(source + 1.0)),
            ("share-of-source", self.all / source),
            ("in-paragraphs", in_element(Element::P)),
            ("in-items", in_element(Element::Li)),
            ("articles", elements(Element::Article)),
            ("prose", prose / self.all),
            ("in-cells", in_element(Element::Td)),
            ("headings", self.places.iter().filter(|place| place.element.heading().is_some()).count() as f32),
            ("first-headings", elements(Element::H1)),
            ("images", self.head.images.len() as f32),
            ("fields", self.head.fields.len() as f32),
            ("longest", all.iter().map(|block| block.characters - block.linked).max().unwrap_or(0) as f32),
            (
                "twins",
                self.places
                    .iter()
                    .filter(|place| place.siblings >= 3.0)
                    .map(|place| place.twins)
                    .fold(0.0, f32::max),
            ),
            ("prices", self.prices()),
            ("dates", self.places[0].sums.dates),
            ("open-graph", f32::from(self.head.declared.open_graph)),
        ];
        for (what, value) in whole {
            table.push(Name::new("page", what), repeat_n(value, all.len()));
        }
        for ((what, _), count) in TYPES.into_iter().zip(self.head.declared.types) {
            table.push(Name::new("types", what), repeat_n(f32::from(count), all.len()));
        }
    }

    /// How many blocks have the sign of a currency beside a digit.
    fn prices(&self) -> f32 {
        let signs = ["$", "€", "£", "¥", "₽", "₹", "₪", "﷼", "₩"];
        let has_price = |block: &&Block| {
            let text = self.blocks.text(block);
            text.len() <= LONGEST_PRICE
                && (text.contains(signs[0])
                    || !text.is_ascii() && signs.iter().any(|sign| text.contains(sign)))
        };
        let priced = self.blocks.all().iter().zip(&self.characters);
        priced.filter(|(block, characters)| characters.digits > 0.0 && has_price(block)).count() as f32
    }

    /// What share of the page is called by each of the telling words, and whether all of it is. And what is called comments, where
    /// there are any, and all else: comments are judged as a whole.
    fn telling(&self, table: &mut impl Columns) -> Group {
        let mut shares = [0.0; TELLING.len()];
        let mut whole = 0;
        // The bits of each element and of those above it.
        let mut all: Vec<u32> = Vec::with_capacity(self.places.len());
        for place in &self.places {
            let words = &self.words[place.words.clone()];
            let mut bits = words.iter().fold(0, |bits, &word| bits | TELLS[usize::from(word)]);
            if matches!(place.element, Element::Html | Element::Body) {
                whole |= std::mem::take(&mut bits);
            }
            let above = place.parent.map_or(0, |parent| all[parent]);
            let mut new = bits & !above;
            while new != 0 {
                shares[new.trailing_zeros() as usize] += place.sums.characters / self.all;
                new &= new - 1;
            }
            all.push(bits | above);
        }
        for (bit, (word, share)) in TELLING.into_iter().zip(shares).enumerate() {
            table.push(Name::new("called", word), repeat_n(share, self.at.len()));
            table.push(Name::new("body", word), repeat_n((whole >> bit & 1) as f32, self.at.len()));
        }
        let comment = 1 << TELLING.iter().position(|word| *word == "comment").unwrap_or_default();
        let mut of: Vec<u32> = self.at.iter().map(|&at| u32::from(all[at] & comment == 0)).collect();
        if !of.contains(&0) {
            of.fill(NO_GROUP);
        }
        Group { name: "comments", of }
    }

    /// What stands from a heading to the next: its level, its size, and how far the block is from it.
    fn sections(&self, table: &mut impl Columns) -> Group {
        let all = self.blocks.all();
        // Of each section its heading's level, whether that is a link, and its characters and linked ones.
        let mut sections = vec![[0.0, 0.0, 0.0, 0.0]];
        let mut of = Vec::with_capacity(all.len());
        let mut after = Vec::with_capacity(all.len());
        let mut distance = 0.0;
        for (block, &at) in all.iter().zip(&self.at) {
            if let Some(level) = self.places[at].element.heading() {
                let is_link = block.linked * 2 > block.characters;
                sections.push([f32::from(level), f32::from(u8::from(is_link)), 0.0, 0.0]);
                distance = 0.0;
            }
            of.push(sections.len() as u32 - 1);
            after.push(distance);
            distance += 1.0;
            if let Some([.., characters, linked]) = sections.last_mut() {
                *characters += block.characters as f32;
                *linked += block.linked as f32;
            }
        }
        let section = |what| Name::new("section", what);
        let each = || of.iter().map(|&n| sections[n as usize]);
        table.push(section("blocks-after"), after.iter().copied());
        table.push(section("level"), each().map(|[level, ..]| level));
        table.push(section("heading-linked"), each().map(|[_, is_link, ..]| is_link));
        table.push(section("characters"), each().map(|[.., characters, _]| logs::short(characters + 1.0)));
        table.push(section("linked"), each().map(|[.., characters, linked]| linked / characters.max(1.0)));
        table.push(section("count"), repeat_n(sections.len() as f32, all.len()));
        Group { name: "section", of }
    }

    /// Whether a block is in one of many elements alike: the level of the one with the most twins, how many these are, and what
    /// share of the page they and this one hold; and the same of the nearest with three or more.
    fn repeated(&self, table: &mut impl Columns) -> [Group; 2] {
        let mut all: Vec<[[f32; 4]; 2]> = Vec::with_capacity(self.places.len());
        let mut groups: Vec<[u32; 2]> = Vec::with_capacity(self.places.len());
        let names = ["level", "count", "share-of-page", "own-share"];
        for place in &self.places {
            let seen = [0.0, place.siblings, place.twins, place.sums.characters / self.all];
            let mut both = place.parent.map_or([[NONE, 1.0, 0.0, 0.0]; 2], |above| all[above]);
            for [level, ..] in &mut both {
                *level += f32::from(u8::from(*level >= 0.0));
            }
            let mut group = place.parent.map_or([NO_GROUP; 2], |above| groups[above]);
            let [most, nearest] = &mut both;
            if place.siblings > 1.0 && place.siblings >= most[1] {
                *most = seen;
                group[0] = place.group;
            }
            if place.siblings >= 3.0 {
                *nearest = seen;
                group[1] = place.group;
            }
            all.push(both);
            groups.push(group);
        }
        for (which, place) in ["most-twins", "nearest-twins"].into_iter().enumerate() {
            let names = names.map(|what| Name::new(place, what));
            table.push_rows(names, self.at.iter().map(|&at| &all[at][which]));
        }
        // Fields to write in, as comments have them.
        let fields = &self.head.fields;
        let last = |block: &Block| fields.partition_point(|at| *at < block.place.start);
        let blocks = self.blocks.all();
        table.push(Name::new("fields", "before"), blocks.iter().map(|block| last(block) as f32));
        table.push(
            Name::new("fields", "after"),
            blocks.iter().map(|block| (fields.len() - last(block)) as f32),
        );
        let of = |which: usize| self.at.iter().map(|&at| groups[at][which]).collect();
        [Group { name: "most-twins", of: of(0) }, Group { name: "nearest-twins", of: of(1) }]
    }

    /// How the blocks stand to the main heading: what is in the same column as it, and what in another.
    fn headed(&self, table: &mut impl Columns) {
        let is_heading = |at: &&usize| self.places[**at].element == Element::H1;
        let is_titled = |(block, at): &(&Block, &usize)| {
            let text = self.blocks.text(block);
            self.places[**at].element.heading().is_some()
                && block.characters >= 4
                && self.head.title.has(text)
        };
        let titled = self.blocks.all().iter().zip(&self.at).find(is_titled).map(|(_, at)| at);
        let heading = titled.or_else(|| self.at.iter().find(is_heading));
        let relations =
            heading.map(|&at| relations(at, self.places.len(), |at| self.places[at].parent.unwrap_or(0)));
        let of = |at: usize| relations.as_ref().map_or((NONE, NONE), |relations| relations[at]);
        table.push(Name::new("heading", "levels-below"), self.at.iter().map(|&at| of(at).0));
        table.push(Name::new("heading", "levels-above"), self.at.iter().map(|&at| of(at).1));
        // How much of the page is in the smallest element with both.
        let mut shares: Vec<f32> = vec![NONE];
        let mut up = heading.copied();
        while let Some(at) = up {
            let place = &self.places[at];
            shares.push(place.sums.characters / self.all);
            up = place.parent;
        }
        let share = |at: usize| match of(at).1 {
            above if above >= 0.0 => shares[1 + above as usize],
            _ => NONE,
        };
        table.push(Name::new("heading", "share-of-page"), self.at.iter().map(|&at| share(at)));
    }

    /// How the blocks stand to an element that may hold the content.
    fn centre(&self, which: &'static str, centre: usize, table: &mut impl Columns) {
        let place = &self.places[centre];
        let relations = relations(centre, self.places.len(), |at| self.places[at].parent.unwrap_or(0));
        let count = self.at.len() as f32;
        let length = (place.last - place.first.min(place.last) + 1) as f32;
        let name = |what| Name::new(which, what);
        table.push(name("levels-below"), self.at.iter().map(|&at| relations[at].0));
        table.push(name("levels-above"), self.at.iter().map(|&at| relations[at].1));
        table.push(name("position"), (0..self.at.len()).map(|n| (n as f32 - place.first as f32) / length));
        table.push(name("after-first"), (0..self.at.len()).map(|n| n as f32 - place.first as f32));
        table.push(name("after-last"), (0..self.at.len()).map(|n| n as f32 - place.last as f32));
        let sums = place.sums;
        let same = [
            ("prose", sums.prose / self.places[0].sums.prose.max(1.0)),
            ("linked", sums.linked / sums.characters.max(1.0)),
            ("blocks", length / count),
        ];
        for (what, value) in same {
            table.push(name(what), repeat_n(value, self.at.len()));
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
