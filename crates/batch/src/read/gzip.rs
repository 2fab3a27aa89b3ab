//! Members of gzip: the quick way, and the way that always goes.

use std::io::{self, BufRead, Read};

use flate2::{Decompress, FlushDecompress, Status};
use libdeflater::Decompressor;
use memchr::memmem;

use crate::read::source::Source;

/// The beginning of a member.
pub const MAGIC: [u8; 3] = [0x1F, 0x8B, 8];
/// The head of a member that says nothing more has so many bytes, the fourth of which is zero. Nearly all are so.
const HEAD: usize = 10;
/// What stands after the data: a sum of what was packed, and its length.
const TRAILER: usize = 8;
/// Nothing is packed more tightly.
const TIGHTEST: usize = 1032;
/// So many beginnings of members are tried: one in 16 million bytes that are none looks like one.
const TRIES: usize = 3;

/// Unpacks the member that begins here if it is in the buffer as a whole, with less than `limit` bytes, into room that is as
/// long as it must be, and returns how long that is. Otherwise nothing happens.
///
/// This takes half of the time of [`Member`]. It needs to know where the member ends: before the next one begins. That is no
/// guess: what is unpacked must have the length and the sum that stand there.
pub fn unpack_quickly(
    source: &mut Source,
    limit: usize,
    decompressor: &mut Decompressor,
    room: &mut Vec<u8>,
) -> io::Result<Option<usize>> {
    let packed = source.fill_buf()?;
    if !(packed.starts_with(&MAGIC) && packed.get(3) == Some(&0) && packed.len() > HEAD + TRAILER) {
        return Ok(None);
    }
    let ends = memmem::find_iter(&packed[HEAD + TRAILER..], &MAGIC).map(|found| HEAD + TRAILER + found);
    for end in ends.take(TRIES) {
        let (data, trailer) = packed[HEAD..end].split_at(end - HEAD - TRAILER);
        let [sum, length] = trailer.as_chunks().0 else { break };
        let (sum, length) = (u32::from_le_bytes(*sum), u32::from_le_bytes(*length) as usize);
        if length >= limit || length > data.len().saturating_mul(TIGHTEST) {
            continue;
        }
        if room.len() < length {
            room.resize(length, 0);
        }
        let unpacked = decompressor.deflate_decompress(data, &mut room[..length]);
        if unpacked == Ok(length) && libdeflater::crc32(&room[..length]) == sum {
            source.consume(end);
            return Ok(Some(length));
        }
    }
    Ok(None)
}

/// A member, read from its beginning to wherever it ends.
pub struct Member<'a> {
    source: &'a mut Source,
    state: Decompress,
    is_complete: bool,
    /// What is wrong after what was unpacked.
    fault: Option<io::Error>,
}

impl Member<'_> {
    /// The one that begins here.
    pub fn new(source: &mut Source) -> Member<'_> {
        const WINDOW_BITS: u8 = 15;
        Member { source, state: Decompress::new_gzip(WINDOW_BITS), is_complete: false, fault: None }
    }
}

impl Read for Member<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        let unpacked = self.state.total_out();
        while !self.is_complete && self.state.total_out() == unpacked && !bytes.is_empty() {
            let packed = self.source.fill_buf()?;
            if packed.is_empty() {
                return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the member breaks off"));
            }
            let before = self.state.total_in();
            // With room for all of it, nothing is copied to be remembered.
            let status = self.state.decompress(packed, bytes, FlushDecompress::Finish);
            self.source.consume((self.state.total_in() - before) as usize);
            match status {
                Ok(status) => self.is_complete = status == Status::StreamEnd,
                // What comes before damage may show what is damaged.
                Err(error) if self.state.total_out() > unpacked => self.fault = Some(error.into()),
                Err(error) => return Err(error.into()),
            }
        }
        Ok((self.state.total_out() - unpacked) as usize)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn gzip(text: &[u8], level: u32) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(level));
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    /// What is unpacked quickly from the beginning of a file of these bytes, and where the next member begins.
    fn unpacked(bytes: &[u8], limit: usize) -> (Option<Vec<u8>>, u64) {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(bytes).unwrap();
        let mut source = Source::open(file.path()).unwrap();
        let mut room = Vec::new();
        let length = unpack_quickly(&mut source, limit, &mut Decompressor::new(), &mut room).unwrap();
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
    fn what_comes_before_damage_is_read() {
        let text: Vec<u8> = (0..20_000u32).flat_map(|n| (n * n).to_le_bytes()).collect();
        let whole = gzip(&text, 6);
        let mut damaged = whole.clone();
        let middle = whole.len() / 2;
        damaged[middle..middle + 9].fill(0xFF);
        for bytes in [&damaged[..], &whole[..middle]] {
            let mut file = tempfile::NamedTempFile::new().unwrap();
            file.write_all(bytes).unwrap();
            let mut read = Vec::new();
            let result = Member::new(&mut Source::open(file.path()).unwrap()).read_to_end(&mut read);
            assert!(
                result.is_err() && read.len() > 1000 && text.starts_with(&read[..1000]),
                "{}",
                read.len()
            );
        }
    }

    #[test]
    fn nothing_is_swallowed() {
        let [one, two, three] = [b"number 1", b"number 2", b"number 3"].map(|text| gzip(text, 6));
        for between in [b"junk!".to_vec(), vec![0; 40]] {
            assert_eq!(unpacked(&[&one[..], &between, &three].concat(), 99), (None, 0), "{between:?}");
        }
        // A member as long as the first, whose beginning is damaged.
        assert_eq!(unpacked(&[&one[..], b"xyz", &two[3..], &three].concat(), 99), (None, 0));
        let mut damaged = one.clone();
        damaged[12] ^= 0x40;
        assert_eq!(unpacked(&[damaged, three].concat(), 99), (None, 0));
    }
}
