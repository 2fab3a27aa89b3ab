//! `pellucid batch`: a crawl in, a corpus out.

use std::io::{self, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;
use pellucid::Language;
use pellucid::extract::{Comments, Extract, Extractor, Favor, Selector, Title};
use pellucid_batch::write::{Compression, ENDINGS, Format, format_of};
use pellucid_batch::{Columns, Field, Job, MAX_BYTES, Options, Outcome, Reason, TYPES, Watch};
use pellucid_files::{Input, Progress, interrupt};

use crate::decoding::DecodingOptions;
use crate::exit;
use crate::hints::Hints;
use crate::inputs::Found;
use crate::named::named;
use crate::usage::usage;

/// Turn crawls into a corpus: WARC, Parquet, JSON lines or files in, text out
#[derive(clap::Args, Debug)]
#[command(long_about = LONG_ABOUT, after_help = AFTER_HELP)]
pub struct Batch {
    /// Files, folders, or patterns such as 'crawl/*.warc.gz'; `-` is a page on standard input
    ///
    /// The kind of a file shows in its name and its first bytes: WARC (plain, gzip or zstd), JSON lines (.jsonl, .ndjson,
    /// also with .gz or .zst), Parquet, or else a page. Folders are read with everything below them.
    #[arg(value_name = "PATH", required_unless_present = "files_from")]
    inputs: Vec<PathBuf>,

    #[command(flatten)]
    found: Found,

    /// Write rows to this file; its name sets format and compression
    ///
    /// For example text.jsonl.zst, text.parquet, text.warc.wet.gz or text.txt. The file gets its name when it is complete. `-`
    /// is standard output; then --rejects is required, and --resume is not possible.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// Write jsonl, parquet, wet or text [default: by the name of --output]
    ///
    /// Without an ending, the default is jsonl. `text` is the text of each page, followed by a line with a form feed.
    #[arg(short, long, value_parser = named(Format::ALL, Format::name), hide_possible_values = true)]
    format: Option<Format>,

    /// Start a new file when one reaches this size, such as 256M or 1G
    ///
    /// A number is put before the endings of the name: text-00000.jsonl.zst.
    #[arg(long, value_name = "SIZE", value_parser = size)]
    shard: Option<u64>,

    /// Write Parquet in row groups of this size, uncompressed
    #[arg(long, value_name = "SIZE", default_value = "32M", value_parser = size)]
    row_group: u64,

    /// Write rejected records to this file [default: OUTPUT.rejects.jsonl]
    ///
    /// Each is a line of JSON with its reason. By default its name is that of --output with .rejects.jsonl after it. `-` is
    /// standard output.
    #[arg(long, value_name = "FILE")]
    rejects: Option<PathBuf>,

    /// Write the final counts to this file, as JSON; `-` is standard output
    #[arg(long, value_name = "FILE")]
    summary: Option<PathBuf>,

    /// Resume a run that was stopped or killed
    ///
    /// The output is the same as if the run had not been interrupted. If there is nothing to resume, a new run starts. If the
    /// run is complete, nothing is done. Other options or inputs than before are an error.
    #[arg(long)]
    resume: bool,

    /// Replace outputs that exist
    ///
    /// Without this, a file that exists is an error.
    #[arg(long, conflicts_with = "resume")]
    overwrite: bool,

    /// Exit with 3 if something was skipped because it is damaged
    ///
    /// The output is the same. Without it, damage shows in the table at the end and in the file of rejects.
    #[arg(long)]
    strict: bool,

    /// Use this many threads [default: one for each processor]
    #[arg(short = 'j', long, value_name = "N")]
    threads: Option<NonZero<usize>>,

    /// Let pages take at most this much memory at once, over all threads
    ///
    /// A page may take 20 times its size and 24 MiB. Threads wait while others need the memory. A page that may need more alone is
    /// rejected as too-large. What waits to be written is not included.
    #[arg(long, value_name = "SIZE", value_parser = size)]
    max_memory: Option<u64>,

    /// Work on pieces of this size of a compressed archive
    ///
    /// Pieces are four times as large where nothing is compressed. Smaller pieces need less memory, and less work is repeated after a
    /// kill. Larger pieces are a little faster.
    #[arg(long, value_name = "SIZE", default_value = "8M", value_parser = size)]
    piece: u64,

    /// Note how far the run is every so many milliseconds; 0 is after every piece, for tests
    #[arg(long, value_name = "N", default_value_t = 50, hide = true)]
    note_every: u64,

    /// Write only these fields, separated by commas, in this order
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        value_parser = named(Field::ALL, Field::name),
        hide_possible_values = true
    )]
    fields: Vec<Field>,

    #[command(flatten)]
    pages: Pages,

    #[command(flatten)]
    keep: Keep,

    #[command(flatten)]
    tables: Tables,

    #[command(flatten)]
    decoding: DecodingOptions,

    #[command(flatten)]
    hints: Hints,
}

/// The part of the command line about the text of each page.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Text")]
struct Pages {
    /// Extract the main content (main), all visible text (all), or none
    ///
    /// With `none`, the text is the decoded page itself, markup included.
    #[arg(
        long,
        value_name = "WHAT",
        default_value = Extract::default().name(),
        value_parser = named(Extract::ALL, Extract::name),
        hide_default_value = true,
        hide_possible_values = true
    )]
    extract: Extract,

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
    /// `text` makes them part of the text. `apart` leaves them out of it. Both list them in the field `comments`, with the text, the
    /// author and the date of each.
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

    /// Keep what these elements hold, always: a CSS selector
    #[arg(long, value_name = "SELECTOR")]
    keep: Option<Selector>,

    /// Remove these elements before extracting: a CSS selector
    #[arg(long, value_name = "SELECTOR")]
    prune: Option<Selector>,
}

/// The part of the command line about which pages are kept.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Which pages to keep")]
struct Keep {
    /// Keep only pages in these languages, separated by commas
    ///
    /// Tags or English names. `zh` also keeps `zh-Hant`.
    #[arg(long, value_name = "LANGUAGES", value_delimiter = ',', value_parser = Language::parse)]
    keep_lang: Vec<Language>,

    /// Keep only pages whose encoding is at least this probable, 0 to 1
    #[arg(long, value_name = "P", default_value_t = 0.0, value_parser = probability, hide_default_value = true)]
    min_confidence: f32,

    /// Keep only pages of at least this quality, 0 to 1
    ///
    /// How well the main content is chosen, by the estimate of the model: the F1 to expect. Pages without main
    /// content have 0.
    #[arg(long, value_name = "Q", default_value_t = 0.0, value_parser = probability, hide_default_value = true)]
    min_quality: f32,

    /// Keep only pages of these media types, separated by commas
    ///
    /// Pages without a media type, or with one that says nothing, are kept if they are text.
    #[arg(long, value_name = "TYPES", value_delimiter = ',', default_values = TYPES, hide_default_value = true)]
    types: Vec<String>,

    /// Keep only pages with these HTTP statuses, separated by commas
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    status: Vec<u16>,

    /// Reject pages that are larger after decompression
    #[arg(long, value_name = "SIZE", default_value = "16M", value_parser = size)]
    max_bytes: u64,
}

/// The part of the command line about JSON lines and Parquet.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "JSON lines and Parquet as input")]
struct Tables {
    /// Read pages from this field or column
    ///
    /// The default is the first one that exists of content_base64, html_base64 and so on, then content, html, body, payload,
    /// raw and text.
    #[arg(long, value_name = "NAME")]
    content: Option<String>,

    /// Decode that field as base64; fields whose names end in base64 always are
    #[arg(long)]
    base64: bool,
}

const LONG_ABOUT: &str = "\
Turn crawls into a corpus: WARC, Parquet, JSON lines or files in, text out

Each record becomes a row of the output, or a line in the file of rejects with its reason: nothing is dropped silently, and the table \
at the end adds up. A damaged part is skipped up to the next record, and counted. Pages are decompressed (chunks, gzip, deflate, br, zstd), \
whatever their headers claim; then their encoding is detected from all that is known, and their text is extracted.

Hints apply to every page. What a record says about itself, its header and its address, comes before --content-type and --url.

Fields: url, id, date, file, offset, length, http_status, content_type, encoding, encoding_source, confidence, declared, language, \
replaced, title, text, comments, extractor, quality, page_type, truncated, warnings. docs/batch.md explains them.

Pieces of the inputs are processed in parallel, also within large files. Rows are in the order of the inputs, and the same run gives the same bytes. Outputs have \
another name (.partial) until they are complete. After Ctrl-C, a kill or a full disk, the same command with --resume continues.";

const AFTER_HELP: &str = "\
Examples:
  pellucid batch CC-MAIN-*.warc.gz -o text.jsonl.zst
  pellucid batch crawl/ -o text.parquet --shard 1G --keep-lang fa,ar --min-confidence 0.9
  pellucid batch pages.jsonl -o text.jsonl --content html --fields url,encoding,text
  find crawl -name '*.warc.gz' | pellucid batch --files-from - -o text.jsonl.gz --resume
  pellucid batch crawl.warc.gz -o crawl.warc.wet.gz --extract all
  pellucid batch mirror/ -o text.jsonl --lang ru --allow utf-8,windows-1251,koi8-r

Exit codes:
  0    every record is written, or rejected with its reason
  1    a file could not be read, or the output could not be written
  3    with --strict: something was skipped because it is damaged
  130  stopped by Ctrl-C; --resume continues";

impl Batch {
    /// Runs the command.
    pub fn run(self, quiet: bool) -> Result<u8> {
        let job = self.job()?;
        let walk = job.inputs.clone();
        let is_stdout = job.output == Path::new("/dev/stdout");
        let progress = Progress::start(move || walk.total(Input::size), false, quiet || is_stdout);
        interrupt::ask_first();
        let result = pellucid_batch::run(&job, &Watcher(progress.clone()));
        progress.finish();
        let (tally, outcome) = result.map_err(|error| self.explained(error))?;
        if !quiet {
            // If standard error is gone, nobody can read this, and that is no reason to panic.
            let _ = write!(io::stderr(), "{tally}");
        }
        match outcome {
            Outcome::Complete => {}
            Outcome::WasComplete if quiet => {}
            Outcome::WasComplete => {
                let _ = writeln!(io::stderr(), "pellucid: the run is complete; nothing was left to do");
            }
            Outcome::Stopped => {
                let _ = writeln!(
                    io::stderr(),
                    "pellucid: stopped; run the same command with --resume to continue"
                );
                return Ok(exit::INTERRUPTED);
            }
        }
        let failed = tally.rejected_for(Reason::Unreadable) + tally.rejected_for(Reason::Internal);
        Ok(match (failed, tally.lost()) {
            (1.., _) => exit::FAILED,
            (0, 1..) if self.strict => exit::LOST,
            _ => exit::FINE,
        })
    }

    /// An error, with what can be done about it.
    fn explained(&self, error: pellucid_batch::Error) -> anyhow::Error {
        let can_resume = error.io_error().is_some() && self.output.as_os_str() != "-";
        let error = anyhow::Error::from(error);
        if can_resume && !exit::is_broken_pipe(&error) {
            error.context("stopped; fix the cause and run the same command with --resume to continue")
        } else {
            error
        }
    }

    fn job(&self) -> Result<Job> {
        let file = |path: &PathBuf| match path.as_os_str() == "-" {
            true => PathBuf::from("/dev/stdout"),
            false => path.clone(),
        };
        let output = file(&self.output);
        let is_stdout = output == Path::new("/dev/stdout");
        for (given, option) in [(self.shard.is_some(), "--shard"), (self.resume, "--resume")] {
            if given && is_stdout {
                return Err(usage(format!("{option} needs an --output that is a file")));
            }
        }
        if is_stdout && self.rejects.is_none() {
            return Err(usage("-o - needs --rejects FILE for rejected records"));
        }
        let rejects = self.rejects.as_ref().map_or_else(|| Job::rejects_of(&self.output), file);
        let format = self.format()?;
        if !self.fields.is_empty() && matches!(format, Format::Wet | Format::Text) {
            return Err(usage("--fields needs --format jsonl or parquet: the others have no fields"));
        }
        let (compression, _) = Compression::of(&self.output);
        if format == Format::Parquet && is_stdout {
            return Err(usage("--format parquet needs an --output that is a file"));
        }
        let job = Job {
            inputs: self.found.walk(self.inputs.clone()),
            columns: Columns { content: self.tables.content.clone(), base64: self.tables.base64 },
            options: self.options()?,
            fields: if self.fields.is_empty() { Field::ALL.to_vec() } else { self.fields.clone() },
            format,
            compression,
            shard: self.shard,
            group: self.row_group,
            rejects,
            summary: self.summary.as_ref().map(file),
            resume: self.resume,
            overwrite: self.overwrite,
            max_memory: self.max_memory,
            note_every: Duration::from_millis(self.note_every),
            piece: self.piece,
            threads: self.threads.map_or_else(|| Job::new(Vec::new(), PathBuf::new()).threads, NonZero::get),
            ..Job::new(Vec::new(), output)
        };
        job.check().map_err(|error| usage(error.to_string()))?;
        Ok(job)
    }

    /// The format that was asked for, or else that of the file which is written.
    fn format(&self) -> Result<Format> {
        if let Some(format) = self.format.or_else(|| format_of(&self.output)) {
            return Ok(format);
        }
        let (_, bare) = Compression::of(&self.output);
        match bare.extension() {
            None => Ok(Format::Jsonl),
            Some(ending) => {
                let endings: Vec<String> = ENDINGS.iter().map(|(known, _)| format!(".{known}")).collect();
                Err(usage(format!(
                    "{}: unknown ending .{}; use {} (all but .parquet also with .gz or .zst), or choose a --format",
                    self.output.display(),
                    ending.display(),
                    endings.join(", ")
                )))
            }
        }
    }

    fn options(&self) -> Result<Options> {
        let Batch { pages, keep, .. } = self;
        let extractor = Extractor::new()
            .favor(pages.favor)
            .comments(pages.comments.unwrap_or_default())
            .title(pages.title)
            .keep(pages.keep.clone())
            .prune(pages.prune.clone());
        let mut options = Options::default();
        options.detector = self.hints.detector()?;
        options.page = self.decoding.page().extract(pages.extract).extractor(extractor);
        options.min_confidence = keep.min_confidence;
        options.min_quality = keep.min_quality;
        options.keep_languages = keep.keep_lang.clone();
        options.types = keep.types.iter().map(|one| one.trim().to_ascii_lowercase()).collect();
        options.statuses = keep.status.clone();
        options.max_bytes = usize::try_from(keep.max_bytes).unwrap_or(MAX_BYTES);
        Ok(options)
    }
}

/// A number of bytes as people write it: 500, 64k, 256M, 1G.
pub fn size(written: &str) -> Result<u64, String> {
    let lower = written.trim().to_ascii_lowercase();
    let bare = lower.strip_suffix("ib").or_else(|| lower.strip_suffix('b')).unwrap_or(&lower);
    let (digits, shift) = match bare.char_indices().last() {
        Some((at, 'k')) => (&bare[..at], 10),
        Some((at, 'm')) => (&bare[..at], 20),
        Some((at, 'g')) => (&bare[..at], 30),
        Some((at, 't')) => (&bare[..at], 40),
        _ => (bare, 0),
    };
    let number =
        digits.parse::<u64>().ok().and_then(|number| number.checked_mul(1 << shift)).filter(|&size| size > 0);
    number.ok_or_else(|| "not a number of bytes, such as 500k, 256M or 1G".into())
}

fn probability(written: &str) -> Result<f32, String> {
    written
        .parse()
        .ok()
        .filter(|p| (0.0..=1.0).contains(p))
        .ok_or_else(|| "not a probability, from 0 to 1".into())
}

/// Shows progress, and stops at the first Ctrl-C.
struct Watcher(Progress);

impl Watch for Watcher {
    fn done(&self, bytes: u64, records: u64) {
        self.0.read(usize::try_from(bytes).unwrap_or(usize::MAX));
        self.0.count_records(records);
    }

    fn is_stopped(&self) -> bool {
        interrupt::is_asked()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_as_people_write_them() {
        assert_eq!(
            ["500", "64k", "256M", "1GiB", "2kb"].map(size),
            [500, 65536, 256 << 20, 1 << 30, 2048].map(Ok)
        );
        for wrong in ["", "M", "-1", "0", "1.5G", "99999999T", "1x"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }
}
