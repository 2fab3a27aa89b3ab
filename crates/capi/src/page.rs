//! The main content of pages.

use std::cell::OnceCell;
use std::ffi::{CString, c_char, c_int};
use std::ptr::null;

use pellucid::Page;
use pellucid::extract::Extracted;
use pellucid::write::WriteOptions;
use pellucid_answers::Content;

use crate::detector::{known, pellucid_detector};
use crate::guess::pellucid_guess;
use crate::options::{Wanted, pellucid_options};
use crate::pointers::{Out, bytes, c_string, free, kept, object, put, string};
use crate::status::{Failure, guarded, pellucid_status, quiet};
use crate::text::{Text, not_text};

/// The content as plain text.
pub const PELLUCID_FORMAT_TEXT: c_int = 0;
/// The content as Markdown.
pub const PELLUCID_FORMAT_MARKDOWN: c_int = 1;
/// The content as HTML, without scripts, styles and forms.
pub const PELLUCID_FORMAT_HTML: c_int = 2;

/// The object that `pellucid extract --format jsonl` writes, without `path`: all that is known about the page.
pub const PELLUCID_FORMAT_JSON: c_int = 3;

/// The main content of a page, and what the page says about itself.
pub struct pellucid_page {
    page: Page,
    wanted: pellucid_answers::Wanted,
    /// Written when they are asked for: text, Markdown, HTML, JSON.
    text: OnceCell<Text>,
    markdown: OnceCell<Text>,
    html: OnceCell<Text>,
    json: OnceCell<Text>,
    fields: Vec<(&'static str, Option<CString>)>,
    comments: Vec<Comment>,
    empty: Option<CString>,
    guess: pellucid_guess,
}

/// What a reader wrote.
struct Comment {
    text: CString,
    author: Option<CString>,
    date: Option<CString>,
}

/// Extracts the main content of a page. Detector and options may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pellucid_extract(
    detector: *const pellucid_detector,
    data: *const u8,
    length: usize,
    options: *const pellucid_options,
    page: *mut *mut pellucid_page,
) -> pellucid_status {
    guarded(|| {
        // SAFETY: what the caller promises of pointers: see `pointers`.
        let out = unsafe { Out::at(page) }?;
        // SAFETY: the same.
        let bytes = unsafe { bytes(data, length) }?;
        // SAFETY: the same.
        let detector = unsafe { known(detector) };
        // SAFETY: the same.
        let Wanted { page: options, answer: wanted } = unsafe { Wanted::of(options) }?;
        let undecodable = |error: pellucid::decode::DecodeError| {
            Failure::new(pellucid_status::PELLUCID_UNDECODABLE, &error.to_string())
        };
        let page = detector.page_with(bytes, &options).map_err(undecodable)?;
        if page.guess().is_binary() {
            return Err(not_text());
        }
        let found = page.extracted();
        let comment = |one: &pellucid::extract::Comment| Comment {
            text: c_string(&one.text),
            author: one.author.as_deref().map(c_string),
            date: one.date.as_deref().map(c_string),
        };
        out.give(pellucid_page {
            fields: fields(&page),
            comments: found.comments.iter().map(comment).collect(),
            empty: found.empty.map(|reason| c_string(&reason.to_string())),
            guess: pellucid_guess::of(page.guess()),
            page,
            wanted,
            text: OnceCell::new(),
            markdown: OnceCell::new(),
            html: OnceCell::new(),
            json: OnceCell::new(),
        });
        Ok(())
    })
}

impl pellucid_page {
    fn content(&self, format: c_int) -> Result<&Text, Failure> {
        let (place, write): (_, fn(&Extracted, WriteOptions) -> String) = match format {
            PELLUCID_FORMAT_JSON => {
                return Ok(self.json.get_or_init(|| {
                    // Writing to memory does not fail, and every key is a string.
                    let content = Content::of(&self.page, &self.wanted);
                    Text::new(serde_json::to_string(&content).unwrap_or_default())
                }));
            }
            PELLUCID_FORMAT_TEXT => (&self.text, Extracted::text),
            PELLUCID_FORMAT_MARKDOWN => (&self.markdown, Extracted::markdown),
            PELLUCID_FORMAT_HTML => (&self.html, Extracted::html),
            other => {
                let why = format!("{other} is no format");
                return Err(Failure::new(pellucid_status::PELLUCID_BAD_VALUE, &why));
            }
        };
        let found = self.page.extracted();
        Ok(place.get_or_init(|| {
            Text::new(if found.empty.is_some() { String::new() } else { write(found, self.wanted.writing) })
        }))
    }
}

/// What a page says about itself, by name.
fn fields(page: &Page) -> Vec<(&'static str, Option<CString>)> {
    let metadata = &page.extracted().metadata;
    let one = |value: &Option<String>| value.as_deref().map(c_string);
    let list = |values: &[String]| (!values.is_empty()).then(|| c_string(&values.join(", ")));
    vec![
        ("title", one(&metadata.title)),
        ("authors", list(&metadata.authors)),
        ("date", one(&metadata.date)),
        ("modified", one(&metadata.modified)),
        ("site_name", one(&metadata.site_name)),
        ("description", one(&metadata.description)),
        ("language", page.language().map(c_string)),
        ("url", one(&metadata.url)),
        ("licence", one(&metadata.licence)),
        ("image", one(&metadata.image)),
        ("kind", one(&metadata.kind)),
        ("keywords", list(&metadata.keywords)),
        ("categories", list(&metadata.categories)),
        ("page_type", page.page_type().map(|page_type| c_string(page_type.name()))),
    ]
}

/// The content in a format, PELLUCID_FORMAT_TEXT and so on, in UTF-8, and its length in bytes, which may be null. It is empty if
/// the page has no main content, except as JSON, and null if there is no such format.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pellucid_page_content(
    page: *const pellucid_page,
    format: c_int,
    length: *mut usize,
) -> *const c_char {
    quiet(null(), || {
        // SAFETY: what the caller promises of pointers: see `pointers`.
        unsafe { put(length, 0) };
        // SAFETY: the same.
        let page = unsafe { object(page, "the page") }?;
        let content = page.content(format)?;
        // SAFETY: the same.
        Ok(unsafe { content.hand_out(length) })
    })
}

/// What the page says about itself: title, authors, date, modified, site_name, description, language, url, licence, image, kind,
/// keywords, categories. And page_type: what sort of page it is, as the model sees it. Null if it does not say so, or if there is no
/// such field.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pellucid_page_field(
    page: *const pellucid_page,
    name: *const c_char,
) -> *const c_char {
    quiet(null(), || {
        // SAFETY: what the caller promises of pointers: see `pointers`.
        let page = unsafe { object(page, "the page") }?;
        // SAFETY: the same.
        let name = unsafe { string(name, "the name of a field") }?;
        let field = page.fields.iter().find(|(known, _)| *known == name);
        let unknown = || {
            Failure::new(pellucid_status::PELLUCID_UNKNOWN_NAME, &format!("no field has the name {name:?}"))
        };
        Ok(kept(&field.ok_or_else(unknown)?.1))
    })
}

/// What a reader wrote, the first at index 0, with the options' comments; null after the last one. Who wrote it, and when in
/// ISO 8601, go to author and date, each of which may be null; they are null where the page does not say so.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pellucid_page_comment(
    page: *const pellucid_page,
    index: usize,
    author: *mut *const c_char,
    date: *mut *const c_char,
) -> *const c_char {
    quiet(null(), || {
        // SAFETY: what the caller promises of pointers: see `pointers`.
        let page = unsafe { object(page, "the page") }?;
        let Some(comment) = page.comments.get(index) else { return Ok(null()) };
        for (place, value) in [(author, &comment.author), (date, &comment.date)] {
            // SAFETY: the same.
            unsafe { put(place, kept(value)) };
        }
        Ok(comment.text.as_ptr())
    })
}

/// How good the choice of the content is likely to be, from 0 to 1: the F1 to expect. -1 for a null pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pellucid_page_quality(page: *const pellucid_page) -> f64 {
    quiet(-1.0, || {
        // SAFETY: what the caller promises of pointers: see `pointers`.
        Ok(unsafe { object(page, "the page") }?.page.quality().map_or(-1.0, f64::from))
    })
}

/// Why there is no content; null if there is some.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pellucid_page_empty(page: *const pellucid_page) -> *const c_char {
    quiet(null(), || {
        // SAFETY: what the caller promises of pointers: see `pointers`.
        Ok(kept(&unsafe { object(page, "the page") }?.empty))
    })
}

/// 1 if only the first part of the page was read, because all of it would take too much memory; else 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pellucid_page_is_truncated(page: *const pellucid_page) -> c_int {
    quiet(0, || {
        // SAFETY: what the caller promises of pointers: see `pointers`.
        Ok(unsafe { object(page, "the page") }?.page.is_truncated().into())
    })
}

/// The encoding of the page, and how it was found. It belongs to the page: do not give it back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pellucid_page_guess(page: *const pellucid_page) -> *const pellucid_guess {
    quiet(null(), || {
        // SAFETY: what the caller promises of pointers: see `pointers`.
        Ok(&raw const unsafe { object(page, "the page") }?.guess)
    })
}

/// Gives a page back. It may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pellucid_page_free(page: *mut pellucid_page) {
    guarded(|| {
        // SAFETY: what the caller promises of pointers: see `pointers`.
        unsafe { free(page) };
        Ok(())
    });
}
