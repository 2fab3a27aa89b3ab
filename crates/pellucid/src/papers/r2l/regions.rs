//! The regions of the paper's figure 2: where there is only markup, where the content is, and where both are mixed.

use std::ops::Range;

use super::Lines;

/// What a region is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Area {
    /// Markup and hardly any content: scripts and styles, mostly.
    A,
    /// The main content.
    B,
    /// Content and markup: menus, panels, other news.
    C,
}

/// Lines within so many of a line decide with it what it is in.
const AROUND: usize = 4;
/// With a smaller share of content than this, it is A.
const SHARE: f64 = 0.05;
/// So many regions of a kind are named, the largest: as in the paper's figure.
const NAMED: [(Area, usize); 2] = [(Area::A, 2), (Area::C, 1)];

/// The regions worth naming around the lines that were chosen, in order; B is those.
pub(super) fn regions(lines: &Lines, chosen: Range<usize>) -> Vec<(Area, Range<usize>)> {
    let all = lines.as_slice();
    let kind = |i: usize| {
        let around = &all[i.saturating_sub(AROUND)..(i + AROUND + 1).min(all.len())];
        let s1: f64 = around.iter().map(|line| f64::from(line.s1)).sum();
        let s2: f64 = around.iter().map(|line| f64::from(line.s2)).sum();
        if s1 + s2 == 0.0 {
            return None;
        }
        Some(if s1 < SHARE * (s1 + s2) { Area::A } else { Area::C })
    };
    let mut runs: Vec<(Area, Range<usize>)> = Vec::new();
    for i in (0..all.len()).filter(|i| !chosen.contains(i)) {
        let Some(kind) = kind(i) else { continue };
        match runs.last_mut() {
            // Lines with nothing around them do not end a region.
            Some((last, run)) if *last == kind && !(run.end..i).any(|between| chosen.contains(&between)) => {
                run.end = i + 1
            }
            _ => runs.push((kind, i..i + 1)),
        }
    }
    let size = |(kind, run): &(Area, Range<usize>)| -> u64 {
        let of = |line: &super::Line| u64::from(if *kind == Area::A { line.s2 } else { line.s1 });
        all[run.clone()].iter().map(of).sum()
    };
    let mut named = Vec::new();
    for (kind, most) in NAMED {
        let mut of_kind: Vec<_> = runs.iter().filter(|run| run.0 == kind && size(run) > 0).cloned().collect();
        of_kind.sort_by_key(|run| std::cmp::Reverse(size(run)));
        named.extend(of_kind.into_iter().take(most));
    }
    if !chosen.is_empty() {
        named.push((Area::B, chosen));
    }
    named.sort_by_key(|(_, run)| run.start);
    named
}

#[cfg(test)]
mod tests {
    use super::super::{R2l, Script};
    use super::*;

    #[test]
    fn as_in_the_figure() {
        let script = "var x = 'a long line of a script';\n".repeat(20);
        let menu = "<li><a href=/somewhere>پیوند</a>\n".repeat(20);
        let article = "<p>متن اصلی این صفحه، که چند سطر دارد و کمی بلند است و باز هم.</p>\n".repeat(8);
        let page = format!("{script}{menu}{}{article}{}{script}", "\n".repeat(12), "\n".repeat(12));
        let lines = Lines::new(&page, Script::default());
        let chosen = R2l::default().extract(&page).lines;
        let found = lines.regions(chosen.clone());
        let kinds: Vec<Area> = found.iter().map(|(kind, _)| *kind).collect();
        assert_eq!(kinds, [Area::A, Area::C, Area::B, Area::A], "{found:?}");
        assert_eq!(found[2].1, chosen);
        assert!(found.windows(2).all(|two| two[0].1.end <= two[1].1.start), "{found:?}");
        assert_eq!(Lines::new("", Script::default()).regions(0..0), []);
    }
}
