//! One row for every input, in one of three formats.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use pellucid::Guess;
use pellucid::repair::{Check, Layer, Mixed, Repaired};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::preview::Preview;
use pellucid_files::paths;

/// How rows are written.
#[derive(clap::ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// For people: `path: encoding (confidence, language, source)`
    #[default]
    Text,
    /// A table with a header line, separated by tabs
    Tsv,
    /// A JSON object on every line
    #[value(alias = "json")]
    Jsonl,
}

/// What is written: the format, and the keys of `jsonl`. Every row has the same keys, whatever became of its input.
#[derive(Clone, Debug)]
pub struct Table {
    pub format: Format,
    pub keys: Vec<Key>,
}

/// A key that the rows of some commands have, or that belongs to an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// How many places did not decode: of `decode`.
    Replaced,
    /// Whether the input was copied: of `decode --copy-binary`.
    Copied,
    /// What was decoded in another encoding: of `--mixed`.
    Mixed,
    /// What was repaired: of `--repair`.
    Repaired,
    /// What could be repaired: of `detect --explain`.
    Doubled,
    /// What clear text has little of: of `--check` and `detect --explain`.
    Check,
    /// Why the answer is what it is: of `detect --explain`.
    Candidates,
    /// The same.
    Evidence,
}

/// What is known about one input.
#[derive(Clone, Debug, Default)]
pub struct Row {
    path: String,
    path_hex: Option<String>,
    encoding: Option<&'static str>,
    confidence: Option<f32>,
    language: Option<Box<str>>,
    source: Option<&'static str>,
    /// The encodings to which the method gives the same score as to the answer.
    tied: Vec<&'static str>,
    ascii: Option<bool>,
    replaced: Option<u64>,
    copied: bool,
    mixed: Option<Pieces>,
    repaired: Option<Vec<Undone>>,
    doubled: Option<Vec<Undone>>,
    check: Option<BTreeMap<&'static str, u64>>,
    explanation: Option<Explanation>,
    error: Option<String>,
    /// The path for formats that have no escapes of their own.
    shown_path: String,
}

/// Pieces in another encoding than the rest.
#[derive(Clone, Debug, Serialize)]
pub struct Pieces {
    encoding: Option<&'static str>,
    pieces: u64,
    bytes: u64,
}

/// A misreading that was undone.
#[derive(Clone, Debug, Serialize)]
pub struct Undone {
    via: &'static str,
    was: &'static str,
    runs: u64,
    before: u64,
    after: u64,
}

/// Why an answer is what it is.
#[derive(Clone, Debug)]
struct Explanation {
    candidates: Vec<Candidate>,
    evidence: Vec<Observation>,
    /// What the text shows, in words.
    findings: Vec<String>,
}

/// An encoding that it may be, the answer itself first.
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

/// How many candidates are shown with their evidence in text; the others are hardly worth it.
const REASONED: usize = 5;

const COLUMNS: [&str; 6] = ["path", "encoding", "confidence", "language", "source", "error"];

impl Table {
    /// Writes what comes before the first row.
    pub fn write_header(&self, out: &mut impl Write) -> io::Result<()> {
        if self.format == Format::Tsv { writeln!(out, "{}", COLUMNS.join("\t")) } else { Ok(()) }
    }

    /// Writes a row.
    pub fn write(&self, row: &Row, out: &mut impl Write) -> io::Result<()> {
        match self.format {
            Format::Text => row.write_text(out),
            Format::Tsv => row.write_tsv(out),
            Format::Jsonl => {
                serde_json::to_writer(&mut *out, &Object { row, keys: &self.keys })?;
                writeln!(out)
            }
        }
    }
}

/// A row as an object of JSON.
struct Object<'a> {
    row: &'a Row,
    keys: &'a [Key],
}

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Row { path, path_hex, encoding, confidence, language, source, tied, ascii, error, .. } = self.row;
        let explanation = self.row.explanation.as_ref();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("path", path)?;
        map.serialize_entry("path_hex", path_hex)?;
        map.serialize_entry("encoding", encoding)?;
        map.serialize_entry("confidence", confidence)?;
        map.serialize_entry("language", language)?;
        map.serialize_entry("source", source)?;
        map.serialize_entry("tied", tied)?;
        map.serialize_entry("ascii", ascii)?;
        for key in self.keys {
            match key {
                Key::Replaced => map.serialize_entry("replaced", &self.row.replaced)?,
                Key::Copied => map.serialize_entry("copied", &self.row.copied)?,
                Key::Mixed => map.serialize_entry("mixed", &self.row.mixed)?,
                Key::Repaired => map.serialize_entry("repaired", &self.row.repaired)?,
                Key::Doubled => map.serialize_entry("doubled", &self.row.doubled)?,
                Key::Check => map.serialize_entry("check", &self.row.check)?,
                Key::Candidates => {
                    let candidates = explanation.map_or(&[][..], |explanation| &explanation.candidates);
                    map.serialize_entry("candidates", candidates)?;
                }
                Key::Evidence => {
                    let evidence = explanation.map_or(&[][..], |explanation| &explanation.evidence);
                    map.serialize_entry("evidence", evidence)?;
                }
            }
        }
        map.serialize_entry("error", error)?;
        map.end()
    }
}

impl Row {
    /// An input of which only the path is known.
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
            tied: guess.tied().map(|encoding| encoding.name()).collect(),
            ascii: Some(guess.is_ascii()),
            ..Row::new(path)
        }
    }

    /// An input that failed.
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

    /// Adds what was repaired.
    pub fn repaired(mut self, layers: &[Layer]) -> Row {
        self.repaired = Some(undone(layers));
        self
    }

    /// Adds what was decoded in another encoding.
    pub fn mixed(mut self, mixed: Option<&Mixed>) -> Row {
        self.mixed = Some(Pieces::of(mixed));
        self
    }

    /// Adds what clear text has little of.
    pub fn checked(mut self, check: &Check) -> Row {
        self.check = Some(check.named().collect());
        self
    }

    /// Adds how many places did not decode.
    pub fn replaced(mut self, count: u64) -> Row {
        self.replaced = Some(count);
        self
    }

    /// Says that it was copied, byte for byte.
    pub fn copied(mut self) -> Row {
        self.copied = true;
        self
    }

    /// The encoding, unless the input failed.
    pub fn encoding(&self) -> Option<&'static str> {
        self.encoding
    }

    /// The path, on one line.
    pub fn shown_path(&self) -> &str {
        &self.shown_path
    }

    /// Why it failed, if it did.
    pub fn error(&self) -> Option<&str> {
        self.error.as_deref()
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
            (!self.tied.is_empty()).then(|| format!("tied with {}", self.tied.join(" "))),
            self.replaced.filter(|count| *count > 0).map(|count| format!("{count} replaced")),
            self.copied.then(|| "copied".into()),
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
                writeln!(out, "    {sum:+7.1}  in total")?;
            }
        }
        self.findings.iter().try_for_each(|finding| writeln!(out, "    {finding}"))
    }
}

impl Pieces {
    /// Pieces in numbers.
    pub fn of(mixed: Option<&Mixed>) -> Pieces {
        Pieces {
            encoding: mixed.map(|mixed| mixed.other().name()),
            pieces: mixed.map_or(0, Mixed::pieces),
            bytes: mixed.map_or(0, Mixed::bytes),
        }
    }
}

/// Repairs in numbers.
pub fn undone(layers: &[Layer]) -> Vec<Undone> {
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

/// Words that come from a page or the system, fit for a line of a table and harmless for a terminal.
pub fn one_line(words: &str) -> String {
    words.replace(|character: char| character.is_control(), " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(row: &Row, format: Format) -> String {
        let mut out = Vec::new();
        Table { format, keys: vec![Key::Check, Key::Evidence] }.write(row, &mut out).unwrap();
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
    fn answers_and_errors_have_the_same_keys() {
        let guess = pellucid::detect(b"text");
        let row = Row::answered(Path::new("page"), &guess);
        assert_eq!(written(&row, Format::Tsv).matches('\t').count(), COLUMNS.len() - 1);
        let json: serde_json::Value = serde_json::from_str(&written(&row, Format::Jsonl)).unwrap();
        assert_eq!(json["encoding"], guess.encoding().name());
        assert!(json["error"].is_null() && json["check"].is_null() && json["evidence"].is_array());
        let failed = written(&Row::failed(Path::new("page"), &anyhow::anyhow!("gone")), Format::Jsonl);
        let failed: serde_json::Value = serde_json::from_str(&failed).unwrap();
        let keys =
            |object: &serde_json::Value| object.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        assert_eq!(keys(&failed), keys(&json));
    }
}
