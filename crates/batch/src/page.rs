//! One page: from the bytes of a record to a row, or to the reason why there is none.

use std::panic::{AssertUnwindSafe, catch_unwind};

use pellucid::extract::{Extract, Origin, PageType};
use pellucid::{Detector, Encoding, Guess, Input};
use pellucid_answers::Comment;

use crate::options::Options;
use crate::record::{Content, Reason, Record, Reject};
use crate::row::Row;

/// Types that say nothing about what a document is.
const SILENT: [&str; 6] = [
    "application/octet-stream",
    "application/x-unknown-content-type",
    "application/unknown",
    "content/unknown",
    "unknown/unknown",
    "*/*",
];

/// The row of a page, or why there is none. Never fails, whatever the bytes.
pub fn process(record: Record, options: &Options) -> Result<Row, Reject> {
    let place = record.place.clone();
    let (url, id) = (record.url.clone(), record.id.clone());
    // A page that finds a fault in our code must not take the others with it.
    catch_unwind(AssertUnwindSafe(|| page(record, options))).unwrap_or_else(|_| {
        let detail = "a fault of this program, please report it".to_owned();
        Err(Reject { url, id, ..Reject::at(place, Reason::Internal, detail) })
    })
}

fn page(mut record: Record, options: &Options) -> Result<Row, Reject> {
    let reject = |record: &Record, reason, detail: String| Err(Reject::of(record, reason, detail));
    if record.body.len() > options.max_bytes {
        let detail = format!("{} bytes, of at most {}", record.body.len(), options.max_bytes);
        return reject(&record, Reason::TooLarge, detail);
    }
    if let Some(status) =
        record.status.filter(|status| !options.statuses.is_empty() && !options.statuses.contains(status))
    {
        return reject(&record, Reason::Status, status.to_string());
    }
    let media = record.media_type().filter(|media| !SILENT.contains(&media.as_str()));
    if let Some(media) = media.as_ref().filter(|media| !options.types.iter().any(|one| one == *media)) {
        return reject(&record, Reason::Type, media.clone());
    }

    let body = std::mem::take(&mut record.body);
    // The types that may hold text without markup.
    let page_options = options.page.clone().keep_plain(matches!(media.as_deref(), Some("text/plain") | None));
    let page = match detector(&record, options).page_with(input(&record, &body), &page_options) {
        Ok(page) => page,
        Err(error) => return reject(&record, Reason::EncodingErrors, error.to_string()),
    };
    let guess = page.guess();
    if guess.is_binary() {
        return reject(&record, Reason::Binary, "the bytes are not text".into());
    }
    if guess.confidence() < options.min_confidence {
        let detail = format!("{} with {:.3}", guess.encoding(), guess.confidence());
        return reject(&record, Reason::Confidence, detail);
    }
    if let Some(quality) = page.quality().filter(|quality| *quality < options.min_quality) {
        return reject(&record, Reason::Quality, format!("{quality:.3}"));
    }
    let language = page.language();
    if !options.keep_languages.is_empty() {
        let is_wanted = |tag: &str| options.keep_languages.iter().any(|one| one.includes(tag));
        if !language.is_some_and(is_wanted) {
            return reject(&record, Reason::Language, language.unwrap_or("unknown").into());
        }
    }
    let (extract, extracted) = (options.page.extracts(), page.extracted());
    let mut text = page.text();
    // The last line of a file ends with a line feed; that of a field does not.
    if extract == Extract::Main && !extracted.is_as_is() {
        text.truncate(text.trim_end().len());
    }
    let mut warnings = record.warnings;
    warnings.extend(unknown_labels(guess));
    warnings.extend(extracted.empty.map(|reason| reason.to_string()));
    if extracted.origin != Origin::Page {
        warnings.push(format!("content: from {}, as the page itself has next to none", extracted.origin));
    }
    Ok(Row {
        url: record.url,
        id: record.id,
        date: record.date,
        place: record.place,
        status: record.status,
        content_type: record.content_type,
        encoding: guess.encoding().name(),
        encoding_source: guess.source().name(),
        confidence: guess.confidence(),
        declared: guess.declared().map(Encoding::name),
        language: language.map(str::to_owned),
        replaced: page.replaced(),
        title: page.title().map(str::to_owned),
        text,
        comments: Comment::all(extracted),
        extractor: if extracted.is_as_is() && extract != Extract::Nothing { "plain" } else { extract.name() },
        quality: page.quality(),
        page_type: page.page_type().map(PageType::name),
        truncated: extracted.truncated,
        warnings,
    })
}

/// The detector, with all that is known about the page.
fn detector(record: &Record, options: &Options) -> Detector {
    // What somebody else found by looking is no more than a declaration: content may overrule it.
    let (content_type, charset) = (record.content_type.as_deref(), record.identified_charset.as_deref());
    options.detector.for_page(content_type, charset, record.url.as_deref())
}

/// The page as it came: bytes, or a text from JSON or Parquet.
fn input<'a>(record: &Record, body: &'a [u8]) -> Input<'a> {
    match (record.content, str::from_utf8(body)) {
        (Content::Text, Ok(text)) => Input::Text(text),
        _ => Input::Bytes(body),
    }
}

/// Labels that nobody knows.
fn unknown_labels(guess: &Guess) -> impl Iterator<Item = String> {
    let declarations = guess.evidence().iter().filter(|evidence| evidence.source().is_declaration());
    let unknown = declarations.filter(|evidence| evidence.encoding().is_none());
    unknown.map(|evidence| format!("{}: {evidence}", evidence.source()))
}
