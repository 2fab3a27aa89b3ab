//! Decoding.

use pellucid::decode::Damage;
use pellucid::repair::{Check, Layer, Mixed};
use pellucid::{Detector, Encoding, Family, PageOptions};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyDict, PyString, PyType};

use crate::data::Data;
use crate::errors::decode_error;
use crate::guess::Guess;
use crate::keywords::Keywords;
use crate::repaired::Repaired;
use crate::stored::{self, Answer, Reduced};
use crate::{answers, hints, options};

/// Decodes bytes, in the encoding that Pellucid detects or that the caller knows.
///
/// Options, all by keyword:
///
/// - errors: what becomes of bytes that do not decode. "replace" writes U+FFFD, "ignore" leaves them out, "references" writes the
///   byte as "&#xE9;". "strict" raises DecodeError at the first one, "reject" after all of them are counted
/// - newlines: write every line end as "\n"
/// - controls: leave out control characters
/// - keep_bom: keep a byte order mark, as U+FEFF
/// - mixed: decode a page piece by piece that is partly in UTF-8 and partly in another encoding
/// - repair: undo double encoding, such as "Ã©" for "é"; see the function `repair`
/// - declare: set what the page declares about its encoding to UTF-8, for text that will be written to a file as UTF-8
///
/// Other keywords are hints, the same as for `detect`; `encoding` is the encoding, if the caller knows it.
///
/// >>> import pellucid
/// >>> decoded = pellucid.decode(b"<meta charset=shift_jis><p>\x93\xfa\x96{\x8c\xea</p>")
/// >>> decoded.text, decoded.encoding, decoded.replaced
/// ('<meta charset=shift_jis><p>日本語</p>', 'Shift_JIS', 0)
/// >>> pellucid.decode(b"caf\xe9", encoding="utf-8", errors="strict")
/// Traceback (most recent call last):
/// pellucid.DecodeError: 'utf_8' codec can't decode byte 0xe9 in position 3: not UTF-8
#[pyfunction]
#[pyo3(
    signature = (data, **options),
    text_signature = "(data, *, errors='replace', newlines=False, controls=False, keep_bom=False, mixed=False, repair=False, declare=False, **hints)"
)]
pub fn decode(py: Python<'_>, data: Data, options: Option<&Bound<'_, PyDict>>) -> PyResult<Decoded> {
    let mut given = Keywords::new(options)?;
    let options = options::decode(&mut given)?;
    let detector = hints::detector(&mut given)?;
    given.finish()?;
    Decoded::new(py, &data, &detector, &options)
}

/// Decoded text, and the places that did not decode. `str()` gives the text.
#[pyclass(frozen, module = "pellucid")]
pub struct Decoded {
    text: Py<PyString>,
    guess: Py<Guess>,
    more: Answer<More>,
}

/// What there is beside the text and its encoding.
struct More {
    damage: Damage,
    mixed: Option<Mixed>,
    layers: Vec<Layer>,
}

/// What a pickle has of it.
const FIELDS: [&str; 6] = ["text", "guess", "replaced", "positions", "mixed", "layers"];

impl Decoded {
    /// Decodes bytes.
    pub fn new(py: Python<'_>, data: &Data, detector: &Detector, options: &PageOptions) -> PyResult<Decoded> {
        let bytes = data.whole(py)?;
        let decoded = py
            .detach(|| detector.decode_with(&*bytes, options))
            .map_err(|error| decode_error(py, &error, &bytes))?;
        let guess = decoded.guess().unwrap_or_else(|| unreachable!("a detector has always a guess"));
        let more = More {
            damage: decoded.damage().clone(),
            mixed: decoded.mixed().copied(),
            layers: decoded.layers().to_vec(),
        };
        Ok(Decoded {
            text: PyString::new(py, decoded.text()).unbind(),
            guess: Py::new(py, Guess::from(guess.clone()))?,
            more: Answer::Found(more),
        })
    }
}

type Field<'py> = PyResult<Bound<'py, PyAny>>;

#[pymethods]
impl Decoded {
    /// The text.
    #[getter]
    fn text(&self, py: Python<'_>) -> Py<PyString> {
        self.text.clone_ref(py)
    }

    /// The name of the encoding.
    #[getter]
    fn encoding<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.guess.get().encoding(py)
    }

    /// The answer about the encoding. If the caller named it, the source is "caller" and the confidence is 1.
    #[getter]
    fn guess(&self, py: Python<'_>) -> Py<Guess> {
        self.guess.clone_ref(py)
    }

    /// The probability that the encoding is right, 0 to 1.
    #[getter]
    fn confidence<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.guess.get().confidence(py)
    }

    /// How many places did not decode. The count is exact.
    #[getter]
    fn replaced<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.more.get(py, "replaced", |more| more.damage.count())
    }

    /// The first 64 of these places, each a `Span` of offsets in the bytes.
    #[getter]
    fn positions<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.more.try_get(py, "positions", |more| answers::spans(py, &more.damage))
    }

    /// With `mixed=True`, the pieces in another encoding, as a `Mixed`; None if there are none.
    #[getter]
    fn mixed<'py>(&self, py: Python<'py>) -> Field<'py> {
        let mixed = |more: &More| more.mixed.as_ref().map(|mixed| answers::mixed(py, mixed)).transpose();
        self.more.try_get(py, "mixed", mixed)
    }

    /// With `repair=True`, the repairs, each a `Layer`; the last misreading comes first.
    #[getter]
    fn layers<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.more.try_get(py, "layers", |more| answers::layers(py, &more.layers))
    }

    /// The text with double encoding undone: see the function `repair`.
    ///
    /// This changes only text in a Unicode encoding. In another one, "Ã©" is a piece of UTF-8, which `decode(data, mixed=True)`
    /// decodes.
    fn repair(&self, py: Python<'_>) -> PyResult<Repaired> {
        let name: String = self.encoding(py)?.extract()?;
        match Encoding::for_canonical_name(&name).map(Encoding::family) {
            Some(Family::Utf) => Repaired::new(py, self.text.bind(py)),
            _ => Ok(Repaired::unchanged(self.text.clone_ref(py))),
        }
    }

    /// Counts the characters that clear text has few of, as a `Check`.
    fn check<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let text: PyBackedStr = self.text.bind(py).clone().try_into()?;
        let counts = PyDict::new(py);
        for (name, count) in py.detach(|| Check::of(&text)).named() {
            counts.set_item(name, count)?;
        }
        answers::data_class(py, "Check", &counts)
    }

    fn __str__(&self, py: Python<'_>) -> Py<PyString> {
        self.text.clone_ref(py)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let characters = self.text.bind(py).len()?;
        let (encoding, replaced) = (self.encoding(py)?, self.replaced(py)?);
        Ok(format!("<Decoded {encoding}, {characters} characters, {replaced} replaced>"))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        stored::reduced(slf, &FIELDS, &[])
    }

    #[classmethod]
    fn _restored(_class: &Bound<'_, PyType>, fields: &Bound<'_, PyDict>) -> PyResult<Decoded> {
        let text = fields.as_any().get_item("text")?.cast_into::<PyString>()?.unbind();
        let guess = fields.as_any().get_item("guess")?.cast_into::<Guess>()?.unbind();
        Ok(Decoded { text, guess, more: stored::restored(fields, &FIELDS)? })
    }
}
