//! The package for npm, of the folder that `cargo dev web` writes.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::{Outcome, dist, fresh, said};
use crate::commands::{execute, succeeds, workspace};

pub fn make() -> Result<Outcome> {
    let folder = workspace().join("target/web/npm");
    if !folder.join("package.json").is_file() {
        return Ok(Outcome::Skipped("there is no target/web/npm; `cargo dev web` makes it".to_owned()));
    }
    if !succeeds(&["node", "--version"]) || !succeeds(&["npm", "--version"]) {
        return Ok(Outcome::Skipped("no node with npm".to_owned()));
    }
    // What tests build is not for users.
    ensure!(folder.join("../published").is_file(), "target/web was built for tests; run `cargo dev web`");
    let manifest: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(folder.join("package.json"))?)?;
    let name = manifest["name"].as_str().context("package.json has no name")?;
    for paper in ["README.md", "LICENSE-APACHE", "LICENSE-MIT"] {
        ensure!(folder.join(paper).is_file(), "target/web/npm has no {paper}");
    }
    let told = said(
        Command::new("npm").args(["pack", "--silent", "--pack-destination"]).arg(dist()).current_dir(&folder),
    )?;
    let packed = told.trim().to_owned();
    let installed = fresh("npm")?;
    fs::write(installed.join("package.json"), "{\"private\": true}\n")?;
    let install = ["install", "--silent", "--offline", "--no-audit", "--no-fund", "--ignore-scripts"];
    execute(Command::new("npm").args(install).arg(dist().join(&packed)).current_dir(&installed))?;
    let program = format!("console.log(Object.keys(await import({name:?})).length)");
    let told =
        said(Command::new("node").args(["--input-type=module", "--eval", &program]).current_dir(&installed))?;
    ensure!(told.trim().parse().is_ok_and(|names: usize| names > 0), "the package exports nothing: {told:?}");
    Ok(Outcome::Works(format!("{packed}, installed and imported")))
}
