//! Pages that are compressed by gzip or zstd, each in a file of its own: `page.html.gz`, `page.html.zst`.
//!
//! The name says that a page is compressed, and its first bytes say how. A file whose name says so and whose bytes do
//! not is read as it is: servers and tools decompress pages and keep the name. A page comes whole or not at all: data
//! that breaks off, is damaged, or has something else after it is an error.

use std::io::{self, BufReader, Cursor, ErrorKind, Read};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;

use crate::zstd::{self, MAGIC as ZSTD, SKIPPABLE};

/// The most bytes that a compressed page may have, against files that are made to fill the memory.
pub const LARGEST: u64 = 256 << 20;

/// The endings of compressed files.
const ENDINGS: [&str; 3] = ["gz", "zst", "zstd"];

/// How gzip begins (RFC 1952).
const GZIP: [u8; 2] = [0x1F, 0x8B];

/// Whether a name says that the file is compressed.
pub fn is_packed(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| ENDINGS.iter().any(|one| one.eq_ignore_ascii_case(ending)))
}

/// The page in a file whose name says that it is compressed. It may have `limit` bytes; with more, reading ends with
/// [`ErrorKind::FileTooLarge`].
pub fn unpacked<'a>(mut reader: impl Read + Send + 'a, limit: u64) -> io::Result<Box<dyn Read + Send + 'a>> {
    let mut head = Vec::new();
    reader.by_ref().take(ZSTD.len() as u64).read_to_end(&mut head)?;
    let number = head.first_chunk().map(|head| u32::from_le_bytes(*head));
    let is_zstd = head == ZSTD || number.is_some_and(|number| SKIPPABLE.contains(&number));
    let is_gzip = head.starts_with(&GZIP);
    // Of a file of two or three bytes nothing else can be said.
    if !head.is_empty() && head.len() < ZSTD.len() && (ZSTD.starts_with(&head) || GZIP.starts_with(&head)) {
        return Err(io::Error::new(ErrorKind::UnexpectedEof, "the compressed data breaks off"));
    }
    let bytes = BufReader::new(Cursor::new(head).chain(reader));
    if is_gzip {
        Ok(Box::new(Unpacked { reader: MultiGzDecoder::new(bytes), name: "gzip", limit, left: limit }))
    } else if is_zstd {
        let reader = zstd::decoder(bytes)?;
        Ok(Box::new(Unpacked { reader, name: "zstd", limit, left: limit }))
    } else {
        Ok(Box::new(bytes))
    }
}

/// What a decoder gives, up to a bound, with errors that say what they are about.
struct Unpacked<R> {
    reader: R,
    name: &'static str,
    limit: u64,
    left: u64,
}

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let length = self.reader.read(bytes).map_err(|error| self.explained(error))?;
        self.left = self.left.checked_sub(length as u64).ok_or_else(|| {
            io::Error::new(ErrorKind::FileTooLarge, format!("it unpacks to more than {} bytes", self.limit))
        })?;
        Ok(length)
    }
}

impl<R> Unpacked<R> {
    fn explained(&self, error: io::Error) -> io::Error {
        let name = self.name;
        match error.kind() {
            // Of the disk, and no fault of the data.
            _ if error.raw_os_error().is_some() => error,
            ErrorKind::Interrupted => error,
            ErrorKind::UnexpectedEof => {
                io::Error::new(ErrorKind::UnexpectedEof, format!("the {name} data breaks off"))
            }
            _ => io::Error::new(ErrorKind::InvalidData, format!("the {name} data is damaged: {error}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn zstd(bytes: &[u8]) -> Vec<u8> {
        // With a sum, as the command `zstd` writes it.
        let mut encoder = ::zstd::Encoder::new(Vec::new(), 3).unwrap();
        encoder.include_checksum(true).unwrap();
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn read(packed: &[u8], limit: u64) -> Result<Vec<u8>, io::Error> {
        let mut bytes = Vec::new();
        unpacked(packed, limit)?.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// A page that does not compress to nothing.
    fn page() -> Vec<u8> {
        (0..9000u32)
            .flat_map(|n| format!("<p>{:x}</p>", n.wrapping_mul(2_654_435_761)).into_bytes())
            .collect()
    }

    #[test]
    fn names() {
        for name in ["page.html.gz", "a/b.GZ", "page.zst", "page.html.zstd"] {
            assert!(is_packed(Path::new(name)), "{name}");
        }
        for name in ["page.html", "gz", ".gz", "page.gz.html", "page.tgz"] {
            assert!(!is_packed(Path::new(name)), "{name}");
        }
    }

    #[test]
    fn members_and_frames_are_one_page() {
        let page = page();
        let (first, second) = page.split_at(1000);
        for pack in [gzip, zstd] {
            assert_eq!(read(&pack(&page), LARGEST).unwrap(), page);
            assert_eq!(read(&[pack(first), pack(second)].concat(), LARGEST).unwrap(), page);
            assert_eq!(read(&pack(b""), 0).unwrap(), b"");
        }
        let skipped = [&[0x50, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3], &zstd(&page)[..]].concat();
        assert_eq!(read(&skipped, LARGEST).unwrap(), page);
    }

    #[test]
    fn what_only_has_the_name_is_read_as_it_is() {
        for page in [&b"<p>page"[..], b"", b"<p", b"\xEF\xBB\xBF"] {
            assert_eq!(read(page, LARGEST).unwrap(), page);
        }
    }

    #[test]
    fn half_a_page_is_an_error_wherever_it_is_cut() {
        for pack in [gzip, zstd] {
            let packed = pack(&page());
            for cut in (1..40).chain([packed.len() / 2]).chain(packed.len() - 40..packed.len()) {
                let error = read(&packed[..cut], LARGEST).unwrap_err();
                assert!(error.to_string().contains("breaks off"), "{cut} of {}: {error}", packed.len());
            }
        }
    }

    #[test]
    fn what_comes_after_is_an_error_and_so_is_damage() {
        for pack in [gzip, zstd] {
            let packed = pack(&page());
            for after in [&b"x"[..], b"junk", b"0123456789abcdef", &[0; 512]] {
                let error = read(&[&packed[..], after].concat(), LARGEST).unwrap_err();
                assert_ne!(error.kind(), ErrorKind::FileTooLarge, "{after:?}");
            }
            let mut damaged = packed.clone();
            let middle = packed.len() / 2;
            damaged[middle..middle + 9].fill(0xFF);
            read(&damaged, LARGEST).unwrap_err();
        }
        let mut sum = gzip(&page());
        let at = sum.len() - 8;
        sum[at] ^= 1;
        assert!(read(&sum, LARGEST).unwrap_err().to_string().starts_with("the gzip data is damaged: "));
    }

    #[test]
    fn a_bomb_is_too_large() {
        let zeros = vec![0; 8 << 20];
        for bomb in [gzip(&zeros), zstd(&zeros)] {
            let error = read(&bomb, 1 << 20).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::FileTooLarge);
            assert_eq!(error.to_string(), "it unpacks to more than 1048576 bytes");
            assert_eq!(read(&bomb, 8 << 20).unwrap().len(), 8 << 20);
        }
    }
}
