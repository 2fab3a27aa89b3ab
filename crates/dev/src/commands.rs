//! Commands that this one runs.

use std::env;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// The root folder of the source.
pub fn workspace() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here)
}

/// The cargo that runs this program, in the root of the workspace.
pub fn cargo() -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(workspace());
    cargo
}

/// Whether a command is there and succeeds.
pub fn succeeds(command: &[&str]) -> bool {
    let (program, arguments) = command.split_first().unwrap_or((&"false", &[]));
    let status = Command::new(program).args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

/// Runs a command, with its output for everyone to see.
pub fn execute(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("{:?}", command.get_program()))?;
    if !status.success() {
        bail!("{:?} ended with {status}", command.get_program());
    }
    Ok(())
}
