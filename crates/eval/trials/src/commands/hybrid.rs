//! `cargo dev eval hybrid`: the hybrid method's tables.

use std::path::PathBuf;

use crate::papers::hybrid;
use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};
use pellucid_corpora::data_folder;
use pellucid_corpora::workspace;
use pellucid_eval::dataset::Dataset;

/// The hybrid method: the paper's Tables 3 and 4 on our pages, beside the published figures.
///
/// Prints and writes report.md, with a plot. The real ICU is measured too where this program was built with it:
/// `cargo run --release --manifest-path crates/eval/trials/Cargo.toml --features icu -- hybrid`.
#[derive(clap::Args)]
pub struct Hybrid {
    /// Measure so many pages, always the same; all by default.
    #[arg(long)]
    sample: Option<usize>,
    /// Folder of the report; reports/hybrid in the workspace by default.
    #[arg(long)]
    out: Option<PathBuf>,
}

impl Hybrid {
    /// Runs it.
    pub fn run(&self) -> Result<()> {
        let (dataset, data) = (Dataset::named("dev")?, data_folder());
        if !dataset.is_present(&data) {
            println!("skipped: no pages at {} (set PELLUCID_DATA)", data.display());
            return Ok(());
        }
        let pages = dataset.load(&data, self.sample)?.pages;
        // Shown on a terminal only.
        let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} {eta}")?;
        let measured = hybrid::measure(&pages, &ProgressBar::new(0).with_style(style), true);
        println!("{}", measured.report());
        let out = self.out.clone().unwrap_or_else(|| workspace().join("reports/hybrid"));
        measured.write(&out)?;
        println!("report: {}", out.join("report.md").display());
        Ok(())
    }
}
