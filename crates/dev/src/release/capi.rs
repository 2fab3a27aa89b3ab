//! The library for C: a header, a static and a shared library, a file for pkg-config, and the names of uchardet in a folder of their own.
//!
//! `make install` of `crates/capi` puts them into a folder that works wherever it is unpacked. There the examples are built with what
//! pkg-config says, and run: the one in C with the shared library, the one in C++ with the static one.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Result, ensure};

use super::{Outcome, Release, archive, dist, fresh, notices, said, size};
use crate::commands::{cargo, execute, succeeds, workspace};

/// What it takes to build and to try it.
const TOOLS: [&str; 4] = ["make", "cc", "c++", "pkg-config"];

pub fn make(release: &Release) -> Result<Outcome> {
    if !release.target.contains("linux") || release.target != super::host()? {
        return Ok(Outcome::Skipped("the library for C is built on Linux, for the same machine".to_owned()));
    }
    if let Some(missing) = TOOLS.iter().find(|tool| !succeeds(&[tool, "--version"])) {
        return Ok(Outcome::Skipped(format!("no {missing}")));
    }
    let name = format!("libpellucid-{}-{}", release.version, release.target);
    let folder = fresh("capi")?.join(&name);
    let mut install = Command::new("make");
    install.args(["--silent", "install-uchardet", "PREFIX=", "PCPREFIX=$${pcfiledir}/../..", "--directory"]);
    install.arg(workspace().join("crates/capi"));
    for (variable, value) in [
        ("DESTDIR", folder.as_os_str()),
        ("CARGO", cargo().get_program()),
        ("TARGET", workspace().join("target").as_os_str()),
        ("PROFILE", release.profile.as_ref()),
    ] {
        install.arg([OsString::from(variable), value.to_owned()].join("=".as_ref()));
    }
    // A make that runs this one would hand its own options down.
    install.env_remove("MAKEFLAGS");
    execute(&mut install)?;
    for paper in ["docs/c.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"] {
        let from = workspace().join(paper);
        fs::copy(&from, folder.join(from.file_name().unwrap_or_default()))?;
    }
    let licences = notices::of("The library", "pellucid-capi", Some(&release.target))?;
    fs::write(folder.join(notices::NAME), licences)?;
    let packed = dist().join(format!("{name}.tar.gz"));
    archive::pack(&folder, &packed)?;
    let installed = fresh("capi-installed")?;
    archive::unpack(&packed, &installed)?;
    try_library(&installed.join(&name), release)?;
    Ok(Outcome::Works(format!("{name}.tar.gz, {}, the examples built and run with it", size(&packed)?)))
}

/// Builds the examples with what was unpacked, in an empty folder, and runs them.
fn try_library(library: &Path, release: &Release) -> Result<()> {
    let libraries = library.join("lib");
    let tell = |what: &[&str], name: &str, folder: &str| -> Result<Vec<String>> {
        let mut ask = Command::new("pkg-config");
        let answer = said(ask.args(what).arg(name).env("PKG_CONFIG_PATH", libraries.join(folder)))?;
        Ok(answer.split_whitespace().map(str::to_owned).collect())
    };
    let ask = |what: &[&str]| tell(what, "pellucid", "pkgconfig");
    ensure!(ask(&["--modversion"])? == [release.version.as_str()], "pkg-config knows another version");
    let folder = fresh("capi-programs")?;
    let build = |compiler: &str, source: &str, flags: Vec<String>| -> Result<PathBuf> {
        let program = folder.join(source).with_extension("");
        let source = workspace().join("examples/c").join(source);
        execute(Command::new(compiler).arg(source).arg("-o").arg(&program).args(flags).current_dir(&folder))?;
        Ok(program)
    };
    fs::copy(workspace().join("examples/vopros.html"), folder.join("page.html"))?;
    let run = |program: &Path, libraries: &Path| {
        let mut run = Command::new(program);
        said(run.arg("page.html").env_clear().env("LD_LIBRARY_PATH", libraries).current_dir(&folder))
    };
    let answer = run(&build("cc", "detect.c", ask(&["--cflags", "--libs"])?)?, &libraries)?;
    ensure!(answer.starts_with("page.html: KOI8-R ("), "the example in C says {answer:?}");
    // The static library by its name: with `-lpellucid`, linkers prefer the shared one.
    let named = libraries.join("libpellucid.a").display().to_string();
    let flags = ask(&["--static", "--cflags", "--libs"])?;
    let flags = flags.into_iter().map(|flag| if flag == "-lpellucid" { named.clone() } else { flag });
    let answer = run(&build("c++", "extract.cpp", flags.collect())?, Path::new(""))?;
    ensure!(answer.starts_with("title: "), "the example in C++ says {answer:?}");
    let uchardet = libraries.join("pellucid/libuchardet.so.0");
    ensure!(uchardet.is_file(), "{} is not there", uchardet.display());
    for folder in tell(&["--variable=libdir"], "uchardet", "pellucid/pkgconfig")? {
        let library = Path::new(&folder).join("pellucid/libuchardet.so");
        ensure!(library.is_file(), "pkg-config knows {}, and that is not there", library.display());
    }
    // A machine with uchardet's own command runs it with this library.
    let has_uchardet = env::var_os("PATH")
        .is_some_and(|path| env::split_paths(&path).any(|folder| folder.join("uchardet").is_file()));
    if has_uchardet {
        let mut run = Command::new("uchardet");
        let answer = said(
            run.arg("page.html").env("LD_LIBRARY_PATH", libraries.join("pellucid")).current_dir(&folder),
        )?;
        ensure!(answer.trim() == "KOI8-R", "uchardet says {answer:?}");
    }
    Ok(())
}
