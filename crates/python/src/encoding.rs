//! The table of encodings.

use std::collections::BTreeMap;

use pellucid::decode::{EncodeOptions, Errors};
use pellucid::encodings::ENCODINGS;
use pellucid::papers::chared;
use pyo3::exceptions::PyUnicodeEncodeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::{UnknownEncoding, option_error};

/// An encoding, one of those that `encodings()` lists.
///
/// >>> import pellucid
/// >>> koi8 = pellucid.encoding("koi8")
/// >>> koi8.name, koi8.iana, koi8.python_codec
/// ('KOI8-R', 'KOI8-R', 'koi8_r')
/// >>> koi8.encode("Привет")
/// b'\xf0\xd2\xc9\xd7\xc5\xd4'
#[pyclass(frozen, eq, hash, module = "pellucid")]
#[derive(PartialEq, Hash)]
pub struct Encoding(&'static str);

impl Encoding {
    pub fn row(&self) -> &'static pellucid::Encoding {
        pellucid::Encoding::for_canonical_name(self.0)
            .unwrap_or_else(|| unreachable!("it came from the table"))
    }
}

impl From<&'static pellucid::Encoding> for Encoding {
    fn from(encoding: &'static pellucid::Encoding) -> Encoding {
        Encoding(encoding.name())
    }
}

#[pymethods]
impl Encoding {
    /// Its name, as the WHATWG Encoding Standard spells it; outside of the standard, the best-known name.
    #[getter]
    fn name(&self) -> &'static str {
        self.0
    }

    /// Its name in the IANA registry; None if it is not there.
    #[getter]
    fn iana(&self) -> Option<&'static str> {
        self.row().iana()
    }

    /// Python's codec for it; None if Python has none.
    #[getter]
    fn python_codec(&self) -> Option<&'static str> {
        self.row().python()
    }

    /// How bytes become characters: "utf", "single-byte", "multi-byte", "escape", "ebcdic" or "special".
    #[getter]
    fn family(&self) -> &'static str {
        self.row().family().name()
    }

    /// When it can be an answer: "web" always, "file" after those of the web, "request" only if `allow` names it, "never".
    #[getter]
    fn r#use(&self) -> &'static str {
        self.row().usage().name()
    }

    /// BCP 47 tags of the languages that are written in it; an empty list means all.
    #[getter]
    fn languages(&self) -> Vec<&'static str> {
        self.row().languages().collect()
    }

    /// The labels that declare it.
    #[getter]
    fn labels(&self) -> Vec<&'static str> {
        self.row().labels().collect()
    }

    /// Encodes text, without a byte order mark.
    ///
    /// `errors` is for characters that the encoding lacks. "replace" writes "?", "ignore" leaves them out, "references" writes
    /// "&#8364;"; "strict" and "reject" raise UnicodeEncodeError.
    #[pyo3(signature = (text, *, errors = "replace"))]
    fn encode<'py>(&self, py: Python<'py>, text: &str, errors: &str) -> PyResult<Bound<'py, PyBytes>> {
        let errors: Errors = errors.parse().map_err(option_error)?;
        let (row, writing) = (self.row(), EncodeOptions::new().unmappable(errors));
        let encoded = py.detach(|| writing.encode(row, text)).map_err(|error| {
            let start = text.char_indices().take_while(|(at, _)| *at < error.offset()).count();
            let codec = row.python().unwrap_or(row.name());
            PyUnicodeEncodeError::new_err((codec, text.to_owned(), start, start + 1, error.to_string()))
        })?;
        Ok(PyBytes::new(py, encoded.bytes()))
    }

    fn __repr__(&self) -> String {
        format!("<Encoding {}>", self.0)
    }

    fn __str__(&self) -> &'static str {
        self.0
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (&'static str,))> {
        let find = slf.py().import("pellucid")?.getattr("encoding")?;
        Ok((find.unbind(), (slf.get().0,)))
    }
}

/// The encoding with this name, label or Python codec. Raises UnknownEncoding if there is none.
///
/// Labels mean the same as on the web, so "latin1" is windows-1252.
///
/// >>> import pellucid
/// >>> pellucid.encoding("x-sjis")
/// <Encoding Shift_JIS>
#[pyfunction]
pub fn encoding(name: &str) -> PyResult<Encoding> {
    by_name(name).map(Encoding::from)
}

/// All encodings that Pellucid decodes and encodes.
///
/// >>> import pellucid
/// >>> [encoding.name for encoding in pellucid.encodings() if "th" in encoding.languages]
/// ['windows-874']
#[pyfunction]
pub fn encodings() -> Vec<Encoding> {
    ENCODINGS.iter().map(|encoding| Encoding::from(*encoding)).collect()
}

/// The languages that have a model for the method "chared": a dict from BCP 47 tags to English names.
///
/// >>> import pellucid
/// >>> pellucid.languages()["ru"]
/// 'Russian'
#[pyfunction]
pub fn languages() -> BTreeMap<&'static str, &'static str> {
    chared::languages().collect()
}

/// The encoding with this name.
pub fn by_name(name: &str) -> PyResult<&'static pellucid::Encoding> {
    pellucid::Encoding::for_name(name)
        .ok_or_else(|| UnknownEncoding::new_err(format!("unknown encoding {name:?}; encodings() lists them")))
}
