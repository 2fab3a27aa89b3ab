//! The papers' own tables, measured again on our pages and set beside what their authors published: one file for each paper,
//! and the page that shows them all.

pub mod chared;
pub mod hybrid;
pub mod page;
pub mod r2l;
pub mod small;
pub mod svm;

use std::path::Path;

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};
use pellucid_corpora::extraction;
use pellucid_eval::dataset::Dataset;

/// The papers, as their sections of the page are called.
pub const NAMES: [&str; 4] = ["hybrid", "r2l", "chared", "svm"];

/// The tables of a paper, as Markdown; none without the data that it needs.
pub fn tables(name: &str, data: &Path) -> Result<Option<String>> {
    Ok(match name {
        "hybrid" => {
            let dataset = Dataset::named("dev")?;
            if !dataset.is_present(data) {
                return Ok(None);
            }
            let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} {eta}")?;
            let progress = ProgressBar::new(0).with_style(style);
            Some(hybrid::measure(&dataset.load(data, None)?.pages, &progress, true).tables())
        }
        "r2l" if extraction::is_present(data) => Some(r2l::tables(data)?),
        "chared" if data.join("text").is_dir() => Some(below(&chared::run(data, true)?)),
        // The tables and the model that ships; settings and kernels take an hour, and are in docs/svm.md.
        "svm" if data.join("text").is_dir() => {
            Some(below(&svm::report(data, &[svm::Part::Tables, svm::Part::Pages])?))
        }
        _ => None,
    })
}

/// A report as part of a section: its headings are two levels lower, and its title is left out.
fn below(report: &str) -> String {
    let line = |line: &str| match line.starts_with('#') {
        true => format!("##{line}\n"),
        false => format!("{line}\n"),
    };
    report.lines().skip_while(|line| line.starts_with("# ") || line.is_empty()).map(line).collect()
}
