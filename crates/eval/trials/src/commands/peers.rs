//! `cargo dev peers`: the detectors and extractors which are not Rust, in a virtual environment of their own.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use pellucid_eval::extraction::extractors::EXTRACTORS;
use pellucid_eval::peers::{PEERS, python};

/// Makes a Python virtual environment in peers/, or brings it up to date, and says which peers are usable.
#[derive(clap::Args)]
pub struct Arguments {
    /// Install nothing, only say which peers are usable.
    #[arg(long)]
    check: bool,
}

/// Debian's packages which the peers need: name, and a command that succeeds where it is installed.
const PACKAGES: [(&str, &[&str]); 5] = [
    ("python3-venv", &["python3", "-c", "import ensurepip, venv"]),
    // PyICU is built from source.
    ("g++", &["g++", "--version"]),
    ("pkg-config", &["pkg-config", "--version"]),
    ("libicu-dev", &["pkg-config", "--exists", "icu-i18n"]),
    ("libuchardet0", &["python3", "-c", "import ctypes; ctypes.CDLL('libuchardet.so.0')"]),
];

/// Runs it.
pub fn run(arguments: &Arguments) -> Result<()> {
    if !arguments.check {
        system_packages()?;
        virtual_environment()?;
    }
    let detectors = PEERS.iter().map(|entry| (entry.name, entry.open().map(|peer| peer.version())));
    let extractors = EXTRACTORS.iter().map(|entry| (entry.name, entry.open().map(|peer| peer.version())));
    for (title, peers) in [("detectors", detectors.collect::<Vec<_>>()), ("extractors", extractors.collect())]
    {
        println!("{title}:");
        for (name, version) in peers {
            match version {
                Ok(version) => println!("  {name:24} {version}"),
                Err(reason) => println!("  {name:24} not usable: {reason:#}"),
            }
        }
    }
    Ok(())
}

/// Installs what is missing where we may, and says what is missing where we may not.
fn system_packages() -> Result<()> {
    let missing: Vec<&str> =
        PACKAGES.into_iter().filter(|(_, test)| !succeeds(test)).map(|(package, _)| package).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let install = format!("apt-get install {}", missing.join(" "));
    if !Path::new("/usr/bin/apt-get").exists() || !is_root() {
        println!("some peers need system packages; on Debian: {install}");
        return Ok(());
    }
    execute(Command::new("apt-get").args(["install", "--yes", "--quiet"]).args(missing)).context(install)
}

/// Makes the environment, or brings it to the pinned versions. A package that cannot be installed does not
/// keep the others out.
fn virtual_environment() -> Result<()> {
    let folder = python::environment();
    if !python::interpreter().is_file() {
        execute(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
    }
    for requirement in python::REQUIREMENTS.lines() {
        let mut pip = Command::new(python::interpreter());
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", requirement]);
        if let Err(error) = execute(&mut pip) {
            println!("{requirement}: {error:#}");
        }
    }
    Ok(())
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

/// Whether a command is there and succeeds.
fn succeeds(command: &[&str]) -> bool {
    let (program, arguments) = command.split_first().unwrap_or((&"false", &[]));
    let status = Command::new(program).args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

/// Runs a command, with its output for everyone to see.
fn execute(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("{:?}", command.get_program()))?;
    if !status.success() {
        bail!("{:?} ended with {status}", command.get_program());
    }
    Ok(())
}
