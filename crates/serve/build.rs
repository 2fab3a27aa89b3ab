//! Puts the files for browsers into the program, if there are any: those in the folder `PELLUCID_WEB`, or else in `web/` beside
//! this file. Without them, the service shows a plain page with its addresses.

use std::env;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rerun-if-env-changed=PELLUCID_WEB");
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let named = env::var_os("PELLUCID_WEB").filter(|name| !name.is_empty());
    let folder = named.as_ref().map_or_else(|| here.join("web"), PathBuf::from);
    assert!(named.is_none() || folder.is_dir(), "PELLUCID_WEB is no folder: {}", folder.display());
    // Cargo takes a folder that is not there for one that has changed, and would build all of this again each time. So its coming is
    // seen where it would be.
    let watched = if folder.is_dir() { &folder } else { &here };
    println!("cargo::rerun-if-changed={}", watched.display());
    let mut files = Vec::new();
    if folder.is_dir() {
        find(&folder, &folder, &mut files);
        files.sort();
    }
    let mut list = String::from("&[\n");
    for (name, path) in files {
        writeln!(list, "    ({name:?}, include_bytes!({path:?})),").expect("writing to memory");
    }
    list.push(']');
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join("web.rs");
    fs::write(out, list).expect("the list of files for browsers");
}

/// All files below a folder, by their names as an address has them.
fn find(root: &Path, folder: &Path, files: &mut Vec<(String, PathBuf)>) {
    for entry in fs::read_dir(folder).expect("the folder of files for browsers").flatten() {
        let path = entry.path();
        if path.is_dir() {
            find(root, &path, files);
        } else if let Ok(name) = path.strip_prefix(root) {
            let name = name.to_string_lossy().replace('\\', "/");
            files.push((name, fs::canonicalize(&path).expect("a file that was just listed")));
        }
    }
}
