//! `pellucid model show`: what is in a model file.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Subcommand;
use pellucid::{Model as Trained, ModelKind};
use serde::Serialize;

use crate::exit;
use crate::output::Stdout;

/// Inspect model files
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct Model {
    #[command(subcommand)]
    command: Command,
}

const AFTER_HELP: &str = "\
Examples:
  pellucid model show swahili.model
  pellucid model show --top 20 --format jsonl swahili.model";

#[derive(Subcommand, Debug)]
enum Command {
    Show(Show),
}

/// Show what a model is for, and what it has learned
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
struct Show {
    /// Model files
    #[arg(value_name = "FILE", required = true)]
    paths: Vec<PathBuf>,

    /// Show this many n-grams of each class, by weight
    #[arg(long, value_name = "N", default_value_t = 8)]
    top: usize,

    /// Write in this format: text or jsonl
    ///
    /// `text`, the default, is for people. `jsonl` is a JSON object for each model.
    #[arg(short, long, value_enum, default_value_t, hide_default_value = true, hide_possible_values = true)]
    format: Format,
}

#[derive(clap::ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Format {
    /// For people
    #[default]
    Text,
    /// A JSON object for each model
    #[value(alias = "json")]
    Jsonl,
}

/// What is known about a model. The names are the keys of `jsonl`.
#[derive(Serialize)]
struct Shown {
    path: String,
    method: &'static str,
    bytes: usize,
    grams: usize,
    weights: usize,
    classes: Vec<Class>,
}

#[derive(Serialize)]
struct Class {
    language: String,
    label: String,
    encoding: &'static str,
    /// Of chared, how common it is; of an SVM, its bias.
    number: f32,
    grams: usize,
    /// N-grams, in hexadecimal digits, and their weights.
    top: Vec<(String, f32)>,
}

impl Model {
    /// Runs the command.
    pub fn run(self) -> Result<u8> {
        let Command::Show(show) = self.command;
        let mut out = Stdout::lock();
        let mut failed = false;
        for path in &show.paths {
            let shown = std::fs::read(path)
                .map_err(anyhow::Error::from)
                .and_then(|bytes| shown(path, &bytes, show.top))
                .with_context(|| path.display().to_string());
            match (shown, show.format) {
                (Ok(shown), Format::Text) => shown.write(&mut out)?,
                (Ok(shown), Format::Jsonl) => {
                    serde_json::to_writer(&mut out, &shown)?;
                    writeln!(out)?;
                }
                (Err(error), _) => {
                    failed = true;
                    // If standard error is gone, nobody can read this, and that is no reason to panic.
                    let _ = writeln!(std::io::stderr(), "pellucid: {error:#}");
                }
            }
        }
        out.flush()?;
        Ok(if failed { exit::FAILED } else { exit::FINE })
    }
}

/// Shows a model in few words, after it was made.
pub fn show(path: &Path, bytes: &[u8], out: &mut impl Write) -> Result<()> {
    shown(path, bytes, 0)?.write(out)
}

fn shown(path: &Path, bytes: &[u8], top: usize) -> Result<Shown> {
    let model = Trained::parse(bytes)?;
    let mut classes: Vec<Class> = model
        .classes()
        .iter()
        .map(|class| Class {
            language: class.language.to_string(),
            label: class.label.to_string(),
            encoding: class.encoding.name(),
            number: class.number,
            grams: 0,
            top: Vec::new(),
        })
        .collect();
    // By n-gram, so that equal weights are in the same order in every run.
    let grams: BTreeMap<u32, Vec<(usize, f32)>> = model.grams().collect();
    for (&gram, entries) in &grams {
        for &(class, weight) in entries {
            classes[class].grams += 1;
            classes[class].top.push((hexadecimal(model.kind(), gram), weight));
        }
    }
    for class in &mut classes {
        class.top.sort_by(|a, b| b.1.total_cmp(&a.1));
        class.top.truncate(top);
    }
    Ok(Shown {
        path: path.display().to_string(),
        method: model.kind().name(),
        bytes: bytes.len(),
        grams: grams.len(),
        weights: grams.values().map(Vec::len).sum(),
        classes,
    })
}

/// The bytes of an n-gram.
fn hexadecimal(kind: ModelKind, gram: u32) -> String {
    let pair = if kind == ModelKind::Likelihood { 0x100..=0xFFFF } else { 0x1_0000..=0x1_FFFF };
    match gram {
        0x00..=0xFF => format!("{gram:02X}"),
        _ if pair.contains(&gram) => format!("{:02X} {:02X}", gram >> 8 & 0xFF, gram & 0xFF),
        _ => format!("{:02X} {:02X} {:02X}", gram >> 16 & 0xFF, gram >> 8 & 0xFF, gram & 0xFF),
    }
}

impl Shown {
    fn write(&self, out: &mut impl Write) -> Result<()> {
        writeln!(
            out,
            "{}: {}, {} classes, {} n-grams, {} weights, {} bytes",
            self.path,
            self.method,
            self.classes.len(),
            self.grams,
            self.weights,
            self.bytes
        )?;
        let number = |class: &Class| match self.method {
            "chared" => format!(", {:.1} % of pages", 100.0 * class.number),
            "svm" => format!(", bias {:+.3}", class.number),
            _ => String::new(),
        };
        for class in &self.classes {
            let Class { language, label, grams, .. } = class;
            writeln!(out, "  {language} {label}{}, {grams} n-grams", number(class))?;
            if !class.top.is_empty() {
                let top: Vec<String> =
                    class.top.iter().map(|(gram, weight)| format!("{gram} ({weight})")).collect();
                writeln!(out, "    {}", top.join(", "))?;
            }
        }
        Ok(())
    }
}
