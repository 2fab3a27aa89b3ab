//! Answers about encodings.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::answers;

/// The answer about the encoding of a page: what it is, how sure that is, and why.
///
/// >>> import pellucid
/// >>> guess = pellucid.detect("Съешь ещё этих мягких французских булок".encode("koi8_r"))
/// >>> guess.encoding, guess.python_codec, guess.language, guess.source
/// ('KOI8-R', 'koi8_r', 'ru', 'content')
/// >>> guess.confidence > 0.9
/// True
#[pyclass(frozen, eq, skip_from_py_object, module = "pellucid")]
#[derive(Clone, PartialEq)]
pub struct Guess(pub pellucid::Guess);

#[pymethods]
impl Guess {
    /// The name of the encoding, as the WHATWG Encoding Standard spells it; for encodings outside of the standard, the best-known
    /// name. "binary" if the bytes are not text.
    #[getter]
    pub fn encoding(&self) -> &'static str {
        self.0.encoding().name()
    }

    /// Python's codec for this encoding. None if Python has none, and if the bytes are not text.
    ///
    /// Some codecs are stricter than browsers: they refuse a few bytes that `decode` reads.
    #[getter]
    fn python_codec(&self) -> Option<&'static str> {
        self.0.encoding().python()
    }

    /// The name in the IANA registry; None if it is not there.
    #[getter]
    fn iana(&self) -> Option<&'static str> {
        self.0.encoding().iana()
    }

    /// The probability that this encoding gives the right text, 0 to 1.
    #[getter]
    pub fn confidence(&self) -> f64 {
        rounded(self.0.confidence())
    }

    /// The strongest evidence for the answer: "bom", "header", "xml", "meta", "weak-meta", "utf-8", "escape", "nulls",
    /// "content", "ascii", "binary" and so on; "caller" if the caller named the encoding.
    #[getter]
    pub fn source(&self) -> &'static str {
        self.0.source().name()
    }

    /// The language of the text, a BCP 47 tag; None if there is too little text.
    #[getter]
    fn language(&self) -> Option<String> {
        self.0.language().map(str::to_owned)
    }

    /// The encoding that is declared: by the Content-Type first, then by the page. None if there is no declaration, or if it names
    /// no known encoding.
    #[getter]
    pub fn declared(&self) -> Option<&'static str> {
        self.0.declared().map(|encoding| encoding.name())
    }

    /// Whether all bytes are ASCII, so that nearly every encoding gives the same text.
    #[getter]
    fn is_ascii(&self) -> bool {
        self.0.is_ascii()
    }

    /// Whether the bytes are not text.
    #[getter]
    fn is_binary(&self) -> bool {
        self.0.is_binary()
    }

    /// The other candidates, each an `Alternative`, the most probable first.
    #[getter]
    fn alternatives<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.0.alternatives().iter().map(|other| answers::alternative(py, other)).collect()
    }

    /// The encodings that a method from the papers scores the same as its answer. Empty for other methods.
    #[getter]
    fn tied(&self) -> Vec<&'static str> {
        self.0.tied().map(|encoding| encoding.name()).collect()
    }

    /// Everything that was weighed, each an `Evidence`.
    #[getter]
    fn evidence<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.0.evidence().iter().map(|one| answers::evidence(py, one)).collect()
    }

    /// The reasons for and against the answer, one per line.
    ///
    /// >>> import pellucid
    /// >>> print(pellucid.detect(b"<meta charset=koi8-r>").explain().splitlines()[1])
    ///   +19.6  meta: declares "koi8-r" at byte 0
    fn explain(&self) -> String {
        let answer = self.0.encoding();
        let mut lines = vec![self.__str__()];
        let of_answer = |evidence: &&pellucid::Evidence| evidence.encoding().is_none_or(|of| of == answer);
        for evidence in self.0.evidence().iter().filter(of_answer) {
            lines.push(format!("{:+7.1}  {}: {evidence}", evidence.bits(), evidence.source()));
        }
        for other in self.0.alternatives() {
            lines.push(format!("{:7.4}  or {}", other.confidence(), other.encoding()));
        }
        lines.join("\n")
    }

    /// The answer as a dict, with the keys of `pellucid detect --format jsonl` and a few more.
    pub fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("encoding", self.encoding())?;
        dict.set_item("python_codec", self.python_codec())?;
        dict.set_item("confidence", self.confidence())?;
        dict.set_item("language", self.language())?;
        dict.set_item("source", self.source())?;
        dict.set_item("tied", self.tied())?;
        dict.set_item("declared", self.declared())?;
        dict.set_item("ascii", self.is_ascii())?;
        Ok(dict)
    }

    fn __str__(&self) -> String {
        let language = self.language().map(|language| format!(", {language}")).unwrap_or_default();
        format!("{} ({:.2}{language}, {})", self.encoding(), self.confidence(), self.source())
    }

    fn __repr__(&self) -> String {
        format!("<Guess {}>", self.__str__())
    }
}

/// Four digits, as on the command line: no more of them mean anything.
pub fn rounded(number: f32) -> f64 {
    (f64::from(number) * 1e4).round() / 1e4
}
