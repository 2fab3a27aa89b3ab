//! A row as a WARC record of the type `conversion`, in the manner of Common Crawl's WET files.

use sha1::{Digest, Sha1};

use crate::row::Row;

/// The alphabet of base32 (RFC 4648), in which archives write sums.
const BASE32: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// The record. Its name is made from that of the page's record, so that the same run gives the same bytes again.
pub fn record(row: &Row) -> Vec<u8> {
    let mut hash = Sha1::new();
    for part in
        [row.id.as_deref().unwrap_or(""), &row.place.file, &row.place.offset.to_string(), row.extractor]
    {
        hash.update(part);
        hash.update([0]);
    }
    let mut name = [0; 16];
    name.copy_from_slice(&hash.finalize()[..16]);
    let sum = Sha1::digest(row.text.as_bytes());
    let mut fields = vec![("WARC-Type", "conversion".to_owned())];
    let known =
        |name: &'static str, value: &Option<String>| value.clone().map(|value| (name, one_line(&value)));
    fields.extend(known("WARC-Target-URI", &row.url));
    fields.push(("WARC-Date", row.date.as_deref().map_or("1970-01-01T00:00:00Z".into(), one_line)));
    fields.push(("WARC-Record-ID", format!("<urn:uuid:{}>", uuid(name))));
    fields.extend(known("WARC-Refers-To", &row.id));
    fields.push(("WARC-Block-Digest", format!("sha1:{}", base32(&sum))));
    fields.extend(known("WARC-Identified-Content-Language", &row.language));
    fields.push(("Content-Type", "text/plain; charset=utf-8".into()));
    fields.push(("Content-Length", row.text.len().to_string()));
    let mut record = b"WARC/1.0\r\n".to_vec();
    for (name, value) in fields {
        record.extend_from_slice(format!("{name}: {value}\r\n").as_bytes());
    }
    record.extend_from_slice(b"\r\n");
    record.extend_from_slice(row.text.as_bytes());
    record.extend_from_slice(b"\r\n\r\n");
    record
}

/// A value must not begin a line of its own.
fn one_line(value: &str) -> String {
    value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// A UUID from a sum, of the version that is made from names (5).
fn uuid(mut bytes: [u8; 16]) -> String {
    bytes[6] = bytes[6] & 0x0F | 0x50;
    bytes[8] = bytes[8] & 0x3F | 0x80;
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-")
}

/// Twenty bytes are 32 characters exactly: there is no rest.
fn base32(bytes: &[u8]) -> String {
    let five = |chunk: &[u8]| chunk.iter().fold(0u64, |bits, &byte| bits << 8 | u64::from(byte));
    let digits = |bits: u64| (0..8).rev().map(move |n| char::from(BASE32[(bits >> (5 * n)) as usize & 31]));
    bytes.chunks_exact(5).flat_map(|chunk| digits(five(chunk))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_as_archives_write_them() {
        // The sum of no bytes at all, as every crawl has it.
        assert_eq!(base32(&Sha1::digest(b"")), "3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ");
        assert_eq!(uuid([0xFF; 16]), "ffffffff-ffff-5fff-bfff-ffffffffffff");
    }
}
