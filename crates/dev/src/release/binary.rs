//! The command in an archive, with its manual pages, completions and licences.
//!
//! On Linux it is linked statically: it runs on every distribution, and in an image that has nothing else.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::{Outcome, Release, archive, dist, fresh, notices, said, size, try_command};
use crate::commands::{cargo, execute, workspace};

/// What goes with it.
const PAPERS: [&str; 5] = ["README.md", "CHANGELOG.md", "SECURITY.md", "LICENSE-APACHE", "LICENSE-MIT"];

pub fn make(release: &Release) -> Result<Outcome> {
    let folder = folder(release)?;
    let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let packed = dist().join(format!("{name}.tar.gz"));
    archive::pack(&folder, &packed)?;
    let installed = fresh("binary")?;
    archive::unpack(&packed, &installed)?;
    let program = program_in(&installed.join(&name), release);
    if !can_run(release)? {
        return Ok(Outcome::Skipped(format!("{name}.tar.gz is built, and this machine cannot run it")));
    }
    try_command("binary", &release.version, || Command::new(&program))?;
    Ok(Outcome::Works(format!("{name}.tar.gz, {}", size(&packed)?)))
}

/// Whether programs for the target run here.
pub fn can_run(release: &Release) -> Result<bool> {
    Ok(release.target == super::host()?)
}

/// Builds the command, and returns its path.
pub fn program(release: &Release) -> Result<PathBuf> {
    let target = &release.target;
    let mut build = cargo();
    build.args([
        "build",
        "--locked",
        "--package",
        "pellucid-cli",
        "--profile",
        &release.profile,
        "--target",
        target,
    ]);
    if target.contains("linux-gnu") || target.contains("windows-msvc") {
        let variable = format!("CARGO_TARGET_{}_RUSTFLAGS", target.to_uppercase().replace('-', "_"));
        build.env(variable, "-C target-feature=+crt-static");
    }
    execute(&mut build)?;
    // The folder of the profile `dev` has another name.
    let profile = if release.profile == "dev" { "debug" } else { &release.profile };
    Ok(program_in(&workspace().join("target").join(target).join(profile), release))
}

fn program_in(folder: &Path, release: &Release) -> PathBuf {
    folder.join(if release.target.contains("windows") { "pellucid.exe" } else { "pellucid" })
}

/// The folder that is packed: the command, and what goes with it.
pub fn folder(release: &Release) -> Result<PathBuf> {
    let program = program(release)?;
    let folder = fresh("parts")?.join(format!("pellucid-{}-{}", release.version, release.target));
    for inside in ["", "man", "completions"] {
        fs::create_dir_all(folder.join(inside))?;
    }
    let own = program_in(&folder, release);
    fs::copy(&program, &own).with_context(|| program.display().to_string())?;
    // Where they are: debug information is for those who build it.
    if release.profile == "release" && !release.target.contains("windows") {
        let _ = Command::new("strip").arg(&own).status();
    }
    for paper in PAPERS {
        fs::copy(workspace().join(paper), folder.join(paper)).with_context(|| paper.to_owned())?;
    }
    let licences = notices::of("The command", "pellucid-cli", Some(&release.target))?;
    fs::write(folder.join(notices::NAME), licences)?;
    if can_run(release)? {
        execute(Command::new(&own).arg("--quiet").arg("man").arg(folder.join("man")))?;
        for (shell, name) in [("bash", "pellucid.bash"), ("zsh", "_pellucid"), ("fish", "pellucid.fish")] {
            let script = said(Command::new(&own).args(["completions", shell]))?;
            fs::write(folder.join("completions").join(name), script)?;
        }
    }
    Ok(folder)
}
