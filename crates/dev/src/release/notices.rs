//! The licences of all that is in what is built, the command for instance: most of them want to go along with it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::sbom::{metadata, package, parts, text};
use super::{Outcome, version};
use crate::commands::workspace;

/// What the file is called.
pub const NAME: &str = "THIRD-PARTY-LICENSES.txt";

/// How the files of licences begin, in capitals.
const BEGINNINGS: [&str; 6] = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];

/// Writes them for the Python package, where `pyproject.toml` expects them: wheels for all systems are built beside this file.
pub fn make() -> Result<Outcome> {
    let licences = of("The Python package", "pellucid-python", None)?;
    fs::write(workspace().join(NAME), &licences)?;
    Ok(Outcome::Works(format!("{NAME} for wheels, {} lines", licences.lines().count())))
}

/// Each licence once, with the crates that are under it. Without a target, these are all that any system needs.
pub fn of(what: &str, root: &str, target: Option<&str>) -> Result<String> {
    let metadata = metadata(target)?;
    let mut listed = String::new();
    let mut texts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let parts = parts(&metadata, root)?;
    let mut found = Vec::new();
    for id in &parts {
        let package = package(&metadata, id)?;
        // The others are ours.
        if !package["source"].is_null() {
            found.push((text(package, "name")?, text(package, "version")?, package));
        }
    }
    found.sort_by_key(|(name, version, _)| (*name, *version));
    for (name, version, package) in found {
        let licence = text(package, "license").with_context(|| format!("{name} {version}"))?;
        writeln!(listed, "{name} {version}: {}{}", licence.replace('/', " OR "), from(package))?;
        let manifest = Path::new(text(package, "manifest_path")?);
        let folder = manifest.parent().context("a package has no folder")?;
        // Libraries in C come with a crate, in a folder of their own.
        let inside =
            fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?.into_iter().map(|entry| entry.path());
        let folders = inside.filter(|path| path.is_dir()).chain([folder.to_owned()]);
        for text in folders.map(|folder| licences(&folder)).collect::<Result<Vec<_>>>()?.concat() {
            texts.entry(text).or_default().insert(format!("{name} {version}"));
        }
    }
    ensure!(texts.len() > 10, "only {} licences were found", texts.len());
    let mut all = format!(
        "{what} pellucid {} contains these libraries, and the standard library of Rust (MIT OR Apache-2.0).\n\n{listed}",
        version()?
    );
    for (text, crates) in texts {
        let crates: Vec<&str> = crates.iter().map(String::as_str).collect();
        write!(all, "\n{}\n{}\n\n{}\n", "=".repeat(100), crates.join(", "), text.trim_end())?;
    }
    Ok(all)
}

/// Where a crate comes from.
fn from(package: &Value) -> String {
    package["repository"].as_str().map(|address| format!(", {address}")).unwrap_or_default()
}

/// The licences in a folder.
fn licences(folder: &Path) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        if path.is_file() && BEGINNINGS.iter().any(|beginning| name.starts_with(beginning)) {
            found.push(String::from_utf8_lossy(&fs::read(&path)?).replace("\r\n", "\n"));
        }
    }
    Ok(found)
}
