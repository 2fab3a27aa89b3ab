//! `cargo dev …`: the developers' one door.

mod eval;
mod peers;

use std::process::ExitCode;

use clap::Parser;

/// The workshop of Pellucid.
#[derive(Parser)]
#[command(name = "cargo dev", disable_version_flag = true)]
enum Dev {
    Eval(eval::Args),
    Peers(peers::Args),
}

fn main() -> ExitCode {
    let result = match Dev::parse() {
        Dev::Eval(args) => eval::run(args),
        Dev::Peers(args) => peers::run(args),
    };
    result.unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::from(2)
    })
}
