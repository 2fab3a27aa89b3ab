//! Detection: one call, an object for reuse, and a stream.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::data::Data;
use crate::decoded::{self, Decoded};
use crate::guess::Guess;
use crate::hints;
use crate::page::{self, Page};

/// A page of which pieces were fed. In a box: it has vectors of 32 bytes, and objects of Python stand at multiples of 16.
type Fed = Mutex<Option<Box<pellucid::Stream>>>;

/// The encoding of some bytes. Never fails, whatever the bytes.
///
/// Hints are what is known beside them, all by keyword:
///
/// - content_type: the HTTP header, "text/html; charset=koi8-r"
/// - language: a BCP 47 tag, "ru"
/// - url, or tld: the address of the page, or its top-level domain
/// - allow, deny: encodings, by name, which alone or which never may be the answer
/// - method: "pellucid", "standard", "hybrid", "chared" or "svm"
/// - model: a model of your own, its bytes or the path of its file
/// - prior: "web", or "file" for old files and disks
///
/// >>> import pellucid
/// >>> pellucid.detect("Žluťoučký kůň".encode("iso8859_2"), language="cs").encoding
/// 'ISO-8859-2'
#[pyfunction]
#[pyo3(signature = (data, **hints))]
pub fn detect(py: Python<'_>, data: Data, hints: Option<&Bound<'_, PyDict>>) -> PyResult<Guess> {
    data.detect(py, &hints::detector(hints)?).map(Guess)
}

/// Finds encodings with the same hints for every page; see `detect` for the hints. Threads may share it, and it can be pickled.
///
/// >>> import pellucid
/// >>> detector = pellucid.Detector(language="ru", deny=["windows-1251"])
/// >>> detector.detect(b"\xf0\xd2\xc9\xd7\xc5\xd4").encoding
/// 'KOI8-R'
///
/// For a page that arrives in pieces, feed them all, then finish. Memory is bounded, and the answer is that for the whole.
///
/// >>> for piece in [b"<p>caf\xc3", b"\xa9 cr\xc3\xa8me"]:
/// ...     detector.feed(piece)
/// >>> detector.finish().encoding
/// 'UTF-8'
#[pyclass(frozen, module = "pellucid")]
pub struct Detector {
    detector: pellucid::Detector,
    hints: Option<Py<PyDict>>,
    /// The page that is being fed.
    stream: Fed,
}

#[pymethods]
impl Detector {
    #[new]
    #[pyo3(signature = (**hints))]
    fn new(hints: Option<Bound<'_, PyDict>>) -> PyResult<Detector> {
        let detector = hints::detector(hints.as_ref())?;
        let hints = hints.map(|hints| hints.copy()).transpose()?.map(Bound::unbind);
        Ok(Detector { detector, hints, stream: Mutex::default() })
    }

    /// The encoding of some bytes.
    fn detect(&self, py: Python<'_>, data: Data) -> PyResult<Guess> {
        data.detect(py, &self.detector).map(Guess)
    }

    /// The text of some bytes, in the encoding that is found: see the function `decode`.
    #[pyo3(signature = (data, *, errors = "replace", newlines = false, controls = false, keep_bom = false, mixed = false))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn decode(
        &self,
        py: Python<'_>,
        data: Data,
        errors: &str,
        newlines: bool,
        controls: bool,
        keep_bom: bool,
        mixed: bool,
    ) -> PyResult<Decoded> {
        let options = decoded::options(errors, newlines, controls, keep_bom)?;
        Decoded::new(py, &data, &self.detector, None, &options, mixed)
    }

    /// The main content of a page: see the function `page`.
    #[pyo3(signature = (data, *, favor = "balance", comments = false, logical = false, letters = false, links = false, images = false))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn page<'py>(
        &self,
        py: Python<'py>,
        data: Data,
        favor: &str,
        comments: bool,
        logical: bool,
        letters: bool,
        links: bool,
        images: bool,
    ) -> PyResult<Bound<'py, Page>> {
        let extractor = page::extractor(favor, comments, logical, letters)?;
        Page::new(py, &data, &self.detector, None, extractor, page::options(links, images))
    }

    /// A page that arrives in pieces. Several can be under way at once, unlike with `feed` of the detector itself.
    fn stream(&self) -> Stream {
        Stream { stream: Mutex::new(Some(Box::new(self.detector.stream()))) }
    }

    /// Takes the next piece of a page.
    fn feed(&self, py: Python<'_>, data: Data) -> PyResult<()> {
        data.each(py, |piece| {
            let begin = || Box::new(self.detector.stream());
            locked(&self.stream).get_or_insert_with(begin).feed(piece);
        })
    }

    /// The answer before the last piece, as soon as it is clear; else None.
    fn early(&self, py: Python<'_>) -> Option<Guess> {
        py.detach(|| locked(&self.stream).as_ref().and_then(|stream| stream.early())).map(Guess)
    }

    /// The answer after the last piece. The next piece is that of another page.
    fn finish(&self, py: Python<'_>) -> Guess {
        let stream = || locked(&self.stream).take().unwrap_or_else(|| Box::new(self.detector.stream()));
        Guess(py.detach(|| stream().finish()))
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyTuple>, Bound<'py, PyDict>) {
        let hints = self.hints.as_ref().map_or_else(|| PyDict::new(py), |hints| hints.bind(py).clone());
        (PyTuple::empty(py), hints)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut arguments = Vec::new();
        for (name, value) in self.hints.iter().flat_map(|hints| hints.bind(py).iter()) {
            arguments.push(format!("{name}={}", value.repr()?));
        }
        Ok(format!("Detector({})", arguments.join(", ")))
    }
}

/// A page that arrives in pieces: see `Detector.stream`.
///
/// >>> import pellucid
/// >>> stream = pellucid.Detector().stream()
/// >>> stream.feed("déjà vu, ".encode())
/// >>> stream.early() is None
/// True
/// >>> stream.feed("où çà ?".encode())
/// >>> stream.finish().encoding
/// 'UTF-8'
#[pyclass(frozen, module = "pellucid")]
pub struct Stream {
    stream: Fed,
}

#[pymethods]
impl Stream {
    /// Takes the next piece.
    fn feed(&self, py: Python<'_>, data: Data) -> PyResult<()> {
        let mut is_open = true;
        data.each(py, |piece| match locked(&self.stream).as_mut() {
            Some(stream) => stream.feed(piece),
            None => is_open = false,
        })?;
        if is_open { Ok(()) } else { Err(finished()) }
    }

    /// The answer before the last piece, as soon as it is clear; else None.
    fn early(&self, py: Python<'_>) -> PyResult<Option<Guess>> {
        let early = py.detach(|| locked(&self.stream).as_ref().map(|stream| stream.early()));
        early.map(|guess| guess.map(Guess)).ok_or_else(finished)
    }

    /// The answer after the last piece.
    fn finish(&self, py: Python<'_>) -> PyResult<Guess> {
        let finish = || locked(&self.stream).take().map(|stream| stream.finish());
        py.detach(finish).map(Guess).ok_or_else(finished)
    }
}

fn finished() -> PyErr {
    PyValueError::new_err("the stream is finished")
}

/// A stream is as good after a panic as before; there is none.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
