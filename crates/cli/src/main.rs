//! The command `pellucid`: raw bytes of web pages in, Unicode text out.
//!
//! A command is a file in `commands/`. What they share is named by what it is about: `hints` (what the caller
//! knows), `hybrid` (options of that method), `decoding` (errors and repairs), `extractor` (which one), `inputs` (files,
//! folders, standard input), `output` (where text goes), `rows` (a line about each input), `ordered` (many at once, written
//! in order), `progress`, `interrupt`, `usage` (command lines that make no sense), `exit`.

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};

use commands::Cli;

mod beside;
mod commands;
mod decoding;
mod exit;
mod extractor;
mod figure;
mod hints;
mod hybrid;
mod inputs;
mod interrupt;
mod named;
mod ordered;
mod output;
mod paths;
mod preview;
mod progress;
mod reread;
mod rows;
mod transform;
mod usage;

fn main() -> ExitCode {
    interrupt::clean_up_on_signals();
    let matches = Cli::command().get_matches();
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    exit::code(cli.run(), || usage::chosen(&matches))
}
