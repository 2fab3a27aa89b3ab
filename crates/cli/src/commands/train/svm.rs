//! `pellucid train svm`: a support vector machine for each encoding, from labelled pages, or from text.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use pellucid::papers::svm::Reading;
use pellucid_corpora::languages::{self, Language};
use pellucid_files::{Input, Progress, ordered};
use pellucid_train::fit::language_of;
use pellucid_train::fit::svm::documents::{
    Document, FEWEST, LOOKED_AT, Label, Refused, draw, enough, of_text,
};
use pellucid_train::fit::svm::{Fitted, Options, SHIPPED, compare, fit};

use crate::exit;
use crate::output::Stdout;
use crate::usage::usage;

use super::Pages;

/// Train support vector machines, one for each encoding
#[derive(clap::Args, Debug)]
#[command(long_about = LONG_ABOUT, after_help = AFTER_HELP)]
pub struct Svm {
    #[command(flatten)]
    pages: Pages,

    /// Write the model to this file
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// Train on text instead of pages: a file or a folder of languages
    ///
    /// A file, or `-` for standard input, needs --encodings. A folder has a table languages.tsv with the columns `tag` and `whatwg_encodings`, and the text of
    /// each language as `TAG.train.txt` or `TAG.train.txt.zst`. All text is UTF-8. It is cut into documents, which are written
    /// in each encoding of the language.
    #[arg(long, value_name = "PATH", conflicts_with_all = ["paths", "files_from"])]
    text: Option<PathBuf>,

    /// Distinguish these encodings, separated by commas
    ///
    /// The default is all encodings that the pages are labelled with, or that the languages of the text use on the web.
    #[arg(long, value_name = "ENCODINGS", value_delimiter = ',', value_parser = label)]
    encodings: Vec<String>,

    /// Start from these settings: extended or paper
    ///
    /// `extended`, the default, is what reads most pages correctly: --reading spaces,root,apart,seven --disparity 0.5 --negatives 4
    /// --cost 10 --prior 0.08. `paper` is what the paper says: --reading plain --disparity 0 --negatives 1 --cost 1 --prior 0. Every
    /// other option overrides them.
    #[arg(
        long,
        value_enum,
        value_name = "SETTINGS",
        default_value_t,
        hide_default_value = true,
        hide_possible_values = true
    )]
    settings: Settings,

    /// Count pages in these ways, such as spaces,root
    ///
    /// `plain`, or any of these. `spaces`: white space of any length is one space. `root`: values are square roots of frequencies. `apart`: frequencies are
    /// shares among n-grams with a byte beyond ASCII, or among those without. `high`: the share of bytes beyond ASCII is a value
    /// too. `seven`: what has a byte beyond ASCII is not US-ASCII, and what has none is.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = reading_name)]
    reading: Vec<String>,

    /// Count all bytes of the pages, markup included, as the paper did
    #[arg(long, conflicts_with = "text")]
    keep_markup: bool,

    /// Use at most this many documents of each encoding
    ///
    /// For text in many languages, more are used.
    #[arg(long, value_name = "N", default_value_t = SHIPPED)]
    documents: usize,

    /// Give weights to this many n-grams for each encoding
    #[arg(long, value_name = "N", default_value_t = Options::paper().features)]
    features: usize,

    /// Ignore n-grams in fewer documents than this
    ///
    /// This many documents of the encoding and this many others must have it; if there are few documents, a tenth of them.
    #[arg(long, value_name = "N", default_value_t = Options::paper().least)]
    min_count: u32,

    /// Choose this share of n-grams by disparity, 0 to 1
    ///
    /// These are n-grams that only the encoding has, or only the others have.
    #[arg(long, value_name = "SHARE", value_parser = share)]
    disparity: Option<f64>,

    /// Rank n-grams by lower bounds of this confidence
    ///
    /// The least divergence within intervals of this confidence, between 0 and 1, such as 0.95. Those whose divergence may be zero are not used.
    #[arg(long, value_name = "CONFIDENCE", value_parser = confidence)]
    confidence: Option<f64>,

    /// Learn over this many principal components of the n-grams
    #[arg(long, value_name = "N")]
    components: Option<NonZero<usize>>,

    /// Decide about the width of encodings first, then about the encoding
    ///
    /// The widths are one byte, several bytes, and Unicode. Encodings are then trained against those of the same width only.
    #[arg(long)]
    width_first: bool,

    /// Use this many negative documents for each positive one
    #[arg(long, value_name = "N", value_parser = positive)]
    negatives: Option<f64>,

    /// Set the cost of an error, in units of SVM-light's
    #[arg(long, value_name = "C", value_parser = positive)]
    cost: Option<f64>,

    /// Let prevalence on the web count so much where machines are compared
    ///
    /// Units of decision values for each factor of e.
    #[arg(long, value_name = "WEIGHT", value_parser = share)]
    prior: Option<f64>,

    /// Report the leave-one-out error too, which takes longer
    #[arg(long)]
    leave_one_out: bool,

    /// Compare four kernels on this many documents each
    ///
    /// They are those of SVM-light. This only prints a table: models are linear. Memory grows with the square of the number.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(10..=8000))]
    kernels: Option<u16>,
}

#[derive(clap::ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Settings {
    /// What reads most pages correctly
    #[default]
    Extended,
    /// What the paper says
    Paper,
}

const LONG_ABOUT: &str = "\
Train support vector machines, one for each encoding

The inputs are folders with a subfolder for each encoding (`pages/koi8-r/…`), or lists with a path, a tab and an encoding on each \
line; these paths are relative to the list. `-` is a list from standard input. Each encoding is trained against all others: the n-grams of one to three bytes are \
chosen whose frequency differs most from that on other pages (by Kullback-Leibler divergence), and given weights that separate \
the two best. Three in ten documents are held out. A table at the end shows for each encoding: documents, support vectors, \
weights, the share of errors in five-fold cross-validation, and the accuracy on the documents that were held out. Then come the \
characters that tell most, and what the documents of each encoding were taken for.";

const AFTER_HELP: &str = "\
Examples:
  pellucid train svm -o mine.model pages/
  pellucid train svm -o mine.model list.tsv
  pellucid train svm -o mine.model --text russian.txt --encodings utf-8,koi8-r,windows-1251
  pellucid train svm -o mine.model --text corpus/
  pellucid train svm -o paper.model --settings paper --keep-markup --leave-one-out pages/
  pellucid train svm -o tree.model --settings paper --width-first --kernels 1000 pages/
  pellucid detect --model mine.model page.html";

impl Svm {
    /// Runs the command.
    pub fn run(self, quiet: bool) -> Result<u8> {
        let options = self.options()?;
        let mut report = Vec::new();
        let mut failed = 0;
        let (documents, labels) = match &self.text {
            Some(folder) => self.written(folder, options.reading, quiet)?,
            None if self.pages.inputs().are_named() => {
                self.pages(options.reading, quiet, &mut failed, &mut report)?
            }
            None => {
                return Err(usage(
                    "name folders of pages to train on, or lists of pages, or a text with --text",
                ));
            }
        };
        let (documents, labels, few) = enough(documents, labels);
        for (label, count) in few {
            writeln!(report, "skipped: {label}, with {count} documents, fewer than {FEWEST}")?;
        }
        let said = |report: &[u8]| match String::from_utf8_lossy(report).trim_end() {
            "" => String::new(),
            said => format!(":\n{said}"),
        };
        ensure!(
            labels.len() > 1,
            "no model is written, because there are fewer than two encodings to distinguish{}",
            said(&report)
        );
        let progress = Progress::idle(quiet);
        progress.count("encodings learned", labels.len());
        let fitted = fit(&documents, &labels, &options, &|| progress.read(1));
        if let Some(useless) = fitted.useless() {
            progress.finish();
            bail!("no model is written, because it would be of no use: {useless}{}", said(&report));
        }
        let model = fitted.model();
        super::write(&self.output, &model)?;
        progress.finish();
        let mut out = Stdout::lock();
        out.write_all(&report)?;
        summary(&fitted, &mut out)?;
        characters(&fitted, &mut out)?;
        super::confusion(&labels, &fitted.confusion, "held-out documents", &mut out)?;
        writeln!(out, "{}: {} bytes", self.output.display(), model.len())?;
        out.flush()?;
        if let Some(most) = self.kernels {
            kernels(&documents, labels.len(), &options, usize::from(most), &mut out)?;
            out.flush()?;
        }
        Ok(if failed == 0 { exit::FINE } else { exit::FAILED })
    }

    /// The settings, with what overrides them.
    fn options(&self) -> Result<Options> {
        let base = match self.settings {
            Settings::Extended => Options::extended(),
            Settings::Paper => Options::paper(),
        };
        let mut reading = match &self.reading[..] {
            [] => base.reading,
            [plain] if plain == PLAIN => Reading::PAPER,
            names if names.iter().any(|name| name == PLAIN) => {
                return Err(usage("--reading plain goes with no other name"));
            }
            names => names.iter().fold(Reading::PAPER, |reading, name| reading.with(name).unwrap_or(reading)),
        };
        reading.markup = self.keep_markup;
        Ok(Options {
            features: self.features,
            least: self.min_count,
            cost: self.cost.unwrap_or(base.cost),
            negatives: self.negatives.unwrap_or(base.negatives),
            disparity: self.disparity.unwrap_or(base.disparity),
            prior: self.prior.unwrap_or(base.prior),
            confidence: self.confidence,
            components: self.components.map(NonZero::get),
            width_first: self.width_first,
            reading,
            leave_one_out: self.leave_one_out,
            ..base
        })
    }

    /// Text in every encoding.
    fn written(&self, path: &Path, reading: Reading, quiet: bool) -> Result<(Vec<Document>, Vec<String>)> {
        if path.is_file() || path == Path::new("-") {
            return self.written_file(path, reading, quiet);
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
        let documents = of_text(&texts, &labels, self.documents, reading);
        progress.finish();
        Ok((documents, labels.into_iter().map(|label| label.name).collect()))
    }

    /// Documents of one text, in the encodings that were named.
    fn written_file(
        &self,
        path: &Path,
        reading: Reading,
        quiet: bool,
    ) -> Result<(Vec<Document>, Vec<String>)> {
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
        let documents = of_text(&[(&language, text)], &labels, self.documents, reading);
        progress.finish();
        Ok((documents, self.encodings.clone()))
    }

    /// The pages, by their labels.
    fn pages(
        &self,
        reading: Reading,
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
        let (counting, names) = (progress.clone(), labels.clone());
        let work = move |(number, input): (usize, Input)| {
            let mut page = Vec::new();
            let read = input.open().and_then(|reader| reader.take(LOOKED_AT as u64).read_to_end(&mut page));
            counting.read(1);
            let label = Label::named(&names[number]);
            read.map(|_| (number, Document::read(number, &label, &page, reading), input.path.clone()))
                .with_context(|| input.path.display().to_string())
        };
        let mut documents = Vec::new();
        let mut refused: BTreeMap<Refused, (Vec<usize>, PathBuf)> = BTreeMap::new();
        for document in ordered::map(chosen.into_iter(), self.pages.inputs().threads(), work)? {
            match document? {
                Ok((_, Ok(document), _)) => documents.push(document),
                Ok((number, Err(why), path)) => {
                    refused.entry(why).or_insert_with(|| (vec![0; labels.len()], path)).0[number] += 1;
                }
                Err(error) => {
                    *failed += 1;
                    progress.error(&format!("{error:#}"));
                }
            }
        }
        progress.finish();
        writeln!(report, "{} pages used", documents.len())?;
        for (why, (counts, first)) in &refused {
            let counted = counts.iter().zip(&labels).filter(|(count, _)| **count > 0);
            let of_each: Vec<String> = counted.map(|(count, label)| format!("{count} of {label}")).collect();
            let (sum, why) = (counts.iter().sum::<usize>(), why.why());
            let of_each = of_each.join(", ");
            writeln!(report, "skipped: {sum} pages that {why}: {of_each}; the first is {}", first.display())?;
        }
        if *failed > 0 {
            writeln!(report, "skipped: {failed} pages that cannot be read")?;
        }
        Ok((documents, labels))
    }

    /// The pages of each label that names an encoding.
    fn found(&self, report: &mut Vec<u8>) -> Result<BTreeMap<String, Vec<Input>>> {
        let mut found: BTreeMap<String, Vec<Input>> = BTreeMap::new();
        let inputs = self.pages.inputs();
        let named = inputs.paths();
        for input in inputs.walk() {
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

/// The characters that tell most: the paper's Table 2.
fn characters(fitted: &Fitted, out: &mut impl Write) -> Result<()> {
    let rows =
        fitted.machines.iter().flat_map(|machine| machine.characters.iter().map(move |one| (machine, one)));
    let rows: Vec<_> = rows.collect();
    if rows.is_empty() {
        return Ok(());
    }
    writeln!(out, "characters that tell most, by Kullback-Leibler divergence:")?;
    writeln!(
        out,
        "{:16} {:8} {:>9} {:>8} {:>5} {:>10}",
        "encoding", "language", "character", "value", "bytes", "divergence"
    )?;
    for (machine, one) in rows {
        let value = one.bytes.iter().fold(0u32, |value, byte| value << 8 | u32::from(*byte));
        let language = one.language.as_deref().unwrap_or("");
        let (label, character, bytes) = (&machine.label, one.character, one.bytes.len());
        writeln!(
            out,
            "{label:16} {language:8} {character:>9} {value:>8} {bytes:>5} {:>10.2}",
            one.divergence
        )?;
    }
    Ok(())
}

/// What each kernel gets right, and what it costs.
fn kernels(
    documents: &[Document],
    labels: usize,
    options: &Options,
    most: usize,
    out: &mut impl Write,
) -> Result<()> {
    writeln!(out, "kernels, with at most {most} training documents for each encoding:")?;
    writeln!(
        out,
        "{:22} {:>8} {:>8} {:>12} {:>11} {:>13}",
        "kernel", "right, %", "support", "numbers kept", "training, s", "decision, µs"
    )?;
    for one in compare::kernels(documents, labels, options, most) {
        writeln!(
            out,
            "{:22} {:>8.2} {:>8} {:>12} {:>11.1} {:>13.1}",
            one.kernel.name(),
            100.0 * one.accuracy(),
            one.support_vectors,
            one.numbers,
            one.training.as_secs_f64(),
            1e6 * one.decision.as_secs_f64(),
        )?;
    }
    Ok(())
}

/// The name of all settings of reading being off.
const PLAIN: &str = "plain";

fn reading_name(name: &str) -> Result<String, String> {
    match name.trim() {
        name if name == PLAIN || Reading::names().any(|known| known == name) => Ok(name.to_owned()),
        _ => Err(format!("use plain, or any of {}", Reading::names().collect::<Vec<_>>().join(", "))),
    }
}

fn confidence(number: &str) -> Result<f64, String> {
    match number.parse::<f64>() {
        Ok(number) if number > 0.0 && number < 1.0 => Ok(number),
        _ => Err("not a number between 0 and 1".into()),
    }
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
