//! The second look: what the first forest thinks of a block, of those around it, and of what they stand in.
//!
//! A teaser looks like a paragraph, and a short article like a teaser: what tells them apart is where the rest of the content
//! is. So the first forest is asked about all blocks, and the second one decides with all its answers in view.

use super::columns::WINDOWS;
use super::places::relations;
use super::{Columns, Table};

/// Levels above a block whose opinions count.
const LEVELS: usize = 6;
/// Neighbours whose opinions count, on each side.
const BESIDE: isize = 3;
/// What is told of the page as a whole, of the nearest content on both sides, and of where most of it is.
const WHOLE: usize = 3;
const NEAREST: usize = 4;
const CENTRE: usize = 5;
/// What the second forest sees beside the features.
pub const CONTEXT: usize = 1 + 2 * BESIDE as usize + WINDOWS.len() + 2 * LEVELS + WHOLE + NEAREST + CENTRE;

/// The opinion about a neighbour that is not there.
const NOBODY: f32 = -9.0;
/// The distance of content that is not there, in blocks and in characters.
const FAR: (f32, f32) = (99.0, 9999.0);
/// A block that is rather content, and long enough to say so.
const LIKELY: f32 = 0.5;
const LONG: f32 = 20.0;
/// The share of the content that makes an element its centre.
const MOST: f32 = 0.8;

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

impl<C: Columns> Table<C> {
    /// Adds what a first opinion about all blocks, in log-odds, says about each.
    pub fn with_context(&mut self, values: &[f32]) {
        if self.blocks == 0 {
            return;
        }
        let likely = |value: &f32| 1.0 / (1.0 + (-value).exp());
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
        for value in [places[0].mean(), (places[0].content + 1.0).ln(), best] {
            self.push(std::iter::repeat_n(value, self.blocks));
        }
        self.nearest(&p);
        self.around_centre(&places);
    }

    fn opinions_beside(&mut self, values: &[f32]) {
        self.push(values.iter().copied());
        for distance in (-BESIDE..=BESIDE).filter(|distance| *distance != 0) {
            let beside = |n: usize| n.checked_add_signed(distance).and_then(|n| values.get(n)).copied();
            self.push((0..values.len()).map(|n| beside(n).unwrap_or(NOBODY)));
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
        for &reach in WINDOWS {
            self.push((0..shares.len()).map(|n| {
                let (from, to) = (before[n.saturating_sub(reach)], before[(n + reach + 1).min(shares.len())]);
                ((to.0 - from.0) / (to.1 - from.1).max(1.0)) as f32
            }));
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
        for _ in 0..LEVELS {
            self.push(level.iter().map(|&at| places[at as usize].mean()));
            self.push(level.iter().map(|&at| places[at as usize].content / places[0].content.max(1.0)));
            for at in &mut level {
                *at = self.parents[*at as usize];
            }
        }
    }

    /// How far the nearest block is that is rather content, before and behind.
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
        for distances in [walk(&mut (0..p.len())), walk(&mut (0..p.len()).rev())] {
            self.push(distances.iter().map(|(blocks, _)| *blocks));
            self.push(distances.iter().map(|(_, characters)| *characters));
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
        self.push(at.iter().map(|&at| relations[at as usize].0));
        self.push(at.iter().map(|&at| relations[at as usize].1));
        self.push((0..at.len()).map(|n| n as f32 - first));
        self.push((0..at.len()).map(|n| n as f32 - last));
        self.push(std::iter::repeat_n(places[centre].mean(), at.len()));
        self.at = at;
    }
}
