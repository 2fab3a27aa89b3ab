//! A run and the pinned floors → what fell below them.
//!
//! Floors are kept in `floors.toml`, one for each data set, number of pages and variant: the share of decode-equal
//! answers that Pellucid must reach, and the calibration error it must not exceed. `cargo dev eval encoding --raise`
//! raises them to what a run reached, and never lowers one: to lower a floor is a decision, made in an editor.

use std::fmt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::report::tables::{reliability_of, tally};
use crate::run::Run;
use crate::score::Metric;

/// The detector that has floors.
const WE: &str = "pellucid";

const HEADER: &str = "\
# Floors of Pellucid's accuracy (share of decode-equal answers) and ceilings of its expected calibration error.
# `cargo dev eval encoding --gate` fails below them; `--raise` raises them to what a run reached, never lowers them.
# `pages` tells samples apart: a floor counts for runs over exactly so many pages of the data set.

";

/// Decimals that are kept: finer than one page of the largest data set.
const SCALE: f64 = 1e5;

/// What is required for one variant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Floor {
    dataset: String,
    pages: usize,
    variant: String,
    decode_equal: f64,
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

/// A floor that was missed, or is missing.
#[derive(Clone, Debug, PartialEq)]
pub enum Miss {
    /// Fewer right answers than pinned.
    Accuracy {
        /// Data set, pages, variant.
        place: String,
        /// What is pinned.
        floor: f64,
        /// What was reached.
        measured: f64,
    },
    /// A larger calibration error than pinned.
    Calibration {
        /// Data set, pages, variant.
        place: String,
        /// What is pinned.
        ceiling: f64,
        /// What was reached.
        measured: f64,
    },
    /// Nothing is pinned for this run, so that nothing is guarded.
    NoFloor {
        /// Data set, pages, variant.
        place: String,
    },
    /// Pellucid was not among the detectors.
    NotMeasured,
}

impl fmt::Display for Miss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Miss::Accuracy { place, floor, measured } => {
                let (floor, measured) = (100.0 * floor, 100.0 * measured);
                write!(f, "{place}: decode-equal {measured:.3} % is below the floor of {floor:.3} %")
            }
            Miss::Calibration { place, ceiling, measured } => {
                write!(f, "{place}: calibration error {measured:.5} is above the ceiling of {ceiling:.5}")
            }
            Miss::NoFloor { place } => write!(f, "{place}: no floor is pinned; pin it with --raise"),
            Miss::NotMeasured => write!(f, "{WE} was not measured"),
        }
    }
}

/// Where the floors of this project are pinned.
pub fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("floors.toml")
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

    /// What a run missed; nothing is good.
    pub fn check(&self, run: &Run) -> Vec<Miss> {
        let reached = reached(run);
        if reached.is_empty() {
            return vec![Miss::NotMeasured];
        }
        reached.iter().flat_map(|reached| self.check_one(reached)).collect()
    }

    fn check_one(&self, reached: &Floor) -> Vec<Miss> {
        let place = format!("{} ({} pages) {}", reached.dataset, reached.pages, reached.variant);
        let Some(floor) = self.floor.iter().find(|floor| floor.same_place(reached)) else {
            return vec![Miss::NoFloor { place }];
        };
        let mut misses = Vec::new();
        if reached.decode_equal < floor.decode_equal {
            misses.push(Miss::Accuracy {
                place: place.clone(),
                floor: floor.decode_equal,
                measured: reached.decode_equal,
            });
        }
        if let Some((ceiling, measured)) = floor.ece.zip(reached.ece).filter(|(ceiling, ece)| ece > ceiling) {
            misses.push(Miss::Calibration { place, ceiling, measured });
        }
        misses
    }

    /// Raises floors to what a run reached.
    pub fn raise(&mut self, run: &Run) {
        for reached in reached(run) {
            self.raise_one(reached);
        }
        self.floor.sort_by(|a, b| (&a.dataset, a.pages).cmp(&(&b.dataset, b.pages)));
    }

    fn raise_one(&mut self, reached: Floor) {
        match self.floor.iter_mut().find(|floor| floor.same_place(&reached)) {
            Some(floor) => {
                floor.decode_equal = floor.decode_equal.max(reached.decode_equal);
                floor.ece = match (floor.ece, reached.ece) {
                    (Some(old), Some(new)) => Some(old.min(new)),
                    (old, new) => old.or(new),
                };
            }
            None => self.floor.push(reached),
        }
    }
}

impl Floor {
    fn same_place(&self, other: &Floor) -> bool {
        (&self.dataset, self.pages, &self.variant) == (&other.dataset, other.pages, &other.variant)
    }
}

/// The floors that a run would just pass: rounded towards what is easier to reach.
fn reached(run: &Run) -> Vec<Floor> {
    let Some(peer) = run.peers.iter().position(|contestant| contestant.name == WE) else { return Vec::new() };
    run.variants
        .iter()
        .filter_map(|measured| {
            let rate = tally(measured, peer).rate(Metric::DecodeEqual)?;
            let reliability = reliability_of(run, peer, |variant| variant == measured.variant, false);
            Some(Floor {
                dataset: run.dataset.name.clone(),
                pages: run.pages.pages.len(),
                variant: measured.variant.to_string(),
                decode_equal: (rate * SCALE).floor() / SCALE,
                ece: reliability.map(|reliability| (reliability.ece() * SCALE).ceil() / SCALE),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn floor(variant: &str, decode_equal: f64, ece: Option<f64>) -> Floor {
        Floor { dataset: "t".into(), pages: 4, variant: variant.into(), decode_equal, ece }
    }

    #[test]
    fn misses_are_named() {
        let floors = Floors { floor: vec![floor("asis", 0.9, Some(0.1))] };
        assert_eq!(floors.check_one(&floor("asis", 0.9, Some(0.1))), []);
        assert_eq!(floors.check_one(&floor("asis", 0.95, None)), []);
        let misses = floors.check_one(&floor("asis", 0.8, Some(0.2)));
        let words: Vec<_> = misses.iter().map(Miss::to_string).collect();
        assert_eq!(
            words,
            [
                "t (4 pages) asis: decode-equal 80.000 % is below the floor of 90.000 %",
                "t (4 pages) asis: calibration error 0.20000 is above the ceiling of 0.10000"
            ]
        );
        assert!(matches!(floors.check_one(&floor("late", 1.0, None))[..], [Miss::NoFloor { .. }]));
    }

    #[test]
    fn floors_only_rise() {
        let mut floors = Floors { floor: vec![floor("asis", 0.9, Some(0.1))] };
        floors.raise_one(floor("asis", 0.8, Some(0.2)));
        assert_eq!(floors.floor, [floor("asis", 0.9, Some(0.1))]);
        floors.raise_one(floor("asis", 0.95, Some(0.05)));
        assert_eq!(floors.floor, [floor("asis", 0.95, Some(0.05))]);
        floors.raise_one(floor("late", 0.5, None));
        assert_eq!(floors.floor.len(), 2);
    }

    #[test]
    fn files_and_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("floors.toml");
        let floors = Floors { floor: vec![floor("asis", 0.98765, Some(0.01)), floor("win20", 0.5, None)] };
        floors.save(&path).unwrap();
        assert_eq!(Floors::load(&path).unwrap(), floors);
    }

    #[test]
    fn the_pinned_floors_can_be_read() {
        Floors::load(&path()).unwrap();
    }
}
