//! What is read, as a command line says it: files, folders, lists, standard input.

use std::io::{ErrorKind, Read};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Context, Result};
use pellucid_files::{Glob, Input, Progress, Walk};

/// How much is read at a time: large enough for the decoders' fast paths, small enough for any cache.
const PIECE: usize = 128 * 1024;

/// The part of a command line that names inputs.
#[derive(clap::Args, Clone, Debug)]
pub struct Inputs {
    /// Files and folders to read; standard input if there are none, or for `-`
    ///
    /// Folders are read with everything below them, in order of name. Links inside them are skipped unless you use --follow. A
    /// path that does not exist and has `*`, `?` or `[` is a pattern. A page whose name ends with .gz or .zst is
    /// decompressed.
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,

    #[command(flatten)]
    found: Found,

    /// Work on this many inputs at once [default: one for each processor]
    #[arg(short = 'j', long, value_name = "N")]
    threads: Option<NonZero<usize>>,

    /// What the run writes.
    #[arg(skip)]
    output: Option<PathBuf>,
}

/// The part of a command line that says how inputs are found.
#[derive(clap::Args, Clone, Debug)]
pub struct Found {
    /// Read more paths from this file, one per line; `-` is standard input
    #[arg(long, value_name = "FILE")]
    files_from: Option<PathBuf>,

    /// Follow symbolic links inside folders
    ///
    /// A loop is reported and not entered.
    #[arg(long)]
    follow: bool,

    /// Read only files that match this glob from folders, such as '*.html'
    ///
    /// The option can be repeated. A glob without a slash matches a name at any depth. One with a slash matches the path below
    /// the folder, such as 'news/**/*.html'. Files that are named by themselves are always read.
    #[arg(long, value_name = "GLOB")]
    include: Vec<Glob>,

    /// Skip files and folders that match this glob inside folders
    ///
    /// The option can be repeated.
    #[arg(long, value_name = "GLOB")]
    exclude: Vec<Glob>,
}

impl Found {
    /// The walk over these paths.
    pub fn walk(&self, paths: Vec<PathBuf>) -> Walk {
        let Found { files_from, follow, include, exclude } = self.clone();
        Walk { paths, files_from, follow, include, exclude, outputs: Vec::new() }
    }
}

impl Inputs {
    /// These paths.
    pub fn new(paths: Vec<PathBuf>, found: Found, threads: Option<NonZero<usize>>) -> Inputs {
        Inputs { paths, found, threads, output: None }
    }

    /// How many to work on at once.
    pub fn threads(&self) -> usize {
        self.threads.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZero::get)
    }

    /// The paths as given; `-` if there are none.
    pub fn paths(&self) -> Vec<PathBuf> {
        if self.are_named() { self.paths.clone() } else { vec![PathBuf::from("-")] }
    }

    /// Whether any are named, by themselves or in a list.
    pub fn are_named(&self) -> bool {
        !self.paths.is_empty() || self.found.files_from.is_some()
    }

    /// Whether there may be more than one input.
    pub fn are_many(&self) -> bool {
        self.all().is_many()
    }

    /// Every input, in the order given and sorted by name within folders, found while they are worked on.
    pub fn walk(&self) -> impl Iterator<Item = Input> + Send + use<> {
        self.all().inputs()
    }

    /// The same inputs for a run that writes here: a folder that holds the output is not read.
    pub fn apart_from(&self, output: &Path) -> Inputs {
        Inputs { output: Some(output.to_owned()), ..self.clone() }
    }

    fn all(&self) -> Walk {
        Walk { outputs: self.output.iter().cloned().collect(), ..self.found.walk(self.paths()) }
    }

    /// A bar for these inputs, each of which is read `passes` times.
    pub fn progress(&self, passes: u64, uses_stdout: bool, quiet: bool) -> Progress {
        let walk = self.all();
        let total = move || walk.total(Input::expected_size).map(|total| total * passes);
        Progress::start(total, uses_stdout, quiet)
    }
}

/// Hands all of a reader to `take`, piece by piece.
pub fn pieces(reader: impl Read, mut take: impl FnMut(&[u8]) -> Result<()>) -> Result<()> {
    pieces_until(reader, |piece| take(piece).map(|()| false))
}

/// The same, until `take` says that it has enough.
pub fn pieces_until(mut reader: impl Read, mut take: impl FnMut(&[u8]) -> Result<bool>) -> Result<()> {
    let mut buffer = vec![0; PIECE];
    loop {
        match reader.read(&mut buffer) {
            Ok(0) => return Ok(()),
            Ok(length) => {
                if take(&buffer[..length])? {
                    return Ok(());
                }
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error).context("cannot be read"),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        inputs: Inputs,
    }

    fn inputs(arguments: &[&str]) -> Inputs {
        Line::parse_from([&[""], arguments].concat()).inputs
    }

    #[test]
    fn no_path_is_standard_input() {
        let all: Vec<Input> = inputs(&[]).walk().collect();
        assert!(all.len() == 1 && all[0].is_stdin());
    }

    #[test]
    fn a_list_stands_for_paths() {
        let inputs = inputs(&["--files-from", "no/such/list"]);
        assert!(inputs.are_named() && inputs.are_many());
        let all: Vec<Input> = inputs.walk().collect();
        assert!(all.len() == 1 && all[0].is_lost());
    }

    #[test]
    fn a_glob_that_makes_no_sense_is_a_usage_error() {
        assert!(Line::try_parse_from(["", "--include", "a**b"]).is_err());
    }
}
