//! One page: from the bytes of a record to a row, or to the reason why there is none.

use std::panic::{AssertUnwindSafe, catch_unwind};

use pellucid::decode::{self, Policy};
use pellucid::extract::{self, Blocks};
use pellucid::internals::html::Tree;
use pellucid::{Encoding, Guess, encodings, write};

use crate::options::{EncodingErrors, Extract, Options};
use crate::record::{Content, Reason, Record, Reject};
use crate::row::Row;

/// How much of a page is searched for a tag, where nobody says what it is.
const LOOKED_AT: usize = 4096;

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
        Err(Reject { place, url, id, reason: Reason::Internal, detail })
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

    let guess = detect(&record, options);
    if guess.is_binary() {
        return reject(&record, Reason::Binary, "the bytes are not text".into());
    }
    if guess.confidence() < options.min_confidence {
        let detail = format!("{} with {:.3}", guess.encoding(), guess.confidence());
        return reject(&record, Reason::Confidence, detail);
    }
    let body = std::mem::take(&mut record.body);
    let policy = match options.encoding_errors {
        EncodingErrors::Replace | EncodingErrors::Discard => Policy::Replace,
        EncodingErrors::Ignore => Policy::Ignore,
    };
    let decoded = match decode::Options::new().errors(policy).decode(guess.encoding(), &body) {
        Ok(decoded) => decoded,
        Err(error) => return reject(&record, Reason::EncodingErrors, error.to_string()),
    };
    let replaced = decoded.damage().count();
    if replaced > 0 && options.encoding_errors == EncodingErrors::Discard {
        let detail = format!("{replaced} places are not {}", guess.encoding());
        return reject(&record, Reason::EncodingErrors, detail);
    }

    let is_plain = match media.as_deref() {
        Some("text/plain") | None => !has_tags(decoded.text()),
        Some(_) => false,
    };
    let taken = take(decoded.text(), is_plain, options);
    let language = guess.language().map(str::to_owned).or(taken.language);
    if !options.languages.is_empty() {
        let wanted =
            language.as_deref().is_some_and(|tag| options.languages.iter().any(|one| is_in(tag, one)));
        if !wanted {
            return reject(&record, Reason::Language, language.unwrap_or_else(|| "unknown".into()));
        }
    }
    let mut warnings = record.warnings;
    warnings.extend(unknown_labels(&guess));
    warnings.extend(taken.warning);
    Ok(Row {
        url: record.url,
        id: record.id,
        date: record.date,
        place: record.place,
        status: record.status,
        content_type: record.content_type,
        encoding: guess.encoding().name(),
        encoding_source: match record.content {
            Content::Bytes => guess.source().name(),
            Content::Text => "text",
        },
        confidence: guess.confidence(),
        declared: guess.declared().map(Encoding::name),
        language,
        replaced,
        title: taken.title,
        text: taken.text,
        extractor: taken.extractor,
        warnings,
    })
}

/// The encoding, by all that is known of the page.
fn detect(record: &Record, options: &Options) -> Guess {
    let mut hints = options.hints.clone();
    if record.content == Content::Text {
        return hints.allow(&[&encodings::UTF_8]).build().detect(&record.body);
    }
    let annotated = record.identified_charset.as_deref();
    match (record.content_type.as_deref(), annotated) {
        (Some(told), _) if pellucid::internals::sniff::content_type::charset(told).is_some() => {
            hints = hints.content_type(told)
        }
        // What somebody else found by looking is no more than a declaration: content may overrule it.
        (_, Some(label)) => hints = hints.content_type(&format!("text/html; charset={label}")),
        _ => {}
    }
    if let Some(url) = &record.url {
        hints = hints.url(url);
    }
    hints.build().detect(&record.body)
}

/// Labels that nobody knows.
fn unknown_labels(guess: &Guess) -> impl Iterator<Item = String> {
    let declarations = guess.evidence().iter().filter(|evidence| evidence.source().is_declaration());
    let unknown = declarations.filter(|evidence| evidence.encoding().is_none());
    unknown.map(|evidence| format!("{}: {evidence}", evidence.source()))
}

/// Whether the text has a tag near its beginning.
fn has_tags(text: &str) -> bool {
    let head = &text.as_bytes()[..text.len().min(LOOKED_AT)];
    memchr::memchr_iter(b'<', head).any(|at| {
        head.get(at + 1).is_some_and(|&next| next.is_ascii_alphabetic() || matches!(next, b'!' | b'/' | b'?'))
    })
}

/// Whether a language is the wanted one, or a kind of it.
fn is_in(tag: &str, wanted: &str) -> bool {
    let (tag, wanted) = (tag.to_ascii_lowercase(), wanted.to_ascii_lowercase());
    tag.strip_prefix(&wanted).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

/// What was taken out of a decoded page.
struct Taken {
    text: String,
    title: Option<String>,
    language: Option<String>,
    extractor: &'static str,
    warning: Option<String>,
}

fn take(page: &str, is_plain: bool, options: &Options) -> Taken {
    let as_is =
        |extractor| Taken { text: page.to_owned(), title: None, language: None, extractor, warning: None };
    match options.extract {
        Extract::None => as_is(options.extract.name()),
        _ if is_plain => as_is("plain"),
        Extract::All => {
            let tree = Tree::new(page);
            let metadata = extract::metadata(&tree);
            let blocks = Blocks::new(&tree);
            let lines: Vec<&str> = blocks.all().iter().map(|block| blocks.text(block)).collect();
            Taken {
                text: lines.join("\n"),
                title: metadata.title,
                language: metadata.language,
                extractor: options.extract.name(),
                warning: None,
            }
        }
        Extract::Main => {
            let extracted = options.extractor.extract(page);
            let mut text = match extracted.empty {
                None => extracted.text(write::Options::default()),
                Some(_) => String::new(),
            };
            // The last line of a file ends with a line feed; that of a field does not.
            text.truncate(text.trim_end().len());
            Taken {
                text,
                warning: extracted.empty.map(|reason| reason.to_string()),
                title: extracted.metadata.title,
                language: extracted.metadata.language,
                extractor: options.extract.name(),
            }
        }
    }
}
