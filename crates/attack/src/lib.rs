//! Attacks on the batch engine, and who survived them.
//!
//! A [`crawl`] is made, with a [`ledger`] that knows what must become of each record. Then the built command works on it, under
//! each of the [`attacks`]: it is killed, its disk is full, others write to the same files, its inputs change. Whatever happens,
//! in the end each record is a row or a reject, once, and the bytes are those of a run that nobody disturbed; or the command
//! says that it failed, and has destroyed nothing. The [`report`] counts.

pub mod attacks;
pub mod crawl;
pub mod ledger;
pub mod report;
pub mod scene;
pub mod target;

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Result;

use report::Report;
use scene::Scene;
use target::Target;

/// How much is tried.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The same seed makes the same crawls and chooses the same attacks. Moments differ.
    pub seed: u64,
    /// How many times each attack is tried in a round.
    pub breadth: usize,
    /// Rounds begin until so much time has passed; there is at least one.
    pub time: Duration,
}

/// Attacks this program, and says how that went on.
pub fn attack(plan: &Plan, program: &Path, out: &mut dyn Write) -> Result<Report> {
    let target = Target::new(program)?;
    let began = Instant::now();
    let mut report = Report::default();
    let mut round = 0;
    loop {
        let seed = plan.seed.wrapping_add(round);
        let mut scene = Scene::new(&target, seed, round, plan.breadth)?;
        for (name, attack) in attacks::ALL {
            let before = report.lost().len();
            attack(&mut scene, &mut report)?;
            for lost in &report.lost()[before..] {
                writeln!(out, "lost: {name}, seed {seed}: {lost}")?;
            }
        }
        round += 1;
        if began.elapsed() >= plan.time {
            break;
        }
        writeln!(out, "round {round}, seed {seed}: {}", report.sum())?;
    }
    writeln!(out, "\n{report}\n{} s, {round} rounds, seed {}", began.elapsed().as_secs(), plan.seed)?;
    Ok(report)
}
