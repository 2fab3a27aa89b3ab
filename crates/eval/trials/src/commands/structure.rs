use anyhow::{Result, ensure};
use pellucid_corpora::{data_folder, extraction};
use pellucid_eval::structure::{self, MEASURES};

use crate::left_out;

/// Structure of rendered documents: what survives as Markdown of prose, code, formulas, tables, headings, items and pictures.
///
/// Pages are rendered from known Markdown: those of the corpus by ten generators (`all`), our own in ways that rules were made for
/// (`own`), and in others (`wider`). Prose, code, formulas and tables by edit similarity, the others by F1; overall is the mean of
/// the first four.
#[derive(clap::Args)]
pub struct Structure {
    /// Measure these only: pellucid, dom_smoothie, rs-trafilatura, trafilatura, readability+markdownify, html2text, resiliparse.
    #[arg(long, value_delimiter = ',')]
    peers: Vec<String>,
    /// Measure our own extractor also with models that have seen no page of what rendered a document. The one that ships has seen
    /// all of them: only this tells how good it is.
    #[arg(long)]
    left_out: bool,
    /// Compare with the pinned floors.
    #[arg(long)]
    gate: bool,
    /// Raise the pinned floors to what is reached; lowers none.
    #[arg(long)]
    raise: bool,
}

/// Pellucid with a model that has seen no page of what rendered a document.
const LEFT_OUT: &str = "pellucid, ways left out";

/// Runs it.
pub fn run(arguments: &Structure) -> Result<()> {
    let data = data_folder();
    if !pellucid_corpora::structure::is_present(&data) {
        println!("only our own pages: no data at {} (set PELLUCID_DATA)", data.display());
    }
    let pages = structure::pages(&data)?;
    let mut report = structure::measure(&pages, &arguments.peers)?;
    if arguments.left_out {
        let documents: Vec<_> = pages.iter().map(|page| page.document.page()).collect();
        let others = if extraction::is_present(&data) { extraction::load(&data, None)? } else { Vec::new() };
        let texts = left_out::markdown(&documents, &others)?;
        report.extend(structure::judge(LEFT_OUT, &pages, &texts));
    }
    println!("| peer | generator | overall | {} |", MEASURES.join(" | "));
    println!("|---|---|---:|{}", "---:|".repeat(MEASURES.len()));
    // The rows of all pages first, beside each other.
    let is_all = |generator: &str| matches!(generator, "all" | "own" | "wider");
    let (all, others): (Vec<_>, Vec<_>) = report.iter().partition(|((_, generator), _)| is_all(generator));
    let others = others.into_iter().filter(|((peer, _), _)| peer.starts_with("pellucid"));
    for ((peer, generator), means) in all.into_iter().chain(others) {
        let cell = |mean: Option<f64>| mean.map_or_else(String::new, |mean| format!("{mean:.3}"));
        let cells: Vec<String> = means.iter().map(|mean| cell(*mean)).collect();
        println!("| {peer} | {generator} | {} | {} |", cell(structure::overall(means)), cells.join(" | "));
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
