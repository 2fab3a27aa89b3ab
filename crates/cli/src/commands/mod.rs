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
#[cfg(feature = "serve")]
mod serve;
mod show;
mod strip;
mod train;
mod tune;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// Turn the raw bytes of web pages into clear Unicode text
#[derive(Parser, Debug)]
#[command(
    name = "pellucid",
    version,
    propagate_version = true,
    subcommand_required = true,
    arg_required_else_help = true,
    max_term_width = 100,
    long_about = LONG_ABOUT,
    after_help = "Run `pellucid COMMAND --help` for details and examples.",
    after_long_help = AFTER_LONG_HELP
)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,

    /// Suppress progress and notes, but not errors
    #[arg(short, long, global = true, display_order = 900)]
    quiet: bool,
}

const LONG_ABOUT: &str = "\
Turn the raw bytes of web pages into clear Unicode text

Pellucid detects the encoding of a page from all evidence: byte order marks, HTTP headers, what the page declares, and above \
all its content. It decodes pages, repairs them, and extracts their main content.";

const AFTER_LONG_HELP: &str = "\
Examples:
  pellucid show page.html                        the encoding, the reasons, and the main content
  pellucid detect page.html                      the encoding
  pellucid detect --explain page.html            the encoding, with all evidence
  pellucid detect --format tsv crawl/ >rows.tsv  a table about all files of a folder
  pellucid decode page.html                      the page in UTF-8
  pellucid decode crawl/ -o utf8/                a folder in UTF-8
  curl -s https://example.org/ | pellucid decode
  pellucid extract page.html                     the main content, without menus and adverts
  pellucid extract --format markdown page.html   the same with headings, lists and tables
  pellucid extract --format jsonl crawl/ >pages.jsonl
  pellucid batch CC-MAIN-*.warc.gz -o text.jsonl.zst    crawl archives in, a corpus out
  pellucid serve                                 all of this over HTTP, for programs on this machine

Exit codes:
  0    every input was answered
  1    some input failed; its row or a message says why
  2    the command line is wrong
  130  stopped by Ctrl-C

It is not an error if the reader of the output goes away, as in `| head`. Ctrl-C leaves no unfinished file.";

#[derive(Subcommand, Debug)]
enum Command {
    Show(show::Show),
    Detect(detect::Detect),
    Decode(decode::Decode),
    Extract(extract::Extract),
    Batch(batch::Batch),
    #[cfg(feature = "serve")]
    Serve(serve::Serve),
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
            Command::Show(command) => command.run(self.quiet),
            Command::Detect(command) => command.run(self.quiet),
            Command::Decode(command) => command.run(self.quiet),
            Command::Extract(command) => command.run(self.quiet),
            Command::Batch(command) => command.run(self.quiet),
            #[cfg(feature = "serve")]
            Command::Serve(command) => command.run(self.quiet),
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
    fn every_command_has_examples() {
        for command in Cli::command().get_subcommands().filter(|command| command.get_name() != "help") {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.contains("Examples:\n  pellucid "), "{}", command.get_name());
        }
    }
}
