//! A shipped model with some bytes changed is a model or an error, and a model knows every text in time, however long it is.
#![no_main]

use std::time::{Duration, Instant};

use libfuzzer_sys::fuzz_target;
use pellucid::{Detector, Model};

const MODELS: [&[u8]; 3] = [
    include_bytes!("../../crates/models/chared/ta.model"),
    include_bytes!("../../crates/models/chared/haw.model"),
    include_bytes!("../../crates/models/chared/si.model"),
];
/// Of a text; more n-grams than any table of them has at first.
const LARGEST: usize = 1 << 18;

fuzz_target!(|input: (u8, Vec<(u16, u8)>, u32, &[u8])| {
    let (model, changes, step, text) = input;
    let mut bytes = MODELS[usize::from(model) % MODELS.len()].to_vec();
    for (at, byte) in changes {
        let at = usize::from(at) % bytes.len();
        bytes[at] = byte;
    }
    let Ok(model) = Model::parse(&bytes) else { return };
    let detector = Detector::builder().model(model).build().expect("a model selects its method");
    // The text again and again, each time with other bytes: n-grams that no model knows.
    let mut long = Vec::with_capacity(LARGEST);
    let mut state = step | 1;
    while long.len() < LARGEST && !text.is_empty() {
        long.extend(text.iter().map(|byte| byte ^ (state >> 24) as u8));
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
    }
    let start = Instant::now();
    let guess = detector.detect(&long);
    assert!((0.0..=1.0).contains(&guess.confidence()));
    assert!(start.elapsed() < Duration::from_secs(20), "{} bytes", long.len());
});
