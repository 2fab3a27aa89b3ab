//! `pellucid train svm`: a support vector machine for each encoding, from labelled pages, or from text.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use pellucid::papers::svm::Reading;
use pellucid_corpora::languages::{self, Language};
use pellucid_files::{Input, Progress, ordered};
use pellucid_train::fit::language_of;
use pellucid_train::fit::svm::documents::{Document, FEWEST, LOOKED_AT, Label, draw, enough, of_text};
use pellucid_train::fit::svm::{Fitted, Options, SHIPPED, fit};

use crate::exit;
use crate::inputs::Inputs;
use crate::output::Stdout;
use crate::usage::usage;

/// Train support vector machines, one for each encoding
#[derive(clap::Args, Debug)]
#[command(long_about = LONG_ABOUT, after_help = AFTER_HELP)]
pub struct Svm {
    #[command(flatten)]
    inputs: Inputs,

    /// Write the model to this file
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// Train on text instead of pages: a file or a folder of languages
    ///
    /// A file needs --encodings. A folder has a table languages.tsv with the columns `tag` and `whatwg_encodings`, and the text of
    /// each language as `TAG.train.txt` or `TAG.train.txt.zst`. All text is UTF-8. It is cut into documents, which are written
    /// in each encoding of the language.
    #[arg(long, value_name = "PATH", conflicts_with_all = ["paths", "files_from"])]
    text: Option<PathBuf>,

    /// Distinguish these encodings, separated by commas
    ///
    /// The default is all encodings that the pages are labelled with, or that the languages of the text use on the web.
    #[arg(long, value_name = "ENCODINGS", value_delimiter = ',', value_parser = label)]
    encodings: Vec<String>,

    /// Count all bytes of the pages, markup included, as the paper did
    #[arg(long, conflicts_with = "text")]
    keep_markup: bool,

    /// Use at most this many documents of each encoding
    ///
    /// For text in many languages, more are used.
    #[arg(long, value_name = "N", default_value_t = SHIPPED)]
    documents: usize,

    /// Give weights to this many n-grams for each encoding
    #[arg(long, value_name = "N", default_value_t = Options::default().features)]
    features: usize,

    /// Ignore n-grams in fewer documents than this
    ///
    /// This many documents of the encoding and this many others must have it; if there are few documents, a tenth of them.
    #[arg(long, value_name = "N", default_value_t = Options::default().least)]
    min_count: u32,

    /// Choose this share of n-grams by disparity, 0 to 1; the paper used 0
    ///
    /// These are n-grams that only the encoding has, or only the others have.
    #[arg(long, value_name = "SHARE", default_value_t = Options::shipped().disparity, value_parser = share)]
    disparity: f64,

    /// Use this many other documents for each one of the encoding; the paper used 1
    #[arg(long, value_name = "N", default_value_t = Options::shipped().negatives, value_parser = positive)]
    negatives: f64,

    /// Set the cost of an error, in units of SVM-light's default; the paper used 1
    #[arg(long, value_name = "C", default_value_t = Options::shipped().cost, value_parser = positive)]
    cost: f64,

    /// Report the leave-one-out error too, which takes longer
    #[arg(long)]
    leave_one_out: bool,
}

const LONG_ABOUT: &str = "\
Train support vector machines, one for each encoding

The inputs are folders with a subfolder for each encoding (`pages/koi8-r/…`), or lists with a path, a tab and an encoding on each \
line; these paths are relative to the list. Each encoding is trained against all others: the n-grams of one to three bytes are \
chosen whose frequency differs most from that on other pages (by Kullback-Leibler divergence), and given weights that separate \
the two best. Three in ten documents are held out. A table at the end shows for each encoding: documents, support vectors, \
weights, the share of errors in five-fold cross-validation, and the accuracy on the documents that were held out.";

const AFTER_HELP: &str = "\
Examples:
  pellucid train svm -o mine.model pages/
  pellucid train svm -o mine.model list.tsv
  pellucid train svm -o mine.model --text corpus.txt --encodings utf-8,koi8-r,windows-1251
  pellucid train svm -o mine.model --text corpus/
  pellucid detect --model mine.model page.html";

impl Svm {
    /// Runs the command.
    pub fn run(self, quiet: bool) -> Result<u8> {
        let mut report = Vec::new();
        let mut failed = 0;
        let (documents, labels) = match &self.text {
            Some(folder) => self.written(folder, quiet)?,
            None if self.inputs.are_named() => self.pages(quiet, &mut failed, &mut report)?,
            None => {
                return Err(usage("name folders of pages to train on, or a text with --text"));
            }
        };
        let (documents, labels, few) = enough(documents, labels);
        for (label, count) in few {
            writeln!(report, "skipped: {label}, with {count} documents, fewer than {FEWEST}")?;
        }
        ensure!(
            labels.len() > 1,
            "no model is written, because there are fewer than two encodings to distinguish:\n{}",
            String::from_utf8_lossy(&report).trim_end()
        );
        let progress = Progress::idle(quiet);
        progress.count("encodings learned", labels.len());
        let options = Options {
            features: self.features,
            least: self.min_count,
            cost: self.cost,
            negatives: self.negatives,
            disparity: self.disparity,
            reading: self.reading(),
            leave_one_out: self.leave_one_out,
            ..Options::default()
        };
        let fitted = fit(&documents, &labels, &options, &|| progress.read(1));
        let model = fitted.model();
        super::write(&self.output, &model)?;
        progress.finish();
        let mut out = Stdout::lock();
        out.write_all(&report)?;
        summary(&fitted, &mut out)?;
        writeln!(out, "{}: {} bytes", self.output.display(), model.len())?;
        out.flush()?;
        Ok(if failed == 0 { exit::FINE } else { exit::FAILED })
    }

    fn reading(&self) -> Reading {
        if self.keep_markup { Reading::WithMarkup } else { Reading::Text }
    }

    /// Text in every encoding.
    fn written(&self, path: &Path, quiet: bool) -> Result<(Vec<Document>, Vec<String>)> {
        if path.is_file() {
            return self.written_file(path, quiet);
        }
        let languages = languages::read(&[path.to_owned()])?;
        let labels = match &self.encodings[..] {
            [] => Label::web(&languages),
            named => named.iter().map(|name| Label::named(name)).collect(),
        };
        let progress = Progress::idle(quiet);
        progress.count("languages read", languages.len());
        let mut texts = Vec::new();
        for language in &languages {
            texts.push((language, language.train()?));
            progress.read(1);
        }
        progress.then("writing documents");
        let documents = of_text(&texts, &labels, self.documents);
        progress.finish();
        Ok((documents, labels.into_iter().map(|label| label.name).collect()))
    }

    /// Documents of one text, in the encodings that were named.
    fn written_file(&self, path: &Path, quiet: bool) -> Result<(Vec<Document>, Vec<String>)> {
        if self.encodings.is_empty() {
            return Err(usage("--text with a file needs --encodings: the text is written in each of them"));
        }
        let texts = [super::read_text(path)?];
        let labels: Vec<Label> = self.encodings.iter().map(|name| Label::named(name)).collect();
        let encodings = labels.iter().filter_map(Label::encoding).collect();
        let language = Language::of_caller(&language_of(&texts), encodings);
        let [text] = texts;
        let progress = Progress::idle(quiet);
        progress.then("writing documents");
        let documents = of_text(&[(&language, text)], &labels, self.documents);
        progress.finish();
        Ok((documents, self.encodings.clone()))
    }

    /// The pages, by their labels.
    fn pages(
        &self,
        quiet: bool,
        failed: &mut usize,
        report: &mut Vec<u8>,
    ) -> Result<(Vec<Document>, Vec<String>)> {
        let mut found = self.found(report)?;
        let labels: Vec<String> = found.keys().cloned().collect();
        let mut chosen = Vec::new();
        for (number, inputs) in found.values_mut().enumerate() {
            draw(inputs, self.documents);
            chosen.extend(inputs.drain(..).map(|input| (number, input)));
        }
        let progress = Progress::idle(quiet);
        progress.count("pages read", chosen.len());
        let (reading, counting) = (self.reading(), progress.clone());
        let work = move |(number, input): (usize, Input)| {
            let mut page = Vec::new();
            let read = input.open().and_then(|reader| reader.take(LOOKED_AT as u64).read_to_end(&mut page));
            counting.read(1);
            read.map(|_| Document::of_page(number, &page, reading))
                .with_context(|| input.path.display().to_string())
        };
        let (mut documents, mut empty) = (Vec::new(), 0);
        for document in ordered::map(chosen.into_iter(), self.inputs.threads(), work)? {
            match document? {
                Ok(document) if document.bytes.is_empty() => empty += 1,
                Ok(document) => documents.push(document),
                Err(error) => {
                    *failed += 1;
                    progress.error(&format!("{error:#}"));
                }
            }
        }
        progress.finish();
        writeln!(report, "{} pages used", documents.len())?;
        for (pages, why) in [(empty, "are empty"), (*failed, "cannot be read")] {
            if pages > 0 {
                writeln!(report, "skipped: {pages} pages that {why}")?;
            }
        }
        Ok((documents, labels))
    }

    /// The pages of each label that names an encoding.
    fn found(&self, report: &mut Vec<u8>) -> Result<BTreeMap<String, Vec<Input>>> {
        let mut found: BTreeMap<String, Vec<Input>> = BTreeMap::new();
        let named = self.inputs.paths();
        for input in self.inputs.walk() {
            if named.contains(&input.path) {
                for (label, path) in listed(&input)? {
                    found.entry(label).or_default().push(Input::file(path));
                }
                continue;
            }
            let mut parts = input.name.iter();
            let label = match (parts.next(), parts.next()) {
                (Some(folder), Some(_)) => folder.to_string_lossy().into_owned(),
                _ => String::new(),
            };
            found.entry(label).or_default().push(input);
        }
        let wanted = |name: &str| {
            self.encodings.is_empty() || self.encodings.iter().any(|other| other.eq_ignore_ascii_case(name))
        };
        let mut known = BTreeMap::new();
        for (label, inputs) in found {
            if label.is_empty() {
                writeln!(report, "skipped: {} files outside the folders of encodings", inputs.len())?;
            } else if Label::named(&label).encoding().is_none() {
                writeln!(report, "skipped: {} pages in {label:?}, which is not an encoding", inputs.len())?;
            } else if wanted(&label) {
                known.insert(label, inputs);
            }
        }
        Ok(known)
    }
}

/// The pages of a list: a path, a tab, an encoding.
fn listed(list: &Input) -> Result<Vec<(String, PathBuf)>> {
    let name = || list.path.display().to_string();
    let mut text = String::new();
    list.open().and_then(|mut reader| reader.read_to_string(&mut text)).with_context(name)?;
    let folder = list.path.parent().unwrap_or(Path::new(""));
    let mut pages = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let (path, label) = line.split_once('\t').with_context(|| {
            format!("{}: line {}: expected a path, a tab and an encoding", name(), number + 1)
        })?;
        let label = label.split('\t').next().unwrap_or_default().trim();
        pages.push((label.to_owned(), folder.join(path)));
    }
    Ok(pages)
}

/// What came of it.
fn summary(fitted: &Fitted, out: &mut impl Write) -> Result<()> {
    let error = |share: Option<f64>| share.map_or_else(String::new, |share| format!("{:.2}", 100.0 * share));
    let with_left_out = fitted.machines.iter().any(|machine| machine.left_out.is_some());
    let left_out = |words: &str| if with_left_out { format!(" {words:>14}") } else { String::new() };
    writeln!(
        out,
        "{:16} {:>9} {:>7} {:>7} {:>9}{} {:>10}",
        "encoding",
        "documents",
        "support",
        "weights",
        "5-fold, %",
        left_out("left out, %"),
        "right, %"
    )?;
    for machine in &fitted.machines {
        writeln!(
            out,
            "{:16} {:>9} {:>7} {:>7} {:>9}{} {:>10.2}",
            machine.label,
            machine.trained_on.0,
            machine.support_vectors,
            machine.weights(),
            error(machine.cross_validated),
            left_out(&error(machine.left_out)),
            100.0 * machine.accuracy,
        )?;
    }
    let sum = |number: fn(&pellucid_train::fit::svm::Machine) -> usize| -> usize {
        fitted.machines.iter().map(number).sum()
    };
    let mean = fitted.machines.iter().filter_map(|m| m.cross_validated).sum::<f64>()
        / fitted.machines.len().max(1) as f64;
    writeln!(
        out,
        "{} encodings, {} documents, {} support vectors, {:.2} % errors in cross-validation",
        fitted.machines.len(),
        sum(|machine| machine.trained_on.0) + fitted.tested_with,
        sum(|machine| machine.support_vectors),
        100.0 * mean,
    )?;
    writeln!(
        out,
        "all together: {} of {} held-out documents are right, {:.2} %",
        fitted.right,
        fitted.tested_with,
        100.0 * fitted.right as f64 / fitted.tested_with.max(1) as f64,
    )?;
    Ok(())
}

/// The name of an encoding as it will stand in the model.
fn label(name: &str) -> Result<String, String> {
    match Label::named(name.trim()).encoding() {
        Some(_) => Ok(name.trim().to_owned()),
        None => Err("no encoding has this name; `pellucid encodings` lists all names".into()),
    }
}

fn share(number: &str) -> Result<f64, String> {
    match number.parse::<f64>() {
        Ok(number) if (0.0..=1.0).contains(&number) => Ok(number),
        _ => Err("not a number from 0 to 1".into()),
    }
}

fn positive(number: &str) -> Result<f64, String> {
    match number.parse::<f64>() {
        Ok(number) if number.is_finite() && number > 0.0 && number <= 1e6 => Ok(number),
        _ => Err("not a number above 0 and up to a million".into()),
    }
}
