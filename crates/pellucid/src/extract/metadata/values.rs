//! The values of a field in a text, each in its proper form: a value that makes no sense is as if it were not there.

use std::borrow::Cow;

use super::text::{LONGEST, one_line};
use super::trust::{Field, Source};
use super::{date, people};
use crate::language::Language;

impl Field {
    /// The values in a text, each in its proper form. What makes no sense is left out.
    pub(super) fn values(self, text: &str, source: Source) -> Vec<String> {
        let text = match self {
            Field::Url | Field::Image | Field::Licence => one_line(text),
            _ => one_line(&unescaped_again(text)),
        };
        if text.is_empty() {
            return Vec::new();
        }
        match self {
            Field::Date | Field::Modified => date::iso(&text).into_iter().collect(),
            Field::Language => Language::declared(&text).iter().map(ToString::to_string).collect(),
            // An address that is cut is none, and so is one with spaces, or a picture that is written out.
            Field::Url | Field::Image => {
                let is_address = text.len() < LONGEST && !text.contains(' ') && !is_code(&text);
                if is_address { vec![text] } else { Vec::new() }
            }
            // No name has a semicolon; one has a comma ("Sadi, Muslih"), in what librarians write always.
            Field::Authors => {
                let may_be_inverted = matches!(source, Source::Citation | Source::DublinCore);
                text.split(';').flat_map(|text| people::declared(text, may_be_inverted)).collect()
            }
            Field::Categories => vec![text].into_iter().filter(|word| word.chars().count() <= 80).collect(),
            Field::Keywords => {
                let words = text.split([',', ';', '،', '؛', '、', '，', '；']).map(str::trim);
                words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
            }
            Field::Licence if is_code(&text) => Vec::new(),
            Field::Title | Field::SiteName | Field::Description | Field::Licence | Field::Kind => vec![text],
        }
    }
}

/// Text that was escaped twice: `&amp;nbsp;`. 18 of 2,343 pages of the development corpus have some.
fn unescaped_again(text: &str) -> Cow<'_, str> {
    let is_closed = |from: &str| {
        let name = from.bytes().take(10).position(|byte| !byte.is_ascii_alphanumeric() && byte != b'#');
        name.is_some_and(|length| length > 1 && from.as_bytes()[length] == b';')
    };
    if memchr::memchr_iter(b'&', text.as_bytes()).any(|at| is_closed(&text[at + 1..])) {
        htmlize::unescape(text)
    } else {
        Cow::Borrowed(text)
    }
}

/// Whether an address holds its content, or a program.
fn is_code(text: &str) -> bool {
    let scheme = text.split_once(':').map_or("", |(scheme, _)| scheme);
    ["data", "javascript", "vbscript", "blob", "about"].iter().any(|code| code.eq_ignore_ascii_case(scheme))
}
