//! Groups of rows of a Parquet file, each written as if it were a file of its own and then moved to its place.
//!
//! A writer of the library must write a file from beginning to end. Ours has to continue after a kill: so what is written are
//! groups, and the footer that says where they are, which is only appended at the end, is kept beside meanwhile.

use arrow_array::RecordBatch;
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::{
    ColumnChunkMetaData, FileMetaData, ParquetMetaData, ParquetMetaDataReader, ParquetMetaDataWriter,
    RowGroupMetaData,
};
use parquet::file::properties::{EnabledStatistics, WriterProperties};

/// How a Parquet file begins, and ends.
pub const MAGIC: &[u8; 4] = b"PAR1";

/// How columns are compressed.
#[cfg(feature = "fast-unpack")]
fn compression() -> Result<Compression> {
    /// The usual one.
    const LEVEL: i32 = 3;
    Ok(Compression::ZSTD(parquet::basic::ZstdLevel::try_new(LEVEL)?))
}

/// How columns are compressed: what every reader knows, and is written without C.
#[cfg(not(feature = "fast-unpack"))]
fn compression() -> Result<Compression> {
    Ok(Compression::SNAPPY)
}

/// The groups of a file so far.
#[derive(Default)]
pub struct Groups {
    file: Option<FileMetaData>,
    groups: Vec<RowGroupMetaData>,
}

impl Groups {
    /// As a footer says.
    pub fn restore(footer: &[u8]) -> Result<Groups> {
        let metadata = ParquetMetaDataReader::decode_metadata(thrift(footer)?)?;
        Ok(Groups { file: Some(metadata.file_metadata().clone()), groups: metadata.row_groups().to_vec() })
    }

    /// Whether there are none yet.
    pub fn are_none(&self) -> bool {
        self.groups.is_empty()
    }

    /// One more group, of these rows: its bytes, which go to `at` in the file.
    pub fn add(&mut self, batches: &[RecordBatch], at: u64) -> Result<Vec<u8>> {
        let schema = batches
            .first()
            .map(RecordBatch::schema)
            .ok_or_else(|| ParquetError::General("no rows".into()))?;
        let properties = WriterProperties::builder()
            .set_compression(compression()?)
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_offset_index_disabled(true)
            .set_max_row_group_row_count(None)
            .set_created_by(concat!("pellucid ", env!("CARGO_PKG_VERSION")).into())
            .build();
        let mut alone = Vec::new();
        let mut writer = ArrowWriter::try_new(&mut alone, schema, Some(properties))?;
        for batch in batches {
            writer.write(batch)?;
        }
        let metadata = writer.close()?;
        let footer = footer_length(&alone)?;
        alone.truncate(alone.len() - footer);
        let bytes = alone.split_off(MAGIC.len());

        let moved = i64::try_from(at).map_err(|_| ParquetError::General("a file too long".into()))?
            - MAGIC.len() as i64;
        for group in metadata.row_groups() {
            let columns =
                group.columns().iter().map(|column| shifted(column.clone(), moved)).collect::<Result<_>>()?;
            let builder = group.clone().into_builder().set_column_metadata(columns);
            let builder = match group.file_offset() {
                Some(offset) => builder.set_file_offset(offset + moved),
                None => builder,
            };
            self.groups.push(builder.set_ordinal(self.groups.len() as i32).build()?);
        }
        self.file.get_or_insert_with(|| metadata.file_metadata().clone());
        // Through the footer and back, so that what is known of a group is the same in a run that was stopped: a reader leaves
        // out some of what a writer knows.
        *self = Groups::restore(&self.footer()?)?;
        Ok(bytes)
    }

    /// What the file ends with, as it is now; nothing, if nothing was written.
    pub fn footer(&self) -> Result<Vec<u8>> {
        let Some(file) = &self.file else { return Ok(Vec::new()) };
        let rows = self.groups.iter().map(RowGroupMetaData::num_rows).sum();
        let file = FileMetaData::new(
            file.version(),
            rows,
            file.created_by().map(str::to_owned),
            file.key_value_metadata().cloned(),
            file.schema_descr_ptr(),
            file.column_orders().cloned(),
        );
        let mut footer = Vec::new();
        ParquetMetaDataWriter::new(&mut footer, &ParquetMetaData::new(file, self.groups.clone())).finish()?;
        Ok(footer)
    }
}

/// The length of the footer: what it says of the groups, its own length in four bytes, and the magic.
fn footer_length(file: &[u8]) -> Result<usize> {
    let length =
        file.last_chunk::<8>().map(|end| u32::from_le_bytes([end[0], end[1], end[2], end[3]]) as usize + 8);
    length.filter(|&length| length <= file.len()).ok_or_else(|| ParquetError::General("no footer".into()))
}

/// What a footer says of the groups.
fn thrift(footer: &[u8]) -> Result<&[u8]> {
    let length = footer_length(footer)?;
    Ok(&footer[footer.len() - length..footer.len() - 8])
}

fn shifted(column: ColumnChunkMetaData, by: i64) -> Result<ColumnChunkMetaData> {
    let (data, dictionary) =
        (column.data_page_offset() + by, column.dictionary_page_offset().map(|at| at + by));
    column.into_builder().set_data_page_offset(data).set_dictionary_page_offset(dictionary).build()
}
