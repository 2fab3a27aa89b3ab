//! The main content of pages.

use std::cell::OnceCell;
use std::ffi::{CString, c_char, c_int};
use std::ptr::null;

use pellucid::extract::{Extracted, Metadata};
use pellucid::write::WriteOptions;

use crate::detector::{known, pellucid_detector};
use crate::guess::pellucid_guess;
use crate::options::{Wanted, pellucid_options};
use crate::pointers::{Out, bytes, c_string, free, kept, object, string};
use crate::status::{Failure, guarded, pellucid_status, quiet};
use crate::text::{Text, not_text};

/// The content as plain text.
pub const PELLUCID_FORMAT_TEXT: c_int = 0;
/// The content as Markdown.
pub const PELLUCID_FORMAT_MARKDOWN: c_int = 1;
/// The content as HTML, without scripts, styles and forms.
pub const PELLUCID_FORMAT_HTML: c_int = 2;

/// The main content of a page, and what the page says about itself.
pub struct pellucid_page {
    found: Extracted,
    writing: WriteOptions,
    /// Written when they are asked for: text, Markdown, HTML.
    text: OnceCell<Text>,
    markdown: OnceCell<Text>,
    html: OnceCell<Text>,
    fields: Vec<(&'static str, Option<CString>)>,
    empty: Option<CString>,
    is_truncated: bool,
    guess: pellucid_guess,
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
        let Wanted { page: options, writing } = unsafe { Wanted::of(options) }?;
        let undecodable = |error: pellucid::decode::DecodeError| {
            Failure::new(pellucid_status::PELLUCID_UNDECODABLE, &error.to_string())
        };
        let page = detector.page_with(bytes, &options).map_err(undecodable)?;
        if page.guess().is_binary() {
            return Err(not_text());
        }
        let guess = pellucid_guess::of(page.guess());
        let language = page.language().map(c_string);
        let found = page.into_extracted();
        out.give(pellucid_page {
            fields: fields(&found.metadata, language),
            empty: found.empty.map(|reason| c_string(&reason.to_string())),
            is_truncated: found.truncated,
            found,
            writing,
            text: OnceCell::new(),
            markdown: OnceCell::new(),
            html: OnceCell::new(),
            guess,
        });
        Ok(())
    })
}

impl pellucid_page {
    fn content(&self, format: c_int) -> Result<&Text, Failure> {
        let (place, write): (_, fn(&Extracted, WriteOptions) -> String) = match format {
            PELLUCID_FORMAT_TEXT => (&self.text, Extracted::text),
            PELLUCID_FORMAT_MARKDOWN => (&self.markdown, Extracted::markdown),
            PELLUCID_FORMAT_HTML => (&self.html, Extracted::html),
            other => {
                let why = format!("{other} is no format");
                return Err(Failure::new(pellucid_status::PELLUCID_BAD_VALUE, &why));
            }
        };
        let is_empty = self.found.empty.is_some();
        Ok(place.get_or_init(|| {
            Text::new(if is_empty { String::new() } else { write(&self.found, self.writing) })
        }))
    }
}

/// What a page says about itself, by name.
fn fields(metadata: &Metadata, language: Option<CString>) -> Vec<(&'static str, Option<CString>)> {
    let one = |value: &Option<String>| value.as_deref().map(c_string);
    let list = |values: &[String]| (!values.is_empty()).then(|| c_string(&values.join(", ")));
    vec![
        ("title", one(&metadata.title)),
        ("authors", list(&metadata.authors)),
        ("date", one(&metadata.date)),
        ("modified", one(&metadata.modified)),
        ("site_name", one(&metadata.site_name)),
        ("description", one(&metadata.description)),
        ("language", language),
        ("url", one(&metadata.url)),
        ("licence", one(&metadata.licence)),
        ("image", one(&metadata.image)),
        ("kind", one(&metadata.kind)),
        ("keywords", list(&metadata.keywords)),
    ]
}

/// The content in a format, PELLUCID_FORMAT_TEXT and so on, in UTF-8, and its length in bytes, which may be null. It is empty if
/// the page has no main content, and null if there is no such format.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pellucid_page_content(
    page: *const pellucid_page,
    format: c_int,
    length: *mut usize,
) -> *const c_char {
    quiet(null(), || {
        // SAFETY: what the caller promises of pointers: see `pointers`.
        let page = unsafe { object(page, "the page") }?;
        let content = page.content(format)?;
        // SAFETY: the same.
        Ok(unsafe { content.hand_out(length) })
    })
}

/// What the page says about itself: title, authors, date, modified, site_name, description, language, url, licence, image, kind,
/// keywords. Null if it does not say so, or if there is no such field.
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
        Ok(unsafe { object(page, "the page") }?.is_truncated.into())
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
