//! Pages in tables: which field or column holds what, in JSON lines, in Parquet and in batches of Arrow.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::temporal_conversions as temporal;
use arrow_array::types::{
    Int16Type, Int32Type, Int64Type, TimestampMicrosecondType, TimestampMillisecondType,
    TimestampNanosecondType, TimestampSecondType, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Schema, TimeUnit};
use arrow_select::take::take;
use base64::Engine;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use serde_json::{Map, Value};

use crate::record::{Content, Found, Place, Reason, Record, Reject};

/// Where the page is in each row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    /// The name of the field or column; the first of [`CONTENT`] that there is, if none is given.
    pub content: Option<String>,
    /// Strings in it are base64, as they are in a field whose name ends with it.
    pub base64: bool,
}

/// What fields and columns with pages are called, the first that there is being taken.
pub const CONTENT: [&str; 10] = [
    "content_base64",
    "html_base64",
    "body_base64",
    "payload_base64",
    "content",
    "html",
    "body",
    "payload",
    "raw",
    "text",
];
/// What others are called.
const URL: [&str; 5] = ["url", "uri", "target_uri", "warc_target_uri", "source_url"];
const ID: [&str; 4] = ["id", "record_id", "warc_record_id", "warc_id"];
const DATE: [&str; 5] = ["date", "crawl_date", "fetch_time", "timestamp", "warc_date"];
const STATUS: [&str; 4] = ["http_status", "status", "status_code", "fetch_status"];
const TYPE: [&str; 4] = ["content_type", "http_content_type", "mime_type", "content_mime_type"];
const IDENTIFIED_TYPE: [&str; 2] = ["identified_payload_type", "content_mime_detected"];
const CHARSET: [&str; 3] = ["charset", "content_charset", "charset_detected"];

/// Padding is often missing, and line breaks are not: those are taken out first.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

impl Columns {
    /// The name of the one that holds the page.
    fn content(&self, has: impl Fn(&str) -> bool) -> Result<&str, String> {
        match &self.content {
            Some(name) if has(name) => Ok(name),
            Some(name) => Err(format!("{name} is missing")),
            None => CONTENT
                .into_iter()
                .find(|name| has(name))
                .ok_or_else(|| format!("none of {} is there", CONTENT.join(", "))),
        }
    }

    fn is_base64(&self, name: &str) -> bool {
        self.base64 || name.ends_with("base64") || name.ends_with("b64")
    }

    /// The page of a line of JSON.
    pub fn of_json(&self, line: &[u8], place: Place) -> Found {
        let rejected = |reason, why: String| Found::Other(Reject::at(place.clone(), reason, why));
        let mut object: Map<String, Value> = match serde_json::from_slice(line) {
            Ok(object) => object,
            Err(error) => return rejected(Reason::Damaged, format!("not a JSON object: {error}")),
        };
        let text = |object: &Map<String, Value>, names: &[&str]| {
            names.iter().find_map(|name| match object.get(*name)? {
                Value::String(text) => Some(text.clone()).filter(|text| !text.is_empty()),
                Value::Number(number) => Some(number.to_string()),
                _ => None,
            })
        };
        let mut record = Record {
            url: text(&object, &URL),
            id: text(&object, &ID),
            date: text(&object, &DATE),
            status: text(&object, &STATUS).and_then(|status| status.parse().ok()),
            content_type: text(&object, &TYPE),
            identified_type: text(&object, &IDENTIFIED_TYPE),
            identified_charset: text(&object, &CHARSET),
            place: place.clone(),
            ..Record::default()
        };
        let no_content =
            |record: &Record, why: String| Found::Other(Reject::of(record, Reason::NoContent, why));
        let name = match self.content(|name| object.contains_key(name)) {
            Ok(name) => name.to_owned(),
            Err(why) => return no_content(&record, why),
        };
        match object.remove(&name) {
            Some(Value::String(text)) if self.is_base64(&name) => match unpack(&text) {
                Ok(body) => record.body = body,
                Err(why) => return no_content(&record, format!("{name}: {why}")),
            },
            Some(Value::String(text)) => {
                record.body = text.into_bytes();
                record.content = Content::Text;
            }
            Some(Value::Null) => return no_content(&record, format!("{name} is null")),
            _ => return no_content(&record, format!("{name} is no string")),
        }
        Found::Page(Box::new(record))
    }

    /// The columns of a batch that are about pages.
    pub fn of_batch(&self, batch: &RecordBatch) -> Result<Table, ArrowError> {
        let schema = batch.schema();
        let content =
            self.content(|name| schema.column_with_name(name).is_some()).map_err(ArrowError::SchemaError)?;
        let column = batch
            .column_by_name(content)
            .ok_or_else(|| ArrowError::SchemaError(format!("{content} is missing")))?;
        let bytes = match column.data_type() {
            DataType::Binary
            | DataType::LargeBinary
            | DataType::BinaryView
            | DataType::FixedSizeBinary(_) => column.clone(),
            DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => column.clone(),
            DataType::Dictionary(..) => plain(column)?,
            other => {
                return Err(ArrowError::SchemaError(format!("{content} is {other}, neither bytes nor text")));
            }
        };
        let is_text = matches!(bytes.data_type(), DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View);
        let text = |names: &[&str]| -> Result<Option<ArrayRef>, ArrowError> {
            let column =
                names.iter().filter(|name| **name != content).find_map(|name| batch.column_by_name(name));
            column.map(plain).transpose()
        };
        Ok(Table {
            name: content.to_owned(),
            is_base64: is_text && self.is_base64(content),
            is_text,
            bytes,
            url: text(&URL)?,
            id: text(&ID)?,
            date: text(&DATE)?,
            status: text(&STATUS)?,
            content_type: text(&TYPE)?,
            identified_type: text(&IDENTIFIED_TYPE)?,
            charset: text(&CHARSET)?,
            file: text(&["file"])?,
            offset: text(&["offset"])?,
            length: text(&["length"])?,
            warnings: batch
                .column_by_name("warnings")
                .filter(|column| *column.data_type() == strings())
                .cloned(),
            reject: text(&["reject"])?,
            reject_detail: text(&["reject_detail"])?,
        })
    }

    /// The columns of a table that are worth reading.
    pub fn wanted(&self, schema: &Schema) -> Vec<usize> {
        let others = [&URL[..], &ID, &DATE, &STATUS, &TYPE, &IDENTIFIED_TYPE, &CHARSET];
        let content = self.content(|name| schema.column_with_name(name).is_some()).ok();
        let is_wanted =
            |name: &str| content == Some(name) || others.iter().any(|names| names.contains(&name));
        (0..schema.fields().len()).filter(|&n| is_wanted(schema.field(n).name())).collect()
    }
}

fn unpack(text: &str) -> Result<Vec<u8>, base64::DecodeError> {
    match text.contains(['\n', '\r', ' ']) {
        true => BASE64.decode(text.split_ascii_whitespace().collect::<String>()),
        false => BASE64.decode(text),
    }
}

/// A batch of pages.
pub struct Table {
    name: String,
    is_base64: bool,
    is_text: bool,
    bytes: ArrayRef,
    url: Option<ArrayRef>,
    id: Option<ArrayRef>,
    date: Option<ArrayRef>,
    status: Option<ArrayRef>,
    content_type: Option<ArrayRef>,
    identified_type: Option<ArrayRef>,
    charset: Option<ArrayRef>,
    /// What records of an archive have, which were read into a table.
    file: Option<ArrayRef>,
    offset: Option<ArrayRef>,
    length: Option<ArrayRef>,
    warnings: Option<ArrayRef>,
    reject: Option<ArrayRef>,
    reject_detail: Option<ArrayRef>,
}

/// A column without its dictionary.
fn plain(column: &ArrayRef) -> Result<ArrayRef, ArrowError> {
    match column.as_any_dictionary_opt() {
        Some(dictionary) => take(dictionary.values(), dictionary.keys(), None),
        None => Ok(column.clone()),
    }
}

/// A value as it is written, if it is a string, a number or a time.
fn written(column: &ArrayRef, row: usize) -> Option<String> {
    if column.is_null(row) {
        return None;
    }
    let time =
        |time: Option<chrono::NaiveDateTime>| time.map(|time| time.format("%Y-%m-%dT%H:%M:%SZ").to_string());
    Some(match column.data_type() {
        DataType::Utf8 => column.as_string::<i32>().value(row).to_owned(),
        DataType::LargeUtf8 => column.as_string::<i64>().value(row).to_owned(),
        DataType::Utf8View => column.as_string_view().value(row).to_owned(),
        DataType::Int16 => column.as_primitive::<Int16Type>().value(row).to_string(),
        DataType::Int32 => column.as_primitive::<Int32Type>().value(row).to_string(),
        DataType::Int64 => column.as_primitive::<Int64Type>().value(row).to_string(),
        DataType::UInt16 => column.as_primitive::<UInt16Type>().value(row).to_string(),
        DataType::UInt32 => column.as_primitive::<UInt32Type>().value(row).to_string(),
        DataType::UInt64 => column.as_primitive::<UInt64Type>().value(row).to_string(),
        DataType::Timestamp(unit, _) => time(match unit {
            TimeUnit::Second => {
                temporal::timestamp_s_to_datetime(column.as_primitive::<TimestampSecondType>().value(row))
            }
            TimeUnit::Millisecond => temporal::timestamp_ms_to_datetime(
                column.as_primitive::<TimestampMillisecondType>().value(row),
            ),
            TimeUnit::Microsecond => temporal::timestamp_us_to_datetime(
                column.as_primitive::<TimestampMicrosecondType>().value(row),
            ),
            TimeUnit::Nanosecond => temporal::timestamp_ns_to_datetime(
                column.as_primitive::<TimestampNanosecondType>().value(row),
            ),
        })?,
        _ => return None,
    })
}

/// The type of a list of strings.
fn strings() -> DataType {
    DataType::new_list(DataType::Utf8, true)
}

impl Table {
    /// The page of a row, or why there is none.
    pub fn row(&self, row: usize, file: &Arc<str>, number: u64) -> Found {
        let text = |column: &Option<ArrayRef>| written(column.as_ref()?, row).filter(|text| !text.is_empty());
        let number_of =
            |column: &Option<ArrayRef>| text(column).and_then(|number| number.parse::<u64>().ok());
        let warnings = || -> Option<Vec<String>> {
            let list = self.warnings.as_ref()?.as_list::<i32>();
            let values = list.is_valid(row).then(|| list.value(row))?;
            Some(values.as_string::<i32>().iter().flatten().map(str::to_owned).collect())
        };
        let mut record = Record {
            place: Place {
                file: text(&self.file).map_or_else(|| file.clone(), Arc::from),
                offset: number_of(&self.offset).unwrap_or(number),
                length: number_of(&self.length).unwrap_or(1),
            },
            warnings: warnings().unwrap_or_default(),
            url: text(&self.url),
            id: text(&self.id),
            date: text(&self.date),
            status: text(&self.status).and_then(|status| status.parse().ok()),
            content_type: text(&self.content_type),
            identified_type: text(&self.identified_type),
            identified_charset: text(&self.charset),
            content: if self.is_text && !self.is_base64 { Content::Text } else { Content::Bytes },
            ..Record::default()
        };
        let no_content = |record: &Record, why| Found::Other(Reject::of(record, Reason::NoContent, why));
        // What was rejected when it was read stays so.
        if let Some(reason) = text(&self.reject).and_then(|name| Reason::named(&name)) {
            return Found::Other(Reject::of(&record, reason, text(&self.reject_detail).unwrap_or_default()));
        }
        if self.bytes.is_null(row) {
            return no_content(&record, format!("{} is null", self.name));
        }
        let bytes: &[u8] = match self.bytes.data_type() {
            DataType::Binary => self.bytes.as_binary::<i32>().value(row),
            DataType::LargeBinary => self.bytes.as_binary::<i64>().value(row),
            DataType::BinaryView => self.bytes.as_binary_view().value(row),
            DataType::FixedSizeBinary(_) => self.bytes.as_fixed_size_binary().value(row),
            DataType::Utf8 => self.bytes.as_string::<i32>().value(row).as_bytes(),
            DataType::LargeUtf8 => self.bytes.as_string::<i64>().value(row).as_bytes(),
            DataType::Utf8View => self.bytes.as_string_view().value(row).as_bytes(),
            other => return no_content(&record, format!("{} is {other}", self.name)),
        };
        record.body = match self.is_base64.then(|| unpack(&String::from_utf8_lossy(bytes))) {
            None => bytes.to_vec(),
            Some(Ok(body)) => body,
            Some(Err(why)) => return no_content(&record, format!("{}: {why}", self.name)),
        };
        Found::Page(Box::new(record))
    }
}
