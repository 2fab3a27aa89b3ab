//! Detection of pages that arrive in pieces.

use pellucid::Stream;

use crate::detector::{known, pellucid_detector};
use crate::guess::pellucid_guess;
use crate::pointers::{Out, bytes, free, object_mut};
use crate::status::{Failure, guarded, pellucid_status};

/// A page that arrives in pieces. Its memory is bounded, however long the page is.
pub struct pellucid_stream {
    /// Until it is finished.
    stream: Option<Stream>,
}

fn finished() -> Failure {
    Failure::new(pellucid_status::PELLUCID_FINISHED, "the stream is finished; make another one")
}

/// Begins a page. The detector may be null, and can be given back afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pellucid_stream_new(
    detector: *const pellucid_detector,
    stream: *mut *mut pellucid_stream,
) -> pellucid_status {
    guarded(|| {
        // SAFETY: what the caller promises of pointers: see `pointers`.
        let out = unsafe { Out::at(stream) }?;
        // SAFETY: the same.
        let detector = unsafe { known(detector) };
        out.give(pellucid_stream { stream: Some(detector.stream()) });
        Ok(())
    })
}

/// Takes the next piece of the page.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pellucid_stream_feed(
    stream: *mut pellucid_stream,
    data: *const u8,
    length: usize,
) -> pellucid_status {
    guarded(|| {
        // SAFETY: what the caller promises of pointers: see `pointers`.
        let stream = unsafe { object_mut(stream, "the stream") }?;
        // SAFETY: the same.
        let piece = unsafe { bytes(data, length) }?;
        stream.stream.as_mut().ok_or_else(finished)?.feed(piece);
        Ok(())
    })
}

/// Ends the page. The guess is that of pellucid_detect about the whole.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pellucid_stream_finish(
    stream: *mut pellucid_stream,
    guess: *mut *mut pellucid_guess,
) -> pellucid_status {
    guarded(|| {
        // SAFETY: what the caller promises of pointers: see `pointers`.
        let out = unsafe { Out::at(guess) }?;
        // SAFETY: the same.
        let stream = unsafe { object_mut(stream, "the stream") }?;
        let stream = stream.stream.take().ok_or_else(finished)?;
        out.give(pellucid_guess::of(&stream.finish()));
        Ok(())
    })
}

/// Gives a stream back, finished or not. It may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pellucid_stream_free(stream: *mut pellucid_stream) {
    guarded(|| {
        // SAFETY: what the caller promises of pointers: see `pointers`.
        unsafe { free(stream) };
        Ok(())
    });
}
