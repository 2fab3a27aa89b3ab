//! How far a run is, on the disk: what a later run needs to resume it, and to know that it is complete.
//!
//! The journal is one file beside the output, and a run has it locked: so an output has one writer. Each note is a line with its
//! checksum before it. A new note is never written over the last one, but before it, where there is room, or else after it. So at
//! every moment there is a whole note in the file, and the file stays small.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use pellucid_files::{lock, paths};
use serde::{Deserialize, Serialize};
use sha1::{Digest, Sha1};

use crate::error::Error;
use crate::read::mark::Mark;
use crate::tally::Tally;
use crate::write::Position;

/// How far a run is. Everything before is on the disk, and nothing after is needed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// The how many-th it is.
    pub number: u64,
    /// A sum of all options that the output depends on.
    pub job: String,
    /// A sum of all inputs.
    pub inputs: String,
    /// How far the inputs are read.
    pub mark: Mark,
    /// Where the last stretch of an archive ended.
    pub end: Option<u64>,
    /// How far the output and the rejects are written.
    pub output: Position,
    pub rejects: Position,
    /// What was counted.
    pub tally: Tally,
    /// Whether all outputs have their names: there is nothing to resume.
    pub is_complete: bool,
}

/// The journal of an output.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    /// The last note, and where it is.
    last: Option<(Note, Range<u64>)>,
    /// Whether there is something in it, but no note.
    is_damaged: bool,
}

/// Where it is kept: beside the output.
pub fn path(output: &Path) -> PathBuf {
    let mut name = output.file_name().unwrap_or_default().to_owned();
    name.push(".resume");
    output.with_file_name(name)
}

/// The sum of some bytes.
pub fn sum(bytes: impl AsRef<[u8]>) -> String {
    Sha1::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Journal {
    /// Opens the journal of an output for one run alone. There is none yet: then it is empty.
    pub fn open(output: &Path) -> Result<Journal, Error> {
        let path = path(output);
        let folder = paths::folder_of(&path);
        fs::create_dir_all(folder).map_err(Error::io("make the folder", folder))?;
        let mut file = lock::open(&path, true).map_err(|error| match error.kind() {
            ErrorKind::ResourceBusy => Error::new(format!(
                "another run is writing {}: wait until it ends, or choose another output",
                output.display()
            )),
            _ => Error::io("write", &path)(error),
        })?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(Error::io("read", &path))?;
        let last = last(&bytes);
        Ok(Journal { is_damaged: last.is_none() && !bytes.is_empty(), file, path, last })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What the last run noted, if there was one.
    pub fn last(&self) -> Option<&Note> {
        self.last.as_ref().map(|(note, _)| note)
    }

    /// Whether there is something in it, but no note. It may be somebody else's file.
    pub fn is_damaged(&self) -> bool {
        self.is_damaged
    }

    /// Forgets all notes.
    pub fn clear(&mut self) -> Result<(), Error> {
        self.last = None;
        self.is_damaged = false;
        self.file.set_len(0).map_err(Error::io("write", &self.path))
    }

    /// Notes how far the run is. Afterwards that is on the disk.
    pub fn write(&mut self, mut note: Note) -> Result<(), Error> {
        note.number = self.last().map_or(0, |last| last.number + 1);
        let is_first = self.last.is_none();
        let mut write = || -> io::Result<Range<u64>> {
            let line = line(&note)?;
            let length = line.len() as u64;
            let at = match &self.last {
                Some((_, last)) if length > last.start => last.end,
                _ => 0,
            };
            self.file.seek(SeekFrom::Start(at))?;
            self.file.write_all(&line)?;
            self.file.sync_all()?;
            Ok(at..at + length)
        };
        let place = write().map_err(Error::io("write", &self.path))?;
        if is_first {
            paths::sync_folder(&self.path);
        }
        self.last = Some((note, place));
        Ok(())
    }
}

/// A run that noted nothing leaves nothing.
impl Drop for Journal {
    fn drop(&mut self) {
        if self.last.is_none() && !self.is_damaged {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// A note as a line: its sum, a space, and itself.
fn line(note: &Note) -> io::Result<Vec<u8>> {
    let json = serde_json::to_vec(note)?;
    Ok([sum(&json).as_bytes(), b" ", &json, b"\n"].concat())
}

/// The last note, and where it is. What is left of notes that others were written over has no valid sum.
fn last(bytes: &[u8]) -> Option<(Note, Range<u64>)> {
    let mut at = 0;
    let notes = bytes.split_inclusive(|byte| *byte == b'\n').filter_map(|line| {
        let start = at;
        at += line.len() as u64;
        let (sum_of_it, json) = line.strip_suffix(b"\n")?.split_at_checked(40)?;
        let json = json.strip_prefix(b" ").filter(|json| sum(json).as_bytes() == sum_of_it)?;
        Some((serde_json::from_slice::<Note>(json).ok()?, start..at))
    });
    notes.max_by_key(|(note, _)| note.number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(inputs: &str) -> Note {
        Note {
            number: 0,
            job: String::new(),
            inputs: inputs.into(),
            mark: Mark::default(),
            end: None,
            output: Position::default(),
            rejects: Position::default(),
            tally: Tally::default(),
            is_complete: false,
        }
    }

    #[test]
    fn a_note_that_is_half_written_is_as_if_it_were_not_there() {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("text.jsonl");
        let place = path(&output);
        let mut journal = Journal::open(&output).unwrap();
        for n in 0..50 {
            let before = fs::read(&place).unwrap();
            // Of every length, so that they do not fit where others were.
            let inputs = "x".repeat(n * 37 % 60);
            journal.write(note(&inputs)).unwrap();
            let after = fs::read(&place).unwrap();
            let (last, at) = last(&after).unwrap();
            assert_eq!((last.number, last.inputs), (n as u64, inputs));
            if n == 0 {
                continue;
            }
            // A kill may leave any beginning of what is written, or any part of it, if the machine fails.
            for kept in (at.start..at.end).step_by(7) {
                let mut torn = before.clone();
                torn.resize(torn.len().max(kept as usize), 0);
                torn[at.start as usize..kept as usize]
                    .copy_from_slice(&after[at.start as usize..kept as usize]);
                assert_eq!(super::last(&torn).unwrap().0.number, n as u64 - 1, "{kept} of {at:?}");
            }
        }
        assert!(fs::read(&place).unwrap().len() < 2000, "it grows");
        drop(journal);
        assert_eq!(Journal::open(&output).unwrap().last().unwrap().number, 49);
    }

    #[test]
    fn it_belongs_to_one_run_and_a_run_that_notes_nothing_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("new/text.jsonl");
        let journal = Journal::open(&output).unwrap();
        let error = Journal::open(&output).unwrap_err().to_string();
        assert!(error.starts_with("another run is writing ") && error.contains("text.jsonl"), "{error}");
        drop(journal);
        assert!(!path(&output).exists());
        fs::write(path(&output), "a letter to a friend\n").unwrap();
        let journal = Journal::open(&output).unwrap();
        assert!(journal.is_damaged() && journal.last().is_none());
        drop(journal);
        assert!(path(&output).exists());
    }
}
