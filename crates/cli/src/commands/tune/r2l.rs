//! `pellucid tune r2l`: the gap with which R2L finds most of a site's main content.

use std::io::Write;
use std::num::NonZero;
use std::path::PathBuf;
use std::{fs, thread};

use anyhow::{Context, Result, bail, ensure};
use pellucid::papers::r2l::tune::{self, Agreement, Found, Profile, Tuned, Unit};
use pellucid::papers::r2l::{Output, R2l as Extractor, Script};
use pellucid::{Detector, PageOptions};
use pellucid_files::{Beside, Progress, ordered};

use super::gold::{Gold, Pair};
use crate::decoding::DecodingOptions;
use crate::exit;
use crate::hints::Hints;
use crate::named::named;
use crate::output::Stdout;

/// Find the best gap of R2L for a site, the parameter P of its paper
#[derive(clap::Args, Debug)]
#[command(long_about = LONG_ABOUT, after_help = AFTER_HELP)]
pub struct R2l {
    /// Read pages, and the text that is wanted from each, from this folder
    ///
    /// A page is NAME.html (.htm, .xhtml) with NAME.txt beside it, or html/NAME.html with gold/NAME.txt. Texts are UTF-8.
    #[arg(long, value_name = "DIR")]
    gold: PathBuf,

    /// Write the best settings to this file, as a profile
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Tune r2l as published, r2l+ or r2l-tree [default: r2l+]
    #[arg(
        long,
        value_name = "NAME",
        default_value = "r2l+",
        value_parser = named(Output::ALL, Output::name),
        hide_default_value = true,
        hide_possible_values = true
    )]
    extractor: Output,

    /// Expect content in this script [default: right-to-left]
    #[arg(
        long,
        default_value = "right-to-left",
        value_parser = named(Script::ALL, Script::name),
        hide_default_value = true,
        hide_possible_values = true
    )]
    script: Script,

    /// Compare texts by words or characters [default: words]
    #[arg(
        long,
        default_value = "words",
        value_parser = named(Unit::ALL, Unit::name),
        hide_default_value = true,
        hide_possible_values = true
    )]
    unit: Unit,

    /// Write this name of the site to the profile
    #[arg(long, value_name = "NAME")]
    site: Option<String>,

    /// Work on this many pages at once [default: one for each processor]
    #[arg(short = 'j', long, value_name = "N")]
    threads: Option<NonZero<usize>>,

    #[command(flatten)]
    decoding: DecodingOptions,

    #[command(flatten)]
    hints: Hints,
}

const LONG_ABOUT: &str = "\
Find the best gap of R2L for a site, the parameter P of its paper

The gap is how many lines R2L skips to reach the next content. Gaps of 1 to 20 are tried on all pages, and the table shows the mean F1 of \
each, by the longest common subsequence of words. This F1 is measured on the same pages that the gap is chosen on; to learn what \
the gap is worth, test it on other pages. Pages are decoded as `pellucid decode` does.";

const AFTER_HELP: &str = "\
Examples:
  pellucid tune r2l --gold site/
  pellucid tune r2l --gold site/ --site example.ir -o example.ir.toml
  pellucid tune r2l --gold site/ --extractor r2l --script arabic-block --unit characters";

impl R2l {
    /// Runs the command.
    pub fn run(self, quiet: bool) -> Result<u8> {
        let detector = self.hints.detector()?;
        let gold = Gold::of(&self.gold)?;
        let progress = Progress::idle(quiet);
        for page in &gold.without {
            progress.note(&format!("{}: skipped, because it has no text beside it", page.display()));
        }
        progress.count("pages", gold.pairs.len());
        let (extractor, unit, reading) = (self.extractor(Extractor::GAP), self.unit, progress.clone());
        let options = self.decoding.page();
        let work = move |pair: Pair| {
            let tried = on_page(&extractor, &pair, unit, &detector, &options);
            reading.read(1);
            tried
        };
        let threads = self.threads.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZero::get);
        let mut tuned = Tuned::default();
        let mut failed = false;
        for page in ordered::map(gold.pairs.into_iter(), threads, work)? {
            match page? {
                Ok(page) => tuned.add(&page),
                Err(error) => {
                    failed = true;
                    progress.error(&format!("{error:#}"));
                }
            }
        }
        progress.finish();
        ensure!(tuned.pages() > 0, "no page could be read");
        ensure!(tuned.best().f1 > 0.0, "no page has text in --script {}", self.script.name());
        if let Some(path) = &self.output {
            let mut file = Beside::create(path)?;
            write!(file, "{}", self.profile(&tuned))?;
            file.finish()?;
        }
        let mut out = Stdout::lock();
        write_table(&tuned, &mut out)?;
        out.flush()?;
        Ok(if failed { exit::FAILED } else { exit::FINE })
    }

    fn extractor(&self, gap: usize) -> Extractor {
        Extractor { script: self.script, gap, output: self.extractor }
    }

    fn profile(&self, tuned: &Tuned) -> Profile {
        let best = tuned.best();
        Profile {
            site: self.site.clone(),
            output: self.extractor,
            script: self.script,
            gap: best.gap,
            found: Some(Found { pages: tuned.pages(), f1: best.f1, unit: self.unit }),
        }
    }
}

/// What each gap reaches on a page.
fn on_page(
    extractor: &Extractor,
    pair: &Pair,
    unit: Unit,
    detector: &Detector,
    options: &PageOptions,
) -> Result<Vec<Agreement>> {
    let page = fs::read(&pair.page).with_context(|| pair.page.display().to_string())?;
    let text = fs::read(&pair.text).with_context(|| pair.text.display().to_string())?;
    let Ok(wanted) = String::from_utf8(text) else {
        bail!("{}: not UTF-8; convert it with `pellucid decode`", pair.text.display());
    };
    let decoded = detector.decode_with(&page, options).with_context(|| pair.page.display().to_string())?;
    Ok(tune::on_page(extractor, decoded.text(), &wanted, unit))
}

fn write_table(tuned: &Tuned, out: &mut impl Write) -> Result<()> {
    let best = tuned.best();
    writeln!(out, " P      F1")?;
    for row in tuned.rows() {
        let mark = if row.gap == best.gap { "  best" } else { "" };
        writeln!(out, "{:2}  {:.4}{mark}", row.gap, row.f1)?;
    }
    match tuned.pages() {
        1 => writeln!(out, "of 1 page: too few to trust")?,
        pages => writeln!(out, "mean of {pages} pages")?,
    }
    Ok(())
}
