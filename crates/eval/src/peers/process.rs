//! A detector in a process of its own, and the protocol by which one talks to it.
//!
//! The process first writes its version. A request is a length (u32, little-endian) and so many bytes; the answer is a
//! line `label TAB confidence TAB nanoseconds`, the time measured inside, so that pipes cost nothing. The
//! length `MEMORY` asks for `resident TAB peak` in KiB instead: resident after the first answer, and the peak since.
//!
//! Extractors answer with a text in the place of the label, where `\\`, `\n`, `\r`, `\t` and a leading `\!` stand for
//! themselves; a bare `!` begins the name of the error that a worker met on a page.
//!
//! Python's peers speak it in `worker.py`; [`serve`] speaks it for the peers of this process, so that the memory and
//! the first answer of all are measured alike.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};

use super::{Answer, Peer};
use crate::known::Known;

/// The length which asks for memory.
const MEMORY: u32 = u32::MAX;

/// Memory of a process, in KiB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// Resident after the first answer.
    pub resident: u64,
    /// The most it ever had.
    pub peak: u64,
}

/// A worker's answer, as it stands on its line.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The label, or the text with its escapes.
    pub label: String,
    /// How sure the worker is, where it tells.
    pub confidence: Option<f64>,
    /// CPU time inside.
    pub time: Duration,
}

/// A running worker.
pub struct Process {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    version: String,
}

impl Process {
    /// Starts a worker and waits until it has loaded its detector.
    pub fn start(mut command: Command) -> Result<Process> {
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let input = child.stdin.take().context("stdin is piped")?;
        let output = BufReader::new(child.stdout.take().context("stdout is piped")?);
        let mut process = Process { child, input, output, version: String::new() };
        process.version = process.line()?;
        Ok(process)
    }

    /// Asks for its memory.
    pub fn memory(&mut self) -> Result<Memory> {
        self.input.write_all(&MEMORY.to_le_bytes())?;
        self.input.flush()?;
        let line = self.line()?;
        let numbers = line.split_once('\t').context("two numbers")?;
        Ok(Memory { resident: numbers.0.parse()?, peak: numbers.1.parse()? })
    }

    /// Sends a page, and waits for the answer.
    pub fn ask(&mut self, bytes: &[u8]) -> Result<Reply> {
        let length =
            u32::try_from(bytes.len()).ok().filter(|length| *length != MEMORY).context("too long a page")?;
        // A worker that died makes a broken pipe; reading its last words tells more.
        let sent = self
            .input
            .write_all(&length.to_le_bytes())
            .and_then(|()| self.input.write_all(bytes))
            .and_then(|()| self.input.flush());
        let line = self.line()?;
        sent?;
        let mut fields = line.split('\t');
        let (label, confidence, nanoseconds) = (fields.next(), fields.next(), fields.next());
        let nanoseconds = nanoseconds.and_then(|n| n.parse().ok()).context("no time in a worker's answer")?;
        Ok(Reply {
            label: label.unwrap_or_default().to_owned(),
            confidence: confidence.and_then(|c| c.parse().ok()),
            time: Duration::from_nanos(nanoseconds),
        })
    }

    fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        if self.output.read_line(&mut line)? == 0 {
            // It died: its last words say why.
            let mut words = String::new();
            if let Some(mut stderr) = self.child.stderr.take() {
                stderr.read_to_string(&mut words)?;
            }
            bail!("{}", words.lines().last().unwrap_or("the worker ended without a word"));
        }
        Ok(line.trim_end_matches('\n').to_owned())
    }
}

impl Peer for Process {
    fn version(&self) -> String {
        self.version.clone()
    }

    /// No hint goes through the pipe: no peer out there takes one.
    fn detect(&mut self, bytes: &[u8], _: &Known) -> Result<(Answer, Duration)> {
        let Reply { label, confidence, time } = self.ask(bytes)?;
        let label = Some(label).filter(|label| !label.is_empty());
        Ok((Answer { label, confidence }, time))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may hang in a page; nobody waits for its answer any more. That it is gone already is no error.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A text without the escapes which keep it on one line.
pub fn unescape(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut rest = line.chars();
    while let Some(c) = rest.next() {
        text.push(match c {
            '\\' => match rest.next() {
                Some('n') => '\n',
                Some('r') => '\r',
                Some('t') => '\t',
                other => other.unwrap_or('\\'),
            },
            c => c,
        });
    }
    text
}

/// Speaks the protocol for a detector of this process, until the requests end.
pub fn serve(peer: &mut dyn Peer, mut requests: impl Read, mut answers: impl Write) -> Result<()> {
    writeln!(answers, "{}", peer.version())?;
    answers.flush()?;
    let mut resident = None;
    let mut length = [0; 4];
    let mut page = Vec::new();
    while requests.read_exact(&mut length).is_ok() {
        match u32::from_le_bytes(length) {
            MEMORY => {
                writeln!(
                    answers,
                    "{}\t{}",
                    resident.unwrap_or_default(),
                    status("VmHWM:").unwrap_or_default()
                )?;
            }
            length => {
                page.clear();
                requests.by_ref().take(length.into()).read_to_end(&mut page)?;
                let (answer, time) = peer.detect(&page, &Known::default())?;
                let confidence = answer.confidence.map(|c| c.to_string()).unwrap_or_default();
                writeln!(answers, "{}\t{confidence}\t{}", answer.label.unwrap_or_default(), time.as_nanos())?;
                resident = resident.or_else(|| status("VmRSS:"));
            }
        }
        answers.flush()?;
    }
    Ok(())
}

/// A field of the kernel's account of this process, in KiB. Only Linux has one: elsewhere memory is not reported.
fn status(field: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(field))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Echo;

    impl Peer for Echo {
        fn version(&self) -> String {
            "1".into()
        }

        fn detect(&mut self, bytes: &[u8], _: &Known) -> Result<(Answer, Duration)> {
            let label = Some(String::from_utf8_lossy(bytes).into_owned());
            Ok((Answer { label, confidence: Some(0.5) }, Duration::from_nanos(7)))
        }
    }

    #[test]
    fn the_protocol() {
        let mut requests = Vec::new();
        requests.extend(5_u32.to_le_bytes());
        requests.extend(b"UTF-8");
        requests.extend(0_u32.to_le_bytes());
        requests.extend(MEMORY.to_le_bytes());
        let mut answers = Vec::new();
        serve(&mut Echo, &requests[..], &mut answers).unwrap();
        let answers = String::from_utf8(answers).unwrap();
        let lines: Vec<_> = answers.lines().collect();
        assert_eq!(lines[..3], ["1", "UTF-8\t0.5\t7", "\t0.5\t7"]);
        assert_eq!(lines[3].split('\t').count(), 2);
    }

    #[test]
    fn a_worker_that_dies_says_why() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo no such module >&2"]);
        let error = Process::start(command).err().expect("it wrote no version");
        assert_eq!(error.to_string(), "no such module");
    }
}
