//! WARC files: where records begin and end, however they are packed, and how to go on behind what is damaged.
//!
//! Archives should have a member of gzip, or a frame of zstd, for each record: then reading can begin anywhere, at the next
//! member that unpacks to the beginning of a record, and behind damage it goes on there. Archives that are not compressed are
//! searched for the next line that begins a record. Those that are compressed as a whole must be read from their beginning.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use crate::read::source::{self, Codec, Fault, Source};
use crate::read::warc::{self, Annotation, HEAD, Parsed, Unpacked};
use crate::record::{Found, Place, Reason, Reject};

/// How records begin.
pub const BEGINNING: &[u8] = b"WARC/";

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
        // The first record is small: it tells about the file.
        source.seek(start)?;
        let mut member = Vec::new();
        let is_whole = match codec.unpack(source, 4 << 20, &mut member) {
            Err(Fault::Io(error)) => return Err(error),
            Err(Fault::Damaged(_)) => false,
            Err(Fault::TooLarge) => true,
            // A member that is one record shows how the others are. Else the next one does, if it begins a record.
            Ok(()) if is_one_record(&member) => false,
            Ok(()) => !(codec.begins(source)? && codec.begins_with(source, BEGINNING)),
        };
        Ok(Some(if is_whole { Packing::Whole(codec) } else { Packing::Members(codec) }))
    }
}

fn is_one_record(member: &[u8]) -> bool {
    match warc::parse(member) {
        Parsed::Record { head, block } => {
            let end = usize::try_from(block).ok().and_then(|block| head.checked_add(block));
            end.and_then(|end| member.get(end..)).is_some_and(|behind| without_breaks(behind).is_empty())
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
    /// Whether it goes on where the stretch before it ended: then both together read what would be read in one go.
    pub fn continues(&self, end: u64) -> bool {
        self.begin.map_or(end >= self.end, |begin| begin == end)
    }
}

/// The records of a WARC file, or of a stretch of it: those that begin there.
pub struct Records {
    file: Arc<str>,
    limit: usize,
    bytes: Bytes,
    /// Where the first record begins, if there is one.
    begin: Option<u64>,
    /// Records that begin here or later are not ours.
    end: u64,
    /// The last page, until it is known whether the next record tells of it.
    held: Option<Found>,
    /// What is ready.
    ready: VecDeque<Found>,
    is_done: bool,
}

enum Bytes {
    Members { source: Source, codec: Codec, member: Vec<u8>, records: VecDeque<Unpacked> },
    Stream(Window),
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
                (Bytes::Stream(Window::new(codec.stream(source)?, 0)), Some(0))
            }
            Packing::Members(codec) => {
                source.seek(stretch.start)?;
                let is_there = if is_search {
                    codec.find(&mut source, BEGINNING, stretch.end)?
                } else {
                    codec.begins(&mut source)?;
                    true
                };
                let begin = is_there.then_some(source.position());
                (
                    Bytes::Members {
                        source,
                        codec: codec.clone(),
                        member: Vec::new(),
                        records: VecDeque::new(),
                    },
                    begin,
                )
            }
            Packing::Plain => {
                source.seek(stretch.start)?;
                let mut window = Window::new(Box::new(source), stretch.start);
                let is_there = !is_search || window.find(stretch.end)?;
                let begin = is_there.then_some(window.at);
                (Bytes::Stream(window), begin)
            }
        };
        let is_done = begin.is_none_or(|begin| begin >= stretch.end);
        Ok(Records {
            file,
            limit,
            bytes,
            begin,
            end: stretch.end,
            held: None,
            ready: VecDeque::new(),
            is_done,
        })
    }

    /// Where the stretch begins.
    pub fn joint(&self) -> Joint {
        Joint { begin: self.begin, end: self.end }
    }

    /// Where the first record behind the last one begins, when there are no more; 0, if there was none.
    pub fn end(&self) -> u64 {
        if self.begin.is_none() { 0 } else { self.at() }
    }

    fn at(&self) -> u64 {
        match &self.bytes {
            Bytes::Members { source, .. } => source.position(),
            Bytes::Stream(window) => window.at,
        }
    }

    /// The next record, or what is none.
    fn record(&mut self) -> Option<Unpacked> {
        if self.is_done {
            return None;
        }
        let result = match &mut self.bytes {
            Bytes::Members { source, codec, member, records } => {
                members(source, codec, member, records, &self.file, self.limit, self.end)
            }
            Bytes::Stream(window) => window.record(&self.file, self.limit, self.end),
        };
        match result {
            Ok(None) => {
                self.is_done = true;
                None
            }
            Ok(unpacked) => unpacked,
            Err(error) => {
                self.is_done = true;
                let place = Place { file: self.file.clone(), offset: self.at(), length: 0 };
                Some(other(place, Reason::Unreadable, error.to_string()))
            }
        }
    }

    /// What the first record behind our stretch tells of the page before it.
    fn annotation_behind(&mut self) -> Option<Annotation> {
        let end = std::mem::replace(&mut self.end, u64::MAX);
        let at = self.at();
        if at < end {
            return None;
        }
        match &mut self.bytes {
            Bytes::Members { source, codec, member, records } => {
                let record = members(source, codec, member, records, &self.file, self.limit, u64::MAX);
                records.clear();
                source.seek(at).ok()?;
                record.ok().flatten()?.annotation
            }
            Bytes::Stream(window) => {
                let record = window.record(&self.file, self.limit, u64::MAX);
                window.at = at;
                record.ok().flatten()?.annotation
            }
        }
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
                let annotation = self.annotation_behind();
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

/// A page with what a record behind it tells of it, if it is this page that it tells of.
fn annotated(found: Found, annotation: Option<Annotation>) -> Found {
    match (found, annotation) {
        (Found::Page(mut page), Some(Annotation { about, charset: Some(charset) })) if about == page.id => {
            page.identified_charset.get_or_insert(charset);
            Found::Page(page)
        }
        (found, _) => found,
    }
}

fn other(place: Place, reason: Reason, detail: impl Into<String>) -> Unpacked {
    Unpacked { found: Found::Other(Reject::at(place, reason, detail)), annotation: None }
}

/// The next record of a file with members, if one begins before `end`.
fn members(
    source: &mut Source,
    codec: &Codec,
    member: &mut Vec<u8>,
    records: &mut VecDeque<Unpacked>,
    file: &Arc<str>,
    limit: usize,
    end: u64,
) -> io::Result<Option<Unpacked>> {
    loop {
        if let Some(record) = records.pop_front() {
            return Ok(Some(record));
        }
        let offset = source.position();
        if offset >= end || io::BufRead::fill_buf(source)?.is_empty() {
            return Ok(None);
        }
        let place = |length| Place { file: file.clone(), offset, length };
        let begins = codec.begins(source)?;
        if source.position() > offset {
            // Frames to be skipped are no records.
            continue;
        }
        let fault = match begins {
            true => match codec.unpack(source, limit + HEAD, member) {
                Ok(()) => None,
                Err(Fault::Io(error)) => return Err(error),
                Err(Fault::TooLarge) => {
                    let place = place(source.position() - offset);
                    let too_large =
                        other(place.clone(), Reason::TooLarge, format!("more than {limit} bytes"));
                    return Ok(Some(named(too_large, member)));
                }
                Err(Fault::Damaged(why)) => Some(why),
            },
            false => Some("nothing compressed begins here".to_owned()),
        };
        if let Some(why) = fault {
            // On to the next member that begins a record; the end of the file, if there is none.
            source.seek(offset + 1)?;
            codec.find(source, BEGINNING, u64::MAX)?;
            let place = place(source.position() - offset);
            return Ok(Some(named(other(place, Reason::Damaged, why), if begins { member } else { &[] })));
        }
        let place = place(source.position() - offset);
        split(member, &place, limit, records);
    }
}

/// The records of a member: one, if it is as it should be.
fn split(member: &[u8], place: &Place, limit: usize, records: &mut VecDeque<Unpacked>) {
    let mut rest = without_breaks(member);
    if rest.is_empty() {
        // An empty member: some writers end their files with one.
        return;
    }
    while !rest.is_empty() {
        let damaged = |why: &str| named(other(place.clone(), Reason::Damaged, why), rest);
        match warc::parse(rest) {
            Parsed::Record { head, block } => {
                let end = usize::try_from(block).ok().and_then(|block| head.checked_add(block));
                let Some(end) = end.filter(|&end| end <= rest.len()) else {
                    return records.push_back(damaged("the record is shorter than its head tells"));
                };
                let behind = without_breaks(&rest[end..]);
                if !behind.is_empty() && !behind.starts_with(BEGINNING) {
                    return records.push_back(damaged("the record is longer than its head tells"));
                }
                records.push_back(warc::unpack(place.clone(), &rest[..head], &rest[head..end], limit));
                rest = behind;
            }
            Parsed::Incomplete => return records.push_back(damaged("the head breaks off")),
            Parsed::Absurd(why) => return records.push_back(damaged(why)),
        }
    }
}

/// Rejects are easier to find with a name: what is left of the head tells it, with luck.
fn named(mut unpacked: Unpacked, bytes: &[u8]) -> Unpacked {
    if let Found::Other(reject) = &mut unpacked.found {
        (reject.url, reject.id) = warc::names(bytes);
    }
    unpacked
}

/// Line breaks between records are no part of any.
fn without_breaks(bytes: &[u8]) -> &[u8] {
    let start = bytes.iter().position(|byte| !matches!(byte, b'\r' | b'\n')).unwrap_or(bytes.len());
    &bytes[start..]
}

/// How much of a stream is read at a time.
const PIECE: usize = 64 << 10;

/// Bytes that come one after the other, those that are looked at being kept.
struct Window {
    reader: Box<dyn Read + Send>,
    buffer: Vec<u8>,
    /// The position of the first byte that is kept.
    at: u64,
    /// Whether nothing follows what is kept.
    is_last: bool,
    /// What broke off the stream, until it is told.
    fault: Option<String>,
}

impl Window {
    fn new(reader: Box<dyn Read + Send>, at: u64) -> Window {
        Window { reader, buffer: Vec::new(), at, is_last: false, fault: None }
    }

    /// Keeps so many bytes, or all that there are.
    fn fill(&mut self, length: usize) -> io::Result<&[u8]> {
        while self.buffer.len() < length && !self.is_last {
            let kept = self.buffer.len();
            self.buffer.resize(kept.max(length - 1) + PIECE, 0);
            let mut filled = kept;
            while filled < self.buffer.len() {
                match self.reader.read(&mut self.buffer[filled..]) {
                    Ok(0) => self.is_last = true,
                    Ok(length) => filled += length,
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(error) if source::is_damage(&error) => {
                        self.is_last = true;
                        self.fault = Some(error.to_string());
                    }
                    Err(error) => {
                        self.buffer.truncate(filled);
                        return Err(error);
                    }
                }
                if self.is_last {
                    break;
                }
            }
            self.buffer.truncate(filled);
        }
        Ok(&self.buffer)
    }

    fn consume(&mut self, length: usize) {
        self.buffer.drain(..length);
        self.at += length as u64;
    }

    /// Goes on to the next place that begins a record, or to the end, and tells whether there is one before `end`.
    fn find(&mut self, end: u64) -> io::Result<bool> {
        let mut is_line = true;
        loop {
            self.fill(2 * HEAD)?;
            let is_last = self.is_last;
            // Behind a candidate there must be room for its head.
            let searched = if is_last { self.buffer.len() } else { self.buffer.len() - HEAD };
            let found = memchr::memmem::find_iter(&self.buffer, BEGINNING)
                .take_while(|&at| at < searched)
                .find(|&at| {
                    let begins_line = if at == 0 { is_line } else { self.buffer[at - 1] == b'\n' };
                    let candidate = &self.buffer[at..];
                    // In the middle of a line, behind a record that was cut, it must have a name to be believed.
                    matches!(warc::parse(candidate), Parsed::Record { .. })
                        && (begins_line || warc::names(candidate).1.is_some())
                });
            match found {
                Some(at) => {
                    self.consume(at);
                    return Ok(self.at < end);
                }
                None => {
                    is_line = searched > 0 && self.buffer[searched - 1] == b'\n';
                    self.consume(searched);
                    if is_last || self.at >= end {
                        return Ok(false);
                    }
                }
            }
        }
    }

    /// The next record, if one begins before `end`.
    fn record(&mut self, file: &Arc<str>, limit: usize, end: u64) -> io::Result<Option<Unpacked>> {
        loop {
            let kept = self.fill(HEAD)?;
            let breaks = kept.len() - without_breaks(kept).len();
            if breaks == 0 {
                break;
            }
            self.consume(breaks);
        }
        let offset = self.at;
        if offset >= end {
            return Ok(None);
        }
        let place = |length| Place { file: file.clone(), offset, length };
        if self.buffer.is_empty() {
            let lost =
                |why| other(place(0), Reason::Damaged, format!("the rest of the file cannot be read: {why}"));
            return Ok(self.fault.take().map(lost));
        }
        let names = warc::names(&self.buffer[..self.buffer.len().min(HEAD)]);
        let rejected = |window: &Window, reason, why: String| {
            let (url, id) = names.clone();
            let reject = Reject { place: place(window.at - offset), url, id, reason, detail: why };
            Ok(Some(Unpacked { found: Found::Other(reject), annotation: None }))
        };
        let (head, block) = match warc::parse(&self.buffer) {
            Parsed::Record { head, block } => (head, block),
            absurd => {
                self.consume(1);
                self.find(u64::MAX)?;
                let why = if let Parsed::Absurd(why) = absurd { why } else { "the head breaks off" };
                return rejected(self, Reason::Damaged, why.into());
            }
        };
        let end_of_record = offset.saturating_add(head as u64).saturating_add(block);
        if block > (limit + HEAD) as u64 {
            self.consume(head);
            self.find(u64::MAX)?;
            let is_as_told = self.at >= end_of_record && self.at - end_of_record <= 8;
            let (reason, why) = match is_as_told {
                true => (Reason::TooLarge, format!("{block} bytes, of at most {limit}")),
                false => (
                    Reason::Damaged,
                    format!("the record does not have the {block} bytes that its head tells"),
                ),
            };
            return rejected(self, reason, why);
        }
        let length = head + block as usize;
        self.fill(length + 16)?;
        // What stands behind a record tells whether its length is right: two line breaks, or the next one, or nothing.
        let behind = self.buffer.get(length..);
        let is_next = |behind: &[u8]| BEGINNING.starts_with(&behind[..behind.len().min(BEGINNING.len())]);
        let is_as_told =
            behind.is_some_and(|behind| behind.starts_with(b"\r\n\r\n") || is_next(without_breaks(behind)));
        if !is_as_told {
            let why = if behind.is_none() {
                "the record breaks off"
            } else {
                "the record is longer than its head tells"
            };
            self.consume(head);
            self.find(u64::MAX)?;
            return rejected(self, Reason::Damaged, why.into());
        }
        let unpacked =
            warc::unpack(place(length as u64), &self.buffer[..head], &self.buffer[head..length], limit);
        self.consume(length);
        Ok(Some(unpacked))
    }
}
