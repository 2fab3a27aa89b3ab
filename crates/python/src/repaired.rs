//! Repairs.

use pellucid::repair::Layer;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::PyString;

use crate::answers;

/// Undoes earlier decoding mistakes in a text, where that is certain and exact. Everything else stays as it is.
///
/// >>> import pellucid
/// >>> repaired = pellucid.repair("DÃ©jÃ\xa0 vu, cafÃ©, Ã©tÃ©")
/// >>> repaired.text, repaired.changed
/// ('Déjà vu, café, été', True)
/// >>> print(repaired.layers[0])
/// 5 runs read as windows-1252 were UTF-8 (10 characters, now 5)
/// >>> repaired.undo()
/// 'DÃ©jÃ\xa0 vu, cafÃ©, Ã©tÃ©'
#[pyfunction]
pub fn repair(py: Python<'_>, text: &Bound<'_, PyString>) -> PyResult<Repaired> {
    Repaired::new(py, text)
}

/// A repaired text. `str()` gives the text.
#[pyclass(frozen, module = "pellucid")]
pub struct Repaired {
    text: Py<PyString>,
    /// The text as it was; none if nothing was changed.
    original: Option<Py<PyString>>,
    layers: Vec<Layer>,
}

impl Repaired {
    pub fn unchanged(text: Py<PyString>) -> Repaired {
        Repaired { text, original: None, layers: Vec::new() }
    }

    pub fn new(py: Python<'_>, text: &Bound<'_, PyString>) -> PyResult<Repaired> {
        let backed: PyBackedStr = text.clone().try_into()?;
        let repaired = py.detach(|| pellucid::repair(&backed));
        if repaired.is_unchanged() {
            return Ok(Repaired::unchanged(text.clone().unbind()));
        }
        let new = PyString::new(py, repaired.text()).unbind();
        Ok(Repaired { text: new, original: Some(text.clone().unbind()), layers: repaired.layers().to_vec() })
    }
}

#[pymethods]
impl Repaired {
    /// The text.
    #[getter]
    fn text(&self, py: Python<'_>) -> Py<PyString> {
        self.text.clone_ref(py)
    }

    /// Whether anything was changed.
    #[getter]
    fn changed(&self) -> bool {
        self.original.is_some()
    }

    /// The repairs, each a `Layer`; the last misreading comes first.
    #[getter]
    fn layers<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        answers::layers(py, &self.layers)
    }

    /// The text as it was.
    fn undo(&self, py: Python<'_>) -> Py<PyString> {
        self.original.as_ref().unwrap_or(&self.text).clone_ref(py)
    }

    fn __str__(&self, py: Python<'_>) -> Py<PyString> {
        self.text.clone_ref(py)
    }

    fn __repr__(&self) -> String {
        let layers: Vec<String> = self.layers.iter().map(Layer::to_string).collect();
        format!("<Repaired: {}>", if layers.is_empty() { "unchanged".into() } else { layers.join("; ") })
    }
}
