//! The command `pellucid`: see the library of this crate.

use std::process::ExitCode;

fn main() -> ExitCode {
    pellucid_cli::run(std::env::args_os()).into()
}
