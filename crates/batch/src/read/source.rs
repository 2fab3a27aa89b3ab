//! A file that knows where it is, and compressed members of it.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

use libdeflater::Decompressor;
use zstd::dict::DecoderDictionary;

use crate::read::gzip::{self, Member};

/// How much is read from the disk at a time.
const BUFFER: usize = 1 << 20;
/// How much is searched for the beginning of a member at a time.
const SEARCHED: usize = 64 << 10;

/// The name of a file in rows.
pub fn name(path: &Path) -> Arc<str> {
    path.to_string_lossy().into()
}

/// A file, and the position in it.
pub struct Source {
    reader: BufReader<File>,
    at: u64,
}

impl Source {
    /// At the beginning of a file.
    pub fn open(path: &Path) -> io::Result<Source> {
        Ok(Source { reader: BufReader::with_capacity(BUFFER, File::open(path)?), at: 0 })
    }

    /// The position of the next byte.
    pub fn position(&self) -> u64 {
        self.at
    }

    /// Goes to a position.
    pub fn seek(&mut self, at: u64) -> io::Result<()> {
        // Within the buffer, if it can: recovery goes back and forth by little.
        self.reader
            .seek_relative(at as i64 - self.at as i64)
            .or_else(|_| self.reader.seek(SeekFrom::Start(at)).map(|_| ()))?;
        self.at = at;
        Ok(())
    }

    /// Up to so many bytes from here on, without moving. Fewer only where the file ends.
    pub fn peek(&mut self, length: usize) -> io::Result<Vec<u8>> {
        let at = self.at;
        let mut bytes = Vec::new();
        self.take(length as u64).read_to_end(&mut bytes)?;
        self.seek(at)?;
        Ok(bytes)
    }
}

impl Read for Source {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let length = self.reader.read(bytes)?;
        self.at += length as u64;
        Ok(length)
    }
}

impl BufRead for Source {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.reader.fill_buf()
    }

    fn consume(&mut self, length: usize) {
        self.reader.consume(length);
        self.at += length as u64;
    }
}

/// How a file is compressed.
#[derive(Clone)]
pub enum Codec {
    /// RFC 1952.
    Gzip,
    /// RFC 8878; with a dictionary, if the first frame is one.
    Zstd(Option<Arc<Dictionary>>),
}

/// What frames of zstd refer to.
pub struct Dictionary {
    bytes: Vec<u8>,
    /// Made ready once, for many frames.
    prepared: DecoderDictionary<'static>,
}

/// The beginning of a frame of zstd.
const ZSTD: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];
/// A skippable frame of zstd begins with one of sixteen numbers; this one holds the dictionary of an archive.
const SKIPPABLE: std::ops::RangeInclusive<u32> = 0x184D_2A50..=0x184D_2A5F;
const DICTIONARY: u32 = 0x184D_2A5D;
/// The longest dictionary that is read. The tools that make them write about 100 kB.
const LONGEST_DICTIONARY: u32 = 64 << 20;

/// Why a member could not be read.
#[derive(Debug)]
pub enum Fault {
    /// It makes no sense, or breaks off.
    Damaged(String),
    /// It unpacks to more bytes than allowed.
    TooLarge,
    /// The file cannot be read.
    Io(io::Error),
}

impl Codec {
    /// How this file is compressed, if it is. Afterwards the source stands at its first member.
    pub fn of(source: &mut Source) -> io::Result<Option<Codec>> {
        source.seek(0)?;
        let head = source.peek(8)?;
        if head.starts_with(&gzip::MAGIC) {
            return Ok(Some(Codec::Gzip));
        }
        if head.starts_with(&ZSTD) {
            return Ok(Some(Codec::Zstd(None)));
        }
        let Some((magic, length)) = skippable(&head) else { return Ok(None) };
        if magic != DICTIONARY || length > LONGEST_DICTIONARY {
            return Ok(Some(Codec::Zstd(None)));
        }
        source.seek(8)?;
        let mut dictionary = Vec::new();
        source.take(u64::from(length)).read_to_end(&mut dictionary)?;
        if dictionary.starts_with(&ZSTD) {
            // It may be compressed itself. One that cannot be read is none, and then no record can be read either.
            let mut unpacked = Vec::new();
            let reader = zstd::Decoder::new(&dictionary[..])?;
            if reader.take(u64::from(LONGEST_DICTIONARY)).read_to_end(&mut unpacked).is_ok() {
                dictionary = unpacked;
            }
        }
        let prepared = DecoderDictionary::copy(&dictionary);
        Ok(Some(Codec::Zstd(Some(Arc::new(Dictionary { bytes: dictionary, prepared })))))
    }

    /// Whether a member begins here. Frames of zstd to be skipped are skipped.
    pub fn begins(&self, source: &mut Source) -> io::Result<bool> {
        loop {
            let head = source.peek(8)?;
            match self {
                Codec::Gzip => return Ok(head.starts_with(&gzip::MAGIC)),
                Codec::Zstd(_) => match skippable(&head) {
                    Some((_, length)) => source.seek(source.position() + 8 + u64::from(length))?,
                    None => return Ok(head.starts_with(&ZSTD)),
                },
            }
        }
    }

    /// Unpacks the member that begins here. Afterwards the source stands after it.
    pub fn unpack(&self, source: &mut Source, limit: usize, room: &mut Room) -> Result<(), Fault> {
        match self {
            Codec::Gzip => match room.take_quickly(source, limit) {
                Ok(true) => Ok(()),
                Ok(false) => room.take(Member::new(source), limit),
                Err(error) => Err(Fault::Io(error)),
            },
            Codec::Zstd(dictionary) => {
                room.take(frame(source, dictionary.as_deref()).map_err(Fault::Io)?, limit)
            }
        }
    }

    /// Whether the member that begins here unpacks to something that begins like that.
    pub fn begins_with(&self, source: &mut Source, beginning: &[u8]) -> bool {
        let mut bytes = vec![0; beginning.len()];
        let read = match self {
            Codec::Gzip => Member::new(source).read_exact(&mut bytes),
            Codec::Zstd(dictionary) => {
                frame(source, dictionary.as_deref()).and_then(|mut frame| frame.read_exact(&mut bytes))
            }
        };
        read.is_ok() && bytes == beginning
    }

    /// Everything from here on, as one.
    pub fn stream(&self, source: Source) -> io::Result<Box<dyn Read + Send>> {
        Ok(match self {
            Codec::Gzip => Box::new(flate2::bufread::MultiGzDecoder::new(source)),
            Codec::Zstd(None) => Box::new(zstd::Decoder::with_buffer(source)?),
            Codec::Zstd(Some(dictionary)) => {
                Box::new(zstd::Decoder::with_dictionary(source, &dictionary.bytes)?)
            }
        })
    }

    /// Moves to the next member whose content begins like that, and returns whether there is one before `end`. If not, the
    /// source is left there, or where the file ends.
    pub fn find(&self, source: &mut Source, beginning: &[u8], end: u64) -> io::Result<bool> {
        let magic: &[u8] = match self {
            Codec::Gzip => &gzip::MAGIC,
            Codec::Zstd(_) => &ZSTD,
        };
        loop {
            let from = source.position();
            let window = source.peek(SEARCHED)?;
            for at in memchr::memmem::find_iter(&window, magic) {
                let at = from + at as u64;
                source.seek(at)?;
                let is_it = self.begins_with(source, beginning);
                source.seek(at)?;
                if at >= end {
                    return Ok(false);
                }
                if is_it {
                    return Ok(true);
                }
            }
            if window.len() < SEARCHED || from >= end {
                source.seek(from + window.len() as u64)?;
                return Ok(false);
            }
            // The next window begins with what may be half of a beginning.
            source.seek(from + (window.len() - magic.len() + 1) as u64)?;
        }
    }
}

fn skippable(head: &[u8]) -> Option<(u32, u32)> {
    let (magic, rest) = head.split_first_chunk::<4>()?;
    let (magic, length) = (u32::from_le_bytes(*magic), u32::from_le_bytes(*rest.first_chunk::<4>()?));
    SKIPPABLE.contains(&magic).then_some((magic, length))
}

fn frame<'a, R: BufRead>(source: R, dictionary: Option<&'a Dictionary>) -> io::Result<zstd::Decoder<'a, R>> {
    Ok(match dictionary {
        None => zstd::Decoder::with_buffer(source)?,
        Some(dictionary) => zstd::Decoder::with_prepared_dictionary(source, &dictionary.prepared)?,
    }
    .single_frame())
}

/// Room for what members unpack to, one after the other.
pub struct Room {
    /// What is after the last member was there before: clearing it would take time.
    bytes: Vec<u8>,
    length: usize,
    decompressor: Decompressor,
}

impl Default for Room {
    fn default() -> Room {
        Room { bytes: Vec::new(), length: 0, decompressor: Decompressor::new() }
    }
}

/// How much room there is at first. Most pages need less.
const ROOM: usize = 256 << 10;
/// How much more than allowed is unpacked to find the end of a member that is too large.
const DRAINED: u64 = 1 << 30;

impl Room {
    /// What the last member unpacked to, as far as it could be.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    /// Whether a member of gzip could be unpacked the quick way.
    fn take_quickly(&mut self, source: &mut Source, limit: usize) -> io::Result<bool> {
        let length = gzip::unpack_quickly(source, limit, &mut self.decompressor, &mut self.bytes)?;
        self.length = length.unwrap_or(0);
        Ok(length.is_some())
    }

    fn take(&mut self, mut reader: impl Read, limit: usize) -> Result<(), Fault> {
        let faulty = |error: io::Error| match is_damage(&error) {
            true => Fault::Damaged(error.to_string()),
            false => Fault::Io(error),
        };
        self.length = 0;
        while self.length < limit {
            if self.length == self.bytes.len() {
                self.bytes.resize((2 * self.length).clamp(ROOM, limit.max(ROOM)), 0);
            }
            let end = self.bytes.len().min(limit);
            match reader.read(&mut self.bytes[self.length..end]) {
                Ok(0) => return Ok(()),
                Ok(length) => self.length += length,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(faulty(error)),
            }
        }
        match io::copy(&mut reader.take(DRAINED), &mut io::sink()).map_err(faulty)? {
            0 => Ok(()),
            DRAINED => Err(Fault::Damaged("a member without end".into())),
            _ => Err(Fault::TooLarge),
        }
    }
}

/// Whether an error is one of a decoder, and not of the disk.
pub fn is_damage(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidData, InvalidInput, Other, UnexpectedEof};
    matches!(error.kind(), InvalidData | InvalidInput | UnexpectedEof | Other)
        && error.raw_os_error().is_none()
}
