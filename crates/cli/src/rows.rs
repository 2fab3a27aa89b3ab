//! One row for every input, in one of three formats.

use std::io::{self, Write};
use std::path::Path;

use pellucid::Guess;
use pellucid_answers::{Candidate, Explanation, Key, Observation, Row as Answer, WithKeys};
use pellucid_files::paths;
use serde::Serialize;

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

/// What is known about one input.
#[derive(Clone, Debug, Default)]
pub struct Row {
    path: String,
    path_hex: Option<String>,
    /// The path for formats that have no escapes of their own.
    shown_path: String,
    answer: Answer,
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
                let Row { path, path_hex, answer, .. } = row;
                let answer = WithKeys { row: answer, keys: &self.keys };
                serde_json::to_writer(&mut *out, &Object { path, path_hex: path_hex.as_deref(), answer })?;
                writeln!(out)
            }
        }
    }
}

/// A row as an object of JSON.
#[derive(Serialize)]
struct Object<'a> {
    path: &'a str,
    path_hex: Option<&'a str>,
    #[serde(flatten)]
    answer: WithKeys<'a>,
}

impl Row {
    /// An input of which only the path is known.
    pub fn new(path: &Path) -> Row {
        Row::about(path, Answer::default())
    }

    /// An input and the answer about it.
    pub fn answered(path: &Path, guess: &Guess) -> Row {
        Row::about(path, Answer::answered(guess))
    }

    /// An input that failed.
    pub fn failed(path: &Path, error: &anyhow::Error) -> Row {
        Row::about(path, Answer::failed(&format!("{error:#}")))
    }

    fn about(path: &Path, answer: Answer) -> Row {
        Row {
            path: path.to_string_lossy().into_owned(),
            path_hex: paths::hex(path),
            shown_path: paths::escaped(path),
            answer,
        }
    }

    /// Adds to the answer.
    pub fn with(self, add: impl FnOnce(Answer) -> Answer) -> Row {
        Row { answer: add(self.answer), ..self }
    }

    /// The encoding, unless the input failed.
    pub fn encoding(&self) -> Option<&'static str> {
        self.answer.encoding
    }

    /// The path, on one line.
    pub fn shown_path(&self) -> &str {
        &self.shown_path
    }

    /// Why it failed, if it did.
    pub fn error(&self) -> Option<&str> {
        self.answer.error.as_deref()
    }

    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        write!(out, "{}: ", self.shown_path)?;
        let answer = &self.answer;
        if let Some(error) = &answer.error {
            return writeln!(out, "error: {error}");
        }
        write!(out, "{}", answer.encoding.unwrap_or_default())?;
        let notes = [
            answer.confidence.map(|confidence| format!("{confidence:.2}")),
            answer.language.as_ref().map(ToString::to_string),
            answer.source.map(ToString::to_string),
            (!answer.tied.is_empty()).then(|| format!("tied with {}", answer.tied.join(" "))),
            answer.replaced.filter(|count| *count > 0).map(|count| format!("{count} replaced")),
            answer.copied.then(|| "copied".into()),
            answer
                .mixed
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
        answer.explanation.as_ref().map_or(Ok(()), |explanation| write_reasons(explanation, out))
    }

    fn runs_repaired(&self) -> Option<String> {
        let runs: u64 = self.answer.repaired.iter().flatten().map(|undone| undone.runs).sum();
        (runs > 0).then(|| format!("{runs} repaired"))
    }

    fn write_tsv(&self, out: &mut impl Write) -> io::Result<()> {
        let answer = &self.answer;
        let confidence = answer.confidence.map(|confidence| confidence.to_string()).unwrap_or_default();
        let values: [&str; COLUMNS.len()] = [
            &self.shown_path,
            answer.encoding.unwrap_or_default(),
            &confidence,
            answer.language.as_deref().unwrap_or_default(),
            answer.source.unwrap_or_default(),
            answer.error.as_deref().unwrap_or_default(),
        ];
        writeln!(out, "{}", values.join("\t"))
    }
}

/// Writes why, for people.
fn write_reasons(explanation: &Explanation, out: &mut impl Write) -> io::Result<()> {
    for candidate in &explanation.candidates {
        let Candidate { encoding, confidence, preview } = candidate;
        writeln!(out, "    {confidence:.3}  {encoding:<18}{preview}")?;
    }
    writeln!(out, "  evidence in bits: +1 doubles the odds of an encoding, -1 halves them")?;
    let mut about: Vec<Option<&str>> =
        explanation.candidates.iter().take(REASONED).map(|candidate| Some(candidate.encoding)).collect();
    let unlikely = |encoding: Option<&str>| {
        encoding.is_some_and(|name| explanation.candidates.iter().skip(REASONED).any(|c| c.encoding == name))
    };
    for encoding in explanation.evidence.iter().map(|observation| observation.encoding) {
        if !about.contains(&encoding) && !unlikely(encoding) {
            about.push(encoding);
        }
    }
    for encoding in about {
        let mut of =
            explanation.evidence.iter().filter(|observation| observation.encoding == encoding).peekable();
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
    explanation.findings.iter().try_for_each(|finding| writeln!(out, "    {finding}"))
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
