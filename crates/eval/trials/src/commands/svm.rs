//! `cargo dev eval svm`.

use std::path::PathBuf;

use crate::papers::svm;
use anyhow::Result;
use pellucid_corpora::data_folder;

/// The SVM of Sullivan's paper: its Tables 2, 4 and 5 beside what is measured here, its kernels and its future work, and its
/// accuracy on pages.
///
/// Prints the report, and writes it as report.md.
#[derive(clap::Args)]
pub struct Svm {
    /// Folder of the report; reports/svm in the workspace by default.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Measure only these parts, a list with commas. All of them take half an hour.
    #[arg(long, value_enum, value_delimiter = ',')]
    only: Vec<svm::Part>,
}

/// Runs it.
pub fn run(arguments: &Svm) -> Result<()> {
    super::tell("svm", arguments.out.as_deref(), &svm::report(&data_folder(), &arguments.only)?)
}
