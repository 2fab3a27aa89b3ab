//! Any bytes are a model or an error; a model of any kind scores any text, alone and inside a detector.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pellucid::Detector;
use pellucid::Model;
use pellucid::internals::count::Every;
use pellucid::internals::score::symbols::Symbol;

fuzz_target!(|input: (&[u8], &[u8])| {
    let (model, text) = input;
    // Fuzzers find the magic, but slowly.
    for bytes in [model.to_vec(), [b"PLUC\x03", model].concat()] {
        let Ok(model) = Model::parse(&bytes) else { continue };
        let scores = match &model {
            Model::Text(model) => {
                let (mut sums, mut last) = (model.sums(), [Symbol::BLANK; 2]);
                for c in String::from_utf8_lossy(text).chars().map(Symbol::of) {
                    model.add(&mut sums, last[0], last[1], c);
                    last = [last[1], c];
                }
                model.totals(&sums)
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
