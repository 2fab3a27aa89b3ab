//! Main content.

use std::sync::Arc;

use pellucid::extract::{Metadata, PageType};
use pellucid::write::WriteOptions;
use pellucid::{Detector, Input, extract as rust};
use pellucid_answers::{Block, Comment};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString, PyType};

use crate::data::Data;
use crate::errors::decode_error;
use crate::guess::{Guess, rounded};
use crate::keywords::Keywords;
use crate::options::{self, Wanted};
use crate::stored::{self, Answer, Reduced};
use crate::{answers, hints, patient};

/// Extracts the main content of a page, without menus, adverts and the like: detects, decodes, extracts.
///
/// Options, all by keyword:
///
/// - extract: "main" for the main content, "all" for everything that a reader sees, "none" for the decoded page as it is
/// - extractor: "default"; or one from the papers: "r2l", "r2l+", "r2l-tree", "licea", "danag"
/// - favor: what to prefer where the content is not clear: "balance", "precision" (miss some) or "recall" (take too much)
/// - comments: extract readers' comments, too: True or "text" as part of the content, "apart" only as `comments`
/// - title: put the title above the content: "auto" (where the page has it so), "always" or "never"
/// - keep, prune: selectors of CSS: what is content whatever the model says, and what is removed before
/// - logical: turn Hebrew in visual order into logical order
/// - letters: turn presentation forms of Arabic and Hebrew into letters
/// - links, images: write where links lead, and which images there are
/// - blocks: list the parts of the content as `blocks`
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
    text_signature = "(data, *, extract='main', extractor='default', favor='balance', comments=False, title='auto', keep=None, prune=None, logical=False, letters=False, links=False, images=False, blocks=False, errors='replace', mixed=False, repair=False, **hints)"
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
    text_signature = "(page, *, extract='main', extractor='default', favor='balance', comments=False, title='auto', keep=None, prune=None, logical=False, letters=False, links=False, images=False, blocks=False, errors='replace', mixed=False, repair=False, **hints)"
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
pub struct Extracted(Answer<Found>);

/// What is kept of a page that was read.
struct Found {
    page: pellucid::Page,
    extractor: &'static str,
    options: WriteOptions,
    asked: Vec<&'static str>,
    text: PyOnceLock<Py<PyString>>,
    markdown: PyOnceLock<Py<PyString>>,
    html: PyOnceLock<Py<PyString>>,
}

/// What a pickle has of it, and what is no attribute: the extractor, how many parts there are, and which keys were asked for.
const FIELDS: [&str; 24] = [
    "text",
    "markdown",
    "html",
    "language",
    "title",
    "authors",
    "date",
    "modified",
    "site_name",
    "description",
    "declared_language",
    "url",
    "licence",
    "image",
    "kind",
    "keywords",
    "categories",
    "blocks",
    "comments",
    "empty",
    "origin",
    "quality",
    "page_type",
    "truncated",
];
const EXTRACTOR: &str = "extractor";
const PARTS: &str = "parts";
const ASKED: &str = "asked";
/// And of a page.
const OF_PAGE: [&str; 5] = ["guess", "replaced", "positions", "mixed", "layers"];

type Writer = fn(&rust::Extracted, WriteOptions) -> String;
type Field<'py> = PyResult<Bound<'py, PyAny>>;

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
        let Wanted { page: options, extractor, write, asked } = wanted;
        let source = Arc::new(source);
        let page = if source.bytes().len() < LONG {
            py.detach(|| detector.page_with(source.input(), &options))
        } else {
            let (detector, source) = (detector.clone(), Arc::clone(&source));
            patient::wait_for(py, move || detector.page_with(source.input(), &options))?
        };
        let page = page.map_err(|error| decode_error(py, &error, source.bytes()))?;
        let (text, markdown, html) = (PyOnceLock::new(), PyOnceLock::new(), PyOnceLock::new());
        Ok(Extracted(Answer::Found(Found { page, extractor, options: write, asked, text, markdown, html })))
    }

    /// A field of what the page says about itself.
    fn about<'py, V: IntoPyObject<'py>>(
        &self,
        py: Python<'py>,
        name: &str,
        field: impl FnOnce(&Metadata) -> V,
    ) -> Field<'py> {
        self.0.get(py, name, |found| field(&found.page.extracted().metadata))
    }

    /// The fields of the class `Metadata`, with the keys of the command line.
    fn metadata_fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let fields = PyDict::new(py);
        fields.set_item("title", self.title(py)?)?;
        fields.set_item("authors", self.authors(py)?)?;
        fields.set_item("date", self.date(py)?)?;
        fields.set_item("modified", self.modified(py)?)?;
        fields.set_item("site_name", self.site_name(py)?)?;
        fields.set_item("description", self.description(py)?)?;
        fields.set_item("declared_language", self.declared_language(py)?)?;
        fields.set_item("url", self.url(py)?)?;
        fields.set_item("licence", self.licence(py)?)?;
        fields.set_item("image", self.image(py)?)?;
        fields.set_item("kind", self.kind(py)?)?;
        fields.set_item("keywords", self.keywords(py)?)?;
        fields.set_item("categories", self.categories(py)?)?;
        Ok(fields)
    }

    fn extractor<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.0.get(py, EXTRACTOR, |found| found.extractor)
    }

    fn parts<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.0.get(py, PARTS, |found| found.page.extracted().parts.len())
    }

    fn asked<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.0.get(py, ASKED, |found| found.asked.clone())
    }
}

impl Found {
    /// Written once, on request.
    fn written(&self, py: Python<'_>, kept: &PyOnceLock<Py<PyString>>, write: Writer) -> Py<PyString> {
        let written =
            || PyString::new(py, &py.detach(|| write(self.page.extracted(), self.options))).unbind();
        kept.get_or_init(py, written).clone_ref(py)
    }
}

#[pymethods]
impl Extracted {
    /// The content as plain text.
    #[getter]
    fn text<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.0.get(py, "text", |found| found.written(py, &found.text, rust::Extracted::text))
    }

    /// The content as Markdown. It is plain text unless the default extractor found it.
    #[getter]
    fn markdown<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.0.get(py, "markdown", |found| found.written(py, &found.markdown, rust::Extracted::markdown))
    }

    /// The content as clean HTML. It is empty unless the default extractor found it.
    #[getter]
    fn html<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.0.get(py, "html", |found| found.written(py, &found.html, rust::Extracted::html))
    }

    /// The language of the text, a BCP 47 tag; where the text does not show it, the one that the page declares.
    #[getter]
    fn language<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.0.get(py, "language", |found| found.page.language().map(str::to_owned))
    }

    /// The title, without the name of the site where that is known.
    #[getter]
    fn title<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.0.get(py, "title", |found| found.page.title().map(str::to_owned))
    }

    /// The authors, as they are written.
    #[getter]
    fn authors<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.about(py, "authors", |metadata| metadata.authors.clone())
    }

    /// When it was published, in ISO 8601.
    #[getter]
    fn date<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.about(py, "date", |metadata| metadata.date.clone())
    }

    /// When it was last changed, in ISO 8601.
    #[getter]
    fn modified<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.about(py, "modified", |metadata| metadata.modified.clone())
    }

    /// The name of the site.
    #[getter]
    fn site_name<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.about(py, "site_name", |metadata| metadata.site_name.clone())
    }

    /// What it is about, in a few sentences.
    #[getter]
    fn description<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.about(py, "description", |metadata| metadata.description.clone())
    }

    /// The language that it declares.
    #[getter]
    fn declared_language<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.about(py, "declared_language", |metadata| metadata.language.clone())
    }

    /// Its canonical address, as it is written.
    #[getter]
    fn url<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.about(py, "url", |metadata| metadata.url.clone())
    }

    /// Its licence: usually an address.
    #[getter]
    fn licence<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.about(py, "licence", |metadata| metadata.licence.clone())
    }

    /// The address of the image that represents it, as it is written.
    #[getter]
    fn image<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.about(py, "image", |metadata| metadata.image.clone())
    }

    /// What kind of page it is: a type from schema.org, else one from OpenGraph.
    #[getter]
    fn kind<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.about(py, "kind", |metadata| metadata.kind.clone())
    }

    /// Its keywords.
    #[getter]
    fn keywords<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.about(py, "keywords", |metadata| metadata.keywords.clone())
    }

    /// The sections of the site that it is in.
    #[getter]
    fn categories<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.about(py, "categories", |metadata| metadata.categories.clone())
    }

    /// What readers wrote, each a dict with text, author and date; with `comments`.
    #[getter]
    fn comments<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.0.try_get(py, "comments", |found| answers::plain(py, &Comment::all(found.page.extracted())))
    }

    /// The parts of the content, each a dict with kind, text, score, source, within, level, language, number, cell, address, direction,
    /// repeated and selector, as docs/extract.md explains them; with `blocks`, and else none.
    #[getter]
    fn blocks<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.0.try_get(py, "blocks", |found| {
            let all = match found.asked.contains(&"blocks") {
                true => Block::all(found.page.extracted(), found.options),
                false => Vec::new(),
            };
            answers::plain(py, &all)
        })
    }

    /// Why there is no main content; None if there is some.
    #[getter]
    fn empty<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.0.get(py, "empty", |found| found.page.extracted().empty.map(|reason| reason.to_string()))
    }

    /// Where the main content was: "page", "json-ld", "noscript" or "data".
    #[getter]
    fn origin<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.0.get(py, "origin", |found| found.page.extracted().origin.name())
    }

    /// How good the choice of the main content is likely to be, from 0 to 1: the F1 to expect. None with `extract="all"` or "none".
    #[getter]
    fn quality<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.0.get(py, "quality", |found| found.page.quality().map(rounded))
    }

    /// What sort of page it is, as the model sees it: "article", "collection", "documentation", "forum", "listing", "product" or
    /// "service". None where that is not clear. What the page declares is `kind`.
    #[getter]
    fn page_type<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.0.get(py, "page_type", |found| found.page.page_type().map(PageType::name))
    }

    /// Whether only the first part of the page was read: all of it would take more than 20 times its memory, and 24 MiB.
    #[getter]
    fn truncated<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.0.get(py, "truncated", |found| found.page.is_truncated())
    }

    /// Everything that the page says about itself, as a `Metadata`.
    #[getter]
    fn metadata<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        answers::data_class(py, "Metadata", &self.metadata_fields(py)?)
    }

    /// Everything as a dict, with the keys of `pellucid extract --format jsonl`.
    fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("language", self.language(py)?)?;
        dict.update(self.metadata_fields(py)?.as_mapping())?;
        dict.set_item("text", self.text(py)?)?;
        for key in self.asked(py)?.extract::<Vec<String>>()? {
            let value = if key == "blocks" { self.blocks(py)? } else { self.comments(py)? };
            dict.set_item(key, value)?;
        }
        dict.set_item("extractor", self.extractor(py)?)?;
        dict.set_item("empty", self.empty(py)?)?;
        dict.set_item("origin", self.origin(py)?)?;
        dict.set_item("quality", self.quality(py)?)?;
        dict.set_item("page_type", self.page_type(py)?)?;
        dict.set_item("truncated", self.truncated(py)?)?;
        Ok(dict)
    }

    fn __str__<'py>(&self, py: Python<'py>) -> Field<'py> {
        self.text(py)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let (py, name, this) = (slf.py(), slf.get_type().name()?, slf.get());
        let [title, empty] =
            [this.title(py)?, this.empty(py)?].map(|field| field.extract::<Option<String>>());
        let empty = empty?.map(|reason| format!(", {reason}")).unwrap_or_default();
        let title = title?.unwrap_or_else(|| "untitled".into());
        Ok(format!("<{name} {title:?}, {} parts{empty}>", this.parts(py)?))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        reduced(slf, &FIELDS)
    }

    #[classmethod]
    fn _restored(_class: &Bound<'_, PyType>, fields: &Bound<'_, PyDict>) -> PyResult<Extracted> {
        restored(fields, &FIELDS)
    }
}

fn reduced<'py>(extracted: &Bound<'py, Extracted>, names: &[&str]) -> PyResult<Reduced<'py>> {
    let (py, this) = (extracted.py(), extracted.get());
    let more = [(EXTRACTOR, this.extractor(py)?), (PARTS, this.parts(py)?), (ASKED, this.asked(py)?)];
    stored::reduced(extracted, names, &more)
}

fn restored(fields: &Bound<'_, PyDict>, names: &[&str]) -> PyResult<Extracted> {
    stored::restored(fields, &[names, &[EXTRACTOR, PARTS, ASKED]].concat()).map(Extracted)
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

impl Page {
    /// A field of a page.
    fn field<'py, V: IntoPyObject<'py>>(
        slf: &Bound<'py, Self>,
        name: &str,
        found: impl FnOnce(&pellucid::Page) -> PyResult<V>,
    ) -> Field<'py> {
        slf.as_super().get().0.try_get(slf.py(), name, |answer| found(&answer.page))
    }

    /// What the answer about its encoding says.
    fn guessed<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, Guess>> {
        Ok(Page::guess(slf)?.cast_into()?)
    }
}

#[pymethods]
impl Page {
    /// The name of the encoding.
    #[getter]
    fn encoding<'py>(slf: &Bound<'py, Self>) -> Field<'py> {
        Page::guessed(slf)?.get().encoding(slf.py())
    }

    /// The answer about the encoding. If the caller named it, the source is "caller" and the confidence is 1.
    #[getter]
    fn guess<'py>(slf: &Bound<'py, Self>) -> Field<'py> {
        Page::field(slf, "guess", |page| Ok(Guess::from(page.guess().clone())))
    }

    /// The probability that the encoding is right, 0 to 1.
    #[getter]
    fn confidence<'py>(slf: &Bound<'py, Self>) -> Field<'py> {
        Page::guessed(slf)?.get().confidence(slf.py())
    }

    /// How many places did not decode. The count is exact.
    #[getter]
    fn replaced<'py>(slf: &Bound<'py, Self>) -> Field<'py> {
        Page::field(slf, "replaced", |page| Ok(page.replaced()))
    }

    /// The first 64 of these places, each a `Span` of offsets in the bytes.
    #[getter]
    fn positions<'py>(slf: &Bound<'py, Self>) -> Field<'py> {
        Page::field(slf, "positions", |page| answers::spans(slf.py(), page.decoded().damage()))
    }

    /// With `mixed=True`, the pieces in another encoding, as a `Mixed`; None if there are none.
    #[getter]
    fn mixed<'py>(slf: &Bound<'py, Self>) -> Field<'py> {
        Page::field(slf, "mixed", |page| {
            page.decoded().mixed().map(|mixed| answers::mixed(slf.py(), mixed)).transpose()
        })
    }

    /// With `repair=True`, the repairs, each a `Layer`; the last misreading comes first.
    #[getter]
    fn layers<'py>(slf: &Bound<'py, Self>) -> Field<'py> {
        Page::field(slf, "layers", |page| answers::layers(slf.py(), page.decoded().layers()))
    }

    /// Everything as a dict, with the keys of `pellucid extract --format jsonl`.
    fn as_dict<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyDict>> {
        let (py, guess, extracted) = (slf.py(), Page::guessed(slf)?, slf.as_super().get());
        let dict = PyDict::new(py);
        dict.set_item("encoding", guess.get().encoding(py)?)?;
        dict.set_item("confidence", guess.get().confidence(py)?)?;
        dict.set_item("language", extracted.language(py)?)?;
        dict.set_item("source", guess.get().source(py)?)?;
        dict.update(extracted.as_dict(py)?.as_mapping())?;
        dict.set_item("replaced", Page::replaced(slf)?)?;
        Ok(dict)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        reduced(slf.as_super(), &[&FIELDS[..], &OF_PAGE].concat())
    }

    #[classmethod]
    fn _restored<'py>(class: &Bound<'py, PyType>, fields: &Bound<'py, PyDict>) -> PyResult<Bound<'py, Page>> {
        let extracted = restored(fields, &[&FIELDS[..], &OF_PAGE].concat())?;
        Bound::new(class.py(), PyClassInitializer::from(extracted).add_subclass(Page))
    }
}
