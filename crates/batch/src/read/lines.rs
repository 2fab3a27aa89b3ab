//! Lines of JSON, in a file or in a stream.

use std::io::{self, BufRead, Read, Seek};
use std::ops::Range;
use std::sync::Arc;

use crate::read::codec::is_damage;
use crate::read::columns::Columns;
use crate::read::packed::Gap;
use crate::read::source::Source;
use crate::read::warc::Unpacked;
use crate::record::{Found, Place, Reason, Reject};

/// The lines of a stream of which the positions are known.
pub struct Lines<R> {
    file: Arc<str>,
    columns: Columns,
    reader: R,
    at: u64,
    end: u64,
    limit: usize,
    /// What comes next, whatever follows.
    next: Option<Found>,
    is_done: bool,
}

impl<F: Read + Seek> Lines<Source<F>> {
    /// The lines of a file that begin in `stretch`.
    pub fn within(
        mut source: Source<F>,
        file: Arc<str>,
        columns: Columns,
        stretch: Range<u64>,
        limit: usize,
    ) -> io::Result<Lines<Source<F>>> {
        if stretch.start > 0 {
            // A line begins here if the one before ends here. If it ends in a later stretch, none begins in this one.
            source.seek(stretch.start - 1)?;
            (&mut source).take(stretch.end - stretch.start + 1).skip_until(b'\n')?;
        }
        let at = source.position();
        Ok(Lines { at, end: stretch.end, ..Lines::new(source, file, columns, limit) })
    }
}

impl<R: BufRead> Lines<R> {
    /// All lines of a stream.
    pub fn new(reader: R, file: Arc<str>, columns: Columns, limit: usize) -> Lines<R> {
        Lines { file, columns, reader, at: 0, end: u64::MAX, limit, next: None, is_done: false }
    }

    fn line(&mut self) -> io::Result<Option<Found>> {
        if let Some(next) = self.next.take() {
            return Ok(Some(next));
        }
        // Base64 takes four bytes for three; the escapes of JSON six for one, at worst.
        let limit = self.limit.saturating_mul(6).saturating_add(1 << 20);
        loop {
            let offset = self.at;
            if offset >= self.end {
                return Ok(None);
            }
            let mut line = Vec::new();
            let read = (&mut self.reader).take(limit as u64).read_until(b'\n', &mut line);
            let (is_long, mut length) = (line.len() == limit && !line.ends_with(b"\n"), line.len() as u64);
            let skipped = read.and_then(|_| if is_long { self.reader.skip_until(b'\n') } else { Ok(0) });
            length += *skipped.as_ref().unwrap_or(&0) as u64;
            self.at += length;
            let file = self.file.clone();
            let place = Place { file: file.clone(), offset, length };
            if let Err(error) = skipped {
                if !is_damage(&error) {
                    return Err(error);
                }
                // What is missing, and after it perhaps more; before it, a line that was cut.
                let Unpacked { found, .. } = Unpacked::gap(file, Gap::of(&error));
                if line.trim_ascii().is_empty() {
                    return Ok(Some(found));
                }
                self.next = Some(found);
                let why = "the line breaks off".to_owned();
                return Ok(Some(Found::Other(Reject::at(place, Reason::Damaged, why))));
            }
            if length == 0 {
                return Ok(None);
            }
            if is_long {
                let why = format!("a line of {length} bytes");
                return Ok(Some(Found::Other(Reject::at(place, Reason::TooLarge, why))));
            }
            let line = if offset == 0 { without_mark(&line) } else { &line }.trim_ascii();
            if !line.is_empty() {
                return Ok(Some(self.columns.of_json(line, place)));
            }
        }
    }
}

/// Some writers begin with a byte order mark.
pub fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes)
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        if self.is_done {
            return None;
        }
        self.line().unwrap_or_else(|error| {
            self.is_done = true;
            let place = Place { file: self.file.clone(), offset: self.at, length: 0 };
            let why = format!("the rest of the file cannot be read: {error}");
            Some(Found::Other(Reject::at(place, Reason::Unreadable, why)))
        })
    }
}
