//! How a run ends, as the shell sees it.

use std::io::{self, ErrorKind, Write};

use clap::Command;

/// Every input was answered.
pub const FINE: u8 = 0;
/// Some input failed, or the whole run did; standard error says which and why.
pub const FAILED: u8 = 1;
/// The command line makes no sense. clap uses the same number.
#[cfg(test)]
pub const USAGE: u8 = 2;
/// With `--strict`: something was skipped because it is damaged.
pub const LOST: u8 = 3;
/// Stopped by Ctrl-C or a request to terminate: 128 + SIGINT, as shells report it.
pub const INTERRUPTED: u8 = 130;

/// The code of a run in which so many inputs failed.
pub fn after(failed: u64) -> u8 {
    if failed == 0 { FINE } else { FAILED }
}

/// Turns what a command returns into the code of the process, and reports an error. A usage error shows the usage of the
/// command.
pub fn code(result: anyhow::Result<u8>, command: impl FnOnce() -> Command) -> u8 {
    match result {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => FINE,
        Err(error) => match error.downcast::<clap::Error>() {
            Ok(usage) => shown(&usage.format(&mut command())),
            Err(error) => {
                // If standard error is gone, nobody can read this, and that is no reason to panic.
                let _ = writeln!(io::stderr(), "pellucid: {error:#}");
                FAILED
            }
        },
    }
}

/// Shows what clap has to say, an error or the help that was asked for, and returns its code.
pub fn shown(error: &clap::Error) -> u8 {
    // If the stream is gone, nobody can read this.
    let _ = error.print();
    error.exit_code().try_into().unwrap_or(FAILED)
}

/// Whether the reader of our output went away, as `head` does when it has seen enough. That is not an error.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    // What writes JSON shows the kind of an error, but not the error.
    let kind = |cause: &(dyn std::error::Error + 'static)| {
        let of_json = || cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind);
        cause.downcast_ref::<io::Error>().map(io::Error::kind).or_else(of_json)
    };
    error.chain().any(|cause| kind(cause) == Some(ErrorKind::BrokenPipe))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_pipe_is_found_below_its_context() {
        let error = anyhow::Error::from(io::Error::from(ErrorKind::BrokenPipe)).context("standard output");
        assert!(is_broken_pipe(&error));
        assert!(!is_broken_pipe(&io::Error::from(ErrorKind::NotFound).into()));
    }

    #[test]
    fn clap_agrees_on_the_code_of_a_usage_error() {
        let error = clap::Error::new(clap::error::ErrorKind::ArgumentConflict);
        assert_eq!(error.exit_code(), i32::from(USAGE));
    }
}
