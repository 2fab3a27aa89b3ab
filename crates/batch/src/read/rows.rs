//! Rows of Parquet.

use std::fs::File;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};
use parquet::errors::ParquetError;
use parquet::file::reader::ChunkReader;

use crate::read::columns::{Columns, Table};
use crate::record::{Found, Place, Reason, Reject};

/// How many rows are unpacked at a time: pages are large.
const ROWS: usize = 64;

/// How many groups of rows a file has.
pub fn groups(path: &Path) -> io::Result<usize> {
    let file = File::open(path)?;
    let reader = guarded(|| ParquetRecordBatchReaderBuilder::try_new(file)).map_err(io::Error::other)?;
    Ok(reader.metadata().num_row_groups())
}

/// What the reader of Parquet answers. It panics where what it reads makes no sense: that is an error like others.
fn guarded<T, E: From<ParquetError>>(read: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    catch_unwind(AssertUnwindSafe(read))
        .unwrap_or_else(|_| Err(ParquetError::General("the file makes no sense".into()).into()))
}

/// The rows of one group.
pub struct Rows {
    file: Arc<str>,
    columns: Columns,
    reader: ParquetRecordBatchReader,
    table: Option<(Table, usize)>,
    /// The next row of the table, and of the file.
    row: usize,
    number: u64,
    last: u64,
    /// How many bytes of the file a row has, on average.
    bytes: f64,
    is_done: bool,
}

impl Rows {
    /// The rows of a group of a file.
    pub fn open(path: &Path, file: Arc<str>, columns: Columns, group: usize) -> io::Result<Rows> {
        Rows::new(File::open(path)?, file, columns, group)
    }

    /// The rows of a group of what is like a file.
    pub fn new(
        table: impl ChunkReader + 'static,
        file: Arc<str>,
        columns: Columns,
        group: usize,
    ) -> io::Result<Rows> {
        let builder =
            guarded(|| ParquetRecordBatchReaderBuilder::try_new(table)).map_err(io::Error::other)?;
        if group >= builder.metadata().num_row_groups() {
            return Err(io::Error::other("there is no such group of rows"));
        }
        let wanted = columns.wanted(builder.schema());
        let mask = ProjectionMask::roots(builder.parquet_schema(), wanted);
        let rows = |group: usize| u64::try_from(builder.metadata().row_group(group).num_rows()).unwrap_or(0);
        let number = (0..group).map(rows).fold(0, u64::saturating_add);
        let last = number.saturating_add(rows(group));
        let size = builder.metadata().row_group(group).compressed_size().max(0);
        let bytes = size as f64 / rows(group).max(1) as f64;
        let builder = builder.with_row_groups(vec![group]).with_batch_size(ROWS).with_projection(mask);
        let reader = guarded(|| builder.build()).map_err(io::Error::other)?;
        Ok(Rows { file, columns, reader, table: None, row: 0, number, last, bytes, is_done: false })
    }
}

impl Iterator for Rows {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        while !self.is_done {
            if let Some((table, rows)) = &self.table
                && self.row < *rows
            {
                let found = table.row(self.row, &self.file, self.number);
                self.row += 1;
                self.number += 1;
                return Some(found);
            }
            let next = guarded(|| self.reader.next().transpose());
            let table = match next {
                Ok(None) => return None,
                Ok(Some(batch)) => self.columns.of_batch(&batch).map(|table| (table, batch.num_rows())),
                Err(error) => Err(error),
            };
            match table {
                Ok(table) => {
                    self.table = Some(table);
                    self.row = 0;
                }
                Err(error) => {
                    self.is_done = true;
                    let length = self.last.saturating_sub(self.number);
                    let place = Place { file: self.file.clone(), offset: self.number, length };
                    let why = error.to_string();
                    // How columns are compressed is known only here.
                    let unknown = why.rsplit_once("Disabled feature at compile time: ");
                    let why =
                        unknown.map_or(why.clone(), |(_, codec)| format!("this build does not know {codec}"));
                    let why = format!("{length} rows cannot be read: {why}");
                    let skipped = (self.bytes * length as f64) as u64;
                    return Some(Found::Other(Reject { skipped, ..Reject::at(place, Reason::Damaged, why) }));
                }
            }
        }
        None
    }
}
