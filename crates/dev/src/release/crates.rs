//! The packages for crates.io: all of the workspace but those whose manifest says `publish = false`.
//!
//! They are unpacked into an empty folder, as a workspace of its own in which they replace what crates.io does not have yet. There
//! the command is installed, and a small program uses the library.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::{Outcome, Release, archive, dist, fresh, said, try_command};
use crate::commands::{cargo, execute, workspace};

/// What each of them must have.
const PARTS: [&str; 5] = ["Cargo.toml", "README.md", "LICENSE-APACHE", "LICENSE-MIT", "src/lib.rs"];

pub fn make(release: &Release) -> Result<Outcome> {
    let packages = packages()?;
    // Not built here: below, all of it is built from the packages. What is not committed yet may be tried.
    let unchecked = ["--locked", "--allow-dirty", "--no-verify"];
    execute(cargo().args(["publish", "--workspace", "--dry-run"]).args(unchecked))?;
    // That does not keep the packages, and older ones must not be taken for them.
    for name in &packages {
        let old = workspace().join(format!("target/package/{name}-{}.crate", release.version));
        if old.exists() {
            fs::remove_file(old)?;
        }
    }
    let named = packages.iter().flat_map(|name| ["--package", name]);
    execute(cargo().arg("package").args(unchecked).args(named))?;
    let folder = fresh("crates")?;
    for name in &packages {
        let package = format!("{name}-{}", release.version);
        let made = workspace().join(format!("target/package/{package}.crate"));
        archive::unpack(&made, &folder)?;
        for part in PARTS {
            let path = folder.join(&package).join(part);
            let bytes = fs::metadata(&path).map_or(0, |found| found.len());
            ensure!(bytes > 100, "the package {package} has no {part}");
        }
        fs::copy(&made, dist().join(format!("{package}.crate")))?;
    }
    write_workspace(&folder, release, &packages)?;
    let target = workspace().join("target");
    let command = |arguments: &[&str]| {
        let mut cargo = Command::new(cargo().get_program());
        cargo
            .arg(arguments[0])
            .arg("--locked")
            .args(&arguments[1..])
            .current_dir(&folder)
            .env("CARGO_TARGET_DIR", &target);
        cargo
    };
    let path = format!("pellucid-cli-{}", release.version);
    let root = folder.join("installed");
    execute(command(&["install", "--path", &path, "--profile", &release.profile, "--root"]).arg(&root))?;
    let program = root.join("bin/pellucid").with_extension(std::env::consts::EXE_EXTENSION);
    try_command("crates", &release.version, || Command::new(&program))?;
    let answer =
        said(&mut command(&["run", "--quiet", "--profile", &release.profile, "--package", "reader"]))?;
    ensure!(
        answer.trim() == "windows-1252: L'eau ne doit pas bouillir pour le thé.",
        "the library says {answer:?}"
    );
    Ok(Outcome::Works(format!(
        "{} packages, the command installed from them, and the library used",
        packages.len()
    )))
}

/// The packages that are published: all that the command is built from must be among them.
fn packages() -> Result<Vec<String>> {
    let arguments = ["metadata", "--locked", "--format-version", "1", "--no-deps"];
    let metadata: Value = serde_json::from_str(&said(cargo().args(arguments))?)?;
    let all = metadata["packages"].as_array().context("cargo metadata has no packages")?;
    let name = |package: &Value| package["name"].as_str().unwrap_or_default().to_owned();
    let is_published = |package: &&Value| package["publish"].is_null();
    let published: Vec<String> = all.iter().filter(is_published).map(name).collect();
    for package in all.iter().filter(is_published) {
        for needed in package["dependencies"].as_array().into_iter().flatten() {
            let is_ours = needed["path"].is_string() && needed["kind"] != "dev";
            let (package, needed) = (name(package), name(needed));
            ensure!(
                !is_ours || published.contains(&needed),
                "{package} needs {needed}, whose Cargo.toml says publish = false"
            );
        }
    }
    ensure!(published.iter().any(|name| name == "pellucid-cli"), "the command is not published");
    Ok(published)
}

/// A workspace of the packages, with the versions and profiles of ours.
fn write_workspace(folder: &Path, release: &Release, names: &[String]) -> Result<()> {
    let ours = fs::read_to_string(workspace().join("Cargo.toml"))?;
    let profiles = ours.find("\n[profile.").map(|at| &ours[at..]).context("Cargo.toml has no profiles")?;
    let packages: Vec<String> = names.iter().map(|name| format!("{name}-{}", release.version)).collect();
    let members: String = packages.iter().map(|name| format!("{name:?}, ")).collect();
    let patches: String =
        names.iter().zip(&packages).map(|(name, path)| format!("{name} = {{ path = {path:?} }}\n")).collect();
    let manifest = format!(
        "[workspace]\nresolver = \"3\"\nmembers = [{members}\"reader\"]\n\n[patch.crates-io]\n{patches}{profiles}"
    );
    fs::write(folder.join("Cargo.toml"), manifest)?;
    let version = &release.version;
    fs::create_dir_all(folder.join("reader/src"))?;
    fs::write(
        folder.join("reader/Cargo.toml"),
        format!(
            "[package]\nname = \"reader\"\nedition = \"2024\"\nversion = \"0.0.0\"\n\n[dependencies]\npellucid = \"={version}\"\n"
        ),
    )?;
    let program = r#"fn main() {
    let page = pellucid::page(b"<meta charset=iso-8859-1><p>L'eau ne doit pas bouillir pour le th\xE9.</p>");
    println!("{}: {}", page.guess().encoding(), page.text());
}
"#;
    fs::write(folder.join("reader/src/main.rs"), program)?;
    // The versions of everything else are ours; cargo adds the program, and drops what only the workshop needs.
    fs::copy(workspace().join("Cargo.lock"), folder.join("Cargo.lock"))?;
    let metadata = ["metadata", "--quiet", "--format-version", "1"];
    said(Command::new(cargo().get_program()).args(metadata).current_dir(folder)).map(drop)
}
