//! `cargo dev web`: everything in JavaScript, from the modules of `crates/wasm` to the npm package and the inspector. What it makes is
//! in `target/web`: `npm/` is what would be published, `inspector/` is the page, as static files.
//!
//! Node's packages are installed at `web/node_modules`, in the versions of `web/package-lock.json`.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::commands::{cargo, execute, succeeds, workspace};
use crate::compiler::{Compiler, TARGET};

/// Builds the npm package and the inspector.
#[derive(clap::Args)]
pub struct Arguments {}

/// The modules, and the features of `crates/wasm` that each has.
const MODULES: [(&str, &str); 3] = [("detect", "small"), ("page", "extract"), ("full", "papers")];

/// How modules are built: to be published, small and fast, or for tests, sooner.
#[derive(Clone, Copy, PartialEq)]
pub enum Profile {
    Published,
    Tested,
}

impl Profile {
    /// Its name in `Cargo.toml`.
    fn name(self) -> &'static str {
        match self {
            Profile::Published => "web",
            Profile::Tested => "web-test",
        }
    }
}

/// Node from this version on.
const NODE: u32 = 20;

/// Builds them.
pub fn run(_: &Arguments) -> Result<()> {
    build(&ready()?, Profile::Published)?;
    let made = folder();
    println!("{}: the npm package", made.join("npm").display());
    println!("{}: the inspector; open its index.html, or serve the folder", made.join("inspector").display());
    Ok(())
}

/// Where everything is made.
pub fn folder() -> PathBuf {
    target().join("web")
}

/// Where Node's tools and our JavaScript are.
pub fn source() -> PathBuf {
    workspace().join("web")
}

fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| workspace().join("target"), PathBuf::from)
}

/// The compiler, if all that is needed is there; it and Node's packages are fetched, if they are not.
pub fn ready() -> Result<Compiler> {
    let version = Command::new("node").arg("--version").output().context("no node")?;
    let version = String::from_utf8_lossy(&version.stdout).trim().to_owned();
    let major = version.trim_start_matches('v').split('.').next().and_then(|major| major.parse::<u32>().ok());
    if major.is_none_or(|major| major < NODE) {
        bail!("no node from {NODE} on: {version}");
    }
    if !succeeds(&["npm", "--version"]) {
        bail!("no npm");
    }
    let compiler = Compiler::ready()?;
    install()?;
    Ok(compiler)
}

/// Installs Node's packages, unless that was done: so that it is done once, and then needs no network. None of their scripts is run.
fn install() -> Result<()> {
    let wanted = fs::read_to_string(source().join("package-lock.json")).context("web/package-lock.json")?;
    let installed = source().join("node_modules/.installed");
    if fs::read_to_string(&installed).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    let mut npm = Command::new("npm");
    npm.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"]).current_dir(source());
    execute(&mut npm).context("Node's packages cannot be installed; is there a network?")?;
    Ok(fs::write(installed, wanted)?)
}

/// Checks that the library alone compiles, too, with each combination of features.
pub fn check(compiler: &Compiler) -> Result<()> {
    for features in ["", "models", "extract"] {
        let mut check = compiler.cargo();
        check.args(["check", "--quiet", "--locked", "--package", "pellucid", "--no-default-features"]);
        execute(check.args(["--target", TARGET, "--features", features]))?;
    }
    Ok(())
}

/// Builds the modules, what loads them, the package and the page.
pub fn build(compiler: &Compiler, profile: Profile) -> Result<()> {
    let modules = folder().join("wasm");
    for (name, features) in MODULES {
        let mut build = compiler.cargo();
        build.args([
            "build",
            "--quiet",
            "--locked",
            "--package",
            "pellucid-wasm",
            "--profile",
            profile.name(),
        ]);
        execute(build.args(["--target", TARGET, "--features", features]))?;
        let built = target().join(TARGET).join(profile.name()).join("pellucid_wasm.wasm");
        let to = modules.join(name);
        fs::create_dir_all(&to)?;
        let mut bind = cargo();
        bind.args(["run", "--quiet", "--locked", "--package", "pellucid-bind", "--"]);
        execute(bind.arg(built).arg(to).arg(name))?;
    }
    let mut build = Command::new("node");
    build.arg(source().join("build.mjs")).arg(modules).arg(folder()).current_dir(source());
    execute(build.args((profile == Profile::Published).then_some("--published")))
}
