//! Inputs in, pieces of work out: each can be worked on by itself, and their results, one after the other, are those of the
//! whole. So a piece is what one thread does at a time, and what is done again after a kill.

use std::fs;
use std::iter::Peekable;
use std::ops::Range;
use std::path::PathBuf;

use pellucid_files::Input;

use crate::read::archive::Packing;
use crate::read::columns::Columns;
use crate::read::kind::{Kind, kind};
use crate::read::mark::{Mark, summed};
use crate::read::source::name;
use crate::read::work::Work;
use crate::record::{Found, Place, Reason, Reject};

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

    /// Continues where a run was before.
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
        let path = input.path.clone();
        let kind = match kind(input, &self.reading) {
            Ok(Kind::Page) => return None,
            Ok(kind) => kind,
            Err(error) => {
                let place = Place { file: name(&path), ..Place::default() };
                let reject = Reject::at(place, Reason::Unreadable, error.to_string());
                self.mark = Mark { sum: self.advance(), inputs: self.mark.inputs + 1, pieces: 0 };
                let work = Work::Found(vec![Found::Other(reject)]);
                return Some(Piece { work, bytes: 0, after: self.mark.clone() });
            }
        };
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
            // The first one was looked at before.
            if !files.is_empty() && !matches!(kind(input, &self.reading), Ok(Kind::Page)) {
                break;
            }
            bytes += input.size().unwrap_or(0);
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
        // As large as somebody may ask for.
        let stretch =
            |size: u64| size.saturating_mul(n)..size.saturating_mul(n.saturating_add(1)).min(current.size);
        let (work, bytes, is_last) = match &mut current.kind {
            Kind::Archive(archive) => {
                let size = if matches!(archive.packing, Packing::Plain) {
                    piece.saturating_mul(PLAIN)
                } else {
                    piece
                };
                let stretch = stretch(size);
                let is_last = stretch.end >= current.size;
                // The last one is as long as the file, should that grow meanwhile.
                let end = if is_last { u64::MAX } else { stretch.end };
                (Work::Archive(archive.clone(), stretch.start..end), stretch.end - stretch.start, is_last)
            }
            Kind::Lines => {
                let stretch = stretch(piece.saturating_mul(PLAIN));
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
