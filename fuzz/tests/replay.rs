//! Every target runs over its seeds, over what a fuzzer once found, and over small inputs of no meaning: with any compiler, in CI.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The targets, and their programs.
const TARGETS: [(&str, &str); 23] = [
    ("archive", env!("CARGO_BIN_EXE_archive")),
    ("bidi", env!("CARGO_BIN_EXE_bidi")),
    ("dates", env!("CARGO_BIN_EXE_dates")),
    ("decode", env!("CARGO_BIN_EXE_decode")),
    ("detect", env!("CARGO_BIN_EXE_detect")),
    ("encode", env!("CARGO_BIN_EXE_encode")),
    ("extract", env!("CARGO_BIN_EXE_extract")),
    ("groups", env!("CARGO_BIN_EXE_groups")),
    ("http", env!("CARGO_BIN_EXE_http")),
    ("json_ld", env!("CARGO_BIN_EXE_json_ld")),
    ("lines", env!("CARGO_BIN_EXE_lines")),
    ("microdata", env!("CARGO_BIN_EXE_microdata")),
    ("model", env!("CARGO_BIN_EXE_model")),
    ("model_large", env!("CARGO_BIN_EXE_model_large")),
    ("page", env!("CARGO_BIN_EXE_page")),
    ("profile", env!("CARGO_BIN_EXE_profile")),
    ("repair", env!("CARGO_BIN_EXE_repair")),
    ("resume", env!("CARGO_BIN_EXE_resume")),
    ("sniff", env!("CARGO_BIN_EXE_sniff")),
    ("strip", env!("CARGO_BIN_EXE_strip")),
    ("table", env!("CARGO_BIN_EXE_table")),
    ("tokens", env!("CARGO_BIN_EXE_tokens")),
    ("writers", env!("CARGO_BIN_EXE_writers")),
];

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    files
}

#[test]
fn all_targets_are_replayed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut there: Vec<PathBuf> = files(&folder.join("fuzz_targets"));
    there.retain(|path| path.extension().is_some_and(|ending| ending == "rs"));
    let names: Vec<_> = there.iter().map(|path| path.file_stem().unwrap().to_str().unwrap()).collect();
    assert_eq!(names, TARGETS.map(|(name, _)| name), "a target that is not in the list above");
    for kind in ["seeds", "regressions"] {
        for path in files(&folder.join(kind)) {
            let name = path.file_name().unwrap().to_str().unwrap();
            assert!(names.contains(&name), "{} is of no target", path.display());
        }
    }
}

#[test]
fn seeds_and_regressions() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut failed = Vec::new();
    for (name, program) in TARGETS {
        let seeds = files(&folder.join("seeds").join(name));
        assert!(!seeds.is_empty(), "{name} has no seeds");
        let found = files(&folder.join("regressions").join(name));
        let output = Command::new(program).args(seeds).args(found).output().expect("a program");
        if !output.status.success() {
            failed.push(format!("{name}:\n{}", String::from_utf8_lossy(&output.stderr)));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
