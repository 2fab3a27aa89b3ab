//! How bytes come in.
//!
//! `bytes` cannot change, so they are borrowed while Python's lock is released. Any other buffer (`bytearray`, `memoryview`, `mmap`,
//! arrays) may be written to by another thread at that time, so what is looked at is a copy. A large one is copied and looked at
//! piece by piece, by the streams, which give the same answers as the whole: there is never a second one in memory.

use std::borrow::Cow;

use pellucid::decode::{Damage, DecodeError, DecodeOptions};
use pellucid::{Detector, Encoding, Guess};
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyMemoryView, PySlice, PyString};

/// Buffers up to this size are copied as a whole, which is faster for valid UTF-8 than a stream; larger ones are read in pieces
/// of it.
const PIECE: usize = 1 << 20;

/// Bytes of the caller's.
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
            return Err(PyTypeError::new_err("bytes are needed, and this is a str: it is decoded already"));
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

    /// In one piece: of a large buffer, a copy.
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

    /// The encoding that is told, or that is found, with how it was found.
    pub fn encoding(
        &self,
        py: Python<'_>,
        detector: &Detector,
        told: Option<&'static Encoding>,
    ) -> PyResult<(&'static Encoding, Option<Guess>)> {
        match told {
            Some(encoding) => Ok((encoding, None)),
            None => self.detect(py, detector).map(|guess| (guess.encoding(), Some(guess))),
        }
    }

    /// Their text in an encoding, and what could not be read.
    pub fn decode(
        &self,
        py: Python<'_>,
        options: &DecodeOptions,
        encoding: &'static Encoding,
    ) -> PyResult<Result<(Cow<'_, str>, Damage), DecodeError>> {
        if let Data::Whole(bytes) = self {
            let decoded = py.detach(|| options.decode(encoding, bytes));
            return Ok(decoded.map(|decoded| {
                let damage = decoded.damage().clone();
                (decoded.into_text(), damage)
            }));
        }
        let mut decoder = options.decoder(encoding);
        let mut text = String::new();
        let mut result = Ok(());
        self.each(py, |piece| {
            if result.is_ok() {
                result = decoder.feed(piece, &mut text);
            }
        })?;
        let finished = py.detach(|| result.and_then(|()| decoder.finish(&mut text)));
        Ok(finished.map(|()| (text.into(), decoder.damage().clone())))
    }
}

fn to_bytes<'py>(view: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    Ok(view.call_method0(intern!(view.py(), "tobytes"))?.cast_into::<PyBytes>()?)
}
