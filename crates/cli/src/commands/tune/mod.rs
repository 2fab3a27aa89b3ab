//! `pellucid tune`: the best settings of a method for a site.

mod gold;
mod r2l;

use anyhow::Result;
use clap::Subcommand;

/// Tune an extractor to a site, from pages whose main content is known
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct Tune {
    #[command(subcommand)]
    method: Method,
}

const AFTER_HELP: &str = "\
Examples:
  pellucid tune r2l --gold site/ -o site.toml
  pellucid extract --profile site.toml pages/ -o text/
  pellucid plot --profile site.toml page.html -o figure.svg";

#[derive(Subcommand, Debug)]
enum Method {
    R2l(r2l::R2l),
}

impl Tune {
    /// Runs the command.
    pub fn run(self, quiet: bool) -> Result<u8> {
        match self.method {
            Method::R2l(command) => command.run(quiet),
        }
    }
}
