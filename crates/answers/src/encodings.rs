//! A row of the table of encodings.

use pellucid::Encoding;
use serde::Serialize;

/// What is known about an encoding. The names are the columns of `tsv` and the keys of `jsonl`.
#[derive(Serialize)]
#[allow(missing_docs)]
pub struct EncodingRow<'a> {
    /// What was looked up.
    pub query: Option<&'a str>,
    pub name: Option<&'static str>,
    pub family: Option<&'static str>,
    pub r#use: Option<&'static str>,
    pub iana: Option<&'static str>,
    pub python: Option<&'static str>,
    /// Whether the WHATWG Encoding Standard has it.
    pub whatwg: Option<bool>,
    pub languages: Vec<&'static str>,
    pub labels: Vec<&'static str>,
    pub error: Option<&'static str>,
}

impl<'a> EncodingRow<'a> {
    /// The row of an encoding, or of a query that names none.
    #[must_use]
    pub fn new(query: Option<&'a str>, encoding: Option<&'static Encoding>) -> EncodingRow<'a> {
        EncodingRow {
            query,
            name: encoding.map(Encoding::name),
            family: encoding.map(|encoding| encoding.family().name()),
            r#use: encoding.map(|encoding| encoding.usage().name()),
            iana: encoding.and_then(Encoding::iana),
            python: encoding.and_then(Encoding::python),
            whatwg: encoding.map(Encoding::is_whatwg),
            languages: encoding.map(|encoding| encoding.languages().collect()).unwrap_or_default(),
            labels: encoding.map(|encoding| encoding.labels().collect()).unwrap_or_default(),
            error: if encoding.is_none() { Some("no encoding has this name or label") } else { None },
        }
    }
}
