//! `cargo dev eval`: us and our peers, measured.

use std::path::PathBuf;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};
use clap::Subcommand;
use pellucid_eval::dataset::{Dataset, data_folder};
use pellucid_eval::floors::{self, Floors};
use pellucid_eval::peers::{PEERS, process};
use pellucid_eval::run::{Plan, run as run_plan};
use pellucid_eval::variants::Variant;
use pellucid_eval::{report, workspace};

/// Measure us and our peers.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    Encoding(Encoding),
}

/// Detection of encodings: accuracy, speed, memory, calibration.
///
/// Prints decode-equal accuracy by variant; writes report.md, report.html, results.csv, answers.csv and sample.tsv.
/// Exit code 1: a floor was missed.
#[derive(clap::Args)]
struct Encoding {
    /// Data set of crates/eval/datasets.toml.
    #[arg(long, default_value = "dev")]
    dataset: String,
    /// Detectors to run, all that are usable by default.
    #[arg(long, value_delimiter = ',')]
    peers: Vec<String>,
    /// What is done to the pages: asis, nodecl, late, liar, stray, win20, win50 … All by default; for wild pages
    /// asis and nodecl.
    #[arg(long, value_delimiter = ',')]
    variants: Vec<Variant>,
    /// Measure so many pages, always the same.
    #[arg(long, default_value_t = 1000)]
    sample: usize,
    /// Measure all pages.
    #[arg(long, conflicts_with = "sample")]
    all: bool,
    /// Leave out speed and memory.
    #[arg(long)]
    no_speed: bool,
    /// Folder of the report; reports/encoding/DATASET in the workspace by default.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Compare with the pinned floors.
    #[arg(long)]
    gate: bool,
    /// Raise the pinned floors to what is reached; lowers none.
    #[arg(long)]
    raise: bool,
    /// Serve one detector of this process to another: how its memory is measured.
    #[arg(long, value_name = "PEER", hide = true)]
    as_worker: Option<String>,
}

/// Runs it.
pub fn run(args: Args) -> Result<ExitCode> {
    let Task::Encoding(args) = args.task;
    match &args.as_worker {
        Some(name) => serve(name),
        None => encoding(&args),
    }
}

fn encoding(args: &Encoding) -> Result<ExitCode> {
    let dataset = Dataset::named(&args.dataset)?;
    let data = data_folder();
    if !dataset.is_present(&data) {
        println!("skipped: no data at {} (set PELLUCID_DATA)", data.display());
        return Ok(ExitCode::SUCCESS);
    }
    let pages = dataset.load(&data, (!args.all).then_some(args.sample))?;
    let troubled = pages.pages.iter().any(|page| page.class.is_some());
    let plan = Plan {
        dataset: dataset.name.clone(),
        peers: args.peers.clone(),
        variants: match &args.variants[..] {
            [] if troubled => vec![Variant::AsIs, Variant::NoDeclaration],
            [] => Variant::ALL.to_vec(),
            chosen => chosen.to_vec(),
        },
        speed: !args.no_speed,
        serve: Some(worker),
    };
    let run = run_plan(&plan, pages)?;
    println!("{}", report::summary(&run));

    let out = args.out.clone().unwrap_or_else(|| workspace().join("reports/encoding").join(&dataset.name));
    report::write(&run, &out)?;
    println!("report: {}", out.join("report.html").display());

    let mut floors = Floors::load(&floors::path())?;
    if args.raise {
        floors.raise(&run);
        floors.save(&floors::path())?;
    }
    let misses = if args.gate { floors.check(&run) } else { Vec::new() };
    for miss in &misses {
        println!("gate: {miss}");
    }
    Ok(if misses.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// The command by which this program serves one of its detectors.
fn worker(peer: &str) -> Result<Command> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["eval", "encoding", "--as-worker", peer]);
    Ok(command)
}

fn serve(name: &str) -> Result<ExitCode> {
    let entry = PEERS.iter().find(|entry| entry.name == name).with_context(|| format!("no peer {name:?}"))?;
    process::serve(entry.open()?.as_mut(), std::io::stdin().lock(), std::io::stdout().lock())?;
    Ok(ExitCode::SUCCESS)
}
