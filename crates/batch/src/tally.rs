//! How many records became what.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::record::{Reason, Reject};
use crate::row::Row;

/// Counts of a run, or of a part of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Rows written.
    pub written: u64,
    /// Of these, how many have no text.
    pub empty: u64,
    /// Of these, how many have places that did not decode.
    pub replaced: u64,
    /// Of these, how many are the first part of their page.
    #[serde(default)]
    pub truncated: u64,
    /// Bytes of the pages written, out of their wrappings.
    pub page_bytes: u64,
    /// Bytes of their text.
    pub text_bytes: u64,
    /// Bytes of the inputs that were skipped because they are damaged.
    pub skipped_bytes: u64,
    /// Rejects, by their reason.
    rejected: [u64; Reason::ALL.len()],
}

impl Tally {
    /// Counts a row.
    pub fn row(&mut self, row: &Row, page_bytes: usize) {
        self.written += 1;
        self.empty += u64::from(row.text.is_empty());
        self.replaced += u64::from(row.replaced > 0);
        self.truncated += u64::from(row.truncated);
        self.page_bytes += page_bytes as u64;
        self.text_bytes += row.text.len() as u64;
    }

    /// Counts a reject.
    pub fn reject(&mut self, reject: &Reject) {
        self.rejected[reject.reason as usize] += 1;
        self.skipped_bytes += reject.skipped;
    }

    /// Adds another one.
    pub fn add(&mut self, other: &Tally) {
        self.written += other.written;
        self.empty += other.empty;
        self.replaced += other.replaced;
        self.truncated += other.truncated;
        self.page_bytes += other.page_bytes;
        self.text_bytes += other.text_bytes;
        self.skipped_bytes += other.skipped_bytes;
        for (mine, other) in self.rejected.iter_mut().zip(other.rejected) {
            *mine += other;
        }
    }

    /// Rejects of a reason.
    pub fn rejected_for(&self, reason: Reason) -> u64 {
        self.rejected[reason as usize]
    }

    /// All rejects.
    pub fn rejected(&self) -> u64 {
        self.rejected.iter().sum()
    }

    /// Rejects that stand for something lost: what is damaged, or cannot be read, or met a fault of ours.
    pub fn lost(&self) -> u64 {
        [Reason::Damaged, Reason::Unreadable, Reason::Internal]
            .map(|reason| self.rejected_for(reason))
            .iter()
            .sum()
    }

    /// All records.
    pub fn read(&self) -> u64 {
        self.written + self.rejected()
    }

    /// As JSON: `read`, `written`, `rejected` with its reasons, and the rest.
    pub fn json(&self) -> serde_json::Value {
        let reasons =
            Reason::ALL.iter().map(|reason| (reason.name().to_owned(), self.rejected_for(*reason).into()));
        serde_json::json!({
            "read": self.read(),
            "written": self.written,
            "empty": self.empty,
            "replaced": self.replaced,
            "truncated": self.truncated,
            "page_bytes": self.page_bytes,
            "text_bytes": self.text_bytes,
            "skipped_bytes": self.skipped_bytes,
            "rejected": self.rejected(),
            "reasons": serde_json::Map::from_iter(reasons),
        })
    }
}

/// The closing table.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.read().max(1) as f64;
        let mut line = |name: &str, count: u64| {
            writeln!(f, "{name:<28}{count:>12}{:>8.2} %", count as f64 / all * 100.0)
        };
        line("records read", self.read())?;
        line("written", self.written)?;
        if self.empty > 0 {
            line("  of these without text", self.empty)?;
        }
        if self.replaced > 0 {
            line("  of these with U+FFFD", self.replaced)?;
        }
        if self.truncated > 0 {
            line("  of these truncated", self.truncated)?;
        }
        line("rejected", self.rejected())?;
        for &reason in Reason::ALL.iter().filter(|reason| self.rejected_for(**reason) > 0) {
            line(&format!("  {}", reason.name()), self.rejected_for(reason))?;
        }
        if self.lost() > 0 {
            writeln!(f, "{:<28}{:>12}", "damaged bytes skipped", self.skipped_bytes)?;
        }
        Ok(())
    }
}
