//! One file for each command of `cargo dev eval`.

mod chared;
mod extraction;
mod hybrid;
mod made;
mod metadata;
mod methods;
mod papers;
mod peers;
mod r2l;
mod structure;
mod svm;

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use clap::{Parser, Subcommand};
use pellucid_corpora::data_folder;
use pellucid_corpora::languages;
use pellucid_corpora::workspace;
use pellucid_eval::dataset::Dataset;
use pellucid_eval::floors::{self, Floors};
use pellucid_eval::peers::{PEERS, process};
use pellucid_eval::run::{Plan, run as run_plan};
use pellucid_eval::variants::Variant;
use pellucid_eval::{language, report};

/// Measure Pellucid and its peers
#[derive(Parser)]
#[command(name = "cargo dev eval")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    Encoding(Encoding),
    Language(Language),
    Chared(chared::Chared),
    Declared(made::Declared),
    Extraction(extraction::Extraction),
    Hybrid(hybrid::Hybrid),
    LeftOut(made::LeftOut),
    Metadata(metadata::Metadata),
    Methods(methods::Methods),
    Papers(papers::Papers),
    Peers(peers::Arguments),
    R2l(r2l::R2l),
    Repair(made::Repair),
    Signs(made::Signs),
    Structure(structure::Structure),
    Svm(svm::Svm),
    Words(made::Words),
}

/// Telling of languages: windows of validation text, and pages with and without the language they declare.
///
/// Prints means over languages of right, wrong and no answers in percent, right ones of all, and the commonest confusions.
#[derive(clap::Args)]
struct Language {
    /// Windows of so many bytes.
    #[arg(long, value_delimiter = ',', default_values_t = [20, 50, 200, 1000])]
    windows: Vec<usize>,
    /// Leave out the pages.
    #[arg(long)]
    no_pages: bool,
}

/// Detection of encodings: accuracy, speed, memory, calibration.
///
/// Prints decode-equal accuracy by variant; writes report.md, report.html, results.csv, answers.csv and sample.tsv.
/// With --gate, fails where a floor is missed.
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

/// Runs the command that was given.
pub fn run() -> Result<()> {
    match &Arguments::parse().task {
        Task::Encoding(arguments) => match &arguments.as_worker {
            Some(name) => serve(name),
            None => encoding(arguments),
        },
        Task::Language(arguments) => languages(arguments),
        Task::Chared(arguments) => chared::run(arguments),
        Task::Declared(arguments) => made::declared(arguments),
        Task::Extraction(arguments) => extraction::run(arguments),
        Task::Hybrid(arguments) => arguments.run(),
        Task::LeftOut(arguments) => made::left_out(arguments),
        Task::Metadata(arguments) => metadata::run(arguments),
        Task::Methods(arguments) => methods::run(arguments),
        Task::Papers(arguments) => papers::run(arguments),
        Task::Peers(arguments) => peers::run(arguments),
        Task::R2l(arguments) => r2l::run(arguments),
        Task::Repair(arguments) => made::repair(arguments),
        Task::Signs(arguments) => made::signs(arguments),
        Task::Structure(arguments) => structure::run(arguments),
        Task::Svm(arguments) => svm::run(arguments),
        Task::Words(arguments) => made::words(arguments),
    }
}

fn languages(arguments: &Language) -> Result<()> {
    let data = data_folder();
    println!(
        "{:27} {:>7} {:>7} {:>7} {:>7} {:>7}   confusions",
        "", "asked", "right", "wrong", "none", "all"
    );
    let folder = data.join("text");
    if folder.is_dir() {
        let texts = languages::validation(&languages::read(&[folder])?)?;
        for &length in &arguments.windows {
            println!("{:27} {}", format!("{length} bytes of text"), language::windows(&texts, length));
        }
    } else {
        println!("skipped: no text at {} (set PELLUCID_DATA)", folder.display());
    }
    let dataset = Dataset::named("dev")?;
    if arguments.no_pages {
        return Ok(());
    }
    if !dataset.is_present(&data) {
        println!("skipped: no pages at {} (set PELLUCID_DATA)", data.display());
        return Ok(());
    }
    let pages = dataset.load(&data, None)?.pages;
    for (name, unicode) in [("UTF-8 pages", true), ("other pages", false)] {
        for (how, declared) in [("as they are", true), ("lang blanked", false)] {
            let chosen = pages.iter().filter(|page| (page.encoding == "utf-8") == unicode);
            println!("{:27} {}", format!("{name}, {how}"), language::pages(chosen, declared));
        }
    }
    Ok(())
}

fn encoding(arguments: &Encoding) -> Result<()> {
    let dataset = Dataset::named(&arguments.dataset)?;
    let data = data_folder();
    if !dataset.is_present(&data) {
        println!("skipped: no data at {} (set PELLUCID_DATA)", data.display());
        return Ok(());
    }
    let pages = dataset.load(&data, (!arguments.all).then_some(arguments.sample))?;
    let troubled = pages.pages.iter().any(|page| page.class.is_some());
    let plan = Plan {
        dataset: dataset.clone(),
        peers: arguments.peers.clone(),
        variants: match &arguments.variants[..] {
            [] if troubled => vec![Variant::AsIs, Variant::NoDeclaration],
            [] => Variant::ALL.to_vec(),
            chosen => chosen.to_vec(),
        },
        speed: !arguments.no_speed,
        serve: Some(worker),
    };
    let run = run_plan(&plan, pages)?;
    println!("{}", report::summary(&run));

    let out =
        arguments.out.clone().unwrap_or_else(|| workspace().join("reports/encoding").join(&dataset.name));
    report::write(&run, &out)?;
    println!("report: {}", out.join("report.html").display());

    let mut floors = Floors::load(&floors::path())?;
    let misses = if arguments.gate { floors.check(&run) } else { Vec::new() };
    if arguments.raise {
        floors.raise(&run);
        floors.save(&floors::path())?;
    }
    for miss in &misses {
        println!("gate: {miss}");
    }
    match misses.len() {
        0 => Ok(()),
        missed => bail!("{missed} floors missed"),
    }
}

/// The command by which this program serves one of its detectors.
fn worker(peer: &str) -> Result<Command> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["encoding", "--as-worker", peer]);
    Ok(command)
}

fn serve(name: &str) -> Result<()> {
    let entry = PEERS.iter().find(|entry| entry.name == name).with_context(|| format!("no peer {name:?}"))?;
    process::serve(entry.open()?.as_mut(), std::io::stdin().lock(), std::io::stdout().lock())
}

/// Prints a paper's report, and writes it as report.md into this folder, or into its own in the workspace.
fn tell(name: &str, out: Option<&Path>, report: &str) -> Result<()> {
    println!("{report}");
    let folder = out.map_or_else(|| workspace().join("reports").join(name), Path::to_owned);
    let path = folder.join("report.md");
    std::fs::create_dir_all(&folder)
        .and_then(|()| std::fs::write(&path, report))
        .with_context(|| path.display().to_string())?;
    println!("report: {}", path.display());
    Ok(())
}
