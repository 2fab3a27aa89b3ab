//! `cargo dev release --dry-run`: builds everything that users install, installs each of them in an empty folder, and runs it.
//!
//! What is built is in `target/dist`, with its checksums. Nothing is published from here: `.github/workflows/release.yml` builds with
//! this command, and publishes the same files. Each kind of artefact is a file of this folder, with a function that makes it and
//! tries it. What cannot be made on a machine is skipped, and listed at the end.

mod archive;
mod binary;
mod capi;
mod container;
mod crates;
mod debian;
mod homebrew;
mod notices;
mod npm;
mod python;
mod sbom;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;
use std::{env, fs};

use anyhow::{Context, Result, bail, ensure};
use clap::ValueEnum;
use sha2::{Digest, Sha256};

use crate::commands::workspace;

/// Builds what users install, installs each of it in an empty folder, and runs it.
#[derive(clap::Args)]
pub struct Arguments {
    /// Publish nothing. It must be given: only the workflow publishes.
    #[arg(long, required = true)]
    dry_run: bool,
    /// Make only these, a list with commas.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "KINDS")]
    only: Vec<Kind>,
    /// Build with this profile; `dev` is quicker.
    #[arg(long, default_value = "release")]
    profile: String,
    /// Build programs for this target, by default that of this machine.
    #[arg(long)]
    target: Option<String>,
    /// The repository on GitHub that has the releases, OWNER/NAME.
    #[arg(long, env = "GITHUB_REPOSITORY")]
    repository: Option<String>,
    /// What cannot be made on this machine is a failure.
    #[arg(long)]
    all: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
enum Kind {
    /// The packages for crates.io.
    Crates,
    /// The command, in an archive.
    Binary,
    /// The command as a Debian package.
    Debian,
    /// The command in an image for containers.
    Container,
    /// The formula for Homebrew.
    Homebrew,
    /// The licences of all that is in wheels.
    Licences,
    /// The Python package, built.
    Wheel,
    /// The Python package, to be built.
    Sdist,
    /// The package for npm.
    Npm,
    /// The library for C.
    Capi,
    /// The list of everything that is in the command.
    Sbom,
}

/// What became of an artefact.
enum Outcome {
    /// It is there, and it works; in words.
    Works(String),
    /// It cannot be made here, and why.
    Skipped(String),
}

/// What all artefacts are made from.
struct Release {
    version: String,
    profile: String,
    target: String,
    repository: Option<String>,
}

/// Makes and tries them.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    ensure!(arguments.dry_run, "only the workflow publishes; pass --dry-run");
    let release = Release {
        version: version()?,
        profile: arguments.profile.clone(),
        target: arguments.target.clone().map_or_else(host, Ok)?,
        repository: arguments.repository.clone().filter(|name| !name.is_empty()),
    };
    fs::create_dir_all(dist())?;
    let is_wanted = |kind: &Kind| arguments.only.is_empty() || arguments.only.contains(kind);
    let mut lines = Vec::new();
    let mut is_fine = true;
    for kind in Kind::value_variants().iter().filter(|kind| is_wanted(kind)) {
        let name = format!("{kind:?}").to_lowercase();
        println!("\n== release: {name}");
        let began = Instant::now();
        let outcome = kind.make(&release);
        let seconds = began.elapsed().as_secs();
        lines.push(match outcome {
            Ok(Outcome::Works(words)) => format!("{name:10} works: {words} ({seconds} s)"),
            Ok(Outcome::Skipped(why)) if arguments.all => {
                is_fine = false;
                format!("{name:10} FAILED, it cannot be made here as --all requires: {why}")
            }
            Ok(Outcome::Skipped(why)) => format!("{name:10} skipped: {why}"),
            Err(error) => {
                is_fine = false;
                format!("{name:10} FAILED: {error:#}")
            }
        });
        lines.iter().rev().take(1).for_each(|line| println!("{line}"));
    }
    checksums()?;
    println!("\n== release {} for {}, a dry run", release.version, release.target);
    lines.iter().for_each(|line| println!("{line}"));
    println!("\ntarget/dist has the files, and SHA256SUMS");
    Ok(if is_fine { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The names of all kinds, as `--only` has them.
#[cfg(test)]
pub fn kinds() -> Vec<String> {
    let named = |kind: &Kind| Some(kind.to_possible_value()?.get_name().to_owned());
    Kind::value_variants().iter().filter_map(named).collect()
}

impl Kind {
    fn make(self, release: &Release) -> Result<Outcome> {
        match self {
            Kind::Crates => crates::make(release),
            Kind::Binary => binary::make(release),
            Kind::Debian => debian::make(release),
            Kind::Container => container::make(release),
            Kind::Homebrew => homebrew::make(release),
            Kind::Licences => notices::make(),
            Kind::Wheel => python::wheel(release),
            Kind::Sdist => python::sdist(release),
            Kind::Npm => npm::make(release),
            Kind::Capi => capi::make(release),
            Kind::Sbom => sbom::make(release),
        }
    }
}

/// Where the files are.
fn dist() -> PathBuf {
    workspace().join("target/dist")
}

/// An empty folder to install something in.
fn fresh(name: &str) -> Result<PathBuf> {
    let folder = workspace().join("target/release-check").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| folder.display().to_string())?;
    }
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// The version of the workspace.
fn version() -> Result<String> {
    let manifest: toml::Table = fs::read_to_string(workspace().join("Cargo.toml"))?.parse()?;
    let version = manifest.get("workspace").and_then(|table| table.get("package")?.get("version")?.as_str());
    Ok(version.context("Cargo.toml has no version")?.to_owned())
}

/// What the command does in one sentence, from its manifest: all package managers get the same.
fn about() -> Result<String> {
    let manifest: toml::Table = fs::read_to_string(workspace().join("crates/cli/Cargo.toml"))?.parse()?;
    let description = manifest.get("package").and_then(|package| package.get("description")?.as_str());
    let description = description.context("crates/cli/Cargo.toml has no description")?;
    Ok(description.split_once(": ").map_or(description, |(_, what)| what).to_owned())
}

/// The target of this machine.
fn host() -> Result<String> {
    let answer = said(Command::new("rustc").arg("-vV"))?;
    let line = answer.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(line.context("rustc does not say its host")?.to_owned())
}

/// What a command prints, if it succeeds.
fn said(command: &mut Command) -> Result<String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.stderr(Stdio::inherit()).output().with_context(|| program.clone())?;
    if !output.status.success() {
        bail!("{program} ended with {}", output.status);
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Tries the command `pellucid`, as somebody does who has nothing but what was installed: without their environment, in an empty
/// folder, on a page that declares nothing.
fn try_command(name: &str, version: &str, command: impl Fn() -> Command) -> Result<()> {
    let folder = fresh(&format!("{name}-pages"))?;
    let page = folder.join("page.html");
    fs::copy(workspace().join("examples/vopros.html"), &page)?;
    let bare = || {
        let mut bare = command();
        bare.env_clear();
        // Without it, no program of Windows finds its sockets and random numbers.
        bare.envs(env::var_os("SystemRoot").map(|root| ("SystemRoot", root)));
        bare.current_dir(&folder);
        bare
    };
    let answer = said(bare().arg("--version"))?;
    ensure!(answer.trim() == format!("pellucid {version}"), "--version says {answer:?}");
    let answer = said(bare().args(["detect", "--minimal", "page.html"]))?;
    ensure!(answer.trim() == "KOI8-R", "detect says {answer:?}");
    said(bare().args(["decode", "page.html", "-o", "decoded.html"]))?;
    let decoded = fs::read_to_string(folder.join("decoded.html"))?;
    ensure!(decoded.contains("Вопрос о буквах"), "decode wrote another text");
    said(bare().args(["batch", "-q", "page.html", "-o", "rows.jsonl", "--fields", "encoding,language"]))?;
    let rows = fs::read_to_string(folder.join("rows.jsonl"))?;
    ensure!(rows.trim() == r#"{"encoding":"KOI8-R","language":"ru"}"#, "batch wrote {rows:?}");
    Ok(())
}

/// The checksums of all files.
fn checksums() -> Result<()> {
    let mut lines = Vec::new();
    for entry in fs::read_dir(dist())? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_file() && name != "SHA256SUMS" {
            lines.push(format!("{}  {name}\n", sha256(&path)?));
        }
    }
    lines.sort_by(|one, other| one.split("  ").nth(1).cmp(&other.split("  ").nth(1)));
    Ok(fs::write(dist().join("SHA256SUMS"), lines.concat())?)
}

fn sha256(path: &Path) -> Result<String> {
    let bytes = fs::read(path).with_context(|| path.display().to_string())?;
    Ok(Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The size of a file, for people.
fn size(path: &Path) -> Result<String> {
    let bytes = fs::metadata(path).with_context(|| path.display().to_string())?.len();
    Ok(format!("{:.1} MB", bytes as f64 / 1e6))
}
