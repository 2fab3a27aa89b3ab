//! Members of gzip: the quick way, and the way that always goes.

use std::io::{self, BufRead};

use flate2::Decompress;
use memchr::memmem;

use crate::read::inflate::Inflate;
use crate::read::steps;

/// The beginning of a member.
pub const MAGIC: [u8; 3] = [0x1F, 0x8B, 8];
/// The head of a member that says nothing more has so many bytes, the fourth of which is zero. Nearly all are so.
pub const HEAD: usize = 10;
/// What stands after the data: a sum of what was packed, and its length.
pub const TRAILER: usize = 8;
/// Nothing is packed more tightly.
const TIGHTEST: usize = 1032;
/// So many beginnings of members are tried: one in 16 million bytes that are none looks like one.
const TRIES: usize = 3;

/// Unpacks the member that begins here if it is in the buffer as a whole, with less than `limit` bytes, into room that is as
/// long as it must be, and returns how long that is. Otherwise nothing happens.
///
/// This takes half of the time of the usual way. It needs to know where the member ends: before the next one begins. That is no
/// guess: what is unpacked must have the length and the sum that stand there.
pub fn unpack_quickly(
    source: &mut impl BufRead,
    limit: usize,
    inflate: &mut Inflate,
    room: &mut Vec<u8>,
) -> io::Result<Option<usize>> {
    let packed = source.fill_buf()?;
    if !(packed.starts_with(&MAGIC) && packed.get(3) == Some(&0) && packed.len() > HEAD + TRAILER) {
        return Ok(None);
    }
    let ends = memmem::find_iter(&packed[HEAD + TRAILER..], &MAGIC).map(|found| HEAD + TRAILER + found);
    for end in ends.take(TRIES) {
        let member = &packed[..end];
        let Some(length) = member.last_chunk() else { break };
        let length = u32::from_le_bytes(*length) as usize;
        if length >= limit || length > member.len().saturating_mul(TIGHTEST) {
            continue;
        }
        if room.len() < length {
            room.resize(length, 0);
        }
        steps::add(member.len() + length);
        if inflate.unpack(member, &mut room[..length]) {
            source.consume(end);
            return Ok(Some(length));
        }
    }
    Ok(None)
}

/// For a member that is read from its beginning to wherever it ends.
pub fn state() -> Decompress {
    const WINDOW_BITS: u8 = 15;
    Decompress::new_gzip(WINDOW_BITS)
}

/// How long the head of a member is, before its data (RFC 1952); none if it is no head, or does not end.
pub fn head(bytes: &[u8]) -> Option<usize> {
    /// The longest name or comment. File systems have names of 255 bytes, and paths of 4,096.
    const NAME: usize = 4096;
    const SUM: u8 = 2;
    const EXTRA: u8 = 4;
    const NAMES: [u8; 2] = [8, 16];
    const RESERVED: u8 = 0xE0;
    let flags = *bytes.get(3).filter(|flags| bytes.starts_with(&MAGIC) && **flags & RESERVED == 0)?;
    let mut length = HEAD;
    if flags & EXTRA != 0 {
        let extra = bytes.get(length..)?.first_chunk()?;
        length += 2 + usize::from(u16::from_le_bytes(*extra));
    }
    for _ in NAMES.into_iter().filter(|name| flags & name != 0) {
        let rest = bytes.get(length..)?;
        let rest = &rest[..rest.len().min(NAME)];
        let zero = memchr::memchr(0, rest);
        // They are compared many at a time.
        steps::add(zero.unwrap_or(rest.len()) / 64);
        length += 1 + zero?;
    }
    length += if flags & SUM != 0 { 2 } else { 0 };
    (length <= bytes.len()).then_some(length)
}

/// Whether a member breaks off in its head, and the next one begins inside of it: there is a head in a field of this one, and
/// both end at the same place. All that can be unpacked is the next one's.
pub fn breaks_off(bytes: &[u8]) -> bool {
    /// Fields may be full of what looks like heads.
    const TRIES: usize = 16;
    let Some(end) = head(bytes).filter(|end| *end > HEAD) else { return false };
    let inner = memmem::find_iter(&bytes[..end], &MAGIC).skip(1).take(TRIES);
    inner.into_iter().any(|at| head(&bytes[at..]).is_some_and(|length| at + length == end))
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};

    use super::*;
    use crate::read::source::Source;

    fn gzip(text: &[u8], level: u32) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(level));
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    /// What is unpacked quickly from the beginning of a file of these bytes, and where the next member begins.
    fn unpacked(bytes: &[u8], limit: usize) -> (Option<Vec<u8>>, u64) {
        let mut source = Source::new(Cursor::new(bytes));
        let mut room = Vec::new();
        let length = unpack_quickly(&mut source, limit, &mut Inflate::new(), &mut room).unwrap();
        (length.map(|length| room[..length].to_vec()), source.position())
    }

    #[test]
    fn members_with_another_after_them() {
        let (one, two, empty) = (gzip(b"one, and one again", 6), gzip(b"two", 6), gzip(b"", 6));
        let both = [one.as_slice(), &two].concat();
        assert_eq!(unpacked(&both, 1000), (Some(b"one, and one again".to_vec()), one.len() as u64));
        assert_eq!(unpacked(&one, 1000), (None, 0), "nothing shows where it ends");
        assert_eq!(unpacked(&both, 18), (None, 0), "too long");
        assert_eq!(unpacked(&two[3..], 1000), (None, 0), "no member");
        assert_eq!(unpacked(&[empty.as_slice(), &two].concat(), 9), (Some(Vec::new()), empty.len() as u64));
        // What is not packed looks like a member in the middle of it.
        let (text, three) = (b"a \x1F\x8B\x08 b", gzip(b"a \x1F\x8B\x08 b", 0));
        let found = unpacked(&[three.as_slice(), &two].concat(), 99);
        assert_eq!(found, (Some(text.to_vec()), three.len() as u64));
    }

    #[test]
    fn heads() {
        let plain = [&MAGIC[..], &[0; 7]].concat();
        assert_eq!(
            (head(&plain), head(&plain[..9]), head(b"\x1F\x8B\x09\0\0\0\0\0\0\0")),
            (Some(10), None, None)
        );
        for (builder, length) in [
            (flate2::GzBuilder::new().filename("name"), 15),
            (flate2::GzBuilder::new().filename("name").comment("more"), 20),
            (flate2::GzBuilder::new().extra(&b"ab"[..]).filename("name"), 19),
        ] {
            let member = builder.write(Vec::new(), flate2::Compression::fast()).finish().unwrap();
            assert_eq!(head(&member), Some(length));
            assert!((0..length).all(|end| head(&member[..end]).is_none()));
        }
        let endless = [&MAGIC[..], &[8], &[b'x'; 90_000]].concat();
        assert_eq!((head(&endless), head(b"\x1F\x8B\x08\x20\0\0\0\0\0\0\0")), (None, None));
    }

    #[test]
    fn a_head_in_a_head() {
        let named = |name: &str| {
            let builder = flate2::GzBuilder::new().extra(vec![7; 60]).filename(name).mtime(0x0101_0101);
            let mut encoder = builder.write(Vec::new(), flate2::Compression::fast());
            encoder.write_all(b"text").unwrap();
            encoder.finish().unwrap()
        };
        let member = named("name");
        assert!(!breaks_off(&member) && !breaks_off(&gzip(b"text", 6)) && !breaks_off(b""));
        // Cut in its first field: the rest of that is in the head of the next one.
        for cut in [20, 30, 40] {
            assert!(breaks_off(&[&member[..cut], &named("other")].concat()), "{cut}");
        }
    }

    #[test]
    fn nothing_is_swallowed() {
        let [one, two, three] = [b"number 1", b"number 2", b"number 3"].map(|text| gzip(text, 6));
        for between in [b"junk!".to_vec(), vec![0; 40]] {
            assert_eq!(unpacked(&[&one[..], &between, &three].concat(), 99), (None, 0), "{between:?}");
        }
        // A member as long as the first, whose beginning is damaged; and the same one again.
        assert_eq!(unpacked(&[&one[..], b"xyz", &two[3..], &three].concat(), 99), (None, 0));
        assert_eq!(unpacked(&[&one[..], b"xyz", &one[3..], &three].concat(), 99), (None, 0));
        let mut damaged = one.clone();
        damaged[12] ^= 0x40;
        assert_eq!(unpacked(&[damaged, three].concat(), 99), (None, 0));
    }
}
