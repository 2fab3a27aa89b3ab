//! `pellucid show`: a page at a glance, for people.

use std::fmt::Write as _;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};
use pellucid::{Detector, Encoding, Evidence, Guess, Language, Page, PageOptions, Source};
use pellucid_answers::one_line;
use pellucid_files::{Input, Progress};

use super::decode::damaged;
use super::extract::whole;
use crate::decoding::DecodingOptions;
use crate::hints::Hints;
use crate::inputs::Inputs;
use crate::output::Destination;
use crate::rows::Row;
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

Detects the encoding of each page and shows it with its confidence and the strongest evidence, in bits: +1 bit doubles the \
odds of an encoding. Then come the language, the title, and the main content as text. This is for people; for programs, use \
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
        let progress = self.inputs.progress(1, true, quiet);
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
        line("encoding", &format!("{}, confidence {:.2}", guess.encoding(), guess.confidence()));
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
    if let Some(tag) = page.language() {
        let name = Language::parse(tag).ok().and_then(|language| language.name());
        line("language", &name.map_or_else(|| tag.to_owned(), |name| format!("{name} ({tag})")));
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

/// The strongest evidence in words: first for the answer, then against other encodings.
fn reasons(guess: &Guess) -> Vec<String> {
    let answer = Some(guess.encoding());
    let is_for = |evidence: &&Evidence| evidence.encoding() == answer && evidence.bits() > 0.0;
    // That another encoding is rare says nothing about this page.
    let is_against = |evidence: &&Evidence| {
        evidence.encoding() != answer && evidence.bits() < 0.0 && evidence.source() != Source::Prior
    };
    let mut reasons: Vec<&Evidence> = guess.evidence().iter().filter(is_for).collect();
    reasons.sort_by(|a, b| b.bits().total_cmp(&a.bits()));
    let mut against: Vec<&Evidence> = guess.evidence().iter().filter(is_against).collect();
    against.sort_by(|a, b| a.bits().total_cmp(&b.bits()));
    reasons.extend(against);
    reasons.truncate(REASONS);
    if reasons.is_empty() {
        return guess.evidence().first().map(ToString::to_string).into_iter().collect();
    }
    let words = reasons.into_iter().map(|evidence| {
        let encoding = evidence.encoding().map_or("any encoding", Encoding::name);
        format!("{:+.1} bits for {encoding}: {evidence}", evidence.bits())
    });
    words.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(reason: &str) -> f32 {
        reason.split(' ').next().unwrap().parse().unwrap()
    }

    #[test]
    fn the_strongest_reasons_come_first_and_are_few() {
        let page = b"<html lang=ru><meta charset=koi8-r><p>\xF7\xCF\xD0\xD2\xCF\xD3";
        let reasons = reasons(&pellucid::detect(page));
        assert!((2..=REASONS).contains(&reasons.len()), "{reasons:?}");
        assert!(reasons[0].contains(" bits for KOI8-R: "), "{reasons:?}");
        assert!(bits(&reasons[0]) >= bits(&reasons[1]) && bits(&reasons[1]) > 0.0, "{reasons:?}");
    }

    #[test]
    fn what_speaks_against_others_follows() {
        let text = "Съешь же ещё этих мягких французских булок, да выпей чаю. ".repeat(9);
        let page = pellucid::encodings::KOI8_R.encode(&text);
        let reasons = reasons(&pellucid::detect(page.bytes()));
        let against = reasons.iter().position(|reason| reason.contains(" bits for UTF-8: ")).unwrap();
        assert!(against > 0 && bits(&reasons[against]) < 0.0, "{reasons:?}");
    }

    #[test]
    fn what_the_caller_knows_needs_no_bits() {
        let known = Detector::builder().encoding(&pellucid::encodings::BIG5).build().unwrap();
        let shown = shown(&known.page(b"<title>t</title><p>a"));
        assert!(shown.starts_with("  encoding  Big5, confidence 1.00"), "{shown}");
        assert!(shown.contains("\n  because   the caller names it\n"), "{shown}");
        assert!(shown.contains("\n  title     t\n"), "{shown}");
    }

    #[test]
    fn what_is_not_text_has_no_content() {
        let shown = shown(&pellucid::page(b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR"));
        assert!(shown.starts_with("  encoding  binary: this is not text\n  because   "), "{shown}");
        assert!(!shown.contains("title") && !shown.contains("content"), "{shown}");
    }
}
