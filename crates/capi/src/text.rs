//! Decoded pages.

use std::ffi::c_char;
use std::ptr::null;

use pellucid::encodings;

use crate::detector::{known, pellucid_detector};
use crate::guess::pellucid_guess;
use crate::options::{Wanted, pellucid_options};
use crate::pointers::{Out, bytes, free, object, put};
use crate::status::{Failure, guarded, pellucid_status, quiet};

/// A decoded page.
pub struct pellucid_text {
    text: Text,
    replaced: u64,
    guess: Option<pellucid_guess>,
}

/// A text that may have zero bytes, and another one at its end.
pub struct Text(Vec<u8>);

impl Text {
    /// Adds the zero byte.
    pub fn new(text: String) -> Text {
        let mut bytes = text.into_bytes();
        bytes.push(0);
        Text(bytes)
    }

    /// Where it is; its length goes to where the caller wants it, if that is somewhere.
    pub unsafe fn hand_out(&self, length: *mut usize) -> *const c_char {
        // SAFETY: what the caller promises of pointers: see `pointers`.
        unsafe { put(length, self.0.len() - 1) };
        self.0.as_ptr().cast()
    }
}

/// What is not text.
pub fn not_text() -> Failure {
    let why = "the bytes are not text; the hint `from` reads them in an encoding all the same";
    Failure::new(pellucid_status::PELLUCID_NOT_TEXT, why)
}

/// Decodes a page. Detector and options may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pellucid_decode(
    detector: *const pellucid_detector,
    data: *const u8,
    length: usize,
    options: *const pellucid_options,
    text: *mut *mut pellucid_text,
) -> pellucid_status {
    guarded(|| {
        // SAFETY: what the caller promises of pointers: see `pointers`.
        let out = unsafe { Out::at(text) }?;
        // SAFETY: the same.
        let bytes = unsafe { bytes(data, length) }?;
        // SAFETY: the same.
        let detector = unsafe { known(detector) };
        // SAFETY: the same.
        let wanted = unsafe { Wanted::of(options) }?;
        let undecodable = |error: pellucid::decode::DecodeError| {
            Failure::new(pellucid_status::PELLUCID_UNDECODABLE, &error.to_string())
        };
        let decoded = detector.decode_with(bytes, &wanted.page).map_err(undecodable)?;
        if decoded.encoding() == &encodings::BINARY {
            return Err(not_text());
        }
        let guess = decoded.guess().map(pellucid_guess::of);
        let replaced = decoded.damage().count();
        out.give(pellucid_text { text: Text::new(decoded.into_text().into_owned()), replaced, guess });
        Ok(())
    })
}

/// The text, in UTF-8, and its length in bytes, which may be null. A zero byte follows it, and zero bytes of the page are in it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pellucid_text_data(text: *const pellucid_text, length: *mut usize) -> *const c_char {
    quiet(null(), || {
        // SAFETY: what the caller promises of pointers: see `pointers`.
        unsafe { put(length, 0) };
        // SAFETY: the same.
        let text = unsafe { object(text, "the text") }?;
        // SAFETY: the same.
        Ok(unsafe { text.text.hand_out(length) })
    })
}

/// How many places did not decode.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pellucid_text_replaced(text: *const pellucid_text) -> u64 {
    quiet(0, || {
        // SAFETY: what the caller promises of pointers: see `pointers`.
        Ok(unsafe { object(text, "the text") }?.replaced)
    })
}

/// The encoding of the page, and how it was found. It belongs to the text: do not give it back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pellucid_text_guess(text: *const pellucid_text) -> *const pellucid_guess {
    quiet(null(), || {
        // SAFETY: what the caller promises of pointers: see `pointers`.
        let text = unsafe { object(text, "the text") }?;
        Ok(text.guess.as_ref().map_or(null(), std::ptr::from_ref))
    })
}

/// Gives a text back. It may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pellucid_text_free(text: *mut pellucid_text) {
    guarded(|| {
        // SAFETY: what the caller promises of pointers: see `pointers`.
        unsafe { free(text) };
        Ok(())
    });
}
