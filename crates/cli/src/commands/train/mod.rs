//! `pellucid train`: your own models.

mod chared;
mod svm;

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, bail};
use clap::Subcommand;
use pellucid_files::Beside;

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

/// Text must be UTF-8: anything else would give a wrong model.
fn read_text(path: &Path) -> Result<String> {
    let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    match String::from_utf8(bytes) {
        Ok(text) if text.trim().is_empty() => bail!("{}: this file has no text", path.display()),
        Ok(text) => Ok(text),
        Err(_) => bail!("{}: not UTF-8; convert it with `pellucid decode`", path.display()),
    }
}
