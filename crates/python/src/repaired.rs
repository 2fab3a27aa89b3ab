//! Repairs.

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::PyString;

/// Undoes what was read wrongly in a text before it came to us, where that is certain and exact; everything else stays.
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

/// A text with what was read wrongly undone. `str()` of it is the text.
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
        let layers = repaired.layers().iter().map(Layer::of).collect();
        let new = PyString::new(py, repaired.text()).unbind();
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

    /// What was undone, the last misreading first.
    #[getter]
    fn layers(&self) -> Vec<Layer> {
        self.layers.clone()
    }

    /// The text as it was.
    fn undo(&self, py: Python<'_>) -> Py<PyString> {
        self.original.as_ref().unwrap_or(&self.text).clone_ref(py)
    }

    fn __str__(&self, py: Python<'_>) -> Py<PyString> {
        self.text.clone_ref(py)
    }

    fn __repr__(&self) -> String {
        let layers: Vec<&str> = self.layers.iter().map(|layer| layer.words.as_str()).collect();
        format!("<Repaired: {}>", if layers.is_empty() { "unchanged".into() } else { layers.join("; ") })
    }
}

/// One way in which text had been misread.
#[pyclass(frozen, get_all, skip_from_py_object, module = "pellucid")]
#[derive(Clone)]
pub struct Layer {
    /// The encoding in which it was misread.
    via: &'static str,
    /// The encoding in which it was.
    was: &'static str,
    /// How many runs of text were changed.
    runs: u64,
    /// How many characters they had.
    before: u64,
    /// How many they have now.
    after: u64,
    /// All of it in words.
    words: String,
}

impl Layer {
    fn of(layer: &pellucid::repair::Layer) -> Layer {
        Layer {
            via: layer.via().name(),
            was: layer.was().name(),
            runs: layer.runs(),
            before: layer.before(),
            after: layer.after(),
            words: layer.to_string(),
        }
    }
}

#[pymethods]
impl Layer {
    fn __str__(&self) -> &str {
        &self.words
    }

    fn __repr__(&self) -> String {
        format!("<Layer: {}>", self.words)
    }
}
