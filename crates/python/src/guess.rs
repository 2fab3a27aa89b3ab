//! Answers about encodings.

use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The answer about the encoding of some bytes: what it is, how sure that is, and why.
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
    /// The name of the encoding: as the WHATWG Encoding Standard spells it, else as it is best known. "binary" for what is
    /// not text.
    #[getter]
    pub fn encoding(&self) -> &'static str {
        self.0.encoding().name()
    }

    /// The codec of Python which reads the same bytes; None if there is none, and for what is not text.
    ///
    /// Where it reads less than we do (`codecs` is strict about some bytes which browsers read), `decode` still reads them.
    #[getter]
    fn python_codec(&self) -> Option<&'static str> {
        self.0.encoding().python()
    }

    /// The name in the registry of IANA, if it is there.
    #[getter]
    fn iana(&self) -> Option<&'static str> {
        self.0.encoding().iana()
    }

    /// The probability that decoding by the answer gives the right text, 0 to 1.
    #[getter]
    pub fn confidence(&self) -> f64 {
        rounded(self.0.confidence())
    }

    /// What spoke loudest for the answer: "bom", "header", "xml", "meta", "weak-meta", "utf-8", "escape", "nulls",
    /// "content", "ascii", "binary" and so on.
    #[getter]
    pub fn source(&self) -> &'static str {
        self.0.source().name()
    }

    /// The language of the text, a BCP 47 tag; None when there is too little text to tell.
    #[getter]
    fn language(&self) -> Option<String> {
        self.0.language().map(str::to_owned)
    }

    /// The encoding that is declared, first of all by the Content-Type, then by the page; None if none is, or nobody knows it.
    #[getter]
    pub fn declared(&self) -> Option<&'static str> {
        self.0.declared().map(|encoding| encoding.name())
    }

    /// Whether all bytes are ASCII, so that nearly every encoding reads them alike.
    #[getter]
    fn is_ascii(&self) -> bool {
        self.0.is_ascii()
    }

    /// Whether the bytes are not text.
    #[getter]
    fn is_binary(&self) -> bool {
        self.0.is_binary()
    }

    /// The other candidates, most probable first.
    #[getter]
    fn alternatives(&self) -> Vec<Alternative> {
        self.0.alternatives().iter().copied().map(Alternative).collect()
    }

    /// The encodings which a paper's method holds to be as good as the answer; none with other methods.
    #[getter]
    fn equal(&self) -> Vec<&'static str> {
        self.0.equals().map(|encoding| encoding.name()).collect()
    }

    /// Everything that was weighed, in bits.
    #[getter]
    fn evidence(&self) -> Vec<Evidence> {
        self.0.evidence().iter().cloned().map(Evidence).collect()
    }

    /// The reasons for the answer and against it, a line for each.
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

    /// The answer as a dict, by the names that the command line has in JSON.
    pub fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("encoding", self.encoding())?;
        dict.set_item("python_codec", self.python_codec())?;
        dict.set_item("confidence", self.confidence())?;
        dict.set_item("language", self.language())?;
        dict.set_item("source", self.source())?;
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

/// Another encoding which it might be.
#[pyclass(frozen, eq, module = "pellucid")]
#[derive(PartialEq)]
pub struct Alternative(pellucid::Alternative);

#[pymethods]
impl Alternative {
    /// The name of the encoding.
    #[getter]
    fn encoding(&self) -> &'static str {
        self.0.encoding().name()
    }

    /// The codec of Python which reads the same bytes, if there is one.
    #[getter]
    fn python_codec(&self) -> Option<&'static str> {
        self.0.encoding().python()
    }

    /// Its probability, 0 to 1.
    #[getter]
    fn confidence(&self) -> f64 {
        rounded(self.0.confidence())
    }

    fn __repr__(&self) -> String {
        format!("<Alternative {} ({:.4})>", self.encoding(), self.confidence())
    }
}

/// One observation, and what it weighs.
#[pyclass(frozen, eq, module = "pellucid")]
#[derive(PartialEq)]
pub struct Evidence(pellucid::Evidence);

#[pymethods]
impl Evidence {
    /// Where it comes from.
    #[getter]
    fn source(&self) -> &'static str {
        self.0.source().name()
    }

    /// The encoding it speaks about; None for what is only worth telling.
    #[getter]
    fn encoding(&self) -> Option<&'static str> {
        self.0.encoding().map(|encoding| encoding.name())
    }

    /// Its weight in bits: +1 doubles the odds of the encoding, -1 halves them.
    #[getter]
    fn bits(&self) -> f64 {
        rounded(self.0.bits())
    }

    /// What was seen, in words.
    #[getter]
    fn words(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        let encoding = self.encoding().unwrap_or("any encoding");
        format!("<Evidence {:+.1} for {encoding}, {}: {}>", self.bits(), self.source(), self.0)
    }
}

/// Four digits, as on the command line: nothing here is known better, and none is claimed to be.
pub fn rounded(number: f32) -> f64 {
    (f64::from(number) * 1e4).round() / 1e4
}
