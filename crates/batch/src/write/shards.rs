//! The files of the output. Each is written under another name, and gets its own when it is complete.

use std::path::{Path, PathBuf};
use std::{fs, io};

use arrow_array::RecordBatch;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use pellucid_files::partial::is_device;
use pellucid_files::{Partial, paths};
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
    /// The bytes of the files that are complete.
    complete: u64,
}

/// The files of an output.
pub struct Shards {
    path: PathBuf,
    /// The most bytes of a file; one file, if there is no such bound.
    size: Option<u64>,
    /// The bytes of a group of rows, before they are compressed.
    group: u64,
    shard: u64,
    /// The bytes of the files that are complete.
    complete: u64,
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
            complete: 0,
            file: None,
            batches: Vec::new(),
            waiting: 0,
            groups: Groups::default(),
            is_parquet,
        }
    }

    /// The name of a file when it is complete: with a number before its endings, if there may be several.
    fn name(&self, shard: u64) -> PathBuf {
        match self.size {
            None => self.path.clone(),
            Some(_) => numbered(&self.path, shard),
        }
    }

    /// Where the file that is being written goes. `/dev/stdout` and the like are written as they are.
    fn place(&self) -> PathBuf {
        if is_device(&self.path) { self.path.clone() } else { self.name(self.shard) }
    }

    /// Starts to write: what is wrong with the place shows at once, and nobody else writes there any more.
    pub fn open(&mut self) -> Result<(), Error> {
        self.part().map(drop)
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
        self.complete = position.complete;
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
        let nothing = Position { shard: self.shard, complete: self.complete, ..Position::default() };
        let Some(part) = &mut self.file else { return Ok(nothing) };
        part.sync().map_err(Error::io("write", part.path()))?;
        let footer = self.groups.footer().map_err(io::Error::other);
        let footer = footer.map_err(Error::io("write", part.path()))?;
        Ok(Position { length: Some(part.length()), footer: STANDARD.encode(footer), ..nothing })
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
        self.complete += part.length();
        part.finish().map_err(Error::io("write", &complete))?;
        self.groups = Groups::default();
        self.shard += 1;
        Ok(())
    }

    /// All is written. An output without rows is a file without rows: `empty` is what it holds then.
    pub fn finish(&mut self, empty: Option<Chunk>) -> Result<(), Error> {
        if self.shard == 0 {
            self.part()?;
            if let Some(chunk) = empty.filter(|_| self.batches.is_empty() && self.groups.are_none()) {
                self.take(chunk)?;
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

    /// The files that are there already, under the names of this output.
    pub fn existing(&self) -> Result<Vec<PathBuf>, Error> {
        let is_there = |path: &Path| !is_device(path) && path.symlink_metadata().is_ok();
        match self.size {
            None => Ok(Some(self.path.clone()).filter(|path| is_there(path)).into_iter().collect()),
            Some(_) => self.folder(|name| is_numbered(&self.path, name)),
        }
    }

    /// Removes what earlier runs did not complete.
    pub fn discard(&self) -> Result<(), Error> {
        let places = match self.size {
            None => vec![Partial::name(&self.path)],
            Some(_) => self.folder(|name| {
                let is_partial = name.extension().is_some_and(|ending| ending == "partial");
                is_partial && is_numbered(&self.path, &name.with_extension(""))
            })?,
        };
        for partial in places.iter().filter(|_| !is_device(&self.path)) {
            Partial::discard(&partial.with_extension("")).map_err(Error::io("remove", partial))?;
        }
        Ok(())
    }

    /// The files beside the output whose names are such, sorted.
    fn folder(&self, is_such: impl Fn(&Path) -> bool) -> Result<Vec<PathBuf>, Error> {
        let folder = paths::folder_of(&self.path);
        let mut found = Vec::new();
        let entries = match fs::read_dir(folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(found),
            entries => entries.map_err(Error::io("read", folder))?,
        };
        for entry in entries {
            let name = entry.map_err(Error::io("read", folder))?.file_name();
            found.extend(is_such(Path::new(&name)).then(|| self.path.with_file_name(&name)));
        }
        found.sort();
        Ok(found)
    }

    /// Whether the files that an earlier run completed are all there, as it left them.
    pub fn are_there(&self, position: &Position) -> bool {
        let lengths = (0..position.shard).map(|shard| {
            let metadata = self.name(shard).metadata().ok()?;
            metadata.is_file().then_some(metadata.len())
        });
        lengths.sum::<Option<u64>>() == Some(position.complete)
    }
}

/// The name of one of several files: with a number before its endings.
fn numbered(path: &Path, shard: u64) -> PathBuf {
    let (stem, endings) = split(path);
    path.with_file_name(format!("{stem}-{shard:05}{endings}"))
}

/// Whether this is the name of one of the several files of an output.
pub fn is_numbered(output: &Path, name: &Path) -> bool {
    let (stem, endings) = split(output);
    let name = name.file_name().unwrap_or_default().to_string_lossy();
    let number = name.strip_prefix(&stem).and_then(|rest| rest.strip_prefix('-')?.strip_suffix(&endings));
    number.is_some_and(|number| number.len() >= 5 && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The name of a file without its endings, and these.
fn split(path: &Path) -> (String, String) {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let (stem, endings) = name.split_at(name.find('.').filter(|&at| at > 0).unwrap_or(name.len()));
    (stem.to_owned(), endings.to_owned())
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
        let is_one = |name| is_numbered(Path::new("out/text.jsonl.gz"), Path::new(name));
        assert!(is_one("text-00007.jsonl.gz") && is_one("text-123456.jsonl.gz"));
        for other in [
            "text-7.jsonl.gz",
            "text.jsonl.gz",
            "text-0000x.jsonl.gz",
            "text-00007.jsonl",
            "text-00007-.jsonl.gz",
        ] {
            assert!(!is_one(other), "{other}");
        }
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
