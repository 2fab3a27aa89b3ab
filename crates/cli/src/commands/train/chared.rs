//! `pellucid train chared`: a model of one language, from pages which declare their encodings, or from text.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use clap::CommandFactory;
use clap::error::ErrorKind;
use pellucid::Encoding;
use pellucid_files::{Input, Progress, ordered};
use pellucid_train::fit::chared::{self, COMMON, Keep, Page, Pages, Sample, TRIPLES};
use pellucid_train::fit::language_of;

use crate::commands::{Cli, model};
use crate::exit;
use crate::hints::encoding;
use crate::inputs::Inputs;
use crate::output::Stdout;

/// Train chared for a language: vectors of byte triples, one for each encoding
#[derive(clap::Args, Debug)]
#[command(long_about = LONG_ABOUT, after_help = AFTER_HELP)]
pub struct Chared {
    #[command(flatten)]
    inputs: Inputs,

    /// The file of the model
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// The language of the model, a BCP 47 tag; found from the text if not given
    #[arg(long = "lang", value_name = "TAG")]
    language: Option<String>,

    /// Text of the language in UTF-8: pages which are not like it are left out
    #[arg(long, value_name = "FILE", conflicts_with = "text")]
    sample: Option<PathBuf>,

    /// Train on this text, in UTF-8, and not on pages
    #[arg(long, value_name = "FILE", conflicts_with_all = ["paths", "files_from"], requires = "encodings")]
    text: Option<PathBuf>,

    /// The encodings of the language, the commonest first; of pages, those that they declare
    ///
    /// A list with commas. UTF-8 is added to those for --text if it is not named.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = encoding)]
    encodings: Vec<&'static Encoding>,

    /// Keep only so many triples, those that are most frequent
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
}

const LONG_ABOUT: &str = "\
Train chared for a language: vectors of byte triples, one for each encoding

Every page is read by the encoding which it declares; pages which declare none are left out, and so are encodings which fewer \
than one in 200 pages have. The text of all pages is then written in each encoding, and its triples of bytes are counted. \
About a thousand pages make a good model. What was used and what was left out is told at the end.";

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
                    let message = "name pages to train on, or text with --text";
                    return Err(Cli::command().error(ErrorKind::MissingRequiredArgument, message).into());
                }
                let sample = self.sample.as_deref().map(super::read_text).transpose()?;
                let pages = self.pages(sample.map(|text| Sample::new(&text)), quiet, &mut failed)?;
                let found = pages.texts.len();
                let (mut common, rare) = chared::common(pages.texts.iter().map(|(encoding, _)| *encoding));
                writeln!(report, "{found} pages of use")?;
                for (pages, why) in [
                    (pages.undeclared, "declare no known encoding"),
                    (pages.foreign, "are not like the sample"),
                    (pages.empty, "have no text"),
                    (failed, "cannot be read"),
                ] {
                    if pages > 0 {
                        writeln!(report, "left out: {pages} which {why}")?;
                    }
                }
                if pages.spared > 0 {
                    writeln!(
                        report,
                        "{} of them counted, but their text left out: it is enough",
                        pages.spared
                    )?;
                }
                for (encoding, pages) in rare {
                    let under = 100.0 * COMMON;
                    writeln!(report, "left out: {encoding}, of {pages} pages, under {under} %")?;
                }
                if !self.encodings.is_empty() {
                    common.retain(|(encoding, _)| self.encodings.contains(encoding));
                }
                ensure!(!common.is_empty(), "no page is of use: nothing is written");
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
            progress.note("only one encoding: the model can give no other answer");
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
