//! Runs the built command.

// Every test file uses some of this, none uses all.
#![allow(dead_code)]

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;

use tempfile::TempDir;

/// The built command.
pub const PELLUCID: &str = env!("CARGO_BIN_EXE_pellucid");

/// What a run wrote, and how it ended.
#[derive(Debug)]
pub struct Run {
    pub out: Vec<u8>,
    pub err: String,
    pub code: Option<i32>,
}

/// Starts the command with pipes on all sides.
pub fn start(arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Child {
    Command::new(PELLUCID)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts")
}

/// Runs the command with nothing on its standard input.
pub fn run(arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Run {
    run_with(b"", arguments)
}

/// Runs the command with these bytes on its standard input.
pub fn run_with(stdin: &[u8], arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Run {
    let mut child = start(arguments);
    let mut pipe = child.stdin.take().unwrap();
    let bytes = stdin.to_vec();
    let writer = thread::spawn(move || {
        // A command that does not read its input closes the pipe: that is its right.
        let _ = pipe.write_all(&bytes);
    });
    let run = Run::from(child.wait_with_output().unwrap());
    writer.join().unwrap();
    run
}

impl From<Output> for Run {
    fn from(output: Output) -> Run {
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        Run { out: output.stdout, err, code: output.status.code() }
    }
}

impl Run {
    /// Asserts how it ended, and gives it back.
    #[track_caller]
    pub fn ends(self, code: i32) -> Run {
        assert_eq!(self.code, Some(code), "{}\n{}", self.text(), self.err);
        self
    }

    /// Standard output as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.out).into_owned()
    }

    /// Its lines.
    pub fn lines(&self) -> Vec<String> {
        self.text().lines().map(String::from).collect()
    }

    /// Its lines, each an object.
    pub fn json(&self) -> Vec<serde_json::Value> {
        self.lines().iter().map(|line| serde_json::from_str(line).expect(line)).collect()
    }
}

/// A folder for one test.
pub struct Folder(TempDir);

impl Folder {
    /// With these files in it.
    pub fn with(files: &[(&str, &[u8])]) -> Folder {
        let folder = Folder(tempfile::tempdir().unwrap());
        for (name, bytes) in files {
            let path = folder.at(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, bytes).unwrap();
        }
        folder
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// The path of a file in it.
    pub fn at(&self, name: impl AsRef<Path>) -> PathBuf {
        self.0.path().join(name)
    }

    /// The names in it, sorted.
    pub fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.path()).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}
