//! The command line: one file for each command.

mod batch;
mod completions;
mod decode;
mod detect;
mod encodings;
mod extract;
mod man;
mod model;
mod plot;
mod strip;
mod train;
mod tune;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// Raw bytes of web pages in, Unicode text out
#[derive(Parser, Debug)]
#[command(
    name = "pellucid",
    version,
    propagate_version = true,
    subcommand_required = true,
    arg_required_else_help = true,
    max_term_width = 100,
    long_about = LONG_ABOUT,
    after_help = "See `pellucid COMMAND --help` for what a command does, with examples.",
    after_long_help = AFTER_LONG_HELP
)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,

    /// Show no progress and no notes; errors are still told
    #[arg(short, long, global = true, display_order = 900)]
    quiet: bool,
}

const LONG_ABOUT: &str = "\
Raw bytes of web pages in, Unicode text out

Finds the encoding of web pages from everything that speaks for one: byte order marks, HTTP headers, what the page \
declares, and above all its content. Decodes pages with it, takes out what they are about, or removes their markup without \
decoding.";

const AFTER_LONG_HELP: &str = "\
Examples:
  pellucid detect page.html                      which encoding is it, and how sure is that?
  pellucid detect --explain page.html            and why?
  pellucid detect --format tsv crawl/ >rows.tsv  a table of a folder with everything below it
  pellucid decode page.html                      the page as UTF-8
  pellucid decode crawl/ -o utf8/                a folder as UTF-8
  curl -s https://example.org/ | pellucid decode
  pellucid extract page.html                     what the page is about, without menus and the like
  pellucid extract --format markdown page.html   the same with headings, lists and tables
  pellucid extract --format jsonl crawl/ >pages.jsonl
  pellucid batch CC-MAIN-*.warc.gz -o text.jsonl.zst    crawl archives in, a corpus out

Exit codes:
  0  every input was answered
  1  some input failed; its row or message says why
  2  the command line makes no sense

A reader of the output who goes away (`| head`) is no error. Ctrl-C leaves no unfinished file behind.";

#[derive(Subcommand, Debug)]
enum Command {
    Detect(detect::Detect),
    Decode(decode::Decode),
    Extract(extract::Extract),
    Batch(batch::Batch),
    Strip(strip::Strip),
    Train(train::Train),
    Tune(tune::Tune),
    Plot(plot::Plot),
    Model(model::Model),
    Encodings(encodings::Encodings),
    Completions(completions::Completions),
    Man(man::Man),
}

impl Cli {
    /// Runs the command and returns the exit code.
    pub fn run(self) -> Result<u8> {
        match self.command {
            Command::Detect(command) => command.run(self.quiet),
            Command::Decode(command) => command.run(self.quiet),
            Command::Extract(command) => command.run(self.quiet),
            Command::Batch(command) => command.run(self.quiet),
            Command::Strip(command) => command.run(self.quiet),
            Command::Train(command) => command.run(self.quiet),
            Command::Tune(command) => command.run(self.quiet),
            Command::Plot(command) => command.run(),
            Command::Model(command) => command.run(),
            Command::Encodings(command) => command.run(),
            Command::Completions(command) => command.run(),
            Command::Man(command) => command.run(),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_which_people_run_has_examples() {
        for command in Cli::command().get_subcommands().filter(|command| command.get_name() != "help") {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.contains("Examples:\n  pellucid "), "{}", command.get_name());
        }
    }
}
