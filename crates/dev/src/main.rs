//! `cargo dev …`: the developers' one door.

mod generate;

use clap::{Parser, Subcommand};

/// What developers do with this project.
#[derive(Parser)]
#[command(name = "cargo dev")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Write the files which are made by a tool
    Generate(generate::Arguments),
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().command {
        Command::Generate(arguments) => generate::run(&arguments),
    }
}
