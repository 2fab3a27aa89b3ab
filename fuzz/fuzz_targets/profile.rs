//! Any text is a profile or an error that says why; a profile is what was written of it, and extracts.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pellucid::papers::r2l::tune::Profile;

const PAGE: &str =
    "<html><body><ul><li>\u{647}\u{645}\u{647}</ul><p>\u{62E}\u{628}\u{631} \u{6F1}\u{6F2}</p><p>text</p>";

fuzz_target!(|text: &str| {
    // As it is, and behind what a profile needs.
    for text in [text.to_owned(), format!("extractor = \"r2l\"\nscript = \"arabic\"\ngap = 8\n{text}")] {
        match text.parse::<Profile>() {
            Err(error) => assert!(!error.to_string().is_empty()),
            Ok(profile) => {
                let written = profile.to_string();
                let again: Profile = written.parse().unwrap_or_else(|error| panic!("{error} in {written:?}"));
                assert_eq!(again.to_string(), written);
                assert!(PAGE.get(profile.r2l().extract(PAGE).bytes).is_some());
            }
        }
    }
});
