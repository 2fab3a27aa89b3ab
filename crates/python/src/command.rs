//! The command `pellucid`, which comes with the package.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs a line of the command `pellucid`, whose first word is the name of the program. Returns the exit code.
///
/// It reads standard input, and writes to standard output, below Python's own streams. From then on Ctrl-C ends the process.
#[pyfunction]
pub fn command(py: Python<'_>, line: Vec<OsString>) -> u8 {
    py.detach(|| pellucid_cli::run(line))
}
