//! `cargo dev eval declared`, `left-out`, `repair`, `signs` and `words`: pages that are made to put one question each.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use pellucid::{Detector, Model};
use pellucid_corpora::{data_folder, languages, words, workspace};
use pellucid_eval::made::floors::{self, Floors};
use pellucid_eval::made::{self, Measured, Outcome, report};
use pellucid_eval::report::markdown;
use pellucid_train::fit::text;
use pellucid_train::validate::{self, Asked};

/// Pages with a correct declaration, in all languages and encodings of the web, and with a false one.
///
/// Prints how many are decoded to the correct text, by way of declaring; writes report.md, with a list of wrong answers, and
/// answers.tsv.
#[derive(clap::Args)]
pub struct Declared {
    #[command(flatten)]
    options: Options,
}

/// Text of languages that the model has never seen: models are fitted again, each without an eighth of the languages.
///
/// Prints how many windows in windows-1252 are decoded to the correct text, by length; writes report.md, with a table by
/// language, and answers.tsv.
#[derive(clap::Args)]
pub struct LeftOut {
    #[command(flatten)]
    options: Options,
}

/// Text of all languages, misread in the usual ways, and clean text, in its case, in capitals and in swapped case.
///
/// Prints how much of it Pellucid and ftfy make exactly what it should be; writes report.md and answers.tsv.
#[derive(clap::Args)]
pub struct Repair {
    #[command(flatten)]
    options: Options,
}

/// Pages whose only bytes beyond ASCII are signs: menus with dots, degrees, fractions, copyright.
///
/// Prints how many are decoded to the correct text; writes report.md, with tables by sign and language, and answers.tsv.
#[derive(clap::Args)]
pub struct Signs {
    #[command(flatten)]
    options: Options,
}

/// Names, single words and menus of testdata/words, without a hint, with the language, with the domain.
///
/// Prints how many are decoded to the correct text; writes report.md, with a list of wrong answers, and answers.tsv.
#[derive(clap::Args)]
pub struct Words {
    #[command(flatten)]
    options: Options,
}

#[derive(clap::Args)]
struct Options {
    /// Compare with the pinned floors.
    #[arg(long)]
    gate: bool,
    /// Raise the pinned floors to what is reached; lowers none.
    #[arg(long)]
    raise: bool,
    /// Folder of the report; reports/NAME in the workspace by default.
    #[arg(long)]
    out: Option<PathBuf>,
}

/// Runs `declared`.
pub fn declared(arguments: &Declared) -> Result<()> {
    with_text(&arguments.options, made::declared::measure)
}

/// Runs `left-out`.
pub fn left_out(arguments: &LeftOut) -> Result<()> {
    const LENGTHS: [usize; 6] = [20, 50, 100, 200, 500, 1000];

    with_text(&arguments.options, |languages| {
        let (counted, signs) = (text::count(languages)?, text::signs_of_pages()?);
        let detector = |kept: &dyn Fn(&str) -> bool| {
            let kept: Vec<_> = counted.iter().filter(|language| kept(&language.tag)).collect();
            let model = Model::parse(&text::fit(&kept, &signs, text::BYTES))?;
            Ok(Detector::builder().model(model).build()?)
        };
        let asked = validate::left_out(languages, &LENGTHS, detector)?;
        let outcome = |one: Asked| Outcome {
            group: format!("{} bytes", one.length),
            about: vec![one.language],
            answer: one.answer.name(),
            confidence: f64::from(one.confidence),
            right: one.is_right,
        };
        let mut outcomes: Vec<Outcome> = asked.into_iter().map(outcome).collect();
        outcomes.sort_by_key(|one| LENGTHS.iter().position(|length| one.group == format!("{length} bytes")));
        Ok(Measured {
            name: "left-out",
            title: "Languages that the model has never seen",
            note: "Windows of validation text in windows-1252, each read by a model that was fitted without its language. Right is decode-equal.",
            columns: vec!["language"],
            by: vec!["language"],
            not_calibrated: Vec::new(),
            outcomes,
        })
    })
}

/// Runs `repair`.
pub fn repair(arguments: &Repair) -> Result<()> {
    with_text(&arguments.options, |languages| {
        let (measured, table) = made::repair::measure(languages)?;
        println!("{}\n{}", markdown::table(&table), table.note);
        Ok(measured)
    })
}

/// Runs `signs`.
pub fn signs(arguments: &Signs) -> Result<()> {
    with_text(&arguments.options, made::signs::measure)
}

/// Runs `words`.
pub fn words(arguments: &Words) -> Result<()> {
    tell(&arguments.options, &made::words::measure(&words::read(&words::path())?)?)
}

fn with_text(options: &Options, measure: fn(&[languages::Language]) -> Result<Measured>) -> Result<()> {
    let folder = data_folder().join("text");
    if !folder.is_dir() {
        println!("skipped: no text at {} (set PELLUCID_DATA)", folder.display());
        return Ok(());
    }
    tell(options, &measure(&languages::read(&[folder])?)?)
}

/// Prints the table, writes the report, and compares with the floors.
fn tell(options: &Options, measured: &Measured) -> Result<()> {
    println!("{}", report::summary(measured));
    let out = options.out.clone().unwrap_or_else(|| workspace().join("reports").join(measured.name));
    report::write(measured, &out)?;
    println!("report: {}", out.join("report.md").display());
    let mut floors = Floors::load(&floors::path())?;
    let misses = if options.gate { floors.check(measured) } else { Vec::new() };
    if options.raise {
        floors.raise(measured);
        floors.save(&floors::path())?;
    }
    misses.iter().for_each(|miss| println!("gate: {miss}"));
    ensure!(misses.is_empty(), "{} floors missed", misses.len());
    Ok(())
}
