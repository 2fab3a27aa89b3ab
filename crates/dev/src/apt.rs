//! Packages of Debian in a folder of our own. Nothing is installed in the system, so it needs no rights.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::commands::{execute, succeeds};

/// A folder with lists of packages and what was fetched by them.
pub struct Apt {
    folder: PathBuf,
    /// What the packages may rely on: what the system has, or nothing.
    status: PathBuf,
}

/// Where the system's own packages come from: an address, the name of a release, and what its archive is called.
pub struct Archive {
    pub address: String,
    pub release: String,
    pub label: String,
}

impl Apt {
    /// An empty folder with these sources. Packages rely on what the system has.
    pub fn new(folder: &Path, sources: &str) -> Result<Apt> {
        for program in ["apt-get", "dpkg", "tar", "xz"] {
            if !succeeds(&[program, "--version"]) {
                bail!("no {program}");
            }
        }
        if folder.is_dir() {
            fs::remove_dir_all(folder)?;
        }
        for place in ["state/lists/partial", "cache/archives/partial", "fetched"] {
            fs::create_dir_all(folder.join(place))?;
        }
        fs::write(folder.join("sources.list"), sources)?;
        let apt = Apt { folder: folder.to_owned(), status: "/var/lib/dpkg/status".into() };
        apt.get(&["update"]).context("is there a network?")?;
        Ok(apt)
    }

    /// The same, where packages rely on nothing of the system: all that they need comes with them.
    pub fn alone(folder: &Path, sources: &str) -> Result<Apt> {
        let apt = Apt::new(folder, sources)?;
        let status = folder.join("nothing");
        fs::write(&status, "")?;
        Ok(Apt { status, ..apt })
    }

    /// Runs apt-get. What it downloads is in the folder that [`Apt::unpack`] reads.
    pub fn get(&self, arguments: &[&str]) -> Result<()> {
        let mut command = Command::new("apt-get");
        for (name, place) in [("Etc::sourcelist", "sources.list"), ("State", "state"), ("Cache", "cache")] {
            command.arg("-o").arg(format!("Dir::{name}={}", self.folder.join(place).display()));
        }
        command.arg("-o").arg(format!("Dir::State::status={}", self.status.display()));
        command.args(["-o", "Dir::Etc::sourceparts=-", "-o", "APT::Sandbox::User=root", "-qq"]);
        execute(command.args(arguments).current_dir(self.folder.join("fetched")))
    }

    /// What was fetched: packages, or sources.
    pub fn fetched(&self) -> Result<Vec<PathBuf>> {
        let mut found = Vec::new();
        for place in ["fetched", "cache/archives"] {
            for entry in fs::read_dir(self.folder.join(place))? {
                found.push(entry?.path());
            }
        }
        Ok(found)
    }

    /// Unpacks all packages that were fetched.
    pub fn unpack(&self, to: &Path) -> Result<()> {
        fs::create_dir_all(to)?;
        for path in self.fetched()?.iter().filter(|path| path.extension().is_some_and(|kind| kind == "deb")) {
            execute(Command::new("dpkg").arg("-x").arg(path).arg(to))?;
        }
        Ok(())
    }

    /// Removes lists and packages.
    pub fn remove(self) -> Result<()> {
        Ok(fs::remove_dir_all(self.folder)?)
    }
}

/// The archives of the system's own list, their free part.
pub fn archives() -> Result<Vec<Archive>> {
    let format = "$(REPO_URI)\t$(CODENAME)\t$(COMPONENT)\t$(LABEL)";
    let mut apt = Command::new("apt-get");
    let found = apt.args(["indextargets", "--format", format, "Created-By: Packages"]).output();
    let found = String::from_utf8(found.context("no apt-get")?.stdout)?;
    let archive = |line: &str| match line.split('\t').collect::<Vec<_>>()[..] {
        [address, release, "main", label] if address.starts_with("http") => {
            Some(Archive { address: address.into(), release: release.into(), label: label.into() })
        }
        _ => None,
    };
    let archives: Vec<Archive> = found.lines().filter_map(archive).collect();
    if archives.is_empty() {
        bail!("apt-get has no list of packages (apt-get update)");
    }
    Ok(archives)
}
