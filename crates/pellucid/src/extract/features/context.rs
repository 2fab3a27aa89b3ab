//! The second look: what the first forest thinks of a block, of those around it, and of what they stand in.
//!
//! A teaser looks like a paragraph, and a short article like a teaser: the difference is where the rest of the content is. So the
//! first forest judges all blocks, and the second one decides with all its answers in view.

use std::iter::repeat_n;

use super::columns::WINDOWS;
use super::names::Name;
use super::places::relations;
use super::{Columns, Group, NO_GROUP, NONE, Table};
use crate::extract::page_type::PageType;

/// Levels above a block whose opinions count.
const LEVELS: i8 = 6;
/// Neighbours whose opinions count, on each side.
const BESIDE: i8 = 3;
/// The opinion about a neighbour that is not there.
const NOBODY: f32 = -9.0;
/// The distance of content that is not there, in blocks and in characters.
const FAR: (f32, f32) = (99.0, 9999.0);
/// A block that is rather content, and long enough to say so.
const LIKELY: f32 = 0.5;
const LONG: f32 = 20.0;
/// The share of the content that makes an element its centre.
const MOST: f32 = 0.8;

/// So many blocks in like places agree on what they are.
const MANY: u32 = 3;
/// How far an opinion moves for that, at most: what is clear stays so, as a list of contents among the lists of a text.
const NEAR: f32 = 1.0;

/// How much of something is content.
#[derive(Clone, Copy, Default)]
struct Share {
    content: f32,
    characters: f32,
}

impl Share {
    fn add(&mut self, other: Share) {
        self.content += other.content;
        self.characters += other.characters;
    }

    fn mean(self) -> f32 {
        self.content / self.characters.max(1.0)
    }
}

/// The sum of each group.
fn sums(of: &[u32], shares: &[Share]) -> Vec<Share> {
    let count = of.iter().filter(|group| **group != NO_GROUP).max().map_or(0, |most| most + 1);
    let mut sums = vec![Share::default(); count as usize];
    for (share, &group) in shares.iter().zip(of) {
        sums.get_mut(group as usize).into_iter().for_each(|sum| sum.add(*share));
    }
    sums
}

impl<C: Columns> Table<C> {
    /// Adds what a first opinion about all blocks, in log-odds, says about each.
    pub fn with_context(&mut self, values: &[f32]) {
        if self.blocks == 0 {
            return;
        }
        let likely = |value: &f32| 1.0 / (1.0 + libm::expf(-value));
        let p: Vec<f32> = values.iter().map(likely).collect();
        let shares: Vec<Share> = p
            .iter()
            .zip(&self.characters)
            .map(|(p, &characters)| Share { content: p * characters, characters })
            .collect();
        self.opinions_beside(values);
        self.opinions_around(&shares);
        let places = self.places(&shares);
        self.opinions_above(&places);
        let best = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let whole = [
            ("opinion", places[0].mean()),
            ("content", libm::logf(places[0].content + 1.0)),
            ("best-opinion", best),
        ];
        for (what, value) in whole {
            self.push(Name::new("page", what), repeat_n(value, self.blocks));
        }
        self.nearest(&p);
        self.around_centre(&places);
        self.groups(&shares);
        self.so_far(&shares);
        self.content(&shares);
    }

    /// Adds what sort of page it is: the log-odds of each type.
    pub fn with_types(&mut self, log_odds: &[f32]) {
        for (page_type, &log_odds) in PageType::ALL.iter().zip(log_odds) {
            self.push(Name::new("page-type", page_type.name()), repeat_n(log_odds, self.blocks));
        }
    }

    /// What the content of the whole page is like: how many blocks it has, how long they are, and how much of it is in one of the
    /// groups, and in the largest of these.
    fn content(&mut self, shares: &[Share]) {
        let blocks: f32 = shares.iter().map(|share| share.mean()).sum();
        let all: f32 = shares.iter().map(|share| share.content).sum();
        self.push(Name::new("content", "blocks"), repeat_n(libm::logf(blocks + 1.0), self.blocks));
        self.push(
            Name::new("content", "length"),
            repeat_n(libm::logf(all / blocks.max(1.0) + 1.0), self.blocks),
        );
        let groups = std::mem::take(&mut self.groups);
        for Group { name, of } in &groups {
            let sums = sums(of, shares);
            let grouped: f32 = sums.iter().map(|sum| sum.content).sum();
            let largest = sums.iter().map(|sum| sum.content).fold(0.0, f32::max);
            self.push(Name::new("grouped", name), repeat_n(grouped / all.max(1.0), self.blocks));
            self.push(Name::new("largest", name), repeat_n(largest / all.max(1.0), self.blocks));
        }
        self.groups = groups;
    }

    /// What is thought of all blocks that belong together, and how much of the content they are.
    fn groups(&mut self, shares: &[Share]) {
        let all: f32 = shares.iter().map(|share| share.content).sum();
        let groups = std::mem::take(&mut self.groups);
        for Group { name, of } in &groups {
            let sums = sums(of, shares);
            let mean = |&group: &u32| sums.get(group as usize).map_or(NONE, |sum| sum.mean());
            let share =
                |&group: &u32| sums.get(group as usize).map_or(NONE, |sum| sum.content / all.max(1.0));
            self.push(Name::new(name, "opinion"), of.iter().map(mean));
            self.push(Name::new(name, "share-of-content"), of.iter().map(share));
        }
        self.groups = groups;
    }

    /// Brings opinions about blocks in like places nearer to each other: half of the way to their mean, but not far. Posts of a forum
    /// and items of a list are content together, or none of them is.
    ///
    /// The forests see what is thought of all that is alike, and still judge one post by how it reads. Tried on other sites with eleven
    /// models: half of the way is better than less or more, and the mean of larger groups (twins, sections) is worse than none.
    pub fn agree(&self, values: &mut [f32]) {
        let Some(Group { of, .. }) = self.groups.iter().find(|group| group.name == "alike") else { return };
        let kinds = of.iter().max().map_or(0, |most| *most as usize + 1);
        let mut sums = vec![(0.0, 0.0, 0u32); kinds];
        // Neither a long post nor many short ones rule.
        let weights = || self.characters.iter().map(|characters| libm::sqrtf(*characters));
        for ((value, weight), &kind) in values.iter().zip(weights()).zip(of) {
            let (sum, weights, count) = &mut sums[kind as usize];
            *sum += weight * value;
            *weights += weight;
            *count += 1;
        }
        for (value, &kind) in values.iter_mut().zip(of) {
            let (sum, weights, count) = sums[kind as usize];
            if count >= MANY && weights > 0.0 {
                *value += (0.5 * (sum / weights - *value)).clamp(-NEAR, NEAR);
            }
        }
    }

    /// How much of the content stands before each block.
    fn so_far(&mut self, shares: &[Share]) {
        let all: f32 = shares.iter().map(|share| share.content).sum();
        let mut before = 0.0;
        let so_far = shares.iter().map(|share| {
            let share_before = before / all.max(1.0);
            before += share.content;
            share_before
        });
        self.push(Name::new("content-before", "share"), so_far);
        let likely = shares.iter().filter(|share| share.mean() >= LIKELY && share.characters >= LONG).count();
        self.push(Name::new("page", "likely-blocks"), repeat_n(likely as f32, shares.len()));
        let sure: f32 = shares.iter().map(|share| (2.0 * share.content - share.characters).abs()).sum();
        let characters: f32 = shares.iter().map(|share| share.characters).sum();
        self.push(Name::new("page", "sure"), repeat_n(sure / characters.max(1.0), shares.len()));
    }

    fn opinions_beside(&mut self, values: &[f32]) {
        let name = |distance: i8| Name::numbered("beside", distance, "opinion");
        self.push(name(0), values.iter().copied());
        for distance in (-BESIDE..=BESIDE).filter(|distance| *distance != 0) {
            let beside =
                |n: usize| n.checked_add_signed(distance.into()).and_then(|n| values.get(n)).copied();
            self.push(name(distance), (0..values.len()).map(|n| beside(n).unwrap_or(NOBODY)));
        }
    }

    /// The mean of windows.
    fn opinions_around(&mut self, shares: &[Share]) {
        // Sums of all blocks before each.
        let mut before = vec![(0.0f64, 0.0f64)];
        for (n, share) in shares.iter().enumerate() {
            let (content, characters) = before[n];
            before.push((content + f64::from(share.content), characters + f64::from(share.characters)));
        }
        for window in WINDOWS {
            let reach = window as usize;
            let mean = |n: usize| {
                let (from, to) = (before[n.saturating_sub(reach)], before[(n + reach + 1).min(shares.len())]);
                ((to.0 - from.0) / (to.1 - from.1).max(1.0)) as f32
            };
            self.push(Name::numbered("window", window, "opinion"), (0..shares.len()).map(mean));
        }
    }

    /// How much of each element is content; of the page, that is the first.
    fn places(&self, shares: &[Share]) -> Vec<Share> {
        let mut places = vec![Share::default(); self.parents.len()];
        for (share, &at) in shares.iter().zip(&self.at) {
            places[at as usize].add(*share);
        }
        for at in (1..places.len()).rev() {
            let share = places[at];
            places[self.parents[at] as usize].add(share);
        }
        places
    }

    fn opinions_above(&mut self, places: &[Share]) {
        let mut level = self.at.clone();
        for up in 0..LEVELS {
            let name = |what| Name::numbered("up", up, what);
            self.push(name("opinion"), level.iter().map(|&at| places[at as usize].mean()));
            let share = |&at: &u32| places[at as usize].content / places[0].content.max(1.0);
            self.push(name("share-of-content"), level.iter().map(share));
            for at in &mut level {
                *at = self.parents[*at as usize];
            }
        }
    }

    /// How far the nearest block is that is rather content, before and after.
    fn nearest(&mut self, p: &[f32]) {
        let walk = |order: &mut dyn Iterator<Item = usize>| {
            let mut distances = vec![FAR; p.len()];
            let (mut blocks, mut characters) = FAR;
            for n in order {
                distances[n] = (blocks, characters);
                if p[n] >= LIKELY && self.characters[n] >= LONG {
                    (blocks, characters) = (0.0, 0.0);
                } else {
                    blocks += 1.0;
                    characters += self.characters[n];
                }
            }
            distances
        };
        let (before, after) = (walk(&mut (0..p.len())), walk(&mut (0..p.len()).rev()));
        for (place, distances) in [("content-before", before), ("content-after", after)] {
            self.push(Name::new(place, "blocks"), distances.iter().map(|(blocks, _)| *blocks));
            self.push(Name::new(place, "characters"), distances.iter().map(|(_, characters)| *characters));
        }
    }

    /// How each block stands to the smallest element with most of the content.
    fn around_centre(&mut self, places: &[Share]) {
        let most = places[0].content * MOST;
        let centre = places.iter().rposition(|place| place.content >= most).unwrap_or(0);
        let relations = relations(centre, places.len(), |at| self.parents[at] as usize);
        let at = std::mem::take(&mut self.at);
        let is_inside = |at: &u32| relations[*at as usize].1 == 0.0;
        let first = at.iter().position(is_inside).unwrap_or(0) as f32;
        let last = at.iter().rposition(is_inside).unwrap_or(0) as f32;
        let name = |what| Name::new("content-centre", what);
        self.push(name("levels-below"), at.iter().map(|&at| relations[at as usize].0));
        self.push(name("levels-above"), at.iter().map(|&at| relations[at as usize].1));
        self.push(name("after-first"), (0..at.len()).map(|n| n as f32 - first));
        self.push(name("after-last"), (0..at.len()).map(|n| n as f32 - last));
        self.push(name("opinion"), repeat_n(places[centre].mean(), at.len()));
        self.at = at;
    }
}
