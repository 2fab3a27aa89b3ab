//! WARC files: where records begin and end, however they are packed, and how to continue after damage.
//!
//! Archives should have a member of gzip, or a frame of zstd, for each record: then reading can begin anywhere, at the next
//! member that unpacks to the beginning of a record, and after damage it continues there. Archives that are not compressed are
//! searched for the next line that begins a record. Those that are compressed as a whole must be read from their beginning; all
//! records before damage are found, and those after it if another member follows.

use std::collections::VecDeque;
use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use crate::read::codec::{Codec, Wanted};
use crate::read::members::Members;
use crate::read::packed::{Joined, Packed};
use crate::read::source::{Source, name};
use crate::read::warc::{self, Annotation, BEGINNING, HEAD, Parsed, Unpacked};
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
    /// How this file is packed; none if it is no WARC file. Its name may say that it is one, and how it is compressed.
    ///
    /// Damage at its beginning must not hide what it is. What is called an archive is read as one: the first record shows how,
    /// wherever it is. In other files, records are searched for in the first part, but only compressed ones: pages may be
    /// about archives.
    pub fn of(
        path: &Path,
        is_archive: bool,
        ending: Option<Codec>,
        limit: usize,
    ) -> io::Result<Option<Packing>> {
        /// How far it is searched in a file whose name says nothing.
        const PART: u64 = 1 << 20;
        let mut source = Source::open(path)?;
        let codec = Codec::of(&mut source)?;
        let head = source.peek(HEAD)?;
        if matches!(warc::parse(head), Parsed::Record(_)) || !is_archive && head.starts_with(BEGINNING) {
            return Ok(Some(Packing::Plain));
        }
        let packing = |packed, codec| {
            is_whole(packed, limit).map(|is_whole| match is_whole {
                true => Packing::Whole(codec),
                false => Packing::Members(codec),
            })
        };
        if let Some(codec) = &codec {
            let mut packed = Packed::new(Source::open(path)?, codec.clone(), 0)?;
            if packed.begins()? && packed.find(Wanted::Record, packed.position() + 1)? {
                return packing(packed, codec.clone()).map(Some);
            }
            if !is_archive {
                return Ok(None);
            }
        }
        let (mut found, mut end) = (None, if is_archive { u64::MAX } else { PART });
        // Junk before the first record may look like anything.
        for codec in codec.clone().into_iter().chain([Codec::Gzip, Codec::Zstd(None)]) {
            let mut packed = Packed::new(Source::open(path)?, codec.clone(), 0)?;
            if packed.find(Wanted::Record, end)? {
                end = packed.position();
                found = Some(packing(packed, codec)?);
            }
        }
        // In a dictionary, and in what is only stored, there are beginnings of records that are none.
        let is_packed = matches!(
            (&codec, &ending),
            (Some(Codec::Zstd(Some(_))), _)
                | (Some(Codec::Gzip), Some(Codec::Gzip))
                | (Some(Codec::Zstd(_)), Some(Codec::Zstd(_)))
        );
        if is_archive && !is_packed && Window::new(source, name(path), 0, 0).find(end)? {
            found = Some(Packing::Plain);
        }
        let otherwise = || codec.or(ending).map_or(Packing::Plain, Packing::Whole);
        Ok(found.or_else(|| is_archive.then(otherwise)))
    }
}

/// Whether a file is compressed as a whole, by the member that begins here with a record. If the next one does, too, members can
/// be read one by one.
fn is_whole(mut packed: Packed, limit: usize) -> io::Result<bool> {
    /// How many members that are damaged are passed over.
    const TRIES: usize = 4;
    packed.begin()?;
    let mut window = Window::new(packed, Arc::default(), limit, 0);
    let Some((records, is_cut)) = records_of_member(&mut window)? else { return Ok(true) };
    let is_broken = window.take_gap()?.is_some();
    if is_broken {
        window.reader().recover(Wanted::Member)?;
    }
    for _ in 0..TRIES {
        let packed = window.reader();
        if packed.begins()? {
            let at = packed.position();
            if packed.find(Wanted::Record, at + 1)? {
                // It may be chance that the first one ends where a record does: then this one is cut, and the next as well.
                window.restart(|packed, _| packed.begin().map(|()| None))?;
                let is_cut = records_of_member(&mut window)?.is_none_or(|(_, is_cut)| is_cut);
                let is_cut = is_cut && window.take_gap()?.is_none();
                let packed = window.reader();
                return Ok(is_cut
                    && packed.begins()?
                    && !packed.find(Wanted::Record, packed.position() + 1)?);
            }
            packed.skip_to(at)?;
            if packed.find(Wanted::Member, at + 1)? {
                return Ok(true);
            }
            packed.skip_to(at)?;
        }
        // It is damaged, too. If the first one was just one record, that is enough.
        if records == 1 && !is_cut && !is_broken {
            return Ok(false);
        }
        packed.recover(Wanted::Member)?;
    }
    Ok(records > 1)
}

/// How many records a member has, and whether the last one is cut; none, if it has several and is long: that is best read as a
/// whole.
fn records_of_member(window: &mut Window<Packed>) -> io::Result<Option<(usize, bool)>> {
    const LONG: u64 = 4 << 20;
    let (mut records, mut is_cut) = (0, false);
    while !window.is_spent()? {
        if records > 0 && window.at() > LONG {
            return Ok(None);
        }
        let found = window.record(u64::MAX)?.map(|record| record.found);
        is_cut = matches!(found, Some(Found::Other(reject)) if reject.reason == Reason::Damaged);
        records += 1;
    }
    Ok(Some((records, is_cut)))
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
    Whole(Window<Joined>),
    Plain(Window<Source>),
}

impl Bytes {
    /// Where the next record begins.
    fn at(&mut self) -> u64 {
        match self {
            Bytes::Members(members) => members.at(),
            Bytes::Whole(window) => window.at(),
            Bytes::Plain(window) => window.at(),
        }
    }

    /// The next record, if one begins before `end`.
    fn record(&mut self, end: u64) -> io::Result<Option<Unpacked>> {
        match self {
            Bytes::Members(members) => members.record(end),
            Bytes::Whole(window) => window.record(end),
            Bytes::Plain(window) => window.record(end),
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
                let joined = Joined::new(Packed::new(source, codec.clone(), 0)?);
                (Bytes::Whole(Window::new(joined, file.clone(), limit, 0)), Some(0))
            }
            Packing::Members(codec) => {
                let (members, begin) =
                    Members::open(source, codec.clone(), file.clone(), limit, &stretch, is_search)?;
                (Bytes::Members(members), begin)
            }
            Packing::Plain => {
                source.seek(stretch.start)?;
                let mut window = Window::new(source, file.clone(), limit, stretch.start);
                let is_there = !is_search || window.find(stretch.end)?;
                let begin = is_there.then_some(window.at());
                (Bytes::Plain(window), begin)
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
    pub fn end(&mut self) -> u64 {
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
