//! What an input is: an archive, a table, or a page.

use std::io::{self, BufReader};
use std::iter::Peekable;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pellucid_files::Input;

use crate::read::archive::{self, Packing};
use crate::read::codec::{Codec, Wanted};
use crate::read::lines::Lines;
use crate::read::packed::{Joined, Packed};
use crate::read::pieces::Reading;
use crate::read::rows;
use crate::read::source::{Source, name};
use crate::record::Found;

/// What an input is.
pub enum Kind {
    /// A WARC file.
    Archive(Arc<Archive>),
    /// JSON lines.
    Lines,
    /// Parquet, of so many groups of rows.
    Rows(usize),
    /// Something that must be read from its beginning.
    Stream(Peekable<Box<dyn Iterator<Item = Found> + Send>>),
    /// A page.
    Page,
}

/// A WARC file.
pub struct Archive {
    /// Where it is.
    pub path: PathBuf,
    /// How it is packed.
    pub packing: Packing,
}

/// What an input is: by its name where that is clear, else by its first bytes.
///
/// What comes from standard input is a page, and what cannot be read is left to the reader of pages.
pub fn kind(input: &Input, reading: &Reading) -> io::Result<Kind> {
    if input.is_stdin() || input.is_lost() {
        return Ok(Kind::Page);
    }
    let path = &input.path;
    let lower = path.file_name().map(|name| name.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    let bare =
        [".gz", ".zst", ".zstd"].iter().find_map(|ending| lower.strip_suffix(ending)).unwrap_or(&lower);
    let ends = |endings: &[&str]| endings.iter().any(|ending| bare.ends_with(ending));
    if bare == lower && ends(&[".html", ".htm", ".xhtml", ".txt"]) {
        return Ok(Kind::Page);
    }
    if !path.metadata().map_err(|error| input.explained(error))?.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    let mut source = Source::open(path)?;
    let codec = Codec::of(&mut source)?;
    if codec.is_none() && source.peek(4)? == b"PAR1" {
        return Ok(Kind::Rows(rows::groups(path)?));
    }
    // What the name says, if the first bytes do not.
    let ending =
        if lower.ends_with(".gz") { Some(Codec::Gzip) } else { (bare != lower).then_some(Codec::Zstd(None)) };
    // What is called .json is as often one object in many lines: then it is no table of pages.
    if ends(&[".jsonl", ".ndjson"]) || ends(&[".json"]) && begins_with_object(codec.as_ref(), &mut source)? {
        return Ok(match packed_lines(path, codec, ending)? {
            None => Kind::Lines,
            Some(packed) => {
                let reader = BufReader::with_capacity(1 << 18, Joined::new(packed));
                stream(Lines::new(reader, name(path), reading.columns.clone(), reading.limit))
            }
        });
    }
    match Packing::of(path, ends(&[".warc", ".wet", ".wat"]), ending, reading.limit)? {
        Some(packing @ Packing::Whole(_)) => {
            let records =
                archive::Records::open(path, name(path), &packing, 0..u64::MAX, true, reading.limit)?;
            Ok(stream(records))
        }
        Some(packing) => Ok(Kind::Archive(Arc::new(Archive { path: path.to_owned(), packing }))),
        None => Ok(Kind::Page),
    }
}

/// Lines that are compressed: by the first bytes of the file, or if these are damaged, by its name and the first object.
fn packed_lines(path: &Path, codec: Option<Codec>, ending: Option<Codec>) -> io::Result<Option<Packed>> {
    let open = |codec: &Codec| Packed::new(Source::open(path)?, codec.clone(), 0);
    let (mut found, mut end) = (None, u64::MAX);
    for one in codec.iter().chain(&ending) {
        let mut packed = open(one)?;
        if packed.find(Wanted::Object, end)? {
            end = packed.position();
            found = Some(one);
        }
    }
    found.or(codec.as_ref()).map(open).transpose()
}

/// Whether the first line of a file is an object of JSON.
fn begins_with_object(codec: Option<&Codec>, source: &mut Source) -> io::Result<bool> {
    /// The longest first line that is looked at.
    const LINE: usize = 1 << 20;
    if codec.is_some() {
        return Ok(true);
    }
    let head = source.peek(LINE)?;
    let line = head.split(|byte| *byte == b'\n').next().unwrap_or_default();
    Ok(line.len() == LINE || serde_json::from_slice::<serde_json::Map<_, _>>(line.trim_ascii()).is_ok())
}

fn stream(found: impl Iterator<Item = Found> + Send + 'static) -> Kind {
    Kind::Stream((Box::new(found) as Box<dyn Iterator<Item = Found> + Send>).peekable())
}
