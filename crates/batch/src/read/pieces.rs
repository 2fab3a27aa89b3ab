//! Inputs in, pieces of work out: each can be worked on by itself, and their results, one after the other, are those of the
//! whole. So a piece is what one thread does at a time, and what is done again after a kill.

use std::fs;
use std::io::{self, BufReader};
use std::iter::Peekable;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};
use sha1::{Digest, Sha1};

use crate::read::archive::{self, Joint, Packing};
use crate::read::columns::Columns;
use crate::read::http;
use crate::read::inputs::Input;
use crate::read::lines::Lines;
use crate::read::rows::{self, Rows};
use crate::read::source::{Codec, Source};
use crate::record::{Found, Place, Reason, Record, Reject};

/// A piece of a compressed archive, unless asked for otherwise: some 40 MB of pages, less than a second of work.
pub const PIECE: u64 = 8 << 20;
/// Where nothing is compressed, a piece has so many times as many bytes.
const PLAIN: u64 = 4;
/// Pages in files of their own, or out of a stream, that are worked on together; or as many as have the bytes of a piece.
const PAGES: usize = 256;

/// How inputs are read.
#[derive(Clone, Debug)]
pub struct Reading {
    /// Where tables have their pages.
    pub columns: Columns,
    /// The most bytes of a page.
    pub limit: usize,
    /// The bytes of a piece.
    pub piece: u64,
}

/// A piece of work.
pub struct Piece {
    /// What is to be read.
    pub work: Work,
    /// How many bytes of the inputs it stands for.
    pub bytes: u64,
    /// Where we are when it is done.
    pub after: Mark,
}

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

/// A WARC file.
pub struct Archive {
    path: PathBuf,
    packing: Packing,
}

/// How far the inputs were handed out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// So many inputs are done.
    pub inputs: u64,
    /// And so many pieces of the next one.
    pub pieces: u64,
    /// A sum of the names, sizes and times of all inputs that were touched: whether they are the same is asked before going
    /// on.
    pub sum: String,
}

/// The name of a file in rows.
fn name(path: &Path) -> Arc<str> {
    path.to_string_lossy().into()
}

/// The pieces of all inputs, in their order.
pub struct Pieces<I: Iterator<Item = Input>> {
    inputs: Peekable<I>,
    reading: Reading,
    mark: Mark,
    current: Option<Current>,
    within: Option<Range<u64>>,
}

/// The input that is being handed out.
struct Current {
    kind: Kind,
    path: PathBuf,
    size: u64,
    /// The sum of the inputs when it is done.
    sum: String,
}

/// What an input is.
enum Kind {
    Archive(Arc<Archive>),
    Lines,
    Rows(usize),
    /// To be read from its beginning.
    Stream(Peekable<Box<dyn Iterator<Item = Found> + Send>>),
    Page,
}

/// The inputs are not those of the run that is to be resumed.
#[derive(Debug)]
pub struct Changed;

impl<I: Iterator<Item = Input>> Pieces<I> {
    /// From the beginning.
    pub fn new(inputs: I, reading: Reading) -> Pieces<I> {
        Pieces { inputs: inputs.peekable(), reading, mark: Mark::default(), current: None, within: None }
    }

    /// Only what begins in this stretch of an archive. Files that cannot be entered in the middle are in the first one.
    pub fn within(mut self, stretch: Option<Range<u64>>) -> Pieces<I> {
        self.within = stretch;
        self
    }

    /// Goes on where a run was before.
    pub fn skip_to(&mut self, mark: &Mark) -> Result<(), Changed> {
        while self.mark.inputs < mark.inputs {
            let input = self.inputs.next().ok_or(Changed)?;
            self.mark.sum = summed(&self.mark.sum, &input);
            self.mark.inputs += 1;
        }
        while self.mark.pieces < mark.pieces {
            // Pieces of a stream have to be read to be skipped; others are only counted.
            self.next().ok_or(Changed)?;
            if self.mark.inputs > mark.inputs {
                return Err(Changed);
            }
        }
        if self.mark == *mark { Ok(()) } else { Err(Changed) }
    }

    /// What the next input is. Pages are left where they are, to be taken together.
    fn enter(&mut self) -> Option<Piece> {
        let input = self.inputs.peek()?;
        let Ok(path) = input else { return None };
        let kind = match kind(path, &self.reading) {
            Ok(Kind::Page) => return None,
            Ok(kind) => kind,
            Err(error) => {
                let path = path.clone();
                let sum = self.advance();
                let reject = Reject::at(
                    Place { file: name(&path), ..Place::default() },
                    Reason::Unreadable,
                    error.to_string(),
                );
                self.mark = Mark { inputs: self.mark.inputs + 1, pieces: 0, sum };
                return Some(Piece {
                    work: Work::Found(vec![Found::Other(reject)]),
                    bytes: 0,
                    after: self.mark.clone(),
                });
            }
        };
        let path = path.clone();
        let size = fs::metadata(&path).map_or(0, |metadata| metadata.len());
        let sum = self.advance();
        self.current = Some(Current { kind, path, size, sum });
        None
    }

    /// Takes the next input, and gives the sum with it.
    fn advance(&mut self) -> String {
        match self.inputs.next() {
            Some(input) => summed(&self.mark.sum, &input),
            None => self.mark.sum.clone(),
        }
    }

    /// The one piece that a stretch is; none for what is read by whoever has the beginning.
    fn one_stretch(&mut self, within: Range<u64>) -> Option<Piece> {
        let current = self.current.take()?;
        let bytes = within.end.min(current.size).saturating_sub(within.start);
        let work = match current.kind {
            Kind::Archive(archive) => Work::Archive(archive, within),
            Kind::Lines => Work::Lines(current.path, within),
            Kind::Rows(_) | Kind::Stream(_) | Kind::Page => return None,
        };
        Some(Piece { work, bytes, after: self.mark.clone() })
    }

    /// Files of one page each.
    fn files(&mut self) -> Option<Piece> {
        let (mut files, mut bytes) = (Vec::new(), 0);
        while files.len() < PAGES && bytes < self.reading.piece {
            let Some(input) = self.inputs.peek() else { break };
            if let Ok(path) = input {
                // The first one was looked at before.
                if !files.is_empty() && !matches!(kind(path, &self.reading), Ok(Kind::Page)) {
                    break;
                }
                bytes += fs::metadata(path).map_or(0, |metadata| metadata.len());
            }
            files.push(input.clone());
            self.mark.sum = self.advance();
            self.mark.inputs += 1;
        }
        (!files.is_empty()).then(|| Piece { work: Work::Files(files), bytes, after: self.mark.clone() })
    }
}

impl<I: Iterator<Item = Input>> Iterator for Pieces<I> {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        if self.current.is_none() {
            if let Some(piece) = self.enter() {
                return Some(piece);
            }
            if self.current.is_none() {
                let is_later = self.within.as_ref().is_some_and(|within| within.start > 0);
                return if is_later { None } else { self.files() };
            }
        }
        let current = self.current.as_mut()?;
        let can_be_entered = matches!(current.kind, Kind::Archive(_) | Kind::Lines);
        if let Some(within) = self.within.clone().filter(|within| can_be_entered || within.start > 0) {
            return self.one_stretch(within);
        }
        let (n, piece) = (self.mark.pieces, self.reading.piece.max(1));
        let stretch = |size: u64| size * n..(size * (n + 1)).min(current.size);
        let (work, bytes, is_last) = match &mut current.kind {
            Kind::Archive(archive) => {
                let size = if matches!(archive.packing, Packing::Plain) { PLAIN * piece } else { piece };
                let stretch = stretch(size);
                let is_last = stretch.end >= current.size;
                // The last one goes on for as long as the file does, should it grow meanwhile.
                let end = if is_last { u64::MAX } else { stretch.end };
                (Work::Archive(archive.clone(), stretch.start..end), stretch.end - stretch.start, is_last)
            }
            Kind::Lines => {
                let stretch = stretch(PLAIN * piece);
                let is_last = stretch.end >= current.size;
                (Work::Lines(current.path.clone(), stretch.clone()), stretch.end - stretch.start, is_last)
            }
            Kind::Rows(groups) => {
                let is_last = n + 1 >= *groups as u64;
                let work = if *groups == 0 {
                    Work::Found(Vec::new())
                } else {
                    Work::Rows(current.path.clone(), n as usize)
                };
                (work, current.size / (*groups as u64).max(1), is_last)
            }
            Kind::Stream(stream) => {
                let (mut found, mut bytes) = (Vec::new(), 0);
                while found.len() < PAGES && bytes < piece {
                    let Some(one) = stream.next() else { break };
                    if let Found::Page(record) = &one {
                        bytes += record.body.len() as u64;
                    }
                    found.push(one);
                }
                let is_last = stream.peek().is_none();
                // How much of the file was read is not known: it counts when it is done.
                (Work::Found(found), if is_last { current.size } else { 0 }, is_last)
            }
            Kind::Page => return None,
        };
        if is_last {
            let sum = std::mem::take(&mut current.sum);
            self.current = None;
            self.mark = Mark { inputs: self.mark.inputs + 1, pieces: 0, sum };
        } else {
            self.mark = Mark { inputs: self.mark.inputs, pieces: n + 1, sum: current.sum.clone() };
        }
        Some(Piece { work, bytes, after: self.mark.clone() })
    }
}

/// The sum of the inputs up to this one.
fn summed(sum: &str, input: &Input) -> String {
    let (Ok(path) | Err((path, _))) = input;
    let mut hash = Sha1::new();
    hash.update(sum);
    hash.update(path.as_os_str().as_encoded_bytes());
    if let Ok(metadata) = fs::metadata(path) {
        hash.update(metadata.len().to_le_bytes());
        let time = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        hash.update(time.map_or(0, |time| time.as_nanos()).to_le_bytes());
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What a file is: by its name where that is clear, else by its first bytes.
fn kind(path: &Path, reading: &Reading) -> io::Result<Kind> {
    let lower = path.file_name().map(|name| name.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    let bare =
        [".gz", ".zst", ".zstd"].iter().find_map(|ending| lower.strip_suffix(ending)).unwrap_or(&lower);
    let ends = |endings: &[&str]| endings.iter().any(|ending| bare.ends_with(ending));
    if bare == lower && ends(&[".html", ".htm", ".xhtml", ".txt"]) {
        return Ok(Kind::Page);
    }
    if !path.metadata()?.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    let mut source = Source::open(path)?;
    let codec = Codec::of(&mut source)?;
    if codec.is_none() && source.peek(4)? == b"PAR1" {
        return Ok(Kind::Rows(rows::groups(path)?));
    }
    // What is called .json is as often one object in many lines: then it is no table of pages.
    if ends(&[".jsonl", ".ndjson"]) || ends(&[".json"]) && begins_with_object(codec.as_ref(), &mut source)? {
        return Ok(match codec {
            None => Kind::Lines,
            Some(codec) => {
                source.seek(0)?;
                codec.begins(&mut source)?;
                let reader = BufReader::with_capacity(1 << 18, codec.stream(source)?);
                let lines = Lines::new(reader, name(path), reading.columns.clone(), reading.limit);
                stream(lines)
            }
        });
    }
    match Packing::of(&mut source)? {
        Some(packing @ Packing::Whole(_)) => {
            let records =
                archive::Records::open(path, name(path), &packing, 0..u64::MAX, true, reading.limit)?;
            Ok(stream(records))
        }
        Some(packing) => Ok(Kind::Archive(Arc::new(Archive { path: path.to_owned(), packing }))),
        // What is called an archive is read as one, so that damage at its very beginning costs a record and not the file.
        None if ends(&[".warc", ".wet", ".wat"]) => {
            let packing = codec.map_or(Packing::Plain, Packing::Members);
            Ok(Kind::Archive(Arc::new(Archive { path: path.to_owned(), packing })))
        }
        None => Ok(Kind::Page),
    }
}

/// Whether the first line of a file is an object of JSON.
fn begins_with_object(codec: Option<&Codec>, source: &mut Source) -> io::Result<bool> {
    /// The longest first line that is looked at.
    const LINE: usize = 1 << 20;
    if codec.is_some() {
        return Ok(true);
    }
    let head = source.peek(LINE)?;
    let line = head.split(|byte| *byte == b'\n').next().unwrap_or_default();
    Ok(line.len() == LINE || serde_json::from_slice::<serde_json::Map<_, _>>(line.trim_ascii()).is_ok())
}

fn stream(found: impl Iterator<Item = Found> + Send + 'static) -> Kind {
    Kind::Stream((Box::new(found) as Box<dyn Iterator<Item = Found> + Send>).peekable())
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
    /// Whether it is a stretch that goes on where another one ends.
    pub fn is_continuation(&self) -> bool {
        matches!(self, Work::Archive(_, stretch) if stretch.start > 0)
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
                let lines = Lines::open(&path, name(&path), columns(), stretch.clone(), reading.limit);
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

    /// Where the stretch ended, when all of it is read: behind its last record. None for work that has no neighbours.
    pub fn end(&self) -> Option<u64> {
        match &self.found {
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
            Reader::Files(files, limit) => files.next().map(|input| file(input, *limit)),
            Reader::Found(found) => found.next(),
        }
    }
}

/// A file of one page.
fn file(input: Input, limit: usize) -> Found {
    let rejected = |path: &Path, length, reason, why: String| {
        Found::Other(Reject::at(Place { file: name(path), offset: 0, length }, reason, why))
    };
    let path = match input {
        Ok(path) => path,
        Err((path, why)) => return rejected(&path, 0, Reason::Unreadable, why),
    };
    let read = || -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        io::Read::read_to_end(&mut io::Read::take(fs::File::open(&path)?, limit as u64 + 1), &mut bytes)?;
        Ok(bytes)
    };
    let bytes = match read() {
        Ok(bytes) => bytes,
        Err(error) => return rejected(&path, 0, Reason::Unreadable, error.to_string()),
    };
    let length = bytes.len() as u64;
    let mut warnings = Vec::new();
    match http::decompressed(bytes, None, limit, &mut warnings) {
        Ok(body) => {
            let place = Place { file: name(&path), offset: 0, length };
            Found::Page(Box::new(Record { place, body, warnings, ..Record::default() }))
        }
        Err(http::TooLarge) => rejected(&path, length, Reason::TooLarge, format!("more than {limit} bytes")),
    }
}
