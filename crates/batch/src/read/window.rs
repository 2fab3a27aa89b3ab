//! The records of a stream: an archive that is not compressed, one that is compressed as a whole, or a member of one.

use std::io::{self, Read};
use std::ops::Range;
use std::sync::Arc;

use crate::read::codec::is_damage;
use crate::read::packed::Gap;
use crate::read::steps;
use crate::read::warc::{self, BEGINNING, HEAD, Head, Inside, Parsed, Unpacked, without_breaks};
use crate::record::{Place, Reason};

/// How much of a stream is read at a time.
const PIECE: usize = 64 << 10;

/// A stream of which some bytes may be passed over, and come back to.
pub trait Rewind: Read {
    /// Where we are, for [`Rewind::rewind`]; none if there is no way back.
    fn mark(&mut self) -> Option<u64> {
        None
    }

    /// Passes over so many bytes, and returns whether there are so many.
    fn pass(&mut self, _bytes: u64) -> io::Result<bool> {
        Ok(false)
    }

    /// Goes back.
    fn rewind(&mut self, _mark: u64) -> io::Result<()> {
        Ok(())
    }

    /// How many bytes are looked at again, to pass over so many and to go back to this mark.
    fn cost(&self, _bytes: u64, _mark: u64) -> u64 {
        0
    }
}

/// How often bytes may be looked at again, on average, to see whether records that are too large end where they say; and so much
/// is always allowed. More than that is malice.
const AGAIN: u64 = 4;
const ALWAYS: u64 = 32 << 20;

/// Bytes that come one after the other, those that are looked at being kept.
pub struct Window<R> {
    reader: R,
    file: Arc<str>,
    /// A page may have so many bytes.
    limit: usize,
    /// What is kept is between `start` and `end`. The rest is room, which is never cleared: that would take time.
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    /// The position of the first byte that is kept.
    at: u64,
    /// Whether nothing follows what is kept, or nothing before a gap.
    is_last: bool,
    /// What is missing after what is kept.
    gap: Option<Gap>,
    /// The head of the record that begins here, if it was found by searching.
    head: Option<Box<Head>>,
    /// How many bytes were read, and how many looked at again in vain.
    read: u64,
    again: u64,
}

impl<R: Rewind> Window<R> {
    /// Of what is read from here on, which is at this position.
    pub fn new(reader: R, file: Arc<str>, limit: usize, at: u64) -> Window<R> {
        let buffer = Vec::new();
        Window {
            reader,
            file,
            limit,
            buffer,
            start: 0,
            end: 0,
            at,
            is_last: false,
            gap: None,
            head: None,
            read: 0,
            again: 0,
        }
    }

    /// Where the next record begins.
    pub fn at(&self) -> u64 {
        self.at
    }

    /// Where the bytes come from.
    pub fn reader(&mut self) -> &mut R {
        &mut self.reader
    }

    /// Begins anew: with all the bytes that `load` puts into the room and returns the number of, or else with what is read.
    pub fn restart(
        &mut self,
        load: impl FnOnce(&mut R, &mut Vec<u8>) -> io::Result<Option<usize>>,
    ) -> io::Result<()> {
        let loaded = load(&mut self.reader, &mut self.buffer)?;
        (self.start, self.end, self.at) = (0, loaded.unwrap_or(0), 0);
        (self.is_last, self.gap, self.head) = (loaded.is_some(), None, None);
        Ok(())
    }

    /// Whether all is read. Line breaks between records are nothing.
    pub fn is_spent(&mut self) -> io::Result<bool> {
        loop {
            let kept = self.fill(HEAD)?;
            let breaks = kept.len() - without_breaks(kept).len();
            if breaks == 0 {
                return Ok(kept.is_empty());
            }
            self.consume(breaks);
        }
    }

    /// What is missing here, if something is, and all before it is read.
    pub fn take_gap(&mut self) -> io::Result<Option<Gap>> {
        let is_spent = self.is_spent()?;
        let gap = self.gap.take_if(|_| is_spent);
        if gap.is_some() {
            // After it there may be more.
            self.is_last = false;
        }
        Ok(gap)
    }

    /// Whether all that is left is in memory, and something is missing after it.
    pub fn is_broken(&self) -> bool {
        self.is_last && self.gap.is_some()
    }

    fn kept(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// Keeps so many bytes, or all that there are.
    pub fn fill(&mut self, length: usize) -> io::Result<&[u8]> {
        if self.end - self.start < length && !self.is_last {
            self.make_room(length - 1 + PIECE);
        }
        while self.end - self.start < length && !self.is_last {
            match self.reader.read(&mut self.buffer[self.end..]) {
                Ok(0) => self.is_last = true,
                Ok(length) => {
                    self.end += length;
                    self.read += length as u64;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if is_damage(&error) => {
                    self.is_last = true;
                    self.gap = Some(Gap::of(&error));
                }
                Err(error) => return Err(error),
            }
        }
        Ok(self.kept())
    }

    /// Makes room for so many bytes from the first that is kept on. What is kept is moved only if more was consumed since: so no
    /// byte is moved often, however small the records are.
    fn make_room(&mut self, length: usize) {
        if self.start >= self.end - self.start {
            steps::add(self.end - self.start);
            self.buffer.copy_within(self.start..self.end, 0);
            (self.start, self.end) = (0, self.end - self.start);
        }
        if self.buffer.len() < self.start + length {
            self.buffer.resize(self.start + length, 0);
        }
    }

    fn consume(&mut self, length: usize) {
        self.start += length;
        self.at += length as u64;
        self.head = None;
    }

    /// Moves to the next place that begins a record, or to the end, and returns whether there is one before `end`.
    pub fn find(&mut self, end: u64) -> io::Result<bool> {
        let mut is_line = true;
        loop {
            self.fill(2 * HEAD)?;
            let is_last = self.is_last;
            let kept = self.kept();
            // After a candidate there must be room for its head.
            let searched = if is_last { kept.len() } else { kept.len() - HEAD };
            if let Some((at, head)) = warc::find(kept, searched, is_line) {
                self.consume(at);
                self.head = head;
                return Ok(self.at < end);
            }
            is_line = searched > 0 && kept[searched - 1] == b'\n';
            self.consume(searched);
            if is_last || self.at >= end {
                return Ok(false);
            }
        }
    }

    /// Passes over a record of so many bytes that is too large to be kept, if it ends there: another one follows, or nothing. What
    /// is inside of it is not looked at, as pages may hold records. If it ends elsewhere, or nobody can know, nothing happens.
    fn pass(&mut self, length: u64) -> io::Result<bool> {
        const AFTER: usize = 16;
        let kept = (self.end - self.start) as u64;
        if kept >= length || self.is_last {
            let Ok(length) = usize::try_from(length) else { return Ok(false) };
            let after = self.fill(length.saturating_add(AFTER))?.get(length..);
            let is_end = after.is_some_and(|after| begins_record(without_breaks(after)));
            if is_end {
                self.consume(length);
            }
            return Ok(is_end);
        }
        let Some(mark) = self.reader.mark() else { return Ok(false) };
        if self.again > AGAIN * self.read + ALWAYS {
            return Ok(false);
        }
        let mut after = Vec::new();
        let is_there = self.reader.pass(length - kept)?
            && match (&mut self.reader).take(AFTER as u64).read_to_end(&mut after) {
                Ok(_) => true,
                Err(error) if is_damage(&error) => false,
                Err(error) => return Err(error),
            };
        if !is_there || !begins_record(without_breaks(&after)) {
            self.again += self.reader.cost(length - kept, mark);
            self.reader.rewind(mark)?;
            return Ok(false);
        }
        self.read += length - kept;
        self.buffer.resize(self.buffer.len().max(AFTER), 0);
        self.buffer[..after.len()].copy_from_slice(&after);
        (self.start, self.end, self.at, self.head) = (0, after.len(), self.at + length, None);
        Ok(true)
    }

    /// Whether a record begins in a part of what is kept.
    fn has_record(&self, part: Range<usize>) -> bool {
        warc::find(&self.kept()[part.start..], part.len(), false).is_some()
    }

    /// The next record, if one begins before `end`, or what is missing instead.
    pub fn record(&mut self, end: u64) -> io::Result<Option<Unpacked>> {
        let (file, limit) = (self.file.clone(), self.limit);
        let is_spent = self.is_spent()?;
        let offset = self.at;
        if offset >= end {
            return Ok(None);
        }
        let place = |length| Place { file: file.clone(), offset, length };
        if is_spent {
            return Ok(self.take_gap()?.map(|gap| Unpacked::gap(file, gap)));
        }
        let rejected = |window: &Window<R>, names, reason, why: String| {
            Ok(Some(Unpacked::other(place(window.at - offset), reason, why).named(names)))
        };
        let parsed = self.head.take().map_or_else(|| warc::parse(self.kept()), Parsed::Record);
        let head = match parsed {
            Parsed::Record(head) => head,
            absurd => {
                let names = warc::names(self.kept());
                self.consume(1);
                self.find(u64::MAX)?;
                let why = if let Parsed::Absurd(why) = absurd { why } else { "the head breaks off" };
                return rejected(self, names, Reason::Damaged, why.into());
            }
        };
        let block = head.block;
        let end_of_record = offset.saturating_add(head.length as u64).saturating_add(block);
        if block > (limit + HEAD) as u64 {
            if !self.pass(end_of_record - offset)? {
                self.consume(head.length);
                self.find(u64::MAX)?;
            }
            let is_as_said = self.at >= end_of_record && self.at - end_of_record <= 8;
            let (reason, why) = match is_as_said {
                true => (Reason::TooLarge, format!("{block} bytes, of at most {limit}")),
                false => (
                    Reason::Damaged,
                    format!("the record does not have the {block} bytes that its head says"),
                ),
            };
            return rejected(self, (head.url, head.id), reason, why);
        }
        let length = head.length + block as usize;
        self.fill(length + 16)?;
        // What stands after a record shows whether its length is right: two line breaks, or the next one, or nothing.
        let after = self.kept().get(length..);
        let is_as_said = after.is_some_and(|after| {
            // Two line breaks end the head of the next record, too, if this one has fewer bytes than it says.
            begins_record(without_breaks(after))
                || after.starts_with(b"\r\n\r\n") && !self.has_record(head.length..length)
        });
        let inside = self.kept().get(head.length..length).filter(|_| is_as_said).and_then(warc::inside);
        let is_lie = inside.is_some() && head.is_lie(&self.kept()[head.length..length]);
        if !is_as_said || is_lie {
            let why = match after {
                None => "the record breaks off",
                Some(_) if is_lie => "the record is shorter than its head says: others begin in it",
                Some(_) => "the record is longer than its head says",
            };
            self.consume(head.length);
            self.find(u64::MAX)?;
            return rejected(self, (head.url, head.id), Reason::Damaged, why.into());
        }
        let begin = head.length;
        let unpacked = warc::unpack(place(length as u64), *head, &self.kept()[begin..length], limit);
        self.consume(length);
        // They may be the page, or an attempt to hide them.
        Ok(Some(match inside {
            None => unpacked,
            Some(Inside { first, count }) => unpacked.warned(format!(
                "warc: what look like {count} records are inside of this one, from byte {} of {length} on, and belong to it",
                begin + first
            )),
        }))
    }
}

/// Whether a record begins here, or nothing.
fn begins_record(bytes: &[u8]) -> bool {
    BEGINNING.starts_with(&bytes[..bytes.len().min(BEGINNING.len())])
}
