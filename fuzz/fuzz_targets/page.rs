//! The whole path from bytes: an answer by all options, whose parts stand in the page in their order, in every format.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pellucid::extract::{Extractor, Favor};
use pellucid::write::WriteOptions;
use pellucid::{Detector, PageOptions};

fuzz_target!(|input: (u8, &[u8])| {
    let (options, bytes) = input;
    let is_set = |bit: u8| options >> bit & 1 == 1;
    let favor = [Favor::Balance, Favor::Precision, Favor::Recall, Favor::Balance][usize::from(options & 3)];
    let extractor = Extractor::new().favor(favor).comments(is_set(2)).logical(is_set(3)).letters(is_set(4));
    let write = WriteOptions::new().links(is_set(5)).images(is_set(6));
    let detector = Detector::default();
    let options = PageOptions::new().extractor(extractor).explain(is_set(7));
    let page = detector.page_with(bytes, &options).expect("damage is replaced");
    let extracted = page.extracted();
    // Places are those of the text after it was turned, which nobody sees.
    if !is_set(3) && !is_set(4) {
        let decoded = detector.decode(bytes);
        let places = extracted.parts.iter().map(|part| part.place.clone());
        assert!(places.clone().all(|place| decoded.text().get(place).is_some()));
        // Pictures that stand alone in a paragraph have its place in common.
        assert!(places.is_sorted_by(|a, b| a.end <= b.start || a == b));
    }
    for part in &extracted.parts {
        assert!((0.0..=1.0).contains(&part.score));
        assert!(part.marks.iter().all(|mark| part.text.get(mark.range.clone()).is_some()));
        assert!(part.marks.is_sorted_by_key(|mark| mark.range.start));
    }
    assert!(extracted.empty.is_none() || extracted.parts.is_empty());
    for written in [extracted.text(write), extracted.markdown(write), extracted.html(write)] {
        assert!(extracted.parts.iter().all(|part| part.text.is_empty()) || !written.is_empty());
    }
    assert!(extracted.metadata.title.as_ref().is_none_or(|title| !title.is_empty()));
    let _ = page.language();
});
