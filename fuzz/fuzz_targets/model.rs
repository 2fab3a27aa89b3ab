//! Any bytes are a model or an error; a model of any kind scores any text, alone and inside a detector.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pellucid::Detector;
use pellucid::Model;
use pellucid::internals::count::{Counter, Every};

fuzz_target!(|input: (&[u8], &[u8])| {
    let (model, text) = input;
    // Fuzzers find the magic, but slowly.
    for bytes in [model.to_vec(), [b"PLUC\x03", model].concat()] {
        let Ok(model) = Model::parse(&bytes) else { continue };
        let scores = match &model {
            Model::Likelihoods(model) => {
                let mut counter = Counter::default();
                counter.feed(text);
                model.scores(&counter.finish()).0
            }
            Model::Vectors(vectors) => {
                let mut every = Every::default();
                every.feed(text);
                vectors.scores(every.finish().iter().map(|(gram, count)| (gram, count as f32)))
            }
            _ => return,
        };
        assert!(scores.len() == model.classes().len() && scores.iter().all(|score| score.is_finite()));
        assert!(model.grams().all(|(_, entries)| entries.iter().all(|(class, _)| *class < scores.len())));
        let detector = Detector::builder().model(model).build().expect("a model selects its method");
        let guess = detector.detect(text);
        assert!((0.0..=1.0).contains(&guess.confidence()));
    }
});
