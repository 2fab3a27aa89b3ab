//! `pellucid decode`: the text, in UTF-8 or any other encoding.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context, Result, anyhow, bail};
use pellucid::decode::{
    Bom, Controls, DECLARED_WITHIN, Damage, DecodeOptions, EncodeOptions, Newlines, declare,
};
use pellucid::repair::Check;
use pellucid::{Detector, Encoding, Family, Guess, PageOptions, encodings};
use pellucid_answers::Key;
use pellucid_files::{Input, Progress};

use crate::decoding::DecodingOptions;
use crate::hints::{self, Hints};
use crate::inputs::{Inputs, pieces};
use crate::output::{Destination, Output};
use crate::reread::Reread;
use crate::rows::{Format, Row, Table};
use crate::transform::{self, Done, Transform};
use crate::usage::usage;

/// Decode pages to UTF-8 or any other encoding
#[derive(clap::Args, Debug)]
#[command(long_about = LONG_ABOUT, after_help = AFTER_HELP)]
pub struct Decode {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    output: Output,

    /// Write text in this encoding [default: UTF-8]
    ///
    /// --errors also applies to characters that this encoding lacks: `replace` writes `?`, `ignore` nothing, `references` a
    /// character reference such as `&#233;`, and `strict` and `reject` fail.
    #[arg(
        long,
        value_name = "ENCODING",
        default_value = "UTF-8",
        value_parser = hints::encoding,
        hide_default_value = true
    )]
    to: &'static Encoding,

    /// Set what pages declare about their encoding right: auto, always, never
    ///
    /// A browser believes a page that says `<meta charset=koi8-r>`, whatever it was decoded to. `auto`, the default, sets
    /// declarations right in pages that are written to files (--output), and leaves pages on standard output as they are.
    /// --declare alone means `always`.
    ///
    /// The labels of every <meta> and XML declaration in the first 64 KiB become that of the encoding that is written, unless
    /// they name it already. An HTML page that a browser would still misread gets a <meta charset> at its beginning. In
    /// UTF-16 and UTF-32, it gets a byte order mark instead. What does not begin with markup is not changed.
    #[arg(
        long,
        value_enum,
        value_name = "WHEN",
        num_args = 0..=1,
        require_equals = true,
        default_value_t,
        default_missing_value = "always",
        hide_default_value = true,
        hide_possible_values = true
    )]
    declare: Declare,

    /// Turn every line end (CR LF, CR, NEL) into LF
    #[arg(long)]
    newlines: bool,

    /// Remove control characters and noncharacters, except tabs and line ends
    #[arg(long)]
    controls: bool,

    /// Keep a byte order mark at the start as U+FEFF
    #[arg(long)]
    keep_bom: bool,

    /// Count characters that clear text has little of, and report them
    ///
    /// These are replacement, control, private-use and unassigned characters, noncharacters, and changes of script inside
    /// words. They are reported on standard error, and in the rows.
    #[arg(long)]
    check: bool,

    /// Copy inputs that are not text byte for byte, instead of failing
    ///
    /// With this, a whole site can be decoded, pictures included.
    #[arg(long, requires = "output", conflicts_with = "from")]
    copy_binary: bool,

    /// Write a row about each input to standard output: text, tsv or jsonl
    ///
    /// The rows are those of `pellucid detect`. They need --output, because text would go to standard output otherwise. In
    /// `jsonl`, they also count the places that did not decode (`replaced`), and report what --copy-binary, --mixed, --repair
    /// and --check did.
    #[arg(short, long, value_enum, requires = "output", hide_possible_values = true)]
    format: Option<Format>,

    #[command(flatten)]
    decoding: DecodingOptions,

    #[command(flatten)]
    hints: Hints,
}

/// When declarations are set right.
#[derive(clap::ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Declare {
    #[default]
    Auto,
    Always,
    Never,
}

const LONG_ABOUT: &str = "\
Decode pages to UTF-8 or any other encoding

Detects the encoding of each input, unless --from names it, and writes its text: all inputs one after the other to standard \
output, or with --output to a file or a folder. What is not text is an error. Places that do not decode are counted and \
reported on standard error, with the offsets of the first ones.

In files, what a page declares about its encoding is set right, so that browsers read what was written. --declare=never leaves \
it as it is.

Files are read twice, piece by piece, with little memory. With --repair or --mixed, a page is kept in memory as a whole. Input \
that can be read only once is kept in memory up to 8 MiB, and beyond that in a temporary file.";

const AFTER_HELP: &str = "\
Examples:
  pellucid decode --declare page.html >page.utf8.html
  pellucid decode old.html -o old.html                   in place
  pellucid decode site/ -o utf8/ --copy-binary           a whole site, pictures included
  pellucid decode crawl/ -o utf8/ --format tsv >rows.tsv
  pellucid decode --from shift_jis --errors strict page.html
  pellucid decode --mixed --repair --check page.html     and report what was wrong with it
  pellucid decode --to windows-1252 --errors references page.html";

/// How many offsets of damage are reported.
const REPORTED: usize = 8;

/// Everything about one run that its threads share.
struct Decoding {
    detector: Detector,
    from: Option<&'static Encoding>,
    to: &'static Encoding,
    options: DecodeOptions,
    repair: bool,
    mixed: bool,
    check: bool,
    /// Whether declarations are set right.
    declare: bool,
    /// How many inputs were copied, if they may be.
    copied: Option<Arc<AtomicU64>>,
    writing: EncodeOptions,
    has_rows: bool,
    progress: Progress,
}

/// An input whose encoding is known; there is no guess if the caller named it.
struct Ready {
    path: PathBuf,
    input: Reread,
    encoding: &'static Encoding,
    guess: Option<Guess>,
    is_copy: bool,
}

impl Decode {
    /// Runs the command.
    pub fn run(self, quiet: bool) -> Result<u8> {
        if self.to.family() == Family::Special {
            return Err(usage(format!("text cannot be written as {}", self.to)));
        }
        let detector = self.hints.detector()?;
        let destination = self.output.destination(&self.inputs)?;
        let uses_stdout = destination == Destination::Stdout || self.format.is_some();
        let from = self.hints.encoding();
        let passes = if from.is_some() { 1 } else { 2 };
        let progress = self.inputs.progress(passes, uses_stdout, quiet);
        let DecodingOptions { errors, repair, mixed } = self.decoding;
        let table = self.table();
        let copied = self.copy_binary.then(Arc::<AtomicU64>::default);
        let decoding = Decoding {
            detector,
            from,
            to: self.to,
            options: DecodeOptions::new()
                .errors(errors)
                .bom(if self.keep_bom { Bom::Keep } else { Bom::Strip })
                .newlines(if self.newlines { Newlines::Lf } else { Newlines::Keep })
                .controls(if self.controls { Controls::Remove } else { Controls::Keep }),
            repair,
            mixed,
            check: self.check,
            declare: match self.declare {
                Declare::Auto => destination != Destination::Stdout,
                Declare::Always => true,
                Declare::Never => false,
            },
            copied: copied.clone(),
            writing: EncodeOptions::new().unmappable(errors),
            has_rows: table.is_some(),
            progress: progress.clone(),
        };
        let code = transform::run(decoding, &self.inputs, &destination, table, &progress)?;
        match copied.map_or(0, |copied| copied.load(Ordering::Relaxed)) {
            0 => {}
            1 => progress.note("1 input is not text: copied as it is"),
            copied => progress.note(&format!("{copied} inputs are not text: copied as they are")),
        }
        Ok(code)
    }

    /// The rows, if there are any.
    fn table(&self) -> Option<Table> {
        let keys = [
            (true, Key::Replaced),
            (self.copy_binary, Key::Copied),
            (self.decoding.mixed, Key::Mixed),
            (self.decoding.repair, Key::Repaired),
            (self.check, Key::Check),
        ];
        let keys = keys.into_iter().filter(|(wanted, _)| *wanted).map(|(_, key)| key).collect();
        Some(Table { format: self.format?, keys })
    }
}

impl Transform for Decoding {
    type Ready = Ready;

    fn prepare(&self, input: Input) -> Result<Ready> {
        let path = input.path.clone();
        if let Some(encoding) = self.from {
            let input = Reread::skip_first(input);
            return Ok(Ready { path, input, encoding, guess: None, is_copy: false });
        }
        let mut stream = self.detector.stream();
        let again = input.clone();
        let read = Reread::first(input, |piece| {
            stream.feed(piece);
            self.progress.read(piece.len());
        });
        let input = match read {
            // What unpacks to more than any page is copied without a look at the rest.
            Err(error) if self.copied.is_some() && is_too_large(&error) => {
                let input = Reread::skip_first(again);
                return Ok(Ready { path, input, encoding: &encodings::BINARY, guess: None, is_copy: true });
            }
            read => read?,
        };
        let guess = stream.finish();
        let is_copy = guess.is_binary();
        if is_copy && self.copied.is_none() {
            bail!("this is not text; name an encoding with --from to decode it anyway");
        }
        Ok(Ready { path, input, encoding: guess.encoding(), guess: Some(guess), is_copy })
    }

    fn write(&self, ready: Ready, out: &mut dyn Write) -> Result<Done> {
        if ready.is_copy {
            return self.copy(ready, out);
        }
        if self.repair || self.mixed {
            return self.write_repaired(ready, out);
        }
        let Ready { path, input, encoding, guess, .. } = ready;
        let mut check = self.check.then(Check::default);
        // What rows report about an input that is read only once.
        let mut stream = (self.has_rows && guess.is_none()).then(|| self.detector.stream());
        let mut decoder = self.options.decoder(encoding);
        let mut writer = self.writer(out);
        writer.head = self.declare.then(String::new);
        let mut text = String::new();
        pieces(input.second()?, |piece| {
            self.progress.read(piece.len());
            stream.iter_mut().for_each(|stream| stream.feed(piece));
            text.clear();
            decoder.feed(piece, &mut text)?;
            check.iter_mut().for_each(|check| check.feed(&text));
            writer.write(&text)
        })?;
        text.clear();
        decoder.finish(&mut text)?;
        check.iter_mut().for_each(|check| check.feed(&text));
        writer.write(&text)?;
        writer.finish()?;
        let mut notes = vec![damaged(decoder.damage(), encoding), lacking(writer.lacking, self.to)];
        let guess = guess.or_else(|| stream.map(|stream| stream.finish()));
        let mut row = guess.map_or_else(|| Row::new(&path), |guess| Row::answered(&path, &guess));
        if let Some(check) = check {
            notes.push(words(&check));
            row = row.with(|answer| answer.checked(&check));
        }
        Ok(Done { row: row.with(|answer| answer.replaced(decoder.damage().count())), note: one_note(notes) })
    }

    fn is_copy(&self, ready: &Ready) -> bool {
        ready.is_copy
    }
}

impl Decoding {
    fn writer<'a>(&self, out: &'a mut dyn Write) -> Writer<'a> {
        Writer { to: self.to, writing: self.writing, head: None, lacking: 0, out }
    }

    /// Copies what is not text.
    fn copy(&self, ready: Ready, out: &mut dyn Write) -> Result<Done> {
        io::copy(&mut ready.input.raw()?, out).context("cannot copy")?;
        if let Some(copied) = &self.copied {
            copied.fetch_add(1, Ordering::Relaxed);
        }
        let row =
            ready.guess.map_or_else(|| Row::new(&ready.path), |guess| Row::answered(&ready.path, &guess));
        Ok(Done { row: row.with(|answer| answer.replaced(0).copied()), note: None })
    }

    /// Writes an input whose text is not simply what its bytes are: all of it must be seen before the first character is
    /// certain.
    fn write_repaired(&self, ready: Ready, out: &mut dyn Write) -> Result<Done> {
        let Ready { path, input, encoding, guess, .. } = ready;
        let mut bytes = Vec::new();
        pieces(input.second()?, |piece| {
            self.progress.read(piece.len());
            bytes.extend_from_slice(piece);
            Ok(())
        })?;
        let detector = self.detector.for_encoding(encoding);
        let options = PageOptions::new()
            .decode(self.options)
            .mixed(self.mixed)
            .repair(self.repair)
            .declare(self.declare.then_some(self.to));
        let decoded = detector.decode_with(&bytes, &options)?;
        let guess = guess.as_ref().or(decoded.guess());
        let mut row = guess.map_or_else(|| Row::new(&path), |guess| Row::answered(&path, guess));
        let mut notes: Vec<Option<String>> =
            decoded.mixed().map(|mixed| Some(mixed.to_string())).into_iter().collect();
        if self.mixed {
            row = row.with(|answer| answer.mixed(decoded.mixed()));
        }
        if self.repair {
            notes.extend(decoded.layers().iter().map(words));
            row = row.with(|answer| answer.repaired(decoded.layers()));
        }
        if self.repair
            && !self.mixed
            && encoding.family() != Family::Utf
            && !pellucid::repair(decoded.text()).is_unchanged()
        {
            // Its bytes are what they should be, only not in this encoding.
            notes.push(Some(format!("this has pieces of UTF-8 in its {encoding}; --mixed decodes them")));
        }
        let damage = decoded.damage().clone();
        let text = decoded.into_text();
        let mut writer = self.writer(out);
        writer.write(&text)?;
        notes.extend([damaged(&damage, encoding), lacking(writer.lacking, self.to)]);
        if self.check {
            let check = Check::of(&text);
            notes.push(words(&check));
            row = row.with(|answer| answer.checked(&check));
        }
        Ok(Done { row: row.with(|answer| answer.replaced(damage.count())), note: one_note(notes) })
    }
}

/// Whether a compressed input unpacks to more than any page.
fn is_too_large(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::FileTooLarge)
    })
}

/// The words for it, if there are any.
fn words(what: &impl ToString) -> Option<String> {
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
    /// What waits until there is enough of it to set its declarations right, if that is wanted.
    head: Option<String>,
    lacking: u64,
    out: &'a mut dyn Write,
}

impl Writer<'_> {
    /// Writes a piece of the text.
    fn write(&mut self, text: &str) -> Result<()> {
        let Some(head) = &mut self.head else { return self.encode(text) };
        head.push_str(text);
        if head.len() > DECLARED_WITHIN { self.finish() } else { Ok(()) }
    }

    /// Writes what has waited.
    fn finish(&mut self) -> Result<()> {
        let Some(head) = self.head.take() else { return Ok(()) };
        self.encode(&declare(&head, self.to))
    }

    fn encode(&mut self, text: &str) -> Result<()> {
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
    let offsets: Vec<_> = damage.positions().iter().take(REPORTED).map(|at| at.start.to_string()).collect();
    let more = if damage.count() > offsets.len() as u64 { ", …" } else { "" };
    let places = if damage.count() == 1 { "place does" } else { "places do" };
    (!damage.is_none()).then(|| {
        format!("{} {places} not decode as {encoding}, at byte {}{more}", damage.count(), offsets.join(", "))
    })
}

/// What could not be written, in words.
fn lacking(count: u64, to: &Encoding) -> Option<String> {
    let characters = if count == 1 { "character" } else { "characters" };
    (count > 0).then(|| format!("{to} lacks {count} {characters} of the text"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_is_reported_with_its_first_offsets() {
        let reported = |bytes: &[u8]| damaged(encodings::UTF_8.decode(bytes).damage(), &encodings::UTF_8);
        assert_eq!(reported(b"a\xFFb").unwrap(), "1 place does not decode as UTF-8, at byte 1");
        assert!(reported(&[0xFF; 9]).unwrap().ends_with("at byte 0, 1, 2, 3, 4, 5, 6, 7, …"));
        assert_eq!(reported(b"ab"), None);
    }
}
