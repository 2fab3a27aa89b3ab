//! A compiler for WebAssembly: rustup's, or else Debian's.
//!
//! Not every machine can reach what `rustup target add` wants. Debian has a compiler with the standard library for wasm32, too, and any
//! machine with apt-get and dpkg can unpack it into a folder and run it there, with the libraries that it was built for: nothing is
//! installed, and the system's own release does not matter. It is of Debian's release in the making, because a stable one is soon
//! older than what `rust-version` asks for.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::apt::{Apt, archives};
use crate::commands::{cargo, execute, succeeds, workspace};

/// What is compiled for.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// A compiler that has the standard library for it.
pub enum Compiler {
    /// The one that builds everything else.
    Own,
    /// Debian's: the program, and the linker, which is the one of our own compiler.
    Debian { rustc: PathBuf, linker: PathBuf },
}

impl Compiler {
    /// The compiler of this machine; Debian's is fetched, if it is needed and not there.
    pub fn ready() -> Result<Compiler> {
        let sysroot = printed("sysroot")?;
        let own = Path::new(&sysroot).join("lib/rustlib");
        if own.join(TARGET).is_dir() {
            return Ok(Compiler::Own);
        }
        let linker = own.join(printed("host-tuple")?).join("bin/rust-lld");
        if !linker.is_file() {
            bail!("no standard library for {TARGET} (rustup target add {TARGET})");
        }
        let rustc = debian().with_context(|| {
            format!("no standard library for {TARGET} (rustup target add {TARGET}), and Debian's cannot be fetched")
        })?;
        Ok(Compiler::Debian { rustc, linker })
    }

    /// Cargo with this compiler.
    pub fn cargo(&self) -> Command {
        let mut cargo = cargo();
        if let Compiler::Debian { rustc, linker } = self {
            cargo.env("RUSTC", rustc).env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
            // Rustup would name another compiler to cargo.
            cargo.env_remove("RUSTUP_TOOLCHAIN");
        }
        cargo
    }
}

/// What our own compiler says about itself.
fn printed(what: &str) -> Result<String> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let said = Command::new(rustc).current_dir(workspace()).args(["--print", what]).output();
    let said = said.context("no rustc")?;
    Ok(String::from_utf8(said.stdout)?.trim().to_owned())
}

/// Debian's compiler; it is fetched, unless that was done.
fn debian() -> Result<PathBuf> {
    let folder = workspace().join("target/debian-rustc");
    let program = folder.join("rustc");
    if works(&program) {
        return Ok(program);
    }
    let address = archives()?.into_iter().find(|one| one.label == "Debian").context("no Debian")?.address;
    let apt = Apt::alone(&workspace().join("target/rustc.apt"), &format!("deb {address} testing main\n"))?;
    // Without what the package of the compiler itself depends on: that is a compiler for C, and there is one.
    let libraries = ["libstd-rust-dev", "libstd-rust-dev-wasm32"];
    apt.get(&[&["install", "--download-only", "--yes", "--no-install-recommends"][..], &libraries].concat())?;
    apt.get(&["download", "rustc"])?;
    if folder.is_dir() {
        fs::remove_dir_all(&folder)?;
    }
    apt.unpack(&folder)?;
    apt.remove()?;
    let libraries = found(&folder.join("usr/lib"), |name| name.ends_with("-linux-gnu"))?;
    let loader = found(&libraries, |name| name.starts_with("ld-linux"))?;
    let (usr, libraries) = (folder.join("usr"), libraries.display());
    let (loader, usr) = (loader.display(), usr.display());
    let script = format!(
        "#!/bin/sh\n# Written by `cargo dev web`: Debian's compiler, with Debian's libraries.\n\
         exec '{loader}' --library-path '{libraries}' --argv0 rustc '{usr}/bin/rustc' --sysroot '{usr}' \"$@\"\n"
    );
    fs::write(&program, script)?;
    execute(Command::new("chmod").arg("+x").arg(&program))?;
    if !works(&program) {
        bail!("{} does not run", program.display());
    }
    Ok(program)
}

fn works(program: &Path) -> bool {
    program.to_str().is_some_and(|program| succeeds(&[program, "--version"]))
}

/// The entry of a folder with such a name.
fn found(folder: &Path, is_it: impl Fn(&str) -> bool) -> Result<PathBuf> {
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.file_name().and_then(|name| name.to_str()).is_some_and(&is_it) {
            return Ok(path);
        }
    }
    bail!("{} is not as Debian has it", folder.display())
}
