//! `pellucid batch`: a crawl in, a corpus out.

use std::io::{self, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::CommandFactory;
use clap::error::ErrorKind;
use pellucid::decode::Errors;
use pellucid::extract::{Extract, Extractor, Favor};
use pellucid::{Detector, Encoding, PageOptions, Prior};
use pellucid_batch::write::{Compression, Format, format_of};
use pellucid_batch::{Columns, Field, Job, MAX_BYTES, Options, Outcome, Reason, TYPES, Watch};
use pellucid_files::{Beside, Input, Progress, interrupt};

use super::Cli;
use crate::exit;
use crate::hints;
use crate::inputs::Found;
use crate::named::named;

/// A crawl in, a corpus out: WARC, Parquet, JSON lines or files of pages, as text with its provenance
#[derive(clap::Args, Debug)]
#[command(long_about = LONG_ABOUT, after_help = AFTER_HELP)]
pub struct Batch {
    /// Files, folders with everything below them, patterns such as 'crawl/*.warc.gz'; `-` for a page on standard input
    ///
    /// What a file is, is seen from its name and its first bytes: WARC (plain, or compressed by gzip or zstd), JSON lines
    /// (.jsonl, .ndjson; .gz, .zst), Parquet, or else a page.
    #[arg(value_name = "PATH", required_unless_present = "files_from")]
    inputs: Vec<PathBuf>,

    #[command(flatten)]
    found: Found,

    /// Where the rows go; the name tells the format and the compression: text.jsonl.zst, text.parquet, text.warc.wet.gz, text.txt
    ///
    /// It gets its name when it is complete. `-` is standard output; then --rejects must be told, and there is no --resume.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// What to write [default: what the name of the --output says, else jsonl]
    #[arg(short, long, value_parser = named(Format::ALL, Format::name))]
    format: Option<Format>,

    /// Begin a new file when this many bytes are reached, as in 256M or 1G; a number is put before the endings of the name
    #[arg(long, value_name = "SIZE", value_parser = size)]
    shard: Option<u64>,

    /// A group of rows of Parquet is written when it has this many bytes, before they are compressed
    #[arg(long, value_name = "SIZE", default_value = "32M", value_parser = size)]
    row_group: u64,

    /// Where rejected records go, a line of JSON each [default: beside the output, as NAME.rejects.jsonl]
    #[arg(long, value_name = "FILE")]
    rejects: Option<PathBuf>,

    /// Write what was counted as JSON, too
    #[arg(long, value_name = "FILE")]
    summary: Option<PathBuf>,

    /// Go on with a run that was stopped or killed; the output is the same as if it had not been
    #[arg(long)]
    resume: bool,

    /// How many threads [default: one for each processor]
    #[arg(short = 'j', long, value_name = "N")]
    threads: Option<NonZero<usize>>,

    /// How much of a compressed archive is worked on at a time; four times as much where nothing is compressed
    ///
    /// Smaller pieces need less memory, and less is done again after a kill; larger ones are a little faster.
    #[arg(long, value_name = "SIZE", default_value = "8M", value_parser = size)]
    piece: u64,

    /// Which fields to write, with commas, in this order [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = named(Field::ALL, Field::name))]
    fields: Vec<Field>,

    #[command(flatten)]
    pages: Pages,

    #[command(flatten)]
    tables: Tables,
}

/// The part of the command line about each page.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Pages")]
struct Pages {
    /// What becomes the text: the main content, all that is seen of the page, or the decoded page itself
    #[arg(long, value_name = "WHAT", default_value = Extract::default().name(), value_parser = named(Extract::ALL, Extract::name))]
    extract: Extract,

    /// Where it is not clear what belongs to the main content: rather lose some (precision), or rather take too much (recall)
    #[arg(long, value_name = "WHAT", default_value = "balance", value_parser = named(Favor::ALL, Favor::name))]
    favor: Favor,

    /// Take readers' comments, too
    #[arg(long)]
    comments: bool,

    /// What becomes of bytes that do not decode: U+FFFD, nothing, or the page is rejected
    #[arg(long, value_name = "WHAT", default_value = Errors::default().name(), value_parser = named(Errors::ALL, Errors::name))]
    errors: Errors,

    /// Reject pages whose encoding is less probable
    #[arg(long, value_name = "P", default_value_t = 0.0, value_parser = probability)]
    min_confidence: f32,

    /// Keep pages in these languages only: BCP 47 tags with commas; `zh` is also `zh-Hant`
    #[arg(long, value_name = "TAGS", value_delimiter = ',')]
    lang: Vec<String>,

    /// Keep pages of these media types only; what has none, or one that says nothing, is kept if it is text
    #[arg(long, value_name = "TYPES", value_delimiter = ',', default_values = TYPES)]
    types: Vec<String>,

    /// Keep pages with these HTTP statuses only [default: all]
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    status: Vec<u16>,

    /// Reject pages with more bytes than this, out of their wrappings
    #[arg(long, value_name = "SIZE", default_value = "16M", value_parser = size)]
    max_bytes: u64,

    /// Only these encodings may be the answer
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = hints::encoding)]
    allow: Vec<&'static Encoding>,

    /// These encodings may not be the answer
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = hints::encoding)]
    deny: Vec<&'static Encoding>,

    /// A model of your own for our own method of detection, instead of the one that is built in
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,

    /// Where the pages come from: the web, or old files from anywhere
    #[arg(long, value_name = "PRIOR", default_value = Prior::default().name(), value_parser = hints::prior())]
    prior: Prior,
}

/// The part of the command line about JSON lines and Parquet.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "JSON lines and Parquet")]
struct Tables {
    /// The field or column with the page [default: content_base64, html_base64, …, content, html, body, payload, raw, text]
    #[arg(long, value_name = "NAME")]
    content: Option<String>,

    /// It is base64, which is also told by a name that ends so
    #[arg(long)]
    base64: bool,
}

const LONG_ABOUT: &str = "\
A crawl in, a corpus out: WARC, Parquet, JSON lines or files of pages, as text with its provenance

Each record becomes a row of the output, or a line in the file of rejects with its reason: nothing is dropped silently, and the table \
at the end adds up. What is damaged is skipped up to the next record, and counted. Pages come out of their wrappings (chunks, gzip, deflate, br, zstd), \
whatever their headers claim; the encoding is found from all that is known, and the text is taken out.

Fields: url, id, date, file, offset, length, http_status, content_type, encoding, encoding_source, confidence, declared, language, \
replaced, title, text, extractor, warnings; docs/batch.md tells what they mean.

Work is done on pieces of the inputs, in parallel, also within large files; rows are in the order of the inputs, and the same run gives the same bytes. Outputs have \
another name (.partial) until they are complete. After Ctrl-C, a kill or a full disk, --resume goes on.";

const AFTER_HELP: &str = "\
Examples:
  pellucid batch CC-MAIN-*.warc.gz -o text.jsonl.zst
  pellucid batch crawl/ -o text.parquet --shard 1G --lang fa,ar --min-confidence 0.9
  pellucid batch pages.jsonl -o text.jsonl --content html --fields url,encoding,text
  find crawl -name '*.warc.gz' | pellucid batch --files-from - -o out/text.jsonl.gz --shard 256M --resume
  pellucid batch crawl.warc.gz -o crawl.warc.wet.gz --extract all

Exit codes:
  0  every record is written or rejected with its reason
  1  a file could not be read, or the output not be written
  130  stopped by Ctrl-C; --resume goes on";

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
        let (tally, outcome) = result.map_err(|error| self.told(error))?;
        if !quiet {
            // Nobody can be told when standard error is gone, and that is no reason to panic.
            let _ = write!(io::stderr(), "{tally}");
        }
        if outcome == Outcome::Stopped {
            let _ = writeln!(io::stderr(), "pellucid: stopped; the same command with --resume goes on");
            return Ok(exit::INTERRUPTED);
        }
        if let Some(path) = &self.summary {
            let mut file = Beside::create(path)?;
            serde_json::to_writer_pretty(&mut file, &tally.json()).context("cannot write the summary")?;
            file.finish()?;
        }
        let failed = tally.rejected_for(Reason::Unreadable) + tally.rejected_for(Reason::Internal);
        Ok(if failed > 0 { exit::FAILED } else { exit::FINE })
    }

    /// An error, with what can be done.
    fn told(&self, error: pellucid_batch::Error) -> anyhow::Error {
        let can_go_on = error.io_error().is_some() && self.output.as_os_str() != "-";
        let error = anyhow::Error::from(error);
        if can_go_on && !exit::is_broken_pipe(&error) {
            error.context("stopped; when the reason is gone, the same command with --resume goes on")
        } else {
            error
        }
    }

    fn job(&self) -> Result<Job> {
        let is_stdout = self.output.as_os_str() == "-";
        let output = if is_stdout { PathBuf::from("/dev/stdout") } else { self.output.clone() };
        for (given, option) in [(self.shard.is_some(), "--shard"), (self.resume, "--resume")] {
            if given && is_stdout {
                return Err(usage(&format!("{option} needs an --output that is a file")));
            }
        }
        if is_stdout && self.rejects.is_none() {
            return Err(usage("with standard output, --rejects must say where rejected records go"));
        }
        let rejects = self.rejects.clone().unwrap_or_else(|| Job::rejects_of(&self.output));
        let format = self.format.or_else(|| format_of(&self.output)).unwrap_or(Format::Jsonl);
        if !self.fields.is_empty() && matches!(format, Format::Wet | Format::Text) {
            return Err(usage("--fields is for jsonl and parquet"));
        }
        let (compression, _) = Compression::of(&self.output);
        if format == Format::Parquet && is_stdout {
            return Err(usage("Parquet needs an --output that is a file"));
        }
        let job = Job {
            inputs: self.found.walk(self.inputs.clone()),
            columns: Columns { content: self.tables.content.clone(), base64: self.tables.base64 },
            options: self.pages.options()?,
            fields: if self.fields.is_empty() { Field::ALL.to_vec() } else { self.fields.clone() },
            format,
            compression,
            shard: self.shard,
            group: self.row_group,
            rejects,
            resume: self.resume,
            piece: self.piece,
            threads: self.threads.map_or_else(|| Job::new(Vec::new(), PathBuf::new()).threads, NonZero::get),
            ..Job::new(Vec::new(), output)
        };
        for (path, name) in [(&job.output, "the output"), (&job.rejects, "the file of rejects")] {
            if path.is_dir() {
                return Err(usage(&format!("{name} is a folder: {}", path.display())));
            }
            if job.reads(path) {
                let what = "is an input, or lies inside an input folder";
                return Err(usage(&format!("{name} {what}: {}", path.display())));
            }
        }
        Ok(job)
    }
}

impl Pages {
    fn options(&self) -> Result<Options> {
        let mut hints = Detector::builder().deny(&self.deny).prior(self.prior);
        if !self.allow.is_empty() {
            hints = hints.allow(&self.allow);
        }
        if let Some(path) = &self.model {
            hints = hints.model(hints::model(path)?);
        }
        let mut options = Options::default();
        let extractor = Extractor::new().favor(self.favor).comments(self.comments);
        options.page = PageOptions::new().errors(self.errors).extract(self.extract).extractor(extractor);
        options.detector = hints.build().map_err(|error| usage(&error.to_string()))?;
        options.min_confidence = self.min_confidence;
        options.keep_languages = self.lang.clone();
        options.types = self.types.iter().map(|one| one.trim().to_ascii_lowercase()).collect();
        options.statuses = self.status.clone();
        options.max_bytes = usize::try_from(self.max_bytes).unwrap_or(MAX_BYTES);
        Ok(options)
    }
}

fn usage(message: &str) -> anyhow::Error {
    Cli::command().error(ErrorKind::ArgumentConflict, message).into()
}

/// A number of bytes as people write it: 500, 64k, 256M, 1G.
fn size(written: &str) -> Result<u64, String> {
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
    number.ok_or_else(|| "a number of bytes, such as 500k, 256M or 1G".into())
}

fn probability(written: &str) -> Result<f32, String> {
    written
        .parse()
        .ok()
        .filter(|p| (0.0..=1.0).contains(p))
        .ok_or_else(|| "a probability, from 0 to 1".into())
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
