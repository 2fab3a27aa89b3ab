//! The files of the output. Each is written under another name, and gets its own when it is complete.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use arrow_array::RecordBatch;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
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
    file: Option<Part>,
    /// The columns that wait for their group.
    batches: Vec<RecordBatch>,
    waiting: u64,
    groups: Groups,
    is_parquet: bool,
}

/// A file in the making.
struct Part {
    file: File,
    path: PathBuf,
    length: u64,
}

impl Part {
    fn append(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.file.write_all(bytes).map_err(Error::io("write", &self.path))?;
        self.length += bytes.len() as u64;
        Ok(())
    }
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

    /// What cannot be replaced by a file: pipes, terminals, `/dev/null`; and standard output, whatever it leads to.
    fn is_device(&self) -> bool {
        self.path == Path::new("/dev/stdout")
            || fs::metadata(&self.path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
    }

    /// The name of a file in the making.
    fn partial(complete: &Path) -> PathBuf {
        let mut name = complete.file_name().unwrap_or_default().to_owned();
        name.push(".partial");
        complete.with_file_name(name)
    }

    /// The file that is being written.
    fn part(&mut self) -> Result<&mut Part, Error> {
        if self.file.is_none() {
            let complete = self.name(self.shard);
            let (path, options) = match self.is_device() {
                true => (self.path.clone(), OpenOptions::new().append(true).to_owned()),
                false => (
                    Shards::partial(&complete),
                    OpenOptions::new().write(true).create(true).truncate(true).to_owned(),
                ),
            };
            if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
                fs::create_dir_all(folder).map_err(Error::io("make the folder", folder))?;
            }
            let file = options.open(&path).map_err(Error::io("write", &path))?;
            let mut part = Part { file, path, length: 0 };
            if self.is_parquet {
                part.append(MAGIC)?;
                self.groups = Groups::default();
            }
            self.file = Some(part);
        }
        self.file.as_mut().ok_or_else(|| unreachable!("it was just made"))
    }

    /// Goes on where an earlier run was.
    pub fn resume(&mut self, position: &Position) -> Result<(), Error> {
        self.shard = position.shard;
        let Some(length) = position.length else { return Ok(()) };
        let complete = self.name(self.shard);
        let path = Shards::partial(&complete);
        if !path.exists() && complete.exists() {
            // It was completed after the position was noted.
            fs::rename(&complete, &path).map_err(Error::io("go on with", &complete))?;
        }
        let io = || Error::io("go on with", &path);
        let mut file = OpenOptions::new().read(true).write(true).open(&path).map_err(io())?;
        let there = file.metadata().map_err(io())?.len();
        if there < length {
            return Err(Error::new(format!(
                "{} is shorter than it was: it cannot be gone on with",
                path.display()
            )));
        }
        file.set_len(length).map_err(io())?;
        file.seek(SeekFrom::End(0)).map_err(io())?;
        if !position.footer.is_empty() {
            let footer = STANDARD.decode(&position.footer).map_err(io::Error::other).map_err(io())?;
            self.groups = Groups::restore(&footer).map_err(io::Error::other).map_err(io())?;
        }
        self.file = Some(Part { file, path, length });
        Ok(())
    }

    /// Takes a chunk.
    pub fn take(&mut self, chunk: Chunk) -> Result<(), Error> {
        match chunk {
            Chunk::Bytes(bytes) => {
                let length = self.file.as_ref().map_or(0, |part| part.length);
                if self.size.is_some_and(|size| length > 0 && length + bytes.len() as u64 > size) {
                    self.complete()?;
                }
                self.part()?.append(&bytes)
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
        let at = self.part()?.length;
        let group = self.groups.add(&self.batches, at).map_err(io::Error::other);
        let bytes = group.map_err(Error::io("write", &self.path))?;
        self.batches.clear();
        self.waiting = 0;
        let size = self.size;
        let part = self.part()?;
        part.append(&bytes)?;
        if size.is_some_and(|size| part.length >= size) { self.complete() } else { Ok(()) }
    }

    /// What is written is on the disk, and stays there even if the machine fails.
    pub fn sync(&mut self) -> Result<Position, Error> {
        let Some(part) = &mut self.file else {
            return Ok(Position { shard: self.shard, ..Position::default() });
        };
        sync(&part.file).map_err(Error::io("write", &part.path))?;
        let footer =
            self.groups.footer().map_err(io::Error::other).map_err(Error::io("write", &part.path))?;
        Ok(Position { shard: self.shard, length: Some(part.length), footer: STANDARD.encode(footer) })
    }

    /// The file is complete: it gets its name. The next one has the next number.
    fn complete(&mut self) -> Result<(), Error> {
        let Some(mut part) = self.file.take() else { return Ok(()) };
        let complete = self.name(self.shard);
        if self.is_parquet {
            let footer =
                self.groups.footer().map_err(io::Error::other).map_err(Error::io("write", &complete))?;
            part.append(&footer)?;
        }
        sync(&part.file).map_err(Error::io("write", &part.path))?;
        if part.path != self.path {
            fs::rename(&part.path, &complete).map_err(Error::io("write", &complete))?;
            sync_folder(&complete);
        }
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

    /// Whether a later run can go on from here: all that was taken is written, and to a file.
    pub fn can_resume(&self) -> bool {
        self.batches.is_empty() && !self.is_device()
    }

    /// Files with numbers are not replaced: of an earlier output with more of them some would stay, and be taken for this one's.
    pub fn check_new(&self) -> Result<(), Error> {
        let first = self.name(0);
        match self.size.is_some() && first.exists() {
            true => Err(Error::new(format!(
                "{} is there already: remove it and its like, or go on with --resume",
                first.display()
            ))),
            false => Ok(()),
        }
    }

    /// Removes what an earlier run did not complete.
    pub fn discard(&self, position: &Position) -> Result<(), Error> {
        let partial = Shards::partial(&self.name(position.shard));
        match fs::remove_file(&partial) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(Error::io("remove", &partial)(error))
            }
            _ => Ok(()),
        }
    }
}

/// Data and length, on the disk; pipes and devices have none.
fn sync(file: &File) -> io::Result<()> {
    match file.sync_all() {
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        result => result,
    }
}

/// The new name, on the disk, where folders can be synced.
pub fn sync_folder(path: &Path) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // Where it cannot be done, the name comes to the disk a little later.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
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
    fn only_what_goes_to_a_file_is_gone_on_with() {
        let can_resume = |path: &str| Shards::new(Path::new(path), None, GROUP, false).can_resume();
        assert!(can_resume("new.jsonl"));
        // Nothing may be written beside these, least of all in /dev.
        assert!(!can_resume("/dev/null"));
        assert!(!can_resume("/dev/stdout"));
    }
}
