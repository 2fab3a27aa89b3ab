//! Answers about encodings.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

use crate::answers;
use crate::stored::{self, Answer, Reduced};

/// The answer about the encoding of a page: what it is, how sure that is, and why.
///
/// >>> import pellucid
/// >>> guess = pellucid.detect("Съешь ещё этих мягких французских булок".encode("koi8_r"))
/// >>> guess.encoding, guess.python_codec, guess.language, guess.source
/// ('KOI8-R', 'koi8_r', 'ru', 'content')
/// >>> guess.confidence > 0.9
/// True
#[pyclass(frozen, module = "pellucid")]
pub struct Guess(Answer<pellucid::Guess>);

/// What a pickle has of it.
const FIELDS: [&str; 13] = [
    "encoding",
    "python_codec",
    "iana",
    "confidence",
    "source",
    "language",
    "declared",
    "is_ascii",
    "is_binary",
    "media_type",
    "alternatives",
    "tied",
    "evidence",
];
/// And the reasons in words.
const REASONS: &str = "reasons";

impl From<pellucid::Guess> for Guess {
    fn from(guess: pellucid::Guess) -> Guess {
        Guess(Answer::Found(guess))
    }
}

type Field<'py> = PyResult<Bound<'py, PyAny>>;

#[pymethods]
impl Guess {
    /// The name of the encoding, as the WHATWG Encoding Standard spells it; for encodings outside of the standard, the best-known
    /// name. "binary" if the bytes are not text.
    #[getter]
    pub fn encoding<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.0.get(py, "encoding", |guess| guess.encoding().name())
    }

    /// Python's codec for this encoding. None if Python has none, and if the bytes are not text.
    ///
    /// Some codecs are stricter than browsers: they refuse a few bytes that `decode` reads.
    #[getter]
    fn python_codec<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.0.get(py, "python_codec", |guess| guess.encoding().python())
    }

    /// The name in the IANA registry; None if it is not there.
    #[getter]
    fn iana<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.0.get(py, "iana", |guess| guess.encoding().iana())
    }

    /// The probability that this encoding gives the right text, 0 to 1.
    #[getter]
    pub fn confidence<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.0.get(py, "confidence", |guess| rounded(guess.confidence()))
    }

    /// The strongest evidence for the answer: "bom", "header", "xml", "meta", "weak-meta", "utf-8", "escape", "nulls",
    /// "content", "ascii", "binary" and so on; "caller" if the caller named the encoding.
    #[getter]
    pub fn source<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.0.get(py, "source", |guess| guess.source().name())
    }

    /// The language of the text, a BCP 47 tag; None if there is too little text.
    #[getter]
    fn language<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.0.get(py, "language", |guess| guess.language().map(str::to_owned))
    }

    /// The encoding that is declared: by the Content-Type first, then by the page. None if there is no declaration, or if it names
    /// no known encoding.
    #[getter]
    pub fn declared<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.0.get(py, "declared", |guess| guess.declared().map(|encoding| encoding.name()))
    }

    /// Whether all bytes are ASCII, so that nearly every encoding gives the same text.
    #[getter]
    fn is_ascii<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.0.get(py, "is_ascii", |guess| guess.is_ascii())
    }

    /// Whether the bytes are not text.
    #[getter]
    fn is_binary<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.0.get(py, "is_binary", |guess| guess.is_binary())
    }

    /// The media type of what is not text, where its first bytes show it: "image/png". None for text, and for other data.
    #[getter]
    fn media_type<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.0.get(py, "media_type", |guess| guess.media_type())
    }

    /// The other candidates, each an `Alternative`, the most probable first.
    #[getter]
    fn alternatives<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.0.try_get(py, "alternatives", |guess| {
            guess.alternatives().iter().map(|one| answers::alternative(py, one)).collect::<PyResult<Vec<_>>>()
        })
    }

    /// The encodings that a method from the papers scores the same as its answer. Empty for other methods.
    #[getter]
    fn tied<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.0.get(py, "tied", |guess| guess.tied().map(|encoding| encoding.name()).collect::<Vec<_>>())
    }

    /// Everything that was weighed, each an `Evidence`.
    #[getter]
    fn evidence<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.0.try_get(py, "evidence", |guess| {
            guess.evidence().iter().map(|one| answers::evidence(py, one)).collect::<PyResult<Vec<_>>>()
        })
    }

    /// The reasons for and against the answer, one per line.
    ///
    /// >>> import pellucid
    /// >>> print(pellucid.detect(b"<meta charset=koi8-r>").explain().splitlines()[1])
    ///   +20.6  meta: declares "koi8-r" at byte 0
    fn explain<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.0.get(py, REASONS, reasons)
    }

    /// The answer as a dict, with the keys of `pellucid detect --format jsonl` and a few more.
    pub fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("encoding", self.encoding(py)?)?;
        dict.set_item("python_codec", self.python_codec(py)?)?;
        dict.set_item("confidence", self.confidence(py)?)?;
        dict.set_item("language", self.language(py)?)?;
        dict.set_item("source", self.source(py)?)?;
        dict.set_item("tied", self.tied(py)?)?;
        dict.set_item("declared", self.declared(py)?)?;
        dict.set_item("ascii", self.is_ascii(py)?)?;
        Ok(dict)
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        match &self.0 {
            Answer::Found(guess) => Ok(in_words(guess)),
            Answer::Stored(_) => {
                let reasons = self.explain(py)?.extract::<String>()?;
                Ok(reasons.lines().next().unwrap_or_default().to_owned())
            }
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Guess {}>", self.__str__(py)?))
    }

    /// Two answers that say the same are equal.
    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Guess>() else { return Ok(false) };
        if let (Answer::Found(one), Answer::Found(two)) = (&slf.get().0, &other.get().0) {
            return Ok(one == two);
        }
        let (_, (one,)) = Guess::__reduce__(slf)?;
        let (_, (two,)) = Guess::__reduce__(other)?;
        one.as_any().eq(&two)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        stored::reduced(slf, &FIELDS, &[(REASONS, slf.get().explain(slf.py())?)])
    }

    #[classmethod]
    fn _restored(_class: &Bound<'_, PyType>, fields: &Bound<'_, PyDict>) -> PyResult<Guess> {
        stored::restored(fields, &[&FIELDS[..], &[REASONS]].concat()).map(Guess)
    }
}

/// The answer in a line, and the reasons for and against it.
fn reasons(guess: &pellucid::Guess) -> String {
    let answer = guess.encoding();
    let mut lines = vec![in_words(guess)];
    let of_answer = |evidence: &&pellucid::Evidence| evidence.encoding().is_none_or(|of| of == answer);
    for evidence in guess.evidence().iter().filter(of_answer) {
        lines.push(format!("{:+7.1}  {}: {evidence}", evidence.bits(), evidence.source()));
    }
    for other in guess.alternatives() {
        lines.push(format!("{:7.4}  or {}", other.confidence(), other.encoding()));
    }
    lines.join("\n")
}

fn in_words(guess: &pellucid::Guess) -> String {
    let language = guess.language().map(|language| format!(", {language}")).unwrap_or_default();
    format!("{} ({:.2}{language}, {})", guess.encoding(), rounded(guess.confidence()), guess.source())
}

/// Four digits, as on the command line: no more of them mean anything.
pub fn rounded(number: f32) -> f64 {
    (f64::from(number) * 1e4).round() / 1e4
}
