//! Programs of the workshop, which are built when they are asked for: `cargo dev train` is a program of `crates/train`, and `cargo
//! dev eval` and `cargo dev peers` are one of `crates/eval`, a workspace of its own. `cargo dev attack` is one of `crates/attack`, and
//! `cargo dev load` one of `crates/serve`; both are given the command that is built before.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::Result;

use crate::commands::{cargo, execute, workspace};

/// Arguments that are passed on as they are, `--help` among them.
#[derive(clap::Args)]
pub struct Arguments {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENTS")]
    arguments: Vec<OsString>,
}

/// Fits models.
pub fn train(arguments: &Arguments) -> Result<()> {
    run(&["--package", "pellucid-train", "--features", "command", "--bin", "train", "--"], arguments)
}

/// Measures Pellucid and its peers.
pub fn eval(arguments: &Arguments) -> Result<()> {
    run(&["--manifest-path", "crates/eval/trials/Cargo.toml", "--"], arguments)
}

/// Installs the peers.
pub fn peers(arguments: &Arguments) -> Result<()> {
    run(&["--manifest-path", "crates/eval/trials/Cargo.toml", "--", "peers"], arguments)
}

/// Attacks the batch engine.
pub fn attack(arguments: &Arguments) -> Result<()> {
    let command = built()?;
    let mut attack = cargo();
    attack.args(["run", "--release", "--quiet", "--locked", "--package", "pellucid-attack", "--features"]);
    attack.args(["command", "--bin", "attack", "--", "--program"]).arg(command);
    execute(attack.args(&arguments.arguments))
}

/// Measures the service.
pub fn load(arguments: &Arguments) -> Result<()> {
    let command = built()?;
    let mut load = cargo();
    load.args([
        "run",
        "--release",
        "--quiet",
        "--locked",
        "--package",
        "pellucid-serve",
        "--features",
        "load",
    ]);
    load.args(["--bin", "load", "--", "--program"]).arg(command);
    execute(load.args(&arguments.arguments))
}

/// Builds the command, and says where it is.
fn built() -> Result<PathBuf> {
    execute(cargo().args(["build", "--release", "--quiet", "--locked", "--package", "pellucid-cli"]))?;
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| workspace().join("target"), PathBuf::from);
    Ok(target.join("release").join("pellucid").with_extension(env::consts::EXE_EXTENSION))
}

fn run(program: &[&str], arguments: &Arguments) -> Result<()> {
    execute(
        cargo().args(["run", "--release", "--quiet", "--locked"]).args(program).args(&arguments.arguments),
    )
}
