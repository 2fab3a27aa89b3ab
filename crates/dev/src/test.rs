//! `cargo dev test`: every test there is, in parts. The summary at the end lists what failed and what was skipped, by name; its
//! last line has the counts.
//!
//! What Python needs is installed at `target/venv`, in the versions of `crates/python/requirements-*.txt`; what JavaScript needs at
//! `web/node_modules`, in the versions of `web/package-lock.json`.

use std::env;
use std::io::stdout;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;

use crate::chromium;
use crate::commands::{cargo, execute};
use crate::tally::{Tally, watched};
use crate::uchardet;
use crate::venv::Venv;
use crate::web;

/// Runs all tests, or the parts that are named.
#[derive(clap::Args)]
pub struct Arguments {
    /// Run only these parts, a list with commas.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "PARTS")]
    only: Vec<Part>,
    /// A part that cannot run on this machine is a failure.
    #[arg(long)]
    all: bool,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Part {
    /// The library, the command, the workshop.
    Rust,
    /// The Python package, with the libraries it is used with.
    Python,
    /// The npm package in Node, and the inspector in Chromium.
    Web,
    /// The package on two workers of Apache Spark.
    Spark,
    /// The examples for other engines: datatrove, Ray, DuckDB, Polars.
    Examples,
}

/// What became of a part.
enum Outcome {
    /// It ran.
    Ran(Tally),
    /// It cannot run here, and why.
    Skipped(String),
}

/// Runs them.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let is_wanted = |part: &Part| arguments.only.is_empty() || arguments.only.contains(part);
    let mut all = Tally::default();
    let mut lines = Vec::new();
    for part in Part::value_variants().iter().filter(|part| is_wanted(part)) {
        let name = part.name();
        println!("\n== tests: {name}");
        let began = Instant::now();
        let outcome = part.run(is_wanted(&Part::Rust)).unwrap_or_else(|error| {
            println!("{error:#}");
            Outcome::Ran(Tally::broken(format!("{error:#}")))
        });
        let seconds = began.elapsed().as_secs();
        let time = format!("{} min {} s", seconds / 60, seconds % 60);
        match outcome {
            Outcome::Ran(tally) => {
                lines.push(format!("{name:8} {tally} in {time}"));
                all.add(name, tally);
            }
            Outcome::Skipped(why) if arguments.all => {
                lines.push(format!("{name:8} cannot run here, as --all requires: {why}"));
                all.add(name, Tally::broken(why));
            }
            Outcome::Skipped(why) => {
                lines.push(format!("{name:8} skipped, it cannot run here: {why}"));
                all.skipped.push(format!("{name}: {why}"));
            }
        }
    }
    println!("\n== tests, in all");
    lines.iter().for_each(|line| println!("{line}"));
    for (title, names) in [("skipped", &all.skipped), ("failed", &all.failed)] {
        if !names.is_empty() {
            println!("\n{title}:");
            names.iter().for_each(|name| println!("  {name}"));
        }
    }
    println!("\n{all}");
    Ok(if all.failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

impl Part {
    fn name(self) -> &'static str {
        match self {
            Part::Rust => "rust",
            Part::Python => "python",
            Part::Web => "web",
            Part::Spark => "spark",
            Part::Examples => "examples",
        }
    }

    fn run(self, with_rust: bool) -> Result<Outcome> {
        match self {
            // With the output of tests that pass: what they skip is said there.
            Part::Rust => {
                // Without it, tests of the C library say that they skipped what they need it for.
                if let Err(why) = uchardet::fetch() {
                    println!("uchardet cannot be fetched: {why:#}");
                }
                let arguments = ["test", "--workspace", "--locked", "--no-fail-fast", "--", "--show-output"];
                Ok(Outcome::Ran(watched(cargo().args(arguments), &mut stdout())?))
            }
            Part::Python => {
                let venv = match Venv::ready() {
                    Ok(venv) => venv,
                    Err(why) => return Ok(Outcome::Skipped(format!("{why:#}"))),
                };
                venv.build()?;
                // What the package says is compared with what the command says, which the tests of Rust have built.
                // Together with the package, it has the same features, so nothing that it needs is built twice.
                if !with_rust {
                    let both =
                        ["--package", "pellucid-cli", "--package", "pellucid-python", "--bin", "pellucid"];
                    execute(cargo().args(["build", "--locked"]).args(both))?;
                }
                pytest(&venv, &["crates/python/tests", "--ignore", SPARK, "--ignore", EXAMPLES])
            }
            Part::Web => {
                let compiler = match web::ready() {
                    Ok(compiler) => compiler,
                    Err(why) => return Ok(Outcome::Skipped(format!("{why:#}"))),
                };
                web::check(&compiler)?;
                web::build(&compiler, web::Profile::Tested)?;
                // What JavaScript says is compared with what the command says.
                if !with_rust {
                    execute(cargo().args(["build", "--locked", "--package", "pellucid-cli"]))?;
                }
                let mut npm = Command::new("npm");
                npm.args(["run", "--silent", "check"]).current_dir(web::source());
                execute(&mut npm).context("types do not fit")?;
                let mut npm = Command::new("npm");
                npm.args(["run", "--silent", "test"]).current_dir(web::source());
                match chromium::ready() {
                    Ok(fetched) => drop(fetched.map(|program| npm.env("CHROMIUM", program))),
                    // Then tests in the browser are skipped, and listed.
                    Err(why) => println!("Chromium cannot be fetched: {why:#}"),
                }
                Ok(Outcome::Ran(watched(&mut npm, &mut stdout())?))
            }
            Part::Spark => with_libraries(java(), "requirements-spark.txt", SPARK),
            Part::Examples => with_libraries(Ok(()), "requirements-examples.txt", EXAMPLES),
        }
    }
}

/// Runs tests that need more libraries.
fn with_libraries(can_run: Result<()>, list: &str, tests: &str) -> Result<Outcome> {
    let prepared = can_run.and_then(|()| Venv::ready()).and_then(|venv| {
        venv.install(list)?;
        Ok(venv)
    });
    match prepared {
        Ok(venv) => {
            venv.build()?;
            pytest(&venv, &[tests])
        }
        Err(why) => Ok(Outcome::Skipped(format!("{why:#}"))),
    }
}

/// Where the tests with Spark are, and those of the examples.
const SPARK: &str = "crates/python/tests/spark";
const EXAMPLES: &str = "crates/python/tests/examples";

/// Spark needs a Java of its own age.
const JAVA: u32 = 17;

/// Runs tests of Python.
fn pytest(venv: &Venv, arguments: &[&str]) -> Result<Outcome> {
    let mut python = venv.python();
    python.args(["-m", "pytest"]).args(arguments);
    Ok(Outcome::Ran(watched(&mut python, &mut stdout())?))
}

/// Whether there is the Java that Spark needs.
fn java() -> Result<()> {
    let home = env::var_os("JAVA_HOME").map(|home| Path::new(&home).join("bin/java"));
    let program = home.unwrap_or_else(|| "java".into());
    let told = Command::new(program).arg("-version").output().context("no Java")?;
    let told = String::from_utf8_lossy(&told.stderr).into_owned();
    // `openjdk version "17.0.15" 2025-04-15`
    let version = told.split('"').nth(1).and_then(|version| version.split('.').next()?.parse::<u32>().ok());
    if version.is_none_or(|version| version < JAVA) {
        bail!("no Java from {JAVA} on: {}", told.lines().next().unwrap_or_default());
    }
    Ok(())
}
