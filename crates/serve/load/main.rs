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
    let pages = pages(&root)?;
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

/// The pages of the repository: real ones in many encodings, and some articles.
fn pages(root: &std::path::Path) -> Result<Vec<Vec<u8>>> {
    let mut paths = Vec::new();
    for folder in ["testdata/corpus/pages", "testdata/extract", "testdata/r2l", "examples"] {
        let entries = std::fs::read_dir(root.join(folder)).with_context(|| folder.to_owned())?;
        for entry in entries {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if name.ends_with(".html") && !name.ends_with(".clean.html") {
                paths.push(path);
            }
        }
    }
    paths.sort();
    ensure!(!paths.is_empty(), "no pages");
    paths.iter().map(|path| std::fs::read(path).with_context(|| path.display().to_string())).collect()
}
