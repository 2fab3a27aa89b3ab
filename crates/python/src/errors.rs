//! Errors as Python raises them. The classes are in `pellucid/_errors.py`: only in Python can an exception have two base classes,
//! one of Pellucid and one that Python's users already catch.

use std::fmt::Display;

use pyo3::import_exception;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

import_exception!(pellucid._errors, BatchError);
import_exception!(pellucid._errors, DecodeError);
import_exception!(pellucid._errors, ModelError);
import_exception!(pellucid._errors, OptionError);
import_exception!(pellucid._errors, UnknownEncoding);

/// Options that cannot be, in the library's own words.
pub fn option_error(error: impl Display) -> PyErr {
    OptionError::new_err(error.to_string())
}

/// Bytes that do not decode, where that is an error.
pub fn decode_error(py: Python<'_>, error: &pellucid::decode::DecodeError, bytes: &[u8]) -> PyErr {
    let (start, length) = (error.offset() as usize, error.bytes().len().max(1));
    let codec = error.encoding().python().unwrap_or(error.encoding().name());
    let reason = match error.count() {
        Some(count) if count > 1 => format!("not {}, the first of {count} such places", error.encoding()),
        _ => format!("not {}", error.encoding()),
    };
    DecodeError::new_err((codec, PyBytes::new(py, bytes).unbind(), start, start + length, reason))
}
