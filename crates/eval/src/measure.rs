//! Detectors and pages → answers with their verdicts, speed, memory.

use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use indicatif::ProgressBar;
use rayon::prelude::*;

use crate::dataset::Page;
use crate::known::Known;
use crate::labels::Class;
use crate::peers::Peer;
use crate::peers::process::{Memory, Process};
use crate::readings::Readings;
use crate::score::{Judge, Verdict};
use crate::variants::{Variant, blank_declarations};

/// An answer, judged.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// As the detector wrote it.
    pub label: Option<String>,
    /// As the detector claims.
    pub confidence: Option<f64>,
    /// Whether it was right.
    pub verdict: Verdict,
}

/// What all detectors said about one variant of the pages.
#[derive(Clone, Debug)]
pub struct Measured {
    /// What was done to the pages.
    pub variant: Variant,
    /// The pages for which the variant makes sense.
    pub pages: Vec<usize>,
    /// For each detector, an outcome for each of these pages.
    pub outcomes: Vec<Vec<Outcome>>,
}

/// Runs all detectors, each in a thread of its own, over one variant of the pages.
pub fn accuracy(
    peers: &mut [Box<dyn Peer>],
    pages: &[Page],
    variant: Variant,
    progress: &ProgressBar,
) -> Result<Measured> {
    let documents: Vec<(usize, Vec<u8>, Known)> = pages
        .par_iter()
        .enumerate()
        .filter_map(|(at, page)| {
            let known = variant.known(&page.language)?;
            Some((at, variant.apply(&page.encoding, &page.bytes)?, known))
        })
        .collect();
    progress.inc_length((documents.len() * peers.len()) as u64);
    let answers = std::thread::scope(|scope| {
        let threads: Vec<_> = peers
            .iter_mut()
            .map(|peer| {
                let documents = &documents;
                scope.spawn(move || -> Result<Vec<_>> {
                    let mut answers = Vec::with_capacity(documents.len());
                    for (at, bytes, known) in documents {
                        let answer = peer.detect(bytes, known).with_context(|| pages[*at].path.clone())?;
                        answers.push(answer.0);
                        progress.inc(1);
                    }
                    Ok(answers)
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect::<Result<Vec<_>>>()
    })?;
    let verdicts: Vec<Vec<Verdict>> = documents
        .par_iter()
        .enumerate()
        .map(|(row, (at, bytes, _))| {
            let mut judge = Judge::new(&pages[*at].encoding, bytes);
            answers.iter().map(|answers| judge.verdict(answers[row].label.as_deref())).collect()
        })
        .collect();
    let outcomes = answers
        .into_iter()
        .enumerate()
        .map(|(peer, answers)| {
            answers
                .into_iter()
                .zip(&verdicts)
                .map(|(answer, verdicts)| Outcome {
                    label: answer.label,
                    confidence: answer.confidence,
                    verdict: verdicts[peer],
                })
                .collect()
        })
        .collect();
    Ok(Measured { variant, pages: documents.into_iter().map(|(at, ..)| at).collect(), outcomes })
}

/// The pages on which speed is measured, by class: the first few of each, declarations blanked, so that
/// nobody is fast by believing a label.
pub struct SpeedSet {
    classes: Vec<(Class, Vec<Vec<u8>>)>,
}

impl SpeedSet {
    /// Pages a class.
    pub const PAGES: usize = 24;

    /// From these pages. Of ASCII there are no pages: single-byte ones are made ASCII.
    pub fn of(pages: &[Page]) -> SpeedSet {
        let first = |class| {
            let of_class = pages.iter().filter(move |page| Class::of(&page.encoding) == class);
            of_class.take(SpeedSet::PAGES)
        };
        let classes = Class::ALL.into_iter().map(|class| {
            let set: Vec<_> = match class {
                Class::Ascii => first(Class::SingleByte).filter_map(to_ascii).collect(),
                _ => first(class).map(|page| blank_declarations(&page.bytes)).collect(),
            };
            (class, set)
        });
        SpeedSet { classes: classes.filter(|(_, set)| !set.is_empty()).collect() }
    }
}

/// The same markup and about as much text, in ASCII.
fn to_ascii(page: &Page) -> Option<Vec<u8>> {
    let bytes = blank_declarations(&page.bytes);
    let readings = Readings::of(&page.encoding, &bytes);
    Some(
        readings.text()?.chars().map(|c| u8::try_from(c).ok().filter(u8::is_ascii).unwrap_or(b'e')).collect(),
    )
}

/// Bytes that a detector reads in a second of CPU time, in millions.
#[derive(Clone, Debug, Default)]
pub struct Speed {
    /// By class.
    pub classes: Vec<(Class, f64)>,
    /// Over single-byte and multi-byte pages together.
    pub legacy: Option<f64>,
}

impl Speed {
    /// Passes over each page; the median counts.
    pub const PASSES: usize = 5;

    /// Measures one detector, alone on its core as far as the machine allows.
    pub fn of(peer: &mut dyn Peer, set: &SpeedSet) -> Result<Speed> {
        /// A slow detector gets fewer passes.
        const BUDGET: Duration = Duration::from_secs(4);
        let mut speed = Speed::default();
        let (mut legacy_bytes, mut legacy_time) = (0, Duration::ZERO);
        for (class, pages) in &set.classes {
            let start = Instant::now();
            let mut times: Vec<Vec<Duration>> = vec![Vec::new(); pages.len()];
            for _ in 0..Speed::PASSES {
                for (page, times) in pages.iter().zip(&mut times) {
                    times.push(peer.detect(page, &Known::default())?.1);
                }
                if start.elapsed() > BUDGET {
                    break;
                }
            }
            let bytes: usize = pages.iter().map(Vec::len).sum();
            let time: Duration = times.into_iter().map(median).sum();
            speed.classes.push((*class, rate(bytes, time)));
            if class.is_legacy() {
                legacy_bytes += bytes;
                legacy_time += time;
            }
        }
        speed.legacy = (legacy_bytes > 0).then(|| rate(legacy_bytes, legacy_time));
        Ok(speed)
    }
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn rate(bytes: usize, time: Duration) -> f64 {
    bytes as f64 / 1e6 / time.max(Duration::from_nanos(1)).as_secs_f64()
}

/// What a detector costs before and beside its work, in a process of its own.
#[derive(Clone, Copy, Debug)]
pub struct Footprint {
    /// From the start of the process to the first answer.
    pub first_answer: Duration,
    /// Memory after the first answer and at its peak, once the pages for speed have been read.
    pub memory: Memory,
}

impl Footprint {
    /// Of the worker which this command starts: the best of three starts.
    pub fn of(command: impl Fn() -> Result<Command>, set: &SpeedSet) -> Result<Footprint> {
        // A short text in windows-1251.
        const HELLO: &[u8] = b"\xCF\xF0\xE8\xE2\xE5\xF2, \xFD\xF2\xEE \xF1\xF2\xF0\xE0\xED\xE8\xF6\xE0.";
        let start = || -> Result<(Duration, Process)> {
            let command = command()?;
            let start = Instant::now();
            let mut process = Process::start(command)?;
            process.detect(HELLO, &Known::default())?;
            Ok((start.elapsed(), process))
        };
        let first_answer = start()?.0.min(start()?.0);
        let (third, mut process) = start()?;
        for page in set.classes.iter().flat_map(|(_, pages)| pages) {
            process.detect(page, &Known::default())?;
        }
        Ok(Footprint { first_answer: first_answer.min(third), memory: process.memory()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(encoding: &str, bytes: &[u8]) -> Page {
        Page {
            path: String::new(),
            encoding: encoding.into(),
            language: String::new(),
            class: None,
            row: String::new(),
            bytes: bytes.into(),
        }
    }

    #[test]
    fn the_speed_set_has_an_ascii_twin_and_no_labels() {
        let set = SpeedSet::of(&[page("koi8-r", b"charset=koi8-r \xF0\xD2"), page("utf-8", "é".as_bytes())]);
        let classes: Vec<_> =
            set.classes.iter().map(|(class, pages)| (*class, pages[0].as_slice())).collect();
        assert_eq!(
            classes,
            [
                (Class::Ascii, b"charset=xxxxxx ee".as_slice()),
                (Class::Utf8, "é".as_bytes()),
                (Class::SingleByte, b"charset=xxxxxx \xF0\xD2".as_slice()),
            ]
        );
    }

    #[test]
    fn rates_are_megabytes_a_second() {
        assert_eq!(rate(3_000_000, Duration::from_secs(2)), 1.5);
        assert_eq!(median([3, 1, 2].map(Duration::from_secs).to_vec()), Duration::from_secs(2));
    }
}
