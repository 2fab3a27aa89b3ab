//! WARC files that are read as a stream: not compressed, or compressed as a whole.

use std::io::{self, Read};
use std::sync::Arc;

use crate::read::source;
use crate::read::warc::{self, BEGINNING, HEAD, Parsed, Unpacked, without_breaks};
use crate::record::{Found, Place, Reason, Reject};

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
    /// What broke off the stream, until it is told.
    fault: Option<String>,
}

impl Window {
    /// Of what is read from here on, which is at this position.
    pub fn new(reader: Box<dyn Read + Send>, file: Arc<str>, limit: usize, at: u64) -> Window {
        Window { reader, file, limit, buffer: Vec::new(), at, is_last: false, fault: None }
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
    }

    /// Goes on to the next place that begins a record, or to the end, and tells whether there is one before `end`.
    pub fn find(&mut self, end: u64) -> io::Result<bool> {
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
