//! Our tokens are html5gum's, but for what `crates/pellucid/tests/html_tokens` lists.
#![no_main]

#[path = "../../crates/pellucid/tests/html_tokens/compare.rs"]
mod compare;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|page: &str| {
    let (ours, theirs) = compare::evened(page);
    assert_eq!(ours, theirs);
});
