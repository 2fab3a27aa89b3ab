//! Whatever a file is filled with, reading it takes about as much work as reading an ordinary one, and twice as much for twice as
//! many bytes.

use std::io::Write;

use pellucid_files::Input;
use tempfile::TempDir;

use crate::read::columns::Columns;
use crate::read::pieces::{Pieces, Reading};
use crate::read::steps;

/// The bytes that are looked at to read a file of this name with these bytes.
fn work(name: &str, bytes: &[u8], piece: u64) -> u64 {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    steps::taken();
    let reading = Reading { columns: Columns::default(), limit: 16 << 20, piece };
    for piece in Pieces::new(std::iter::once(Input::file(path)), reading.clone()) {
        for found in piece.work.read(&reading, None).unwrap() {
            drop(found);
        }
    }
    steps::taken()
}

fn gzip(bytes: &[u8], level: u32) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(level));
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn record(body: &[u8]) -> Vec<u8> {
    let block = [b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n", body].concat();
    let head = format!("WARC/1.0\r\nWARC-Type: response\r\nContent-Length: {}\r\n\r\n", block.len());
    [head.as_bytes(), &block, b"\r\n\r\n"].concat()
}

/// Text that compresses as pages do.
fn page(length: usize) -> Vec<u8> {
    let mut state = 1u32;
    let mut text = Vec::new();
    while text.len() < length {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        text.extend_from_slice(format!("<p>word {} and more words</p>\n", state >> 20).as_bytes());
    }
    text
}

/// A file of so many bytes, one after the other.
fn filled(unit: &[u8], length: usize) -> Vec<u8> {
    unit.repeat(length.div_ceil(unit.len()))
}

#[test]
fn hostile_files_take_little_more_work_than_ordinary_ones() {
    const N: usize = 1 << 20;
    type Make = fn(usize) -> Vec<u8>;
    fn damaged_gzip(unit: &[u8], n: usize) -> Vec<u8> {
        let sound = gzip(&record(&page(2000)), 6);
        let mut bad = sound.clone();
        bad[20] ^= 0x40;
        [&sound[..], &bad, &filled(unit, n), &sound].concat()
    }
    fn damaged_zstd(unit: &[u8], n: usize) -> Vec<u8> {
        let sound = zstd::encode_all(&record(&page(2000))[..], 3).unwrap();
        [&sound[..], b"junk", &filled(unit, n), &sound].concat()
    }
    fn damaged_plain(unit: &[u8], n: usize) -> Vec<u8> {
        let mut bad = record(&[b"\n", &filled(unit, n)[..]].concat());
        bad[1] = b'X';
        [record(&page(2000)), bad, record(&page(2000))].concat()
    }
    let ordinary_gzip = |n: usize| {
        let mut file = Vec::new();
        while file.len() < n {
            file.extend(gzip(&record(&page(20_000)), 6));
        }
        work("a.warc.gz", &file[..n], 1 << 23)
    };
    let ordinary_plain = |n: usize| work("a.warc", &filled(&record(&page(20_000)), n), 1 << 23);
    let hostile: [(&str, &str, Make); 16] = [
        ("names without end", "gz", |n| damaged_gzip(b"\x1F\x8B\x08\x08", n)),
        ("longer names without end", "gz", |n| damaged_gzip(b"\x1F\x8B\x08\x18xxxxxxxxxxxxxxxxxxxxxx", n)),
        ("beginnings of members", "gz", |n| damaged_gzip(b"\x1F\x8B\x08", n)),
        ("heads of members", "gz", |n| damaged_gzip(b"\x1F\x8B\x08\0\0\0\0\0\0\0", n)),
        ("blocks of nothing", "gz", |n| {
            damaged_gzip(b"\x1F\x8B\x08\x04\0\0\0\0\0\0\0\0\0\0\0\xFF\xFF\0\0\0\xFF\xFF\0\0\0\xFF\xFF", n)
        }),
        ("members in members that all fail late", "gz", |n| {
            // A head, and a block of 65,535 bytes that are only stored. As 20 divides 65,540, another block begins after it.
            damaged_gzip(b"\x1F\x8B\x08\0\0\0\0\0\0\0\0\xFF\xFF\0\0WARC/", n)
        }),
        ("beginnings of frames", "zst", |n| damaged_zstd(b"\x28\xB5\x2F\xFD", n)),
        ("frames of one byte, often", "zst", |n| damaged_zstd(b"\x28\xB5\x2F\xFD\x00\x50\x02\x00\x10W", n)),
        ("frames in frames", "zst", |n| damaged_zstd(b"\x28\xB5\x2F\xFD\x00\x50\x04\x00\x0C\x00", n)),
        ("lines that begin records", "", |n| damaged_plain(b"WARC/\n", n)),
        ("versions", "", |n| damaged_plain(b"WARC/1.0\r\n", n)),
        ("versions inside of lines", "", |n| damaged_plain(b"x WARC/1.0\r\n", n)),
        ("one line", "", |n| damaged_plain(b"WARC/", n)),
        ("heads without an end", "", |n| damaged_plain(b"x WARC/1.0\r\nContent-Length: 5\r\n", n)),
        ("heads with a wrong length", "", |n| damaged_plain(b"WARC/1.0\r\nContent-Length: x\r\n", n)),
        ("records that claim to be long", "", |n| {
            damaged_plain(b"WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 16000000\r\n\r\n", n)
        }),
    ];
    for (what, ending, make) in hostile {
        let ordinary = if ending.is_empty() { ordinary_plain(N) } else { ordinary_gzip(N) };
        let name = if ending.is_empty() { "a.warc".to_owned() } else { format!("a.warc.{ending}") };
        let [one, two, four] = [N, 2 * N, 4 * N].map(|n| work(&name, &make(n), 1 << 23));
        println!("{what}: {:.1} times the ordinary, {one} {two} {four}", one as f64 / ordinary as f64);
        assert!(one <= 3 * ordinary, "{what}: {one}, and {ordinary} for an ordinary file");
        assert!(two <= 3 * one && four <= 3 * two, "{what}: {one}, {two}, {four}");
    }
}

#[test]
fn a_long_line_is_read_once_however_many_pieces_it_has() {
    let line = |n: usize| format!("{{\"html\":\"{}\"}}\n", "x".repeat(n)).into_bytes();
    let [one, four] = [8 << 20, 32 << 20].map(|n| work("a.jsonl", &line(n), 256 << 10));
    assert!(one <= 4 * (8 << 20) && four <= 5 * one, "{one}, {four}");
}
