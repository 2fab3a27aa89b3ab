//! A file of one page, or a page on standard input.

use std::io::{ErrorKind, Read};

use pellucid_files::{Input, unpack};

use crate::read::http;
use crate::read::source::name;
use crate::record::{Found, Place, Reason, Record, Reject};

/// The page of an input, of at most `limit` bytes.
///
/// A page whose name says that it is compressed comes whole or not at all. Other pages may be bodies that a crawler stored as
/// they came: these are decompressed as far as that goes.
pub fn read(input: &Input, limit: usize) -> Found {
    let file = name(&input.path);
    let rejected = |length, reason, why: String| {
        Found::Other(Reject::at(Place { file: file.clone(), offset: 0, length }, reason, why))
    };
    let too_large = |length| rejected(length, Reason::TooLarge, format!("more than {limit} bytes"));
    let mut bytes = Vec::new();
    let opened = input.open_raw();
    if let Err(error) = opened.and_then(|file| file.take(limit as u64 + 1).read_to_end(&mut bytes)) {
        return rejected(0, Reason::Unreadable, error.to_string());
    }
    let length = bytes.len() as u64;
    if input.is_packed() {
        if bytes.len() > limit {
            return too_large(length);
        }
        let mut page = Vec::new();
        let unpacked = unpack::unpacked(&bytes[..], limit as u64);
        match unpacked.and_then(|mut reader| reader.read_to_end(&mut page)) {
            Ok(_) => bytes = page,
            Err(error) if error.kind() == ErrorKind::FileTooLarge => return too_large(length),
            Err(error) => return rejected(length, Reason::Damaged, error.to_string()),
        }
    }
    let mut warnings = Vec::new();
    match http::decompressed(bytes, None, limit, &mut warnings) {
        Ok(body) => {
            let place = Place { file, offset: 0, length };
            Found::Page(Box::new(Record { place, body, warnings, ..Record::default() }))
        }
        Err(http::TooLarge) => too_large(length),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write;

    use super::*;

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    /// What is found in a file of this name with these bytes.
    fn found(name: &str, bytes: &[u8]) -> Result<(String, usize), Reason> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        let found = read(&Input::file(path), 1 << 20);
        assert_eq!(found.place().length, (bytes.len() as u64).min((1 << 20) + 1));
        match found {
            Found::Page(page) => Ok((String::from_utf8(page.body).unwrap(), page.warnings.len())),
            Found::Other(reject) => Err(reject.reason),
        }
    }

    #[test]
    fn compressed_pages() {
        let page = "<p>page ".repeat(1000);
        let packed = gzip(page.as_bytes());
        let half = &packed[..packed.len() - 9];
        for name in ["page.html.gz", "page.html", "page"] {
            assert_eq!(found(name, &packed), Ok((page.clone(), 0)), "{name}");
        }
        // By its name a page is whole or not at all; a body of a crawler is read as far as it goes.
        assert_eq!(found("page.html.gz", half), Err(Reason::Damaged));
        assert_eq!(found("page.html", half).unwrap().1, 1);
        assert_eq!(found("page.html.gz", page.as_bytes()), Ok((page.clone(), 0)));
    }

    #[test]
    fn pages_of_too_many_bytes() {
        let zeros = vec![b' '; 2 << 20];
        for (name, bytes) in [("page.gz", gzip(&zeros)), ("page", gzip(&zeros)), ("page.html", zeros)] {
            assert_eq!(found(name, &bytes), Err(Reason::TooLarge), "{name}");
        }
    }

    #[test]
    fn what_is_missing_is_unreadable() {
        let found = read(&Input::file("no/such/page".into()), 9);
        assert!(matches!(found, Found::Other(reject) if reject.reason == Reason::Unreadable));
    }
}
