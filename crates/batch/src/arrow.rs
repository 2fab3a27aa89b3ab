//! Rows as columns of Arrow; and the whole way from a batch of pages to a batch of texts, for engines that speak Arrow.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::builder::{
    BinaryBuilder, BooleanBuilder, Float32Builder, Int32Builder, Int64Builder, ListBuilder, StringBuilder,
    StructBuilder,
};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field as Column, Schema, SchemaRef};
use pellucid_files::Input;

use crate::options::Options;
use crate::page::process;
use crate::read::columns::Columns;
use crate::read::pieces::{PIECE, Pieces, Reading};
use crate::read::work::Finds;
use crate::record::{Found, Record, Reject};
use crate::row::{Cell, Field, Row, comment_columns};

/// The columns of these fields.
pub fn schema(fields: &[Field]) -> SchemaRef {
    Arc::new(Schema::new(fields.iter().map(|field| column(*field)).collect::<Vec<_>>()))
}

fn column(field: Field) -> Column {
    Column::new(field.name(), field.data_type(), true)
}

/// The columns of what [`process_batch`] gives: those of the fields, then `reject` and `reject_detail`.
pub fn schema_with_rejects(fields: &[Field]) -> SchemaRef {
    let mut columns: Vec<Column> = fields.iter().map(|field| column(*field)).collect();
    columns.push(Column::new("reject", DataType::Utf8, true));
    columns.push(Column::new("reject_detail", DataType::Utf8, true));
    Arc::new(Schema::new(columns))
}

/// Rows, as columns in the making.
pub struct Builder {
    fields: Vec<Field>,
    columns: Vec<Values>,
    rejects: Option<[StringBuilder; 2]>,
    rows: usize,
}

enum Values {
    Text(StringBuilder),
    Long(Int64Builder),
    Short(Int32Builder),
    Real(Float32Builder),
    Flag(BooleanBuilder),
    List(ListBuilder<StringBuilder>),
    Comments(ListBuilder<StructBuilder>),
}

impl Builder {
    /// Of these fields.
    pub fn new(fields: &[Field]) -> Builder {
        let values = |field: &Field| match field.data_type() {
            DataType::Int64 => Values::Long(Int64Builder::new()),
            DataType::Int32 => Values::Short(Int32Builder::new()),
            DataType::Float32 => Values::Real(Float32Builder::new()),
            DataType::Boolean => Values::Flag(BooleanBuilder::new()),
            DataType::List(item) if item.data_type().is_nested() => {
                Values::Comments(ListBuilder::new(comments()))
            }
            DataType::List(_) => Values::List(ListBuilder::new(StringBuilder::new())),
            _ => Values::Text(StringBuilder::new()),
        };
        Builder {
            fields: fields.to_vec(),
            columns: fields.iter().map(values).collect(),
            rejects: None,
            rows: 0,
        }
    }

    /// Of these fields, and for rejects.
    pub fn with_rejects(fields: &[Field]) -> Builder {
        Builder { rejects: Some([StringBuilder::new(), StringBuilder::new()]), ..Builder::new(fields) }
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Adds a row.
    pub fn row(&mut self, row: &Row) {
        for (field, column) in self.fields.iter().zip(&mut self.columns) {
            column.push(field.of(row));
        }
        self.rows += 1;
        for rejects in self.rejects.iter_mut().flatten() {
            rejects.append_null();
        }
    }

    /// Adds a reject: what is known of it, and why it is one.
    pub fn reject(&mut self, reject: &Reject) {
        for (field, column) in self.fields.iter().zip(&mut self.columns) {
            column.push(match field {
                Field::Url => Cell::Text(reject.url.as_deref()),
                Field::Id => Cell::Text(reject.id.as_deref()),
                Field::File => Cell::Text(Some(&reject.place.file)),
                Field::Offset => Cell::Integer(i64::try_from(reject.place.offset).ok()),
                Field::Length => Cell::Integer(i64::try_from(reject.place.length).ok()),
                _ => Cell::Text(None),
            });
        }
        self.rows += 1;
        if let Some([reason, detail]) = &mut self.rejects {
            reason.append_value(reject.reason.name());
            detail.append_value(&reject.detail);
        }
    }

    /// The batch. Afterwards there are no rows.
    pub fn finish(&mut self) -> RecordBatch {
        let mut arrays: Vec<ArrayRef> = self.columns.iter_mut().map(Values::finish).collect();
        for column in self.rejects.iter_mut().flatten() {
            arrays.push(Arc::new(column.finish()));
        }
        let schema = match self.rejects {
            Some(_) => schema_with_rejects(&self.fields),
            None => schema(&self.fields),
        };
        let options =
            arrow_array::RecordBatchOptions::new().with_row_count(Some(std::mem::take(&mut self.rows)));
        match RecordBatch::try_new_with_options(schema, arrays, &options) {
            Ok(batch) => batch,
            Err(error) => unreachable!("columns are made as the schema has them: {error}"),
        }
    }
}

/// What readers wrote, as columns in the making.
fn comments() -> StructBuilder {
    StructBuilder::from_fields(comment_columns(), 0)
}

impl Values {
    fn push(&mut self, cell: Cell) {
        match (self, cell) {
            (Values::Text(column), Cell::Text(text)) => column.append_option(text),
            (Values::Long(column), Cell::Integer(number)) => column.append_option(number),
            (Values::Short(column), Cell::Integer(number)) => {
                column.append_option(number.and_then(|number| i32::try_from(number).ok()));
            }
            (Values::Real(column), Cell::Real(number)) => column.append_option(number),
            (Values::Flag(column), Cell::Flag(flag)) => column.append_value(flag),
            (Values::List(column), Cell::List(list)) => {
                list.iter().for_each(|text| column.values().append_value(text));
                column.append(true);
            }
            (Values::Comments(column), Cell::Comments(comments)) => {
                for comment in comments {
                    let fields =
                        [Some(comment.text.as_str()), comment.author.as_deref(), comment.date.as_deref()];
                    for (field, value) in column.values().field_builders_mut().iter_mut().zip(fields) {
                        if let Some(field) = field.as_any_mut().downcast_mut::<StringBuilder>() {
                            field.append_option(value);
                        }
                    }
                    column.values().append(true);
                }
                column.append(true);
            }
            // A reject has next to nothing.
            (Values::Text(column), _) => column.append_null(),
            (Values::Long(column), _) => column.append_null(),
            (Values::Short(column), _) => column.append_null(),
            (Values::Real(column), _) => column.append_null(),
            (Values::Flag(column), _) => column.append_null(),
            (Values::List(column), _) => column.append(false),
            (Values::Comments(column), _) => column.append(false),
        }
    }

    fn finish(&mut self) -> ArrayRef {
        match self {
            Values::Text(column) => Arc::new(column.finish()),
            Values::Long(column) => Arc::new(column.finish()),
            Values::Short(column) => Arc::new(column.finish()),
            Values::Real(column) => Arc::new(column.finish()),
            Values::Flag(column) => Arc::new(column.finish()),
            Values::List(column) => Arc::new(column.finish()),
            Values::Comments(column) => Arc::new(column.finish()),
        }
    }
}

/// The columns of records as they were read: what is known of each, `content` with its bytes, and `reject` for what is no page.
pub fn record_schema() -> SchemaRef {
    let text = |name: &str| Column::new(name, DataType::Utf8, true);
    Arc::new(Schema::new(vec![
        text("url"),
        text("id"),
        text("date"),
        text("file"),
        Column::new("offset", DataType::Int64, true),
        Column::new("length", DataType::Int64, true),
        Column::new("http_status", DataType::Int32, true),
        text("content_type"),
        text("identified_payload_type"),
        text("charset_detected"),
        Column::new("content", DataType::Binary, true),
        Column::new("warnings", DataType::new_list(DataType::Utf8, true), true),
        text("reject"),
        text("reject_detail"),
    ]))
}

/// How many bytes of pages go into a batch of records.
const BATCH: usize = 8 << 20;

/// The records of a file, in batches of [`record_schema`], for engines that read on their own. [`process_batch`] reads them.
///
/// With a stretch, only those of an archive that begin there; whoever cuts a file into stretches gets each record once.
pub fn records(
    path: &Path,
    stretch: Option<Range<u64>>,
    columns: &Columns,
    max_bytes: usize,
) -> impl Iterator<Item = RecordBatch> + Send + use<> {
    let reading = Reading { columns: columns.clone(), limit: max_bytes, piece: PIECE };
    let mut found = found(path.to_owned(), stretch, reading).peekable();
    std::iter::from_fn(move || {
        found.peek()?;
        let (mut pages, mut bytes) = (Vec::new(), 0);
        while let Some(one) = found.next_if(|_| bytes < BATCH) {
            if let Found::Page(record) = &one {
                bytes += record.body.len() + 512;
            } else {
                bytes += 512;
            }
            pages.push(one);
        }
        Some(record_batch(&pages))
    })
}

/// What is found in a file, from its beginning to its end.
fn found(path: PathBuf, stretch: Option<Range<u64>>, reading: Reading) -> impl Iterator<Item = Found> + Send {
    let mut pieces = Pieces::new(std::iter::once(Input::file(path)), reading.clone()).within(stretch);
    let mut end = None;
    let mut current: Option<Finds> = None;
    std::iter::from_fn(move || {
        loop {
            if let Some(finds) = &mut current {
                match finds.next() {
                    Some(found) => return Some(found),
                    None => end = finds.end().max(end),
                }
            }
            let work = pieces.next()?.work;
            let exact = end.filter(|_| work.is_continuation());
            match work.read(&reading, exact) {
                Ok(finds) => current = Some(finds),
                Err(reject) => {
                    current = None;
                    return Some(Found::Other(reject));
                }
            }
        }
    })
}

fn record_batch(found: &[Found]) -> RecordBatch {
    let text = |get: &dyn Fn(&Found) -> Option<String>| -> ArrayRef {
        Arc::new(found.iter().map(get).collect::<arrow_array::StringArray>())
    };
    let of_page = |get: &dyn Fn(&Record) -> Option<String>| -> ArrayRef {
        text(&|one| match one {
            Found::Page(record) => get(record),
            Found::Other(_) => None,
        })
    };
    let long = |get: &dyn Fn(&Found) -> u64| -> ArrayRef {
        Arc::new(found.iter().map(|one| i64::try_from(get(one)).ok()).collect::<arrow_array::Int64Array>())
    };
    let of_reject = |get: &dyn Fn(&Reject) -> String| -> ArrayRef {
        text(&|one| match one {
            Found::Page(_) => None,
            Found::Other(reject) => Some(get(reject)),
        })
    };
    let mut content = BinaryBuilder::new();
    let mut status = Int32Builder::new();
    let mut warnings = ListBuilder::new(StringBuilder::new());
    for one in found {
        match one {
            Found::Page(record) => {
                content.append_value(&record.body);
                status.append_option(record.status.map(i32::from));
                record.warnings.iter().for_each(|warning| warnings.values().append_value(warning));
                warnings.append(true);
            }
            Found::Other(_) => {
                content.append_null();
                status.append_null();
                warnings.append(false);
            }
        }
    }
    let columns: Vec<ArrayRef> = vec![
        text(&|one| one.url().map(str::to_owned)),
        text(&|one| one.id().map(str::to_owned)),
        of_page(&|record| record.date.clone()),
        text(&|one| Some(one.place().file.to_string())),
        long(&|one| one.place().offset),
        long(&|one| one.place().length),
        Arc::new(status.finish()),
        of_page(&|record| record.content_type.clone()),
        of_page(&|record| record.identified_type.clone()),
        of_page(&|record| record.identified_charset.clone()),
        Arc::new(content.finish()),
        Arc::new(warnings.finish()),
        of_reject(&|reject| reject.reason.name().to_owned()),
        of_reject(&|reject| reject.detail.clone()),
    ];
    match RecordBatch::try_new(record_schema(), columns) {
        Ok(batch) => batch,
        Err(error) => unreachable!("columns are made as the schema has them: {error}"),
    }
}

/// A row for each row of the batch, in its order. What cannot be read, or is not wanted, has its reason in `reject`.
///
/// Fails only if there is no column with pages.
pub fn process_batch(
    batch: &RecordBatch,
    columns: &Columns,
    fields: &[Field],
    options: &Options,
) -> Result<RecordBatch, ArrowError> {
    let table = columns.of_batch(batch)?;
    let mut builder = Builder::with_rejects(fields);
    let file = "".into();
    for row in 0..batch.num_rows() {
        match table.row(row, &file, row as u64) {
            Found::Page(record) => match process(*record, options) {
                Ok(row) => builder.row(&row),
                Err(reject) => builder.reject(&reject),
            },
            Found::Other(reject) => builder.reject(&reject),
        }
    }
    Ok(builder.finish())
}
