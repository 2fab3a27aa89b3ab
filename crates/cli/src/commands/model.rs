//! `pellucid model show`: what is in a model file. `pellucid model list`: the languages of the models of chared that ship.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Subcommand;
use pellucid::papers::chared;
use pellucid::papers::svm::HIGH;
use pellucid::{Language, Model as Trained, ModelKind};
use serde::Serialize;

use crate::exit;
use crate::output::Stdout;
use crate::usage::usage;

/// Inspect models: files of your own, and those that ship
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct Model {
    #[command(subcommand)]
    command: Command,
}

const AFTER_HELP: &str = "\
Examples:
  pellucid model list
  pellucid model show swahili.model
  pellucid model show --top 20 --format jsonl swahili.model";

#[derive(Subcommand, Debug)]
enum Command {
    Show(Show),
    List(List),
}

/// List the languages that --method chared knows, and their encodings
///
/// The most common encoding comes first. --lang takes the tag, the name, and everything else that people write for the language.
#[derive(clap::Args, Debug)]
#[command(after_help = LIST_HELP)]
struct List {
    /// List only these languages: tags or names
    #[arg(value_name = "LANGUAGE")]
    languages: Vec<String>,

    /// Write in this format: text or jsonl
    ///
    /// `text`, the default, is for people. `jsonl` is a JSON object for each language.
    #[arg(short, long, value_enum, default_value_t, hide_default_value = true, hide_possible_values = true)]
    format: Format,
}

const LIST_HELP: &str = "\
Examples:
  pellucid model list
  pellucid model list norwegian farsi zh-Hant
  pellucid model list --format jsonl";

/// A model that ships. The names are the keys of `jsonl`.
#[derive(Serialize)]
struct Listed {
    language: &'static str,
    name: &'static str,
    encodings: Vec<&'static str>,
}

impl List {
    fn run(&self) -> Result<u8> {
        let wanted = self.languages.iter().map(|written| {
            let language = Language::parse(written).map_err(|error| usage(error.to_string()))?;
            match chared::shipped(written) {
                Some(_) => Ok(language),
                None => Err(usage(format!("no model ships for {written}; `pellucid model list` lists all"))),
            }
        });
        let wanted: Vec<Language> = wanted.collect::<Result<_>>()?;
        let is_wanted = |tag: &str| {
            let is_of = |language: &Language| language.tag() == tag || language.includes(tag);
            wanted.is_empty() || wanted.iter().any(is_of) || is_exact(&wanted, tag)
        };
        let mut out = Stdout::lock();
        for (language, name) in chared::languages().filter(|(tag, _)| is_wanted(tag)) {
            let Some(model) = chared::shipped(language) else { continue };
            let mut classes: Vec<_> = model.classes().iter().collect();
            classes.sort_by(|a, b| b.number.total_cmp(&a.number));
            let encodings: Vec<&str> = classes.iter().map(|class| class.encoding.name()).collect();
            match self.format {
                Format::Text => writeln!(out, "{language:8} {name:24} {}", encodings.join(", "))?,
                Format::Jsonl => {
                    serde_json::to_writer(&mut out, &Listed { language, name, encodings })?;
                    writeln!(out)?;
                }
            }
        }
        out.flush()?;
        Ok(exit::FINE)
    }
}

/// Whether a tag is that of the model which one of these languages means: `sr-RS` means `sr`.
fn is_exact(wanted: &[Language], tag: &str) -> bool {
    let model = chared::shipped(tag).map(std::ptr::from_ref);
    wanted.iter().any(|language| chared::shipped(language.tag()).map(std::ptr::from_ref) == model)
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
        let show = match self.command {
            Command::List(list) => return list.run(),
            Command::Show(show) => show,
        };
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
        HIGH if kind == ModelKind::Svm => "high bytes".to_owned(),
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
