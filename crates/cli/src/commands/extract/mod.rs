//! `pellucid extract`: what pages are about.
//!
//! `method` is which extractor, with its settings. What it finds becomes text here, with a `head` of metadata if asked for; a
//! line of JSON in `object`; or in `explain` an account of why.

mod explain;
mod head;
mod method;
mod object;

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result, bail};
use clap::CommandFactory;
use clap::error::ErrorKind;
use pellucid::extract::{ExtractorName, Favor};
use pellucid::papers::r2l::Script;
use pellucid::write::WriteOptions;
use pellucid::{Detector, Encoding, PageOptions};
use pellucid_files::{Beside, Input, Progress, ordered};

use super::Cli;
use super::decode::{damaged, one_note};
use crate::exit;
use crate::hints::{self, Hints};
use crate::inputs::{Inputs, pieces};
use crate::named::named;
use crate::output::{Destination, Output, Stdout};
use crate::rows::Row;
use crate::transform::{self, Done, Transform};
use object::Object;

/// Take out what pages are about: their main content, without menus, adverts and the like
#[derive(clap::Args, Debug)]
#[command(long_about = LONG_ABOUT, after_help = AFTER_HELP)]
pub struct Extract {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    output: Output,

    /// What to write [default: what the name of the --output ends with (.md, .html, .jsonl), else text]
    #[arg(short, long, value_enum)]
    format: Option<Format>,

    /// Begin with what the page says about itself: title, authors, date and so on; in jsonl it is always there
    ///
    /// Lines of `key: value` before text, YAML front matter before Markdown, <meta> in the head of HTML.
    #[arg(long)]
    metadata: bool,

    /// Write where links lead
    #[arg(long)]
    links: bool,

    /// Write where pictures are, and what they show
    #[arg(long)]
    images: bool,

    /// Add the content as Markdown to each object of jsonl, as `markdown`
    #[arg(long)]
    markdown: bool,

    /// Add `blocks` to each object of jsonl: every paragraph, heading and so on with its score and its place
    #[arg(long)]
    blocks: bool,

    /// Write why: every block of the page, how likely it is main content, and whether it was taken
    #[arg(long, conflicts_with_all = ["format", "metadata", "links", "images", "markdown", "blocks"])]
    explain: bool,

    /// The encoding of the inputs, instead of finding it for each of them
    #[arg(long, value_name = "NAME", value_parser = hints::encoding)]
    from: Option<&'static Encoding>,

    #[command(flatten)]
    choice: Choice,

    #[command(flatten)]
    hints: Hints,
}

/// The part of the command line which says what is main content.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Main content")]
struct Choice {
    /// Where it is not clear what belongs to the content: rather lose some (precision), or rather take too much (recall)
    #[arg(long, value_name = "WHAT", default_value = "balance", value_parser = named(Favor::ALL, Favor::name))]
    favor: Favor,

    /// Take readers' comments, too
    #[arg(long)]
    comments: bool,

    /// Turn Hebrew in visual order, as old pages have it, into the order in which it is read
    #[arg(long)]
    logical: bool,

    /// Turn presentation forms of Arabic and Hebrew into letters
    #[arg(long)]
    letters: bool,

    /// Who takes it out: our own extractor, or one of the literature, which gives plain text only [default: default]
    #[arg(long, value_name = "NAME", value_parser = named(ExtractorName::ALL, ExtractorName::name))]
    extractor: Option<ExtractorName>,

    /// How many lines an extractor of the literature goes for the next one with content
    ///
    /// The parameter P of R2L, 8 by default; the gap of DANAg, 20; C2 of LICEA, 5.
    #[arg(long, value_name = "N")]
    gap: Option<usize>,

    /// What content is written in, for r2l and r2l+ [default: right-to-left]
    #[arg(long, value_parser = named(Script::ALL, Script::name))]
    script: Option<Script>,

    /// Settings of r2l or r2l+ for a site, as `pellucid tune r2l` writes them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["gap", "script"])]
    profile: Option<PathBuf>,
}

const LONG_ABOUT: &str = "\
Take out what pages are about: their main content, without menus, adverts and the like

Finds the encoding of each input unless --from names it, decodes it, and writes its main content: as plain text, as Markdown, as \
clean HTML, or with all that is known of the page as a line of JSON. Any language and script. Several inputs are written one after the other, with an \
empty line between; with --output, each goes to a file of its own in a folder. For jsonl, --output is one file.

A page without main content gives nothing, which is no error: a note on standard error says why, or `empty` in jsonl. What is not text \
fails. An input that fails has an object in jsonl, with all keys and its `error`, and the others go on. In jsonl, `text` is always \
plain text, which is what corpora are made of; --markdown adds the same as Markdown.

A page is kept in memory as a whole.";

const AFTER_HELP: &str = "\
Examples:
  pellucid extract page.html
  curl -s https://example.org/ | pellucid extract --format markdown --links
  pellucid extract crawl/ -o text/                                  page.html becomes text/page.txt
  pellucid extract --format jsonl crawl/ | jq -r 'select(.language == \"fa\") | .text'
  pellucid extract --metadata page.html -o page.md                  Markdown, by the name
  pellucid extract --explain page.html                              why this, and not that?
  pellucid extract --extractor r2l+ --gap 12 page.html
  pellucid extract --profile example.ir.toml pages/ -o text/";

/// What is written.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    /// Plain text
    Text,
    /// Markdown: headings, lists, tables, code
    Markdown,
    /// A small HTML page with nothing but the content
    Html,
    /// A JSON object on every line: the text, and all that is known of the page
    Jsonl,
}

/// Beyond this, it is asked whether an input is text at all before the rest of it is read: films lie among crawled pages.
const LARGE: usize = 16 * 1024 * 1024;

/// Everything about one run that its threads share.
struct Extracting {
    detector: Detector,
    options: PageOptions,
    extractor: ExtractorName,
    format: Format,
    explain: bool,
    metadata: bool,
    markdown: bool,
    blocks: bool,
    writing: WriteOptions,
    /// Whether something was written to standard output, where pages stand apart.
    begun: Option<AtomicBool>,
    progress: Progress,
}

/// A page, and the input that it came from.
struct Page {
    path: PathBuf,
    page: pellucid::Page,
}

impl Extract {
    /// Runs the command.
    pub fn run(self, quiet: bool) -> Result<u8> {
        let extractor = self.choice.extractor()?;
        let name = extractor.name();
        let format = self.format();
        self.check(name, format)?;
        let is_rows = format == Format::Jsonl;
        let destination =
            if is_rows { Destination::Stdout } else { self.output.destination(&self.inputs)? };
        let file = if is_rows { self.output.file_for_rows(&self.inputs)? } else { None };
        let to_stdout = destination == Destination::Stdout && file.is_none();
        let progress = self.inputs.progress(1, to_stdout, quiet);
        let extracting = Extracting {
            detector: match self.from {
                Some(encoding) => self.hints.detector()?.for_encoding(encoding),
                None => self.hints.detector()?,
            },
            options: PageOptions::new().extractor(extractor).explain(self.explain),
            extractor: name,
            format,
            explain: self.explain,
            metadata: self.metadata,
            markdown: self.markdown,
            blocks: self.blocks,
            writing: WriteOptions { links: self.links, images: self.images },
            begun: to_stdout.then(AtomicBool::default),
            progress: progress.clone(),
        };
        match file {
            Some(path) => {
                let mut file = Beside::create(path)?;
                let code = objects(extracting, &self.inputs.apart_from(path), &mut file, &progress)?;
                file.finish()?;
                Ok(code)
            }
            None if is_rows => objects(extracting, &self.inputs, &mut Stdout::lock(), &progress),
            None => transform::run(extracting, &self.inputs, &destination, None, &progress),
        }
    }

    fn format(&self) -> Format {
        let by_name = || match self.output.file_ending()? {
            "md" | "markdown" => Some(Format::Markdown),
            "html" | "htm" => Some(Format::Html),
            "jsonl" | "ndjson" => Some(Format::Jsonl),
            _ => None,
        };
        self.format.or_else(|| if self.explain { None } else { by_name() }).unwrap_or(Format::Text)
    }

    /// What cannot be together is told, never ignored.
    fn check(&self, name: ExtractorName, format: Format) -> Result<()> {
        for (given, option) in [(self.markdown, "--markdown"), (self.blocks, "--blocks")] {
            if given && format != Format::Jsonl {
                return Err(usage(&format!("{option} is for --format jsonl")));
            }
        }
        if name == ExtractorName::Default {
            return Ok(());
        }
        let only_ours = [
            (format == Format::Markdown, "--format markdown"),
            (format == Format::Html, "--format html"),
            (self.links, "--links"),
            (self.images, "--images"),
            (self.markdown, "--markdown"),
            (self.blocks, "--blocks"),
            (self.explain, "--explain"),
            (self.choice.favor != Favor::Balance, "--favor"),
            (self.choice.comments, "--comments"),
        ];
        match only_ours.into_iter().find(|(given, _)| *given) {
            Some((_, option)) => {
                let message = format!("{option} is for --extractor default: {name} gives plain text");
                Err(usage(&message))
            }
            None => Ok(()),
        }
    }
}

fn usage(message: &str) -> anyhow::Error {
    Cli::command().error(ErrorKind::ArgumentConflict, message).into()
}

/// An object for each input, in their order.
fn objects(extracting: Extracting, inputs: &Inputs, out: &mut impl Write, progress: &Progress) -> Result<u8> {
    let work = move |input: Input| {
        let path = input.path.clone();
        // Made here, so that this is done for many at once.
        match extracting.page(&input) {
            Ok(page) => (serde_json::to_vec(&Object::of(page, &extracting)), false),
            Err(error) => (serde_json::to_vec(&Object::failed(&path, &error, &extracting)), true),
        }
    };
    let (mut all, mut failed) = (0u64, 0u64);
    for answer in ordered::map(inputs.walk(), inputs.threads(), work)? {
        let (object, is_failed) = answer?;
        all += 1;
        failed += u64::from(is_failed);
        out.write_all(&object?)?;
        out.write_all(b"\n")?;
    }
    out.flush()?;
    progress.close(failed, all);
    Ok(exit::after(failed))
}

impl Transform for Extracting {
    /// What is told, and what is written.
    type Ready = (Done, String);

    fn prepare(&self, input: Input) -> Result<(Done, String)> {
        let page = self.page(&input)?;
        let row = Row::new(&page.path);
        let (page, encoding) = (&page.page, page.page.guess().encoding());
        let (text, empty) = if self.explain {
            let account = explain::account(&page.extracted().blocks);
            (format!("{}: {encoding}, {account}", row.shown_path()), None)
        } else {
            (self.text(page), page.extracted().empty)
        };
        let damage = damaged(page.decoded().damage(), encoding);
        let note = one_note([empty.map(|reason| reason.to_string()), damage]);
        Ok((Done { row, note }, text))
    }

    fn write(&self, (done, text): (Done, String), out: &mut dyn Write) -> Result<Done> {
        if !text.is_empty() && self.begun.as_ref().is_some_and(|begun| begun.swap(true, Ordering::Relaxed)) {
            out.write_all(b"\n").context("cannot write")?;
        }
        out.write_all(text.as_bytes()).context("cannot write")?;
        Ok(done)
    }

    fn ending(&self) -> Option<&'static str> {
        Some(match self.format {
            Format::Text => "txt",
            Format::Markdown => "md",
            Format::Html => "html",
            Format::Jsonl => "jsonl",
        })
    }
}

impl Extracting {
    /// Reads, decodes and extracts.
    fn page(&self, input: &Input) -> Result<Page> {
        let mut bytes = Vec::new();
        let mut is_checked = false;
        let not_text = "this is not text; to extract from it all the same, name an encoding with --from";
        pieces(input.open()?, |piece| {
            self.progress.read(piece.len());
            bytes.extend_from_slice(piece);
            if bytes.len() > LARGE && !is_checked {
                is_checked = true;
                if self.detector.detect(&bytes).is_binary() {
                    bail!(not_text);
                }
            }
            Ok(())
        })?;
        let page = self.detector.page_with(&bytes, &self.options)?;
        if page.guess().is_binary() {
            bail!(not_text);
        }
        Ok(Page { path: input.path.clone(), page })
    }

    /// The content, in the format asked for; nothing if there is none.
    fn text(&self, page: &pellucid::Page) -> String {
        let extracted = page.extracted();
        if extracted.empty.is_some() {
            return String::new();
        }
        let metadata = self.metadata.then_some(&extracted.metadata);
        let language = page.language();
        match self.format {
            Format::Markdown => {
                let head = metadata.map_or(String::new(), |metadata| head::yaml(metadata, language));
                head + &extracted.markdown(self.writing)
            }
            Format::Html => {
                head::html(&extracted.metadata, language, self.metadata)
                    + &extracted.html(self.writing)
                    + head::HTML_END
            }
            Format::Text | Format::Jsonl => {
                let head = metadata.map_or(String::new(), |metadata| head::lines(metadata, language));
                head + &extracted.text(self.writing)
            }
        }
    }
}
