//! How a call ended, and why.

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::pointers::c_string;

/// How a call ended.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum pellucid_status {
    /// As it should.
    PELLUCID_OK = 0,
    /// A pointer is null that must not be.
    PELLUCID_NULL = 1,
    /// A name is unknown: of a hint, an encoding, a field.
    PELLUCID_UNKNOWN_NAME = 2,
    /// A value makes no sense, or hints contradict each other.
    PELLUCID_BAD_VALUE = 3,
    /// A size makes no sense: of bytes, or of pellucid_options, which pellucid_options_init sets.
    PELLUCID_BAD_SIZE = 4,
    /// The page does not decode, with PELLUCID_ERRORS_STRICT or PELLUCID_ERRORS_REJECT.
    PELLUCID_UNDECODABLE = 5,
    /// The bytes are not text.
    PELLUCID_NOT_TEXT = 6,
    /// The stream is finished.
    PELLUCID_FINISHED = 7,
    /// A bug in Pellucid.
    PELLUCID_FAULT = 8,
}

/// Why a call has no answer.
pub struct Failure {
    status: pellucid_status,
    why: String,
}

impl Failure {
    /// For this reason.
    pub fn new(status: pellucid_status, why: &str) -> Failure {
        Failure { status, why: why.to_owned() }
    }

    /// A null pointer.
    pub fn null(what: &str) -> Failure {
        Failure { status: pellucid_status::PELLUCID_NULL, why: format!("{what} is a null pointer") }
    }
}

thread_local! {
    static WHY: RefCell<CString> = RefCell::default();
}

fn remember(why: &str) {
    // During the end of a thread there is nobody left to ask.
    let _ = WHY.try_with(|place| *place.borrow_mut() = c_string(why));
}

/// Runs a function of the library. Whatever happens there, C gets a status.
pub fn guarded(work: impl FnOnce() -> Result<(), Failure>) -> pellucid_status {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(())) => pellucid_status::PELLUCID_OK,
        Ok(Err(Failure { status, why })) => {
            remember(&why);
            status
        }
        Err(_) => {
            remember("a bug in Pellucid, please report it");
            pellucid_status::PELLUCID_FAULT
        }
    }
}

/// Runs a function that has no status. If it fails, C gets the other value.
pub fn quiet<T>(otherwise: T, work: impl FnOnce() -> Result<T, Failure>) -> T {
    let mut answer = otherwise;
    guarded(|| {
        answer = work()?;
        Ok(())
    });
    answer
}

/// Says why the last call of this thread that failed did so. The string is valid until the next call of this thread
/// that fails.
#[unsafe(no_mangle)]
pub extern "C" fn pellucid_message() -> *const c_char {
    WHY.try_with(|why| why.borrow().as_ptr()).unwrap_or(c"".as_ptr())
}

/// The name of a status, such as "PELLUCID_NULL". A number that is none has the name "unknown status".
#[unsafe(no_mangle)]
pub extern "C" fn pellucid_status_name(status: std::ffi::c_int) -> *const c_char {
    const NAMES: [&CStr; 9] = [
        c"PELLUCID_OK",
        c"PELLUCID_NULL",
        c"PELLUCID_UNKNOWN_NAME",
        c"PELLUCID_BAD_VALUE",
        c"PELLUCID_BAD_SIZE",
        c"PELLUCID_UNDECODABLE",
        c"PELLUCID_NOT_TEXT",
        c"PELLUCID_FINISHED",
        c"PELLUCID_FAULT",
    ];
    let name = usize::try_from(status).ok().and_then(|status| NAMES.get(status).copied());
    name.unwrap_or(c"unknown status").as_ptr()
}

/// The version of the library.
#[unsafe(no_mangle)]
pub extern "C" fn pellucid_version() -> *const c_char {
    const VERSION: &CStr =
        match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
            Ok(version) => version,
            Err(_) => c"",
        };
    VERSION.as_ptr()
}
