//! Any bytes are an archive, in every packing: reading ends, and each find has a place in the file and, if it is no page, a reason.
//! Records that stand before any bytes are found.
#![no_main]

use std::io::{Cursor, Write};

use libfuzzer_sys::fuzz_target;
use pellucid_batch::Found;
use pellucid_batch::read::codec::Codec;
use pellucid_batch::read::members::Members;
use pellucid_batch::read::packed::{Joined, Packed};
use pellucid_batch::read::source::Source;
use pellucid_batch::read::warc::Unpacked;
use pellucid_batch::read::window::Window;

const LIMIT: usize = 1 << 16;
const FIRST: &[u8] =
    b"WARC/1.0\r\nWARC-Type: resource\r\nWARC-Record-ID: <first>\r\nContent-Length: 4\r\n\r\npage\r\n\r\n";

fn gzip(bytes: &[u8], level: u32) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(level));
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

/// What is found, with what must hold for it.
fn checked(mut next: impl FnMut() -> std::io::Result<Option<Unpacked>>, length: u64) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    while let Some(one) = next().expect("memory can be read") {
        let place = one.found.place();
        assert!(place.offset <= length && place.length <= length, "{place:?} of {length}");
        if let Found::Other(reject) = &one.found {
            assert!(!reject.detail.is_empty());
        }
        found.push(one.found);
        assert!(found.len() as u64 <= length + 1, "each find takes a byte at least");
    }
    found
}

fn has_first(found: &[Found]) -> bool {
    found.iter().any(|found| matches!(found, Found::Page(page) if page.body == b"page" && page.id.as_deref() == Some("<first>")))
}

fuzz_target!(|input: (u8, &[u8])| {
    let (options, bytes) = input;
    let is_set = |bit: u8| options >> bit & 1 == 1;
    let codec = if is_set(0) { Codec::Gzip } else { Codec::Zstd(None) };
    let pack = |bytes: &[u8]| match codec {
        Codec::Gzip => gzip(bytes, if is_set(1) { 6 } else { 0 }),
        Codec::Zstd(_) => zstd::encode_all(bytes, 1).expect("memory"),
    };
    let file: std::sync::Arc<str> = "file".into();
    // As they are, behind a record that is whole.
    let plain = [FIRST, bytes].concat();
    let mut window = Window::new(Source::new(Cursor::new(&plain)), file.clone(), LIMIT, 0);
    let found = checked(|| window.record(u64::MAX), plain.len() as u64);
    // With a break at its end, or the next record, nothing else can be meant by it.
    assert!(has_first(&found) || !bytes.is_empty());
    // Packed: what follows the first member is packed itself, or any bytes.
    let rest = if is_set(2) { pack(bytes) } else { bytes.to_vec() };
    let packed = [pack(FIRST), rest].concat();
    let source = || Source::new(Cursor::new(&packed));
    let (mut members, _) =
        Members::open(source(), codec.clone(), file.clone(), LIMIT, &(0..u64::MAX), false).expect("memory");
    assert!(has_first(&checked(|| members.record(u64::MAX), packed.len() as u64)));
    let joined = Joined::new(Packed::new(source(), codec.clone(), 0).expect("memory"));
    let mut window = Window::new(joined, file.clone(), LIMIT, 0);
    checked(|| window.record(u64::MAX), (packed.len() as u64).saturating_mul(1 << 16));
    // From the middle, as a piece of a larger file.
    let stretch = packed.len() as u64 / 2..packed.len() as u64;
    let (mut members, _) =
        Members::open(source(), codec.clone(), file, LIMIT, &stretch, true).expect("memory");
    checked(|| members.record(u64::MAX), packed.len() as u64);
});
