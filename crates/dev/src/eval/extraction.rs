//! `cargo dev eval extraction`.

use std::path::PathBuf;

use anyhow::Result;
use pellucid_eval::dataset::data_folder;
use pellucid_eval::extraction::{corpus, report, run as judge};
use pellucid_eval::workspace;

/// Extraction of main content: F1 against gold texts, and speed.
///
/// Prints means of bag-of-words F1 for the groups that have goals; writes report.md (all tables, and the worst pages),
/// scores.tsv (a row for each page), and NAME.jsonl (the texts of each extractor).
#[derive(clap::Args)]
pub struct Extraction {
    /// Extractors to run, all that are usable by default.
    #[arg(long, value_delimiter = ',')]
    extractors: Vec<String>,
    /// Measure so many pages, always the same; all by default.
    #[arg(long)]
    sample: Option<usize>,
    /// Folder of the report; reports/extraction in the workspace by default.
    #[arg(long)]
    out: Option<PathBuf>,
}

/// Runs it.
pub fn run(arguments: &Extraction) -> Result<()> {
    let data = data_folder();
    if !corpus::is_present(&data) {
        println!("skipped: no data at {} (set PELLUCID_DATA)", data.display());
        return Ok(());
    }
    let pages = corpus::load(&data, arguments.sample)?;
    let run = judge::run(&arguments.extractors, pages)?;
    println!("{}", report::summary(&run));
    let out = arguments.out.clone().unwrap_or_else(|| workspace().join("reports/extraction"));
    report::write(&run, &out)?;
    println!("report: {}", out.join("report.md").display());
    Ok(())
}
