//! Names of encodings.

use std::collections::BTreeMap;
use std::ffi::{CString, c_char};
use std::ptr::null;
use std::sync::LazyLock;

use pellucid::Encoding;
use pellucid::encodings::ENCODINGS;

use crate::pointers::{c_string, string};
use crate::status::{Failure, pellucid_status, quiet};

/// The names for C, which are there as long as the program is.
static NAMES: LazyLock<BTreeMap<&'static str, CString>> =
    LazyLock::new(|| ENCODINGS.iter().map(|encoding| (encoding.name(), c_string(encoding.name()))).collect());

/// The name of the encoding that a label means, as on the web: "latin1" is "windows-1252". Null if it means none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pellucid_encoding_name(label: *const c_char) -> *const c_char {
    quiet(null(), || {
        // SAFETY: what the caller promises of pointers: see `pointers`.
        let label = unsafe { string(label, "the label") }?;
        let unknown = || {
            let why = format!("no encoding has the name {label:?}");
            Failure::new(pellucid_status::PELLUCID_UNKNOWN_NAME, &why)
        };
        let encoding = Encoding::for_name(label).ok_or_else(unknown)?;
        Ok(NAMES.get(encoding.name()).map_or(null(), |name| name.as_ptr()))
    })
}

/// The name of each encoding in turn, from index 0; null after the last one.
#[unsafe(no_mangle)]
pub extern "C" fn pellucid_encoding_at(index: usize) -> *const c_char {
    quiet(null(), || {
        let name = ENCODINGS.get(index).and_then(|encoding| NAMES.get(encoding.name()));
        Ok(name.map_or(null(), |name| name.as_ptr()))
    })
}
