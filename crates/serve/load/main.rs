//! `cargo dev load`: the service under load on loopback, beside a twin of FastAPI and trafilatura, and its memory over many requests.
//!
//! Connections are kept open, and each sends its next page as soon as it has the answer to the last one. Both services get
//! the same pages in the same order, on the same machine, one after the other. The table goes to `docs/serve.md`, between
//! markers.

mod client;
mod services;
mod table;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::Parser;

use client::{Measured, measure, memory};
use services::{Service, pellucid, twin};

/// Measures the service under load, beside FastAPI and trafilatura.
#[derive(Parser)]
struct Arguments {
    /// The command that is measured.
    #[arg(long)]
    program: PathBuf,
    /// How many seconds each measurement takes.
    #[arg(long, default_value = "8")]
    seconds: u64,
    /// How many connections there are at once, a list with commas.
    #[arg(long, value_delimiter = ',', default_value = "1,8,64")]
    connections: Vec<usize>,
    /// After how many requests memory is compared; 0 skips it.
    #[arg(long, default_value = "100000")]
    requests: usize,
    /// Send the .html files of this folder and those below it, instead of the few pages of the repository.
    #[arg(long, value_name = "DIR")]
    pages: Option<PathBuf>,
    /// Send so many of them at most, spread over all.
    #[arg(long, value_name = "N", default_value = "1000")]
    most: usize,
    /// Skip the twin, which needs Python and the network.
    #[arg(long)]
    alone: bool,
    /// Write the table to docs/serve.md.
    #[arg(long)]
    write: bool,
}

/// A line of the table.
struct Line {
    service: &'static str,
    what: &'static str,
    connections: usize,
    measured: Measured,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let pages = match &arguments.pages {
        Some(folder) => pages(std::slice::from_ref(folder), arguments.most)?,
        None => pages(&OWN.map(|folder| root.join(folder)), arguments.most)?,
    };
    let bytes: usize = pages.iter().map(Vec::len).sum();
    let about = format!("{} pages of {} kB on average", pages.len(), bytes / pages.len() / 1000);
    println!("{about}");
    let time = Duration::from_secs(arguments.seconds);
    let mut lines = Vec::new();
    let mut run = |service: &Service, name: &'static str, what: &'static str| -> Result<()> {
        for &connections in &arguments.connections {
            let measured = measure(service, &format!("/v1/{what}"), &pages, connections, time)?;
            println!("{}", table::line(name, what, connections, &measured));
            lines.push(Line { service: name, what, connections, measured });
        }
        Ok(())
    };
    let ours = pellucid(&arguments.program)?;
    for what in ["detect", "decode", "extract"] {
        run(&ours, "Pellucid", what)?;
    }
    if !arguments.alone {
        let other = twin(&root)?;
        run(&other, "FastAPI + trafilatura", "extract")?;
    }
    let memory = if arguments.requests > 0 { memory(&ours, &pages, arguments.requests)? } else { Vec::new() };
    for (requests, kilobytes) in &memory {
        println!("{requests:>8} requests {kilobytes:>8} kB");
    }
    ours.stop()?;
    for line in &lines {
        ensure!(
            line.measured.failed == 0,
            "{} {}: {} requests failed",
            line.service,
            line.what,
            line.measured.failed
        );
    }
    if arguments.write {
        let path = root.join("docs/serve.md");
        let before = std::fs::read_to_string(&path).context("docs/serve.md")?;
        std::fs::write(&path, table::replaced(&before, &about, &lines, &memory)?)?;
    }
    Ok(())
}

/// The pages of the repository: some in many encodings, and some articles.
const OWN: [&str; 4] = ["testdata/corpus/pages", "testdata/extract", "testdata/r2l", "examples"];

/// Pages of folders, spread over all that there are.
fn pages(folders: &[PathBuf], most: usize) -> Result<Vec<Vec<u8>>> {
    let mut paths = Vec::new();
    let mut folders = folders.to_vec();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() {
                folders.push(path);
            } else if name.ends_with(".html") && !name.ends_with(".clean.html") {
                paths.push(path);
            }
        }
    }
    paths.sort();
    ensure!(!paths.is_empty() && most > 0, "no pages");
    let chosen = paths.iter().step_by(paths.len().div_ceil(most));
    chosen.map(|path| std::fs::read(path).with_context(|| path.display().to_string())).collect()
}
