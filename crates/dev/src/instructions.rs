//! `cargo dev instructions`: what detecting a page of each class takes, in instructions.
//!
//! Times differ from run to run and from machine to machine; counts of instructions hardly do. The pages are those of
//! `cargo bench --bench detect`, run under callgrind once with one detection and once with eleven, so that loading the
//! program and the model drops out of the difference.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};

use crate::commands::workspace;

/// Counts the instructions which detecting a page of each class takes, beside the pinned counts.
#[derive(clap::Args)]
pub struct Arguments {
    /// Fail where a count is more than 3 % above the pinned one.
    #[arg(long)]
    check: bool,
    /// Pin what was counted.
    #[arg(long, conflicts_with = "check")]
    write: bool,
}

/// The classes of `benches/detect.rs`.
const CLASSES: [&str; 6] = ["ascii", "utf-8", "utf-16", "single-byte", "multi-byte", "iso-2022-jp"];

/// Hash tables are seeded anew in each run, which moves counts by less than one in a hundred.
const TOLERANCE: f64 = 0.03;

/// Detections in the longer run, beyond those of the shorter one.
const DETECTIONS: u64 = 10;

const HEADER: &str = "# Instructions for detecting one page of each class, as counted by callgrind.\n\
                      # Written by `cargo dev instructions --write`.\n\n";

/// The pinned counts, and with what they were counted: other compilers and processors give others.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
struct Pinned {
    rustc: String,
    processor: String,
    instructions: BTreeMap<String, u64>,
}

/// Runs it.
pub fn run(arguments: &Arguments) -> Result<()> {
    let has_valgrind = Command::new("valgrind").arg("--version").stdout(Stdio::null()).status();
    if !has_valgrind.is_ok_and(|status| status.success()) {
        println!("skipped: no valgrind, which counts instructions");
        return Ok(());
    }
    let path = workspace().join("crates/dev/instructions.toml");
    let pinned: Pinned = match std::fs::read_to_string(&path) {
        Ok(text) => toml::from_str(&text).with_context(|| path.display().to_string())?,
        Err(_) => Pinned::default(),
    };
    let counted = count()?;
    println!("{:12} {:>12} {:>12} {:>8}", "", "counted", "pinned", "change");
    for (class, counted) in &counted.instructions {
        match pinned.instructions.get(class) {
            Some(pinned) => {
                let change = 100.0 * (*counted as f64 / *pinned as f64 - 1.0);
                println!("{class:12} {counted:12} {pinned:12} {change:+7.1} %");
            }
            None => println!("{class:12} {counted:12} {:>12}", "none"),
        }
    }
    if arguments.write {
        let text = format!("{HEADER}{}", toml::to_string(&counted)?);
        std::fs::write(&path, text).with_context(|| path.display().to_string())?;
        return Ok(());
    }
    let over = over(&counted, &pinned);
    if over.is_empty() {
        return Ok(());
    }
    let message = format!("more instructions than pinned: {}", over.join(", "));
    if !comparable(&counted, &pinned) {
        println!(
            "warning: {message}; pinned with {} on {}, counted with {} on {}",
            pinned.rustc, pinned.processor, counted.rustc, counted.processor
        );
    } else if arguments.check {
        bail!("{message}; make it faster, or pin it with --write and say why");
    } else {
        println!("{message}");
    }
    Ok(())
}

/// The classes which take more than they are allowed to.
fn over<'a>(counted: &'a Pinned, pinned: &Pinned) -> Vec<&'a str> {
    let is_over = |(class, counted): &(&String, &u64)| {
        let allowed = |pinned: &u64| *pinned as f64 * (1.0 + TOLERANCE);
        pinned.instructions.get(*class).is_none_or(|pinned| **counted as f64 > allowed(pinned))
    };
    counted.instructions.iter().filter(is_over).map(|(class, _)| class.as_str()).collect()
}

fn comparable(counted: &Pinned, pinned: &Pinned) -> bool {
    (&counted.rustc, &counted.processor) == (&pinned.rustc, &pinned.processor)
}

/// Builds the benchmark and counts.
fn count() -> Result<Pinned> {
    let program = build()?;
    let run = |class: &str, times: u64| -> Result<u64> {
        let output = Command::new("valgrind")
            .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
            .arg(&program)
            .args([class, &times.to_string()])
            .output()?;
        let report = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "valgrind, {class}: {report}");
        collected(&report).with_context(|| format!("valgrind gave no count: {report}"))
    };
    let mut instructions = BTreeMap::new();
    for class in CLASSES {
        let count = run(class, 1 + DETECTIONS)?.saturating_sub(run(class, 1)?) / DETECTIONS;
        instructions.insert(class.to_owned(), count);
    }
    Ok(Pinned { rustc: rustc()?, processor: processor(), instructions })
}

/// The executable of the benchmark, built as users build the library.
fn build() -> Result<PathBuf> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["bench", "--quiet", "--locked", "--package", "pellucid", "--bench", "detect", "--no-run"]);
    cargo.arg("--message-format=json").current_dir(workspace()).stderr(Stdio::inherit());
    let output = cargo.output().context("cargo bench")?;
    ensure!(output.status.success(), "cargo bench ended with {}", output.status);
    let messages = String::from_utf8_lossy(&output.stdout);
    let executable = messages.lines().find_map(|line| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        Some(PathBuf::from(message["executable"].as_str()?))
    });
    executable.context("cargo bench built no executable")
}

/// The number behind "Collected :" in what callgrind says at the end.
fn collected(report: &str) -> Option<u64> {
    let line = report.lines().find(|line| line.contains("Collected :"))?;
    line.rsplit(' ').next()?.parse().ok()
}

fn rustc() -> Result<String> {
    let output = Command::new("rustc").arg("--version").output().context("rustc")?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// What decides which vector code memchr and simdutf8 choose.
fn processor() -> String {
    #[cfg(target_arch = "x86_64")]
    let vectors = if std::is_x86_feature_detected!("avx2") { " with AVX2" } else { "" };
    #[cfg(not(target_arch = "x86_64"))]
    let vectors = "";
    format!("{}{vectors}", std::env::consts::ARCH)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pinned(rustc: &str, counts: &[(&str, u64)]) -> Pinned {
        let instructions = counts.iter().map(|(class, count)| ((*class).to_owned(), *count)).collect();
        Pinned { rustc: rustc.into(), processor: "x86_64".into(), instructions }
    }

    #[test]
    fn a_little_more_is_allowed_and_a_new_class_is_not() {
        let before = pinned("1", &[("a", 1000), ("b", 1000), ("c", 1000)]);
        let after = pinned("1", &[("a", 1030), ("b", 1031), ("c", 500), ("d", 1)]);
        assert_eq!(over(&after, &before), ["b", "d"]);
        assert!(comparable(&after, &before));
        assert!(!comparable(&pinned("2", &[]), &before));
    }

    #[test]
    fn counts_are_read_from_what_callgrind_says() {
        let report = "==1== Callgrind\n==1== \n==1== Events    : Ir\n==1== Collected : 2418761\n==1== \n";
        assert_eq!(collected(report), Some(2_418_761));
        assert_eq!(collected("nothing"), None);
    }

    #[test]
    fn pins_are_read_as_they_are_written() {
        let counts = pinned("rustc 1", &[("utf-8", 7)]);
        assert_eq!(toml::from_str::<Pinned>(&toml::to_string(&counts).unwrap()).unwrap(), counts);
    }
}
