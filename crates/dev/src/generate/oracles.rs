//! Questions to Python's codecs and glibc's iconv, and their answers.
//!
//! Also used by the library's test `decode_oracles`, which asks about much more than the tables.

use std::collections::BTreeMap;
use std::io::Write;
use std::ops::RangeInclusive;
use std::process::{Command, Stdio};

/// Whom to ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Oracle {
    Python,
    Glibc,
}

/// What sequences of bytes mean, each between a prefix and a suffix.
#[derive(Clone, Debug)]
pub struct Question {
    pub oracle: Oracle,
    pub codec: String,
    pub prefix: Vec<u8>,
    pub suffix: Vec<u8>,
    /// For each byte of the sequence.
    pub ranges: Vec<RangeInclusive<u8>>,
}

/// The text of each sequence which has one.
pub type Answer = BTreeMap<Vec<u8>, String>;

impl Question {
    fn line(&self) -> String {
        let oracle = match self.oracle {
            Oracle::Python => "python",
            Oracle::Glibc => "glibc",
        };
        let ranges: Vec<_> =
            self.ranges.iter().map(|r| format!("{:02x}-{:02x}", r.start(), r.end())).collect();
        let (prefix, suffix) = (hex(&self.prefix), hex(&self.suffix));
        format!("{oracle} {} {prefix} {suffix} {}\n", self.codec, ranges.join(" "))
    }
}

fn hex(bytes: &[u8]) -> String {
    if bytes.is_empty() { "-".to_owned() } else { bytes.iter().map(|b| format!("{b:02x}")).collect() }
}

/// The answer to each question, or why that oracle can't say. Fails when there is no Python to ask at all.
pub fn ask(questions: &[Question]) -> Result<Vec<Result<Answer, String>>, String> {
    let mut python = Command::new("python3")
        .args(["-c", include_str!("oracles.py")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("python3: {error}"))?;
    if let Some(mut input) = python.stdin.take() {
        let lines: String = questions.iter().map(Question::line).collect();
        input.write_all(lines.as_bytes()).map_err(|error| error.to_string())?;
    }
    let output = python.wait_with_output().map_err(|error| error.to_string())?;
    let answers = parse(&String::from_utf8_lossy(&output.stdout))?;
    if answers.len() != questions.len() {
        return Err(format!("{} answers to {} questions", answers.len(), questions.len()));
    }
    Ok(answers)
}

fn parse(output: &str) -> Result<Vec<Result<Answer, String>>, String> {
    let mut answers = Vec::new();
    let mut answer = Answer::new();
    for line in output.lines() {
        if line == "." {
            answers.push(Ok(std::mem::take(&mut answer)));
        } else if let Some(reason) = line.strip_prefix("? ") {
            answers.push(Err(reason.to_owned()));
        } else {
            let (sequence, text) = parse_line(line).ok_or_else(|| format!("not understood: {line}"))?;
            answer.insert(sequence, text);
        }
    }
    Ok(answers)
}

fn parse_line(line: &str) -> Option<(Vec<u8>, String)> {
    let mut words = line.split(' ');
    let sequence = words.next()?;
    let bytes = (0..sequence.len()).step_by(2).map(|i| u8::from_str_radix(sequence.get(i..i + 2)?, 16).ok());
    let text = words.map(|word| char::from_u32(u32::from_str_radix(word, 16).ok()?));
    Some((bytes.collect::<Option<_>>()?, text.collect::<Option<_>>()?))
}
