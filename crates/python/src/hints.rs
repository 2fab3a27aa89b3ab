//! What the caller knows about pages: the same keyword arguments wherever pages are read.

use std::path::PathBuf;

use pellucid::{Detector, Model};
use pellucid_answers::hints::Hints;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::data::Data;
use crate::encoding::{self, Encoding};
use crate::errors::{ModelError, option_error};
use crate::keywords::Keywords;

/// A detector with these hints.
pub fn detector(given: &mut Keywords<'_>) -> PyResult<Detector> {
    // As they are listed, so that what is wrong about several arguments is said of the first.
    let hints = Hints {
        encoding: given.read("encoding", one)?,
        content_type: given.text("content_type")?,
        language: given.text("language")?,
        url: given.text("url")?,
        tld: given.text("tld")?,
        allow: given.read("allow", several)?.unwrap_or_default(),
        deny: given.read("deny", several)?.unwrap_or_default(),
        method: given.word("method")?,
        model: given.read("model", read_model)?,
        prior: given.word("prior")?.unwrap_or_default(),
    };
    hints.builder().build().map_err(option_error)
}

/// The hints that say how bytes are decoded. The others say something about the language, of text as well.
const FOR_BYTES: [&str; 7] = ["encoding", "content_type", "allow", "deny", "method", "model", "prior"];

/// A page that is a `str` takes no hints for decoding.
pub fn check_for_text(given: &Keywords<'_>) -> PyResult<()> {
    for name in FOR_BYTES {
        if given.has(name)? {
            let message = format!("{name} is a hint for bytes; this page is a str, which is decoded already");
            return Err(PyTypeError::new_err(message));
        }
    }
    Ok(())
}

/// An encoding, or its name.
fn one(value: &Bound<'_, PyAny>) -> PyResult<&'static pellucid::Encoding> {
    match value.cast::<Encoding>() {
        Ok(encoding) => Ok(encoding.get().row()),
        Err(_) => encoding::by_name(&value.extract::<String>()?),
    }
}

/// One encoding, or several.
pub fn several(value: &Bound<'_, PyAny>) -> PyResult<Vec<&'static pellucid::Encoding>> {
    if value.is_instance_of::<PyString>() || value.is_instance_of::<Encoding>() {
        return Ok(vec![one(value)?]);
    }
    value.try_iter()?.map(|value| one(&value?)).collect()
}

/// The bytes of a model, or the path of one.
fn read_model(value: &Bound<'_, PyAny>) -> PyResult<Model> {
    let py = value.py();
    let parsed = if is_path(value)? {
        let bytes = std::fs::read(value.extract::<PathBuf>()?)?;
        py.detach(|| Model::parse(&bytes))
    } else {
        let bytes = value.extract::<Data>()?.whole(py)?;
        py.detach(|| Model::parse(&bytes))
    };
    parsed.map_err(|error| ModelError::new_err(error.to_string()))
}

/// Whether a value is a path, and not what is in the file.
pub fn is_path(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(value.is_instance_of::<PyString>() || value.hasattr("__fspath__")?)
}
