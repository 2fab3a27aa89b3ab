//! How files are compressed, and how members of gzip and frames of zstd are unpacked.

use std::io::{self, BufRead, Read, Seek};
use std::sync::Arc;

use flate2::{Decompress, FlushDecompress, Status};
use pellucid_files::zstd::{self, Frame, MAGIC as ZSTD, SKIPPABLE, Step};

use crate::read::gzip;
use crate::read::lines::without_mark;
use crate::read::source::Source;
use crate::read::steps;
use crate::read::warc::{BEGINNING, without_breaks};

/// How a file is compressed.
#[derive(Clone)]
pub enum Codec {
    /// RFC 1952.
    Gzip,
    /// RFC 8878; with a dictionary, if the first frame is one.
    Zstd(Option<Arc<[u8]>>),
}

/// Of the frames of zstd that hold no data, this one holds the dictionary of an archive.
const DICTIONARY: u32 = 0x184D_2A5D;
/// The longest dictionary that is read. The tools that make them write about 100 kB.
const LONGEST_DICTIONARY: u32 = 64 << 20;

impl Codec {
    /// How this file is compressed, by its first bytes.
    pub fn of<F: Read + Seek>(source: &mut Source<F>) -> io::Result<Option<Codec>> {
        source.seek(0)?;
        let head = source.peek(8)?;
        if head.starts_with(&gzip::MAGIC) {
            return Ok(Some(Codec::Gzip));
        }
        if head.starts_with(&ZSTD) {
            return Ok(Some(Codec::Zstd(None)));
        }
        let Some((magic, length)) = skippable(head) else { return Ok(None) };
        if magic != DICTIONARY || length > LONGEST_DICTIONARY {
            return Ok(Some(Codec::Zstd(None)));
        }
        let mut dictionary = Vec::new();
        source.seek(8)?;
        source.take(u64::from(length)).read_to_end(&mut dictionary)?;
        source.seek(0)?;
        if dictionary.starts_with(&ZSTD) {
            // It may be compressed itself. One that cannot be read is none, and then no record can be read either.
            let mut unpacked = Vec::new();
            let reader = zstd::decoder(&dictionary[..])?;
            if reader.take(u64::from(LONGEST_DICTIONARY)).read_to_end(&mut unpacked).is_ok() {
                dictionary = unpacked;
            }
        }
        Ok(Some(Codec::Zstd(Some(dictionary.into()))))
    }

    /// How members begin.
    pub fn magic(&self) -> &'static [u8] {
        match self {
            Codec::Gzip => &gzip::MAGIC,
            Codec::Zstd(_) => &ZSTD,
        }
    }

    /// How long the frame is that begins here and holds no data, if it is one.
    pub fn skipped(&self, head: &[u8]) -> Option<u64> {
        match self {
            Codec::Gzip => None,
            Codec::Zstd(_) => skippable(head).map(|(_, length)| 8 + u64::from(length)),
        }
    }

    fn name(&self) -> &'static str {
        match self {
            Codec::Gzip => "gzip",
            Codec::Zstd(_) => "zstd",
        }
    }
}

fn skippable(head: &[u8]) -> Option<(u32, u32)> {
    let (magic, rest) = head.split_first_chunk::<4>()?;
    let (magic, length) = (u32::from_le_bytes(*magic), u32::from_le_bytes(*rest.first_chunk::<4>()?));
    SKIPPABLE.contains(&magic).then_some((magic, length))
}

/// How much is unpacked before it is asked whether a member has an end.
const ENDLESS: u64 = 1 << 30;
/// Then no member is packed more tightly: gzip cannot be, and where zstd is, it is no data.
const TIGHTEST: u64 = 2048;

/// Unpacks members, one after the other.
pub struct Unpacker {
    codec: Codec,
    state: State,
    packed: u64,
    unpacked: u64,
    is_complete: bool,
    /// What is wrong after what was unpacked.
    fault: Option<io::Error>,
}

enum State {
    Gzip(Decompress),
    Zstd(Frame),
}

impl Unpacker {
    /// For members that are packed like this.
    pub fn new(codec: &Codec) -> io::Result<Unpacker> {
        let state = match codec {
            Codec::Gzip => State::Gzip(gzip::state()),
            Codec::Zstd(dictionary) => State::Zstd(Frame::new(dictionary.as_deref())?),
        };
        let codec = codec.clone();
        Ok(Unpacker { codec, state, packed: 0, unpacked: 0, is_complete: false, fault: None })
    }

    /// A member begins.
    pub fn begin(&mut self) -> io::Result<()> {
        match &mut self.state {
            State::Gzip(state) => *state = gzip::state(),
            State::Zstd(frame) => frame.begin()?,
        }
        (self.packed, self.unpacked, self.is_complete, self.fault) = (0, 0, false, None);
        Ok(())
    }

    /// How much of the member was unpacked.
    pub fn unpacked(&self) -> u64 {
        self.unpacked
    }

    /// Unpacks some bytes of the member; none where it ends. Whatever comes before damage is unpacked before it is reported.
    pub fn read(&mut self, source: &mut impl BufRead, bytes: &mut [u8]) -> io::Result<usize> {
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        let mut written = 0;
        while !self.is_complete && written == 0 && !bytes.is_empty() {
            let packed = source.fill_buf()?;
            let is_end = packed.is_empty();
            let step = self.state.step(packed, bytes);
            source.consume(step.read);
            steps::add(step.read + step.written);
            self.packed += step.read as u64;
            written = step.written;
            self.unpacked += written as u64;
            let fault = match step.result {
                Ok(is_complete) => {
                    self.is_complete = is_complete;
                    let is_endless = self.unpacked > ENDLESS && self.unpacked / TIGHTEST > self.packed;
                    (is_endless && !is_complete).then(|| "it does not end".to_owned())
                }
                Err(why) => Some(why),
            };
            let name = self.codec.name();
            if let Some(why) = fault {
                self.fault = Some(damage(format!("the {name} data is damaged: {why}")));
            } else if is_end && written == 0 && !self.is_complete {
                self.fault = Some(damage(format!("the {name} data breaks off")));
            }
            if written == 0
                && let Some(fault) = self.fault.take()
            {
                return Err(fault);
            }
        }
        Ok(written)
    }
}

/// An error about the data, and not about the disk.
pub fn damage(why: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

/// Whether an error is about the data, and not about the disk.
pub fn is_damage(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::InvalidData && error.raw_os_error().is_none()
}

impl State {
    fn step(&mut self, packed: &[u8], bytes: &mut [u8]) -> Step {
        match self {
            State::Gzip(state) => {
                let before = (state.total_in(), state.total_out());
                // With room for all of it, nothing is copied to be remembered.
                let status = state.decompress(packed, bytes, FlushDecompress::Finish);
                let result = match status {
                    Ok(status) => Ok(status == Status::StreamEnd),
                    Err(error) => {
                        // Where something was unpacked before it was met, it only says that it was met before.
                        let message = error.message().filter(|message| !message.starts_with("repeated call"));
                        Err(message.unwrap_or("invalid data").to_owned())
                    }
                };
                let (read, written) = (state.total_in() - before.0, state.total_out() - before.1);
                Step { read: read as usize, written: written as usize, result }
            }
            State::Zstd(frame) => frame.step(packed, bytes),
        }
    }
}

/// What is looked for after damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A member that unpacks to the beginning of a record.
    Record,
    /// A member that unpacks to the beginning of an object of JSON.
    Object,
    /// A member, whatever is in it: one that is not cut where records are.
    Member,
}

/// Looks into what may be members.
pub struct Probe {
    state: Probed,
}

enum Probed {
    Gzip(Decompress),
    Zstd(Frame),
}

/// So many bytes show what a member is: a head of gzip, whose longest field has 64 KiB, or a block of zstd, which has 128.
pub const REACH: usize = 160 << 10;

impl Probe {
    /// For members that are packed like this.
    pub fn new(codec: &Codec) -> io::Result<Probe> {
        let state = match codec {
            Codec::Gzip => Probed::Gzip(Decompress::new(false)),
            Codec::Zstd(dictionary) => Probed::Zstd(Frame::new(dictionary.as_deref())?),
        };
        Ok(Probe { state })
    }

    /// Whether the bytes begin a member that is wanted, and how many of them were looked at to know it.
    pub fn begins(&mut self, bytes: &[u8], wanted: Wanted) -> (bool, usize) {
        /// The most of the data of gzip that is needed: the longest description of codes, and what it describes.
        const DATA: usize = 1 << 10;
        let mut beginning = [0; 64];
        let (mut written, mut looked_at, mut is_sound) = (0, 0, true);
        match &mut self.state {
            Probed::Gzip(state) => {
                let Some(head) = gzip::head(bytes) else { return (false, gzip::MAGIC.len()) };
                let data = &bytes[head..bytes.len().min(head + DATA)];
                state.reset(false);
                is_sound = state.decompress(data, &mut beginning, FlushDecompress::None).is_ok();
                written = state.total_out() as usize;
                // Of the head only the fields that need to be read.
                looked_at = gzip::HEAD + state.total_in() as usize;
            }
            Probed::Zstd(frame) => {
                if frame.begin().is_err() {
                    return (false, ZSTD.len());
                }
                while written < BEGINNING.len() && looked_at < bytes.len() {
                    let end = bytes.len().min(looked_at + frame.wanted());
                    let step = frame.step(&bytes[looked_at..], &mut beginning[written..]);
                    written += step.written;
                    looked_at += step.read;
                    if let Some(rest) = frame.rest(&mut beginning[written..]) {
                        written += rest;
                        break;
                    }
                    match step.result {
                        Ok(is_complete) if is_complete => break,
                        Ok(_) => {}
                        Err(_) => {
                            // It was looked at, and is not counted.
                            looked_at = looked_at.max(end);
                            is_sound = false;
                            break;
                        }
                    }
                }
            }
        }
        steps::add(looked_at + written);
        let is_it = match wanted {
            Wanted::Record => without_breaks(&beginning[..written]).starts_with(BEGINNING),
            Wanted::Object => without_mark(&beginning[..written]).trim_ascii_start().starts_with(b"{"),
            Wanted::Member => is_sound,
        };
        (is_it, looked_at)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};

    use super::*;

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    fn zstd(text: &[u8]) -> Vec<u8> {
        let mut encoder = ::zstd::Encoder::new(Vec::new(), 3).unwrap();
        // With a sum, as the command `zstd` writes it.
        encoder.include_checksum(true).unwrap();
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    /// What the first member of these bytes unpacks to, why it ends, and where.
    fn unpacked(codec: &Codec, bytes: &[u8], size: usize) -> (Vec<u8>, Option<String>, u64) {
        let mut source = Source::new(Cursor::new(bytes));
        let mut unpacker = Unpacker::new(codec).unwrap();
        unpacker.begin().unwrap();
        let (mut read, mut piece) = (Vec::new(), vec![0; size]);
        loop {
            match unpacker.read(&mut source, &mut piece) {
                Ok(0) => return (read, None, source.position()),
                Ok(length) => read.extend_from_slice(&piece[..length]),
                Err(error) => {
                    assert!(is_damage(&error), "{error}");
                    return (read, Some(error.to_string()), source.position());
                }
            }
        }
    }

    #[test]
    fn what_comes_before_damage_is_read() {
        let text: Vec<u8> = (0..200_000u32).flat_map(|n| n.wrapping_mul(n).to_le_bytes()).collect();
        for (codec, whole, name) in
            [(Codec::Gzip, gzip(&text), "gzip"), (Codec::Zstd(None), zstd(&text), "zstd")]
        {
            for size in [7, 4096, 1 << 20] {
                let (read, fault, end) = unpacked(&codec, &[&whole[..], b"after"].concat(), size);
                assert!(read == text && fault.is_none() && end == whole.len() as u64, "{name}, {size}");
                let middle = whole.len() / 2;
                let (read, fault, _) = unpacked(&codec, &whole[..middle], size);
                assert!(
                    read.len() > text.len() / 4 && text.starts_with(&read),
                    "{name}, {size}: {}",
                    read.len()
                );
                assert_eq!(fault, Some(format!("the {name} data breaks off")));
                let mut damaged = whole.clone();
                damaged[middle..middle + 9].fill(0xFF);
                let (read, fault, _) = unpacked(&codec, &damaged, size);
                let sound = text.len() / 4;
                assert!(
                    read.len() > sound && text.starts_with(&read[..sound]),
                    "{name}, {size}: {}",
                    read.len()
                );
                let fault = fault.unwrap();
                assert!(fault.starts_with(&format!("the {name} data is damaged: ")), "{fault}");
            }
        }
    }

    #[test]
    fn a_frame_without_end_ends() {
        // A block that says 128 KiB of one byte, as often as there are four bytes of it.
        let bomb = [&b"\x28\xB5\x2F\xFD\x00\x58"[..], &b"\x02\x00\x10W".repeat(40_000)].concat();
        let mut source = Source::new(Cursor::new(&bomb));
        let mut unpacker = Unpacker::new(&Codec::Zstd(None)).unwrap();
        let (mut piece, mut length) = (vec![0; 1 << 20], 0);
        let error = loop {
            match unpacker.read(&mut source, &mut piece) {
                Ok(read) => length += read as u64,
                Err(error) => break error,
            }
        };
        assert!(length < 2 * ENDLESS && error.to_string().ends_with("it does not end"), "{length}: {error}");
    }

    #[test]
    fn what_begins_like_what_is_wanted() {
        let member = |text: &[u8]| gzip(text);
        let mut probe = Probe::new(&Codec::Gzip).unwrap();
        assert!(probe.begins(&member(b"WARC/1.0\r\n"), Wanted::Record).0);
        assert!(probe.begins(&member(b"\r\nWARC/1.0\r\n"), Wanted::Record).0);
        assert!(!probe.begins(&member(b"<p>WARC/1.0\r\n"), Wanted::Record).0);
        assert!(probe.begins(&member(b"\xEF\xBB\xBF {}"), Wanted::Object).0);
        assert!(!probe.begins(&member(b"[]"), Wanted::Object).0);
        for text in [&b"anything"[..], b""] {
            assert!(probe.begins(&member(text), Wanted::Member).0);
        }
        assert!(!probe.begins(b"\x1F\x8B\x08\0\0\0\0\0\0\0\xFF\xFF\xFF", Wanted::Member).0);
    }
}
