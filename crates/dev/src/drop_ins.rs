//! `cargo dev drop-ins`: the tests of chardet and charset-normalizer, with Pellucid in their place.
//!
//! Their source archives are downloaded to `target/drop-ins`. `crates/python/drop_ins` has the program that runs them, and the list of
//! what differs on purpose.

use std::process::ExitCode;

use anyhow::{Context, Result};

use crate::commands::workspace;
use crate::venv::Venv;

/// Runs the tests of chardet and charset-normalizer with Pellucid in their place.
#[derive(clap::Args)]
pub struct Arguments {
    /// Run only the tests of this library: chardet or charset_normalizer.
    #[arg(long, value_name = "NAME", value_parser = ["chardet", "charset_normalizer"])]
    library: Option<String>,
}

/// Runs them.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let venv = Venv::ready()?;
    venv.build()?;
    let mut python = venv.python();
    python.arg("crates/python/drop_ins/run.py").arg(workspace().join("target/drop-ins"));
    if let Some(library) = &arguments.library {
        python.args(["--library", library]);
    }
    let status = python.status().context("python")?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
