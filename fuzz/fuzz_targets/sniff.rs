//! Declarations, labels, headers, addresses: whatever is written there.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pellucid::internals::sniff;
use pellucid::{Detector, Encoding, Language};

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let found = sniff::sniff(bytes, Some(&text));
    for declared in found.declared.iter().filter(|d| d.at.is_some_and(|at| at > 0)) {
        assert_eq!(bytes[declared.at.unwrap()], b'<');
    }
    sniff::prescan::prescan(bytes);
    sniff::prescan::late_meta(bytes);
    if let Ok(language) = Language::parse(&text) {
        assert_eq!(Language::parse(language.tag()), Ok(language), "a canonical tag stays as it is");
    }
    let _ = Detector::builder().url(&text).build().expect("a page is one hint").detect(bytes);
    if let Some(encoding) = Encoding::for_whatwg_label(&text) {
        assert_eq!(Encoding::for_label(&text), Some(encoding), "the standard's labels come first");
    }
    let _ = Encoding::for_name(&text);
});
