//! Any bytes are a model or an error; a model scores any text, alone and inside a detector.
#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use pellucid::Detector;
use pellucid::count::Counter;
use pellucid::score::model::Model;

fuzz_target!(|input: (&[u8], &[u8])| {
    let (model, text) = input;
    // Fuzzers find the magic, but slowly.
    for bytes in [model.to_vec(), [b"PLUC\x01", model].concat()] {
        let Ok(model) = Model::parse(&bytes) else { continue };
        let mut counter = Counter::default();
        counter.feed(text);
        let (scores, _) = model.scores(&counter.finish());
        assert!(scores.len() == model.classes().len() && scores.iter().all(|score| score.is_finite()));
        let guess = Detector::builder().model(Arc::new(model)).build().detect(text);
        assert!((0.0..=1.0).contains(&guess.confidence()));
    }
});
