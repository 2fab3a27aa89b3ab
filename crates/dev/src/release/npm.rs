//! The package for npm: built by `cargo dev web`, packed, installed in an empty folder, and used from ES modules and from `require`.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Result, ensure};

use super::{Outcome, Release, dist, fresh, notices, said, size};
use crate::commands::{execute, workspace};
use crate::compiler::TARGET;
use crate::web;

pub fn make(release: &Release) -> Result<Outcome> {
    let compiler = match web::ready() {
        Ok(compiler) => compiler,
        Err(why) => return Ok(Outcome::Skipped(format!("{why:#}"))),
    };
    web::build(&compiler, web::Profile::Published)?;
    let folder = web::folder().join("npm");
    let licences = notices::of("The npm package", "pellucid-wasm", Some(TARGET))?;
    fs::write(folder.join(notices::NAME), licences)?;
    for paper in ["README.md", "LICENSE-APACHE", "LICENSE-MIT"] {
        ensure!(folder.join(paper).is_file(), "{} has no {paper}", folder.display());
    }
    let manifest: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(folder.join("package.json"))?)?;
    ensure!(manifest["version"] == release.version, "package.json has the version {}", manifest["version"]);
    ensure!(
        manifest["scripts"].is_null() && manifest["dependencies"].is_null(),
        "the package needs other packages, or runs something when it is installed"
    );
    let mut pack = Command::new("npm");
    pack.args(["pack", "--silent", "--pack-destination"]).arg(dist()).current_dir(&folder);
    let name = said(&mut pack)?.trim().to_owned();
    let package = dist().join(&name);
    let installed = fresh("npm")?;
    fs::write(installed.join("package.json"), "{\"private\": true}\n")?;
    let install = ["install", "--silent", "--offline", "--no-audit", "--no-fund", "--ignore-scripts"];
    execute(Command::new("npm").args(install).arg(&package).current_dir(&installed))?;
    let licences = installed.join("node_modules/pellucid").join(notices::NAME);
    ensure!(licences.is_file(), "{} is not there", licences.display());
    fs::copy(workspace().join("examples/vopros.html"), installed.join("page.html"))?;
    try_package(&installed)?;
    Ok(Outcome::Works(format!("{name}, {}, installed and used", size(&package)?)))
}

/// Every entry of the package, as an ES module and by `require`, and one program for both.
const MODULES: &str = "
import fs from 'node:fs';
import * as full from 'pellucid/full';
import * as index from 'pellucid';
import * as detect from 'pellucid/detect';
import chardet from 'pellucid/compat/chardet';
import jschardet from 'pellucid/compat/jschardet';
";
const REQUIRED: &str = "
const [fs, full, index, detect, chardet, jschardet] = ['node:fs', 'pellucid/full', 'pellucid', 'pellucid/detect',
    'pellucid/compat/chardet', 'pellucid/compat/jschardet'].map((name) => require(name));
";
const PROGRAM: &str = "
const bytes = fs.readFileSync('page.html');
const { encoding } = full.page(bytes), { language } = index.page(bytes), { text } = detect.decode(bytes);
console.log(encoding, language, text.includes('вопрос'), chardet.detect(bytes), jschardet.detect(bytes).encoding);
";

fn try_package(folder: &Path) -> Result<()> {
    for (file, imports) in [("modules.mjs", MODULES), ("required.cjs", REQUIRED)] {
        fs::write(folder.join(file), [imports, PROGRAM].concat())?;
        let answer = said(Command::new("node").arg(file).current_dir(folder))?;
        ensure!(answer.trim() == "KOI8-R ru true KOI8-R KOI8-R", "{file} says {answer:?}");
    }
    Ok(())
}
