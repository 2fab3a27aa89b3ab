//! `cargo dev train`: text in, models out.

mod parts;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use clap::Parser;
use pellucid::internals::score::text::TextModel;
use pellucid::internals::score::weights::Weights;
use pellucid::{Detector, Model};
use pellucid_corpora::languages::{self, Language};
use pellucid_corpora::{data_folder, workspace};
use pellucid_train::fit::weights::{Loss, Trial};
use pellucid_train::{fit, manifest, validate};

use parts::{Fitted, Part};

/// Fit models to text: those that ship, written with their manifest into `crates/models`, or with --out one of your own.
#[derive(Parser)]
#[command(name = "cargo dev train")]
struct Arguments {
    /// Folder with languages.tsv and the text of each language; more than one are laid over each other. By default `text`
    /// in the data folder
    #[arg(long, value_name = "FOLDER")]
    text: Vec<PathBuf>,
    /// Only these languages, a list of tags with commas
    #[arg(long, value_name = "TAGS", value_delimiter = ',', requires = "out")]
    languages: Vec<String>,
    /// Fit our own kind of model to this file, for `pellucid --model`, and leave those that ship alone
    #[arg(long, value_name = "FILE", conflicts_with_all = ["check", "only"])]
    out: Option<PathBuf>,
    /// Only these of the models that ship, a list with commas
    #[arg(long, value_name = "MODELS", value_enum, value_delimiter = ',')]
    only: Vec<Part>,
    /// Bytes which the model of text has at most, about
    #[arg(long, default_value_t = pellucid_train::fit::text::BYTES)]
    bytes: usize,
    /// The same for the small one, before it is packed
    #[arg(long, default_value_t = 700_000)]
    small_bytes: usize,
    /// Bytes which the model of languages has at most
    #[arg(long, default_value_t = 400_000)]
    language_bytes: usize,
    /// The share of a language's text which the triples of its model of chared make up
    #[arg(long, default_value_t = 0.95)]
    share: f64,
    /// Write nothing: fail if a model is not the one this command would write
    #[arg(long)]
    check: bool,
    /// Fit the weights of detection, `score/weights.rs` of the library, and write them there: all, or a list of names with commas
    #[arg(long, value_name = "NAMES", num_args = 0..=1, default_missing_value = "all", value_delimiter = ',')]
    #[arg(conflicts_with_all = ["check", "only", "out", "validate"])]
    weights: Vec<String>,
    /// Detect windows of validation text: with the new model if it goes to a file of its own, else with the one that is
    /// built in, for the manifest; so run it once more after fitting
    #[arg(long)]
    validate: bool,
}

/// Windows of so many bytes are validated.
const LENGTHS: &[usize] = &[20, 50, 100, 200, 500];

fn main() -> Result<()> {
    let arguments = &Arguments::parse();
    let default = data_folder().join("text");
    if arguments.text.is_empty() && !default.is_dir() {
        println!("skipped: no training text at {}", default.display());
        return Ok(());
    }
    let folders = if arguments.text.is_empty() { vec![default] } else { arguments.text.clone() };
    let mut languages = languages::read(&folders)?;
    if let Some(tag) = arguments.languages.iter().find(|tag| languages.iter().all(|l| l.tag != **tag)) {
        bail!("no language {tag} in the text");
    }
    languages.retain(|l| arguments.languages.is_empty() || arguments.languages.contains(&l.tag));
    if !arguments.weights.is_empty() {
        return weights(arguments, &languages);
    }
    if let Some(path) = &arguments.out {
        return own(arguments, &languages, path);
    }
    let models = workspace().join("crates/models");
    for part in Part::ALL.iter().filter(|part| arguments.only.is_empty() || arguments.only.contains(part)) {
        let fitted = part.fit(arguments, &languages)?;
        match arguments.check {
            true => check(&models, *part, &fitted)?,
            false => write(&models, *part, &fitted)?,
        }
    }
    Ok(())
}

/// A model of our own kind, for a file.
fn own(arguments: &Arguments, languages: &[Language], path: &Path) -> Result<()> {
    let counted = fit::text::count(languages)?;
    let model =
        fit::text::fit(&counted.iter().collect::<Vec<_>>(), &fit::text::signs_of_pages()?, arguments.bytes);
    if arguments.validate {
        let detector = Detector::builder().model(Model::parse(&model)?).build()?;
        validated(languages, &detector)?;
    }
    println!("{} languages, {} bytes", counted.len(), model.len());
    fs::write(path, model).with_context(|| path.display().to_string())
}

/// Fits the weights of detection, beginning with those that there are.
fn weights(arguments: &Arguments, languages: &[Language]) -> Result<()> {
    let asked: Vec<&str> = arguments.weights.iter().map(String::as_str).collect();
    if let Some(unknown) = asked.iter().find(|name| **name != "all" && !Weights::NAMES.contains(name)) {
        bail!("no weight {unknown:?}: there are {}", Weights::NAMES.join(", "));
    }
    let names = if asked == ["all"] { Trial::fitted() } else { asked };
    let (counted, signs) = (fit::text::count(languages)?, fit::text::signs_of_pages()?);
    let model = |kept: &dyn Fn(&str) -> bool| {
        let kept: Vec<_> = counted.iter().filter(|language| kept(&language.tag)).collect();
        TextModel::parse(&fit::text::fit(&kept, &signs, arguments.bytes)).context("what was just fitted")
    };
    let whole = model(&|_| true)?;
    let mut parts = Vec::new();
    for out in validate::parts(languages) {
        parts.push((model(&|tag| !out.iter().any(|other| other == tag))?, out));
    }
    let trial = Trial::new(languages, whole, parts)?;
    let told = |loss: &Loss| {
        let groups =
            loss.groups.iter().map(|(name, loss, right)| format!("{name} {loss:.4} {:.2}", 100.0 * right));
        format!("{:.5}  ({})", loss.all, groups.collect::<Vec<_>>().join(", "))
    };
    println!(
        "{} cases; the mean loss, and that of each group with its share of right answers in %",
        trial.len()
    );
    eprintln!("{:24} {}", "", told(&trial.loss(Weights::FITTED)?));
    let fitted = trial
        .fit(Weights::FITTED, &names, |name, value, loss| println!("{name:16} {value:7} {}", told(loss)))?;
    let path = workspace().join("crates/pellucid/src/score/weights.rs");
    let source = fit::weights::written(&fs::read_to_string(&path)?, fitted)?;
    fs::write(&path, source).with_context(|| path.display().to_string())
}

/// Detects windows of validation text.
fn validated(languages: &[Language], detector: &Detector) -> Result<Vec<validate::Validation>> {
    let validation = validate::validate(languages, LENGTHS, detector)?;
    validation.iter().for_each(print);
    Ok(validation)
}

/// Prints what windows of one length gave.
fn print(one: &validate::Validation) {
    let share = 100.0 * one.right as f64 / one.windows.max(1) as f64;
    let (length, windows, sure, error) = (one.length, one.windows, one.sure, one.error);
    println!(
        "{length} bytes: {share:.2} % of {windows} windows, {sure} wrong and sure, calibration error {error:.3}"
    );
}

fn check(models: &Path, part: Part, fitted: &Fitted) -> Result<()> {
    for (name, bytes) in &fitted.files {
        let written = fs::read(models.join(name)).with_context(|| name.clone())?;
        ensure!(written == *bytes, "{name} is not what `cargo dev train` writes");
    }
    let stale = left_over(models, part, fitted)?;
    ensure!(stale.is_empty(), "not what `cargo dev train` writes: {stale:?}");
    println!("{} is what `cargo dev train` writes", part.name());
    Ok(())
}

fn write(models: &Path, part: Part, fitted: &Fitted) -> Result<()> {
    for (name, bytes) in &fitted.files {
        let path = models.join(name);
        fs::create_dir_all(path.parent().unwrap_or(models))?;
        fs::write(&path, bytes).with_context(|| path.display().to_string())?;
    }
    for path in left_over(models, part, fitted)? {
        fs::remove_file(path)?;
    }
    let path = models.join("MANIFEST.toml");
    let names = Part::ALL.map(Part::name);
    let manifest = manifest::replaced(&fs::read_to_string(&path)?, &names, part.name(), &fitted.manifest);
    fs::write(path, manifest)?;
    println!("{}: {}", part.name(), fitted.about);
    Ok(())
}

/// Files in a part's own folder which it does not write any more.
fn left_over(models: &Path, part: Part, fitted: &Fitted) -> Result<Vec<PathBuf>> {
    let folder = models.join(part.name());
    let mut paths = Vec::new();
    if folder.is_dir() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if fitted.files.iter().all(|(name, _)| models.join(name) != path) {
                paths.push(path);
            }
        }
    }
    Ok(paths)
}
