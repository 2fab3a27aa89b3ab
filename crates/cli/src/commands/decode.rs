//! `pellucid decode`: the text, in UTF-8 or any other encoding.

use std::io::Write;

use anyhow::{Context, Result, anyhow, bail};
use clap::CommandFactory;
use clap::error::ErrorKind;
use pellucid::decode::{Bom, Controls, Damage, DecodeOptions, EncodeOptions, Errors, Newlines};
use pellucid::repair::Check;
use pellucid::{Detector, Encoding, Family, PageOptions, encodings};
use pellucid_files::{Input, Progress};

use super::Cli;
use crate::hints::{self, Hints};
use crate::inputs::{Inputs, pieces};
use crate::named::named;
use crate::output::{Destination, Output};
use crate::reread::Reread;
use crate::rows::{Format, Row};
use crate::transform::{self, Done, Transform};

/// Turn pages into UTF-8, or into any other encoding
#[derive(clap::Args, Debug)]
#[command(long_about = LONG_ABOUT, after_help = AFTER_HELP)]
pub struct Decode {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    output: Output,

    /// The encoding of the inputs, instead of finding it for each of them
    #[arg(long, value_name = "NAME", value_parser = hints::encoding)]
    from: Option<&'static Encoding>,

    /// The encoding to write
    #[arg(long, value_name = "NAME", default_value = "UTF-8", value_parser = hints::encoding)]
    to: &'static Encoding,

    /// What to do with bytes that do not decode, and with characters which the written encoding lacks
    #[arg(long, value_name = "WHAT", default_value = Errors::default().name(), value_parser = named(Errors::ALL, Errors::name))]
    errors: Errors,

    /// Turn every line end (CR LF, CR, NEL) into LF
    #[arg(long)]
    newlines: bool,

    /// Leave out control characters other than tabs and line ends, and noncharacters
    #[arg(long)]
    controls: bool,

    /// Undo double encoding: text which was read in a wrong encoding before it came here, such as `Ã©` for `é`
    ///
    /// Only where there is enough of it to be no chance, and where the way back is exact; every other character stays as
    /// it is. What was done is told on standard error. The page is kept in memory.
    #[arg(long)]
    repair: bool,

    /// Read pages piece by piece which are partly in UTF-8 and partly in a legacy encoding
    ///
    /// What was read in another encoding than the rest is told on standard error. The page is kept in memory.
    #[arg(long)]
    mixed: bool,

    /// Count what clear text has little of, and tell it: replacement, control, private-use and unassigned characters,
    /// noncharacters, and scripts which change inside words
    #[arg(long)]
    check: bool,

    /// Keep a byte order mark at the start as U+FEFF
    #[arg(long)]
    keep_bom: bool,

    /// With --output, write a row about every input to standard output, as `detect` does
    #[arg(short, long, value_enum, requires = "output")]
    format: Option<Format>,

    #[command(flatten)]
    hints: Hints,
}

const LONG_ABOUT: &str = "\
Turn pages into UTF-8, or into any other encoding

Finds the encoding of each input unless --from names it, then writes its text: one input after the other on standard \
output, or with --output to a file or a folder. What is not text fails. Places which do not decode are counted and told \
on standard error, with the offsets of the first of them.

Files are read twice, pieces at a time, unless --repair or --mixed need a page as a whole; what can be read only once is kept in memory up to 8 MiB and beyond that in a \
temporary file.";

const AFTER_HELP: &str = "\
Examples:
  pellucid decode page.html >page.utf8.html
  pellucid decode old.html -o old.html                   in place
  pellucid decode crawl/ -o utf8/ --format tsv >rows.tsv
  pellucid decode --from shift_jis --errors fail page.html
  pellucid decode --mixed --repair --check page.html     and say what was wrong with it
  pellucid decode --to windows-1252 --errors references page.html";

/// How many offsets of damage are told.
const TOLD: usize = 8;

/// Everything about one run that its threads share.
struct Decoding {
    detector: Detector,
    from: Option<&'static Encoding>,
    to: &'static Encoding,
    options: DecodeOptions,
    repair: bool,
    mixed: bool,
    check: bool,
    writing: EncodeOptions,
    progress: Progress,
}

/// An input whose encoding is known.
struct Known {
    input: Reread,
    encoding: &'static Encoding,
    row: Row,
}

impl Decode {
    /// Runs the command.
    pub fn run(self, quiet: bool) -> Result<u8> {
        if self.to.family() == Family::Special {
            let message = format!("text cannot be written as {}", self.to);
            return Err(Cli::command().error(ErrorKind::InvalidValue, message).into());
        }
        let destination = self.output.destination(&self.inputs)?;
        let uses_stdout = destination == Destination::Stdout || self.format.is_some();
        let passes = if self.from.is_some() { 1 } else { 2 };
        let progress = self.inputs.progress(passes, uses_stdout, quiet);
        let policy = self.errors;
        let decoding = Decoding {
            detector: self.hints.detector()?,
            from: self.from,
            to: self.to,
            options: DecodeOptions::new()
                .errors(policy)
                .bom(if self.keep_bom { Bom::Keep } else { Bom::Strip })
                .newlines(if self.newlines { Newlines::Lf } else { Newlines::Keep })
                .controls(if self.controls { Controls::Remove } else { Controls::Keep }),
            repair: self.repair,
            mixed: self.mixed,
            check: self.check,
            writing: EncodeOptions::new().unmappable(policy),
            progress: progress.clone(),
        };
        transform::run(decoding, &self.inputs, &destination, self.format, &progress)
    }
}

impl Transform for Decoding {
    type Ready = Known;

    fn prepare(&self, input: Input) -> Result<Known> {
        if let Some(encoding) = self.from {
            let row = Row::told(&input.path, encoding.name());
            return Ok(Known { input: Reread::skip_first(input), encoding, row });
        }
        let path = input.path.clone();
        let mut stream = self.detector.stream();
        let input = Reread::first(input, |piece| {
            stream.feed(piece);
            self.progress.read(piece.len());
        })?;
        let guess = stream.finish();
        if guess.is_binary() {
            bail!("this is not text; to decode it all the same, name an encoding with --from");
        }
        Ok(Known { input, encoding: guess.encoding(), row: Row::answered(&path, &guess) })
    }

    fn write(&self, known: Known, out: &mut dyn Write) -> Result<Done> {
        if self.repair || self.mixed {
            return self.write_repaired(known, out);
        }
        let Known { input, encoding, mut row } = known;
        let mut check = self.check.then(Check::default);
        let mut decoder = self.options.decoder(encoding);
        let mut writer = Writer { to: self.to, writing: self.writing, lacking: 0, out };
        let mut text = String::new();
        pieces(input.second()?, |piece| {
            self.progress.read(piece.len());
            text.clear();
            decoder.feed(piece, &mut text)?;
            check.iter_mut().for_each(|check| check.feed(&text));
            writer.write(&text)
        })?;
        text.clear();
        decoder.finish(&mut text)?;
        check.iter_mut().for_each(|check| check.feed(&text));
        writer.write(&text)?;
        let mut notes = vec![damaged(decoder.damage(), encoding), lacking(writer.lacking, self.to)];
        if let Some(check) = check {
            notes.push(told(&check));
            row = row.checked(&check);
        }
        Ok(Done { row: row.damaged(decoder.damage().count()), note: one_note(notes) })
    }
}

impl Decoding {
    /// Writes an input whose text is not simply what its bytes are: all of it must be seen before the first character is
    /// sure.
    fn write_repaired(&self, known: Known, out: &mut dyn Write) -> Result<Done> {
        let Known { input, encoding, mut row } = known;
        let mut bytes = Vec::new();
        pieces(input.second()?, |piece| {
            self.progress.read(piece.len());
            bytes.extend_from_slice(piece);
            Ok(())
        })?;
        let detector = self.detector.for_encoding(encoding);
        let options = PageOptions::new().decode(self.options).mixed(self.mixed).repair(self.repair);
        let decoded = detector.decode_with(&bytes, &options)?;
        let mut notes: Vec<Option<String>> =
            decoded.mixed().map(|mixed| Some(mixed.to_string())).into_iter().collect();
        if self.mixed {
            row = row.mixed(decoded.mixed());
        }
        if self.repair && (self.mixed || encoding.family() == Family::Utf) {
            notes.extend(decoded.layers().iter().map(told));
            row = row.repaired(decoded.layers());
        } else if self.repair && !pellucid::repair(decoded.text()).is_unchanged() {
            // Its bytes are what they should be, only not in this encoding.
            notes.push(Some(format!("it has pieces of UTF-8 among its {encoding}, which --mixed reads")));
        }
        let damage = decoded.damage().clone();
        let text = decoded.into_text();
        let mut writer = Writer { to: self.to, writing: self.writing, lacking: 0, out };
        writer.write(&text)?;
        notes.extend([damaged(&damage, encoding), lacking(writer.lacking, self.to)]);
        if self.check {
            let check = Check::of(&text);
            notes.push(told(&check));
            row = row.checked(&check);
        }
        Ok(Done { row: row.damaged(damage.count()), note: one_note(notes) })
    }
}

/// The words for it, if there are any.
fn told(what: &impl ToString) -> Option<String> {
    Some(what.to_string()).filter(|words| !words.is_empty())
}

/// All that is worth a note.
pub fn one_note(notes: impl IntoIterator<Item = Option<String>>) -> Option<String> {
    notes.into_iter().flatten().reduce(|one, other| format!("{one}; {other}"))
}

/// Writes text in the encoding asked for.
struct Writer<'a> {
    to: &'static Encoding,
    writing: EncodeOptions,
    lacking: u64,
    out: &'a mut dyn Write,
}

impl Writer<'_> {
    fn write(&mut self, text: &str) -> Result<()> {
        // UTF-8 is what the text already is.
        if self.to == &encodings::UTF_8 {
            return self.out.write_all(text.as_bytes()).context("cannot write");
        }
        // Piece by piece: an encoding with escape sequences returns to ASCII at the end of each, which is allowed.
        let encoded = self
            .writing
            .encode(self.to, text)
            .map_err(|error| anyhow!("{} lacks the character {:?}", self.to, error.character()))?;
        self.lacking += encoded.unmappable().count();
        self.out.write_all(encoded.bytes()).context("cannot write")
    }
}

/// What did not decode, in words.
pub fn damaged(damage: &Damage, encoding: &Encoding) -> Option<String> {
    let offsets: Vec<_> = damage.positions().iter().take(TOLD).map(|at| at.start.to_string()).collect();
    let more = if damage.count() > offsets.len() as u64 { ", …" } else { "" };
    let places = if damage.count() == 1 { "place does" } else { "places do" };
    (!damage.is_none()).then(|| {
        format!("{} {places} not decode as {encoding}, at byte {}{more}", damage.count(), offsets.join(", "))
    })
}

/// What could not be written, in words.
fn lacking(count: u64, to: &Encoding) -> Option<String> {
    let characters = if count == 1 { "character" } else { "characters" };
    (count > 0).then(|| format!("{to} lacks {count} {characters} of it"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_is_told_with_its_first_offsets() {
        let told = |bytes: &[u8]| damaged(encodings::UTF_8.decode(bytes).damage(), &encodings::UTF_8);
        assert_eq!(told(b"a\xFFb").unwrap(), "1 place does not decode as UTF-8, at byte 1");
        assert!(told(&[0xFF; 9]).unwrap().ends_with("at byte 0, 1, 2, 3, 4, 5, 6, 7, …"));
        assert_eq!(told(b"ab"), None);
    }
}
