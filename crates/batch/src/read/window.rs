//! WARC files that are read as a stream: not compressed, or compressed as a whole.

use std::io::{self, Read};
use std::sync::Arc;

use crate::read::source;
use crate::read::warc::{self, BEGINNING, HEAD, Head, Parsed, Unpacked, without_breaks};
use crate::record::{Place, Reason};

/// How much of a stream is read at a time.
const PIECE: usize = 64 << 10;

/// Bytes that come one after the other, those that are looked at being kept.
pub struct Window {
    reader: Box<dyn Read + Send>,
    file: Arc<str>,
    /// A page may have so many bytes.
    limit: usize,
    buffer: Vec<u8>,
    /// The position of the first byte that is kept.
    at: u64,
    /// Whether nothing follows what is kept.
    is_last: bool,
    /// What broke off the stream, until it is reported.
    fault: Option<String>,
    /// The head of the record that begins here, if it was found by searching.
    head: Option<Box<Head>>,
}

impl Window {
    /// Of what is read from here on, which is at this position.
    pub fn new(reader: Box<dyn Read + Send>, file: Arc<str>, limit: usize, at: u64) -> Window {
        Window { reader, file, limit, buffer: Vec::new(), at, is_last: false, fault: None, head: None }
    }

    /// Where the next record begins.
    pub fn at(&self) -> u64 {
        self.at
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
        self.head = None;
    }

    /// Moves to the next place that begins a record, or to the end, and returns whether there is one before `end`.
    pub fn find(&mut self, end: u64) -> io::Result<bool> {
        let mut is_line = true;
        loop {
            self.fill(2 * HEAD)?;
            let is_last = self.is_last;
            // After a candidate there must be room for its head.
            let searched = if is_last { self.buffer.len() } else { self.buffer.len() - HEAD };
            let found = memchr::memmem::find_iter(&self.buffer, BEGINNING)
                .take_while(|&at| at < searched)
                .find_map(|at| {
                    let begins_line = if at == 0 { is_line } else { self.buffer[at - 1] == b'\n' };
                    match warc::parse(&self.buffer[at..]) {
                        // In the middle of a line, after a record that was cut, it must have a name to be believed.
                        Parsed::Record(head) if begins_line || head.id.is_some() => Some((at, head)),
                        _ => None,
                    }
                });
            match found {
                Some((at, head)) => {
                    self.consume(at);
                    self.head = Some(head);
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
    pub fn record(&mut self, end: u64) -> io::Result<Option<Unpacked>> {
        let (file, limit) = (self.file.clone(), self.limit);
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
            let lost = |why| {
                Unpacked::other(
                    place(0),
                    Reason::Damaged,
                    format!("the rest of the file cannot be read: {why}"),
                )
            };
            return Ok(self.fault.take().map(lost));
        }
        let rejected = |window: &Window, names, reason, why: String| {
            Ok(Some(Unpacked::other(place(window.at - offset), reason, why).named(names)))
        };
        let parsed = self.head.take().map_or_else(|| warc::parse(&self.buffer), Parsed::Record);
        let head = match parsed {
            Parsed::Record(head) => head,
            absurd => {
                let names = warc::names(&self.buffer[..self.buffer.len().min(HEAD)]);
                self.consume(1);
                self.find(u64::MAX)?;
                let why = if let Parsed::Absurd(why) = absurd { why } else { "the head breaks off" };
                return rejected(self, names, Reason::Damaged, why.into());
            }
        };
        let block = head.block;
        let end_of_record = offset.saturating_add(head.length as u64).saturating_add(block);
        if block > (limit + HEAD) as u64 {
            self.consume(head.length);
            self.find(u64::MAX)?;
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
        let after = self.buffer.get(length..);
        let is_next = |after: &[u8]| BEGINNING.starts_with(&after[..after.len().min(BEGINNING.len())]);
        let is_as_said =
            after.is_some_and(|after| after.starts_with(b"\r\n\r\n") || is_next(without_breaks(after)));
        if !is_as_said {
            let why = match after {
                None => "the record breaks off",
                Some(_) => "the record is longer than its head says",
            };
            self.consume(head.length);
            self.find(u64::MAX)?;
            return rejected(self, (head.url, head.id), Reason::Damaged, why.into());
        }
        let block = &self.buffer[head.length..length];
        let unpacked = warc::unpack(place(length as u64), *head, block, limit);
        self.consume(length);
        Ok(Some(unpacked))
    }
}
