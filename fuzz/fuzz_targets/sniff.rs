//! Declarations, labels, headers, addresses: whatever is written there.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pellucid::{Encoding, sniff};

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let found = sniff::sniff(bytes, Some(&text));
    for declared in found.declared.iter().filter(|d| d.at.is_some_and(|at| at > 0)) {
        assert_eq!(bytes[declared.at.unwrap()], b'<');
    }
    sniff::prescan::prescan(bytes);
    sniff::prescan::late_meta(bytes);
    sniff::language_tag(bytes);
    sniff::tld::language(&text);
    if let Some(encoding) = Encoding::for_whatwg_label(&text) {
        assert_eq!(Encoding::for_label(&text), Some(encoding), "the standard's labels come first");
    }
    Encoding::for_name(&text);
});
