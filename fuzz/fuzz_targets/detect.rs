//! Any bytes give an answer, the same in pieces as at once, by every method.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pellucid::{Detector, Method};

fuzz_target!(|input: (u8, u8, &[u8])| {
    let (size, method, bytes) = input;
    let method = Method::ALL[usize::from(method) % Method::ALL.len()];
    let detector = Detector::builder().method(method).language("cs").build().expect("chared knows Czech");
    let guess = detector.detect(bytes);
    assert!((0.0..=1.0).contains(&guess.confidence()));
    let mut stream = detector.stream();
    bytes.chunks(usize::from(size) + 1).for_each(|piece| stream.feed(piece));
    assert_eq!(stream.finish(), guess);
    // Every piece of evidence can be put into words.
    guess.evidence().iter().for_each(|evidence| assert!(!evidence.to_string().is_empty()));
});
