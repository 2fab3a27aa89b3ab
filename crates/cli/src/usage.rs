//! Usage errors: what clap's grammar cannot express, reported with the usage line of the command they came from.

use std::fmt::Display;

use clap::error::ErrorKind;
use clap::{ArgMatches, Command, CommandFactory};

use crate::commands::Cli;

/// Options or arguments that do not go together. [`crate::exit`] adds the usage line.
pub fn usage(message: impl Display) -> anyhow::Error {
    clap::Error::raw(ErrorKind::ArgumentConflict, message).into()
}

/// The command that a command line chose, down to `train chared`.
pub fn chosen(matches: &ArgMatches) -> Command {
    let mut command = Cli::command();
    // Building gives nested commands their full names.
    command.build();
    let mut inside = matches.subcommand();
    while let Some((name, matches)) = inside {
        let Some(nested) = command.find_subcommand(name).cloned() else { break };
        command = nested;
        inside = matches.subcommand();
    }
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(line: &[&str]) -> String {
        let matches = Cli::command().try_get_matches_from(line).unwrap();
        let error = usage("this makes no sense").downcast::<clap::Error>().unwrap();
        error.format(&mut chosen(&matches)).to_string()
    }

    #[test]
    fn errors_show_the_usage_of_their_command() {
        let error = shown(&["pellucid", "decode", "page.html"]);
        assert!(error.starts_with("error: this makes no sense\n\nUsage: pellucid decode "), "{error}");
        let error = shown(&["pellucid", "train", "chared", "-o", "model", "pages"]);
        assert!(error.contains("Usage: pellucid train chared "), "{error}");
    }
}
