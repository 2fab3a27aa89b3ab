//! `cargo dev attack`: the batch engine under attack.

use std::io::stdout;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use clap::Parser;
use pellucid_attack::{Plan, attack};

/// Attacks the batch engine: kills, full disks, runs at the same time, inputs that change.
///
/// Each record must be a row or a reject, once, whatever happens. The table at the end says what was tried, survived and lost.
#[derive(Parser)]
#[command(name = "cargo dev attack")]
struct Arguments {
    /// Attack for this many minutes
    #[arg(long, value_name = "N", default_value_t = 5)]
    minutes: u64,
    /// Attack for three hours
    #[arg(long, conflicts_with = "minutes")]
    long: bool,
    /// Make the crawls of this seed, and of those after it [default: by chance]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Attack this program [default: the one that is built]
    #[arg(long, value_name = "FILE")]
    program: PathBuf,
}

fn main() -> Result<ExitCode> {
    let arguments = Arguments::parse();
    let minutes = if arguments.long { 180 } else { arguments.minutes };
    let plan = Plan {
        seed: arguments.seed.unwrap_or_else(|| fastrand::u64(..1_000_000)),
        breadth: 7,
        time: Duration::from_secs(60 * minutes),
    };
    let report = attack(&plan, &arguments.program, &mut stdout())?;
    Ok(if report.lost().is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
