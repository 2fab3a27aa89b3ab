//! The command `pellucid`: raw bytes of web pages in, Unicode text out.
//!
//! As a library it is one function, [`run`]: `main.rs` calls it, and so does the command that comes with the Python package.
//!
//! A command is a file in `commands/`. What they share is named by what it is about: `hints` (what the caller
//! knows), `hybrid` (options of that method), `decoding` (errors and repairs), `extractor` (which one), `inputs` (files,
//! folders, standard input), `reread` (an input that is read twice), `output` (where text goes), `transform` (each input
//! becomes an output), `rows` (a line about each input), `usage` (command lines that make no sense), `exit`. What `batch`
//! needs as well is in the crate `pellucid-files`.

use std::ffi::OsString;

use clap::{CommandFactory, FromArgMatches};

use commands::Cli;

mod commands;
mod decoding;
mod exit;
mod extractor;
mod figure;
mod hints;
mod hybrid;
mod inputs;
mod named;
mod output;
mod reread;
mod rows;
mod transform;
mod usage;

/// Runs a command line, whose first word is the name of the program, and returns the exit code.
///
/// It takes over the signals of the process: Ctrl-C and the like remove unfinished files and end it.
pub fn run(line: impl IntoIterator<Item = OsString>) -> u8 {
    pellucid_files::interrupt::clean_up_on_signals(exit::INTERRUPTED);
    let matches = match Cli::command().try_get_matches_from(line) {
        Ok(matches) => matches,
        Err(error) => return exit::shown(&error),
    };
    match Cli::from_arg_matches(&matches) {
        Ok(cli) => exit::code(cli.run(), || usage::chosen(&matches)),
        Err(error) => exit::shown(&error),
    }
}
