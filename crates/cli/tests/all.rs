//! All tests of the built command: one program, which is linked once.
//!
//! `cargo test -p pellucid-cli --test all decode` runs those of a file.

// What tests share.
#[path = "../../batch/tests/archive/mod.rs"]
mod archive;
mod harness;
#[path = "../../pellucid/tests/reader/mod.rs"]
mod reader;

#[cfg(unix)]
mod attack;
mod bad_input;
mod batch;
mod cases;
mod decode;
mod detect;
mod endings;
#[cfg(unix)]
mod examples;
mod extract;
mod inputs;
mod plot;
#[cfg(feature = "serve")]
mod serve;
mod show;
mod train_chared;
mod train_svm;
mod tune;

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
