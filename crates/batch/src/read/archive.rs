//! WARC files: where records begin and end, however they are packed, and how to continue after damage.
//!
//! Archives should have a member of gzip, or a frame of zstd, for each record: then reading can begin anywhere, at the next
//! member that unpacks to the beginning of a record, and after damage it continues there. Archives that are not compressed are
//! searched for the next line that begins a record. Those that are compressed as a whole must be read from their beginning.

use std::collections::VecDeque;
use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use crate::read::members::Members;
use crate::read::source::{Codec, Fault, Room, Source};
use crate::read::warc::{self, Annotation, BEGINNING, Parsed, Unpacked, without_breaks};
use crate::read::window::Window;
use crate::record::{Found, Place, Reason};

/// How a WARC file is packed.
#[derive(Clone)]
pub enum Packing {
    /// Not at all.
    Plain,
    /// Each record for itself.
    Members(Codec),
    /// All records together.
    Whole(Codec),
}

impl Packing {
    /// How this file is packed; none if it is no WARC file.
    pub fn of(source: &mut Source) -> io::Result<Option<Packing>> {
        let Some(codec) = Codec::of(source)? else {
            let is_warc = source.peek(BEGINNING.len())? == BEGINNING;
            return Ok(is_warc.then_some(Packing::Plain));
        };
        if !codec.begins(source)? {
            return Ok(None);
        }
        let start = source.position();
        if !codec.begins_with(source, BEGINNING) {
            return Ok(None);
        }
        // The first record is small: it is about the file.
        source.seek(start)?;
        let mut room = Room::default();
        let is_whole = match codec.unpack(source, 4 << 20, &mut room) {
            Err(Fault::Io(error)) => return Err(error),
            Err(Fault::Damaged(_)) => false,
            Err(Fault::TooLarge) => true,
            // A member that is one record shows how the others are. Else the next one does, if it begins a record.
            Ok(()) if is_one_record(room.bytes()) => false,
            Ok(()) => !(codec.begins(source)? && codec.begins_with(source, BEGINNING)),
        };
        Ok(Some(if is_whole { Packing::Whole(codec) } else { Packing::Members(codec) }))
    }
}

fn is_one_record(member: &[u8]) -> bool {
    match warc::parse(member) {
        Parsed::Record(head) => {
            head.end().and_then(|end| member.get(end..)).is_some_and(|after| without_breaks(after).is_empty())
        }
        Parsed::Incomplete | Parsed::Absurd(_) => false,
    }
}

/// Where a stretch of an archive begins: found by searching, before it is known where the one before it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Joint {
    /// Where its first record begins, if there is one.
    begin: Option<u64>,
    /// Where it ends itself.
    end: u64,
}

impl Joint {
    /// Whether it begins where the stretch before it ended: then both together read what would be read in one go.
    pub fn continues(&self, end: u64) -> bool {
        self.begin.map_or(end >= self.end, |begin| begin == end)
    }
}

/// The records of a WARC file, or of a stretch of it: those that begin there.
pub struct Records {
    file: Arc<str>,
    bytes: Bytes,
    /// Where the first record begins, if there is one.
    begin: Option<u64>,
    /// Records that begin here or later are not ours.
    end: u64,
    /// The last page, until it is known whether the next record is about it.
    held: Option<Found>,
    /// What is ready.
    ready: VecDeque<Found>,
    is_done: bool,
    /// Where it was done, if something after that was looked at.
    stopped: Option<u64>,
}

enum Bytes {
    Members(Members),
    Stream(Window),
}

impl Bytes {
    /// Where the next record begins.
    fn at(&self) -> u64 {
        match self {
            Bytes::Members(members) => members.at(),
            Bytes::Stream(window) => window.at(),
        }
    }

    /// The next record, if one begins before `end`.
    fn record(&mut self, end: u64) -> io::Result<Option<Unpacked>> {
        match self {
            Bytes::Members(members) => members.record(end),
            Bytes::Stream(window) => window.record(end),
        }
    }
}

impl Records {
    /// The records of a file that begin in `stretch`. With `exact`, one begins where the stretch does.
    ///
    /// Files packed as a whole have one stretch.
    pub fn open(
        path: &Path,
        file: Arc<str>,
        packing: &Packing,
        stretch: Range<u64>,
        exact: bool,
        limit: usize,
    ) -> io::Result<Records> {
        let mut source = Source::open(path)?;
        let is_search = stretch.start > 0 && !exact;
        let (bytes, begin) = match packing {
            Packing::Whole(codec) => {
                codec.begins(&mut source)?;
                (Bytes::Stream(Window::new(codec.stream(source)?, file.clone(), limit, 0)), Some(0))
            }
            Packing::Members(codec) => {
                let (members, begin) =
                    Members::open(source, codec.clone(), file.clone(), limit, &stretch, is_search)?;
                (Bytes::Members(members), begin)
            }
            Packing::Plain => {
                source.seek(stretch.start)?;
                let mut window = Window::new(Box::new(source), file.clone(), limit, stretch.start);
                let is_there = !is_search || window.find(stretch.end)?;
                let begin = is_there.then_some(window.at());
                (Bytes::Stream(window), begin)
            }
        };
        let is_done = begin.is_none_or(|begin| begin >= stretch.end);
        Ok(Records {
            file,
            bytes,
            begin,
            end: stretch.end,
            held: None,
            ready: VecDeque::new(),
            is_done,
            stopped: None,
        })
    }

    /// Where the stretch begins.
    pub fn joint(&self) -> Joint {
        Joint { begin: self.begin, end: self.end }
    }

    /// Where the first record after the last one begins, when there are no more; 0, if there was none.
    pub fn end(&self) -> u64 {
        if self.begin.is_none() { 0 } else { self.stopped.unwrap_or_else(|| self.bytes.at()) }
    }

    /// The next record, or what is none.
    fn record(&mut self) -> Option<Unpacked> {
        if self.is_done {
            return None;
        }
        match self.bytes.record(self.end) {
            Ok(None) => {
                self.is_done = true;
                None
            }
            Ok(unpacked) => unpacked,
            Err(error) => {
                self.is_done = true;
                let place = Place { file: self.file.clone(), offset: self.bytes.at(), length: 0 };
                Some(Unpacked::other(place, Reason::Unreadable, error.to_string()))
            }
        }
    }

    /// What the first record after our stretch says about the page before it.
    fn annotation_after(&mut self) -> Option<Annotation> {
        let at = self.bytes.at();
        if at < self.end {
            return None;
        }
        self.stopped = Some(at);
        self.bytes.record(u64::MAX).ok().flatten()?.annotation
    }
}

impl Iterator for Records {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        loop {
            if let Some(found) = self.ready.pop_front() {
                return Some(found);
            }
            let Some(Unpacked { found, annotation }) = self.record() else {
                let held = self.held.take()?;
                let annotation = self.annotation_after();
                return Some(annotated(held, annotation));
            };
            // Before whatever comes next goes the page that was held.
            if let Some(held) = self.held.take() {
                self.ready.push_back(annotated(held, annotation));
            }
            match found {
                Found::Page(_) => self.held = Some(found),
                Found::Other(_) => self.ready.push_back(found),
            }
        }
    }
}

/// A page with what a record after it says, if that is about this page.
fn annotated(found: Found, annotation: Option<Annotation>) -> Found {
    match (found, annotation) {
        (Found::Page(mut page), Some(Annotation { about, charset: Some(charset) })) if about == page.id => {
            page.identified_charset.get_or_insert(charset);
            Found::Page(page)
        }
        (found, _) => found,
    }
}
