//! A run and the pinned floors → what fell below them.
//!
//! Floors are kept in `floors-extraction.toml`: for each group with a goal, the bag-of-words F1 which our own extractor must
//! reach on pages whose sites, or data sets, its model has not seen. `--raise` never lowers one: to lower a floor is a decision, made
//! in an editor.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use super::groups;
use super::run::Run;

const HEADER: &str = "\
# Floors of the bag-of-words F1 of Pellucid's own extractor, by what its model had not seen.
# `cargo dev eval extraction --left-out sites --gate` fails below them; `--raise` raises them, never lowers them.

";

/// Decimals that are kept.
const SCALE: f64 = 1e4;

/// What is required for one group of pages.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Floor {
    extractor: String,
    group: String,
    pages: usize,
    bag: f64,
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
    Path::new(env!("CARGO_MANIFEST_DIR")).join("floors-extraction.toml")
}

impl Floors {
    /// From a file.
    pub fn load(path: &Path) -> Result<Floors> {
        let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
        toml::from_str(&text).with_context(|| path.display().to_string())
    }

    /// Into a file.
    pub fn save(&self, path: &Path) -> Result<()> {
        let text = HEADER.to_owned() + &toml::to_string(self)?;
        fs::write(path, text).with_context(|| path.display().to_string())
    }

    /// What a run missed, in words; nothing is good.
    pub fn check(&self, run: &Run) -> Vec<String> {
        let reached = reached(run);
        if reached.is_empty() {
            return vec!["our own extractor was not measured with anything left out".to_owned()];
        }
        reached.iter().filter_map(|reached| self.check_one(reached)).collect()
    }

    fn check_one(&self, reached: &Floor) -> Option<String> {
        let Floor { extractor, group, pages, bag } = reached;
        let place = format!("{extractor}: {group} ({pages} pages)");
        match self.floor.iter().find(|floor| floor.same_place(reached)) {
            None => Some(format!("{place}: no floor is pinned; pin it with --raise")),
            Some(floor) if *bag < floor.bag => {
                Some(format!("{place}: F1 {bag:.4} is below the floor of {:.4}", floor.bag))
            }
            Some(_) => None,
        }
    }

    /// Raises floors to what a run reached.
    pub fn raise(&mut self, run: &Run) {
        reached(run).into_iter().for_each(|reached| self.raise_one(reached));
    }

    fn raise_one(&mut self, reached: Floor) {
        match self.floor.iter_mut().find(|floor| floor.same_place(&reached)) {
            Some(floor) => floor.bag = floor.bag.max(reached.bag),
            None => self.floor.push(reached),
        }
    }
}

impl Floor {
    fn same_place(&self, other: &Floor) -> bool {
        (&self.extractor, &self.group, self.pages) == (&other.extractor, &other.group, other.pages)
    }
}

/// The floors that a run would just pass.
fn reached(run: &Run) -> Vec<Floor> {
    let ours = run.contestants.iter().filter(|contestant| contestant.name.ends_with("left out"));
    let Some(goals) = groups::tables(&run.pages).into_iter().next() else { return Vec::new() };
    ours.flat_map(|contestant| {
        goals.groups.iter().map(|group| Floor {
            extractor: contestant.name.to_owned(),
            group: group.name.clone(),
            pages: group.pages.len(),
            bag: (contestant.mean(&group.pages, |score| score.bag) * SCALE).floor() / SCALE,
        })
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn floor(group: &str, bag: f64) -> Floor {
        Floor { extractor: "we, sites left out".into(), group: group.into(), pages: 3, bag }
    }

    #[test]
    fn floors_rise_and_misses_are_told() {
        let mut floors = Floors::default();
        assert!(floors.check_one(&floor("all", 0.9)).unwrap().contains("no floor"));
        floors.raise_one(floor("all", 0.9));
        assert_eq!(floors.check_one(&floor("all", 0.9)), None);
        assert!(floors.check_one(&floor("all", 0.8999)).unwrap().contains("below the floor of 0.9000"));
        floors.raise_one(floor("all", 0.8));
        floors.raise_one(floor("rtl", 0.5));
        assert_eq!(floors.floor, [floor("all", 0.9), floor("rtl", 0.5)]);
    }

    #[test]
    fn the_pinned_floors_are_read() {
        let floors = Floors::load(&path()).unwrap();
        assert!(floors.floor.iter().any(|floor| floor.group == "all" && floor.bag > 0.9));
    }
}
