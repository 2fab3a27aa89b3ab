//! What a row says about a page, and in which order: the one list of fields, for JSON and for Arrow.

use arrow_schema::{DataType, Field as Column, Fields};
use pellucid_answers::Comment;

use crate::record::Place;

/// A page that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its address.
    pub url: Option<String>,
    /// The name of its record.
    pub id: Option<String>,
    /// When it was fetched.
    pub date: Option<String>,
    /// Where it was found.
    pub place: Place,
    /// The status of the HTTP response.
    pub status: Option<u16>,
    /// The HTTP `Content-Type`.
    pub content_type: Option<String>,
    /// The encoding it was read in.
    pub encoding: &'static str,
    /// What spoke loudest for it.
    pub encoding_source: &'static str,
    /// How probable it is.
    pub confidence: f32,
    /// The encoding that the page or its server claims.
    pub declared: Option<&'static str>,
    /// The language of the text.
    pub language: Option<String>,
    /// How many places did not decode.
    pub replaced: u64,
    /// The title.
    pub title: Option<String>,
    /// The text.
    pub text: String,
    /// What readers wrote, if that was asked for.
    pub comments: Vec<Comment>,
    /// What made the text: main, all, none; plain, where there was no markup.
    pub extractor: &'static str,
    /// How good the choice of the main content is likely to be; none, where there was nothing to choose.
    pub quality: Option<f32>,
    /// What sort of page it is, as the model sees it; none, where that is not clear, or nothing was chosen.
    pub page_type: Option<&'static str>,
    /// Whether only the first part of the page was read: all of it would take too much memory.
    pub truncated: bool,
    /// What was odd.
    pub warnings: Vec<String>,
}

/// A field of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // Each is a field of `Row`, or of its place.
pub enum Field {
    Url,
    Id,
    Date,
    File,
    Offset,
    Length,
    HttpStatus,
    ContentType,
    Encoding,
    EncodingSource,
    Confidence,
    Declared,
    Language,
    Replaced,
    Title,
    Text,
    Comments,
    Extractor,
    Quality,
    PageType,
    Truncated,
    Warnings,
}

/// The value of a field.
#[derive(Clone, Copy, Debug)]
pub enum Cell<'a> {
    /// A string, or none.
    Text(Option<&'a str>),
    /// A number, or none.
    Integer(Option<i64>),
    /// A probability, or none.
    Real(Option<f32>),
    /// Yes or no.
    Flag(bool),
    /// Strings.
    List(&'a [String]),
    /// What readers wrote.
    Comments(&'a [Comment]),
}

impl Field {
    /// Every field, in the order in which they are written.
    pub const ALL: &[Field] = &[
        Field::Url,
        Field::Id,
        Field::Date,
        Field::File,
        Field::Offset,
        Field::Length,
        Field::HttpStatus,
        Field::ContentType,
        Field::Encoding,
        Field::EncodingSource,
        Field::Confidence,
        Field::Declared,
        Field::Language,
        Field::Replaced,
        Field::Title,
        Field::Text,
        Field::Comments,
        Field::Extractor,
        Field::Quality,
        Field::PageType,
        Field::Truncated,
        Field::Warnings,
    ];

    /// Its name: a key of JSON, a column of Parquet.
    pub fn name(self) -> &'static str {
        match self {
            Field::Url => "url",
            Field::Id => "id",
            Field::Date => "date",
            Field::File => "file",
            Field::Offset => "offset",
            Field::Length => "length",
            Field::HttpStatus => "http_status",
            Field::ContentType => "content_type",
            Field::Encoding => "encoding",
            Field::EncodingSource => "encoding_source",
            Field::Confidence => "confidence",
            Field::Declared => "declared",
            Field::Language => "language",
            Field::Replaced => "replaced",
            Field::Title => "title",
            Field::Text => "text",
            Field::Comments => "comments",
            Field::Extractor => "extractor",
            Field::Quality => "quality",
            Field::PageType => "page_type",
            Field::Truncated => "truncated",
            Field::Warnings => "warnings",
        }
    }

    /// The field of this name.
    pub fn named(name: &str) -> Option<Field> {
        Field::ALL.iter().copied().find(|field| field.name() == name)
    }

    /// Its value in a row.
    pub fn of(self, row: &Row) -> Cell<'_> {
        match self {
            Field::Url => Cell::Text(row.url.as_deref()),
            Field::Id => Cell::Text(row.id.as_deref()),
            Field::Date => Cell::Text(row.date.as_deref()),
            Field::File => Cell::Text(Some(&row.place.file)),
            Field::Offset => Cell::integer(row.place.offset),
            Field::Length => Cell::integer(row.place.length),
            Field::HttpStatus => Cell::Integer(row.status.map(i64::from)),
            Field::ContentType => Cell::Text(row.content_type.as_deref()),
            Field::Encoding => Cell::Text(Some(row.encoding)),
            Field::EncodingSource => Cell::Text(Some(row.encoding_source)),
            Field::Confidence => Cell::Real(Some(row.confidence)),
            Field::Declared => Cell::Text(row.declared),
            Field::Language => Cell::Text(row.language.as_deref()),
            Field::Replaced => Cell::integer(row.replaced),
            Field::Title => Cell::Text(row.title.as_deref()),
            Field::Text => Cell::Text(Some(&row.text)),
            Field::Comments => Cell::Comments(&row.comments),
            Field::Extractor => Cell::Text(Some(row.extractor)),
            Field::Quality => Cell::Real(row.quality),
            Field::PageType => Cell::Text(row.page_type),
            Field::Truncated => Cell::Flag(row.truncated),
            Field::Warnings => Cell::List(&row.warnings),
        }
    }

    /// Its type in Arrow. Integers are signed, as Spark knows no others.
    pub fn data_type(self) -> DataType {
        match self {
            Field::Offset | Field::Length | Field::Replaced => DataType::Int64,
            Field::HttpStatus => DataType::Int32,
            Field::Confidence | Field::Quality => DataType::Float32,
            Field::Truncated => DataType::Boolean,
            Field::Warnings => DataType::new_list(DataType::Utf8, true),
            Field::Comments => DataType::new_list(DataType::Struct(comment_columns()), true),
            _ => DataType::Utf8,
        }
    }
}

impl Cell<'_> {
    /// A count. No file is so long that it does not fit.
    fn integer(number: u64) -> Cell<'static> {
        Cell::Integer(Some(i64::try_from(number).unwrap_or(i64::MAX)))
    }
}

impl Row {
    /// As an object of JSON on a line of its own.
    pub fn json(&self, fields: &[Field], line: &mut Vec<u8>) {
        for (n, field) in fields.iter().enumerate() {
            line.extend_from_slice(if n == 0 { b"{\"" } else { b",\"" });
            line.extend_from_slice(field.name().as_bytes());
            line.extend_from_slice(b"\":");
            // Writing to memory does not fail, and none of these values is a map with odd keys.
            let _ = match field.of(self) {
                Cell::Text(text) => serde_json::to_writer(&mut *line, &text),
                Cell::Integer(number) => serde_json::to_writer(&mut *line, &number),
                Cell::Real(number) => serde_json::to_writer(&mut *line, &number.map(rounded)),
                Cell::Flag(flag) => serde_json::to_writer(&mut *line, &flag),
                Cell::List(list) => serde_json::to_writer(&mut *line, list),
                Cell::Comments(comments) => serde_json::to_writer(&mut *line, comments),
            };
        }
        line.extend_from_slice(if fields.is_empty() { b"{}\n" } else { b"}\n" });
    }
}

/// What is known of a comment, each a string: text, author, date.
pub(crate) fn comment_columns() -> Fields {
    ["text", "author", "date"].map(|name| Column::new(name, DataType::Utf8, true)).into_iter().collect()
}

/// Four digits: no probability here is known better.
fn rounded(confidence: f32) -> f32 {
    (confidence * 1e4).round() / 1e4
}
