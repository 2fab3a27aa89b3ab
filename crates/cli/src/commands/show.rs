//! `pellucid show`: a page at a glance, for people.

use std::fmt::Write as _;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};
use pellucid::{Detector, Guess, Page, PageOptions};

use super::decode::damaged;
use super::extract::whole;
use crate::decoding::DecodingOptions;
use crate::hints::Hints;
use crate::inputs::{Input, Inputs};
use crate::output::Destination;
use crate::progress::Progress;
use crate::rows::{Row, one_line};
use crate::transform::{self, Done, Transform};

/// Show a page: its encoding, the reasons, and its main content
#[derive(clap::Args, Debug)]
#[command(long_about = LONG_ABOUT, after_help = AFTER_HELP)]
pub struct Show {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    decoding: DecodingOptions,

    #[command(flatten)]
    hints: Hints,
}

const LONG_ABOUT: &str = "\
Show a page: its encoding, the reasons, and its main content

Detects the encoding of each page and shows it with its confidence, the language, and the strongest evidence for it, in bits: \
+1 bit doubles the odds of an encoding. Then come the title and the main content as text. This is for people; for programs, use \
`pellucid extract --format jsonl`. `pellucid detect --explain` shows all evidence.";

const AFTER_HELP: &str = "\
Examples:
  pellucid show page.html
  curl -s https://example.org/ | pellucid show --url https://example.org/";

/// How many pieces of evidence are shown.
const REASONS: usize = 3;

struct Showing {
    detector: Detector,
    options: PageOptions,
    /// Whether a page was shown already: the next one stands apart.
    begun: AtomicBool,
    progress: Progress,
}

impl Show {
    /// Runs the command.
    pub fn run(self, quiet: bool) -> Result<u8> {
        let detector = self.hints.detector()?;
        let progress = Progress::start(&self.inputs, 1, true, quiet);
        let (options, begun) = (self.decoding.page(), AtomicBool::default());
        let showing = Showing { detector, options, begun, progress: progress.clone() };
        transform::run(showing, &self.inputs, &Destination::Stdout, None, &progress)
    }
}

impl Transform for Showing {
    type Ready = (Row, String);

    fn prepare(&self, input: Input) -> Result<(Row, String)> {
        let bytes = whole(&input, &self.detector, &self.progress)?;
        let page = self.detector.page_with(&bytes, &self.options)?;
        let row = Row::new(&input.path);
        let text = format!("{}\n{}", row.shown_path(), shown(&page));
        Ok((row, text))
    }

    fn write(&self, (row, text): (Row, String), out: &mut dyn Write) -> Result<Done> {
        let gap = if self.begun.swap(true, Ordering::Relaxed) { "\n" } else { "" };
        write!(out, "{gap}{text}").context("cannot write")?;
        Ok(Done { row, note: None })
    }
}

/// The page below its path.
fn shown(page: &Page) -> String {
    let guess = page.guess();
    let mut shown = String::new();
    let mut line = |name: &str, words: &str| {
        // Writing to a string never fails.
        let _ = writeln!(shown, "  {name:<9} {}", one_line(words));
    };
    if guess.is_binary() {
        line("encoding", "binary: this is not text");
    } else {
        let language = page.language().map(|tag| format!(", language {tag}")).unwrap_or_default();
        line("encoding", &format!("{}, confidence {:.2}{language}", guess.encoding(), guess.confidence()));
    }
    let reasons = reasons(guess);
    for (n, reason) in reasons.iter().enumerate() {
        line(if n == 0 { "because" } else { "" }, reason);
    }
    if let Some(declared) = guess.declared().filter(|declared| *declared != guess.encoding()) {
        line("declared", &format!("{declared}, which is overruled"));
    }
    if guess.is_binary() {
        return shown;
    }
    let decoded = page.decoded();
    for words in damaged(decoded.damage(), guess.encoding()).iter() {
        line("damage", words);
    }
    for words in decoded.mixed().map(ToString::to_string).iter() {
        line("mixed", words);
    }
    for layer in decoded.layers() {
        line("repaired", &layer.to_string());
    }
    if let Some(title) = page.title() {
        line("title", title);
    }
    match page.extracted().empty {
        Some(reason) => line("content", &reason.to_string()),
        None => {
            shown.push('\n');
            shown.push_str(&page.text());
        }
    }
    shown
}

/// The strongest evidence for the answer, in words.
fn reasons(guess: &Guess) -> Vec<String> {
    let about = guess.evidence().iter().filter(|evidence| evidence.encoding() == Some(guess.encoding()));
    let mut about: Vec<_> = about.collect();
    about.sort_by(|a, b| b.bits().total_cmp(&a.bits()));
    let speaks = about.iter().filter(|evidence| evidence.bits() > 0.0).count();
    about.truncate(speaks.clamp(1, REASONS));
    let words = about.iter().map(|evidence| match evidence.bits() {
        0.0 => format!("{}: {evidence}", evidence.source()),
        bits => format!("{bits:+.1} bits, {}: {evidence}", evidence.source()),
    });
    words.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_strongest_reasons_come_first_and_are_few() {
        let reasons =
            reasons(&pellucid::detect(b"<html lang=ru><meta charset=koi8-r><p>\xF7\xCF\xD0\xD2\xCF\xD3"));
        assert!((2..=REASONS).contains(&reasons.len()), "{reasons:?}");
        let bits: Vec<f32> =
            reasons.iter().map(|reason| reason.split(' ').next().unwrap().parse().unwrap()).collect();
        assert!(bits.is_sorted_by(|a, b| a >= b) && bits[0] > 0.0, "{reasons:?}");
    }

    #[test]
    fn what_the_caller_knows_needs_no_bits() {
        let known = Detector::builder().encoding(&pellucid::encodings::BIG5).build().unwrap();
        let shown = shown(&known.page(b"<title>t</title><p>a".as_slice()));
        assert!(shown.starts_with("  encoding  Big5, confidence 1.00"), "{shown}");
        assert!(shown.contains("\n  because   caller: ") && shown.contains("\n  title     t\n"), "{shown}");
    }
}
