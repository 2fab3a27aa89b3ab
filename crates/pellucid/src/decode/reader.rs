//! A source of bytes in any encoding in, a source of UTF-8 out.

use std::io::{self, Read};

use super::damage::Damage;
use super::decoder::Decoder;

/// How many bytes are asked from the source at once.
const CHUNK: usize = 16 * 1024;

/// Reads UTF-8 from a source of bytes in another encoding. Memory is bounded, however long the source.
///
/// Made by [`DecodeOptions::reader`](super::DecodeOptions::reader). With [`Errors::Strict`](super::Errors::Strict), damage is
/// an error of the kind [`InvalidData`](io::ErrorKind::InvalidData) after the text before it; the error of
/// the source itself is passed on, and reading may be tried again.
pub struct Reader<R> {
    source: R,
    decoder: Decoder,
    chunk: Box<[u8]>,
    text: String,
    /// How much of the text has been read.
    read: usize,
    ended: bool,
    failed: Option<super::DecodeError>,
}

impl<R: Read> Reader<R> {
    pub(super) fn new(decoder: Decoder, source: R) -> Reader<R> {
        let chunk = vec![0; CHUNK].into();
        Reader { source, decoder, chunk, text: String::new(), read: 0, ended: false, failed: None }
    }

    /// What could not be read so far.
    pub fn damage(&self) -> &Damage {
        self.decoder.damage()
    }

    /// The source, of which more may have been taken than was read here.
    pub fn into_inner(self) -> R {
        self.source
    }

    /// The next text, or none at the end.
    fn fill(&mut self) -> io::Result<()> {
        while self.read == self.text.len() {
            if let Some(error) = &self.failed {
                return Err(io::Error::new(io::ErrorKind::InvalidData, error.clone()));
            }
            if self.ended {
                return Ok(());
            }
            let len = self.source.read(&mut self.chunk)?;
            self.text.clear();
            self.read = 0;
            self.ended = len == 0;
            let result = match len {
                0 => self.decoder.finish(&mut self.text),
                _ => self.decoder.feed(&self.chunk[..len], &mut self.text),
            };
            self.failed = result.err();
        }
        Ok(())
    }
}

impl<R: Read> Read for Reader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        self.fill()?;
        let left = &self.text.as_bytes()[self.read..];
        let len = left.len().min(buffer.len());
        buffer[..len].copy_from_slice(&left[..len]);
        self.read += len;
        Ok(len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::{DecodeOptions, Errors};
    use crate::encodings::{EUC_JP, UTF_8};

    /// Gives three bytes at a time, which cuts characters.
    struct Dripping<'a>(&'a [u8]);

    impl Read for Dripping<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let len = buffer.len().min(3);
            self.0.read(&mut buffer[..len])
        }
    }

    #[test]
    fn reads_what_decoding_at_once_gives() {
        let bytes = EUC_JP.encode(&"日本語 and ASCII ".repeat(5000)).into_bytes();
        let mut text = String::new();
        let mut reader = DecodeOptions::new().reader(&EUC_JP, Dripping(&bytes));
        reader.read_to_string(&mut text).unwrap();
        assert_eq!(text, EUC_JP.decode(&bytes).text());
        assert!(reader.damage().is_none());
    }

    #[test]
    fn damage_is_an_error_after_the_text_before_it() {
        let mut reader = DecodeOptions::new().errors(Errors::Strict).reader(&UTF_8, &b"abc\xFFd"[..]);
        let mut text = Vec::new();
        let error = reader.read_to_end(&mut text).unwrap_err();
        assert_eq!((error.kind(), &text[..]), (io::ErrorKind::InvalidData, &b"abc"[..]));
    }

    #[test]
    fn nothing_gives_nothing() {
        let mut reader = DecodeOptions::new().reader(&UTF_8, io::empty());
        assert_eq!(reader.read(&mut [0; 8]).unwrap(), 0);
        assert_eq!(reader.read(&mut []).unwrap(), 0);
    }
}
