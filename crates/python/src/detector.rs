//! Detection: one call, an object for reuse, and a stream.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::data::Data;
use crate::decoded::Decoded;
use crate::guess::Guess;
use crate::keywords::Keywords;
use crate::page::{Page, extracted};
use crate::{hints, options};

/// Detects the encoding of bytes. It never fails, whatever the bytes.
///
/// Hints are what the caller knows about the page, all by keyword:
///
/// - encoding: the encoding itself; then there is nothing to detect
/// - content_type: the HTTP header, "text/html; charset=koi8-r"
/// - language: a BCP 47 tag such as "ru", or a name in English
/// - url, or tld: the address of the page, or its top-level domain
/// - allow, deny: encodings; the answer is one of the first and none of the second
/// - method: "pellucid", "standard", "hybrid", "chared" or "svm"
/// - model: a model of your own, as bytes or as the path of a file
/// - prior: "web", or "file" for old files and disks
///
/// >>> import pellucid
/// >>> pellucid.detect("Žluťoučký kůň".encode("iso8859_2"), language="cs").encoding
/// 'ISO-8859-2'
#[pyfunction]
#[pyo3(signature = (data, **hints))]
pub fn detect(py: Python<'_>, data: Data, hints: Option<&Bound<'_, PyDict>>) -> PyResult<Guess> {
    data.detect(py, &with_hints(hints)?).map(Guess::from)
}

fn with_hints(hints: Option<&Bound<'_, PyDict>>) -> PyResult<pellucid::Detector> {
    let mut given = Keywords::new(hints)?;
    let detector = hints::detector(&mut given)?;
    given.finish()?;
    Ok(detector)
}

/// Reads pages with the same hints for each of them; `detect` lists the hints. Threads can share it, and it can be pickled.
///
/// >>> import pellucid
/// >>> detector = pellucid.Detector(language="ru", deny=["windows-1251"])
/// >>> detector.detect(b"\xf0\xd2\xc9\xd7\xc5\xd4").encoding
/// 'KOI8-R'
/// >>> detector.decode(b"\xf0\xd2\xc9\xd7\xc5\xd4").text
/// 'Привет'
#[pyclass(frozen, module = "pellucid")]
pub struct Detector {
    detector: pellucid::Detector,
    hints: Option<Py<PyDict>>,
}

#[pymethods]
impl Detector {
    #[new]
    #[pyo3(signature = (**hints))]
    fn new(hints: Option<Bound<'_, PyDict>>) -> PyResult<Detector> {
        let detector = with_hints(hints.as_ref())?;
        let hints = hints.map(|hints| hints.copy()).transpose()?.map(Bound::unbind);
        Ok(Detector { detector, hints })
    }

    /// Detects the encoding of bytes.
    fn detect(&self, py: Python<'_>, data: Data) -> PyResult<Guess> {
        data.detect(py, &self.detector).map(Guess::from)
    }

    /// Decodes bytes. The function `decode` lists the options.
    #[pyo3(
        signature = (data, **options),
        text_signature = "($self, data, *, errors='replace', newlines=False, controls=False, keep_bom=False, mixed=False, repair=False, declare=False)"
    )]
    fn decode(&self, py: Python<'_>, data: Data, options: Option<&Bound<'_, PyDict>>) -> PyResult<Decoded> {
        let mut given = Keywords::new(options)?;
        let options = options::decode(&mut given)?;
        given.finish()?;
        Decoded::new(py, &data, &self.detector, &options)
    }

    /// Extracts the main content of a page. The function `page` lists the options.
    #[pyo3(
        signature = (data, **options),
        text_signature = "($self, data, *, extract='main', extractor='default', favor='balance', comments=False, title='auto', keep=None, prune=None, logical=False, letters=False, links=False, images=False, blocks=False, errors='replace', mixed=False, repair=False)"
    )]
    fn page<'py>(
        &self,
        py: Python<'py>,
        data: Data,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Bound<'py, Page>> {
        let mut given = Keywords::new(options)?;
        let wanted = options::page(&mut given)?;
        given.finish()?;
        Page::new(py, &data, &self.detector, wanted)
    }

    /// Extracts the main content of a page that is a `str`, or bytes: see the function `extract`.
    #[pyo3(
        signature = (page, **options),
        text_signature = "($self, page, *, extract='main', extractor='default', favor='balance', comments=False, title='auto', keep=None, prune=None, logical=False, letters=False, links=False, images=False, blocks=False, errors='replace', mixed=False, repair=False)"
    )]
    fn extract<'py>(
        &self,
        page: &Bound<'py, PyAny>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut given = Keywords::new(options)?;
        let wanted = options::page(&mut given)?;
        given.finish()?;
        extracted(page, &self.detector, wanted)
    }

    /// A stream for a page that arrives in pieces. Each page needs its own.
    fn stream(&self) -> Stream {
        Stream { stream: Mutex::new(Some(Box::new(self.detector.stream()))) }
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

/// Detects the encoding of a page that arrives in pieces: feed them all, then finish. `Detector.stream` makes one.
///
/// Memory is bounded, and the answer is the same as for the whole page.
///
/// >>> import pellucid
/// >>> stream = pellucid.Detector().stream()
/// >>> stream.feed(b"<p>caf\xc3")
/// >>> stream.early() is None
/// True
/// >>> stream.feed(b"\xa9 cr\xc3\xa8me")
/// >>> stream.finish().encoding
/// 'UTF-8'
#[pyclass(frozen, module = "pellucid")]
pub struct Stream {
    /// None once it is finished. In a box: it has vectors of 32 bytes, and Python places its objects at multiples of 16.
    stream: Mutex<Option<Box<pellucid::Stream>>>,
}

#[pymethods]
impl Stream {
    /// Takes the next piece of the page.
    fn feed(&self, py: Python<'_>, data: Data) -> PyResult<()> {
        let mut is_open = true;
        data.each(py, |piece| match self.locked().as_mut() {
            Some(stream) => stream.feed(piece),
            None => is_open = false,
        })?;
        if is_open { Ok(()) } else { Err(finished()) }
    }

    /// The answer before the last piece, as soon as it is clear; None before that.
    fn early(&self, py: Python<'_>) -> PyResult<Option<Guess>> {
        let early = py.detach(|| self.locked().as_ref().map(|stream| stream.early()));
        early.map(|guess| guess.map(Guess::from)).ok_or_else(finished)
    }

    /// The answer after the last piece. A finished stream takes no more pieces.
    fn finish(&self, py: Python<'_>) -> PyResult<Guess> {
        let finish = || self.locked().take().map(|stream| stream.finish());
        py.detach(finish).map(Guess::from).ok_or_else(finished)
    }
}

impl Stream {
    /// A stream is as good after a panic as before.
    fn locked(&self) -> MutexGuard<'_, Option<Box<pellucid::Stream>>> {
        self.stream.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn finished() -> PyErr {
    PyValueError::new_err("the stream is finished; call stream() of the detector for another page")
}
