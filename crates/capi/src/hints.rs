//! What a caller knows about pages.

use std::collections::BTreeMap;
use std::ffi::c_char;

use pellucid_answers::hints::HINTS;

use crate::pointers::{Out, free, object_mut, string};
use crate::status::{Failure, guarded, pellucid_status};

/// What you know about pages.
#[derive(Default)]
pub struct pellucid_hints {
    pub(crate) given: BTreeMap<&'static str, String>,
}

/// Makes an empty list of hints.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pellucid_hints_new(hints: *mut *mut pellucid_hints) -> pellucid_status {
    guarded(|| {
        // SAFETY: what the caller promises of pointers: see `pointers`.
        let out = unsafe { Out::at(hints) }?;
        out.give(pellucid_hints::default());
        Ok(())
    })
}

/// Adds a hint, or replaces the one of this name: from (the encoding, where it is known), content_type, lang, url, tld, allow,
/// deny (encodings with commas), prior (web, file), method (pellucid, standard, and those from the papers if they were built
/// in). Whether its value makes sense, pellucid_detector_new says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pellucid_hints_set(
    hints: *mut pellucid_hints,
    name: *const c_char,
    value: *const c_char,
) -> pellucid_status {
    guarded(|| {
        // SAFETY: what the caller promises of pointers: see `pointers`.
        let hints = unsafe { object_mut(hints, "hints") }?;
        // SAFETY: the same.
        let name = unsafe { string(name, "the name of a hint") }?;
        // SAFETY: the same.
        let value = unsafe { string(value, "the value of a hint") }?;
        let known = HINTS.into_iter().find(|known| *known == name).ok_or_else(|| {
            let why = format!("no hint has the name {name:?}; there are {}", HINTS.join(", "));
            Failure::new(pellucid_status::PELLUCID_UNKNOWN_NAME, &why)
        })?;
        hints.given.insert(known, value.to_owned());
        Ok(())
    })
}

/// Gives hints back. They may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pellucid_hints_free(hints: *mut pellucid_hints) {
    guarded(|| {
        // SAFETY: what the caller promises of pointers: see `pointers`.
        unsafe { free(hints) };
        Ok(())
    });
}
