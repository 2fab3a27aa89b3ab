//! Every function once from Rust, for Miri, which checks each access to memory: `cargo +nightly miri test -p pellucid-capi --lib`.
//! Without it, these are tests like others. Encoding and language are known
//! there: under Miri, reading the models takes hours. What needs them is left to valgrind.

use std::ffi::CStr;
use std::mem::{MaybeUninit, size_of};
use std::ptr::{null, null_mut};

use crate::detector::*;
use crate::encodings::*;
use crate::guess::*;
use crate::hints::*;
use crate::options::*;
use crate::status::pellucid_status::*;
use crate::status::*;
use crate::stream::*;
use crate::text::*;

/// A string that the library returned.
fn text(text: *const std::ffi::c_char) -> String {
    assert!(!text.is_null());
    // SAFETY: not null, and the library ends its strings with a zero byte.
    unsafe { CStr::from_ptr(text) }.to_str().unwrap().to_owned()
}

#[test]
#[allow(clippy::multiple_unsafe_ops_per_block)] // It is one story; what holds for one call holds for all.
fn objects_are_made_used_and_given_back() {
    // SAFETY: all pointers are null, or to what lives until the end; every object is given back once, and not used afterwards.
    unsafe {
        let (mut hints, mut detector, mut guess) = (null_mut(), null_mut(), null_mut());
        assert_eq!(pellucid_hints_new(&mut hints), PELLUCID_OK);
        assert_eq!(pellucid_hints_set(hints, c"nothing".as_ptr(), c"".as_ptr()), PELLUCID_UNKNOWN_NAME);
        assert!(text(pellucid_message()).starts_with("no hint has the name \"nothing\""));
        assert_eq!(pellucid_hints_set(hints, c"url".as_ptr(), c"\xFF".as_ptr()), PELLUCID_BAD_VALUE);
        for (name, value) in [(c"url", c"http://a.de/"), (c"from", c"utf-8"), (c"lang", c"en")] {
            assert_eq!(pellucid_hints_set(hints, name.as_ptr(), value.as_ptr()), PELLUCID_OK);
        }
        assert_eq!(pellucid_detector_new(hints, &mut detector), PELLUCID_OK);
        pellucid_hints_free(hints);

        let page = b"\xEF\xBB\xBFplain";
        assert_eq!(pellucid_detect(detector, page.as_ptr(), page.len(), &mut guess), PELLUCID_OK);
        assert_eq!(text(pellucid_guess_encoding(guess)), "UTF-8");
        let mut bits = 0.0;
        assert!(pellucid_guess_evidence(guess, 99, &mut bits).is_null() && bits == 0.0);
        assert_eq!(text(pellucid_guess_source(guess)), "caller");
        assert!(pellucid_guess_alternative(guess, 99, null_mut()).is_null());
        pellucid_guess_free(guess);

        let mut stream = null_mut();
        assert_eq!(pellucid_stream_new(detector, &mut stream), PELLUCID_OK);
        for byte in page {
            assert_eq!(pellucid_stream_feed(stream, byte, 1), PELLUCID_OK);
        }
        assert_eq!(pellucid_stream_finish(stream, &mut guess), PELLUCID_OK);
        pellucid_guess_free(guess);
        assert_eq!(pellucid_stream_finish(stream, &mut guess), PELLUCID_FINISHED);
        assert!(guess.is_null());
        pellucid_stream_free(stream);

        let mut options = MaybeUninit::<pellucid_options>::uninit();
        assert_eq!(pellucid_options_init(options.as_mut_ptr()), PELLUCID_OK);
        let mut options = options.assume_init();
        assert_eq!(options.size, size_of::<pellucid_options>());
        let (mut decoded, mut length) = (null_mut(), 0);
        let page = b"\xEF\xBB\xBFa\0b";
        assert_eq!(pellucid_decode(detector, page.as_ptr(), page.len(), &options, &mut decoded), PELLUCID_OK);
        assert_eq!(text(pellucid_text_data(decoded, &mut length)), "a");
        assert_eq!((length, pellucid_text_replaced(decoded)), (3, 0));
        assert_eq!(text(pellucid_guess_encoding(pellucid_text_guess(decoded))), "UTF-8");
        pellucid_text_free(decoded);
        // Only its size can be read of a struct that says it is shorter.
        options.size = size_of::<usize>();
        let short = Box::new(options.size);
        let short = (&raw const *short).cast::<pellucid_options>();
        assert_eq!(pellucid_decode(detector, page.as_ptr(), 1, short, &mut decoded), PELLUCID_BAD_SIZE);
        assert!(decoded.is_null());
        pellucid_detector_free(detector);
    }
}

#[test]
#[allow(clippy::multiple_unsafe_ops_per_block)]
fn null_pointers_and_absurd_sizes_are_errors() {
    // SAFETY: null pointers are allowed everywhere.
    unsafe {
        let mut guess = null_mut();
        assert_eq!(pellucid_detect(null(), null(), 1, &mut guess), PELLUCID_NULL);
        assert_eq!(pellucid_detect(null(), b"a".as_ptr(), usize::MAX, &mut guess), PELLUCID_BAD_SIZE);
        assert_eq!(pellucid_detect(null(), b"a".as_ptr(), 1, null_mut()), PELLUCID_NULL);
        assert_eq!(pellucid_stream_feed(null_mut(), null(), 0), PELLUCID_NULL);
        assert_eq!(pellucid_options_init(null_mut()), PELLUCID_NULL);
        assert!(
            pellucid_guess_encoding(null()).is_null() && pellucid_text_data(null(), null_mut()).is_null()
        );
        pellucid_guess_free(null_mut());
        pellucid_text_free(null_mut());
        assert!(pellucid_encoding_name(null()).is_null());
        assert_eq!(text(pellucid_encoding_name(c"LATIN1".as_ptr())), "windows-1252");
        assert!(pellucid_encoding_at(usize::MAX).is_null());
        assert_eq!(text(pellucid_status_name(1)), "PELLUCID_NULL");
    }
}

#[cfg(feature = "uchardet")]
#[test]
fn a_detector_of_uchardet_is_given_back_before_its_end() {
    use crate::uchardet::*;
    let ud = uchardet_new();
    // SAFETY: the detector is not given back yet, and the piece has so many bytes.
    assert_eq!(unsafe { uchardet_handle_data(ud, c"plain".as_ptr(), 5) }, 0);
    // SAFETY: the same.
    assert_eq!(text(unsafe { uchardet_get_charset(ud) }), "");
    // SAFETY: the same.
    unsafe { uchardet_reset(ud) };
    // SAFETY: it is given back once.
    unsafe { uchardet_delete(ud) };
}

#[cfg(feature = "uchardet")]
#[test]
#[cfg_attr(miri, ignore = "it reads the models")]
#[allow(clippy::multiple_unsafe_ops_per_block)]
fn a_detector_of_uchardet_can_be_used_again() {
    use crate::uchardet::*;
    // SAFETY: the detector is given back once, and its name is not used after a reset.
    unsafe {
        let ud = uchardet_new();
        for (page, name) in [(&b"plain"[..], "ASCII"), (b"\xEF\xBB\xBFa", "UTF-8"), (b"", "")] {
            uchardet_reset(ud);
            for piece in page.chunks(2) {
                assert_eq!(uchardet_handle_data(ud, piece.as_ptr().cast(), piece.len()), 0);
            }
            assert_eq!(text(uchardet_get_charset(ud)), "");
            uchardet_data_end(ud);
            assert_eq!(text(uchardet_get_charset(ud)), name);
        }
        uchardet_delete(ud);
        uchardet_delete(null_mut());
        assert_ne!(uchardet_handle_data(null_mut(), null(), 0), 0);
    }
}

/// What panics in the library becomes a status.
#[test]
fn a_panic_does_not_reach_c() {
    assert_eq!(guarded(|| panic!("on purpose")), PELLUCID_FAULT);
    assert_eq!(text(pellucid_message()), "a bug in Pellucid, please report it");
    assert_eq!(quiet(7, || panic!("on purpose")), 7);
}
