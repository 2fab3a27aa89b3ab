//! Answers in pickles: what an answer says, by the names of its fields.
//!
//! An answer that was just found keeps what the library returned, and asks it. One that comes out of a pickle, or is a copy,
//! has only what it said then.

use pyo3::BoundObject;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// An answer as it was found, or as it was stored.
pub enum Answer<T> {
    Found(T),
    Stored(Py<PyDict>),
}

impl<T> Answer<T> {
    /// A field: from what was found, or as it was stored.
    pub fn get<'py, V: IntoPyObject<'py>>(
        &self,
        py: Python<'py>,
        name: &str,
        found: impl FnOnce(&T) -> V,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.try_get(py, name, |answer| Ok(found(answer)))
    }

    /// The same for what may fail.
    pub fn try_get<'py, V: IntoPyObject<'py>>(
        &self,
        py: Python<'py>,
        name: &str,
        found: impl FnOnce(&T) -> PyResult<V>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Answer::Found(answer) => {
                Ok(found(answer)?.into_pyobject(py).map_err(Into::<PyErr>::into)?.into_any().into_bound())
            }
            Answer::Stored(fields) => field(fields.bind(py), name),
        }
    }
}

/// A stored field. A list is a new one each time, so that nobody changes the answer.
fn field<'py>(fields: &Bound<'py, PyDict>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let missing =
        || PyTypeError::new_err(format!("the pickle is of another version of pellucid: it has no {name}"));
    let value = fields.get_item(name)?.ok_or_else(missing)?;
    match value.cast::<PyList>() {
        Ok(list) => Ok(list.get_slice(0, list.len()).into_any()),
        Err(_) => Ok(value),
    }
}

/// How an answer goes into a pickle: the function that restores it, and what that is given.
pub type Reduced<'py> = (Bound<'py, PyAny>, (Bound<'py, PyDict>,));

/// Puts fields into a pickle. `more` are those that are no attributes.
pub fn reduced<'py>(
    answer: &Bound<'py, PyAny>,
    names: &[&str],
    more: &[(&str, Bound<'py, PyAny>)],
) -> PyResult<Reduced<'py>> {
    let fields = PyDict::new(answer.py());
    for name in names {
        fields.set_item(*name, answer.getattr(*name)?)?;
    }
    for (name, value) in more {
        fields.set_item(*name, value)?;
    }
    Ok((answer.get_type().getattr("_restored")?, (fields,)))
}

/// The fields of an answer from a pickle: all of them must be there.
pub fn restored<T>(fields: &Bound<'_, PyDict>, names: &[&str]) -> PyResult<Answer<T>> {
    for name in names {
        field(fields, name)?;
    }
    Ok(Answer::Stored(fields.copy()?.unbind()))
}
