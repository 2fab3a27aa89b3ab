//! Detection of whole pages.

use pellucid::Detector;
use pellucid_answers::hints;

use crate::guess::pellucid_guess;
use crate::hints::pellucid_hints;
use crate::pointers::{Out, bytes, free};
use crate::status::{Failure, guarded, pellucid_status};

/// A detector, with all that you know about pages. Many threads may use it at once.
#[derive(Default)]
pub struct pellucid_detector {
    pub(crate) detector: Detector,
}

/// Makes a detector. Hints may be null, and can be given back afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pellucid_detector_new(
    hints: *const pellucid_hints,
    detector: *mut *mut pellucid_detector,
) -> pellucid_status {
    guarded(|| {
        // SAFETY: what the caller promises of pointers: see `pointers`.
        let out = unsafe { Out::at(detector) }?;
        // SAFETY: the same; there may be none.
        let given = unsafe { hints.as_ref() }.map(|hints| &hints.given);
        let detector = hints::detector(|name| given?.get(name).map(String::as_str));
        let wrong =
            |hint: hints::WrongHint| Failure::new(pellucid_status::PELLUCID_BAD_VALUE, &hint.to_string());
        out.give(pellucid_detector { detector: detector.map_err(wrong)? });
        Ok(())
    })
}

/// Gives a detector back. It may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pellucid_detector_free(detector: *mut pellucid_detector) {
    guarded(|| {
        // SAFETY: what the caller promises of pointers: see `pointers`.
        unsafe { free(detector) };
        Ok(())
    });
}

/// Detects the encoding of a page. The detector may be null: then nothing is known about the page. Whatever the bytes are, there is
/// a guess.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pellucid_detect(
    detector: *const pellucid_detector,
    data: *const u8,
    length: usize,
    guess: *mut *mut pellucid_guess,
) -> pellucid_status {
    guarded(|| {
        // SAFETY: what the caller promises of pointers: see `pointers`.
        let out = unsafe { Out::at(guess) }?;
        // SAFETY: the same.
        let bytes = unsafe { bytes(data, length) }?;
        // SAFETY: the same.
        let detector = unsafe { known(detector) };
        out.give(pellucid_guess::of(&detector.detect(bytes)));
        Ok(())
    })
}

/// The detector of a caller, or one that knows nothing.
pub unsafe fn known(detector: *const pellucid_detector) -> Detector {
    // SAFETY: null gives none; else the caller promises that it is a detector of ours that was not given back. Nobody
    // changes it, so threads may share it.
    unsafe { detector.as_ref() }.map(|known| known.detector.clone()).unwrap_or_default()
}
