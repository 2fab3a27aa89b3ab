use anyhow::{Result, ensure};
use pellucid_corpora::data_folder;
use pellucid_eval::structure::{self, MEASURES};

/// Structure of rendered documents: what survives as Markdown of prose, code, formulas, tables, headings, items and pictures.
///
/// Pages are rendered from known Markdown by ten generators. Prose, code, formulas and tables by edit similarity, the others by F1.
#[derive(clap::Args)]
pub struct Structure {
    /// Compare with the pinned floors.
    #[arg(long)]
    gate: bool,
    /// Raise the pinned floors to what is reached; lowers none.
    #[arg(long)]
    raise: bool,
}

/// Runs it.
pub fn run(arguments: &Structure) -> Result<()> {
    let data = data_folder();
    if !structure::is_present(&data) {
        println!("skipped: no data at {} (set PELLUCID_DATA)", data.display());
        return Ok(());
    }
    let report = structure::measure(&data)?;
    println!("| generator | {} |", MEASURES.join(" | "));
    println!("|---|{}", "---:|".repeat(MEASURES.len()));
    for (generator, means) in &report {
        let cells: Vec<String> =
            means.iter().map(|mean| mean.map_or_else(String::new, |mean| format!("{mean:.4}"))).collect();
        println!("| {generator} | {} |", cells.join(" | "));
    }
    let floors = structure::floors()?;
    let missed = if arguments.gate { structure::missed(&report, &floors) } else { Vec::new() };
    missed.iter().for_each(|miss| println!("{miss}"));
    if arguments.raise {
        structure::raise(&report, floors)?;
    }
    ensure!(missed.is_empty(), "{} floors missed", missed.len());
    Ok(())
}
