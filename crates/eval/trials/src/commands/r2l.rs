//! `cargo dev eval r2l`.

use std::path::PathBuf;

use crate::papers::r2l;
use anyhow::Result;
use pellucid::papers::r2l::tune::Unit;
use pellucid_corpora::data_folder;
use pellucid_corpora::extraction;

/// R2L: the paper's Tables 2 and 3 on our right-to-left pages, beside the published figures.
///
/// Prints the report, and writes it as report.md.
#[derive(clap::Args)]
pub struct R2l {
    /// Measure so many pages, always the same; all by default.
    #[arg(long)]
    sample: Option<usize>,
    /// Compare characters, as in the paper's example, and not words.
    #[arg(long)]
    characters: bool,
    /// Folder of the report; reports/r2l in the workspace by default.
    #[arg(long)]
    out: Option<PathBuf>,
}

/// Runs it.
pub fn run(arguments: &R2l) -> Result<()> {
    let data = data_folder();
    if !extraction::is_present(&data) {
        println!("skipped: no data at {} (set PELLUCID_DATA)", data.display());
        return Ok(());
    }
    let unit = if arguments.characters { Unit::Characters } else { Unit::Words };
    super::tell("r2l", arguments.out.as_deref(), &r2l::run(&data, arguments.sample, unit)?)
}
