//! A piece of work in, what is found in it out.

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pellucid_files::Input;

use crate::read::archive::{self, Joint};
use crate::read::kind::Archive;
use crate::read::lines::Lines;
use crate::read::page;
use crate::read::pieces::Reading;
use crate::read::rows::Rows;
use crate::read::source::{Source, name};
use crate::record::{Found, Place, Reason, Reject};

/// What is to be read.
#[derive(Clone)]
pub enum Work {
    /// Files of one page each, or what cannot be read.
    Files(Vec<Input>),
    /// A stretch of a WARC file.
    Archive(Arc<Archive>, Range<u64>),
    /// A stretch of a file of JSON lines.
    Lines(PathBuf, Range<u64>),
    /// A group of rows of a Parquet file.
    Rows(PathBuf, usize),
    /// What was read already, from a file that must be read from its beginning.
    Found(Vec<Found>),
}

/// What is found in a piece.
pub struct Finds {
    found: Reader,
}

enum Reader {
    Archive(Box<archive::Records>),
    Lines(Box<Lines<Source>>),
    Rows(Box<Rows>),
    Files(std::vec::IntoIter<Input>, usize),
    Found(std::vec::IntoIter<Found>),
}

impl Work {
    /// Whether it is a stretch that begins where another one ends.
    pub fn is_continuation(&self) -> bool {
        matches!(self, Work::Archive(_, stretch) if stretch.start > 0)
    }

    /// Where it is, as far as that is one place.
    pub fn place(&self) -> Place {
        let stretch = |path: &Path, stretch: &Range<u64>| {
            let length = stretch.end.saturating_sub(stretch.start);
            Place {
                file: name(path),
                offset: stretch.start,
                length: if stretch.end == u64::MAX { 0 } else { length },
            }
        };
        match self {
            Work::Archive(archive, range) => stretch(&archive.path, range),
            Work::Lines(path, range) => stretch(path, range),
            Work::Rows(path, _) => stretch(path, &(0..0)),
            Work::Files(files) => {
                files.first().map_or_else(Place::default, |input| stretch(&input.path, &(0..0)))
            }
            Work::Found(found) => found.first().map_or_else(Place::default, |found| found.place().clone()),
        }
    }

    /// Begins to read. With `exact`, a stretch begins exactly there, whatever it looks like.
    pub fn read(self, reading: &Reading, exact: Option<u64>) -> Result<Finds, Reject> {
        let unreadable = |path: &Path, offset, error: io::Error| {
            Reject::at(Place { file: name(path), offset, length: 0 }, Reason::Unreadable, error.to_string())
        };
        let columns = || reading.columns.clone();
        let found = match self {
            Work::Archive(archive, stretch) => {
                let range = exact.unwrap_or(stretch.start)..stretch.end;
                let path = &archive.path;
                let records = archive::Records::open(
                    path,
                    name(path),
                    &archive.packing,
                    range,
                    exact.is_some(),
                    reading.limit,
                );
                Reader::Archive(Box::new(records.map_err(|error| unreadable(path, stretch.start, error))?))
            }
            Work::Lines(path, stretch) => {
                let within =
                    |source| Lines::within(source, name(&path), columns(), stretch.clone(), reading.limit);
                let lines = Source::open(&path).and_then(within);
                Reader::Lines(Box::new(lines.map_err(|error| unreadable(&path, stretch.start, error))?))
            }
            Work::Rows(path, group) => {
                let rows = Rows::open(&path, name(&path), columns(), group);
                Reader::Rows(Box::new(rows.map_err(|error| unreadable(&path, group as u64, error))?))
            }
            Work::Files(files) => Reader::Files(files.into_iter(), reading.limit),
            Work::Found(found) => Reader::Found(found.into_iter()),
        };
        Ok(Finds { found })
    }
}

impl Finds {
    /// Where a stretch begins; none for work that has no neighbours.
    pub fn joint(&self) -> Option<Joint> {
        match &self.found {
            Reader::Archive(records) => Some(records.joint()),
            _ => None,
        }
    }

    /// Where the stretch ended, when all of it is read: after its last record. None for work that has no neighbours.
    pub fn end(&mut self) -> Option<u64> {
        match &mut self.found {
            Reader::Archive(records) => Some(records.end()),
            _ => None,
        }
    }
}

impl Iterator for Finds {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        match &mut self.found {
            Reader::Archive(records) => records.next(),
            Reader::Lines(lines) => lines.next(),
            Reader::Rows(rows) => rows.next(),
            Reader::Files(files, limit) => files.next().map(|input| page::read(&input, *limit)),
            Reader::Found(found) => found.next(),
        }
    }
}
