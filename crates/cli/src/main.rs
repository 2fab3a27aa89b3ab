//! The command `pellucid`: raw bytes of web pages in, Unicode text out.
//!
//! A command is a file in `commands/`. What they share is named by what it is about: `hints` (what the caller
//! knows), `hybrid` (options of that method), `decoding` (errors and repairs), `extractor` (which one), `inputs` (files,
//! folders, standard input), `reread` (an input that is read twice), `output` (where text goes), `transform` (each input
//! becomes an output), `rows` (a line about each input), `usage` (command lines that make no sense), `exit`. What `batch`
//! needs as well is in the crate `pellucid-files`.

use std::process::ExitCode;

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

fn main() -> ExitCode {
    pellucid_files::interrupt::clean_up_on_signals(exit::INTERRUPTED);
    let matches = Cli::command().get_matches();
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    exit::code(cli.run(), || usage::chosen(&matches))
}
