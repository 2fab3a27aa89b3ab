//! Decoding.

use pellucid::decode::{Bom, Controls, Damage, DecodeOptions, Errors, Newlines};
use pellucid::repair::Check;
use pellucid::{Detector, Family};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyDict, PyString};

use crate::data::Data;
use crate::errors::{named, undecodable};
use crate::guess::Guess;
use crate::repaired::Repaired;
use crate::{encoding, hints};

/// The text of some bytes, in the encoding that is found, or that `encoding` names.
///
/// What does not decode becomes U+FFFD ("replace"), is left out ("ignore"), becomes a reference to the byte such as "&#xE9;"
/// ("references"), or raises DecodeError ("strict"); it is counted in any case. A byte order mark is dropped unless `keep_bom`.
/// `newlines` turns all line ends into "\n", `controls` leaves control characters out. `mixed` reads a page piece by piece which is
/// partly in UTF-8 and partly in another encoding. For the hints see `detect`.
///
/// >>> import pellucid
/// >>> decoded = pellucid.decode(b"<meta charset=shift_jis><p>\x93\xfa\x96{\x8c\xea</p>")
/// >>> decoded.text, decoded.encoding, decoded.replaced
/// ('<meta charset=shift_jis><p>日本語</p>', 'Shift_JIS', 0)
/// >>> pellucid.decode(b"caf\xe9", encoding="utf-8", errors="strict")
/// Traceback (most recent call last):
/// pellucid.DecodeError: 'utf_8' codec can't decode byte 0xe9 in position 3: not UTF-8
#[pyfunction]
#[pyo3(signature = (data, *, encoding = None, errors = "replace", newlines = false, controls = false, keep_bom = false, mixed = false, **hints))]
#[expect(clippy::too_many_arguments, reason = "keywords of Python")]
pub fn decode(
    py: Python<'_>,
    data: Data,
    encoding: Option<&str>,
    errors: &str,
    newlines: bool,
    controls: bool,
    keep_bom: bool,
    mixed: bool,
    hints: Option<&Bound<'_, PyDict>>,
) -> PyResult<Decoded> {
    let options = options(errors, newlines, controls, keep_bom)?;
    let encoding = encoding.map(encoding::by_name).transpose()?;
    Decoded::new(py, &data, &hints::detector(hints)?, encoding, &options, mixed)
}

/// How text is read, by the names of the command line, and Python's for `fail`.
pub fn options(errors: &str, newlines: bool, controls: bool, keep_bom: bool) -> PyResult<DecodeOptions> {
    Ok(DecodeOptions::new()
        .errors(policy(errors)?)
        .newlines(if newlines { Newlines::Lf } else { Newlines::Keep })
        .controls(if controls { Controls::Remove } else { Controls::Keep })
        .bom(if keep_bom { Bom::Keep } else { Bom::Strip }))
}

/// What becomes of what cannot be read or written.
pub fn policy(errors: &str) -> PyResult<Errors> {
    let all = [
        ("replace", Errors::Replace),
        ("ignore", Errors::Ignore),
        ("strict", Errors::Strict),
        ("references", Errors::References),
    ];
    named("errors", errors, &all)
}

/// Text read from bytes, and what could not be read. `str()` of it is the text.
#[pyclass(frozen, module = "pellucid")]
pub struct Decoded {
    text: Py<PyString>,
    encoding: &'static pellucid::Encoding,
    guess: Option<Guess>,
    damage: Damage,
    /// Pieces in another encoding, if they were looked for and found: which, how many, and of how many bytes.
    mixed: Option<(&'static pellucid::Encoding, u64, u64)>,
}

impl Decoded {
    /// Reads bytes: in an encoding that is told, or that is found.
    pub fn new(
        py: Python<'_>,
        data: &Data,
        detector: &Detector,
        told: Option<&'static pellucid::Encoding>,
        options: &DecodeOptions,
        mixed: bool,
    ) -> PyResult<Decoded> {
        let (encoding, guess) = data.encoding(py, detector, told)?;
        let read = if mixed {
            let bytes = data.whole(py)?;
            let read = py.detach(|| detector.decode_mixed_as(encoding, &bytes, options));
            read.map(|read| {
                let other = read.other().map(|other| (other, read.pieces(), read.bytes()));
                (PyString::new(py, read.text()).unbind(), read.damage().clone(), other)
            })
        } else {
            let read = data.decode(py, options, encoding)?;
            read.map(|(text, damage)| (PyString::new(py, &text).unbind(), damage, None))
        };
        match read {
            Ok((text, damage, mixed)) => {
                Ok(Decoded { text, encoding, guess: guess.map(Guess), damage, mixed })
            }
            Err(error) => Err(undecodable(py, &error, &data.whole(py)?)),
        }
    }
}

#[pymethods]
impl Decoded {
    /// The text.
    #[getter]
    fn text(&self, py: Python<'_>) -> Py<PyString> {
        self.text.clone_ref(py)
    }

    /// The name of the encoding that the bytes were read in.
    #[getter]
    fn encoding(&self) -> &'static str {
        self.encoding.name()
    }

    /// How the encoding was found; None if it was told.
    #[getter]
    fn guess(&self) -> Option<Guess> {
        self.guess.clone()
    }

    /// How sure the encoding is, 0 to 1; None if it was told.
    #[getter]
    fn confidence(&self) -> Option<f64> {
        self.guess.as_ref().map(Guess::confidence)
    }

    /// How many places did not decode. Exact, however many.
    #[getter]
    fn replaced(&self) -> u64 {
        self.damage.count()
    }

    /// Where the first 64 of them are: pairs of offsets in the bytes, from and to.
    #[getter]
    fn positions(&self) -> Vec<(u64, u64)> {
        self.damage.positions().iter().map(|at| (at.start, at.end)).collect()
    }

    /// With `mixed`, what was read in another encoding than the rest: its name, how many pieces, how many bytes; else None.
    #[getter]
    fn mixed(&self) -> Option<(&'static str, u64, u64)> {
        self.mixed.map(|(encoding, pieces, bytes)| (encoding.name(), pieces, bytes))
    }

    /// The text with double encoding undone: see the function `repair`.
    ///
    /// Only text that was read in an encoding of all of Unicode is changed. In another, "Ã©" is a piece of UTF-8, which
    /// `decode(…, mixed=True)` reads.
    fn repair(&self, py: Python<'_>) -> PyResult<Repaired> {
        match self.encoding.family() {
            Family::Utf => Repaired::new(py, self.text.bind(py)),
            _ => Ok(Repaired::unchanged(self.text.clone_ref(py))),
        }
    }

    /// Counts of what clear text has little of: replacement, control, private-use and unassigned characters, and so on.
    fn check<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let text: PyBackedStr = self.text.bind(py).clone().try_into()?;
        let dict = PyDict::new(py);
        for (name, count) in py.detach(|| Check::of(&text)).named() {
            dict.set_item(name, count)?;
        }
        Ok(dict)
    }

    fn __str__(&self, py: Python<'_>) -> Py<PyString> {
        self.text.clone_ref(py)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let characters = self.text.bind(py).len()?;
        Ok(format!("<Decoded {}, {characters} characters, {} replaced>", self.encoding(), self.replaced()))
    }
}
