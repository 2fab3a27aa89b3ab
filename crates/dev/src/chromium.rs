//! A Chromium for the tests of the inspector: the one that is there, or else Debian's, unpacked into a folder. Nothing is installed.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, bail};

use crate::apt::{Apt, archives};
use crate::commands::{execute, succeeds, workspace};

/// What it is called on the path; `web/test/chromium.mjs` looks for the same names.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// The program, where tests do not find it themselves; it is fetched, unless that was done. It relies on libraries of the system
/// as far as there are such, since its processes start each other: so it is of the system's own release.
pub fn ready() -> Result<Option<PathBuf>> {
    if env::var_os("CHROMIUM").is_some() || NAMES.iter().any(|name| succeeds(&[name, "--version"])) {
        return Ok(None);
    }
    let folder = workspace().join("target/chromium");
    let program = folder.join("chromium");
    if works(&program) {
        return Ok(Some(program));
    }
    let source = |from: crate::apt::Archive| format!("deb {} {} main\n", from.address, from.release);
    let apt = Apt::new(
        &workspace().join("target/chromium.apt"),
        &archives()?.into_iter().map(source).collect::<String>(),
    )?;
    let wanted = ["chromium", "fonts-dejavu-core"];
    apt.get(&[&["install", "--download-only", "--yes", "--no-install-recommends"][..], &wanted].concat())?;
    if folder.is_dir() {
        fs::remove_dir_all(&folder)?;
    }
    apt.unpack(&folder)?;
    apt.remove()?;
    let home = folder.display();
    let script = format!(
        "#!/bin/sh\n# Written by `cargo dev test`: Debian's Chromium, with the libraries that came with it.\n\
         for libraries in '{home}'/usr/lib/*-linux-gnu; do\n\
         LD_LIBRARY_PATH=\"$libraries:$libraries/pulseaudio:$LD_LIBRARY_PATH\"\n\
         done\n\
         export LD_LIBRARY_PATH\n\
         test -d /etc/fonts || export FONTCONFIG_PATH='{home}/etc/fonts'\n\
         XDG_DATA_DIRS='{home}/usr/share:/usr/local/share:/usr/share'\n\
         export XDG_DATA_DIRS\n\
         exec '{home}/usr/lib/chromium/chromium' \"$@\"\n"
    );
    fs::write(&program, script)?;
    execute(Command::new("chmod").arg("+x").arg(&program))?;
    if !works(&program) {
        bail!("{} does not run", program.display());
    }
    Ok(Some(program))
}

fn works(program: &std::path::Path) -> bool {
    program.to_str().is_some_and(|program| succeeds(&[program, "--version"]))
}
