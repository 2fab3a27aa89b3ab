//! `cargo dev eval metadata`.

use anyhow::{Result, ensure};
use pellucid_corpora::{data_folder, extraction, workspace};
use pellucid_eval::metadata::{self, FIELDS};

/// Metadata: precision and recall of titles, authors, dates and so on, on pages that a person has read.
///
/// Prints a table; writes answers.tsv, every wrong or missed answer, into reports/metadata.
#[derive(clap::Args)]
pub struct Metadata {
    /// Measure these only: pellucid, trafilatura, htmldate, extruct.
    #[arg(long, value_delimiter = ',')]
    peers: Vec<String>,
    /// Compare with the pinned floors.
    #[arg(long)]
    gate: bool,
    /// Raise the pinned floors to what is reached; lowers none.
    #[arg(long)]
    raise: bool,
}

/// Runs it.
pub fn run(arguments: &Metadata) -> Result<()> {
    let data = data_folder();
    if !extraction::is_present(&data) {
        println!("skipped: no data at {} (set PELLUCID_DATA)", data.display());
        return Ok(());
    }
    let (report, told) = metadata::measure(&data, &arguments.peers)?;
    println!(
        "| peer | half | field | right | wrong | missed | precision | recall |\n|---|---|---|---:|---:|---:|---:|---:|"
    );
    for field in FIELDS {
        for ((peer, half, _), counts) in report.iter().filter(|((.., other), _)| other == field) {
            let (precision, recall) = (counts.precision(), counts.recall());
            println!(
                "| {peer} | {half} | {field} | {} | {} | {} | {precision:.3} | {recall:.3} |",
                counts.right, counts.wrong, counts.missed
            );
        }
    }
    let folder = workspace().join("reports/metadata");
    std::fs::create_dir_all(&folder)?;
    std::fs::write(folder.join("answers.tsv"), told)?;
    println!("report: {}", folder.join("answers.tsv").display());
    let (reached, floors) = (metadata::reached(&report), metadata::floors()?);
    let missed: Vec<_> =
        floors.iter().filter(|(name, floor)| reached.get(*name).is_none_or(|value| value < floor)).collect();
    if arguments.raise {
        metadata::raise(&reached, floors.clone())?;
    }
    if arguments.gate {
        missed.iter().for_each(|(name, floor)| println!("gate: {name} is below its floor of {floor:.3}"));
        ensure!(missed.is_empty(), "{} floors missed", missed.len());
    }
    Ok(())
}
