//! The table of encodings.

use std::collections::BTreeMap;

use pellucid::decode::EncodeOptions;
use pellucid::encodings::ENCODINGS;
use pellucid::papers::chared;
use pyo3::exceptions::PyUnicodeEncodeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::decoded::policy;
use crate::errors::UnknownEncoding;

/// An encoding: a row of the table that `encodings()` lists.
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
    /// Its name: as the WHATWG Encoding Standard spells it, else as it is best known.
    #[getter]
    fn name(&self) -> &'static str {
        self.0
    }

    /// Its name in the registry of IANA, if it is there.
    #[getter]
    fn iana(&self) -> Option<&'static str> {
        self.row().iana()
    }

    /// The codec of Python which reads the same bytes, if there is one.
    #[getter]
    fn python_codec(&self) -> Option<&'static str> {
        self.row().python()
    }

    /// How bytes become characters: "utf", "single-byte", "multi-byte", "escape", "ebcdic" or "special".
    #[getter]
    fn family(&self) -> &'static str {
        self.row().family().name()
    }

    /// When it can be an answer: "web" always, "file" behind those of the web, "request" only if `allow` names it, "never".
    #[getter]
    fn r#use(&self) -> &'static str {
        self.row().usage().name()
    }

    /// BCP 47 tags of the languages that were written in it; none means all.
    #[getter]
    fn languages(&self) -> Vec<&'static str> {
        self.row().languages().collect()
    }

    /// The labels it is declared by.
    #[getter]
    fn labels(&self) -> Vec<&'static str> {
        self.row().labels().collect()
    }

    /// Writes text in this encoding, without a byte order mark.
    ///
    /// What the encoding lacks becomes "?" ("replace"), is left out ("ignore"), becomes a reference such as "&#8364;"
    /// ("references"), or raises UnicodeEncodeError ("strict").
    #[pyo3(signature = (text, *, errors = "replace"))]
    fn encode<'py>(&self, py: Python<'py>, text: &str, errors: &str) -> PyResult<Bound<'py, PyBytes>> {
        let (row, writing) = (self.row(), EncodeOptions::new().unmappable(policy(errors)?));
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

/// The encoding which a name, a label or one of Python's codecs means; UnknownEncoding if there is none.
///
/// Labels mean what they mean on the web, so "latin1" is windows-1252.
///
/// >>> import pellucid
/// >>> pellucid.encoding("x-sjis")
/// <Encoding Shift_JIS>
#[pyfunction]
pub fn encoding(name: &str) -> PyResult<Encoding> {
    by_name(name).map(Encoding::from)
}

/// All encodings that can be read and written.
///
/// >>> import pellucid
/// >>> [encoding.name for encoding in pellucid.encodings() if "th" in encoding.languages]
/// ['windows-874']
#[pyfunction]
pub fn encodings() -> Vec<Encoding> {
    ENCODINGS.iter().map(|encoding| Encoding::from(*encoding)).collect()
}

/// The English names of languages, by their BCP 47 tags: those that have a model for the method "chared".
///
/// >>> import pellucid
/// >>> pellucid.languages()["ru"]
/// 'Russian'
#[pyfunction]
pub fn languages() -> BTreeMap<&'static str, &'static str> {
    chared::languages().collect()
}

/// The encoding which a name means.
pub fn by_name(name: &str) -> PyResult<&'static pellucid::Encoding> {
    pellucid::Encoding::for_name(name)
        .ok_or_else(|| UnknownEncoding::new_err(format!("no encoding is called {name:?}")))
}
