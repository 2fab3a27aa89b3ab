//! What R2L sees of a page: figures 2 and 3 of its paper, and formula (2).

use std::ops::Range;

use pellucid::papers::r2l::{Area, R2l};
use serde::Serialize;

/// What R2L sees of a page.
#[derive(Debug, Serialize)]
pub struct Seen {
    /// How many lines there are.
    pub total: usize,
    /// For each line: characters of content.
    pub content: Vec<u32>,
    /// Characters of markup.
    pub markup: Vec<u32>,
    /// Their difference.
    pub difference: Vec<i64>,
    /// That of a line and both its neighbours.
    pub smoothed: Vec<i64>,
    /// Stretches of lines, named as in the paper.
    pub regions: Vec<Region>,
    /// The lines of the main content.
    pub lines: [usize; 2],
    /// The main content.
    pub text: String,
}

/// A stretch of lines.
#[derive(Debug, Serialize)]
#[allow(missing_docs)]
pub struct Region {
    pub area: &'static str,
    pub lines: [usize; 2],
}

impl Seen {
    /// What it sees of a decoded page, with figures of so many lines at most.
    #[must_use]
    pub fn of(method: &R2l, text: &str, most: usize) -> Seen {
        // Extracting makes lines of its own, and they are gone when these are made.
        let found = method.extract(text);
        let lines = method.lines(text);
        let all = lines.as_slice();
        let shown = &all[..all.len().min(most)];
        let region = |(area, lines): (Area, Range<usize>)| Region {
            area: match area {
                Area::A => "A",
                Area::B => "B",
                Area::C => "C",
            },
            lines: [lines.start, lines.end],
        };
        Seen {
            total: all.len(),
            content: shown.iter().map(|line| line.s1).collect(),
            markup: shown.iter().map(|line| line.s2).collect(),
            difference: shown.iter().map(pellucid::papers::r2l::Line::difference).collect(),
            smoothed: (0..shown.len()).map(|line| lines.smoothed(line)).collect(),
            regions: lines.regions(found.lines.clone()).into_iter().map(region).collect(),
            lines: [found.lines.start, found.lines.end],
            text: found.text,
        }
    }
}
