//! How far a run is, on the disk: what a later run needs to resume it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use pellucid_files::Partial;
use serde::{Deserialize, Serialize};
use sha1::{Digest, Sha1};

use crate::error::Error;
use crate::read::mark::Mark;
use crate::tally::Tally;
use crate::write::Position;

/// How far a run is. Everything before is on the disk, and nothing after is needed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Journal {
    /// A sum of all options that the output depends on.
    pub job: String,
    /// How far the inputs are read.
    pub mark: Mark,
    /// Where the last stretch of an archive ended.
    pub end: Option<u64>,
    /// How far the output and the rejects are written.
    pub output: Position,
    pub rejects: Position,
    /// What was counted.
    pub tally: Tally,
}

/// Where it is kept: beside the output.
pub fn path(output: &Path) -> PathBuf {
    let mut name = output.file_name().unwrap_or_default().to_owned();
    name.push(".resume");
    output.with_file_name(name)
}

/// The sum of a job's options.
pub fn sum(fingerprint: &str) -> String {
    Sha1::digest(fingerprint).iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Journal {
    /// The one of a run that was stopped, if there is one.
    pub fn read(path: &Path) -> Result<Option<Journal>, Error> {
        match fs::read(path) {
            Ok(bytes) => {
                let journal = serde_json::from_slice(&bytes).map_err(io::Error::other);
                journal.map(Some).map_err(Error::io("read", path))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(Error::io("read", path)(error)),
        }
    }

    /// Takes the place of the one before, whole or not at all.
    pub fn write(&self, path: &Path) -> Result<(), Error> {
        let write = || -> io::Result<()> {
            let mut file = Partial::create(path)?;
            file.append(&serde_json::to_vec(self).map_err(io::Error::other)?)?;
            file.finish()
        };
        write().map_err(Error::io("write", path))
    }
}
