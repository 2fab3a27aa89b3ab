//! The detectors that are measured: one file each, and one line in [`PEERS`].
//!
//! Peers of the Rust registry and Pellucid run in this process. Peers of the Python world share `worker.py`, in which
//! each has one function, and run as one process each.

mod ced;
mod chardetng;
mod pellucid;
pub mod process;
pub mod python;

use std::time::Duration;

use anyhow::Result;
use cpu_time::ThreadTime;

use crate::known::Known;

/// What a detector says about a page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// The label as the detector writes it; none for no answer.
    pub label: Option<String>,
    /// How sure it claims to be, 0 to 1, where it tells.
    pub confidence: Option<f64>,
}

/// A detector, ready to answer.
pub trait Peer: Send {
    /// Version of the detector.
    fn version(&self) -> String;

    /// Its answer about a page of which this is known, and the CPU time which it took to find.
    fn detect(&mut self, bytes: &[u8], known: &Known) -> Result<(Answer, Duration)>;
}

/// Where a detector lives.
#[derive(Clone, Copy)]
pub enum Home {
    /// In this process.
    Here(fn() -> Box<dyn Peer>),
    /// In a process of Python.
    Python,
}

/// A line of the list.
#[derive(Clone, Copy)]
pub struct Entry {
    /// The name on the command line and in reports.
    pub name: &'static str,
    /// Where it lives.
    pub home: Home,
}

/// Every detector, we first.
pub const PEERS: &[Entry] = &[
    Entry { name: "pellucid", home: Home::Here(pellucid::open) },
    Entry { name: "pellucid --prior file", home: Home::Here(pellucid::open_file) },
    Entry { name: "pellucid --method hybrid", home: Home::Here(pellucid::open_hybrid) },
    Entry { name: "pellucid --method chared", home: Home::Here(pellucid::open_chared) },
    Entry { name: "pellucid --method svm", home: Home::Here(pellucid::open_svm) },
    Entry { name: "chardetng", home: Home::Here(chardetng::open) },
    Entry { name: "ced", home: Home::Here(ced::open) },
    Entry { name: "chardet", home: Home::Python },
    Entry { name: "charset-normalizer", home: Home::Python },
    Entry { name: "faust-cchardet", home: Home::Python },
    Entry { name: "icu", home: Home::Python },
    Entry { name: "icu-filter", home: Home::Python },
    Entry { name: "uchardet", home: Home::Python },
    Entry { name: "resiliparse", home: Home::Python },
];

impl Entry {
    /// The detector, or why it cannot be used here.
    pub fn open(&self) -> Result<Box<dyn Peer>> {
        match self.home {
            Home::Here(open) => Ok(open()),
            Home::Python => Ok(Box::new(process::Process::start(python::command(self.name)?)?)),
        }
    }
}

/// A detector that is a function of this process.
struct InProcess {
    version: String,
    detect: fn(&[u8], &Known) -> Answer,
}

impl Peer for InProcess {
    fn version(&self) -> String {
        self.version.clone()
    }

    fn detect(&mut self, bytes: &[u8], known: &Known) -> Result<(Answer, Duration)> {
        let start = ThreadTime::now();
        let answer = std::panic::catch_unwind(|| (self.detect)(bytes, known));
        let time = start.elapsed();
        // A detector that fails on a page has not found its encoding.
        let failed = |_| Answer { label: Some("!panic".into()), confidence: None };
        Ok((answer.unwrap_or_else(failed), time))
    }
}

/// The version of a package of the Rust registry, as this program was built with.
pub fn locked(package: &str) -> String {
    const LOCK: &str = include_str!("../../Cargo.lock");
    let mut lines = LOCK.lines().skip_while(|line| *line != format!("name = {package:?}"));
    let version = lines.nth(1).and_then(|line| line.strip_prefix("version = "));
    version.map_or_else(|| "unknown".into(), |version| version.trim_matches('"').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn peers_of_this_process_know_cyrillic() {
        let russian = "Съешь же ещё этих мягких французских булок да выпей чаю. ".repeat(4);
        let (bytes, ..) = encoding_rs::WINDOWS_1251.encode(&russian);
        for name in ["chardetng", "ced"] {
            let entry = PEERS.iter().find(|entry| entry.name == name).unwrap();
            let mut peer = entry.open().unwrap();
            let (answer, _) = peer.detect(&bytes, &Known::default()).unwrap();
            assert_eq!(
                answer.label.map(|l| l.to_ascii_lowercase()).as_deref(),
                Some("windows-1251"),
                "{name}"
            );
            assert!(peer.version().contains('.'), "{name} {}", peer.version());
        }
    }

    #[test]
    fn names_are_unique() {
        let names: std::collections::HashSet<_> = PEERS.iter().map(|entry| entry.name).collect();
        assert_eq!(names.len(), PEERS.len());
    }
}
