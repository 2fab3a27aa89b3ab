//! An input that is read twice: once to find its encoding, once to decode it.

use std::io::{Read, Seek, Write};

use anyhow::{Context, Result};
use pellucid_files::Input;
use tempfile::{SpooledTempFile, spooled_tempfile};

use crate::inputs::pieces;

/// What is kept in memory of an input that can be read only once; more goes to a temporary file without a name,
/// which vanishes with the process however it ends.
const IN_MEMORY: usize = 8 * 1024 * 1024;

/// An input after its first reading.
pub struct Reread {
    input: Input,
    kept: Option<SpooledTempFile>,
}

impl Reread {
    /// Does the first reading.
    pub fn first(input: Input, mut take: impl FnMut(&[u8])) -> Result<Reread> {
        let mut kept = if input.can_reopen() { None } else { Some(spooled_tempfile(IN_MEMORY)) };
        pieces(input.open()?, |piece| {
            take(piece);
            match &mut kept {
                Some(file) => file.write_all(piece).context("cannot keep the input in a temporary file"),
                None => Ok(()),
            }
        })?;
        Ok(Reread { input, kept })
    }

    /// Does without a first reading.
    pub fn skip_first(input: Input) -> Reread {
        Reread { input, kept: None }
    }

    /// For a copy: as it is, compressed or not.
    pub fn raw(self) -> Result<Box<dyn Read + Send>> {
        if self.kept.is_some() { self.second() } else { Ok(self.input.open_raw()?) }
    }

    /// For the second reading, from the start.
    pub fn second(self) -> Result<Box<dyn Read + Send>> {
        match self.kept {
            Some(mut file) => {
                file.rewind().context("cannot read the temporary file")?;
                Ok(Box::new(file))
            }
            None => Ok(self.input.open()?),
        }
    }
}
