//! WARC files with a member of gzip, or a frame of zstd, for each record, or for some of them.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::ops::Range;
use std::sync::Arc;

use crate::read::codec::{Codec, Wanted};
use crate::read::packed::{Damage, Packed};
use crate::read::source::Source;
use crate::read::warc::{HEAD, Unpacked};
use crate::read::window::Window;
use crate::record::{Found, Place, Reason, Reject};

/// The members of a file, and the records in them.
pub struct Members<F = File> {
    /// On the member that is read.
    window: Window<Packed<F>>,
    file: Arc<str>,
    /// A page may have so many bytes.
    limit: usize,
    /// How many records of this member were read.
    records: usize,
    /// Where this member is damaged, if that is known: then we are at the next one.
    damage: Option<Damage>,
    /// What comes next, whatever follows.
    next: Option<Unpacked>,
}

impl<F: Read + Seek> Members<F> {
    /// From the beginning of a stretch on, where a member begins; or with `search`, from the first one in it.
    /// Returns, too, where that is, if it is there.
    pub fn open(
        source: Source<F>,
        codec: Codec,
        file: Arc<str>,
        limit: usize,
        stretch: &Range<u64>,
        search: bool,
    ) -> io::Result<(Members<F>, Option<u64>)> {
        let mut packed = Packed::new(source, codec, stretch.start)?;
        // Without a search, whatever begins here is read, or rejected.
        let is_there = !search || packed.find(Wanted::Record, stretch.end)?;
        let begin = is_there.then_some(packed.position());
        let mut window = Window::new(packed, file.clone(), limit, 0);
        window.restart(|_, _| Ok(Some(0)))?;
        Ok((Members { window, file, limit, records: 0, damage: None, next: None }, begin))
    }

    /// Where the next member begins.
    pub fn at(&mut self) -> u64 {
        self.window.reader().position()
    }

    /// The next record, if its member begins before `end`.
    pub fn record(&mut self, end: u64) -> io::Result<Option<Unpacked>> {
        loop {
            if let Some(next) = self.next.take() {
                return Ok(Some(next));
            }
            if !self.window.is_spent()?
                && let Some(record) = self.window.record(u64::MAX)?
            {
                return self.placed(record).map(Some);
            }
            if let Some(gap) = self.window.take_gap()? {
                return self.damaged(gap.why, None).map(Some);
            }
            let packed = self.window.reader();
            let offset = packed.position();
            if offset >= end || packed.is_at_end()? {
                return Ok(None);
            }
            if !packed.begins()? {
                // Frames to be skipped are no records.
                if packed.position() == offset {
                    self.records = 0;
                    return self.damaged("nothing compressed begins here".into(), None).map(Some);
                }
            } else if packed.position() == offset {
                self.begin()?;
            }
        }
    }

    /// Begins with the member that begins here. All of it is unpacked at once, unless it is longer than a page may be.
    fn begin(&mut self) -> io::Result<()> {
        self.records = 0;
        let room = self.limit + HEAD;
        let mut is_read = true;
        self.window.restart(|packed, bytes| {
            packed.begin()?;
            let length = packed.unpack_quickly(room, bytes)?;
            is_read = length.is_none();
            Ok(length)
        })?;
        if is_read {
            self.window.fill(room)?;
        }
        if self.window.is_broken() && self.recovered()?.has_swallowed {
            // What was read of the next member is there again, where it belongs.
            let next = self.at();
            self.window.restart(|packed, _| packed.begin_again().map(|()| None))?;
            self.window.fill(room)?;
            self.window.reader().skip_to(next)?;
        }
        Ok(())
    }

    /// A record, with the place of its member; or damage, if that is what its member ends with.
    fn placed(&mut self, mut record: Unpacked) -> io::Result<Unpacked> {
        self.records += 1;
        let packed = self.window.reader();
        let offset = packed.start();
        // Of a member that is longer than a page may be, it is as much as was needed to unpack the record.
        let place = Place { file: self.file.clone(), offset, length: packed.position() - offset };
        record.found.set_place(place);
        let is_cut = matches!(&record.found, Found::Other(reject) if reject.reason == Reason::Damaged);
        let Some(gap) = self.window.take_gap()? else { return Ok(record) };
        // What is cut short is what is damaged; so is a member's only record, as there is nothing that says otherwise.
        if is_cut || self.records == 1 {
            return self.damaged(gap.why, Some(record.found));
        }
        self.next = Some(self.damaged(gap.why, None)?);
        Ok(record)
    }

    /// Goes to the next member after damage, once.
    fn recovered(&mut self) -> io::Result<Damage> {
        if let Some(damage) = self.damage {
            return Ok(damage);
        }
        Ok(*self.damage.insert(self.window.reader().recover(Wanted::Record)?))
    }

    /// Goes on after damage, and says what it costs: a record that was cut by it, and what is skipped.
    fn damaged(&mut self, why: String, cut: Option<Found>) -> io::Result<Unpacked> {
        let start = self.window.reader().start();
        let Damage { at, .. } = self.recovered()?;
        self.damage = None;
        // Of a member that gave records, what comes after them is lost.
        let from = if cut.is_none() && self.records > 0 { at } else { start };
        self.window.restart(|_, _| Ok(Some(0)))?;
        let place = Place { file: self.file.clone(), offset: from, length: self.at() - from };
        let names = cut.map(|found| (found.url().map(Into::into), found.id().map(Into::into)));
        let reject = Reject::at(place, Reason::Damaged, why);
        Ok(Unpacked { found: Found::Other(reject), annotation: None }.named(names.unwrap_or_default()))
    }
}
