//! What goes wrong, as Python raises it. The classes are Python's own, in `pellucid/_errors.py`: only there can an exception be
//! both ours and one that Python's users already catch.

use pyo3::exceptions::PyTypeError;
use pyo3::import_exception;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

import_exception!(pellucid._errors, BatchError);
import_exception!(pellucid._errors, DecodeError);
import_exception!(pellucid._errors, ModelError);
import_exception!(pellucid._errors, OptionError);
import_exception!(pellucid._errors, UnknownEncoding);

/// Bytes which mean nothing, where that was to be an error.
pub fn undecodable(py: Python<'_>, error: &pellucid::decode::DecodeError, bytes: &[u8]) -> PyErr {
    let (start, length) = (error.offset() as usize, error.bytes().len().max(1));
    let codec = error.encoding().python().unwrap_or(error.encoding().name());
    let arguments =
        (codec, PyBytes::new(py, bytes).unbind(), start, start + length, format!("not {}", error.encoding()));
    DecodeError::new_err(arguments)
}

/// One of some words, by its name.
pub fn named<T: Copy>(what: &str, name: &str, all: &[(&str, T)]) -> PyResult<T> {
    all.iter().find(|(word, _)| *word == name).map(|(_, value)| *value).ok_or_else(|| {
        let words: Vec<&str> = all.iter().map(|(word, _)| *word).collect();
        OptionError::new_err(format!("{what} is one of {}, not {name:?}", words.join(", ")))
    })
}

/// What Python says of arguments which nobody knows.
pub fn unexpected(name: &str, known: &[&str]) -> PyErr {
    PyTypeError::new_err(format!("unexpected keyword argument {name:?}: hints are {}", known.join(", ")))
}
