//! `pellucid strip`: the bytes of the text, without the markup, and without decoding.

use std::io::Write;

use anyhow::{Context, Result};
use pellucid::papers::hybrid::{Elimination, latin1};
use pellucid::strip::{Channel, SCARCE, Sink, Stripper};
use pellucid_files::{Input, Progress};

use crate::inputs::{Inputs, pieces};
use crate::named::named;
use crate::output::{Destination, Output};
use crate::rows::Row;
use crate::transform::{self, Done, Transform};

/// Remove the markup of pages, and keep the bytes of their text
#[derive(clap::Args, Debug)]
#[command(long_about = LONG_ABOUT, after_help = AFTER_HELP)]
pub struct Strip {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    output: Output,

    /// Write these channels: text, title, attributes, descriptions
    ///
    /// A list separated by commas; channels are written in the order of the page. `text`, the default: what a reader sees.
    /// `title`: the title. `attributes`: attributes that are read or shown (alt, title, placeholder). `descriptions`: the
    /// description and keywords in <meta>.
    #[arg(
        long,
        value_name = "CHANNELS",
        value_parser = named(Channel::ALL, Channel::name),
        value_delimiter = ',',
        default_value = "text",
        hide_default_value = true,
        hide_possible_values = true
    )]
    channels: Vec<Channel>,

    /// Strip markup this way: direct or latin1
    ///
    /// `direct`, the default: by a tokenizer over the bytes, with little memory whatever the size of the page. `latin1`: by
    /// reading the whole page as ISO-8859-1, and writing the text that an HTML tokenizer finds as ISO-8859-1 again.
    #[arg(
        long,
        value_name = "WAY",
        default_value = Elimination::Direct.name(),
        value_parser = named(WAYS, Elimination::name),
        hide_default_value = true,
        hide_possible_values = true
    )]
    strip: Elimination,
}

/// The ways that strip something.
const WAYS: &[Elimination] = &[Elimination::Direct, Elimination::Latin1];

const LONG_ABOUT: &str = "\
Remove the markup of pages, and keep the bytes of their text

Removes tags, comments, scripts and styles. The bytes of the text stay as they are, in whatever encoding, as long as \
ASCII is ASCII in it. Encodings are detected from this. Nothing is detected or decoded here, so this command has no hints. Fewer \
than 40 visible characters are hardly enough to detect an encoding; a note on standard error says so.";

const AFTER_HELP: &str = "\
Examples:
  pellucid strip page.html | iconv -f koi8-r
  pellucid strip --channels title page.html
  pellucid strip --strip latin1 page.html | cmp - <(pellucid strip page.html)
  pellucid strip crawl/ -o text/";

struct Stripping {
    channels: Vec<Channel>,
    way: Elimination,
    progress: Progress,
}

impl Strip {
    /// Runs the command.
    pub fn run(self, quiet: bool) -> Result<u8> {
        let destination = self.output.destination(&self.inputs)?;
        let progress = self.inputs.progress(1, destination == Destination::Stdout, quiet);
        let stripping = Stripping { channels: self.channels, way: self.strip, progress: progress.clone() };
        transform::run(stripping, &self.inputs, &destination, None, &progress)
    }
}

impl Transform for Stripping {
    type Ready = Input;

    fn prepare(&self, input: Input) -> Result<Input> {
        Ok(input)
    }

    fn write(&self, input: Input, out: &mut dyn Write) -> Result<Done> {
        let mut chosen = Chosen::new(&self.channels);
        match self.way {
            Elimination::Latin1 => self.latin1(&input, &mut chosen)?,
            _ => self.direct(&input, &mut chosen, out)?,
        }
        chosen.write_to(out)?;
        let visible = chosen.visible;
        let scarce = visible < SCARCE;
        let note = scarce.then(|| format!("only {visible} visible characters remain without the markup"));
        Ok(Done { row: Row::new(&input.path), note })
    }
}

impl Stripping {
    fn direct(&self, input: &Input, chosen: &mut Chosen, out: &mut dyn Write) -> Result<()> {
        let mut stripper = Stripper::new();
        pieces(input.open()?, |piece| {
            self.progress.read(piece.len());
            stripper.feed(piece, chosen);
            chosen.write_to(out)
        })?;
        stripper.finish(chosen);
        Ok(())
    }

    fn latin1(&self, input: &Input, chosen: &mut Chosen) -> Result<()> {
        let mut page = Vec::new();
        pieces(input.open()?, |piece| {
            self.progress.read(piece.len());
            page.extend_from_slice(piece);
            Ok(())
        })?;
        let text = latin1::strip(&page);
        for &channel in Channel::ALL {
            chosen.bytes(channel, text.channel(channel));
        }
        Ok(())
    }
}

/// Keeps the bytes of the chosen channels, with a line feed between runs that are not neighbours in the page.
struct Chosen<'a> {
    channels: &'a [Channel],
    /// What is not written yet.
    text: Vec<u8>,
    /// The last byte, written or not, and its channel.
    last: Option<(Channel, u8)>,
    /// Whether something stood between the last byte and the next.
    apart: bool,
    /// How many bytes of the text are visible, whatever was chosen.
    visible: usize,
}

impl<'a> Chosen<'a> {
    fn new(channels: &'a [Channel]) -> Chosen<'a> {
        Chosen { channels, text: Vec::new(), last: None, apart: false, visible: 0 }
    }

    fn write_to(&mut self, out: &mut dyn Write) -> Result<()> {
        out.write_all(&self.text).context("cannot write")?;
        self.text.clear();
        Ok(())
    }
}

impl Sink for Chosen<'_> {
    fn bytes(&mut self, channel: Channel, bytes: &[u8]) {
        if channel == Channel::Text {
            self.visible += bytes.iter().filter(|byte| !byte.is_ascii_whitespace()).count();
        }
        let (true, Some(&end)) = (self.channels.contains(&channel), bytes.last()) else { return };
        let apart = std::mem::take(&mut self.apart);
        if self.last.is_some_and(|(before, byte)| (apart || before != channel) && byte != b'\n') {
            self.text.push(b'\n');
        }
        self.text.extend_from_slice(bytes);
        self.last = Some((channel, end));
    }

    fn boundary(&mut self, channel: Channel) {
        self.apart |= self.channels.contains(&channel);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(channels: &[Channel], page: &[u8]) -> String {
        let mut chosen = Chosen::new(channels);
        let mut stripper = Stripper::new();
        page.chunks(3).for_each(|piece| stripper.feed(piece, &mut chosen));
        stripper.finish(&mut chosen);
        String::from_utf8(chosen.text).unwrap()
    }

    #[test]
    fn channels_come_in_the_order_of_the_page_and_apart() {
        let page = b"<title>one</title><p>two<b>three</b><img alt=four><p>five";
        assert_eq!(chosen(&[Channel::Title], page), "one");
        assert_eq!(chosen(&[Channel::Text, Channel::Title], page).replace('\n', " "), "one twothree five");
        assert_eq!(chosen(Channel::ALL, page).replace('\n', " "), "one twothree four five");
    }
}
