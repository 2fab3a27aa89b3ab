//! WARC files with a member of gzip, or a frame of zstd, for each record.

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::ops::Range;
use std::sync::Arc;

use crate::read::source::{Codec, Fault, Room, Source};
use crate::read::warc::{self, BEGINNING, HEAD, Parsed, Unpacked, without_breaks};
use crate::record::{Place, Reason};

/// The members of a file, and the records in them.
pub struct Members {
    source: Source,
    codec: Codec,
    file: Arc<str>,
    /// A page may have so many bytes.
    limit: usize,
    room: Room,
    /// Of the last member.
    records: VecDeque<Unpacked>,
}

impl Members {
    /// From the beginning of a stretch on, where a member begins; or with `search`, from the first one in it.
    /// Returns, too, where that is, if it is there.
    pub fn open(
        mut source: Source,
        codec: Codec,
        file: Arc<str>,
        limit: usize,
        stretch: &Range<u64>,
        search: bool,
    ) -> io::Result<(Members, Option<u64>)> {
        source.seek(stretch.start)?;
        let is_there = match search {
            true => codec.find(&mut source, BEGINNING, stretch.end)?,
            // Whatever begins here: it is read, or rejected.
            false => codec.begins(&mut source).map(|_| true)?,
        };
        let begin = is_there.then_some(source.position());
        Ok((Members { source, codec, file, limit, room: Room::default(), records: VecDeque::new() }, begin))
    }

    /// Where the next member begins.
    pub fn at(&self) -> u64 {
        self.source.position()
    }

    /// The next record, if one begins before `end`.
    pub fn record(&mut self, end: u64) -> io::Result<Option<Unpacked>> {
        let Members { source, codec, file, limit, room, records } = self;
        loop {
            if let Some(record) = records.pop_front() {
                return Ok(Some(record));
            }
            let offset = source.position();
            if offset >= end || source.fill_buf()?.is_empty() {
                return Ok(None);
            }
            let place = |length| Place { file: file.clone(), offset, length };
            let begins = codec.begins(source)?;
            if source.position() > offset {
                // Frames to be skipped are no records.
                continue;
            }
            let fault = match begins {
                true => match codec.unpack(source, *limit + HEAD, room) {
                    Ok(()) => None,
                    Err(Fault::Io(error)) => return Err(error),
                    Err(Fault::TooLarge) => {
                        let place = place(source.position() - offset);
                        let too_large =
                            Unpacked::other(place, Reason::TooLarge, format!("more than {limit} bytes"));
                        return Ok(Some(too_large.named(warc::names(room.bytes()))));
                    }
                    Err(Fault::Damaged(why)) => Some(why),
                },
                false => Some("nothing compressed begins here".to_owned()),
            };
            if let Some(why) = fault {
                // On to the next member that begins a record; the end of the file, if there is none.
                source.seek(offset + 1)?;
                codec.find(source, BEGINNING, u64::MAX)?;
                let place = place(source.position() - offset);
                let names = if begins { warc::names(room.bytes()) } else { (None, None) };
                return Ok(Some(Unpacked::other(place, Reason::Damaged, why).named(names)));
            }
            let place = place(source.position() - offset);
            split(room.bytes(), &place, *limit, records);
        }
    }
}

/// The records of a member: one, if it is as it should be.
fn split(member: &[u8], place: &Place, limit: usize, records: &mut VecDeque<Unpacked>) {
    let mut rest = without_breaks(member);
    if rest.is_empty() {
        // An empty member: some writers end their files with one.
        return;
    }
    while !rest.is_empty() {
        let damaged = |why: &str, names| Unpacked::other(place.clone(), Reason::Damaged, why).named(names);
        let absurd = |why: &str| damaged(why, warc::names(rest));
        match warc::parse(rest) {
            Parsed::Record(head) => {
                let Some(end) = head.end().filter(|&end| end <= rest.len()) else {
                    let why = "the record is shorter than its head says";
                    return records.push_back(damaged(why, (head.url, head.id)));
                };
                let after = without_breaks(&rest[end..]);
                if !after.is_empty() && !after.starts_with(BEGINNING) {
                    let why = "the record is longer than its head says";
                    return records.push_back(damaged(why, (head.url, head.id)));
                }
                let block = &rest[head.length..end];
                records.push_back(warc::unpack(place.clone(), *head, block, limit));
                rest = after;
            }
            Parsed::Incomplete => return records.push_back(absurd("the head breaks off")),
            Parsed::Absurd(why) => return records.push_back(absurd(why)),
        }
    }
}
