//! A file that knows where it is, and looks ahead and back within its buffer.

use std::fs::File;
use std::io::{self, BufRead, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

use crate::read::steps;
use crate::read::window::Rewind;

/// How much is read from the disk at a time.
const BUFFER: usize = 1 << 20;

/// The name of a file in rows.
pub fn name(path: &Path) -> Arc<str> {
    path.to_string_lossy().into()
}

/// A file, and the position in it.
pub struct Source<F = File> {
    file: F,
    /// What was read, of which the bytes up to `start` are behind us.
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    /// The position of the next byte.
    at: u64,
}

impl Source {
    /// At the beginning of a file.
    pub fn open(path: &Path) -> io::Result<Source> {
        Ok(Source::new(File::open(path)?))
    }
}

impl<F: Read + Seek> Source<F> {
    /// At the beginning of something that is like a file.
    pub fn new(file: F) -> Source<F> {
        Source { file, buffer: vec![0; BUFFER], start: 0, end: 0, at: 0 }
    }

    /// The position of the next byte.
    pub fn position(&self) -> u64 {
        self.at
    }

    /// The position after the last byte.
    pub fn length(&mut self) -> io::Result<u64> {
        let length = self.file.seek(SeekFrom::End(0))?;
        self.file.seek(SeekFrom::Start(self.at + (self.end - self.start) as u64))?;
        Ok(length)
    }

    /// Goes to a position. Within the buffer that costs nothing: recovery goes back and forth by little.
    pub fn seek(&mut self, at: u64) -> io::Result<()> {
        let begin = self.at - self.start as u64;
        match at.checked_sub(begin).filter(|&offset| offset <= self.end as u64) {
            Some(offset) => self.start = offset as usize,
            None => {
                self.file.seek(SeekFrom::Start(at))?;
                (self.start, self.end) = (0, 0);
            }
        }
        self.at = at;
        Ok(())
    }

    /// Up to so many bytes from here on, without moving. Fewer only where the file ends.
    pub fn peek(&mut self, length: usize) -> io::Result<&[u8]> {
        if self.start + length > self.buffer.len() {
            steps::add(self.end - self.start);
            self.buffer.copy_within(self.start..self.end, 0);
            (self.start, self.end) = (0, self.end - self.start);
            if length > self.buffer.len() {
                self.buffer.resize(length, 0);
            }
        }
        while self.end - self.start < length {
            match self.file.read(&mut self.buffer[self.end..]) {
                Ok(0) => break,
                Ok(read) => {
                    steps::add(read);
                    self.end += read;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(&self.buffer[self.start..self.end.min(self.start + length)])
    }
}

impl<F: Read + Seek> Read for Source<F> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let ready = self.fill_buf()?;
        let length = ready.len().min(bytes.len());
        bytes[..length].copy_from_slice(&ready[..length]);
        self.consume(length);
        Ok(length)
    }
}

impl<F: Read + Seek> Rewind for Source<F> {
    fn mark(&mut self) -> Option<u64> {
        Some(self.at)
    }

    fn pass(&mut self, bytes: u64) -> io::Result<bool> {
        let end = self.at.saturating_add(bytes);
        let is_there = end <= self.length()?;
        if is_there {
            self.seek(end)?;
        }
        Ok(is_there)
    }

    fn rewind(&mut self, mark: u64) -> io::Result<()> {
        self.seek(mark)
    }

    fn cost(&self, _bytes: u64, _mark: u64) -> u64 {
        2 * self.buffer.len() as u64
    }
}

impl<F: Read + Seek> BufRead for Source<F> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.start == self.end {
            self.peek(1)?;
        }
        Ok(&self.buffer[self.start..self.end])
    }

    fn consume(&mut self, length: usize) {
        self.start += length;
        self.at += length as u64;
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    #[test]
    fn it_goes_anywhere_and_looks_ahead() {
        let bytes: Vec<u8> = (0..3 * BUFFER as u32).map(|n| (n % 251) as u8).collect();
        let mut source = Source::new(Cursor::new(bytes.clone()));
        assert_eq!(source.length().unwrap(), bytes.len() as u64);
        for (at, length) in
            [(0, 5), (BUFFER - 2, 9), (7, 2 * BUFFER), (2 * BUFFER, BUFFER), (1, 1), (3 * BUFFER - 2, 9)]
        {
            source.seek(at as u64).unwrap();
            assert_eq!(source.position(), at as u64);
            let expected = &bytes[at..(at + length).min(bytes.len())];
            assert!(source.peek(length).unwrap() == expected, "{length} at {at}");
            let mut read = vec![0; expected.len()];
            source.read_exact(&mut read).unwrap();
            assert!(read == expected && source.position() == (at + expected.len()) as u64);
        }
        source.seek(9 * BUFFER as u64).unwrap();
        assert!(source.fill_buf().unwrap().is_empty() && source.peek(9).unwrap().is_empty());
    }
}
