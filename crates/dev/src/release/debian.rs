//! The command as a Debian package. It depends on nothing: the command is linked statically.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;

use super::{Outcome, Release, about, archive, binary, dist, fresh, notices, said, size, try_command};
use crate::commands::{execute, succeeds, workspace};

pub fn make(release: &Release) -> Result<Outcome> {
    let architecture = match release.target.as_str() {
        "x86_64-unknown-linux-gnu" => "amd64",
        "aarch64-unknown-linux-gnu" => "arm64",
        other => return Ok(Outcome::Skipped(format!("Debian has no architecture {other}"))),
    };
    if !succeeds(&["dpkg-deb", "--version"]) {
        return Ok(Outcome::Skipped("no dpkg-deb".to_owned()));
    }
    let parts = binary::folder(release)?;
    let tree = fresh("debian")?.join("tree");
    let place = |from: &Path, to: &str| -> Result<()> {
        let to = tree.join(to);
        fs::create_dir_all(to.parent().context("no folder")?)?;
        fs::copy(from, &to).with_context(|| from.display().to_string())?;
        Ok(())
    };
    place(&parts.join("pellucid"), "usr/bin/pellucid")?;
    place(&parts.join("completions/pellucid.bash"), "usr/share/bash-completion/completions/pellucid")?;
    place(&parts.join("completions/_pellucid"), "usr/share/zsh/vendor-completions/_pellucid")?;
    place(&parts.join("completions/pellucid.fish"), "usr/share/fish/vendor_completions.d/pellucid.fish")?;
    place(&workspace().join("LICENSE-APACHE"), "usr/share/doc/pellucid/LICENSE-APACHE")?;
    compressed(
        &parts.join(notices::NAME),
        &tree.join(format!("usr/share/doc/pellucid/{}.gz", notices::NAME)),
    )?;
    place(&workspace().join("LICENSE-MIT"), "usr/share/doc/pellucid/copyright")?;
    compressed(&workspace().join("CHANGELOG.md"), &tree.join("usr/share/doc/pellucid/NEWS.md.gz"))?;
    let changes = fresh("debian-changes")?.join("changelog");
    fs::write(&changes, changelog(release))?;
    compressed(&changes, &tree.join("usr/share/doc/pellucid/changelog.gz"))?;
    for page in fs::read_dir(parts.join("man"))? {
        let page = page?.path();
        let name = page.file_name().unwrap_or_default().to_string_lossy().into_owned();
        compressed(&page, &tree.join(format!("usr/share/man/man1/{name}.gz")))?;
    }
    let (kilobytes, sums) = (kilobytes(&tree)?, sums(&tree)?);
    fs::create_dir_all(tree.join("DEBIAN"))?;
    fs::write(tree.join("DEBIAN/control"), control(release, architecture, kilobytes)?)?;
    fs::write(tree.join("DEBIAN/md5sums"), sums)?;
    let name = format!("pellucid_{}_{architecture}.deb", release.version);
    let package = dist().join(&name);
    let mut build = Command::new("dpkg-deb");
    // No file is younger than that, so the package depends on nothing but what is in it.
    build.env("SOURCE_DATE_EPOCH", archive::AGE.to_string());
    execute(build.args(["--build", "--root-owner-group"]).arg(&tree).arg(&package))?;
    let answer = said(Command::new("dpkg-deb").arg("--field").arg(&package).args(["Package", "Version"]))?;
    ensure!(
        answer == format!("Package: pellucid\nVersion: {}\n", release.version),
        "dpkg-deb says {answer:?}"
    );
    if !binary::can_run(release)? {
        return Ok(Outcome::Skipped(format!("{name} is built, and this machine cannot run it")));
    }
    let installed = fresh("debian-installed")?;
    install(&package, &installed)?;
    let program = installed.join("usr/bin/pellucid");
    try_command("debian", &release.version, || Command::new(&program))?;
    ensure!(installed.join("usr/share/man/man1/pellucid.1.gz").is_file(), "there is no manual page");
    verify(&installed)?;
    Ok(Outcome::Works(format!("{name}, {}", size(&package)?)))
}

/// Has dpkg install the package into a folder, where it is the only one.
fn install(package: &Path, root: &Path) -> Result<()> {
    let known = root.join("var/lib/dpkg");
    for folder in ["info", "updates", "triggers"] {
        fs::create_dir_all(known.join(folder))?;
    }
    fs::write(known.join("status"), "")?;
    let mut dpkg = Command::new("dpkg");
    // The folder belongs to the user who runs this, so neither root nor the administrator's programs are needed.
    dpkg.args(["--force-not-root", "--force-bad-path", "--force-script-chrootless", "--log=/dev/null"]);
    dpkg.arg(format!("--root={}", root.display())).arg("--install").arg(package);
    execute(&mut dpkg)?;
    let mut ask = Command::new("dpkg-query");
    ask.arg(format!("--admindir={}", known.display()));
    let answer = said(ask.args(["--show", "--showformat", "${db:Status-Abbrev}", "pellucid"]))?;
    ensure!(answer.trim() == "ii", "dpkg says {answer:?} about the package");
    Ok(())
}

/// Has dpkg compare what is installed with the sums of the package: it lists what differs.
fn verify(root: &Path) -> Result<()> {
    let mut dpkg = Command::new("dpkg");
    let answer = said(dpkg.arg(format!("--root={}", root.display())).args(["--verify", "pellucid"]))?;
    ensure!(answer.is_empty(), "dpkg --verify says {answer:?}");
    Ok(())
}

/// The sum of each file, for `dpkg --verify`.
fn sums(tree: &Path) -> Result<String> {
    let mut find = Command::new("find");
    let found = said(find.args(["usr", "-type", "f"]).current_dir(tree))?;
    let mut files: Vec<&str> = found.lines().collect();
    files.sort_unstable();
    said(Command::new("md5sum").args(files).current_dir(tree))
}

/// Who answers for the package: Debian wants an address.
fn maintainer(release: &Release) -> String {
    let owner = release.repository.as_deref().and_then(|name| Some(name.split_once('/')?.0));
    format!("The authors of Pellucid <{}@users.noreply.github.com>", owner.unwrap_or("pellucid"))
}

/// The changes, in the form that programs of Debian read. What is new stands beside it.
fn changelog(release: &Release) -> String {
    format!(
        "pellucid ({}) unstable; urgency=medium\n\n  * A release of the authors; NEWS.md.gz says what is new.\n\n \
         -- {}  Wed, 01 Jan 2020 00:00:00 +0000\n",
        release.version,
        maintainer(release),
    )
}

/// What Debian knows about the package.
fn control(release: &Release, architecture: &str, kilobytes: u64) -> Result<String> {
    let homepage = release.repository.as_ref().map(|name| format!("Homepage: https://github.com/{name}\n"));
    Ok(format!(
        "Package: pellucid\nVersion: {}\nArchitecture: {architecture}\nMaintainer: {}\n\
         Installed-Size: {kilobytes}\nSection: text\nPriority: optional\n{}Description: {}\n Raw bytes of any web page in, clear Unicode text out. The command\n \
         detects encodings, decodes pages, and turns whole crawls into text.\n",
        release.version,
        maintainer(release),
        homepage.unwrap_or_default(),
        about()?,
    ))
}

fn kilobytes(folder: &Path) -> Result<u64> {
    let mut bytes = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        bytes +=
            if entry.path().is_dir() { 1024 * kilobytes(&entry.path())? } else { entry.metadata()?.len() };
    }
    Ok(bytes.div_ceil(1024))
}

fn compressed(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to.parent().context("no folder")?)?;
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&fs::read(from)?)?;
    Ok(fs::write(to, packed.finish()?)?)
}
