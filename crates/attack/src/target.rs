//! The command that is attacked.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

/// What takes longer hangs.
const HANGS: Duration = Duration::from_secs(300);

/// The command that is attacked.
#[derive(Clone, Debug)]
pub struct Target {
    program: PathBuf,
}

/// How a run ended.
#[derive(Debug)]
pub struct Ended {
    /// None if a signal ended it.
    pub code: Option<i32>,
    /// What it wrote to standard error.
    pub err: String,
}

impl Target {
    /// This program.
    pub fn new(program: &Path) -> Result<Target> {
        let program = program.canonicalize().with_context(|| program.display().to_string())?;
        Ok(Target { program })
    }

    /// A command with these arguments.
    pub fn command(&self, arguments: &[String]) -> Command {
        let mut command = Command::new(&self.program);
        command.args(arguments);
        command
    }

    /// A command that is run by another one, such as strace.
    pub fn under(&self, other: &[&str], arguments: &[String]) -> Command {
        let mut command = Command::new(other[0]);
        command.args(&other[1..]).arg(&self.program).args(arguments);
        command
    }
}

/// A run that goes on.
pub struct Running {
    child: Child,
    err: tempfile::NamedTempFile,
}

/// Starts a command.
pub fn start(command: &mut Command) -> Result<Running> {
    let err = tempfile::NamedTempFile::new()?;
    let child = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(err.reopen()?)
        .spawn()
        .with_context(|| format!("{:?}", command.get_program()))?;
    Ok(Running { child, err })
}

/// Runs a command to its end.
pub fn run(command: &mut Command) -> Result<Ended> {
    start(command)?.wait()
}

impl Running {
    /// Whether it has ended.
    pub fn is_over(&mut self) -> Result<bool> {
        Ok(self.child.try_wait()?.is_some())
    }

    /// Kills it, as the system does: it does not notice.
    pub fn kill(mut self) -> Result<Ended> {
        self.child.kill()?;
        self.wait()
    }

    /// Waits for its end.
    pub fn wait(mut self) -> Result<Ended> {
        let began = Instant::now();
        let status: ExitStatus = loop {
            if let Some(status) = self.child.try_wait()? {
                break status;
            }
            if began.elapsed() > HANGS {
                self.child.kill()?;
                self.child.wait()?;
            }
            ensure!(began.elapsed() <= HANGS, "a run hangs");
            thread::sleep(Duration::from_millis(1));
        };
        let mut err = Vec::new();
        File::open(self.err.path())?.read_to_end(&mut err)?;
        Ok(Ended { code: status.code(), err: String::from_utf8_lossy(&err).into_owned() })
    }
}

impl Ended {
    /// Whether all went well.
    pub fn is_fine(&self) -> bool {
        self.code == Some(0)
    }

    /// The code and the words, for a report.
    pub fn words(&self) -> String {
        format!("code {:?}, {:?}", self.code, self.err.lines().next().unwrap_or_default())
    }
}
