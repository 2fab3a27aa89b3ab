//! One row for every input, in one of three formats.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use pellucid::Guess;
use pellucid::repair::{Check, Layer, Mixed, Repaired};
use serde::Serialize;

use crate::preview::Preview;
use pellucid_files::paths;

/// How rows are written.
#[derive(clap::ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// For people: `path: encoding (confidence, language, source)`
    #[default]
    Text,
    /// A table with a header line, values parted by tabs
    Tsv,
    /// A JSON object on every line
    Jsonl,
}

/// What is told about one input. The names are the columns of `tsv` and the keys of `jsonl`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Row {
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    path_hex: Option<String>,
    encoding: Option<&'static str>,
    confidence: Option<f32>,
    language: Option<Box<str>>,
    source: Option<&'static str>,
    /// What the method holds to be as good as the answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    equal: Vec<&'static str>,
    /// Whether every byte is ASCII.
    #[serde(skip_serializing_if = "Option::is_none")]
    ascii: Option<bool>,
    /// How many places did not decode.
    #[serde(skip_serializing_if = "Option::is_none")]
    damaged: Option<u64>,
    /// What was read in another encoding.
    #[serde(skip_serializing_if = "Option::is_none")]
    mixed: Option<Pieces>,
    /// What was undone.
    #[serde(skip_serializing_if = "Option::is_none")]
    repaired: Option<Vec<Undone>>,
    /// What could be undone.
    #[serde(skip_serializing_if = "Option::is_none")]
    doubled: Option<Vec<Undone>>,
    /// What clear text has little of.
    #[serde(skip_serializing_if = "Option::is_none")]
    check: Option<BTreeMap<&'static str, u64>>,
    #[serde(flatten)]
    explanation: Option<Explanation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// The path for formats which have no escapes of their own.
    #[serde(skip)]
    shown_path: String,
}

/// Pieces in another encoding than the rest.
#[derive(Clone, Debug, Serialize)]
struct Pieces {
    encoding: Option<&'static str>,
    pieces: u64,
    bytes: u64,
}

/// A misreading which was undone.
#[derive(Clone, Debug, Serialize)]
struct Undone {
    via: &'static str,
    was: &'static str,
    runs: u64,
    before: u64,
    after: u64,
}

/// Why an answer is what it is.
#[derive(Clone, Debug, Serialize)]
struct Explanation {
    candidates: Vec<Candidate>,
    evidence: Vec<Observation>,
    /// What the text shows, in words.
    #[serde(skip)]
    findings: Vec<String>,
}

/// An encoding it may be, the answer itself coming first.
#[derive(Clone, Debug, Serialize)]
struct Candidate {
    encoding: &'static str,
    confidence: f32,
    preview: String,
}

/// A piece of evidence.
#[derive(Clone, Debug, Serialize)]
struct Observation {
    source: &'static str,
    encoding: Option<&'static str>,
    bits: f32,
    words: String,
}

/// Four digits: no probability here is known better, and none is claimed to be.
pub fn rounded(confidence: f32) -> f32 {
    (confidence * 1e4).round() / 1e4
}

/// How many candidates have their evidence told to people; the others are hardly worth it.
const REASONED: usize = 5;

const COLUMNS: [&str; 6] = ["path", "encoding", "confidence", "language", "source", "error"];

impl Row {
    /// An input of which nothing is told but its path.
    pub fn new(path: &Path) -> Row {
        Row {
            path: path.to_string_lossy().into_owned(),
            path_hex: paths::hex(path),
            shown_path: paths::escaped(path),
            ..Row::default()
        }
    }

    /// An input and the answer about it.
    pub fn answered(path: &Path, guess: &Guess) -> Row {
        Row {
            encoding: Some(guess.encoding().name()),
            confidence: Some(rounded(guess.confidence())),
            language: guess.language().map(Box::from),
            source: Some(guess.source().name()),
            equal: guess.tied().map(|encoding| encoding.name()).collect(),
            ascii: Some(guess.is_ascii()),
            ..Row::new(path)
        }
    }

    /// An input whose encoding was given by the caller.
    pub fn told(path: &Path, encoding: &'static str) -> Row {
        Row { encoding: Some(encoding), ..Row::new(path) }
    }

    /// An input which failed.
    pub fn failed(path: &Path, error: &anyhow::Error) -> Row {
        Row { error: Some(one_line(&format!("{error:#}"))), ..Row::new(path) }
    }

    /// Adds why.
    pub fn explained(mut self, guess: &Guess, preview: &Preview) -> Row {
        let answer = (guess.encoding(), guess.confidence());
        let others = guess.alternatives().iter().map(|other| (other.encoding(), other.confidence()));
        self.explanation = Some(Explanation {
            candidates: std::iter::once(answer)
                .chain(others)
                .map(|(encoding, confidence)| Candidate {
                    encoding: encoding.name(),
                    confidence: rounded(confidence),
                    preview: preview.read_as(encoding),
                })
                .collect(),
            evidence: guess
                .evidence()
                .iter()
                .map(|evidence| Observation {
                    source: evidence.source().name(),
                    encoding: evidence.encoding().map(|encoding| encoding.name()),
                    bits: evidence.bits(),
                    words: one_line(&evidence.to_string()),
                })
                .collect(),
            findings: Vec::new(),
        });
        self
    }

    /// Adds what the text shows once it is decoded, in words for people and in numbers for programs.
    pub fn found(mut self, check: &Check, repaired: &Repaired) -> Row {
        if let Some(explanation) = &mut self.explanation {
            let doubled = repaired.layers().iter().map(|layer| format!("double encoding: {layer}"));
            let counted = (!check.is_clean()).then(|| format!("text: {check}"));
            explanation.findings = counted.into_iter().chain(doubled).collect();
        }
        self.doubled = Some(undone(repaired.layers()));
        self.checked(check)
    }

    /// Adds what was undone.
    pub fn repaired(mut self, layers: &[Layer]) -> Row {
        self.repaired = Some(undone(layers));
        self
    }

    /// Adds what was read in another encoding.
    pub fn mixed(mut self, mixed: Option<&Mixed>) -> Row {
        self.mixed = Some(Pieces {
            encoding: mixed.map(|mixed| mixed.other().name()),
            pieces: mixed.map_or(0, Mixed::pieces),
            bytes: mixed.map_or(0, Mixed::bytes),
        });
        self
    }

    /// Adds what clear text has little of.
    pub fn checked(mut self, check: &Check) -> Row {
        self.check = Some(check.named().collect());
        self
    }

    /// Adds how many places did not decode.
    pub fn damaged(mut self, count: u64) -> Row {
        self.damaged = Some(count);
        self
    }

    /// The path, on one line.
    pub fn shown_path(&self) -> &str {
        &self.shown_path
    }

    /// Why it failed, if it did.
    pub fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }

    /// Writes the row.
    pub fn write(&self, format: Format, out: &mut impl Write) -> io::Result<()> {
        match format {
            Format::Text => self.write_text(out),
            Format::Tsv => self.write_tsv(out),
            Format::Jsonl => {
                serde_json::to_writer(&mut *out, self)?;
                writeln!(out)
            }
        }
    }

    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        write!(out, "{}: ", self.shown_path)?;
        if let Some(error) = &self.error {
            return writeln!(out, "error: {error}");
        }
        write!(out, "{}", self.encoding.unwrap_or_default())?;
        let notes = [
            self.confidence.map(|confidence| format!("{confidence:.2}")),
            self.language.as_ref().map(ToString::to_string),
            self.source.map(ToString::to_string),
            (!self.equal.is_empty()).then(|| format!("as good: {}", self.equal.join(" "))),
            self.damaged.filter(|count| *count > 0).map(|count| format!("{count} damaged")),
            self.mixed
                .as_ref()
                .filter(|mixed| mixed.pieces > 0)
                .map(|mixed| format!("{} mixed", mixed.pieces)),
            self.runs_repaired(),
        ];
        let notes: Vec<_> = notes.into_iter().flatten().collect();
        if !notes.is_empty() {
            write!(out, " ({})", notes.join(", "))?;
        }
        writeln!(out)?;
        self.explanation.as_ref().map_or(Ok(()), |explanation| explanation.write_text(out))
    }

    fn runs_repaired(&self) -> Option<String> {
        let runs: u64 = self.repaired.iter().flatten().map(|undone| undone.runs).sum();
        (runs > 0).then(|| format!("{runs} repaired"))
    }

    fn write_tsv(&self, out: &mut impl Write) -> io::Result<()> {
        let confidence = self.confidence.map(|confidence| confidence.to_string()).unwrap_or_default();
        let values: [&str; COLUMNS.len()] = [
            &self.shown_path,
            self.encoding.unwrap_or_default(),
            &confidence,
            self.language.as_deref().unwrap_or_default(),
            self.source.unwrap_or_default(),
            self.error.as_deref().unwrap_or_default(),
        ];
        writeln!(out, "{}", values.join("\t"))
    }
}

impl Explanation {
    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        for candidate in &self.candidates {
            let Candidate { encoding, confidence, preview } = candidate;
            writeln!(out, "    {confidence:.3}  {encoding:<18}{preview}")?;
        }
        writeln!(out, "  evidence in bits: +1 doubles the odds of an encoding, -1 halves them")?;
        let mut about: Vec<Option<&str>> =
            self.candidates.iter().take(REASONED).map(|candidate| Some(candidate.encoding)).collect();
        let unlikely = |encoding: Option<&str>| {
            encoding.is_some_and(|name| self.candidates.iter().skip(REASONED).any(|c| c.encoding == name))
        };
        for encoding in self.evidence.iter().map(|observation| observation.encoding) {
            if !about.contains(&encoding) && !unlikely(encoding) {
                about.push(encoding);
            }
        }
        for encoding in about {
            let mut of =
                self.evidence.iter().filter(|observation| observation.encoding == encoding).peekable();
            if of.peek().is_none() {
                continue;
            }
            writeln!(out, "    {}", encoding.unwrap_or("any encoding"))?;
            let mut sum = 0.0;
            for Observation { source, bits, words, .. } in of {
                sum += bits;
                writeln!(out, "    {bits:+7.1}  {source}: {words}")?;
            }
            if encoding.is_some() {
                writeln!(out, "    {sum:+7.1}  in all")?;
            }
        }
        self.findings.iter().try_for_each(|finding| writeln!(out, "    {finding}"))
    }
}

/// What can be undone, in numbers.
fn undone(layers: &[Layer]) -> Vec<Undone> {
    layers
        .iter()
        .map(|layer| Undone {
            via: layer.via().name(),
            was: layer.was().name(),
            runs: layer.runs(),
            before: layer.before(),
            after: layer.after(),
        })
        .collect()
}

/// Writes what comes before the first row.
pub fn write_header(format: Format, out: &mut impl Write) -> io::Result<()> {
    if format == Format::Tsv { writeln!(out, "{}", COLUMNS.join("\t")) } else { Ok(()) }
}

/// Words which come from a page or the system, fit for a line of a table and harmless for a terminal.
pub fn one_line(words: &str) -> String {
    words.replace(|character: char| character.is_control(), " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(row: &Row, format: Format) -> String {
        let mut out = Vec::new();
        row.write(format, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn an_error_is_a_row_in_every_format() {
        let row = Row::failed(Path::new("a\tb"), &anyhow::anyhow!("two\nlines"));
        assert_eq!(written(&row, Format::Text), "a\\tb: error: two lines\n");
        assert_eq!(written(&row, Format::Tsv), "a\\tb\t\t\t\t\ttwo lines\n");
        let json: serde_json::Value = serde_json::from_str(&written(&row, Format::Jsonl)).unwrap();
        assert_eq!(json["path"], "a\tb");
        assert_eq!(json["error"], "two lines");
        for column in COLUMNS {
            assert!(json.get(column).is_some(), "{column} is missing");
        }
    }

    #[test]
    fn an_answer_has_every_column_and_no_error() {
        let guess = pellucid::detect(b"text");
        let row = Row::answered(Path::new("page"), &guess);
        assert_eq!(written(&row, Format::Tsv).matches('\t').count(), COLUMNS.len() - 1);
        let json: serde_json::Value = serde_json::from_str(&written(&row, Format::Jsonl)).unwrap();
        assert_eq!(json["encoding"], guess.encoding().name());
        assert!(json.get("error").is_none());
    }

    #[test]
    fn a_told_encoding_needs_no_brackets() {
        assert_eq!(written(&Row::told(Path::new("page"), "Big5"), Format::Text), "page: Big5\n");
    }
}
