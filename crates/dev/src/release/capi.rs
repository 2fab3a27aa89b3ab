//! The library for C, by cargo-c: a header, static and dynamic libraries, and a file for pkg-config.

use std::fs;

use anyhow::{Context, Result, ensure};

use super::{Outcome, Release, archive, dist, fresh, size};
use crate::commands::{cargo, execute, succeeds, workspace};

pub fn make(release: &Release) -> Result<Outcome> {
    let manifest = workspace().join("crates/capi/Cargo.toml");
    if !manifest.is_file() {
        return Ok(Outcome::Skipped("there is no crates/capi".to_owned()));
    }
    if !succeeds(&["cargo", "cinstall", "--version"]) {
        return Ok(Outcome::Skipped("no cargo-c (cargo install --locked cargo-c)".to_owned()));
    }
    let manifest: toml::Table = fs::read_to_string(manifest)?.parse()?;
    let package = manifest.get("package").and_then(|package| package.get("name")?.as_str());
    let package = package.context("crates/capi/Cargo.toml has no name")?;
    let folder = fresh("capi")?.join(format!("libpellucid-{}-{}", release.version, release.target));
    let mut install = cargo();
    install.args(["cinstall", "--locked", "--package", package, "--profile", &release.profile]);
    install.args(["--target", &release.target, "--libdir", "lib", "--prefix", "/", "--destdir"]).arg(&folder);
    execute(&mut install)?;
    for part in ["include", "lib/pkgconfig"] {
        ensure!(
            fs::read_dir(folder.join(part)).is_ok_and(|mut files| files.next().is_some()),
            "{part} is empty"
        );
    }
    for paper in ["README.md", "LICENSE-APACHE", "LICENSE-MIT"] {
        fs::copy(workspace().join(paper), folder.join(paper))?;
    }
    let packed = dist().join(format!("libpellucid-{}-{}.tar.gz", release.version, release.target));
    archive::pack(&folder, &packed)?;
    Ok(Outcome::Works(format!("{}, {}", packed.file_name().unwrap_or_default().display(), size(&packed)?)))
}
