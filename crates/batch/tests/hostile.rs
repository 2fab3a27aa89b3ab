//! Crawls as an enemy would store them, and the ledger of their records: none is lost, none is there twice, and what is skipped
//! is counted.

use std::fs;

use pellucid::extract::Extract;
use pellucid_batch::{Job, run};
use pellucid_corpora::hostile::{Case, Outcome, case};
use serde_json::Value;
use tempfile::TempDir;

use crate::archive::Alone;

/// The seeds that are tried: `PELLUCID_SEEDS=1000..9000` tries others.
fn seeds() -> std::ops::Range<u64> {
    let given = std::env::var("PELLUCID_SEEDS").ok();
    let range = given.as_deref().and_then(|given| given.split_once(".."));
    range.map_or(0..390, |(from, to)| from.parse().expect("a number")..to.parse().expect("a number"))
}

/// What is wrong with what became of a file.
fn faults(case: &Case, seed: u64) -> Vec<String> {
    let folder = TempDir::new().unwrap();
    let input = folder.path().join(&case.name);
    fs::write(&input, &case.bytes).unwrap();
    let mut job = Job::new(vec![input], folder.path().join("out/rows.jsonl"));
    // Pieces of any size, so that records and damage are at their joints, too.
    let length = case.bytes.len() as u64;
    job.piece = [length / 99 + 1, length / 9 + 1, 5000 + length / 99, 1 << 20][seed as usize / 13 % 4];
    job.threads = 1 + seed as usize % 3;
    job.options.page = job.options.page.extract(Extract::Nothing);
    let (tally, _) = run(&job, &Alone).unwrap();
    let lines = |path| -> Vec<Value> {
        let text = fs::read_to_string(path).unwrap();
        text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
    };
    let outcome = Outcome {
        rows: lines(&job.output),
        rejects: lines(&job.rejects),
        read: tally.read(),
        lost: tally.lost(),
        skipped_bytes: tally.skipped_bytes,
    };
    case.faults(&outcome)
}

#[test]
fn the_ledger_adds_up() {
    let mut bad = Vec::new();
    for seed in seeds() {
        let case = case(seed);
        let faults = faults(&case, seed);
        if !faults.is_empty() {
            bad.push(format!("seed {seed}: {}\n    {}", case.what, faults.join("\n    ")));
        }
    }
    assert!(
        bad.is_empty(),
        "{} seeds:\n{}",
        bad.len(),
        bad.iter().take(20).cloned().collect::<Vec<_>>().join("\n")
    );
}
