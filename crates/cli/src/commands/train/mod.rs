//! `pellucid train`: your own models.

mod chared;
mod svm;

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Subcommand;
use pellucid_files::Beside;

use crate::inputs::{Found, Inputs};

/// Train a model on your own pages or text
#[derive(clap::Args, Debug)]
#[command(long_about = LONG_ABOUT, after_help = AFTER_HELP)]
pub struct Train {
    #[command(subcommand)]
    method: Method,
}

const LONG_ABOUT: &str = "\
Train a model on your own pages or text

The model is one file, for the option --model of all commands that detect; `pellucid model show FILE` shows what is in it. The \
same input gives the same bytes. The file appears when it is complete, or not at all.";

const AFTER_HELP: &str = "\
Examples:
  pellucid train chared -o swahili.model pages/
  pellucid train chared -o welsh.model --text welsh.txt --encodings iso-8859-14,windows-1252
  pellucid train svm -o mine.model pages/";

#[derive(Subcommand, Debug)]
enum Method {
    Chared(chared::Chared),
    Svm(svm::Svm),
}

/// The part of a command line that names pages to train on. It promises no standard input: that is one page.
#[derive(clap::Args, Clone, Debug)]
struct Pages {
    /// Files and folders to train on
    ///
    /// Folders are read with everything below them, in order of name. Links inside them are skipped unless you use --follow. A
    /// path that does not exist and has `*`, `?` or `[` is a pattern. A page whose name ends with .gz or .zst is
    /// decompressed.
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,

    #[command(flatten)]
    found: Found,

    /// Work on this many pages at once [default: one for each processor]
    #[arg(short = 'j', long, value_name = "N")]
    threads: Option<NonZero<usize>>,
}

impl Pages {
    fn inputs(&self) -> Inputs {
        Inputs::new(self.paths.clone(), self.found.clone(), self.threads)
    }

    /// Whether standard input is named as a page.
    fn has_stdin(&self) -> bool {
        self.paths.iter().any(|path| path == Path::new("-"))
    }
}

impl Train {
    /// Runs the command.
    pub fn run(self, quiet: bool) -> Result<u8> {
        match self.method {
            Method::Chared(command) => command.run(quiet),
            Method::Svm(command) => command.run(quiet),
        }
    }
}

/// Writes a model, whole or not at all.
fn write(path: &Path, model: &[u8]) -> Result<()> {
    let mut file = Beside::create(path)?;
    file.write_all(model)?;
    Ok(file.finish()?)
}

/// What documents of each encoding were taken for, by the numbers of both.
fn confusion(
    names: &[impl AsRef<str>],
    confusion: &BTreeMap<(usize, usize), usize>,
    what: &str,
    out: &mut impl Write,
) -> Result<()> {
    writeln!(out, "confusion of {what}:")?;
    writeln!(out, "{:16} {:>9} {:>8}  taken for", "encoding", "documents", "right, %")?;
    for (own, name) in names.iter().enumerate() {
        let row: Vec<(usize, usize)> =
            confusion.iter().filter(|((label, _), _)| *label == own).map(|((_, to), n)| (*to, *n)).collect();
        let all: usize = row.iter().map(|(_, count)| count).sum();
        let right = row.iter().find(|(to, _)| *to == own).map_or(0, |(_, count)| *count);
        let mut wrong: Vec<&(usize, usize)> = row.iter().filter(|(to, _)| *to != own).collect();
        wrong.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let wrong: Vec<String> =
            wrong.iter().map(|(to, count)| format!("{} {count}", names[*to].as_ref())).collect();
        let share =
            if all == 0 { "-".to_owned() } else { format!("{:.2}", 100.0 * right as f64 / all as f64) };
        let line = format!("{:16} {all:>9} {share:>8}  {}", name.as_ref(), wrong.join(", "));
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// Text must be UTF-8: anything else would give a wrong model. `-` is standard input.
fn read_text(path: &Path) -> Result<String> {
    let mut bytes = Vec::new();
    let read = match path == Path::new("-") {
        true => std::io::stdin().lock().read_to_end(&mut bytes).map(drop),
        false => std::fs::read(path).map(|read| bytes = read),
    };
    read.with_context(|| path.display().to_string())?;
    match String::from_utf8(bytes) {
        Ok(text) if text.trim().is_empty() => bail!("{}: this file has no text", path.display()),
        Ok(text) => Ok(text),
        Err(_) => bail!("{}: not UTF-8; convert it with `pellucid decode`", path.display()),
    }
}
