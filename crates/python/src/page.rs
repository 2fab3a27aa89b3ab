//! Main content.

use std::sync::Arc;

use pellucid::extract::Metadata;
use pellucid::write::WriteOptions;
use pellucid::{Detector, Input, extract as rust};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString};

use crate::data::Data;
use crate::errors::decode_error;
use crate::guess::Guess;
use crate::keywords::Keywords;
use crate::options::{self, Wanted};
use crate::{answers, hints, patient};

/// Extracts the main content of a page, without menus, adverts and the like: detects, decodes, extracts.
///
/// Options, all by keyword:
///
/// - extract: "main" for the main content, "all" for everything that a reader sees, "none" for the decoded page as it is
/// - extractor: "default"; or one from the papers: "r2l", "r2l+", "r2l-tree", "licea", "danag"
/// - favor: what to prefer where the content is not clear: "balance", "precision" (miss some) or "recall" (take too much)
/// - comments: extract readers' comments, too
/// - logical: turn Hebrew in visual order into logical order
/// - letters: turn presentation forms of Arabic and Hebrew into letters
/// - links, images: write where links lead, and which images there are
/// - errors, mixed, repair: the same as for `decode`
///
/// Other keywords are hints, the same as for `detect`; `encoding` is the encoding, if the caller knows it. Bytes that are not text
/// give an empty page, whose `guess.is_binary` is true.
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
#[pyo3(
    signature = (data, **options),
    text_signature = "(data, *, extract='main', extractor='default', favor='balance', comments=False, logical=False, letters=False, links=False, images=False, errors='replace', mixed=False, repair=False, **hints)"
)]
pub fn page<'py>(
    py: Python<'py>,
    data: Data,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Bound<'py, Page>> {
    let mut given = Keywords::new(options)?;
    let wanted = options::page(&mut given)?;
    let detector = hints::detector(&mut given)?;
    given.finish()?;
    Page::new(py, &data, &detector, wanted)
}

/// Extracts the main content of a page that is decoded already, a `str`; or of bytes, as `page` does.
///
/// The options are the same as for `page`. Of the hints, a `str` takes `language`, `url` and `tld`.
///
/// >>> import pellucid
/// >>> content = pellucid.extract("<h1>Ash</h1><p>The tree keeps its leaves until the first frost, and then drops them in a day.")
/// >>> print(content.text)
/// Ash
/// <BLANKLINE>
/// The tree keeps its leaves until the first frost, and then drops them in a day.
/// <BLANKLINE>
#[pyfunction]
#[pyo3(
    signature = (page, **options),
    text_signature = "(page, *, extract='main', extractor='default', favor='balance', comments=False, logical=False, letters=False, links=False, images=False, errors='replace', mixed=False, repair=False, **hints)"
)]
pub fn extract<'py>(
    page: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut given = Keywords::new(options)?;
    let wanted = options::page(&mut given)?;
    if page.is_instance_of::<PyString>() {
        hints::check_for_text(&given)?;
    }
    let detector = hints::detector(&mut given)?;
    given.finish()?;
    extracted(page, &detector, wanted)
}

/// The content of a page: an `Extracted` for a `str`, a `Page` for bytes.
pub fn extracted<'py>(
    page: &Bound<'py, PyAny>,
    detector: &Detector,
    wanted: Wanted,
) -> PyResult<Bound<'py, PyAny>> {
    let py = page.py();
    let Ok(html) = page.cast::<PyString>() else {
        return Ok(Page::new(py, &page.extract()?, detector, wanted)?.into_any());
    };
    let html: PyBackedStr = html.clone().try_into()?;
    Ok(Bound::new(py, Extracted::new(py, Source::Text(html), detector, wanted)?)?.into_any())
}

/// The content of a page, and what the page says about itself. What it does not say is None, or empty.
#[pyclass(frozen, subclass, module = "pellucid")]
pub struct Extracted {
    page: pellucid::Page,
    extractor: &'static str,
    options: WriteOptions,
    text: PyOnceLock<Py<PyString>>,
    markdown: PyOnceLock<Py<PyString>>,
    html: PyOnceLock<Py<PyString>>,
}

type Writer = fn(&rust::Extracted, WriteOptions) -> String;

/// What a page is made of. It can be shared with another thread.
enum Source {
    Bytes(PyBackedBytes),
    Text(PyBackedStr),
}

impl Source {
    fn input(&self) -> Input<'_> {
        match self {
            Source::Bytes(bytes) => Input::Bytes(bytes),
            Source::Text(text) => Input::Text(text),
        }
    }

    fn bytes(&self) -> &[u8] {
        match self {
            Source::Bytes(bytes) => bytes,
            Source::Text(text) => text.as_bytes(),
        }
    }
}

/// Pages with so many bytes may take long enough that somebody presses Ctrl-C.
const LONG: usize = 1 << 20;

impl Extracted {
    fn new(py: Python<'_>, source: Source, detector: &Detector, wanted: Wanted) -> PyResult<Extracted> {
        let Wanted { page: options, extractor, write } = wanted;
        let source = Arc::new(source);
        let page = if source.bytes().len() < LONG {
            py.detach(|| detector.page_with(source.input(), &options))
        } else {
            let (detector, source) = (detector.clone(), Arc::clone(&source));
            patient::wait_for(py, move || detector.page_with(source.input(), &options))?
        };
        let page = page.map_err(|error| decode_error(py, &error, source.bytes()))?;
        let (text, markdown, html) = (PyOnceLock::new(), PyOnceLock::new(), PyOnceLock::new());
        Ok(Extracted { page, extractor, options: write, text, markdown, html })
    }

    /// Written once, on request.
    fn written(&self, py: Python<'_>, kept: &PyOnceLock<Py<PyString>>, write: Writer) -> Py<PyString> {
        let written =
            || PyString::new(py, &py.detach(|| write(self.page.extracted(), self.options))).unbind();
        kept.get_or_init(py, written).clone_ref(py)
    }

    fn own_metadata(&self) -> &Metadata {
        &self.page.extracted().metadata
    }

    /// The fields of the class `Metadata`, with the keys of the command line.
    fn metadata_fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let fields = PyDict::new(py);
        fields.set_item("title", self.title())?;
        fields.set_item("authors", self.authors())?;
        fields.set_item("date", self.date())?;
        fields.set_item("modified", self.modified())?;
        fields.set_item("site_name", self.site_name())?;
        fields.set_item("description", self.description())?;
        fields.set_item("declared_language", self.declared_language())?;
        fields.set_item("url", self.url())?;
        fields.set_item("licence", self.licence())?;
        fields.set_item("image", self.image())?;
        fields.set_item("kind", self.kind())?;
        fields.set_item("keywords", self.keywords())?;
        Ok(fields)
    }
}

#[pymethods]
impl Extracted {
    /// The content as plain text.
    #[getter]
    fn text(&self, py: Python<'_>) -> Py<PyString> {
        self.written(py, &self.text, rust::Extracted::text)
    }

    /// The content as Markdown. It is plain text unless the default extractor found it.
    #[getter]
    fn markdown(&self, py: Python<'_>) -> Py<PyString> {
        self.written(py, &self.markdown, rust::Extracted::markdown)
    }

    /// The content as clean HTML. It is empty unless the default extractor found it.
    #[getter]
    fn html(&self, py: Python<'_>) -> Py<PyString> {
        self.written(py, &self.html, rust::Extracted::html)
    }

    /// The language of the text, a BCP 47 tag; where the text does not show it, the one that the page declares.
    #[getter]
    fn language(&self) -> Option<&str> {
        self.page.language()
    }

    /// The title, without the name of the site where that is known.
    #[getter]
    fn title(&self) -> Option<&str> {
        self.page.title()
    }

    /// The authors, as they are written.
    #[getter]
    fn authors(&self) -> Vec<String> {
        self.own_metadata().authors.clone()
    }

    /// When it was published, in ISO 8601.
    #[getter]
    fn date(&self) -> Option<&str> {
        self.own_metadata().date.as_deref()
    }

    /// When it was last changed, in ISO 8601.
    #[getter]
    fn modified(&self) -> Option<&str> {
        self.own_metadata().modified.as_deref()
    }

    /// The name of the site.
    #[getter]
    fn site_name(&self) -> Option<&str> {
        self.own_metadata().site_name.as_deref()
    }

    /// What it is about, in a few sentences.
    #[getter]
    fn description(&self) -> Option<&str> {
        self.own_metadata().description.as_deref()
    }

    /// The language that it declares.
    #[getter]
    fn declared_language(&self) -> Option<&str> {
        self.own_metadata().language.as_deref()
    }

    /// Its canonical address, as it is written.
    #[getter]
    fn url(&self) -> Option<&str> {
        self.own_metadata().url.as_deref()
    }

    /// Its licence: usually an address.
    #[getter]
    fn licence(&self) -> Option<&str> {
        self.own_metadata().licence.as_deref()
    }

    /// The address of the image that represents it, as it is written.
    #[getter]
    fn image(&self) -> Option<&str> {
        self.own_metadata().image.as_deref()
    }

    /// What kind of page it is: a type from schema.org, else one from OpenGraph.
    #[getter]
    fn kind(&self) -> Option<&str> {
        self.own_metadata().kind.as_deref()
    }

    /// Its keywords.
    #[getter]
    fn keywords(&self) -> Vec<String> {
        self.own_metadata().keywords.clone()
    }

    /// Why there is no main content; None if there is some.
    #[getter]
    fn empty(&self) -> Option<String> {
        self.page.extracted().empty.map(|reason| reason.to_string())
    }

    /// Whether only the first part of the page was read: all of it would take more than 20 times its memory, and 24 MiB.
    #[getter]
    fn truncated(&self) -> bool {
        self.page.is_truncated()
    }

    /// Everything that the page says about itself, as a `Metadata`.
    #[getter]
    fn metadata<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        answers::data_class(py, "Metadata", &self.metadata_fields(py)?)
    }

    /// Everything as a dict, with the keys of `pellucid extract --format jsonl`.
    fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("language", self.language())?;
        dict.update(self.metadata_fields(py)?.as_mapping())?;
        dict.set_item("text", self.text(py))?;
        dict.set_item("extractor", self.extractor)?;
        dict.set_item("empty", self.empty())?;
        dict.set_item("truncated", self.truncated())?;
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
            this.page.extracted().parts.len()
        ))
    }
}

/// A page, from its bytes to its content.
#[pyclass(frozen, extends = Extracted, module = "pellucid")]
pub struct Page;

impl Page {
    /// Reads a page.
    pub fn new<'py>(
        py: Python<'py>,
        data: &Data,
        detector: &Detector,
        wanted: Wanted,
    ) -> PyResult<Bound<'py, Page>> {
        let extracted = Extracted::new(py, Source::Bytes(data.whole(py)?), detector, wanted)?;
        Bound::new(py, PyClassInitializer::from(extracted).add_subclass(Page))
    }
}

#[pymethods]
impl Page {
    /// The name of the encoding.
    #[getter]
    fn encoding(slf: &Bound<'_, Self>) -> &'static str {
        slf.as_super().get().page.guess().encoding().name()
    }

    /// The answer about the encoding. If the caller named it, the source is "caller" and the confidence is 1.
    #[getter]
    fn guess(slf: &Bound<'_, Self>) -> Guess {
        Guess(slf.as_super().get().page.guess().clone())
    }

    /// The probability that the encoding is right, 0 to 1.
    #[getter]
    fn confidence(slf: &Bound<'_, Self>) -> f64 {
        crate::guess::rounded(slf.as_super().get().page.guess().confidence())
    }

    /// How many places did not decode. The count is exact.
    #[getter]
    fn replaced(slf: &Bound<'_, Self>) -> u64 {
        slf.as_super().get().page.replaced()
    }

    /// The first 64 of these places, each a `Span` of offsets in the bytes.
    #[getter]
    fn positions<'py>(slf: &Bound<'py, Self>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        answers::spans(slf.py(), slf.as_super().get().page.decoded().damage())
    }

    /// With `mixed=True`, the pieces in another encoding, as a `Mixed`; None if there are none.
    #[getter]
    fn mixed<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let mixed = slf.as_super().get().page.decoded().mixed();
        mixed.map(|mixed| answers::mixed(slf.py(), mixed)).transpose()
    }

    /// With `repair=True`, the repairs, each a `Layer`; the last misreading comes first.
    #[getter]
    fn layers<'py>(slf: &Bound<'py, Self>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        answers::layers(slf.py(), slf.as_super().get().page.decoded().layers())
    }

    /// Everything as a dict, with the keys of `pellucid extract --format jsonl`.
    fn as_dict<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(slf.py());
        dict.set_item("encoding", Page::encoding(slf))?;
        dict.set_item("confidence", Page::confidence(slf))?;
        dict.set_item("language", slf.as_super().get().language())?;
        dict.set_item("source", slf.as_super().get().page.guess().source().name())?;
        dict.update(slf.as_super().get().as_dict(slf.py())?.as_mapping())?;
        dict.set_item("replaced", Page::replaced(slf))?;
        Ok(dict)
    }
}
