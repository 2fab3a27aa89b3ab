//! `cargo dev eval papers`: every paper's tables, on one page.

use std::fs;

use anyhow::{Context, Result, bail};
use clap::builder::PossibleValuesParser;
use pellucid_corpora::data_folder;

use crate::papers::{NAMES, page, small, tables};

/// All papers: prints their tables, and writes them into docs/papers.md between its markers.
///
/// The tables of the small corpus that travels with the source are written too. With --check, only these are made, nothing is
/// written, and the command fails where the page has others.
#[derive(clap::Args)]
pub struct Papers {
    /// Only these papers, a list with commas; the small tables are always written.
    #[arg(long, value_delimiter = ',', value_parser = PossibleValuesParser::new(NAMES), conflicts_with_all = ["small", "check"])]
    only: Vec<String>,
    /// Only the small tables.
    #[arg(long)]
    small: bool,
    /// Compare the small tables with those of the page.
    #[arg(long)]
    check: bool,
}

/// Runs it.
pub fn run(arguments: &Papers) -> Result<()> {
    let path = page::path();
    let mut text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let small = small::tables()?;
    if arguments.check {
        let written = page::replaced(&text, "small", &small)?;
        if written != text {
            println!("{small}");
            bail!("docs/papers.md has other figures; `cargo dev eval papers --small` writes these");
        }
        println!("docs/papers.md has the figures that are measured");
        return Ok(());
    }
    println!("{small}");
    text = page::replaced(&text, "small", &small)?;
    let chosen = NAMES.iter().filter(|_| !arguments.small);
    for name in
        chosen.filter(|name| arguments.only.is_empty() || arguments.only.iter().any(|one| one == *name))
    {
        match tables(name, &data_folder())? {
            Some(tables) => {
                println!("## {name}\n\n{tables}");
                text = page::replaced(&text, name, &tables)?;
            }
            None => println!("skipped: {name}: no data at {} (set PELLUCID_DATA)", data_folder().display()),
        }
        // What was measured is kept, whatever becomes of the next.
        fs::write(&path, &text).with_context(|| path.display().to_string())?;
    }
    fs::write(&path, &text).with_context(|| path.display().to_string())?;
    println!("written: {}", path.display());
    Ok(())
}
