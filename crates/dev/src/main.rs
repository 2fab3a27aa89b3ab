//! `cargo dev …`: the developers' one door.

mod apt;
mod chromium;
mod commands;
mod compiler;
mod drop_ins;
mod face;
mod fuzz;
mod generate;
mod instructions;
mod release;
mod site;
mod tally;
mod test;
mod uchardet;
mod venv;
mod web;
#[cfg(test)]
mod workflows;
mod workshop;

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
    /// Attack the batch engine, and count what is lost
    #[command(disable_help_flag = true)]
    Attack(workshop::Arguments),
    /// Measure Pellucid and its peers
    #[command(disable_help_flag = true)]
    Eval(workshop::Arguments),
    /// Measure the service under load, beside FastAPI and trafilatura
    #[command(disable_help_flag = true)]
    Load(workshop::Arguments),
    /// Run the tests of chardet and charset-normalizer with Pellucid in their place
    DropIns(drop_ins::Arguments),
    /// Build what users install, install it in empty folders, and run it
    Release(release::Arguments),
    /// Make the documentation into a site
    Site(site::Arguments),
    /// Run all tests: of Rust, of Python, of JavaScript, of Spark
    Test(test::Arguments),
    /// Fit the models
    #[command(disable_help_flag = true)]
    Train(workshop::Arguments),
    /// Install the peers that eval measures Pellucid against
    #[command(disable_help_flag = true)]
    Peers(workshop::Arguments),
    /// List the public items of the library
    Face(face::Arguments),
    /// Run fuzz targets
    Fuzz(fuzz::Arguments),
    /// Write the files which are made by a tool
    Generate(generate::Arguments),
    /// Count the instructions which detection takes
    Instructions(instructions::Arguments),
    /// Build the npm package and the inspector
    Web(web::Arguments),
}

fn main() -> anyhow::Result<ExitCode> {
    match Arguments::parse().command {
        Command::Attack(arguments) => workshop::attack(&arguments),
        Command::Eval(arguments) => workshop::eval(&arguments),
        Command::Load(arguments) => workshop::load(&arguments),
        Command::DropIns(arguments) => return drop_ins::run(&arguments),
        Command::Release(arguments) => return release::run(&arguments),
        Command::Test(arguments) => return test::run(&arguments),
        Command::Train(arguments) => workshop::train(&arguments),
        Command::Peers(arguments) => workshop::peers(&arguments),
        Command::Site(arguments) => site::run(&arguments),
        Command::Face(arguments) => face::run(&arguments),
        Command::Fuzz(arguments) => fuzz::run(&arguments),
        Command::Generate(arguments) => generate::run(&arguments),
        Command::Instructions(arguments) => instructions::run(&arguments),
        Command::Web(arguments) => web::run(&arguments),
    }?;
    Ok(ExitCode::SUCCESS)
}
