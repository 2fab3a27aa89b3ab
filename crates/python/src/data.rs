//! How bytes come in.
//!
//! `bytes` cannot change, so they are borrowed while Python's lock is released. Another thread may write to any other buffer
//! (`bytearray`, `memoryview`, `mmap`, arrays) at that time, so Pellucid reads a copy. Detection copies a large buffer piece by
//! piece, through a stream, which gives the same answer as the whole. Decoding and extraction copy it once.

use pellucid::{Detector, Guess};
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyMemoryView, PySlice, PyString};

/// Buffers up to this size are copied as a whole, which is faster for valid UTF-8 than a stream. Larger ones are detected in
/// pieces of this size.
const PIECE: usize = 1 << 20;

/// The caller's bytes.
pub enum Data {
    /// In one piece, which nobody can change.
    Whole(PyBackedBytes),
    /// A buffer of more than one piece: a view of single bytes, and how many there are.
    Pieces(Py<PyMemoryView>, usize),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Data {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Data> {
        if let Ok(bytes) = object.cast::<PyBytes>() {
            return Ok(Data::Whole(bytes.to_owned().into()));
        }
        if object.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err("expected bytes, not a str, which is decoded already"));
        }
        Data::of_view(PyMemoryView::from(&object)?)
    }
}

impl Data {
    fn of_view(view: Bound<'_, PyMemoryView>) -> PyResult<Data> {
        let py = view.py();
        let length: usize = view.getattr(intern!(py, "nbytes"))?.extract()?;
        let is_contiguous: bool = view.getattr(intern!(py, "c_contiguous"))?.extract()?;
        let copy = || Ok(Data::Whole(to_bytes(&view)?.into()));
        if !is_contiguous {
            return copy();
        }
        // A view of all of some `bytes`.
        if let Ok(bytes) = view.getattr(intern!(py, "obj"))?.cast_into::<PyBytes>()
            && bytes.as_bytes().len() == length
        {
            return Ok(Data::Whole(bytes.into()));
        }
        if length <= PIECE {
            return copy();
        }
        let bytes = view.call_method1(intern!(py, "cast"), ("B",))?;
        Ok(Data::Pieces(bytes.cast_into::<PyMemoryView>()?.unbind(), length))
    }

    /// All bytes in one piece: a copy of a large buffer.
    pub fn whole(&self, py: Python<'_>) -> PyResult<PyBackedBytes> {
        match self {
            Data::Whole(bytes) => Ok(bytes.clone_ref(py)),
            Data::Pieces(view, _) => Ok(to_bytes(view.bind(py))?.into()),
        }
    }

    /// Hands all bytes to `take`, in pieces, with Python's lock released.
    pub fn each(&self, py: Python<'_>, mut take: impl FnMut(&[u8]) + Send) -> PyResult<()> {
        match self {
            Data::Whole(bytes) => py.detach(|| take(bytes)),
            Data::Pieces(view, length) => {
                for start in (0..*length).step_by(PIECE) {
                    let slice = PySlice::new(py, start as isize, (start + PIECE) as isize, 1);
                    let piece: PyBackedBytes = to_bytes(&view.bind(py).get_item(slice)?)?.into();
                    py.detach(|| take(&piece));
                }
            }
        }
        Ok(())
    }

    /// The encoding of the bytes.
    pub fn detect(&self, py: Python<'_>, detector: &Detector) -> PyResult<Guess> {
        if let Data::Whole(bytes) = self {
            return Ok(py.detach(|| detector.detect(bytes)));
        }
        let mut stream = detector.stream();
        self.each(py, |piece| stream.feed(piece))?;
        Ok(py.detach(|| stream.finish()))
    }
}

fn to_bytes<'py>(view: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    Ok(view.call_method0(intern!(view.py(), "tobytes"))?.cast_into::<PyBytes>()?)
}
