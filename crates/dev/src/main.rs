//! `cargo dev …`: the developers' one door.

mod eval;
mod face;
mod generate;
mod instructions;
mod peers;
mod test;
mod train;

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
    /// Measure us and our peers
    Eval(eval::Arguments),
    /// Run all tests: of Rust, of Python, of Spark
    Test(test::Arguments),
    /// Fit the models
    Train(train::Arguments),
    /// Install the peers which eval measures us against
    Peers(peers::Arguments),
    /// List the public items of the library
    Face(face::Arguments),
    /// Write the files which are made by a tool
    Generate(generate::Arguments),
    /// Count the instructions which detection takes
    Instructions(instructions::Arguments),
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().command {
        Command::Eval(arguments) => eval::run(&arguments),
        Command::Test(arguments) => test::run(&arguments),
        Command::Train(arguments) => train::run(&arguments),
        Command::Peers(arguments) => peers::run(&arguments),
        Command::Face(arguments) => face::run(&arguments),
        Command::Generate(arguments) => generate::run(&arguments),
        Command::Instructions(arguments) => instructions::run(&arguments),
    }
}
