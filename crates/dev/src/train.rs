//! `cargo dev train`: text in, models out.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result, bail, ensure};
use pellucid::Detector;
use pellucid::score::model::Model;
use pellucid::score::vectors::Vectors;
use pellucid_eval::language;
use pellucid_train::{corpora, fit, manifest, validate};

/// Fit a model to text: the default one, written with its manifest into `crates/models`, or with --out one of your own.
#[derive(clap::Args)]
pub struct Arguments {
    /// Folder with languages.tsv and the text of each language; more than one are laid over each other. By default `text`
    /// in the data folder
    #[arg(long, value_name = "FOLDER")]
    text: Vec<PathBuf>,
    /// Only these languages, a list of tags with commas
    #[arg(long, value_name = "TAGS", value_delimiter = ',', requires = "out")]
    languages: Vec<String>,
    /// Write the model to this file, for `pellucid --model`, and leave the default model alone
    #[arg(long, value_name = "FILE", conflicts_with = "check")]
    out: Option<PathBuf>,
    /// N-grams which the model has weights for
    #[arg(long, default_value_t = 48_000)]
    features: usize,
    /// Bytes which the model of languages has at most
    #[arg(long, default_value_t = 400_000)]
    language_bytes: usize,
    /// Fit nothing: fail if a model is not the one this command would write
    #[arg(long)]
    check: bool,
    /// Detect windows of validation text: with the new model if it goes to a file of its own, else with the one that is
    /// built in, for the manifest; so run it once more after fitting
    #[arg(long)]
    validate: bool,
}

/// Windows of so many bytes are validated.
const LENGTHS: &[usize] = &[20, 50, 100, 200, 500];

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<()> {
    let default = pellucid_eval::dataset::data_folder().join("text");
    if arguments.text.is_empty() && !default.is_dir() {
        println!("skipped: no training text at {}", default.display());
        return Ok(());
    }
    let folders = if arguments.text.is_empty() { vec![default] } else { arguments.text.clone() };
    let models = pellucid_eval::workspace().join("crates/models");
    let mut languages = corpora::languages(&folders)?;
    if let Some(tag) = arguments.languages.iter().find(|tag| languages.iter().all(|l| l.tag != **tag)) {
        bail!("no language {tag} in the text");
    }
    languages.retain(|l| arguments.languages.is_empty() || arguments.languages.contains(&l.tag));
    let (classes, left_out) = fit::linear::count(&languages)?;
    let (model, loss) = fit::linear::fit(&classes, &languages, arguments.features)?;
    println!("{loss:.4} nats lost on validation text");
    Model::parse(&model)?;
    let detector = match &arguments.out {
        Some(_) => Detector::builder().model(Arc::new(Model::parse(&model)?)).build(),
        None => Detector::default(),
    };
    let validation =
        if arguments.validate { validate::validate(&languages, LENGTHS, &detector)? } else { Vec::new() };
    for one in &validation {
        let share = 100.0 * one.right as f64 / one.windows.max(1) as f64;
        println!("{} bytes: {share:.2} % of {} windows", one.length, one.windows);
    }
    if let Some(path) = &arguments.out {
        println!("{} classes, {} bytes; left out: {}", classes.len(), model.len(), left_out.join(", "));
        return std::fs::write(path, model).with_context(|| path.display().to_string());
    }
    let counted = fit::language::count(&languages)?;
    let language_model = fit::language::fit(&counted, arguments.language_bytes);
    Model::parse(&language_model)?;
    let machines = fit::svm::shipped(&languages)?;
    let svm_model = machines.model();
    Vectors::parse(&svm_model)?;
    if arguments.check {
        let fitted =
            [("default.model", &model), ("language.model", &language_model), ("svm.model", &svm_model)];
        for (name, model) in fitted {
            let written = std::fs::read(models.join(name))?;
            ensure!(written == *model, "{name} is not what `cargo dev train` writes");
            println!("{name} is what `cargo dev train` writes");
        }
        return Ok(());
    }
    let names: Vec<String> =
        classes.iter().map(|class| format!("{} {}", class.language, class.encoding)).collect();
    println!("{} languages, {} bytes", counted.len(), language_model.len());
    println!("{} classes, {} bytes; left out: {}", classes.len(), model.len(), left_out.join(", "));
    let told = if arguments.validate { told(&languages)? } else { Vec::new() };
    let manifest = manifest::manifest(&model, arguments.features, &names, &left_out, &validation)
        + &manifest::language(&language_model, arguments.language_bytes, counted.len(), &told)
        + &manifest::svm(&svm_model, &machines);
    println!("{} machines, {} bytes", machines.machines.len(), svm_model.len());
    std::fs::write(models.join("default.model"), model)?;
    std::fs::write(models.join("language.model"), language_model)?;
    std::fs::write(models.join("svm.model"), svm_model)?;
    std::fs::write(models.join("MANIFEST.toml"), manifest)?;
    Ok(())
}

/// Tells the language of windows of validation text with the model that is built in.
fn told(languages: &[corpora::Language]) -> Result<Vec<manifest::Told>> {
    let texts = super::eval::validation(languages)?;
    let tell = |&length: &usize| {
        let (windows, right, wrong, _) = language::windows(&texts, length).means();
        println!("{length} bytes: {right:.2} % told rightly, {wrong:.2} % wrongly");
        manifest::Told { length, windows, right: right / 100.0, wrong: wrong / 100.0 }
    };
    Ok(LENGTHS.iter().map(tell).collect())
}
