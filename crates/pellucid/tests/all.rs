//! All integration tests of the library: one program, which is linked once.
//!
//! `cargo test -p pellucid --test all cases` runs those of a file.

// What tests share.
mod corpus;
mod reader;

// Cases in `testdata/`, and the accuracy that is pinned there.
mod accuracy_gate;
mod cases;
mod words_gate;

// What a stage does.
mod decode;
#[path = "decode_oracles/main.rs"]
mod decode_oracles;
#[path = "html_tokens/main.rs"]
mod html_tokens;
mod prescan_suites;

// What holds for any page.
mod bad_input;
mod declare_properties;
mod extract_encodings;
#[cfg(feature = "papers")]
mod extract_properties;
mod extract_reliability;
#[cfg(target_os = "linux")]
mod memory;
mod repair_properties;
#[cfg(feature = "papers")]
mod strip_properties;

// Real pages, where there is a corpus, and pages of our own.
mod bidi_corpus;
mod early_corpus;
mod repair_corpus;
mod repair_text;
mod stream_cuts;
mod strip_corpus;

/// Cargo does not look for tests itself here, so none may be forgotten.
#[test]
fn every_file_is_a_module_of_this_one() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    for entry in std::fs::read_dir(folder).expect("the folder of the tests") {
        let path = entry.expect("an entry of it").path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let is_test = path.is_dir() || path.extension().is_some_and(|extension| extension == "rs");
        let module = format!("mod {name};");
        assert!(!is_test || name == "all" || include_str!("all.rs").contains(&module), "{}", path.display());
    }
}
