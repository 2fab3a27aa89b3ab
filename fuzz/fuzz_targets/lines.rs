//! Any bytes are JSON lines: each byte belongs to one line, however the file is cut into stretches.
#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;
use pellucid_batch::read::lines::Lines;
use pellucid_batch::read::source::Source;
use pellucid_batch::{Columns, Found};

fn finds(bytes: &[u8], stretch: std::ops::Range<u64>, is_base64: bool) -> Vec<(u64, u64, Option<Vec<u8>>)> {
    let columns = Columns { content: None, base64: is_base64 };
    let source = Source::new(Cursor::new(bytes));
    let lines = Lines::within(source, "file".into(), columns, stretch, 1 << 16).expect("memory can be read");
    let found = lines.map(|found| {
        let (offset, length) = (found.place().offset, found.place().length);
        match found {
            Found::Page(page) => (offset, length, Some(page.body)),
            Found::Other(reject) => {
                assert!(!reject.detail.is_empty());
                (offset, length, None)
            }
        }
    });
    found.collect()
}

fuzz_target!(|input: (u8, bool, &[u8])| {
    let (size, is_base64, bytes) = input;
    let length = bytes.len() as u64;
    let whole = finds(bytes, 0..u64::MAX, is_base64);
    assert!(whole.is_sorted_by(|a, b| a.0 + a.1 <= b.0));
    // Whatever is between them is white space, or a mark at the beginning.
    let taken: u64 = whole.iter().map(|found| found.1).sum();
    let written = bytes.iter().filter(|byte| !byte.is_ascii_whitespace()).count() as u64;
    assert!(taken + 3 >= written && taken <= length);
    let size = u64::from(size) + 1;
    let stretches = (0..length.div_ceil(size)).map(|n| n * size..((n + 1) * size).min(length));
    let pieces: Vec<_> = stretches.flat_map(|stretch| finds(bytes, stretch, is_base64)).collect();
    assert_eq!(pieces, whole);
});
