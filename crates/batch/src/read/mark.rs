//! How far the inputs were handed out, and a sum of those that were: what a later run needs to continue with the same inputs.

use std::fs;
use std::time::UNIX_EPOCH;

use pellucid_files::Input;
use serde::{Deserialize, Serialize};
use sha1::{Digest, Sha1};

/// How far the inputs were handed out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// So many inputs are done.
    pub inputs: u64,
    /// And so many pieces of the next one.
    pub pieces: u64,
    /// A sum of the names, sizes and times of all inputs that were touched: a run is resumed only if they are the same.
    pub sum: String,
}

/// The sum of the inputs up to this one.
pub fn summed(sum: &str, input: &Input) -> String {
    let mut hash = Sha1::new();
    hash.update(sum);
    hash.update(input.path.as_os_str().as_encoded_bytes());
    // A pipe has another time whenever somebody writes to it.
    if let Some(metadata) = fs::metadata(&input.path).ok().filter(fs::Metadata::is_file) {
        hash.update(metadata.len().to_le_bytes());
        let time = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        hash.update(time.map_or(0, |time| time.as_nanos()).to_le_bytes());
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
