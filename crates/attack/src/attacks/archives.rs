//! Archives as an enemy would store them: every wrapping, headers that lie, damage.

use std::fs;

use anyhow::{Context, Result};
use pellucid_corpora::hostile::{Outcome, case};
use serde_json::Value;

use crate::report::Report;
use crate::scene::Scene;
use crate::target::run;

const STORED: &str = "archives that lie or are damaged";

/// For each try of another attack there are so many files: they are small.
const FILES: usize = 13;

pub fn attack(scene: &mut Scene, report: &mut Report) -> Result<()> {
    for _ in 0..FILES * scene.breadth {
        let seed = scene.chance.u64(..1 << 32);
        let case = case(seed);
        let folder = scene.new_folder()?;
        let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
        fs::write(folder.join(&case.name), &case.bytes)?;
        let length = case.bytes.len();
        // Pieces of any size, so that records and damage are at their joints, too.
        let piece = *scene.chance.choice(&[length / 99 + 1, length / 9 + 1, 1 << 20]).context("no piece")?;
        let threads = scene.chance.usize(1..4);
        let mut arguments: Vec<String> =
            ["batch", "-q", "--extract", "none", "--piece"].map(String::from).to_vec();
        arguments.extend([piece.to_string(), "-j".into(), threads.to_string(), path(&case.name)]);
        arguments.extend(["-o".into(), path("out.jsonl"), "--summary".into(), path("summary.json")]);
        let ended = run(&mut scene.target.command(&arguments))?;
        let verdict = if ended.is_fine() {
            let faults = case.faults(&outcome(&folder)?);
            if faults.is_empty() { Ok(()) } else { Err(faults.join("; ")) }
        } else {
            Err(ended.words())
        };
        report.count(STORED, 1, verdict.map_err(|fault| format!("seed {seed}, {}: {fault}", case.what)));
        fs::remove_dir_all(&folder)?;
    }
    Ok(())
}

fn outcome(folder: &std::path::Path) -> Result<Outcome> {
    let lines = |name: &str| -> Result<Vec<Value>> {
        let text = fs::read_to_string(folder.join(name))?;
        text.lines().map(|line| Ok(serde_json::from_str(line)?)).collect()
    };
    let summary: Value = serde_json::from_slice(&fs::read(folder.join("summary.json"))?)?;
    let count = |value: &Value| value.as_u64().context("no count in the summary");
    let lost = ["damaged", "unreadable", "internal"].map(|reason| count(&summary["reasons"][reason]));
    Ok(Outcome {
        rows: lines("out.jsonl")?,
        rejects: lines("out.jsonl.rejects.jsonl")?,
        read: count(&summary["read"])?,
        lost: lost.into_iter().sum::<Result<u64>>()?,
        skipped_bytes: count(&summary["skipped_bytes"])?,
    })
}
