//! Small answers. Their classes are named tuples and data classes, in `pellucid/_answers.py`: there they are a few lines each, and
//! can be compared, unpacked, printed and pickled.

use pellucid::decode::Damage;
use pellucid::repair;
use pyo3::call::PyCallArgs;
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::Serialize;

use crate::guess::rounded;

type Answer<'py> = PyResult<Bound<'py, PyAny>>;
type Answers<'py> = PyResult<Vec<Bound<'py, PyAny>>>;

/// Where the first places are that did not decode.
pub fn spans<'py>(py: Python<'py>, damage: &Damage) -> Answers<'py> {
    damage.positions().iter().map(|at| tuple(py, "Span", (at.start, at.end))).collect()
}

/// The pieces of a page that are in another encoding than the rest.
pub fn mixed<'py>(py: Python<'py>, mixed: &repair::Mixed) -> Answer<'py> {
    tuple(py, "Mixed", (mixed.other().name(), mixed.pieces(), mixed.bytes()))
}

/// What was repaired.
pub fn layers<'py>(py: Python<'py>, layers: &[repair::Layer]) -> Answers<'py> {
    let layer = |one: &repair::Layer| {
        let (via, was) = (one.via().name(), one.was().name());
        tuple(py, "Layer", (via, was, one.runs(), one.before(), one.after(), one.to_string()))
    };
    layers.iter().map(layer).collect()
}

/// Another encoding that it might be.
pub fn alternative<'py>(py: Python<'py>, other: &pellucid::Alternative) -> Answer<'py> {
    tuple(py, "Alternative", (other.encoding().name(), rounded(other.confidence())))
}

/// One observation, and what it weighs.
pub fn evidence<'py>(py: Python<'py>, one: &pellucid::Evidence) -> Answer<'py> {
    let encoding = one.encoding().map(|encoding| encoding.name());
    tuple(py, "Evidence", (one.source().name(), encoding, rounded(one.bits()), one.to_string()))
}

/// Lists and dicts with the keys of the command's JSON.
pub fn plain<'py>(py: Python<'py>, answer: &impl Serialize) -> Answer<'py> {
    let json = serde_json::to_string(answer).map_err(|error| PyValueError::new_err(error.to_string()))?;
    py.import(intern!(py, "json"))?.call_method1(intern!(py, "loads"), (json,))
}

/// A data class, from its fields.
pub fn data_class<'py>(py: Python<'py>, name: &str, fields: &Bound<'py, PyDict>) -> Answer<'py> {
    class(py, name)?.call((), Some(fields))
}

fn tuple<'py>(py: Python<'py>, name: &str, fields: impl PyCallArgs<'py>) -> Answer<'py> {
    class(py, name)?.call1(fields)
}

fn class<'py>(py: Python<'py>, name: &str) -> Answer<'py> {
    py.import(intern!(py, "pellucid._answers"))?.getattr(name)
}
