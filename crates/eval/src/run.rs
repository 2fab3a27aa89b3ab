//! A whole run on one screen: load, detect, judge, time.

use std::process::Command;

use anyhow::{Result, bail};
use indicatif::{ProgressBar, ProgressStyle};

use crate::dataset::{Dataset, Pages};
use crate::measure::{self, Footprint, Measured, Speed, SpeedSet};
use crate::peers::{Entry, Home, PEERS, Peer, python};
use crate::variants::Variant;

/// What is to be run.
pub struct Plan {
    /// The data set, to name it in the report.
    pub dataset: Dataset,
    /// Names of detectors; all that are usable if empty.
    pub peers: Vec<String>,
    /// What is done to the pages.
    pub variants: Vec<Variant>,
    /// Whether speed and memory are measured.
    pub speed: bool,
    /// The command that makes this very program serve one of its own detectors, to measure its memory.
    pub serve: Option<fn(&str) -> Result<Command>>,
}

/// A detector that took part.
pub struct Contestant {
    /// Its name.
    pub name: &'static str,
    /// Its version.
    pub version: String,
    /// How fast it is, where that was measured.
    pub speed: Option<Speed>,
    /// What it costs, where that was measured.
    pub footprint: Option<Footprint>,
}

/// Everything that was measured.
pub struct Run {
    /// The data set.
    pub dataset: Dataset,
    /// The pages, without their bytes.
    pub pages: Pages,
    /// The detectors, in the order of all tables.
    pub peers: Vec<Contestant>,
    /// Detectors that could not be used, and why.
    pub missing: Vec<(&'static str, String)>,
    /// The answers, by variant.
    pub variants: Vec<Measured>,
}

/// Runs it.
pub fn run(plan: &Plan, mut pages: Pages) -> Result<Run> {
    let mut contestants = Vec::new();
    let mut peers = Vec::new();
    let mut missing = Vec::new();
    for entry in chosen(&plan.peers)? {
        match entry.open() {
            Ok(peer) => {
                contestants.push((entry, peer.version()));
                peers.push(peer);
            }
            Err(reason) => missing.push((entry.name, format!("{reason:#}"))),
        }
    }
    if peers.is_empty() {
        bail!("no detector can be used: {missing:?}");
    }

    // Shown on a terminal only.
    let progress =
        ProgressBar::new(0).with_style(ProgressStyle::with_template("{msg:8} {wide_bar} {pos}/{len} {eta}")?);
    let mut variants = Vec::new();
    for variant in &plan.variants {
        progress.set_message(variant.to_string());
        variants.push(measure::accuracy(&mut peers, &pages.pages, *variant, &progress)?);
    }
    let costs =
        if plan.speed { costs(plan, &contestants, &mut peers, &pages, &progress)? } else { Vec::new() };
    progress.finish_and_clear();

    let mut costs = costs.into_iter();
    let peers = contestants.into_iter().map(|(entry, version)| {
        let (speed, footprint) = costs.next().unwrap_or_default();
        Contestant { name: entry.name, version, speed, footprint }
    });
    let peers = peers.collect();
    for page in &mut pages.pages {
        page.bytes = Vec::new();
    }
    Ok(Run { dataset: plan.dataset.clone(), pages, peers, missing, variants })
}

/// One detector after the other, so that none competes with another for a core.
fn costs(
    plan: &Plan,
    entries: &[(Entry, String)],
    peers: &mut [Box<dyn Peer>],
    pages: &Pages,
    progress: &ProgressBar,
) -> Result<Vec<(Option<Speed>, Option<Footprint>)>> {
    let set = SpeedSet::of(&pages.pages);
    let mut costs = Vec::new();
    for ((entry, _), peer) in entries.iter().zip(peers) {
        progress.set_message(format!("{} speed", entry.name));
        let speed = Speed::of(peer.as_mut(), &set)?;
        let footprint = match (entry.home, plan.serve) {
            (Home::Python, _) => Some(Footprint::of(|| python::command(entry.name), &set)?),
            (Home::Here(_), Some(serve)) => Some(Footprint::of(|| serve(entry.name), &set)?),
            (Home::Here(_), None) => None,
        };
        costs.push((Some(speed), footprint));
    }
    Ok(costs)
}

/// The detectors of these names.
fn chosen(names: &[String]) -> Result<Vec<Entry>> {
    if let Some(unknown) = names.iter().find(|name| PEERS.iter().all(|entry| entry.name != name.as_str())) {
        let known: Vec<_> = PEERS.iter().map(|entry| entry.name).collect();
        bail!("no peer {unknown:?}: there are {}", known.join(", "));
    }
    let wanted = |entry: &&Entry| names.is_empty() || names.iter().any(|name| name == entry.name);
    Ok(PEERS.iter().filter(wanted).copied().collect())
}
