//! A measure and the pinned floors → what fell below them.
//!
//! Floors are kept in `floors-made.toml`, one for each group of each measure: how many answers must be right, how many wrong ones
//! may claim to be likely or sure, and the calibration error that must not be exceeded. `--raise` never lowers one: to lower a
//! floor is a decision, made in an editor.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use super::{Figures, Measured};

const HEADER: &str = "\
# Floors of Pellucid's accuracy on pages that are made to put one question each: right answers, wrong ones with a confidence above
# 0.5 and above 0.9, and the expected calibration error.
# `cargo dev eval declared|left-out|repair|signs|words --gate` fails below them; `--raise` raises them to what a run reached, never lowers them.
# A floor counts for exactly so many pages: if the text or the cases change, `--raise` pins the figures anew.

";

/// Decimals that are kept of calibration errors.
const SCALE: f64 = 1e5;

/// What is required for one group.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Floor {
    measure: String,
    group: String,
    pages: usize,
    right: usize,
    wrong_likely: usize,
    wrong_sure: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ece: Option<f64>,
}

/// All floors.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Floors {
    #[serde(default)]
    floor: Vec<Floor>,
}

/// Where they are pinned.
pub fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("floors-made.toml")
}

impl Floors {
    /// From a file.
    pub fn load(path: &Path) -> Result<Floors> {
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        toml::from_str(&text).with_context(|| path.display().to_string())
    }

    /// Into a file.
    pub fn save(&self, path: &Path) -> Result<()> {
        let text = HEADER.to_owned() + &toml::to_string(self)?;
        std::fs::write(path, text).with_context(|| path.display().to_string())
    }

    /// What a run missed, in words; nothing is good.
    pub fn check(&self, measured: &Measured) -> Vec<String> {
        reached(measured).iter().flat_map(|reached| self.check_one(reached)).collect()
    }

    fn check_one(&self, reached: &Floor) -> Vec<String> {
        let place = format!("{}, {} ({} pages)", reached.measure, reached.group, reached.pages);
        let Some(floor) = self.floor.iter().find(|floor| floor.same_place(reached)) else {
            return vec![format!("{place}: no floor is pinned; pin it with --raise")];
        };
        if floor.pages != reached.pages {
            let pages = floor.pages;
            return vec![format!("{place}: the floor is for {pages} pages; pin it anew with --raise")];
        }
        let mut misses = Vec::new();
        if reached.right < floor.right {
            let (reached, floor) = (reached.right, floor.right);
            misses.push(format!("{place}: {reached} answers are right; the floor is {floor}"));
        }
        for (limit, reached, ceiling) in [
            (super::LIKELY, reached.wrong_likely, floor.wrong_likely),
            (super::SURE, reached.wrong_sure, floor.wrong_sure),
        ] {
            if reached > ceiling {
                misses.push(format!(
                    "{place}: {reached} wrong answers with a confidence above {limit}; the ceiling is {ceiling}"
                ));
            }
        }
        if let Some((ceiling, ece)) = floor.ece.zip(reached.ece).filter(|(ceiling, ece)| ece > ceiling) {
            misses.push(format!("{place}: calibration error {ece:.5} is above the ceiling of {ceiling:.5}"));
        }
        misses
    }

    /// Raises floors to what a run reached. Groups that no longer exist lose theirs.
    pub fn raise(&mut self, measured: &Measured) {
        let reached = reached(measured);
        let exists = |floor: &Floor| reached.iter().any(|one| one.same_place(floor));
        self.floor.retain(|floor| floor.measure != measured.name || exists(floor));
        reached.into_iter().for_each(|reached| self.raise_one(reached));
        self.floor.sort_by(|a, b| a.measure.cmp(&b.measure));
    }

    fn raise_one(&mut self, reached: Floor) {
        match self.floor.iter_mut().find(|floor| floor.same_place(&reached)) {
            Some(floor) if floor.pages == reached.pages => {
                floor.right = floor.right.max(reached.right);
                floor.wrong_likely = floor.wrong_likely.min(reached.wrong_likely);
                floor.wrong_sure = floor.wrong_sure.min(reached.wrong_sure);
                floor.ece = match (floor.ece, reached.ece) {
                    (Some(old), Some(new)) => Some(old.min(new)),
                    (old, new) => old.or(new),
                };
            }
            Some(floor) => *floor = reached,
            None => self.floor.push(reached),
        }
    }
}

impl Floor {
    fn same_place(&self, other: &Floor) -> bool {
        (&self.measure, &self.group) == (&other.measure, &other.group)
    }
}

/// The floors that a run would just pass.
fn reached(measured: &Measured) -> Vec<Floor> {
    let floor = |(group, figures): (&str, Figures)| Floor {
        measure: measured.name.to_owned(),
        group: group.to_owned(),
        pages: figures.pages,
        right: figures.right,
        wrong_likely: figures.wrong_likely,
        wrong_sure: figures.wrong_sure,
        ece: figures.ece.map(|ece| (ece * SCALE).ceil() / SCALE),
    };
    measured.groups().into_iter().map(floor).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn floor(pages: usize, right: usize, wrong_sure: usize, ece: Option<f64>) -> Floor {
        let (measure, group) = ("declared".to_owned(), "meta".to_owned());
        Floor { measure, group, pages, right, wrong_likely: wrong_sure, wrong_sure, ece }
    }

    #[test]
    fn misses_are_named() {
        let floors = Floors { floor: vec![floor(10, 8, 1, Some(0.1))] };
        assert!(floors.check_one(&floor(10, 9, 0, Some(0.1))).is_empty());
        let misses = floors.check_one(&floor(10, 7, 2, Some(0.2)));
        assert_eq!(
            misses,
            [
                "declared, meta (10 pages): 7 answers are right; the floor is 8",
                "declared, meta (10 pages): 2 wrong answers with a confidence above 0.5; the ceiling is 1",
                "declared, meta (10 pages): 2 wrong answers with a confidence above 0.9; the ceiling is 1",
                "declared, meta (10 pages): calibration error 0.20000 is above the ceiling of 0.10000",
            ]
        );
        assert!(floors.check_one(&floor(12, 12, 0, None))[0].contains("pin it anew"));
        assert!(Floors::default().check_one(&floor(1, 1, 0, None))[0].contains("no floor is pinned"));
    }

    #[test]
    fn floors_only_rise_unless_the_pages_are_others() {
        let mut floors = Floors::default();
        floors.raise_one(floor(10, 8, 1, Some(0.1)));
        floors.raise_one(floor(10, 7, 2, Some(0.2)));
        assert_eq!(floors.floor, [floor(10, 8, 1, Some(0.1))]);
        floors.raise_one(floor(10, 9, 0, Some(0.05)));
        assert_eq!(floors.floor, [floor(10, 9, 0, Some(0.05))]);
        floors.raise_one(floor(12, 8, 1, None));
        assert_eq!(floors.floor, [floor(12, 8, 1, None)]);
    }

    #[test]
    fn groups_that_no_longer_exist_have_no_floor() {
        let (old, other) = (floor(1, 1, 0, None), Floor { measure: "words".into(), ..floor(1, 1, 0, None) });
        let mut floors = Floors { floor: vec![old, other.clone()] };
        floors.raise(&Measured { name: "declared", ..Measured::default() });
        assert_eq!(floors.floor, [other]);
    }

    #[test]
    fn the_pinned_floors_can_be_read() {
        Floors::load(&path()).unwrap();
    }
}
