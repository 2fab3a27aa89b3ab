//! `pellucid strip`: the bytes of the text, without the markup, and without decoding.

use std::io::Write;

use anyhow::{Context, Result};

use crate::inputs::{Input, Inputs, pieces};
use crate::library::{Part, SCARCE, StripMethod, Stripper};
use crate::output::{Destination, Output};
use crate::progress::Progress;
use crate::rows::Row;
use crate::transform::{self, Done, Transform};

/// Remove the markup of pages, and leave the bytes of their text as they are
#[derive(clap::Args, Debug)]
#[command(long_about = LONG_ABOUT, after_help = AFTER_HELP)]
pub struct Strip {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    output: Output,

    /// Which parts of the text to write, in the order of the page
    #[arg(long, value_name = "PARTS", value_enum, value_delimiter = ',', default_value = "text")]
    streams: Vec<Part>,

    /// How to find the markup
    #[arg(long, value_enum, default_value_t)]
    method: StripMethod,
}

const LONG_ABOUT: &str = "\
Remove the markup of pages, and leave the bytes of their text as they are

Tags, comments, scripts and styles go; the bytes of the text stay in the encoding they are in, whatever it is, as long as \
ASCII is ASCII in it. This is what encodings are found from. Fewer than 40 visible characters are hardly enough for that: \
a note on standard error says so.";

const AFTER_HELP: &str = "\
Examples:
  pellucid strip page.html | iconv -f koi8-r
  pellucid strip --streams title page.html
  pellucid strip --method latin1 page.html | cmp - <(pellucid strip page.html)
  pellucid strip crawl/ -o text/";

struct Stripping {
    streams: Vec<Part>,
    method: StripMethod,
    progress: Progress,
}

impl Strip {
    /// Runs the command.
    pub fn run(self, quiet: bool) -> Result<u8> {
        let destination = self.output.destination(&self.inputs)?;
        let progress = Progress::start(&self.inputs, 1, destination == Destination::Stdout, quiet);
        let stripping = Stripping { streams: self.streams, method: self.method, progress: progress.clone() };
        transform::run(stripping, &self.inputs, &destination, None, &progress)
    }
}

impl Transform for Stripping {
    type Ready = Input;

    fn prepare(&self, input: Input) -> Result<Input> {
        Ok(input)
    }

    fn write(&self, input: Input, out: &mut dyn Write) -> Result<Done> {
        let mut stripper = Stripper::new(self.method, &self.streams);
        let mut text = Vec::new();
        pieces(input.open()?, |piece| {
            self.progress.read(piece.len());
            text.clear();
            stripper.feed(piece, &mut text);
            out.write_all(&text).context("cannot write")
        })?;
        text.clear();
        stripper.finish(&mut text);
        out.write_all(&text).context("cannot write")?;
        let visible = stripper.visible();
        let scarce = visible < SCARCE;
        let note = scarce.then(|| format!("only {visible} visible characters are left without the markup"));
        Ok(Done { row: Row::new(&input.path), note })
    }
}
