//! The formula for Homebrew, for all archives of the command that are in `target/dist`: the workflow collects those of each system.

use std::fs;
use std::process::Command;

use anyhow::{Result, ensure};

use super::{Outcome, Release, about, dist, fresh, host, sha256};
use crate::commands::{execute, succeeds, workspace};

/// What Homebrew calls the targets: the system, and the processor.
const TARGETS: [(&str, &str, &str); 4] = [
    ("aarch64-apple-darwin", "macos", "arm"),
    ("x86_64-apple-darwin", "macos", "intel"),
    ("aarch64-unknown-linux-gnu", "linux", "arm"),
    ("x86_64-unknown-linux-gnu", "linux", "intel"),
];

pub fn make(release: &Release) -> Result<Outcome> {
    // In a dry run there may be no repository yet; the formula then has the place where the files are.
    let host = host()?;
    let folder = match &release.repository {
        Some(name) => format!("https://github.com/{name}/releases/download/v{}", release.version),
        None => format!("file://{}", dist().display()),
    };
    let mut found = Vec::new();
    for (target, system, processor) in TARGETS {
        let name = format!("pellucid-{}-{target}.tar.gz", release.version);
        let path = dist().join(&name);
        if path.is_file() {
            found.push((system, processor, format!("{folder}/{name}"), sha256(&path)?));
        }
    }
    if found.is_empty() {
        return Ok(Outcome::Skipped(
            "target/dist has no archive of the command; make `binary` first".to_owned(),
        ));
    }
    let formula = formula(release, &found)?;
    let path = dist().join("pellucid.rb");
    fs::write(&path, &formula)?;
    for (.., url, sum) in &found {
        ensure!(
            formula.contains(&format!("url \"{url}\"\n      sha256 \"{sum}\"")),
            "{url} is not in the formula"
        );
    }
    let checked = if !succeeds(&["ruby", "--version"]) {
        "there is no ruby to try it"
    } else if !found.iter().any(|(.., url, _)| url.contains(&format!("-{}.tar.gz", host))) {
        execute(Command::new("ruby").arg("-c").arg(&path))?;
        "ruby accepts it, and it has no archive for this machine"
    } else {
        let mut ruby = Command::new("ruby");
        ruby.arg(workspace().join("packaging/homebrew/try.rb")).arg(&path).arg(dist());
        execute(ruby.arg(fresh("homebrew")?))?;
        "installed, and its test passes"
    };
    Ok(Outcome::Works(format!("pellucid.rb with {} of {} systems; {checked}", found.len(), TARGETS.len())))
}

fn formula(release: &Release, found: &[(&str, &str, String, String)]) -> Result<String> {
    let mut systems = String::new();
    for system in ["macos", "linux"] {
        let archives: String = found
            .iter()
            .filter(|one| one.0 == system)
            .map(|(_, processor, url, sum)| {
                format!("    on_{processor} do\n      url \"{url}\"\n      sha256 \"{sum}\"\n    end\n")
            })
            .collect();
        if !archives.is_empty() {
            systems += &format!("  on_{system} do\n{archives}  end\n\n");
        }
    }
    let homepage =
        release.repository.as_deref().map(|name| format!("  homepage \"https://github.com/{name}\"\n"));
    let about = about()?;
    let about = about[..1].to_uppercase() + &about[1..];
    Ok(format!(
        r##"# Made by `cargo dev release`; not to be edited.
class Pellucid < Formula
  desc "{about}"
{homepage}  version "{version}"
  license any_of: ["MIT", "Apache-2.0"]

{systems}  def install
    bin.install "pellucid"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/pellucid.bash" => "pellucid"
    zsh_completion.install "completions/_pellucid"
    fish_completion.install "completions/pellucid.fish"
  end

  test do
    (testpath/"page.html").binwrite "<meta charset=koi8-r>\xF7\xCF\xD0\xD2\xCF\xD3"
    assert_equal "KOI8-R", shell_output("#{{bin}}/pellucid detect --minimal page.html").strip
  end
end
"##,
        homepage = homepage.unwrap_or_default(),
        version = release.version,
    ))
}
