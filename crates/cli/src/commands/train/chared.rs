//! `pellucid train chared`: a model of one language, from pages that declare their encodings, or from text.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use pellucid::Encoding;
use pellucid_files::{Input, Progress, ordered};
use pellucid_train::fit::chared::{self, COMMON, Keep, Page, Pages, Sample, TRIPLES};
use pellucid_train::fit::language_of;

use crate::commands::model;
use crate::exit;
use crate::hints::encoding;
use crate::inputs::Inputs;
use crate::output::Stdout;
use crate::usage::usage;

/// Train chared on a language: a vector of byte triples for each encoding
#[derive(clap::Args, Debug)]
#[command(long_about = LONG_ABOUT, after_help = AFTER_HELP)]
pub struct Chared {
    #[command(flatten)]
    inputs: Inputs,

    /// Write the model to this file
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// Label the model with this language [default: detected from the text]
    #[arg(long = "lang", value_name = "LANGUAGE")]
    language: Option<String>,

    /// Skip pages that are unlike this text of the language, in UTF-8
    #[arg(long, value_name = "FILE", conflicts_with = "text")]
    sample: Option<PathBuf>,

    /// Train on this text, in UTF-8, instead of pages
    #[arg(long, value_name = "FILE", conflicts_with_all = ["paths", "files_from"], requires = "encodings")]
    text: Option<PathBuf>,

    /// Use these encodings, separated by commas, the most common first
    ///
    /// For pages, the default is all encodings that they declare. For --text, UTF-8 is added if it is not named.
    #[arg(long, value_name = "ENCODINGS", value_delimiter = ',', value_parser = encoding)]
    encodings: Vec<&'static Encoding>,

    /// Keep only this many triples, the most frequent ones
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
}

const LONG_ABOUT: &str = "\
Train chared on a language: a vector of byte triples for each encoding

Every page is decoded with the encoding that it declares. Pages that declare none are skipped, and so are encodings that fewer \
than one in 200 pages have. The text of all pages is then written in each encoding, and its triples of bytes are counted. \
About a thousand pages make a good model. A report at the end shows what was used and what was skipped.";

const AFTER_HELP: &str = "\
Examples:
  pellucid train chared -o swahili.model pages/
  pellucid train chared -o swahili.model --sample swahili.txt crawl/
  pellucid train chared -o swahili.model --text corpus.txt --encodings windows-1252,iso-8859-15
  pellucid detect --model swahili.model page.html";

impl Chared {
    /// Runs the command.
    pub fn run(self, quiet: bool) -> Result<u8> {
        let mut report = Vec::new();
        let mut failed = 0;
        let (texts, encodings) = match &self.text {
            Some(path) => (vec![super::read_text(path)?], chared::listed(&self.encodings)),
            None => {
                if !self.inputs.are_named() {
                    return Err(usage("name pages to train on, or a text with --text"));
                }
                let sample = self.sample.as_deref().map(super::read_text).transpose()?;
                let pages = self.pages(sample.map(|text| Sample::new(&text)), quiet, &mut failed)?;
                let found = pages.texts.len();
                let (mut common, rare) = chared::common(pages.texts.iter().map(|(encoding, _)| *encoding));
                writeln!(report, "{found} pages used")?;
                for (pages, why) in [
                    (pages.undeclared, "declare no known encoding"),
                    (pages.foreign, "are unlike the sample"),
                    (pages.empty, "have no text"),
                    (failed, "cannot be read"),
                ] {
                    if pages > 0 {
                        writeln!(report, "skipped: {pages} pages that {why}")?;
                    }
                }
                if pages.spared > 0 {
                    writeln!(report, "the text of {} of them was not needed: there is enough", pages.spared)?;
                }
                for (encoding, pages) in rare {
                    let under = 100.0 * COMMON;
                    writeln!(report, "skipped: {encoding}, with {pages} pages, less than {under} %")?;
                }
                if !self.encodings.is_empty() {
                    common.retain(|(encoding, _)| self.encodings.contains(encoding));
                }
                ensure!(
                    !common.is_empty(),
                    "no page can be used, so no model is written; pages must declare their encodings"
                );
                (pages.texts.into_iter().map(|(_, text)| text).collect(), common)
            }
        };
        let progress = Progress::idle(quiet);
        progress.then("counting triples");
        let language = self.language.clone().unwrap_or_else(|| language_of(&texts));
        let model =
            chared::fit(&language, &texts, &encodings, TRIPLES, self.limit.map_or(Keep::All, Keep::Most));
        super::write(&self.output, &model)?;
        progress.finish();
        let mut out = Stdout::lock();
        out.write_all(&report)?;
        model::show(&self.output, &model, &mut out)?;
        out.flush()?;
        if encodings.len() == 1 {
            progress.note("there is only one encoding: the model can give no other answer");
        }
        Ok(if failed == 0 { exit::FINE } else { exit::FAILED })
    }

    /// Reads the pages.
    fn pages(&self, sample: Option<Sample>, quiet: bool, failed: &mut usize) -> Result<Pages> {
        let progress = self.inputs.progress(1, false, quiet);
        let (sample, reading) = (Arc::new(sample), progress.clone());
        let work = move |input: Input| {
            let mut page = Vec::new();
            let read = input.open().and_then(|mut reader| reader.read_to_end(&mut page));
            reading.read(page.len());
            read.map(|_| Page::read(&page, Option::as_ref(&sample)))
                .with_context(|| input.path.display().to_string())
        };
        let mut pages = Pages::default();
        for page in ordered::map(self.inputs.walk(), self.inputs.threads(), work)? {
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
