//! `cargo dev eval` and `cargo dev peers`: the judge, which is a workspace of its own at `crates/eval`.

use std::ffi::OsString;

use anyhow::Result;

use crate::commands::{cargo, execute};

/// What the judge gets as it is.
#[derive(clap::Args)]
pub struct Arguments {
    /// Arguments of the judge.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENTS")]
    arguments: Vec<OsString>,
}

/// Builds the judge, and runs it.
pub fn run(command: Option<&str>, arguments: &Arguments) -> Result<()> {
    let mut judge = cargo();
    judge.args([
        "run",
        "--release",
        "--quiet",
        "--locked",
        "--manifest-path",
        "crates/eval/trials/Cargo.toml",
        "--",
    ]);
    execute(judge.args(command).args(&arguments.arguments))
}
