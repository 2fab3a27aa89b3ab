//! Every encoding reads any bytes, by every policy, the same in pieces as at once.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pellucid::decode::{Bom, Controls, DecodeOptions, Errors, Newlines};
use pellucid::encodings::ENCODINGS;

fuzz_target!(|input: (u8, u8, u8, &[u8])| {
    let (choice, flags, size, bytes) = input;
    let encoding = ENCODINGS[usize::from(choice) % ENCODINGS.len()];
    let policy =
        [Errors::Replace, Errors::Ignore, Errors::Strict, Errors::References][usize::from(flags & 3)];
    let options = DecodeOptions::new()
        .errors(policy)
        .bom(if flags & 4 == 0 { Bom::Strip } else { Bom::Keep })
        .newlines(if flags & 8 == 0 { Newlines::Keep } else { Newlines::Lf })
        .controls(if flags & 16 == 0 { Controls::Keep } else { Controls::Remove });
    let whole = options.decode(encoding, bytes);

    let mut decoder = options.decoder(encoding);
    let mut text = String::new();
    let pieces = bytes
        .chunks(usize::from(size) + 1)
        .try_for_each(|piece| decoder.feed(piece, &mut text))
        .and_then(|()| decoder.finish(&mut text));
    match (whole, pieces) {
        (Ok(whole), Ok(())) => {
            assert_eq!(whole.text(), text);
            assert_eq!(whole.damage(), decoder.damage());
        }
        (Err(whole), Err(pieces)) => assert_eq!(whole, pieces),
        (whole, pieces) => panic!("{whole:?} but {pieces:?}"),
    }
});
