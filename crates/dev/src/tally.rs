//! What test programs print → how many tests passed, and the names of those that failed or were skipped.
//!
//! Tests that cannot run where they are print a line `skipped: WHY` and pass: the test harness of Rust has no other way to say so.

use std::fmt;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

/// How tests ended.
#[derive(Debug, Default, PartialEq)]
pub struct Tally {
    pub passed: usize,
    /// By name.
    pub failed: Vec<String>,
    /// By name, with the reason.
    pub skipped: Vec<String>,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed, {} skipped", self.passed, self.failed.len(), self.skipped.len())
    }
}

impl Tally {
    /// Tests that could not be run to their end.
    pub fn broken(why: String) -> Tally {
        Tally { failed: vec![why], ..Tally::default() }
    }

    /// Adds the tests of a part.
    pub fn add(&mut self, part: &str, other: Tally) {
        let named = |name: String| format!("{part}: {name}");
        self.passed += other.passed;
        self.failed.extend(other.failed.into_iter().map(named));
        self.skipped.extend(other.skipped.into_iter().map(named));
    }
}

/// Runs tests, shows on a screen what they print, and counts.
pub fn watched(command: &mut Command, screen: &mut dyn Write) -> Result<Tally> {
    let program = command.get_program().to_string_lossy().into_owned();
    let mut child = command.stdout(Stdio::piped()).spawn().with_context(|| program.clone())?;
    let mut reader = Reader::default();
    if let Some(output) = child.stdout.take() {
        for line in BufReader::new(output).split(b'\n') {
            let line = line.with_context(|| program.clone())?;
            screen.write_all(&line)?;
            screen.write_all(b"\n")?;
            reader.line(String::from_utf8_lossy(&line).trim_end());
        }
    }
    let status = child.wait()?;
    let mut tally = reader.tally;
    if !status.success() && tally.failed.is_empty() {
        tally.failed.push(format!("{program} ended with {status}"));
    }
    Ok(tally)
}

/// Reads what `cargo test -- --show-output` and pytest print.
#[derive(Default)]
struct Reader {
    tally: Tally,
    /// The test whose output is being read.
    test: Option<String>,
}

impl Reader {
    fn line(&mut self, line: &str) {
        // `---- strip::tests::a_test stdout ----`
        if let Some(test) = line.strip_prefix("---- ").and_then(|rest| rest.strip_suffix(" stdout ----")) {
            self.test = Some(test.to_owned());
        } else if let Some(why) = line.trim_start().strip_prefix("skipped: ") {
            let name = self.test.as_deref().map_or_else(String::new, |test| format!("{test}: "));
            self.skip(format!("{name}{why}"));
        } else if line.starts_with("successes:") || line.starts_with("failures:") || line.is_empty() {
            // Tests end with a blank line, but some print blank lines themselves: the next name replaces this one.
        } else if let Some(rest) = line.strip_prefix("test ") {
            self.of_rust(rest);
        } else if let Some(rest) = line.strip_prefix("SKIPPED ") {
            // `SKIPPED [2] crates/python/tests/test_x.py:7: no such library`
            self.skip(rest.split_once("] ").map_or(rest, |(_, rest)| rest).to_owned());
        } else if let Some(rest) = line.strip_prefix("FAILED ").or_else(|| line.strip_prefix("ERROR ")) {
            self.tally.failed.push(rest.split_once(" - ").map_or(rest, |(test, _)| test).to_owned());
        } else if line.starts_with("==") {
            self.of_python(line);
        }
    }

    /// `result: ok. 3 passed; 0 failed; …`, `name ... FAILED`, `name ... ignored, why`.
    fn of_rust(&mut self, rest: &str) {
        if let Some(result) = rest.strip_prefix("result: ") {
            self.test = None;
            self.tally.passed += number_before(result, " passed");
        } else if let Some(name) = rest.strip_suffix(" ... FAILED") {
            self.tally.failed.push(name.to_owned());
        } else if let Some((name, why)) = rest.split_once(" ... ignored") {
            self.skip(format!("{name}: {}", why.trim_start_matches(", ")));
        }
    }

    /// `=== 1 failed, 391 passed, 2 skipped in 21.85s ===`.
    fn of_python(&mut self, line: &str) {
        if line.contains(" in ") {
            self.tally.passed += number_before(line, " passed");
        }
    }

    /// Several tests may skip for one reason; each part of them is listed once.
    fn skip(&mut self, name: String) {
        let name = name.trim_end_matches([':', ' ']).to_owned();
        if !self.tally.skipped.contains(&name) {
            self.tally.skipped.push(name);
        }
    }
}

/// The number that stands before these words.
fn number_before(line: &str, words: &str) -> usize {
    let before = line.split_once(words).map_or("", |(before, _)| before);
    before.rsplit(' ').next().and_then(|number| number.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Tally {
        let mut reader = Reader::default();
        text.lines().for_each(|line| reader.line(line));
        reader.tally
    }

    #[test]
    fn tests_of_rust() {
        let tally = read(
            "running 4 tests\ntest strip::fast ... ok\ntest corpus ... ok\ntest slow ... ignored, takes an hour\n\
             test wrong ... FAILED\n\nsuccesses:\n\n---- corpus stdout ----\nskipped: no corpus in /x\n\nskipped: no suites\n\n\
             test result: FAILED. 2 passed; 1 failed; 1 ignored; 0 measured\n\
             running 1 test\ntest other ... ok\ntest result: ok. 1 passed; 0 failed; 0 ignored\nskipped: by nobody\n",
        );
        assert_eq!(tally.passed, 3);
        assert_eq!(tally.failed, ["wrong"]);
        assert_eq!(
            tally.skipped,
            ["slow: takes an hour", "corpus: no corpus in /x", "corpus: no suites", "by nobody"]
        );
    }

    #[test]
    fn tests_of_python() {
        let tally = read(
            "SKIPPED [1] crates/python/tests/test_a.py:9: signals of Unix\nFAILED crates/a.py::test_x[1] - Failed: no\n\
             ERROR crates/b.py::test_y\n=== short test summary info ===\n\
             ===== 1 failed, 391 passed, 1 skipped, 1 error in 21.85s =====\n",
        );
        assert_eq!(tally.to_string(), "391 passed, 2 failed, 1 skipped");
        assert_eq!(tally.failed, ["crates/a.py::test_x[1]", "crates/b.py::test_y"]);
        assert_eq!(tally.skipped, ["crates/python/tests/test_a.py:9: signals of Unix"]);
    }

    #[test]
    #[cfg(unix)]
    fn parts_are_named_and_a_program_that_fails_without_a_test_is_a_failure() {
        let mut all = Tally::default();
        let mut screen = Vec::new();
        let mut shell = |script: &str| watched(Command::new("sh").args(["-c", script]), &mut screen).unwrap();
        all.add("rust", shell("echo 'test result: ok. 2 passed; 0 failed'; echo 'skipped: no corpus'"));
        all.add("python", shell("exit 3"));
        assert_eq!(all.to_string(), "2 passed, 1 failed, 1 skipped");
        assert_eq!(all.skipped, ["rust: no corpus"]);
        assert!(all.failed[0].starts_with("python: sh ended with"), "{:?}", all.failed);
        assert_eq!(screen, b"test result: ok. 2 passed; 0 failed\nskipped: no corpus\n");
    }
}
