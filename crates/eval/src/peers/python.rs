//! Detectors of the Python world: `worker.py` in the virtual environment which `cargo dev peers` makes.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, bail};

/// The worker, one function in it for each detector.
const WORKER: &str = include_str!("worker.py");

/// The packages it needs, with the versions that were measured.
pub const REQUIREMENTS: &str = include_str!("requirements.txt");

/// The virtual environment: `PELLUCID_PEERS`, or `peers` in the workspace.
pub fn environment() -> PathBuf {
    match std::env::var_os("PELLUCID_PEERS") {
        Some(folder) => folder.into(),
        None => pellucid_corpora::workspace().join("peers"),
    }
}

/// Its interpreter.
pub fn interpreter() -> PathBuf {
    environment().join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" })
}

/// The command that runs a detector as a worker.
pub fn command(peer: &str) -> Result<Command> {
    let interpreter = interpreter();
    if !interpreter.is_file() {
        bail!("no virtual environment: run `cargo dev peers`");
    }
    let mut command = Command::new(interpreter);
    // Isolated: neither the user's packages nor a file that happens to lie in the working folder.
    command.args(["-I", "-c", WORKER, peer]);
    Ok(command)
}
