//! A compressed file, member by member, and how to continue after damage.

use std::fs::File;
use std::io::{self, BufRead, Read, Seek};
use std::ops::Range;

use crate::read::codec::{Codec, Probe, REACH, Unpacker, Wanted, damage, is_damage};
use crate::read::gzip;
use crate::read::inflate::Inflate;
use crate::read::source::Source;
use crate::read::window::Rewind;

/// How much is searched for the beginning of a member at a time.
const SEARCHED: usize = 64 << 10;
/// A member that is cut swallows the beginning of what follows it, before it is found to make no sense. A block that is only
/// stored may have 128 KiB, and what is read as codes seldom makes sense for longer.
const SWALLOWED: u64 = 256 << 10;
/// How often bytes may be read again, on average, to look for members in them. More than that is no damage but malice, and
/// whatever was read in vain is skipped then.
const AGAIN: u64 = 4;
/// The same for what only looks like the beginning of a member, and costs less: it is seldom more than copied.
const PROBED: u64 = 24;
/// So much is always allowed.
const ALWAYS: u64 = 8 << 20;

/// Where a member is damaged.
#[derive(Clone, Copy, Debug)]
pub struct Damage {
    /// Where it was noticed; or where the member begins, if that is too late, or next to nothing could be unpacked.
    pub at: u64,
    /// Whether the next member was read as a part of this one.
    pub has_swallowed: bool,
}

/// What of a file could not be unpacked.
#[derive(Clone, Debug, Default)]
pub struct Gap {
    /// Where.
    pub range: Range<u64>,
    /// Why.
    pub why: String,
}

impl std::fmt::Display for Gap {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.why)
    }
}

impl std::error::Error for Gap {}

impl Gap {
    /// What an error says about a gap.
    pub fn of(error: &io::Error) -> Gap {
        let gap = error.get_ref().and_then(|error| error.downcast_ref());
        gap.cloned().unwrap_or_else(|| Gap { range: 0..0, why: error.to_string() })
    }
}

/// A compressed file, of which one member is read at a time: [`Read`] ends where that ends.
pub struct Packed<F = File> {
    source: Source<F>,
    codec: Codec,
    unpacker: Unpacker,
    probe: Probe,
    inflate: Inflate,
    /// Where the member begins that is read, and where it must end at the latest.
    start: u64,
    end: u64,
    /// Where reading began, and how many bytes since then were read more than once, and looked at in vain.
    origin: u64,
    again: u64,
    probed: u64,
}

impl<F: Read + Seek> Packed<F> {
    /// From this position of a file on.
    pub fn new(mut source: Source<F>, codec: Codec, at: u64) -> io::Result<Packed<F>> {
        source.seek(at)?;
        let (unpacker, probe) = (Unpacker::new(&codec)?, Probe::new(&codec)?);
        let inflate = Inflate::new();
        Ok(Packed {
            source,
            codec,
            unpacker,
            probe,
            inflate,
            start: at,
            end: u64::MAX,
            origin: at,
            again: 0,
            probed: 0,
        })
    }

    /// Where we are.
    pub fn position(&self) -> u64 {
        self.source.position()
    }

    /// Goes to a place where a member begins.
    pub fn skip_to(&mut self, at: u64) -> io::Result<()> {
        self.source.seek(at)
    }

    /// Where the member begins that is read.
    pub fn start(&self) -> u64 {
        self.start
    }

    /// Whether the file ends here.
    pub fn is_at_end(&mut self) -> io::Result<bool> {
        Ok(self.source.fill_buf()?.is_empty())
    }

    /// Whether a member begins here, and does not break off in its head. Frames of zstd to be skipped are skipped.
    pub fn begins(&mut self) -> io::Result<bool> {
        self.start = self.position();
        loop {
            let head = self.source.peek(8)?;
            let Some(length) = self.codec.skipped(head) else {
                let (is_it, is_plain) = (head.starts_with(self.codec.magic()), head.get(3) == Some(&0));
                let is_simple = is_plain || !is_it || !matches!(self.codec, Codec::Gzip);
                return Ok(is_it && (is_simple || !gzip::breaks_off(self.source.peek(REACH)?)));
            };
            // Something must follow it, or nothing at all. Else its length is wrong.
            let next = self.start + length;
            self.source.seek(next)?;
            let after = self.source.peek(8)?;
            let is_frame = after.starts_with(self.codec.magic()) || self.codec.skipped(after).is_some();
            if !is_frame && (!after.is_empty() || next != self.source.length()?) {
                self.source.seek(self.start)?;
                return Ok(false);
            }
            self.start = next;
            if !is_frame {
                return Ok(false);
            }
        }
    }

    /// Begins to unpack the member that begins here.
    pub fn begin(&mut self) -> io::Result<()> {
        self.start = self.position();
        self.end = u64::MAX;
        self.unpacker.begin()
    }

    /// Begins again to unpack the member that was read, but not beyond where we are.
    pub fn begin_again(&mut self) -> io::Result<()> {
        self.end = self.position();
        self.source.seek(self.start)?;
        self.unpacker.begin()
    }

    /// Unpacks the member that begins here the quick way, into room that is made as long as it must be, and returns how long
    /// that is; none if it has to be read.
    pub fn unpack_quickly(&mut self, limit: usize, room: &mut Vec<u8>) -> io::Result<Option<usize>> {
        match self.codec {
            Codec::Gzip => gzip::unpack_quickly(&mut self.source, limit, &mut self.inflate, room),
            Codec::Zstd(_) => Ok(None),
        }
    }

    /// After damage, moves to the next member that is wanted, or to the end of the file.
    pub fn recover(&mut self, wanted: Wanted) -> io::Result<Damage> {
        let failed = self.position();
        let from = (self.start + 1).max(failed.saturating_sub(SWALLOWED));
        let from =
            if self.may_repeat(failed.saturating_sub(from)) { from } else { failed.max(self.start + 1) };
        // Data gives more bytes than it has, or about as many; noise gives few.
        let is_noise = self.unpacker.unpacked() < (failed - self.start) / 2;
        self.source.seek(from)?;
        self.find(wanted, u64::MAX)?;
        // Pages may be members, too, inside of one that is only stored.
        while wanted == Wanted::Member && !is_noise && self.position() < failed {
            let (is_page, end) = self.is_page()?;
            if !is_page {
                break;
            }
            let next = self.position() + 1;
            let from = if self.may_repeat(end - next) { next } else { failed };
            self.source.seek(from)?;
            self.find(wanted, u64::MAX)?;
        }
        let has_swallowed = self.position() < failed;
        Ok(Damage { at: if has_swallowed || is_noise { self.start } else { failed }, has_swallowed })
    }

    /// Whether the member that begins here is the body of a response: whole, with a record after it, or the last chunk; or cut
    /// by chunks, and a page. And where that was seen.
    fn is_page(&mut self) -> io::Result<(bool, u64)> {
        let at = self.position();
        self.unpacker.begin()?;
        let mut piece = [0; 16 << 10];
        let mut is_markup = None;
        let is_whole = loop {
            match self.unpacker.read(&mut self.source, &mut piece) {
                Ok(0) => break true,
                Ok(length) => {
                    is_markup.get_or_insert(piece[..length].trim_ascii_start().starts_with(b"<"));
                }
                Err(error) if is_damage(&error) => break false,
                Err(error) => return Err(error),
            }
        };
        let end = self.position();
        let after = self.source.peek(9)?;
        let is_page = match is_whole {
            true => after == b"\r\n\r\nWARC/" || after.starts_with(b"\r\n0\r\n"),
            false => is_markup == Some(true),
        };
        self.source.seek(at)?;
        Ok((is_page, end.max(at + 1)))
    }

    /// Whether so many bytes may be read again.
    fn may_repeat(&mut self, bytes: u64) -> bool {
        self.again += bytes;
        self.again <= AGAIN * (self.position() - self.origin) + ALWAYS
    }

    /// Moves to the next member that is wanted, and returns whether there is one before `end`. If not, we are there, or where
    /// the file ends.
    pub fn find(&mut self, wanted: Wanted, end: u64) -> io::Result<bool> {
        let magic = self.codec.magic();
        loop {
            let from = self.position();
            let window = self.source.peek(SEARCHED + REACH)?;
            let is_last = window.len() < SEARCHED + REACH;
            let searched = if is_last { window.len() } else { SEARCHED };
            // What begins in the last bytes that are searched ends after them.
            let candidates =
                memchr::memmem::find_iter(&window[..window.len().min(searched + magic.len() - 1)], magic);
            let (mut found, mut skipped) = (None, 0);
            for at in candidates {
                if from + at as u64 >= end {
                    found = Some(at);
                    break;
                }
                if at < skipped {
                    continue;
                }
                let candidate = &window[at..window.len().min(at + REACH)];
                let (is_it, looked_at) = self.probe.begins(candidate, wanted);
                if is_it {
                    found = Some(at);
                    break;
                }
                self.probed += looked_at as u64;
                if self.probed > PROBED * (from - self.origin + at as u64) + ALWAYS {
                    skipped = at + looked_at;
                }
            }
            let next = from + found.unwrap_or(searched.max(skipped.min(window.len()))) as u64;
            self.source.seek(next)?;
            if found.is_some() {
                return Ok(next < end);
            }
            if is_last || next >= end {
                return Ok(false);
            }
        }
    }
}

impl<F: Read + Seek> Read for Packed<F> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let rest = self.end - self.position().min(self.end);
        self.unpacker.read(&mut (&mut self.source).take(rest), bytes)
    }
}

/// Within the member that is read.
impl<F: Read + Seek> Rewind for Packed<F> {
    fn mark(&mut self) -> Option<u64> {
        Some(self.unpacker.unpacked())
    }

    fn pass(&mut self, mut bytes: u64) -> io::Result<bool> {
        let mut piece = [0; 16 << 10];
        while bytes > 0 {
            let length = usize::try_from(bytes).unwrap_or(usize::MAX).min(piece.len());
            match self.read(&mut piece[..length]) {
                Ok(0) => return Ok(false),
                Ok(read) => bytes -= read as u64,
                Err(error) if is_damage(&error) => return Ok(false),
                Err(error) => return Err(error),
            }
        }
        Ok(true)
    }

    fn rewind(&mut self, mark: u64) -> io::Result<()> {
        self.source.seek(self.start)?;
        self.unpacker.begin()?;
        self.pass(mark).map(drop)
    }

    fn cost(&self, bytes: u64, mark: u64) -> u64 {
        bytes.min(self.unpacker.unpacked()).saturating_add(mark)
    }
}

/// Members that follow each other have no way back.
impl<F: Read + Seek> Rewind for Joined<F> {}

/// What is in all members of a file, as one. After an error that is damage, reading continues where it can: the error is a
/// [`Gap`], and says what is missing.
pub struct Joined<F = File> {
    packed: Packed<F>,
    /// Whether a member is read that is longer than what is read ahead.
    is_inside: bool,
    /// The beginning of a member, or all of it: only then it is known whether it has swallowed the next one.
    ahead: Vec<u8>,
    /// How much of it was given.
    given: usize,
    /// What is missing before it, and after it. It is reported when it is known where it ends: what looks like a member may be
    /// none.
    before: Option<Gap>,
    after: Option<Gap>,
}

/// How much of a member is read ahead.
const AHEAD: usize = 1 << 20;

impl<F: Read + Seek> Joined<F> {
    /// From where we are.
    pub fn new(packed: Packed<F>) -> Joined<F> {
        Joined { packed, is_inside: false, ahead: Vec::new(), given: 0, before: None, after: None }
    }

    /// Begins with the member that begins here.
    fn begin(&mut self) -> io::Result<()> {
        self.packed.begin()?;
        let Some(why) = self.read_ahead()? else { return Ok(()) };
        let damage = self.packed.recover(Wanted::Member)?;
        let next = self.packed.position();
        if damage.has_swallowed {
            // What was read of the next member is there again, where it belongs.
            self.packed.begin_again()?;
            self.read_ahead()?;
            self.packed.skip_to(next)?;
            self.is_inside = false;
        }
        self.after = Some(Gap { range: damage.at..next, why });
        Ok(())
    }

    /// Reads a member ahead, and returns why that cannot be done to its end, if it cannot.
    fn read_ahead(&mut self) -> io::Result<Option<String>> {
        self.ahead.resize(AHEAD, 0);
        self.given = 0;
        let mut filled = 0;
        let why = loop {
            match self.packed.read(&mut self.ahead[filled..]) {
                Ok(0) => break None,
                Ok(length) => filled += length,
                Err(error) if is_damage(&error) => break Some(error.to_string()),
                Err(error) => return Err(error),
            }
        };
        self.is_inside = why.is_none() && filled == AHEAD;
        self.ahead.truncate(filled);
        Ok(why)
    }

    /// Notes what is missing here. What is missing before it, too, is the same gap.
    fn miss(&mut self, gap: Gap) {
        match &mut self.before {
            Some(before) => before.range.end = gap.range.end,
            None => self.before = Some(gap),
        }
    }

    /// Continues after damage.
    fn broken(&mut self, why: String) -> io::Result<()> {
        self.is_inside = false;
        let Damage { at, .. } = self.packed.recover(Wanted::Member)?;
        self.miss(Gap { range: at..self.packed.position(), why });
        Ok(())
    }
}

impl<F: Read + Seek> Read for Joined<F> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        while !bytes.is_empty() {
            let ahead = &self.ahead[self.given..];
            if !ahead.is_empty() {
                if let Some(gap) = self.before.take() {
                    return Err(damage(gap));
                }
                let length = bytes.len().min(ahead.len());
                bytes[..length].copy_from_slice(&ahead[..length]);
                self.given += length;
                return Ok(length);
            }
            if let Some(gap) = self.after.take() {
                self.miss(gap);
            }
            if self.is_inside {
                match self.packed.read(bytes) {
                    Ok(0) => self.is_inside = false,
                    Err(error) if is_damage(&error) => self.broken(error.to_string())?,
                    other => return other,
                }
            } else if self.packed.begins()? {
                self.begin()?;
            } else if !self.packed.is_at_end()? {
                self.broken("nothing compressed begins here".into())?;
            } else if let Some(gap) = self.before.take() {
                return Err(damage(gap));
            } else {
                break;
            }
        }
        Ok(0)
    }
}
