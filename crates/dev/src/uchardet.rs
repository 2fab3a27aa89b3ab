//! Fetches uchardet for the tests of the C library: its sources, whose programs are linked with ours, and a program that Debian built.
//!
//! Sources need a list of their own, which is at `target/uchardet.apt` and nowhere in the system.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::apt::{Apt, archives};
use crate::commands::{execute, workspace};

/// Fetches it, unless that was done.
pub fn fetch() -> Result<()> {
    let folder = workspace().join("target/uchardet");
    if folder.join("src/tools/uchardet.cpp").is_file() && folder.join("built/usr/bin/uchardet").is_file() {
        return Ok(());
    }
    let both = |from: crate::apt::Archive| {
        let (address, release) = (from.address, from.release);
        format!("deb {address} {release} main\ndeb-src {address} {release} main\n")
    };
    let sources: String = archives()?.into_iter().map(both).collect();
    let apt = Apt::new(&workspace().join("target/uchardet.apt"), &sources)?;
    apt.get(&["source", "--download-only", "uchardet"])?;
    apt.get(&["download", "uchardet"])?;
    apt.unpack(&folder.join("built"))?;
    for path in apt.fetched()? {
        if path.to_string_lossy().contains(".orig.tar") {
            unpack(&path, &folder)?;
        }
    }
    apt.remove()
}

fn unpack(archive: &Path, folder: &Path) -> Result<()> {
    execute(Command::new("tar").arg("-xf").arg(archive).args(["--strip-components=1", "-C"]).arg(folder))
}
