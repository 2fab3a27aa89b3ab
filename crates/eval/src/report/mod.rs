//! A run → files: Markdown for people, CSV for programs, HTML for both eyes.
//!
//! [`tables`] says what is told; the other files only say how.

mod csv;
mod html;
pub mod machine;
pub mod markdown;
mod plots;
pub mod svg;
pub mod tables;

use std::path::Path;

use anyhow::{Context, Result};

use crate::known::Hint;
use crate::run::Run;
use crate::variants::Variant;

/// Writes `report.md`, `report.html`, `results.csv`, `answers.csv` and `sample.tsv` into a folder.
pub fn write(run: &Run, folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let files = [
        ("report.md", markdown::report(run)),
        ("report.html", html::report(run)),
        ("results.csv", csv::results(run)?),
        ("answers.csv", csv::answers(run)?),
        ("sample.tsv", sample(run)),
    ];
    for (name, content) in files {
        let path = folder.join(name);
        std::fs::write(&path, content).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

/// Writes plots as files of their own: accuracy against length, without the language and with it, and against speed.
pub fn write_plots(run: &Run, folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let plots = [
        ("length.svg", plots::accuracy_against_length(run, None)),
        ("length-language.svg", plots::accuracy_against_length(run, Some(Hint::Language))),
        ("speed.svg", plots::speed_against_accuracy(run)),
    ];
    for (name, plot) in plots {
        if let Some(plot) = plot {
            std::fs::write(folder.join(name), svg::alone(&plot))?;
        }
    }
    Ok(())
}

/// The tables of what detectors cost, as Markdown.
pub fn costs(run: &Run) -> String {
    tables::speed(run).map(|table| markdown::table(&table)).unwrap_or_default()
}

/// The table that answers the first question, as Markdown.
pub fn summary(run: &Run) -> String {
    let mut text = markdown::table(&tables::by_variant(run, crate::score::Metric::DecodeEqual));
    if let Some(hints) = tables::by_hint(run) {
        text += &format!("\n{}\n\n{}", hints.title, markdown::table(&hints));
    }
    for (name, reason) in &run.missing {
        text += &format!("\nnot measured: {name} ({reason})");
    }
    text
}

/// The manifest of the very pages that were measured, for whoever wants to count again.
fn sample(run: &Run) -> String {
    let rows = run.pages.pages.iter().map(|page| page.row.as_str());
    std::iter::once(run.pages.header.as_str()).chain(rows).map(|row| format!("{row}\n")).collect()
}

impl Run {
    /// The variant which the tables by encoding, language and class are about: pages without their label, unless the
    /// label is the trouble with them.
    pub fn main_variant(&self) -> Option<&crate::measure::Measured> {
        let troubled = self.pages.pages.iter().any(|page| page.class.is_some());
        let wanted = if troubled { Variant::AsIs } else { Variant::NoDeclaration };
        self.variants.iter().find(|measured| measured.variant == wanted).or(self.variants.first())
    }
}
