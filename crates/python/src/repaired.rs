//! Repairs.

use pellucid::repair::Layer;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyDict, PyString, PyType};

use crate::answers;
use crate::stored::{self, Answer, Reduced};

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
    layers: Answer<Vec<Layer>>,
}

/// What a pickle has of it, and what is no attribute.
const FIELDS: [&str; 2] = ["text", "layers"];
const ORIGINAL: &str = "original";

impl Repaired {
    pub fn unchanged(text: Py<PyString>) -> Repaired {
        Repaired { text, original: None, layers: Answer::Found(Vec::new()) }
    }

    pub fn new(py: Python<'_>, text: &Bound<'_, PyString>) -> PyResult<Repaired> {
        let backed: PyBackedStr = text.clone().try_into()?;
        let repaired = py.detach(|| pellucid::repair(&backed));
        if repaired.is_unchanged() {
            return Ok(Repaired::unchanged(text.clone().unbind()));
        }
        let new = PyString::new(py, repaired.text()).unbind();
        let layers = Answer::Found(repaired.layers().to_vec());
        Ok(Repaired { text: new, original: Some(text.clone().unbind()), layers })
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
    fn layers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.layers.try_get(py, "layers", |layers| answers::layers(py, layers))
    }

    /// The text as it was.
    fn undo(&self, py: Python<'_>) -> Py<PyString> {
        self.original.as_ref().unwrap_or(&self.text).clone_ref(py)
    }

    fn __str__(&self, py: Python<'_>) -> Py<PyString> {
        self.text.clone_ref(py)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let layers: Vec<String> = self
            .layers(py)?
            .try_iter()?
            .map(|layer| Ok(layer?.str()?.to_string()))
            .collect::<PyResult<_>>()?;
        Ok(format!("<Repaired: {}>", if layers.is_empty() { "unchanged".into() } else { layers.join("; ") }))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let original = slf.get().original.as_ref().into_pyobject(slf.py())?;
        stored::reduced(slf, &FIELDS, &[(ORIGINAL, original)])
    }

    #[classmethod]
    fn _restored(_class: &Bound<'_, PyType>, fields: &Bound<'_, PyDict>) -> PyResult<Repaired> {
        let text = fields.as_any().get_item("text")?.cast_into::<PyString>()?.unbind();
        let original = fields.as_any().get_item(ORIGINAL)?.extract()?;
        Ok(Repaired { text, original, layers: stored::restored(fields, &FIELDS)? })
    }
}
