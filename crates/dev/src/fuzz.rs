//! `cargo dev fuzz`: runs fuzz targets with the compiler that everybody has.
//!
//! `cargo fuzz` needs a nightly compiler for its sanitizers. They find faults of unsafe code, of which we have none; what finds ours
//! are coverage, assertions and checks of overflow, and those a stable compiler has too.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::commands::{cargo, execute, workspace};

#[derive(clap::Args)]
pub struct Arguments {
    /// The targets to run [default: all of them]
    targets: Vec<String>,

    /// Run each target for so long
    #[arg(long, value_name = "N", default_value_t = 120)]
    seconds: u64,

    /// Run the other targets although one has found something
    #[arg(long)]
    keep_going: bool,

    /// Build what is fuzzed without C
    #[arg(long)]
    without_c: bool,

    /// Keep only the inputs that reach something new
    #[arg(long)]
    minimise: bool,
}

/// What libFuzzer needs to see where a run has been.
const COVERAGE: [&str; 7] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Cdebug-assertions",
    "-Coverflow-checks",
];

/// The largest input, in bytes. Faults that need more are for the tests of large pages.
const LARGEST: &str = "-max_len=4096";
/// An input that takes so many seconds, or MiB, is a fault.
const LIMITS: [&str; 2] = ["-timeout=20", "-rss_limit_mb=3072"];

pub fn run(arguments: &Arguments) -> Result<()> {
    let folder = workspace().join("fuzz");
    let targets = chosen(&folder, &arguments.targets)?;
    let host = host()?;
    let built = folder.join("target/fuzz");
    let mut build = cargo();
    build.args(["build", "--release", "--locked", "--manifest-path", "fuzz/Cargo.toml", "--target", &host]);
    // With a target named, build scripts and macros do without the flags.
    build.arg("--target-dir").arg(&built).env("RUSTFLAGS", COVERAGE.join(" "));
    targets.iter().for_each(|target| {
        build.args(["--bin", target]);
    });
    if arguments.without_c {
        build.arg("--no-default-features");
    }
    execute(&mut build)?;
    let mut failed = Vec::new();
    for target in &targets {
        println!("== {target}");
        let program = built.join(&host).join("release").join(target);
        if let Err(error) = fuzz(&folder, &program, target, arguments) {
            if !arguments.keep_going {
                return Err(error);
            }
            failed.push(target.as_str());
        }
    }
    if !failed.is_empty() {
        bail!("these found something: {}; see fuzz/regressions", failed.join(", "));
    }
    Ok(())
}

/// Runs a target: over what was found, over its seeds, and from there on.
fn fuzz(folder: &Path, program: &Path, target: &str, arguments: &Arguments) -> Result<()> {
    let place = |kind: &str| -> Result<PathBuf> {
        let path = folder.join(kind).join(target);
        fs::create_dir_all(&path).with_context(|| path.display().to_string())?;
        Ok(path)
    };
    let (corpus, seeds) = (place("corpus")?, folder.join("seeds").join(target));
    let artifacts = format!("-artifact_prefix={}/", place("regressions")?.display());
    let mut run = Command::new(program);
    run.current_dir(folder).args([LARGEST, &artifacts]).args(LIMITS);
    if arguments.minimise {
        let all = folder.join("corpus").join(format!("{target}.before"));
        fs::rename(&corpus, &all).with_context(|| corpus.display().to_string())?;
        fs::create_dir_all(&corpus)?;
        execute(run.arg("-merge=1").arg(&corpus).arg(&all))?;
        return Ok(fs::remove_dir_all(&all)?);
    }
    run.arg("-dict=dictionary.txt").arg(format!("-max_total_time={}", arguments.seconds));
    run.args(["-print_final_stats=1", "-verbosity=0"]).arg(&corpus);
    if seeds.is_dir() {
        run.arg(&seeds);
    }
    execute(&mut run)
}

/// The targets that are asked for, of those that are there.
fn chosen(folder: &Path, wanted: &[String]) -> Result<Vec<String>> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder.join("fuzz_targets"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "rs") {
            all.extend(path.file_stem().map(|name| name.to_string_lossy().into_owned()));
        }
    }
    all.sort();
    if let Some(unknown) = wanted.iter().find(|name| !all.contains(name)) {
        bail!("there is no fuzz target {unknown}; there are {}", all.join(", "));
    }
    Ok(if wanted.is_empty() { all } else { wanted.to_vec() })
}

/// What the compiler compiles for.
fn host() -> Result<String> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("-vV").output().context("rustc")?;
    let text = String::from_utf8(output.stdout)?;
    text.lines().find_map(|line| line.strip_prefix("host: ")).map(str::to_owned).context("rustc says no host")
}
