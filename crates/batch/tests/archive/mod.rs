//! Makes archives for tests, sound and damaged ones.

// Every test file uses some of this, none uses all.
#![allow(dead_code)]

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use pellucid_batch::Watch;

/// Nobody who looks on.
pub struct Alone;

impl Watch for Alone {
    fn done(&self, _: u64, _: u64) {}

    fn is_stopped(&self) -> bool {
        false
    }
}

/// A record: its head and its block.
pub fn record(kind: &str, url: &str, id: u32, extra: &str, block: &[u8]) -> Vec<u8> {
    let content = if kind == "response" { "application/http;msgtype=response" } else { "text/plain" };
    let head = format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:{id:08}>\r\nWARC-Date: 2026-01-02T03:04:05Z\r\n\
         WARC-Target-URI: {url}\r\nContent-Type: {content}\r\n{extra}Content-Length: {}\r\n\r\n",
        block.len()
    );
    [head.as_bytes(), block, b"\r\n\r\n"].concat()
}

/// A response with a page.
pub fn response(id: u32, headers: &str, body: &[u8]) -> Vec<u8> {
    let head = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{headers}\r\n");
    record("response", &format!("http://example.org/{id}"), id, "", &[head.as_bytes(), body].concat())
}

/// A page about something, of which each is another one.
pub fn page(id: u32) -> Vec<u8> {
    let words = ["река", "дерево", "камень", "облако", "дорога", "окно", "письмо", "берег", "голос", "вечер"];
    let word = |n: u32| words[(n.wrapping_mul(2_654_435_761) >> 16) as usize % words.len()];
    let sentence = |n: u32| {
        let line: Vec<&str> = (0..12).map(|m| word(id.wrapping_mul(31) + n * 12 + m)).collect();
        format!("<p>Номер {id}, {n}: {}. И ещё {}.</p>\n", line.join(" "), word(n + id))
    };
    let text: String = (0..8 + id % 5).map(sentence).collect();
    let page = format!(
        "<html><head><title>Страница {id}</title></head><body><ul><li><a href=/>Начало</a></ul><article>{text}</article></body></html>"
    );
    // Every third page in an encoding of its own, undeclared.
    match id % 3 {
        0 => pellucid::encodings::WINDOWS_1251.encode(&page).into_bytes(),
        1 => pellucid::encodings::KOI8_R.encode(&page).into_bytes(),
        _ => page.into_bytes(),
    }
}

/// A crawl of so many pages, each with its request before it: a list of records.
pub fn crawl(pages: u32) -> Vec<Vec<u8>> {
    let mut records = vec![record("warcinfo", "", 0, "", b"software: a test\r\n")];
    for id in 1..=pages {
        records.push(record(
            "request",
            &format!("http://example.org/{id}"),
            id + 1_000_000,
            "",
            b"GET / HTTP/1.1\r\n\r\n",
        ));
        records.push(response(id, "", &page(id)));
    }
    records
}

/// A member of gzip.
pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// The records, each compressed for itself.
pub fn gzipped(records: &[Vec<u8>]) -> Vec<u8> {
    records.iter().flat_map(|record| gzip(record)).collect()
}

/// The records, each a frame of zstd, behind a dictionary that was made of them.
pub fn zstd_with_dictionary(records: &[Vec<u8>]) -> Vec<u8> {
    let dictionary = zstd::dict::from_samples(records, 4096).unwrap();
    let mut file = vec![0x5D, 0x2A, 0x4D, 0x18];
    file.extend_from_slice(&(dictionary.len() as u32).to_le_bytes());
    file.extend_from_slice(&dictionary);
    let mut compressor = zstd::bulk::Compressor::with_dictionary(3, &dictionary).unwrap();
    for record in records {
        file.extend(compressor.compress(record).unwrap());
    }
    file
}
