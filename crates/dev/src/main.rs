//! `cargo dev …`: the developers' one door.

mod commands;
mod face;
mod generate;
mod instructions;
mod judge;
mod tally;
mod test;
mod train;

use std::process::ExitCode;

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
    /// Measure Pellucid and its peers
    #[command(disable_help_flag = true)]
    Eval(judge::Arguments),
    /// Run all tests: of Rust, of Python, of Spark
    Test(test::Arguments),
    /// Fit the models
    Train(train::Arguments),
    /// Install the peers that eval measures Pellucid against
    #[command(disable_help_flag = true)]
    Peers(judge::Arguments),
    /// List the public items of the library
    Face(face::Arguments),
    /// Write the files which are made by a tool
    Generate(generate::Arguments),
    /// Count the instructions which detection takes
    Instructions(instructions::Arguments),
}

fn main() -> anyhow::Result<ExitCode> {
    match Arguments::parse().command {
        Command::Eval(arguments) => judge::run(None, &arguments),
        Command::Test(arguments) => return test::run(&arguments),
        Command::Train(arguments) => train::run(&arguments),
        Command::Peers(arguments) => judge::run(Some("peers"), &arguments),
        Command::Face(arguments) => face::run(&arguments),
        Command::Generate(arguments) => generate::run(&arguments),
        Command::Instructions(arguments) => instructions::run(&arguments),
    }?;
    Ok(ExitCode::SUCCESS)
}
