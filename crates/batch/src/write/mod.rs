//! Where rows go. A worker turns them into chunks with an [`Encoder`], and one after the other these go to the
//! [`Shards`].

mod encoder;
pub mod groups;
mod shards;
mod wet;

pub use encoder::{Chunk, Encoder, reject_line};
pub(crate) use shards::is_numbered;
pub use shards::{GROUP, Position, Shards};

use std::path::Path;

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// An object of JSON on each line.
    Jsonl,
    /// Parquet.
    Parquet,
    /// WARC records of the type `conversion`, as Common Crawl's WET files have them.
    Wet,
    /// The text of each page, a line with a form feed after it.
    Text,
}

impl Format {
    /// All of them.
    pub const ALL: &[Format] = &[Format::Jsonl, Format::Parquet, Format::Wet, Format::Text];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Format::Jsonl => "jsonl",
            Format::Parquet => "parquet",
            Format::Wet => "wet",
            Format::Text => "text",
        }
    }
}

/// How it is compressed. Parquet has its own compression, which is zstd.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// Not at all.
    None,
    /// gzip.
    Gzip,
    /// zstd.
    Zstd,
}

impl Compression {
    /// What the name of a file asks for, and its name without that.
    pub fn of(path: &Path) -> (Compression, &Path) {
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("gz") => (Compression::Gzip, path.file_stem().map_or(path, Path::new)),
            Some("zst" | "zstd") => (Compression::Zstd, path.file_stem().map_or(path, Path::new)),
            _ => (Compression::None, path),
        }
    }
}

/// How the names of files end, before the compression, and what that asks for.
pub const ENDINGS: &[(&str, Format)] = &[
    ("jsonl", Format::Jsonl),
    ("ndjson", Format::Jsonl),
    ("json", Format::Jsonl),
    ("parquet", Format::Parquet),
    ("wet", Format::Wet),
    ("warc", Format::Wet),
    ("txt", Format::Text),
    ("text", Format::Text),
];

/// What the name of a file asks for, if it is clear.
pub fn format_of(path: &Path) -> Option<Format> {
    let (_, bare) = Compression::of(path);
    let ending = bare.extension()?.to_str()?;
    ENDINGS.iter().find(|(known, _)| ending.eq_ignore_ascii_case(known)).map(|(_, format)| *format)
}
