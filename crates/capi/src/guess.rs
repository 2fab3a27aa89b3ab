//! An encoding, and how it was found.

use std::ffi::{CString, c_char, c_int};
use std::ptr::null;

use pellucid::Guess;

use crate::pointers::{c_string, free, kept, object, put};
use crate::status::{guarded, quiet};

/// An encoding, and how it was found.
pub struct pellucid_guess {
    encoding: CString,
    confidence: f64,
    language: Option<CString>,
    source: CString,
    declared: Option<CString>,
    is_ascii: bool,
    is_binary: bool,
    alternatives: Vec<(CString, f64)>,
    evidence: Vec<(CString, f64)>,
}

impl pellucid_guess {
    /// A guess for C, whose strings end with a zero byte.
    pub fn of(guess: &Guess) -> pellucid_guess {
        let alternatives = guess.alternatives().iter();
        let evidence = guess.evidence().iter().map(|one| {
            let about = one.encoding().map_or("any encoding", |encoding| encoding.name());
            (c_string(&format!("{about}: {}: {one}", one.source())), f64::from(one.bits()))
        });
        pellucid_guess {
            encoding: c_string(guess.encoding().name()),
            confidence: guess.confidence().into(),
            language: guess.language().map(c_string),
            source: c_string(guess.source().name()),
            declared: guess.declared().map(|encoding| c_string(encoding.name())),
            is_ascii: guess.is_ascii(),
            is_binary: guess.is_binary(),
            alternatives: alternatives
                .map(|one| (c_string(one.encoding().name()), one.confidence().into()))
                .collect(),
            evidence: evidence.collect(),
        }
    }
}

/// Gives a guess back. It may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pellucid_guess_free(guess: *mut pellucid_guess) {
    guarded(|| {
        // SAFETY: what the caller promises of pointers: see `pointers`.
        unsafe { free(guess) };
        Ok(())
    });
}

/// Asks a guess, or has nothing to say about a null pointer.
unsafe fn ask<T>(guess: *const pellucid_guess, otherwise: T, answer: impl FnOnce(&pellucid_guess) -> T) -> T {
    quiet(otherwise, || {
        // SAFETY: what the caller promises of pointers: see `pointers`.
        Ok(answer(unsafe { object(guess, "the guess") }?))
    })
}

/// The encoding, by its WHATWG name if it has one; "binary" if the bytes are not text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pellucid_guess_encoding(guess: *const pellucid_guess) -> *const c_char {
    // SAFETY: what the caller promises of pointers: see `pointers`.
    unsafe { ask(guess, null(), |guess| guess.encoding.as_ptr()) }
}

/// The probability that decoding with it gives the right text, from 0 to 1; -1 for a null pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pellucid_guess_confidence(guess: *const pellucid_guess) -> f64 {
    // SAFETY: what the caller promises of pointers: see `pointers`.
    unsafe { ask(guess, -1.0, |guess| guess.confidence) }
}

/// The language of the text, a BCP 47 tag; null if it is not known.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pellucid_guess_language(guess: *const pellucid_guess) -> *const c_char {
    // SAFETY: what the caller promises of pointers: see `pointers`.
    unsafe { ask(guess, null(), |guess| kept(&guess.language)) }
}

/// The strongest evidence: bom, header, meta, utf-8, content, ascii and so on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pellucid_guess_source(guess: *const pellucid_guess) -> *const c_char {
    // SAFETY: what the caller promises of pointers: see `pointers`.
    unsafe { ask(guess, null(), |guess| guess.source.as_ptr()) }
}

/// The encoding that the page or its server declares; null if neither does.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pellucid_guess_declared(guess: *const pellucid_guess) -> *const c_char {
    // SAFETY: what the caller promises of pointers: see `pointers`.
    unsafe { ask(guess, null(), |guess| kept(&guess.declared)) }
}

/// 1 if all bytes are ASCII, else 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pellucid_guess_is_ascii(guess: *const pellucid_guess) -> c_int {
    // SAFETY: what the caller promises of pointers: see `pointers`.
    unsafe { ask(guess, 0, |guess| guess.is_ascii.into()) }
}

/// 1 if the bytes are not text, else 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pellucid_guess_is_binary(guess: *const pellucid_guess) -> c_int {
    // SAFETY: what the caller promises of pointers: see `pointers`.
    unsafe { ask(guess, 0, |guess| guess.is_binary.into()) }
}

/// Asks for an item of a list. Its number goes to where the caller wants it, if that is somewhere.
unsafe fn item(
    guess: *const pellucid_guess,
    list: impl FnOnce(&pellucid_guess) -> &[(CString, f64)],
    index: usize,
    number: *mut f64,
) -> *const c_char {
    let found = |guess: &pellucid_guess| list(guess).get(index).map(|(text, value)| (text.as_ptr(), *value));
    // SAFETY: what the caller promises of pointers: see `pointers`.
    let Some((text, value)) = (unsafe { ask(guess, None, found) }) else { return null() };
    // SAFETY: the same.
    unsafe { put(number, value) };
    text
}

/// Another encoding that it may be, the most likely one at index 0, and its confidence, which may be null. Null after the last one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pellucid_guess_alternative(
    guess: *const pellucid_guess,
    index: usize,
    confidence: *mut f64,
) -> *const c_char {
    // SAFETY: what the caller promises of pointers: see `pointers`.
    unsafe { item(guess, |guess| &guess.alternatives, index, confidence) }
}

/// A piece of evidence in words, and how many bits it adds to the odds of its encoding, which may be null. Null after the last one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pellucid_guess_evidence(
    guess: *const pellucid_guess,
    index: usize,
    bits: *mut f64,
) -> *const c_char {
    // SAFETY: what the caller promises of pointers: see `pointers`.
    unsafe { item(guess, |guess| &guess.evidence, index, bits) }
}
