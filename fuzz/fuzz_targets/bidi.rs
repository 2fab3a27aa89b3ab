//! Text is turned without losing a character, and twice turned words are words.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pellucid::extract::bidi::{is_visual, logical, logical_page, normalise_presentation};

/// The characters, in no order; those that are mirrored count as one.
fn characters(text: &str) -> Vec<char> {
    let mut characters: Vec<char> = text.chars().filter(|c| c.is_alphanumeric()).collect();
    characters.sort_unstable();
    characters
}

fuzz_target!(|text: &str| {
    let turned = logical(text);
    assert_eq!(characters(&turned), characters(text));
    assert_eq!(turned.chars().count(), text.chars().count());
    assert_eq!(turned.matches('\n').count(), text.matches('\n').count());
    let once = normalise_presentation(text);
    assert_eq!(normalise_presentation(&once), once);
    // Pages: an answer, in proportion.
    is_visual(text);
    for page in [
        text.to_owned(),
        format!("<p dir=rtl>\u{5E9}<b>{text}</b> \u{5DC}"),
        format!("<pre>\u{5E9}{text}</pre>"),
    ] {
        let turned = logical_page(&page);
        assert!(turned.len() <= 64 * page.len() + 1024, "{} of {}", turned.len(), page.len());
    }
});
