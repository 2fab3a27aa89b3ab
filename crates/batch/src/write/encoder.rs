//! Rows in, chunks out: what a worker hands to the one who writes.

use std::io::{self, Write};

use arrow_array::RecordBatch;
use flate2::Compression as Level;
use flate2::write::GzEncoder;
use serde::Serialize;

use super::{Compression, Format, wet};
use crate::arrow::Builder;
use crate::record::Reject;
use crate::row::{Field, Row};

/// The level of gzip: its usual one.
const GZIP: u32 = 6;

/// Some rows, ready to be written.
pub enum Chunk {
    /// Bytes to be appended.
    Bytes(Vec<u8>),
    /// Columns.
    Batch(RecordBatch),
}

/// Rows, until they are enough for a chunk.
pub struct Encoder {
    format: Format,
    compression: Compression,
    fields: Vec<Field>,
    /// A chunk has at most so many bytes before they are compressed, unless a row alone has more.
    limit: usize,
    bytes: Vec<u8>,
    columns: Builder,
    /// How many bytes of text the columns have.
    text: usize,
}

impl Encoder {
    /// For such rows.
    pub fn new(format: Format, compression: Compression, fields: &[Field], limit: usize) -> Encoder {
        let fields = fields.to_vec();
        let columns = Builder::new(&fields);
        Encoder { format, compression, fields, limit, bytes: Vec::new(), columns, text: 0 }
    }

    /// Adds a row; a chunk is given as soon as there is one.
    pub fn row(&mut self, row: &Row) -> io::Result<Option<Chunk>> {
        let before = self.bytes.len();
        match self.format {
            Format::Jsonl => row.json(&self.fields, &mut self.bytes),
            Format::Text => {
                self.bytes.extend_from_slice(row.text.trim_end_matches('\n').as_bytes());
                self.bytes.extend_from_slice(b"\n\x0C\n");
            }
            // Each record is compressed for itself, so that it can be read alone.
            Format::Wet => {
                let record = compressed(wet::record(row), self.compression)?;
                self.bytes.extend_from_slice(&record);
            }
            Format::Parquet => {
                self.columns.row(row);
                let comments: usize = row.comments.iter().map(|comment| comment.text.len() + 64).sum();
                self.text += row.text.len() + comments + 256;
            }
        }
        if self.text >= self.limit { self.finish() } else { self.cut(before) }
    }

    /// Adds a line that is ready.
    pub fn line(&mut self, line: &[u8]) -> io::Result<Option<Chunk>> {
        let before = self.bytes.len();
        self.bytes.extend_from_slice(line);
        self.cut(before)
    }

    /// What was there before the last row is a chunk, if they are too much together.
    fn cut(&mut self, before: usize) -> io::Result<Option<Chunk>> {
        if before == 0 || self.bytes.len() <= self.limit {
            return Ok(None);
        }
        let last = self.bytes.split_off(before);
        let chunk = self.finish();
        self.bytes = last;
        chunk
    }

    /// What is left.
    pub fn finish(&mut self) -> io::Result<Option<Chunk>> {
        if self.columns.rows() > 0 {
            self.text = 0;
            return Ok(Some(Chunk::Batch(self.columns.finish())));
        }
        if self.bytes.is_empty() {
            return Ok(None);
        }
        let bytes = std::mem::take(&mut self.bytes);
        let compression = if self.format == Format::Wet { Compression::None } else { self.compression };
        Ok(Some(Chunk::Bytes(compressed(bytes, compression)?)))
    }
}

/// As a member of its own: such members, one after the other, are a file.
fn compressed(bytes: Vec<u8>, compression: Compression) -> io::Result<Vec<u8>> {
    match compression {
        Compression::None => Ok(bytes),
        Compression::Gzip => {
            let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 3), Level::new(GZIP));
            encoder.write_all(&bytes)?;
            encoder.finish()
        }
        Compression::Zstd => pellucid_files::zstd::compress(&bytes),
    }
}

/// A reject as a line of JSON.
pub fn reject_line(reject: &Reject) -> Vec<u8> {
    #[derive(Serialize)]
    struct Line<'a> {
        file: &'a str,
        offset: u64,
        length: u64,
        url: Option<&'a str>,
        id: Option<&'a str>,
        reason: &'a str,
        detail: &'a str,
    }
    let Reject { place, url, id, reason, detail, skipped: _ } = reject;
    let line = Line {
        file: &place.file,
        offset: place.offset,
        length: place.length,
        url: url.as_deref(),
        id: id.as_deref(),
        reason: reason.name(),
        detail,
    };
    // Writing to memory does not fail.
    let mut line = serde_json::to_vec(&line).unwrap_or_default();
    line.push(b'\n');
    line
}
