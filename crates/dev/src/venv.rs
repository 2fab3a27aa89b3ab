//! Python with what tests need: a virtual environment at `target/venv`, in the versions of `crates/python/requirements-*.txt`.

use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{env, fs};

use anyhow::{Context, Result, bail};

use crate::commands::{execute, succeeds, workspace};

/// A virtual environment with what the tests need.
pub struct Venv {
    folder: PathBuf,
}

impl Venv {
    /// Makes it, or brings it to the pinned versions.
    pub fn ready() -> Result<Venv> {
        let is_new = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))";
        if !succeeds(&["python3", "-c", is_new]) {
            bail!("no python3 from 3.10 on, with venv");
        }
        let venv = Venv { folder: workspace().join("target/venv") };
        if !venv.program("python").is_file() {
            execute(Command::new("python3").args(["-m", "venv"]).arg(&venv.folder))?;
        }
        venv.install("requirements-test.txt")?;
        Ok(venv)
    }

    /// One of its programs.
    pub fn program(&self, name: &str) -> PathBuf {
        self.folder.join(if cfg!(windows) { "Scripts" } else { "bin" }).join(name)
    }

    /// Its Python, in the root of the workspace.
    pub fn python(&self) -> Command {
        let mut python = Command::new(self.program("python"));
        python.current_dir(workspace());
        python
    }

    /// A module of its Python, run as a program: the scripts beside it know where they were installed, which may be another place.
    pub fn module(&self, name: &str) -> Command {
        let mut python = self.python();
        // What it starts in turn is found here first.
        let own = self.program("python").parent().map(PathBuf::from);
        let path = env::var_os("PATH").unwrap_or_default();
        if let Ok(path) = env::join_paths(own.into_iter().chain(env::split_paths(&path))) {
            python.env("PATH", path);
        }
        python.args(["-m", name]);
        python
    }

    /// Installs a list of packages, unless that was done: so that it is done once, and then needs no network.
    pub fn install(&self, list: &str) -> Result<()> {
        let wanted = workspace().join("crates/python").join(list);
        let wanted = fs::read_to_string(&wanted).with_context(|| wanted.display().to_string())?;
        let installed = self.folder.join(list);
        if fs::read_to_string(&installed).is_ok_and(|installed| installed == wanted) {
            return Ok(());
        }
        let asked = self.folder.join("asked.txt");
        fs::write(&asked, &wanted)?;
        let mut pip = Command::new(self.program("python"));
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"])
            .arg(asked);
        execute(&mut pip).with_context(|| format!("{list} cannot be installed; is there a network?"))?;
        Ok(fs::write(installed, wanted)?)
    }

    /// Builds the package and installs it, once for all parts of a run. In the profile of the other tests: it is built sooner, and
    /// checks more.
    pub fn build(&self) -> Result<()> {
        static IS_BUILT: AtomicBool = AtomicBool::new(false);
        if IS_BUILT.load(Ordering::Relaxed) {
            return Ok(());
        }
        let wheels = self.folder.join("wheels");
        if wheels.is_dir() {
            fs::remove_dir_all(&wheels)?;
        }
        let mut maturin = Command::new(self.program("maturin"));
        maturin.args(["build", "--locked", "--quiet", "--profile", "dev", "--out"]).arg(&wheels);
        maturin.arg("--interpreter").arg(self.program("python"));
        execute(maturin.current_dir(workspace()))?;
        let mut pip = Command::new(self.program("python"));
        pip.args([
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--no-index",
            "--no-deps",
        ]);
        pip.arg("--force-reinstall");
        for wheel in fs::read_dir(&wheels)? {
            pip.arg(wheel?.path());
        }
        execute(&mut pip)?;
        IS_BUILT.store(true, Ordering::Relaxed);
        Ok(())
    }
}
