//! What can go wrong with a run as a whole. Records that fail do not: they are rejects.

use std::fmt;
use std::io;
use std::path::Path;

/// Why a run could not go on.
#[derive(Debug)]
pub struct Error {
    what: String,
    source: Option<io::Error>,
}

impl Error {
    /// Something makes no sense.
    pub fn new(what: impl Into<String>) -> Error {
        Error { what: what.into(), source: None }
    }

    /// A file could not be written, read, renamed.
    pub(crate) fn io(doing: &str, path: &Path) -> impl FnOnce(io::Error) -> Error {
        let what = format!("cannot {doing} {}", path.display());
        move |source| Error { what, source: Some(source) }
    }

    /// The error of the system, if it is one.
    pub fn io_error(&self) -> Option<&io::Error> {
        self.source.as_ref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_ref().map(|source| source as _)
    }
}
