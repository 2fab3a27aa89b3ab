//! `pellucid extract`: the main content of pages.
//!
//! `method` is which extractor, with its settings. What it finds becomes text here, with a `head` of metadata if asked for; a
//! line of JSON in `object`; or in `explain` the reasons for it.

mod explain;
mod head;
mod method;
mod object;

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result, bail};
use pellucid::extract::{Comments, ExtractorName, Favor, Selector, Title};
use pellucid::papers::r2l::Script;
use pellucid::write::WriteOptions;
use pellucid::{Detector, PageOptions};
use pellucid_answers::Wanted;
use pellucid_files::{Beside, Input, Progress, ordered};

use super::decode::{damaged, one_note};
use crate::decoding::DecodingOptions;
use crate::exit;
use crate::hints::Hints;
use crate::inputs::{Inputs, pieces};
use crate::named::named;
use crate::output::{Destination, Output, Stdout};
use crate::rows::Row;
use crate::transform::{self, Done, Transform};
use crate::usage::usage;
use object::Object;

/// Extract the main content of pages, without menus and adverts
#[derive(clap::Args, Debug)]
#[command(long_about = LONG_ABOUT, after_help = AFTER_HELP)]
pub struct Extract {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    output: Output,

    /// Write text, markdown, html or jsonl [default: by the ending of --output]
    ///
    /// `text`: plain text, the default where no file is named. `markdown`: with headings, lists, tables and code. `html`: a
    /// small page with nothing but the content. `jsonl`: a JSON object on every line, with the text and all that is known
    /// about the page.
    ///
    /// Endings of --output: .txt, .text, .md, .markdown, .html, .htm, .jsonl, .ndjson, .json.
    #[arg(short, long, value_enum, hide_possible_values = true)]
    format: Option<Format>,

    /// Start with the title, authors, date and so on
    ///
    /// That is lines of `key: value` before text, YAML front matter before Markdown, and <meta> in the head of HTML. In jsonl
    /// the metadata is always there.
    #[arg(long)]
    metadata: bool,

    /// Write the addresses of links
    #[arg(long)]
    links: bool,

    /// Write images: their addresses and alternative texts
    #[arg(long)]
    images: bool,

    /// Add the content as Markdown to each object of jsonl
    #[arg(long)]
    markdown: bool,

    /// Add all paragraphs, headings and so on to each object of jsonl
    ///
    /// `blocks` has each of them with its score, its place and the selector of its element.
    #[arg(long)]
    blocks: bool,

    /// Explain the choice: show every block of the page and its score
    #[arg(long, conflicts_with_all = ["format", "metadata", "links", "images", "markdown", "blocks"])]
    explain: bool,

    #[command(flatten)]
    choice: Choice,

    #[command(flatten)]
    decoding: DecodingOptions,

    #[command(flatten)]
    hints: Hints,
}

/// The part of the command line about what is main content.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Main content")]
struct Choice {
    /// Lean to less or more content: precision, balance or recall
    ///
    /// This matters where it is not clear what belongs to the main content. `balance` is the default.
    #[arg(
        long,
        value_name = "WHAT",
        default_value = "balance",
        value_parser = named(Favor::ALL, Favor::name),
        hide_default_value = true,
        hide_possible_values = true
    )]
    favor: Favor,

    /// Extract readers' comments too: text (default) or apart
    ///
    /// `text` makes them part of the content. `apart` leaves them out of it. Both add `comments` to each object of jsonl, with the
    /// text, the author and the date of each.
    #[arg(
        long,
        value_name = "WHERE",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "text",
        value_parser = named(Comments::ALL, Comments::name),
        hide_possible_values = true
    )]
    comments: Option<Comments>,

    /// Put the title above the content: auto, always or never
    ///
    /// `auto`, the default, leaves it where the page has it in its content. Markdown and HTML also begin with
    /// the page's own heading of that title.
    #[arg(
        long,
        value_name = "WHEN",
        default_value = "auto",
        value_parser = named(Title::ALL, Title::name),
        hide_default_value = true,
        hide_possible_values = true
    )]
    title: Title,

    /// Keep what these elements hold, whatever the model says
    ///
    /// A selector of CSS, such as 'article.post, #notes'.
    #[arg(long, value_name = "SELECTOR")]
    keep: Option<Selector>,

    /// Remove these elements before anything is extracted
    ///
    /// A selector of CSS, such as 'sup.reference, .related'. It goes before --keep.
    #[arg(long, value_name = "SELECTOR")]
    prune: Option<Selector>,

    /// Turn Hebrew in visual order, as on old pages, into reading order
    #[arg(long)]
    logical: bool,

    /// Turn presentation forms of Arabic and Hebrew into letters
    #[arg(long)]
    letters: bool,

    /// Extract by this extractor: default, r2l, r2l+, r2l-tree, licea or danag
    ///
    /// All but `default` are from papers, and give plain text only.
    #[arg(
        long,
        value_name = "NAME",
        value_parser = named(ExtractorName::ALL, ExtractorName::name),
        hide_possible_values = true
    )]
    extractor: Option<ExtractorName>,

    /// Let an extractor from the papers skip so many lines to the next content
    ///
    /// This is the parameter P of R2L, 8 by default; the gap of DANAg, 20; C2 of LICEA, 5.
    #[arg(long, value_name = "N", hide_short_help = true)]
    gap: Option<usize>,

    /// Let LICEA take texts of so many characters for content [default: 40]
    ///
    /// This is its C1. Its C2 is --gap.
    #[arg(long, value_name = "N", hide_short_help = true)]
    length: Option<usize>,

    /// Expect content in this script, with r2l and r2l+ [default: right-to-left]
    #[arg(long, value_parser = named(Script::ALL, Script::name), hide_short_help = true)]
    script: Option<Script>,

    /// Use settings of r2l or r2l+ for a site, as `pellucid tune r2l` writes them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["gap", "script"], hide_short_help = true)]
    profile: Option<PathBuf>,
}

const LONG_ABOUT: &str = "\
Extract the main content of pages, without menus and adverts

Detects the encoding of each input, unless --from names it, decodes it, and writes its main content: as plain text, as Markdown, as \
clean HTML, or with all that is known about the page as a line of JSON. This works in any language and script. Several inputs are written one after \
the other, with an empty line between them; with --output, each goes to a file of its own in a folder. For jsonl, --output is one file.

A page without main content gives nothing, and that is not an error: a note on standard error gives the reason, or `empty` in jsonl. What is \
not text is an error. An input that fails has an object in jsonl as well, with its `error`, and the run continues. All objects have the same keys, and `text` is \
always plain text; --markdown adds the same content as Markdown.

A page is kept in memory as a whole. Extraction takes at most 20 times its size and 24 MiB. A page that would need more is extracted from its first \
part: a note says so, or `truncated` in jsonl.";

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
    Text,
    Markdown,
    Html,
    #[value(alias = "json")]
    Jsonl,
}

/// How the names of files end that are written in each format.
const ENDINGS: [(&str, Format); 9] = [
    ("txt", Format::Text),
    ("text", Format::Text),
    ("md", Format::Markdown),
    ("markdown", Format::Markdown),
    ("html", Format::Html),
    ("htm", Format::Html),
    ("jsonl", Format::Jsonl),
    ("ndjson", Format::Jsonl),
    ("json", Format::Jsonl),
];

const TRUNCATED: &str = "truncated: only the first part was read, as all of it would take too much memory";

const NOT_TEXT: &str = "this is not text; name an encoding with --from to read it anyway";

/// An input that is larger is checked before the rest of it is read: it may be a film, which no one wants in memory.
const LARGE: usize = 16 * 1024 * 1024;

/// Everything about one run that its threads share.
struct Extracting {
    detector: Detector,
    options: PageOptions,
    format: Format,
    explain: bool,
    metadata: bool,
    wanted: Wanted,
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
        let extractor = self.choice.extractor()?.selectors(self.blocks);
        let detector = self.hints.detector()?;
        let name = extractor.name();
        let format = self.format()?;
        self.check(name, format)?;
        let is_rows = format == Format::Jsonl;
        let destination =
            if is_rows { Destination::Stdout } else { self.output.destination(&self.inputs)? };
        let file = if is_rows { self.output.file_for_rows(&self.inputs)? } else { None };
        let to_stdout = destination == Destination::Stdout && file.is_none();
        let progress = self.inputs.progress(1, to_stdout, quiet);
        let extracting = Extracting {
            detector,
            options: self.decoding.page().extractor(extractor).explain(self.explain),
            format,
            explain: self.explain,
            metadata: self.metadata,
            wanted: Wanted {
                extractor: name.name(),
                writing: WriteOptions::new().links(self.links).images(self.images),
                mixed: self.decoding.mixed,
                repair: self.decoding.repair,
                markdown: self.markdown,
                blocks: self.blocks,
                comments: self.choice.comments.unwrap_or_default() != Comments::None,
                ..Wanted::default()
            },
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

    /// The format that was asked for, or else that of the file which is written.
    fn format(&self) -> Result<Format> {
        if let Some(format) = self.format.or(self.explain.then_some(Format::Text)) {
            return Ok(format);
        }
        let Some(ending) = self.output.file_ending() else { return Ok(Format::Text) };
        let known = ENDINGS.iter().find(|(known, _)| ending.eq_ignore_ascii_case(known));
        match (known, self.output.destination(&self.inputs)) {
            (Some((_, format)), _) => Ok(*format),
            (None, Ok(Destination::File(file))) => {
                let endings: Vec<String> = ENDINGS.iter().map(|(known, _)| format!(".{known}")).collect();
                Err(usage(format!(
                    "{}: unknown ending .{ending}; use {}, or choose a --format",
                    file.display(),
                    endings.join(", ")
                )))
            }
            (None, _) => Ok(Format::Text),
        }
    }

    /// Options that do not go together are an error, never ignored.
    fn check(&self, name: ExtractorName, format: Format) -> Result<()> {
        for (given, option) in [(self.markdown, "--markdown"), (self.blocks, "--blocks")] {
            if given && format != Format::Jsonl {
                return Err(usage(format!("{option} needs --format jsonl")));
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
            (self.choice.comments.is_some(), "--comments"),
            (self.choice.title != Title::Auto, "--title"),
            (self.choice.keep.is_some(), "--keep"),
            (self.choice.prune.is_some(), "--prune"),
        ];
        match only_ours.into_iter().find(|(given, _)| *given) {
            Some((_, option)) => {
                Err(usage(format!("{option} needs --extractor default: {name} gives plain text only")))
            }
            None => Ok(()),
        }
    }
}

/// An object for each input, in their order.
fn objects(extracting: Extracting, inputs: &Inputs, out: &mut impl Write, progress: &Progress) -> Result<u8> {
    let work = move |input: Input| {
        let path = input.path.clone();
        // Made here, so that this is done for many at once.
        match extracting.page(&input) {
            Ok(page) => (serde_json::to_vec(&Object::of(&page, &extracting)), false),
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
    /// What is reported, and what is written.
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
        let mut notes = vec![empty.map(|reason| reason.to_string())];
        notes.push(page.is_truncated().then(|| TRUNCATED.to_owned()));
        notes.extend(page.decoded().mixed().map(|mixed| Some(mixed.to_string())));
        notes.extend(page.decoded().layers().iter().map(|layer| Some(layer.to_string())));
        notes.push(damaged(page.decoded().damage(), encoding));
        let note = one_note(notes);
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

/// All bytes of an input. It fails early on large inputs that are not text, which need not end.
pub fn whole(input: &Input, detector: &Detector, progress: &Progress) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut is_checked = false;
    pieces(input.open()?, |piece| {
        progress.read(piece.len());
        bytes.extend_from_slice(piece);
        if bytes.len() > LARGE && !is_checked {
            is_checked = true;
            if detector.detect(&bytes).is_binary() {
                bail!(NOT_TEXT);
            }
        }
        Ok(())
    })?;
    Ok(bytes)
}

impl Extracting {
    /// Reads, decodes and extracts.
    fn page(&self, input: &Input) -> Result<Page> {
        let bytes = whole(input, &self.detector, &self.progress)?;
        let page = self.detector.page_with(&bytes, &self.options)?;
        if page.guess().is_binary() {
            bail!(NOT_TEXT);
        }
        Ok(Page { path: input.path.clone(), page })
    }

    /// The content in the format that was asked for; nothing if there is none.
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
                head + &extracted.markdown(self.wanted.writing)
            }
            Format::Html => {
                head::html(&extracted.metadata, language, self.metadata)
                    + &extracted.html(self.wanted.writing)
                    + head::HTML_END
            }
            Format::Text | Format::Jsonl => {
                let head = metadata.map_or(String::new(), |metadata| head::lines(metadata, language));
                head + &extracted.text(self.wanted.writing)
            }
        }
    }
}
