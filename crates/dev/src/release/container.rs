//! The command in an image that has nothing else: no shell, no libraries, no user who may do anything.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Result, ensure};

use super::{Outcome, Release, binary, dist, fresh, notices, said, try_command};
use crate::commands::{execute, succeeds, workspace};

pub fn make(release: &Release) -> Result<Outcome> {
    if !release.target.contains("linux") {
        return Ok(Outcome::Skipped(format!("images are for Linux, not for {}", release.target)));
    }
    let parts = binary::folder(release)?;
    // What docker reads: the workflow builds the image from this folder.
    let context = dist().join("container");
    fs::create_dir_all(&context)?;
    for (from, name) in [
        (parts.join("pellucid"), "pellucid"),
        (workspace().join("packaging/Dockerfile"), "Dockerfile"),
        (parts.join(notices::NAME), notices::NAME),
        (workspace().join("LICENSE-APACHE"), "LICENSE-APACHE"),
        (workspace().join("LICENSE-MIT"), "LICENSE-MIT"),
    ] {
        fs::copy(from, context.join(name))?;
    }
    if succeeds(&["docker", "info"]) {
        let image = format!("pellucid:{}", release.version);
        execute(Command::new("docker").args(["build", "--tag", &image]).arg(&context))?;
        let answer =
            said(Command::new("docker").args(["run", "--rm", "--network", "none", &image, "--version"]))?;
        ensure!(answer.trim() == format!("pellucid {}", release.version), "the image says {answer:?}");
        return Ok(Outcome::Works(format!("{image}, built and run by docker")));
    }
    alone(release, &context)
}

/// Without docker: the command runs where there is nothing but itself, as in the image.
fn alone(release: &Release, context: &Path) -> Result<Outcome> {
    let no_docker =
        "docker does not run here; its Dockerfile and what goes into the image are in target/dist/container";
    let root = fresh("container")?;
    fs::copy(context.join("pellucid"), root.join("pellucid"))?;
    let answer = Command::new("chroot").arg(&root).args(["/pellucid", "--version"]).output();
    let Some(answer) = answer.ok().filter(|answer| answer.status.success()) else {
        return Ok(Outcome::Skipped(no_docker.to_owned()));
    };
    ensure!(answer.stdout == format!("pellucid {}\n", release.version).as_bytes(), "it says {answer:?}");
    try_command("container", &release.version, || Command::new(root.join("pellucid")))?;
    Ok(Outcome::Works(format!("the command, alone in an empty root; {no_docker}")))
}
