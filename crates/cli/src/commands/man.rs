//! `pellucid man`: the manual.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::CommandFactory;
use clap_mangen::Man as Page;
use pellucid_files::Beside;

use super::Cli;
use crate::exit;
use crate::output::Stdout;

/// Generate the manual page, or those of all commands
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct Man {
    /// The folder for the pages of all commands; without it, the main page goes to standard output
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
}

const AFTER_HELP: &str = "\
Examples:
  pellucid man | man -l -
  pellucid man ~/.local/share/man/man1";

impl Man {
    /// Runs the command.
    pub fn run(self) -> Result<u8> {
        let Some(folder) = self.folder else {
            let mut out = Stdout::lock();
            Page::new(Cli::command()).render(&mut out)?;
            out.flush()?;
            return Ok(exit::FINE);
        };
        for (name, page) in pages()? {
            let mut file = Beside::create(&folder.join(&name))?;
            file.write_all(&page).with_context(|| format!("cannot write {name}"))?;
            file.finish()?;
        }
        Ok(exit::FINE)
    }
}

/// The pages of the manual and their file names.
fn pages() -> Result<Vec<(String, Vec<u8>)>> {
    // Building gives every command its full name, `pellucid-detect`, and the options that all share.
    let mut main = Cli::command().disable_help_subcommand(true);
    main.build();
    let mut pages = Vec::new();
    let mut commands = vec![main];
    while let Some(command) = commands.pop() {
        commands.extend(command.get_subcommands().filter(|nested| nested.get_name() != "help").cloned());
        let page = Page::new(command);
        let mut text = Vec::new();
        page.render(&mut text)?;
        pages.push((page.get_filename(), text));
    }
    Ok(pages)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_page() {
        let pages = pages().unwrap();
        let names: Vec<_> = pages.iter().map(|(name, _)| name.as_str()).collect();
        for name in [
            "pellucid.1",
            "pellucid-detect.1",
            "pellucid-train.1",
            "pellucid-train-chared.1",
            "pellucid-model-show.1",
        ] {
            assert!(names.contains(&name), "{names:?}");
        }
        assert!(!names.iter().any(|name| name.contains("help")), "{names:?}");
        for (name, page) in &pages {
            assert!(String::from_utf8_lossy(page).contains("Examples:"), "{name}");
        }
    }
}
