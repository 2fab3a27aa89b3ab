//! `pellucid completions`: what a shell needs to complete command lines.

use std::io::Write;

use anyhow::Result;
use clap::CommandFactory;
use clap_complete::Shell;

use super::Cli;
use crate::exit;
use crate::output::Stdout;

/// Generate completions for a shell
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct Completions {
    /// The shell: bash, elvish, fish, powershell or zsh
    #[arg(value_enum, hide_possible_values = true)]
    shell: Shell,
}

const AFTER_HELP: &str = "\
Examples:
  pellucid completions bash >~/.local/share/bash-completion/completions/pellucid
  pellucid completions zsh >~/.zfunc/_pellucid
  pellucid completions fish >~/.config/fish/completions/pellucid.fish";

impl Completions {
    /// Runs the command.
    pub fn run(self) -> Result<u8> {
        // Written to memory first: the generator panics when its writer fails, as a closed pipe does.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "pellucid", &mut script);
        let mut out = Stdout::lock();
        out.write_all(&script)?;
        out.flush()?;
        Ok(exit::FINE)
    }
}
