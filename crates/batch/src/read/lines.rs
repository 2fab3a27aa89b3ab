//! Lines of JSON, in a file or in a stream.

use std::io::{self, BufRead, Read};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use crate::read::columns::Columns;
use crate::read::source::Source;
use crate::record::{Found, Place, Reason, Reject};

/// The lines of a stream of which the positions are known.
pub struct Lines<R> {
    file: Arc<str>,
    columns: Columns,
    reader: R,
    at: u64,
    end: u64,
    limit: usize,
    is_done: bool,
}

impl Lines<Source> {
    /// The lines of a file that begin in `stretch`.
    pub fn open(
        path: &Path,
        file: Arc<str>,
        columns: Columns,
        stretch: Range<u64>,
        limit: usize,
    ) -> io::Result<Lines<Source>> {
        let mut source = Source::open(path)?;
        if stretch.start > 0 {
            // A line begins here if the one before ends here.
            source.seek(stretch.start - 1)?;
            source.skip_until(b'\n')?;
        }
        let begin = source.position();
        Ok(Lines {
            file,
            columns,
            reader: source,
            at: begin,
            end: stretch.end,
            limit,
            is_done: begin >= stretch.end,
        })
    }
}

impl<R: BufRead> Lines<R> {
    /// All lines of a stream.
    pub fn new(reader: R, file: Arc<str>, columns: Columns, limit: usize) -> Lines<R> {
        Lines { file, columns, reader, at: 0, end: u64::MAX, limit, is_done: false }
    }

    fn line(&mut self) -> io::Result<Option<Found>> {
        // Base64 takes four bytes for three; the escapes of JSON six for one, at worst.
        let limit = self.limit.saturating_mul(6).saturating_add(1 << 20);
        loop {
            let offset = self.at;
            if offset >= self.end {
                return Ok(None);
            }
            let mut line = Vec::new();
            let mut length = (&mut self.reader).take(limit as u64).read_until(b'\n', &mut line)? as u64;
            let is_long = length == limit as u64 && !line.ends_with(b"\n");
            if is_long {
                length += self.reader.skip_until(b'\n')? as u64;
            }
            self.at += length;
            if length == 0 {
                return Ok(None);
            }
            let place = Place { file: self.file.clone(), offset, length };
            if is_long {
                let why = format!("a line of {length} bytes");
                return Ok(Some(Found::Other(Reject::at(place, Reason::TooLarge, why))));
            }
            let line =
                line.strip_prefix(b"\xEF\xBB\xBF").filter(|_| offset == 0).unwrap_or(&line).trim_ascii();
            if !line.is_empty() {
                return Ok(Some(self.columns.of_json(line, place)));
            }
        }
    }
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
            let reason = if super::source::is_damage(&error) { Reason::Damaged } else { Reason::Unreadable };
            Some(Found::Other(Reject::at(place, reason, why)))
        })
    }
}
