//! Fetches uchardet for the tests of the C library: its sources, whose programs are linked with ours, and a program that Debian built.
//!
//! Sources need a list of their own, which is at `target/uchardet.apt` and nowhere in the system.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::commands::{execute, succeeds, workspace};

/// Fetches it, unless that was done.
pub fn fetch() -> Result<()> {
    let folder = workspace().join("target/uchardet");
    if folder.join("src/tools/uchardet.cpp").is_file() && folder.join("built/usr/bin/uchardet").is_file() {
        return Ok(());
    }
    for program in ["apt-get", "dpkg", "tar", "xz"] {
        if !succeeds(&[program, "--version"]) {
            bail!("no {program}");
        }
    }
    let apt = workspace().join("target/uchardet.apt");
    if apt.is_dir() {
        fs::remove_dir_all(&apt)?;
    }
    for place in ["state/lists/partial", "cache/archives/partial", "fetched"] {
        fs::create_dir_all(apt.join(place))?;
    }
    fs::write(apt.join("sources.list"), sources()?)?;
    let get = |arguments: &[&str]| {
        let mut command = Command::new("apt-get");
        for (name, place) in [("Etc::sourcelist", "sources.list"), ("State", "state"), ("Cache", "cache")] {
            command.arg("-o").arg(format!("Dir::{name}={}", apt.join(place).display()));
        }
        command.args([
            "-o",
            "Dir::Etc::sourceparts=-",
            "-o",
            "Dir::State::status=/var/lib/dpkg/status",
            "-qq",
        ]);
        execute(command.args(arguments).current_dir(apt.join("fetched")))
    };
    get(&["update"]).context("is there a network?")?;
    get(&["source", "--download-only", "uchardet"])?;
    get(&["download", "uchardet"])?;
    fs::create_dir_all(folder.join("built"))?;
    for entry in fs::read_dir(apt.join("fetched"))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.contains(".orig.tar") {
            unpack(&path, &folder)?;
        } else if name.ends_with(".deb") {
            execute(Command::new("dpkg").arg("-x").arg(&path).arg(folder.join("built")))?;
        }
    }
    Ok(fs::remove_dir_all(apt)?)
}

/// The system's own list, with sources.
fn sources() -> Result<String> {
    let format = ["indextargets", "--format", "$(REPO_URI) $(CODENAME) $(COMPONENT)", "Created-By: Packages"];
    let found = Command::new("apt-get").args(format).output().context("no apt-get")?;
    let found = String::from_utf8(found.stdout)?;
    let is_main = |line: &&str| line.ends_with(" main") && line.starts_with("http");
    let lines: Vec<String> =
        found.lines().filter(is_main).map(|line| format!("deb {line}\ndeb-src {line}\n")).collect();
    if lines.is_empty() {
        bail!("apt-get has no list of packages (apt-get update)");
    }
    Ok(lines.concat())
}

fn unpack(archive: &Path, folder: &Path) -> Result<()> {
    execute(Command::new("tar").arg("-xf").arg(archive).args(["--strip-components=1", "-C"]).arg(folder))
}
