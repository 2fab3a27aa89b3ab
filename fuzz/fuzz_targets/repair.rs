//! Any text is repaired or left alone, and every repair can be taken back; any page is read piece by piece.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pellucid::decode::{Bom, Controls, DecodeOptions, Errors, Newlines};
use pellucid::encodings::ENCODINGS;
use pellucid::repair::{Check, Via};
use pellucid::{Detector, PageOptions};

fuzz_target!(|input: (u8, u8, &[u8])| {
    let (choice, flags, bytes) = input;
    let encoding = ENCODINGS[usize::from(choice) % ENCODINGS.len()];

    // As it stands, and misread once more, which is what makes runs likely.
    let text = String::from_utf8_lossy(bytes).into_owned();
    let misread = [Via::Encoding(encoding), Via::Latin1].map(|via| via.read(text.as_bytes()));
    for text in misread.into_iter().flatten().chain([text]) {
        let repaired = pellucid::repair(&text);
        assert_eq!(repaired.undo(), text);
        assert_eq!(repaired.is_unchanged(), repaired.text() == text);
        let check = Check::of(repaired.text());
        assert_eq!(check.is_clean(), check.to_string().is_empty());
    }

    let policy = Errors::ALL[usize::from(flags >> 5) % Errors::ALL.len()];
    let options = DecodeOptions::new()
        .errors(policy)
        .bom(if flags & 4 == 0 { Bom::Strip } else { Bom::Keep })
        .newlines(if flags & 8 == 0 { Newlines::Keep } else { Newlines::Lf })
        .controls(if flags & 16 == 0 { Controls::Keep } else { Controls::Remove });
    let plain = options.decode(encoding, bytes);
    let detector = Detector::builder().encoding(encoding).build().expect("one hint fits itself");
    if let Ok(mixed) = detector.decode_with(bytes, &PageOptions::new().decode(options).mixed(true)) {
        match mixed.mixed() {
            Some(pieces) => assert!(pieces.pieces() > 0 && pieces.bytes() <= bytes.len() as u64),
            None => {
                let plain = plain.expect("what is read without pieces is read without them");
                assert_eq!(mixed.text(), plain.text());
                assert_eq!(mixed.damage(), plain.damage());
            }
        }
    }
});
