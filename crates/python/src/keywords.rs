//! Keyword arguments, taken one by one. Whoever has taken all that it knows finishes, and what is left is an error which lists
//! what was known.

use std::str::FromStr;

use pellucid::UnknownName;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::errors::option_error;

/// Keyword arguments. One that is `None` counts as not given.
pub struct Keywords<'py> {
    left: Option<Bound<'py, PyDict>>,
    known: Vec<&'static str>,
}

impl<'py> Keywords<'py> {
    /// Those of a call.
    pub fn new(given: Option<&Bound<'py, PyDict>>) -> PyResult<Keywords<'py>> {
        let given = given.filter(|given| !given.is_empty());
        Ok(Keywords { left: given.map(|given| given.copy()).transpose()?, known: Vec::new() })
    }

    fn take(&mut self, name: &'static str) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.known.push(name);
        let Some(left) = &self.left else { return Ok(None) };
        let value = left.get_item(name)?;
        if value.is_some() {
            left.del_item(name)?;
        }
        Ok(value.filter(|value| !value.is_none()))
    }

    /// Whether an argument is given, and not taken yet.
    pub fn has(&self, name: &str) -> PyResult<bool> {
        let value = self.left.as_ref().map(|left| left.get_item(name)).transpose()?.flatten();
        Ok(value.is_some_and(|value| !value.is_none()))
    }

    /// Takes an argument, and reads it. An error of type names the argument.
    pub fn read<T>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(&Bound<'py, PyAny>) -> PyResult<T>,
    ) -> PyResult<Option<T>> {
        let Some(value) = self.take(name)? else { return Ok(None) };
        read(&value).map(Some).map_err(|error| match error.is_instance_of::<PyTypeError>(value.py()) {
            true => PyTypeError::new_err(format!("argument {name:?}: {}", error.value(value.py()))),
            false => error,
        })
    }

    /// Takes an argument of this type.
    pub fn value<T>(&mut self, name: &'static str) -> PyResult<Option<T>>
    where
        T: for<'a> FromPyObject<'a, 'py>,
    {
        self.read(name, |value| value.extract::<T>().map_err(Into::into))
    }

    /// Takes a text.
    pub fn text(&mut self, name: &'static str) -> PyResult<Option<String>> {
        self.value(name)
    }

    /// Takes a switch, which is off unless it is given.
    pub fn flag(&mut self, name: &'static str) -> PyResult<bool> {
        Ok(self.value(name)?.unwrap_or_default())
    }

    /// Takes one of the words that an option knows.
    pub fn word<T: FromStr<Err = UnknownName>>(&mut self, name: &'static str) -> PyResult<Option<T>> {
        self.text(name)?.map(|word| word.parse().map_err(option_error)).transpose()
    }

    /// Takes a text, or several.
    pub fn texts(&mut self, name: &'static str) -> PyResult<Option<Vec<String>>> {
        self.read(name, |value| match value.is_instance_of::<PyString>() {
            true => Ok(vec![value.extract()?]),
            false => value.try_iter()?.map(|value| value?.extract()).collect(),
        })
    }

    /// Nothing may be left.
    pub fn finish(self) -> PyResult<()> {
        let Some((name, _)) = self.left.as_ref().and_then(|left| left.iter().next()) else { return Ok(()) };
        let (name, known) = (name.extract::<String>()?, self.known.join(", "));
        Err(PyTypeError::new_err(format!("unexpected keyword argument {name:?}; use one of: {known}")))
    }
}
