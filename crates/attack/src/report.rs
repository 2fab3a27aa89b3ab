//! What was tried, and what came of it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// What came of one try: nothing is lost, or what is.
pub type Verdict = Result<(), String>;

/// Counts by attack.
#[derive(Debug, Default)]
pub struct Report {
    rows: BTreeMap<&'static str, Row>,
    lost: Vec<String>,
    /// What cannot be tried here, and why.
    skipped: BTreeSet<String>,
}

#[derive(Debug, Default)]
struct Row {
    tried: u64,
    lost: u64,
}

impl Report {
    /// Something was tried so many times, and this came of it.
    pub fn count(&mut self, attack: &'static str, times: u64, verdict: Verdict) {
        let row = self.rows.entry(attack).or_default();
        // What is lost was tried, even if nothing came of the attack itself.
        row.tried += if verdict.is_err() { times.max(1) } else { times };
        if let Err(lost) = verdict {
            row.lost += 1;
            self.lost.push(format!("{attack}: {lost}"));
        }
    }

    /// Something cannot be tried here.
    pub fn skip(&mut self, why: impl Into<String>) {
        self.skipped.insert(why.into());
    }

    /// What was lost.
    pub fn lost(&self) -> &[String] {
        &self.lost
    }

    /// How often an attack was tried.
    pub fn tried(&self, attack: &str) -> u64 {
        self.rows.get(attack).map_or(0, |row| row.tried)
    }

    /// All counts, in a line.
    pub fn sum(&self) -> String {
        let tried: u64 = self.rows.values().map(|row| row.tried).sum();
        let lost: u64 = self.rows.values().map(|row| row.lost).sum();
        format!("{tried} tried, {} survived, {lost} lost", tried - lost)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<50}{:>8}{:>10}{:>6}", "attack", "tried", "survived", "lost")?;
        for (name, row) in &self.rows {
            writeln!(f, "{name:<50}{:>8}{:>10}{:>6}", row.tried, row.tried - row.lost, row.lost)?;
        }
        for why in &self.skipped {
            writeln!(f, "skipped: {why}")?;
        }
        write!(f, "{}", self.sum())
    }
}
