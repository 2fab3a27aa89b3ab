//! Crawls as an enemy would store them, and the ledger of their records: none is lost, none is there twice, and what is skipped
//! is counted.

use std::collections::HashMap;
use std::fs;

use pellucid::extract::Extract;
use pellucid_batch::{Job, run};
use pellucid_corpora::hostile::{Case, Fate, case};
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
    let (rows, rejects) = (lines(&job.output), lines(&job.rejects));
    let mut faults = Vec::new();
    let mut fault = |what: String| faults.push(what);
    if tally.read() != (rows.len() + rejects.len()) as u64 {
        fault(format!("the sum is wrong:\n{tally}"));
    }
    let mut by_id: HashMap<&str, (Vec<&Value>, Vec<&Value>)> = HashMap::new();
    for row in &rows {
        by_id.entry(row["id"].as_str().unwrap_or("")).or_default().0.push(row);
    }
    for reject in &rejects {
        by_id.entry(reject["id"].as_str().unwrap_or("")).or_default().1.push(reject);
        if reject["detail"].as_str().is_none_or(str::is_empty) {
            fault(format!("says nothing: {reject}"));
        }
    }
    let mut missing = 0;
    for entry in &case.ledger {
        let (rows, rejects) = by_id.remove(entry.id.as_str()).unwrap_or_default();
        // What is left of a record that is damaged elsewhere may have the name of another.
        let sound = rejects.iter().filter(|reject| reject["reason"] != "damaged").count();
        let has_mark = |row: &&Value| {
            entry
                .mark
                .as_ref()
                .is_none_or(|mark| row["text"].as_str().is_some_and(|text| text.contains(mark.as_str())))
        };
        match entry.fate {
            Fate::Sound if entry.mark.is_some() && (rows.len() != 1 || sound > 0) => {
                fault(format!("{}: {} rows and {rejects:?}, not one row", entry.id, rows.len()))
            }
            Fate::Sound if entry.mark.is_none() && (!rows.is_empty() || sound != 1) => {
                fault(format!("{}: {} rows and {rejects:?}, not one reject", entry.id, rows.len()))
            }
            Fate::Sound if !rows.iter().all(has_mark) => {
                fault(format!("{}: the text is wrong: {rows:?}", entry.id))
            }
            Fate::Sound => {}
            Fate::Reachable if !rows.is_empty() || !rejects.is_empty() => {}
            Fate::Lying | Fate::Reachable => match (rows.len() + sound, rejects.len()) {
                (1, _) | (0, 1..) => {}
                _ => fault(format!("{}: {} rows and {rejects:?}, not one of them", entry.id, rows.len())),
            },
            Fate::Hit => missing += usize::from(rows.is_empty() && rejects.is_empty()),
        }
    }
    // A name may be what is damaged.
    let unnamed: usize = by_id.values().map(|(rows, rejects)| rows.len() + rejects.len()).sum();
    if missing > unnamed && tally.lost() == 0 {
        fault(format!("{missing} records are missing, and nothing says so"));
    }
    // What follows a cut may be taken for what was cut off.
    let is_hit = case.ledger.iter().any(|entry| entry.fate == Fate::Hit);
    if !is_hit && case.junk > tally.skipped_bytes {
        fault(format!("{} bytes of junk, but {} were skipped", case.junk, tally.skipped_bytes));
    }
    faults
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
