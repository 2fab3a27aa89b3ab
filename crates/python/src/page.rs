//! Main content.

use pellucid::decode::DecodeOptions;
use pellucid::extract::{self as rust, Extractor, Favor};
use pellucid::{Detector, write};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString};

use crate::data::Data;
use crate::errors::named;
use crate::guess::Guess;
use crate::{encoding, hints};

/// The whole path: detects, decodes, and takes out what a page is about, without menus, adverts and the like.
///
/// Where it is not clear what belongs to the content, `favor` says whether rather to lose some ("precision") or to take too much
/// ("recall"). `comments` of readers are taken on request; `logical` turns Hebrew in visual order around; `letters` turns
/// presentation forms of Arabic and Hebrew into letters; `links` and `images` come along in what is written. `encoding` tells the
/// encoding, instead of finding it. For the hints see `detect`.
///
/// >>> import pellucid
/// >>> page = pellucid.page('''<html lang=en><title>Tea - Notes</title><nav><a href=/>Home</a></nav><article><h1>Tea</h1>
/// ... <p>Water should not boil for green tea: 70 degrees are enough, and two minutes.</p>
/// ... <p>Black tea wants boiling water, a warm pot, and between three and five minutes of patience.</p>
/// ... </article><footer><a href=/imprint>Imprint</a></footer>'''.encode())
/// >>> page.title, page.language, page.encoding
/// ('Tea', 'en', 'UTF-8')
/// >>> print(page.markdown)
/// # Tea
/// <BLANKLINE>
/// Water should not boil for green tea: 70 degrees are enough, and two minutes.
/// <BLANKLINE>
/// Black tea wants boiling water, a warm pot, and between three and five minutes of patience.
/// <BLANKLINE>
#[pyfunction]
#[pyo3(signature = (data, *, encoding = None, favor = "balance", comments = false, logical = false, letters = false, links = false, images = false, **hints))]
#[expect(clippy::too_many_arguments, reason = "keywords of Python")]
pub fn page<'py>(
    py: Python<'py>,
    data: Data,
    encoding: Option<&str>,
    favor: &str,
    comments: bool,
    logical: bool,
    letters: bool,
    links: bool,
    images: bool,
    hints: Option<&Bound<'_, PyDict>>,
) -> PyResult<Bound<'py, Page>> {
    let extractor = extractor(favor, comments, logical, letters)?;
    let encoding = encoding.map(encoding::by_name).transpose()?;
    Page::new(py, &data, &hints::detector(hints)?, encoding, extractor, options(links, images))
}

/// The main content of a page: of bytes as `page` has it, with hints; or of a `str`, which is decoded already.
///
/// >>> import pellucid
/// >>> content = pellucid.extract("<h1>Ash</h1><p>The tree keeps its leaves until the first frost, and then drops them in a day.")
/// >>> print(content.text)
/// Ash
/// <BLANKLINE>
/// The tree keeps its leaves until the first frost, and then drops them in a day.
/// <BLANKLINE>
#[pyfunction]
#[pyo3(signature = (page, *, favor = "balance", comments = false, logical = false, letters = false, links = false, images = false, **hints))]
#[expect(clippy::too_many_arguments, reason = "keywords of Python")]
pub fn extract<'py>(
    py: Python<'py>,
    page: &Bound<'py, PyAny>,
    favor: &str,
    comments: bool,
    logical: bool,
    letters: bool,
    links: bool,
    images: bool,
    hints: Option<&Bound<'_, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let extractor = extractor(favor, comments, logical, letters)?;
    let options = options(links, images);
    let Ok(html) = page.cast::<PyString>() else {
        let page = Page::new(py, &page.extract()?, &hints::detector(hints)?, None, extractor, options)?;
        return Ok(page.into_any());
    };
    if hints.is_some_and(|hints| !hints.is_empty()) {
        return Err(PyTypeError::new_err("hints are for bytes: a str is decoded already"));
    }
    let html: PyBackedStr = html.clone().try_into()?;
    let extracted = py.detach(|| {
        let extracted = extractor.extract(&html);
        // The language comes from the text, whatever encoding it was in.
        let language = pellucid::detect(html.as_bytes()).language().map(str::to_owned);
        Extracted::new(extracted, language, options)
    });
    Ok(Bound::new(py, extracted)?.into_any())
}

/// What is taken, by the names of the command line.
pub fn extractor(favor: &str, comments: bool, logical: bool, letters: bool) -> PyResult<Extractor> {
    let favors = [("balance", Favor::Balance), ("precision", Favor::Precision), ("recall", Favor::Recall)];
    Ok(Extractor { favor: named("favor", favor, &favors)?, comments, logical, letters })
}

/// What comes along.
pub fn options(links: bool, images: bool) -> write::WriteOptions {
    write::WriteOptions { links, images }
}

/// The main content of a page, and what the page says of itself. What it does not say is None, or empty.
#[pyclass(frozen, subclass, module = "pellucid")]
pub struct Extracted {
    extracted: rust::Extracted,
    language: Option<String>,
    options: write::WriteOptions,
    text: PyOnceLock<Py<PyString>>,
    markdown: PyOnceLock<Py<PyString>>,
    html: PyOnceLock<Py<PyString>>,
}

type Writer = fn(&rust::Extracted, write::WriteOptions) -> String;

impl Extracted {
    fn new(extracted: rust::Extracted, language: Option<String>, options: write::WriteOptions) -> Extracted {
        let language = language.or_else(|| extracted.metadata.language.clone());
        let (text, markdown, html) = (PyOnceLock::new(), PyOnceLock::new(), PyOnceLock::new());
        Extracted { extracted, language, options, text, markdown, html }
    }

    /// Written once, when somebody asks.
    fn written(&self, py: Python<'_>, kept: &PyOnceLock<Py<PyString>>, write: Writer) -> Py<PyString> {
        let written = || PyString::new(py, &py.detach(|| write(&self.extracted, self.options))).unbind();
        kept.get_or_init(py, written).clone_ref(py)
    }
}

#[pymethods]
impl Extracted {
    /// The main content as plain text.
    #[getter]
    fn text(&self, py: Python<'_>) -> Py<PyString> {
        self.written(py, &self.text, rust::Extracted::text)
    }

    /// The main content as Markdown.
    #[getter]
    fn markdown(&self, py: Python<'_>) -> Py<PyString> {
        self.written(py, &self.markdown, rust::Extracted::markdown)
    }

    /// The main content as clean HTML.
    #[getter]
    fn html(&self, py: Python<'_>) -> Py<PyString> {
        self.written(py, &self.html, rust::Extracted::html)
    }

    /// The language that the text is in, as far as it can be told; else the one that is declared. A BCP 47 tag.
    #[getter]
    fn language(&self) -> Option<&str> {
        self.language.as_deref()
    }

    /// The title, without the name of the site where that is known.
    #[getter]
    fn title(&self) -> Option<&str> {
        self.extracted.metadata.title.as_deref()
    }

    /// The authors, as they are written.
    #[getter]
    fn authors(&self) -> Vec<String> {
        self.extracted.metadata.authors.clone()
    }

    /// When it was published, in ISO 8601.
    #[getter]
    fn date(&self) -> Option<&str> {
        self.extracted.metadata.date.as_deref()
    }

    /// When it was last changed, in ISO 8601.
    #[getter]
    fn modified(&self) -> Option<&str> {
        self.extracted.metadata.modified.as_deref()
    }

    /// The name of the site.
    #[getter]
    fn site_name(&self) -> Option<&str> {
        self.extracted.metadata.site_name.as_deref()
    }

    /// What it is about, in a few sentences.
    #[getter]
    fn description(&self) -> Option<&str> {
        self.extracted.metadata.description.as_deref()
    }

    /// The language that it declares.
    #[getter]
    fn declared_language(&self) -> Option<&str> {
        self.extracted.metadata.language.as_deref()
    }

    /// Its canonical address, as it is written.
    #[getter]
    fn url(&self) -> Option<&str> {
        self.extracted.metadata.url.as_deref()
    }

    /// Its licence: mostly an address.
    #[getter]
    fn licence(&self) -> Option<&str> {
        self.extracted.metadata.licence.as_deref()
    }

    /// The address of the picture that stands for it, as it is written.
    #[getter]
    fn image(&self) -> Option<&str> {
        self.extracted.metadata.image.as_deref()
    }

    /// What kind of page it is: a type of schema.org, else one of OpenGraph.
    #[getter]
    fn kind(&self) -> Option<&str> {
        self.extracted.metadata.kind.as_deref()
    }

    /// Its keywords.
    #[getter]
    fn keywords(&self) -> Vec<String> {
        self.extracted.metadata.keywords.clone()
    }

    /// Why there is no main content; None if there is some.
    #[getter]
    fn empty(&self) -> Option<String> {
        self.extracted.empty.map(|reason| reason.to_string())
    }

    /// What the page says of itself, as a dict.
    #[getter]
    fn metadata<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("title", self.title())?;
        dict.set_item("authors", self.authors())?;
        dict.set_item("date", self.date())?;
        dict.set_item("modified", self.modified())?;
        dict.set_item("site_name", self.site_name())?;
        dict.set_item("description", self.description())?;
        dict.set_item("declared_language", self.declared_language())?;
        dict.set_item("url", self.url())?;
        dict.set_item("licence", self.licence())?;
        dict.set_item("image", self.image())?;
        dict.set_item("kind", self.kind())?;
        dict.set_item("keywords", self.keywords())?;
        Ok(dict)
    }

    /// All that is known, by the names that the command line has in JSON.
    fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("language", self.language())?;
        dict.update(self.metadata(py)?.as_mapping())?;
        dict.set_item("text", self.text(py))?;
        dict.set_item("extractor", "default")?;
        dict.set_item("empty", self.empty())?;
        Ok(dict)
    }

    fn __str__(&self, py: Python<'_>) -> Py<PyString> {
        self.text(py)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let (name, this) = (slf.get_type().name()?, slf.get());
        let empty = this.empty().map(|reason| format!(", {reason}")).unwrap_or_default();
        Ok(format!(
            "<{name} {:?}, {} parts{empty}>",
            this.title().unwrap_or("untitled"),
            this.extracted.parts.len()
        ))
    }
}

/// A page, from its bytes to its main content.
#[pyclass(frozen, extends = Extracted, module = "pellucid")]
pub struct Page {
    encoding: &'static pellucid::Encoding,
    guess: Option<Guess>,
    replaced: u64,
}

impl Page {
    /// Reads a page: in an encoding that is told, or that is found.
    pub fn new<'py>(
        py: Python<'py>,
        data: &Data,
        detector: &Detector,
        told: Option<&'static pellucid::Encoding>,
        extractor: Extractor,
        options: write::WriteOptions,
    ) -> PyResult<Bound<'py, Page>> {
        let (encoding, guess) = data.encoding(py, detector, told)?;
        let read = data.decode(py, &Options::new(), encoding)?;
        let (text, damage) = read.unwrap_or_else(|error| unreachable!("damage is replaced: {error}"));
        let extracted = py.detach(|| {
            let language = match &guess {
                Some(guess) => guess.language().map(str::to_owned),
                None => detector.detect(text.as_bytes()).language().map(str::to_owned),
            };
            Extracted::new(extractor.extract(&text), language, options)
        });
        let page = Page { encoding, guess: guess.map(Guess), replaced: damage.count() };
        Bound::new(py, PyClassInitializer::from(extracted).add_subclass(page))
    }
}

#[pymethods]
impl Page {
    /// The name of the encoding.
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

    /// How many places did not decode.
    #[getter]
    fn replaced(&self) -> u64 {
        self.replaced
    }

    /// All that is known, by the names that the command line has in JSON.
    fn as_dict<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyDict>> {
        let (py, page) = (slf.py(), slf.get());
        let dict = PyDict::new(py);
        dict.set_item("encoding", page.encoding())?;
        dict.set_item("confidence", page.confidence())?;
        dict.update(slf.as_super().get().as_dict(py)?.as_mapping())?;
        dict.set_item("replaced", page.replaced)?;
        Ok(dict)
    }
}
