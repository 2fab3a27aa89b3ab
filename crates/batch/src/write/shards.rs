//! The files of the output. Each is written under another name, and gets its own when it is complete.

use std::io;
use std::path::{Path, PathBuf};

use arrow_array::RecordBatch;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use pellucid_files::Partial;
use pellucid_files::partial::is_device;
use serde::{Deserialize, Serialize};

use super::encoder::Chunk;
use super::groups::{Groups, MAGIC};
use crate::error::Error;

/// A group of rows is written when it has so many bytes, at the end of a piece of work; at the latest when it has four times
/// as many.
pub const GROUP: u64 = 32 << 20;
const LARGEST: u64 = 4;

/// Where the files of an output stand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// So many files are complete.
    shard: u64,
    /// The next one has so many bytes; none if it does not exist yet.
    length: Option<u64>,
    /// The footer of a Parquet file, if it ended here.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    footer: String,
}

/// The files of an output.
pub struct Shards {
    path: PathBuf,
    /// The most bytes of a file; one file, if there is no such bound.
    size: Option<u64>,
    /// The bytes of a group of rows, before they are compressed.
    group: u64,
    shard: u64,
    file: Option<Partial>,
    /// The columns that wait for their group.
    batches: Vec<RecordBatch>,
    waiting: u64,
    groups: Groups,
    is_parquet: bool,
}

impl Shards {
    /// The files of this output. `/dev/stdout` and the like are written as they are.
    pub fn new(path: &Path, size: Option<u64>, group: u64, is_parquet: bool) -> Shards {
        Shards {
            path: path.to_owned(),
            size,
            group: size.map_or(group, |size| group.min(size)),
            shard: 0,
            file: None,
            batches: Vec::new(),
            waiting: 0,
            groups: Groups::default(),
            is_parquet,
        }
    }

    /// The name of a file when it is complete: with a number before its endings, if there may be several.
    fn name(&self, shard: u64) -> PathBuf {
        if self.size.is_none() {
            return self.path.clone();
        }
        let name = self.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let (stem, endings) = match name.find('.').filter(|&at| at > 0) {
            Some(at) => name.split_at(at),
            None => (&name[..], ""),
        };
        self.path.with_file_name(format!("{stem}-{shard:05}{endings}"))
    }

    /// Where the file that is being written goes. `/dev/stdout` and the like are written as they are.
    fn place(&self) -> PathBuf {
        if is_device(&self.path) { self.path.clone() } else { self.name(self.shard) }
    }

    /// The file that is being written.
    fn part(&mut self) -> Result<&mut Partial, Error> {
        let part = match self.file.take() {
            Some(part) => part,
            None => {
                let place = self.place();
                let mut part = Partial::create(&place).map_err(Error::io("write", &place))?;
                if self.is_parquet {
                    append(&mut part, MAGIC)?;
                    self.groups = Groups::default();
                }
                part
            }
        };
        Ok(self.file.insert(part))
    }

    /// Continues where an earlier run was.
    pub fn resume(&mut self, position: &Position) -> Result<(), Error> {
        self.shard = position.shard;
        let Some(length) = position.length else { return Ok(()) };
        let place = self.name(self.shard);
        let part = Partial::resume(&place, length).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => Error::new(format!(
                "cannot resume: {} is shorter than its journal says; run without --resume to start over",
                Partial::name(&place).display()
            )),
            _ => Error::io("resume", &place)(error),
        })?;
        if !position.footer.is_empty() {
            let damaged = |error| Error::io("resume", &place)(error);
            let footer = STANDARD.decode(&position.footer).map_err(io::Error::other).map_err(damaged)?;
            self.groups = Groups::restore(&footer).map_err(io::Error::other).map_err(damaged)?;
        }
        self.file = Some(part);
        Ok(())
    }

    /// Takes a chunk.
    pub fn take(&mut self, chunk: Chunk) -> Result<(), Error> {
        match chunk {
            Chunk::Bytes(bytes) => {
                let length = self.file.as_ref().map_or(0, Partial::length);
                if self.size.is_some_and(|size| length > 0 && length + bytes.len() as u64 > size) {
                    self.complete()?;
                }
                append(self.part()?, &bytes)
            }
            Chunk::Batch(batch) => {
                self.waiting += batch.get_array_memory_size() as u64;
                self.batches.push(batch);
                if self.waiting >= self.group.saturating_mul(LARGEST) { self.write_group() } else { Ok(()) }
            }
        }
    }

    /// A piece of work is written.
    pub fn piece_ends(&mut self) -> Result<(), Error> {
        if self.waiting >= self.group { self.write_group() } else { Ok(()) }
    }

    /// Writes the rows that wait as a group.
    fn write_group(&mut self) -> Result<(), Error> {
        if self.batches.is_empty() {
            return Ok(());
        }
        let at = self.part()?.length();
        let group = self.groups.add(&self.batches, at).map_err(io::Error::other);
        let bytes = group.map_err(Error::io("write", &self.path))?;
        self.batches.clear();
        self.waiting = 0;
        let size = self.size;
        let part = self.part()?;
        append(part, &bytes)?;
        if size.is_some_and(|size| part.length() >= size) { self.complete() } else { Ok(()) }
    }

    /// What is written is on the disk, and stays there even if the machine fails.
    pub fn sync(&mut self) -> Result<Position, Error> {
        let Some(part) = &mut self.file else {
            return Ok(Position { shard: self.shard, ..Position::default() });
        };
        part.sync().map_err(Error::io("write", part.path()))?;
        let footer = self.groups.footer().map_err(io::Error::other);
        let footer = footer.map_err(Error::io("write", part.path()))?;
        Ok(Position { shard: self.shard, length: Some(part.length()), footer: STANDARD.encode(footer) })
    }

    /// The file is complete: it gets its name. The next one has the next number.
    fn complete(&mut self) -> Result<(), Error> {
        let Some(mut part) = self.file.take() else { return Ok(()) };
        let complete = self.place();
        if self.is_parquet {
            let footer =
                self.groups.footer().map_err(io::Error::other).map_err(Error::io("write", &complete))?;
            append(&mut part, &footer)?;
        }
        part.finish().map_err(Error::io("write", &complete))?;
        self.groups = Groups::default();
        self.shard += 1;
        Ok(())
    }

    /// All is written. An output without rows is a file without rows: `empty` is what it holds then.
    pub fn finish(&mut self, empty: Option<Chunk>) -> Result<(), Error> {
        if self.shard == 0 && self.file.is_none() && self.batches.is_empty() {
            match empty {
                Some(chunk) => self.take(chunk)?,
                None => drop(self.part()?),
            }
        }
        if !self.batches.is_empty() {
            self.write_group()?;
        }
        self.complete()
    }

    /// Whether a later run can continue from here: all that was taken is written, and to a file.
    pub fn can_resume(&self) -> bool {
        self.batches.is_empty() && !is_device(&self.path)
    }

    /// Files with numbers are not replaced: of an earlier output with more of them some would stay, and be taken for this one's.
    pub fn check_new(&self) -> Result<(), Error> {
        let first = self.name(0);
        match self.size.is_some() && first.exists() {
            true => Err(Error::new(format!(
                "{} is there already: remove it and its like, or continue with --resume",
                first.display()
            ))),
            false => Ok(()),
        }
    }

    /// Removes what an earlier run did not complete.
    pub fn discard(&self, position: &Position) -> Result<(), Error> {
        let place = self.name(position.shard);
        Partial::discard(&place).map_err(Error::io("remove", &Partial::name(&place)))
    }
}

fn append(part: &mut Partial, bytes: &[u8]) -> Result<(), Error> {
    part.append(bytes).map_err(|error| Error::io("write", part.path())(error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_numbers_where_there_may_be_several() {
        let shards = |size| Shards::new(Path::new("out/text.jsonl.gz"), size, GROUP, false);
        assert_eq!(shards(None).name(0), Path::new("out/text.jsonl.gz"));
        assert_eq!(shards(Some(1)).name(7), Path::new("out/text-00007.jsonl.gz"));
    }

    #[cfg(unix)]
    #[test]
    fn only_what_goes_to_a_file_is_resumed() {
        let can_resume = |path: &str| Shards::new(Path::new(path), None, GROUP, false).can_resume();
        assert!(can_resume("new.jsonl"));
        // Nothing may be written beside these, least of all in /dev.
        assert!(!can_resume("/dev/null"));
        assert!(!can_resume("/dev/stdout"));
    }
}
