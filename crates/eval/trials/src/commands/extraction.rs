//! `cargo dev eval extraction`.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use pellucid_corpora::data_folder;
use pellucid_corpora::structure::{self, Document};
use pellucid_corpora::{extraction, folds};
use pellucid_eval::extraction::floors::{self, Floors};
use pellucid_eval::extraction::{report, run as judge};

use crate::left_out;
use pellucid_corpora::workspace;

/// Extraction of main content: F1 against gold texts, and speed.
///
/// Prints means of bag-of-words F1 for the groups that have goals; writes report.md (all tables, and the worst pages),
/// scores.tsv (a row for each page), and NAME.jsonl (the texts of each extractor).
#[derive(clap::Args)]
pub struct Extraction {
    /// Extractors to run, all that are usable by default.
    #[arg(long, value_delimiter = ',')]
    extractors: Vec<String>,
    /// Fit the model of our own extractor anew, without the sites, or the data sets, of the pages it is judged with. The one
    /// that ships has seen all pages of the corpus: only this tells how good it is.
    #[arg(long, value_enum, value_delimiter = ',')]
    left_out: Vec<LeftOut>,
    /// Measure so many pages, always the same; all by default.
    #[arg(long)]
    sample: Option<usize>,
    /// Compare our own extractor, with what it has seen left out, with the pinned floors
    #[arg(long, requires = "left_out", conflicts_with = "sample")]
    gate: bool,
    /// Raise the pinned floors to what is reached; lowers none
    #[arg(long, requires = "left_out", conflicts_with = "sample")]
    raise: bool,
    /// Folder of the report; reports/extraction in the workspace by default.
    #[arg(long)]
    out: Option<PathBuf>,
}

/// What our own extractor must not have seen.
#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum LeftOut {
    /// The site of each page, by quarters of all sites
    Sites,
    /// The data set of each page, and its site
    Sets,
}

impl From<LeftOut> for folds::LeftOut {
    fn from(left_out: LeftOut) -> folds::LeftOut {
        match left_out {
            LeftOut::Sites => folds::LeftOut::Sites,
            LeftOut::Sets => folds::LeftOut::Sets,
        }
    }
}

/// Runs it.
pub fn run(arguments: &Extraction) -> Result<()> {
    let data = data_folder();
    if !extraction::is_present(&data) {
        println!("skipped: no data at {} (set PELLUCID_DATA)", data.display());
        return Ok(());
    }
    let pages = extraction::load(&data, arguments.sample)?;
    let documents: Vec<_> = structure::load(&data)?.iter().map(Document::page).collect();
    let contestant = |&one: &LeftOut| left_out::contestant(&pages, &documents, one.into());
    let contestants = arguments.left_out.iter().map(contestant);
    let contestants = contestants.collect::<Result<_>>()?;
    let run = judge::run(&arguments.extractors, contestants, pages)?;
    println!("{}", report::summary(&run));
    let out = arguments.out.clone().unwrap_or_else(|| workspace().join("reports/extraction"));
    report::write(&run, &out)?;
    println!("report: {}", out.join("report.md").display());
    let mut floors = Floors::load(&floors::path())?;
    let misses = if arguments.gate { floors.check(&run) } else { Vec::new() };
    misses.iter().for_each(|miss| println!("{miss}"));
    if arguments.raise {
        floors.raise(&run);
        floors.save(&floors::path())?;
    }
    ensure!(misses.is_empty(), "{} floors missed", misses.len());
    Ok(())
}
