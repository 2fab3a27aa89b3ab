//! Extractors point at what is there, whatever the page.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pellucid::papers::r2l::{Danag, Licea, R2l, Script};

fuzz_target!(|page: &str| {
    let contents = [
        R2l { script: Script::NonLatin, ..R2l::default() }.extract(page),
        R2l { script: Script::NonLatin, ..R2l::plus() }.extract(page),
        Danag::default().extract(page),
        Licea::default().extract(page),
    ];
    for content in contents {
        assert!(page.get(content.bytes).is_some());
    }
});
