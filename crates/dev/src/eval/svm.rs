//! `cargo dev eval svm`.

use std::path::PathBuf;

use anyhow::{Context, Result};
use pellucid_eval::dataset::data_folder;
use pellucid_eval::papers::svm;
use pellucid_eval::workspace;

/// The SVM of Sullivan's paper: its Tables 4 and 5 beside what is measured here, and its accuracy on pages.
///
/// Prints the report, and writes it as report.md.
#[derive(clap::Args)]
pub struct Svm {
    /// Folder of the report; reports/svm in the workspace by default.
    #[arg(long)]
    out: Option<PathBuf>,
}

/// Runs it.
pub fn run(arguments: &Svm) -> Result<()> {
    let report = svm::report(&data_folder())?;
    print!("{report}");
    let out = arguments.out.clone().unwrap_or_else(|| workspace().join("reports/svm"));
    std::fs::create_dir_all(&out).with_context(|| out.display().to_string())?;
    let path = out.join("report.md");
    std::fs::write(&path, report).with_context(|| path.display().to_string())?;
    println!("report: {}", path.display());
    Ok(())
}
