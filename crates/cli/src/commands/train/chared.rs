//! `pellucid train chared`: a model of one language, from pages that declare their encodings, or from text.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use pellucid::{Encoding, Language};
use pellucid_files::{Input, Progress, ordered};
use pellucid_train::fit::chared::{self, COMMON, Common, Keep, Page, Pages, Sample, Trained};
use pellucid_train::fit::language_of;

use crate::commands::model;
use crate::exit;
use crate::hints::encoding;
use crate::output::Stdout;
use crate::usage::usage;

/// Train chared on a language: a vector of byte triples for each encoding
#[derive(clap::Args, Debug)]
#[command(long_about = LONG_ABOUT, after_help = AFTER_HELP)]
pub struct Chared {
    #[command(flatten)]
    pages: super::Pages,

    /// Write the model to this file
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// Label the model with this language [default: detected from the text]
    #[arg(long = "lang", value_name = "LANGUAGE")]
    language: Option<String>,

    /// Skip pages that are unlike this text of the language, in UTF-8
    #[arg(long, value_name = "FILE", conflicts_with = "text")]
    sample: Option<PathBuf>,

    /// Train on this text, in UTF-8, instead of pages; `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["paths", "files_from"], requires = "encodings")]
    text: Option<PathBuf>,

    /// Use these encodings, separated by commas, the most common first
    ///
    /// For pages, the default is all encodings that enough of them declare; an encoding that is named here is used even if no page
    /// declares it. For --text, UTF-8 is added if it is not named.
    #[arg(long, value_name = "ENCODINGS", value_delimiter = ',', value_parser = encoding)]
    encodings: Vec<&'static Encoding>,

    /// Keep only this many triples, the most frequent ones
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
}

const LONG_ABOUT: &str = "\
Train chared on a language: a vector of byte triples for each encoding

Every page is decoded with the encoding that it declares. Pages that declare none are skipped, and so are those that cannot be in \
it, and encodings that fewer than one in 200 pages have. The text of all pages is then written in each encoding, and its triples \
of bytes are counted. About a thousand pages make a good model. A report shows what was used and what was skipped, the languages \
of the pages, the five-fold cross-validation of the model, and what pages of each encoding were taken for. What would be of no use \
is an error, and no file.";

const AFTER_HELP: &str = "\
Examples:
  pellucid train chared -o swahili.model pages/
  pellucid train chared -o swahili.model --sample swahili.txt crawl/
  pellucid train chared -o swahili.model --text corpus.txt --encodings windows-1252,iso-8859-15
  pellucid detect --model swahili.model page.html";

/// The canonical tag of a language. A model may also be of one that nobody knows.
fn canonical(written: &str) -> String {
    Language::parse(written).map_or_else(|_| written.to_owned(), |language| language.to_string())
}

/// Pages of other languages than the most common one are worth a word if they are more than this share.
const FOREIGN: f64 = 0.1;

impl Chared {
    /// Runs the command.
    pub fn run(self, quiet: bool) -> Result<u8> {
        let mut report = Vec::new();
        let mut failed = 0;
        let (texts, encodings) = match &self.text {
            Some(path) => (vec![(None, super::read_text(path)?)], chared::listed(&self.encodings)),
            None => self.of_pages(quiet, &mut failed, &mut report)?,
        };
        let progress = Progress::idle(quiet);
        progress.then("counting triples");
        let only: Vec<&str> = texts.iter().map(|(_, text)| &**text).collect();
        let language = self.language.as_deref().map_or_else(|| language_of(&only), canonical);
        let keep = self.limit.map_or(Keep::All, Keep::Most);
        let trained = match chared::train(&language, &texts, &encodings, keep) {
            Ok(trained) => trained,
            Err(error) => {
                progress.finish();
                bail!("no model is written, because {error}{}", said(&report));
            }
        };
        super::write(&self.output, &trained.model)?;
        progress.finish();
        let mut out = Stdout::lock();
        out.write_all(&report)?;
        about(&trained, &encodings, &mut out)?;
        model::show(&self.output, &trained.model, &mut out)?;
        out.flush()?;
        Ok(if failed == 0 { exit::FINE } else { exit::FAILED })
    }

    /// The texts of pages, and the encodings that they are trained with.
    fn of_pages(
        &self,
        quiet: bool,
        failed: &mut usize,
        report: &mut Vec<u8>,
    ) -> Result<(Texts, Vec<Common>)> {
        if !self.pages.inputs().are_named() {
            return Err(usage("name pages to train on, or a text with --text"));
        }
        if self.pages.has_stdin() {
            return Err(usage(
                "standard input is one page, and a model needs many; name a folder, or give a list with --files-from -",
            ));
        }
        let sample = self.sample.as_deref().map(super::read_text).transpose()?.map(|text| Sample::new(&text));
        let trigrams = sample.as_ref().map(Sample::trigrams);
        let pages = self.read(sample, quiet, failed)?;
        writeln!(report, "{} of {} pages used", pages.texts.len(), pages.seen + *failed)?;
        for skipped in pages.skipped() {
            writeln!(report, "skipped: {skipped}")?;
        }
        if *failed > 0 {
            writeln!(report, "skipped: {failed} pages that cannot be read")?;
        }
        if pages.spared > 0 {
            writeln!(report, "the text of {} of them was not needed: there is enough", pages.spared)?;
        }
        let (languages, share) = pages.by_language();
        let counted: Vec<String> = languages.iter().take(8).map(|(tag, n)| format!("{tag} {n}")).collect();
        if !languages.is_empty() {
            let more = if languages.len() > 8 { ", …" } else { "" };
            writeln!(report, "languages of the pages: {}{more}", counted.join(", "))?;
        }
        if languages.len() > 1 && share < 1.0 - FOREIGN {
            writeln!(
                report,
                "note: the pages are in several languages, which makes a model worse; --sample FILE keeps those that are like a \
                 text of one language"
            )?;
        }
        let (mut common, rare) = chared::common(pages.texts.iter().map(|(encoding, _)| *encoding));
        let is_named = |encoding: &'static Encoding| self.encodings.contains(&encoding);
        for &(encoding, count) in rare.iter().filter(|(encoding, _)| !is_named(encoding)) {
            let under = 100.0 * COMMON;
            writeln!(report, "skipped: {encoding}, with {count} pages, less than {under} %")?;
        }
        if !self.encodings.is_empty() {
            for (encoding, share) in common.iter().filter(|(encoding, _)| !is_named(encoding)) {
                let percent = 100.0 * share;
                writeln!(
                    report,
                    "skipped: {encoding}, with {percent:.1} % of pages, which --encodings does not name"
                )?;
            }
            common.retain(|(encoding, _)| is_named(encoding));
            for encoding in self.encodings.iter().copied() {
                if common.iter().all(|(other, _)| *other != encoding) {
                    let count =
                        rare.iter().find(|(other, _)| *other == encoding).map_or(0, |(_, count)| *count);
                    let share = count as f32 / pages.texts.len().max(1) as f32;
                    writeln!(report, "added: {encoding}, named by --encodings, with {count} pages")?;
                    common.push((encoding, share));
                }
            }
        }
        if pages.texts.is_empty() {
            let few = trigrams.filter(|trigrams| pages.foreign > 0 && *trigrams < FEW_TRIGRAMS);
            let few =
                few.map(|n| format!("; the sample has only {n} different trigrams")).unwrap_or_default();
            bail!("no page can be used, so no model is written{few}{}", said(report));
        }
        let texts = pages.texts.into_iter().map(|(encoding, text)| (Some(encoding), text)).collect();
        Ok((texts, common))
    }

    /// Reads the pages.
    fn read(&self, sample: Option<Sample>, quiet: bool, failed: &mut usize) -> Result<Pages> {
        let inputs = self.pages.inputs();
        let progress = inputs.progress(1, false, quiet);
        let (sample, reading) = (Arc::new(sample), progress.clone());
        let work = move |input: Input| {
            let mut page = Vec::new();
            let read = input.open().and_then(|mut reader| reader.read_to_end(&mut page));
            reading.read(page.len());
            read.map(|_| Page::read(&page, Option::as_ref(&sample)))
                .with_context(|| input.path.display().to_string())
        };
        let mut pages = Pages::default();
        for page in ordered::map(inputs.walk(), inputs.threads(), work)? {
            match page? {
                Ok(page) => pages.add(page),
                Err(error) => {
                    *failed += 1;
                    progress.error(&format!("{error:#}"));
                }
            }
        }
        progress.finish();
        Ok(pages)
    }
}

/// Texts of pages with their encodings, or one text that was no page.
type Texts = Vec<(Option<&'static Encoding>, String)>;

/// A sample with fewer different trigrams is a few words.
const FEW_TRIGRAMS: usize = 300;

/// A report after a message, if there is any.
fn said(report: &[u8]) -> String {
    match String::from_utf8_lossy(report).trim_end() {
        "" => String::new(),
        said => format!(":\n{said}"),
    }
}

/// How well the model does, and what is to be known about its encodings.
fn about(trained: &Trained, encodings: &[Common], out: &mut impl Write) -> Result<()> {
    for (encoding, lost) in &trained.lacking {
        writeln!(out, "note: {encoding} lacks {:.1} % of the letters beyond ASCII", 100.0 * lost)?;
    }
    for (first, second) in &trained.alike {
        writeln!(out, "note: {second} writes this text in the same bytes as {first}, the answer for both")?;
    }
    let validated = &trained.validated;
    let percent = |part: usize| 100.0 * part as f64 / validated.documents.max(1) as f64;
    writeln!(
        out,
        "five-fold cross-validation: {} documents, {:.2} % given their encoding, {:.2} % read correctly",
        validated.documents,
        percent(validated.exact),
        percent(validated.text)
    )?;
    let names: Vec<&str> = encodings.iter().map(|(encoding, _)| encoding.name()).collect();
    super::confusion(&names, &validated.confusion, "the cross-validation", out)
}
