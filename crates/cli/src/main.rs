//! The command `pellucid`: raw bytes of web pages in, Unicode text out.
//!
//! A command is a file in `commands/`. What they share is named by what it is about: `hints` (what the caller
//! knows), `hybrid` (options of that method), `extractor` (which one), `inputs` (files, folders, standard input),
//! `output` (where text goes), `rows` (a line about each input), `ordered` (many at once, written in order),
//! `progress`, `interrupt`, `exit`.

use std::process::ExitCode;

use clap::Parser;

mod beside;
mod commands;
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

fn main() -> ExitCode {
    interrupt::clean_up_on_signals();
    exit::code(commands::Cli::parse().run())
}
