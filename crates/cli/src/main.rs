//! The command `pellucid`: raw bytes of web pages in, Unicode text out.
//!
//! A command is a file in `commands/`. What they share is named by what it is about: `hints` (what the caller
//! knows), `hybrid` (options of that method), `extractor` (which one), `inputs` (files, folders, standard input),
//! `reread` (an input that is read twice), `output` (where text goes), `transform` (each input becomes an output),
//! `rows` (a line about each input), `exit`. What `batch` needs as well is in the crate `pellucid-files`.

use std::process::ExitCode;

use clap::Parser;

mod commands;
mod exit;
mod extractor;
mod figure;
mod hints;
mod hybrid;
mod inputs;
mod named;
mod output;
mod preview;
mod reread;
mod rows;
mod transform;

fn main() -> ExitCode {
    pellucid_files::interrupt::clean_up_on_signals(exit::INTERRUPTED);
    exit::code(commands::Cli::parse().run())
}
