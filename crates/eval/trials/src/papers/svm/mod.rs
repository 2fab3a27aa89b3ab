//! Sullivan, *Character Set Encoding Detection using a Support Vector Machine*: Tables 2, 4 and 5 of the paper, its kernels and its
//! future work, then pages.
//!
//! In: text of the paper's languages, and the pages of a data set. Out: a report in Markdown, with what the paper published
//! beside what is measured.

mod pages;
mod settings;
mod tables;

use std::path::Path;

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};
use pellucid_corpora::languages;
use pellucid_eval::dataset::Dataset;
use pellucid_train::fit::svm::documents::{Label, PAPER_LANGUAGES};

/// A part of the report.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Tables 2, 4 and 5
    Tables,
    /// The four kernels
    Kernels,
    /// The model that ships, on pages
    Pages,
    /// Machines that are trained on pages
    Trained,
    /// The paper's settings, the extended ones, and future work
    Settings,
}

/// Measures everything that there is data for, or only these parts.
pub fn report(data: &Path, only: &[Part]) -> Result<String> {
    let wanted = |part: Part| only.is_empty() || only.contains(&part);
    let progress = ProgressBar::new_spinner().with_style(ProgressStyle::with_template("{spinner} {msg}")?);
    let mut report =
        "# Character set detection by support vector machines\n\nWritten by `cargo dev eval svm`.\n"
            .to_owned();
    let folder = data.join("text");
    let all = if folder.is_dir() { languages::read(std::slice::from_ref(&folder))? } else { Vec::new() };
    if all.is_empty() {
        report += &format!("\nSkipped: no text at {}.\n", folder.display());
    } else if wanted(Part::Tables) || wanted(Part::Kernels) {
        let mut languages = languages::read(&[folder])?;
        languages.retain(|language| PAPER_LANGUAGES.contains(&&*language.file));
        report += tables::DIFFERENCES;
        let labels = Label::paper();
        if wanted(Part::Tables) {
            progress.set_message("Tables 2, 4 and 5");
            let fitted = tables::machines(&languages, &labels, &progress)?;
            report += &tables::table_2(&fitted);
            report += &tables::table_4(&fitted);
            report += &tables::table_5(&fitted, &languages, &labels)?;
        }
        if wanted(Part::Kernels) {
            progress.set_message("kernels");
            report += &tables::kernels(&languages, &labels)?;
        }
    }
    let dataset = Dataset::named("dev")?;
    if dataset.is_present(data) {
        let pages = dataset.load(data, None)?.pages;
        if wanted(Part::Pages) {
            progress.set_message("pages");
            report += &pages::on_pages(&pages);
        }
        if wanted(Part::Trained) {
            progress.set_message("machines of pages");
            report += &pages::of_pages(&pages);
        }
        if wanted(Part::Settings) && !all.is_empty() {
            progress.set_message("settings");
            report += &settings::report(&all, &pages)?;
        }
    } else {
        report += "\nSkipped: no pages.\n";
    }
    progress.finish_and_clear();
    Ok(report)
}

fn percent(part: usize, all: usize) -> f64 {
    100.0 * part as f64 / all.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::tables::{TABLE_4, TABLE_5};
    use super::*;

    #[test]
    fn the_published_tables_have_the_labels_that_are_measured() {
        let labels: Vec<String> = Label::paper().into_iter().map(|label| label.name).collect();
        assert_eq!(labels, TABLE_4.iter().map(|row| row.0).collect::<Vec<_>>());
        assert!(TABLE_5.iter().all(|row| labels.iter().any(|label| label == row.0)));
    }

    #[test]
    fn without_data_it_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let report = report(folder.path(), &[]).unwrap();
        assert!(report.contains("Skipped: no text") && report.contains("Skipped: no pages"));
    }
}
