//! What could be written can be read back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pellucid::decode::{Bom, DecodeOptions, EncodeOptions, Errors};
use pellucid::encodings::ENCODINGS;

fuzz_target!(|input: (u8, &str)| {
    let (choice, text) = input;
    let encoding = ENCODINGS[usize::from(choice) % ENCODINGS.len()];
    let _ = encoding.encode(text);
    // Written as UTF-8 and read as nothing, by its definition.
    if encoding.name() == "replacement" {
        return;
    }
    let Ok(encoded) = EncodeOptions::new().unmappable(Errors::Strict).encode(encoding, text) else { return };
    let reading = DecodeOptions::new().bom(Bom::Keep).decode(encoding, encoded.bytes());
    // Several characters may share a code (half-width forms, yen and backslash), so what counts is the second time.
    if let Ok(read) = reading {
        let again = EncodeOptions::new().unmappable(Errors::Strict).encode(encoding, read.text());
        assert_eq!(again.map(|e| e.bytes().to_vec()), Ok(encoded.bytes().to_vec()));
    }
});
