//! The second look: what the first forest thinks of a block, of those around it, and of what they stand in.
//!
//! A teaser looks like a paragraph, and a short article like a teaser: what tells them apart is where the rest of the content
//! is. So the first forest is asked about all blocks, and the second one decides with all its answers in view.

use super::{FEATURES, NONE, Table, WINDOWS};

/// Levels above a block whose opinions count.
const LEVELS: usize = 6;
/// Neighbours whose opinions count, on each side.
const BESIDE_OPINION: isize = 3;
/// What the second forest sees beside the features: what the first one thinks of a block and of those around it.
pub const CONTEXT: usize = 1 + 2 * BESIDE_OPINION as usize + WINDOWS.len() + 2 * LEVELS + 3 + 4 + 5;

impl Table {
    /// Adds what a first opinion about all blocks, in log-odds, says about each.
    pub fn with_context(&mut self, values: &[f32]) {
        let count = self.blocks;
        if count == 0 {
            return;
        }
        let p: Vec<f32> = values.iter().map(|value| 1.0 / (1.0 + (-value).exp())).collect();
        self.push(values.iter().copied());
        for distance in -BESIDE_OPINION..=BESIDE_OPINION {
            if distance != 0 {
                let beside = |n: usize| n.checked_add_signed(distance).and_then(|n| values.get(n)).copied();
                self.push((0..count).map(|n| beside(n).unwrap_or(-9.0)).collect::<Vec<_>>());
            }
        }
        let weighted: Vec<f32> = p.iter().zip(&self.characters).map(|(p, w)| p * w).collect();
        let mut before = vec![(0.0f64, 0.0f64)];
        for (content, w) in weighted.iter().zip(&self.characters) {
            let (a, b) = before[before.len() - 1];
            before.push((a + f64::from(*content), b + f64::from(*w)));
        }
        for &reach in WINDOWS {
            let mean = |n: usize| {
                let (from, to) = (before[n.saturating_sub(reach)], before[(n + reach + 1).min(count)]);
                ((to.0 - from.0) / (to.1 - from.1).max(1.0)) as f32
            };
            self.push((0..count).map(mean).collect::<Vec<_>>());
        }
        let mut sums = vec![(0.0f32, 0.0f32); self.parents.len()];
        let mut spans = vec![(usize::MAX, 0usize); self.parents.len()];
        for n in 0..count {
            let at = self.at[n] as usize;
            sums[at] = (sums[at].0 + weighted[n], sums[at].1 + self.characters[n]);
            spans[at] = (spans[at].0.min(n), n);
        }
        for at in (1..self.parents.len()).rev() {
            let parent = self.parents[at] as usize;
            sums[parent] = (sums[parent].0 + sums[at].0, sums[parent].1 + sums[at].1);
            spans[parent] = (spans[parent].0.min(spans[at].0), spans[parent].1.max(spans[at].1));
        }
        let all = sums[0];
        let mut level = self.at.clone();
        for _ in 0..LEVELS {
            self.push(
                level
                    .iter()
                    .map(|&at| sums[at as usize].0 / sums[at as usize].1.max(1.0))
                    .collect::<Vec<_>>(),
            );
            self.push(level.iter().map(|&at| sums[at as usize].0 / all.0.max(1.0)).collect::<Vec<_>>());
            for at in &mut level {
                *at = self.parents[*at as usize];
            }
        }
        let best = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        for value in [all.0 / all.1.max(1.0), (all.0 + 1.0).ln(), best] {
            self.push(std::iter::repeat_n(value, count));
        }
        // How far the nearest block is that is rather content, before and behind.
        for forward in [false, true] {
            let (mut blocks, mut characters) = (99.0f32, 9999.0f32);
            let mut both = vec![(0.0, 0.0); count];
            let order: Box<dyn Iterator<Item = usize>> =
                if forward { Box::new((0..count).rev()) } else { Box::new(0..count) };
            for n in order {
                both[n] = (blocks, characters);
                if p[n] >= 0.5 && self.characters[n] >= 20.0 {
                    (blocks, characters) = (0.0, 0.0);
                } else {
                    blocks += 1.0;
                    characters += self.characters[n];
                }
            }
            self.push(both.iter().map(|(blocks, _)| *blocks));
            self.push(both.iter().map(|(_, characters)| *characters));
        }
        // The smallest element with most of what is content.
        let centre = sums.iter().rposition(|sums| sums.0 >= all.0 * 0.8).unwrap_or(0);
        let mut below = vec![NONE; self.parents.len()];
        let mut above = vec![NONE; self.parents.len()];
        let (mut at, mut distance) = (centre, 0.0);
        loop {
            (below[at], above[at]) = (0.0, distance);
            if at == 0 {
                break;
            }
            (at, distance) = (self.parents[at] as usize, distance + 1.0);
        }
        for at in 1..self.parents.len() {
            if below[at] < 0.0 {
                let parent = self.parents[at] as usize;
                (below[at], above[at]) = (below[parent] + 1.0, above[parent]);
            }
        }
        let at = std::mem::take(&mut self.at);
        self.push(at.iter().map(|&at| below[at as usize]));
        self.push(at.iter().map(|&at| above[at as usize]));
        self.at = at;
        self.push((0..count).map(|n| n as f32 - spans[centre].0 as f32));
        self.push((0..count).map(|n| n as f32 - spans[centre].1 as f32));
        self.push(std::iter::repeat_n(sums[centre].0 / sums[centre].1.max(1.0), count));
        debug_assert_eq!(self.values.len(), count * (FEATURES + CONTEXT));
    }
}
