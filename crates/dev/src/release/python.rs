//! The Python package: a wheel for this machine, and the source archive from which others build one.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::{Outcome, Release, dist, fresh, notices, said, size, try_command};
use crate::commands::{execute, workspace};
use crate::venv::Venv;

pub fn wheel(release: &Release) -> Result<Outcome> {
    let Ok(venv) = Venv::ready() else {
        return Ok(Outcome::Skipped("no Python from 3.10 on, or no network".to_owned()));
    };
    notices::make()?;
    let out = fresh("wheel")?;
    let mut maturin = venv.module("maturin");
    maturin.args(["build", "--locked", "--profile", &release.profile, "--out"]).arg(&out);
    execute(maturin.arg("--interpreter").arg(venv.program("python")))?;
    let made = only(&out)?;
    try_wheel("wheel", release, &made)?;
    let name = made.file_name().unwrap_or_default().to_string_lossy().into_owned();
    fs::copy(&made, dist().join(&name))?;
    Ok(Outcome::Works(format!("{name}, {}", size(&made)?)))
}

pub fn sdist(release: &Release) -> Result<Outcome> {
    let Ok(venv) = Venv::ready() else {
        return Ok(Outcome::Skipped("no Python from 3.10 on, or no network".to_owned()));
    };
    notices::make()?;
    let out = fresh("sdist")?;
    execute(venv.module("maturin").args(["sdist", "--out"]).arg(&out))?;
    let made = only(&out)?;
    // As pip builds it, but with what is built already.
    let wheels = fresh("sdist-wheel")?;
    let mut pip = venv.module("pip");
    pip.args([
        "wheel",
        "--quiet",
        "--disable-pip-version-check",
        "--no-build-isolation",
        "--no-deps",
        "--no-index",
    ]);
    pip.arg("--wheel-dir").arg(&wheels).arg(&made);
    pip.env("MATURIN_PEP517_ARGS", format!("--profile {}", release.profile));
    pip.env("CARGO_TARGET_DIR", workspace().join("target"));
    execute(&mut pip)?;
    try_wheel("sdist", release, &only(&wheels)?)?;
    let name = made.file_name().unwrap_or_default().to_string_lossy().into_owned();
    fs::copy(&made, dist().join(&name))?;
    Ok(Outcome::Works(format!("{name}, {}, and the wheel that pip builds from it", size(&made)?)))
}

/// Installs a wheel where nothing else is, without the network, and uses the package and the command.
fn try_wheel(name: &str, release: &Release, wheel: &Path) -> Result<()> {
    let folder = fresh(&format!("{name}-installed"))?;
    execute(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
    let programs = folder.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let python = programs.join("python");
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index"];
    execute(Command::new(&python).args(install).arg(wheel).current_dir(&folder))?;
    try_command(name, &release.version, || Command::new(programs.join("pellucid")))?;
    try_command(name, &release.version, || {
        let mut module = Command::new(&python);
        module.args(["-m", "pellucid"]);
        module
    })?;
    let program = "import importlib.metadata as about\n\
        print(sorted(file.name for file in about.files('pellucid') if 'licenses' in file.parts))\n\
        import pellucid, pellucid.compat as compat\n\
        data = 'Съешь ещё этих мягких французских булок'.encode('koi8_r')\n\
        print(pellucid.__version__, pellucid.detect(data).encoding, compat.detect(data)['encoding'], pellucid.decode(data).text)";
    let mut python = Command::new(&python);
    let answer = said(python.args(["-X", "utf8", "-c", program]).current_dir(&folder))?;
    let wanted = format!(
        "['LICENSE-APACHE', 'LICENSE-MIT', '{}']\n{} KOI8-R KOI8-R Съешь ещё этих мягких французских булок",
        notices::NAME,
        release.version
    );
    ensure!(answer.trim().replace("\r\n", "\n") == wanted, "Python says {answer:?}");
    Ok(())
}

/// The one file of a folder.
fn only(folder: &Path) -> Result<PathBuf> {
    let mut files = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    let file = files.pop().with_context(|| format!("{} is empty", folder.display()))?;
    ensure!(files.is_empty(), "{} has more than one file", folder.display());
    Ok(file.path())
}
