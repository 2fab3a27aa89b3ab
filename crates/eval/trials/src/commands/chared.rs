//! `cargo dev eval chared`.

use std::path::PathBuf;

use crate::papers;
use anyhow::Result;
use pellucid_corpora::data_folder;

/// chared: the paper's Table 1 by cross-validation, pairs against triples, and the models that ship against our default.
#[derive(clap::Args)]
pub struct Chared {
    /// Leave out the cross-validation.
    #[arg(long)]
    no_folds: bool,
    /// Folder of the report; reports/chared in the workspace by default.
    #[arg(long)]
    out: Option<PathBuf>,
}

/// Runs it.
pub fn run(arguments: &Chared) -> Result<()> {
    let data = data_folder();
    if !data.is_dir() {
        println!("skipped: no data at {} (set PELLUCID_DATA)", data.display());
        return Ok(());
    }
    super::tell("chared", arguments.out.as_deref(), &papers::chared::run(&data, !arguments.no_folds)?)
}
