//! The answers of others in, tables of the library out; and one table of our own, where two languages need it.
//!
//! Tables of characters are facts which others have published; asking them is safer than typing. Python's
//! codecs and glibc's iconv are the oracles, both reached through `oracles.py`. Their versions differ from
//! machine to machine, but what they say about these encodings has been settled for decades; should it
//! change, `--check` says so.

mod chardet;
mod cns;
mod oracles;
mod single_byte;

use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::commands::workspace;

/// Options of the command.
#[derive(clap::Args)]
pub struct Arguments {
    /// Write nothing; fail when a file is not what would be written
    #[arg(long)]
    check: bool,
}

/// A part of a file that is made from the answer to one question.
struct Part {
    /// What it is called in messages.
    name: String,
    /// The bytes, or why the oracle could not be asked.
    bytes: Result<Vec<u8>, String>,
}

/// A file which is made by this tool: its path in the repository, and its parts in order.
struct File {
    name: &'static str,
    parts: Vec<Part>,
}

/// Writes or checks every file.
pub fn run(arguments: &Arguments) -> Result<()> {
    let mut stale = 0;
    for make in [single_byte::file, cns::file, chardet::file] {
        let file = make()?;
        let path = workspace().join(file.name);
        if arguments.check {
            stale += check(&file, &path)?;
        } else {
            write(&file, &path)?;
        }
    }
    ensure!(stale == 0, "{stale} differences: run `cargo dev generate` and look at what changed");
    Ok(())
}

fn write(file: &File, path: &Path) -> Result<()> {
    let mut bytes = Vec::new();
    for part in &file.parts {
        match &part.bytes {
            Ok(part) => bytes.extend(part),
            Err(reason) => anyhow::bail!("{} needs an oracle: {reason}", part.name),
        }
    }
    std::fs::write(path, &bytes).with_context(|| path.display().to_string())?;
    println!("{}: {} parts, {} bytes", file.name, file.parts.len(), bytes.len());
    Ok(())
}

/// How many parts differ. A part whose oracle is missing here is skipped, and said to be.
fn check(file: &File, path: &Path) -> Result<usize> {
    let written = std::fs::read(path).with_context(|| path.display().to_string())?;
    let mut stale = 0;
    let mut at = 0;
    for part in &file.parts {
        match &part.bytes {
            Err(reason) => println!("{}: skipped {}: {reason}", file.name, part.name),
            // Skipped parts lie between, so that a part is looked for behind the one before.
            Ok(bytes) => match memchr::memmem::find(&written[at..], bytes) {
                Some(found) => at += found + bytes.len(),
                None => {
                    println!("{}: {} differs", file.name, part.name);
                    stale += 1;
                }
            },
        }
    }
    let whole = file.parts.iter().all(|part| part.bytes.is_ok());
    if stale == 0 && whole && at != written.len() {
        println!("{}: more than would be written", file.name);
        stale += 1;
    }
    println!("{}: {} parts, {stale} differ", file.name, file.parts.len());
    Ok(stale)
}
