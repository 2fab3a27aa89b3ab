//! Many pages: from files to files, or from one batch of Arrow to another.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use arrow_array::ffi_stream::RecordBatchStreamReader;
use arrow_array::{Array, RecordBatch};
use arrow_pyarrow::{FromPyArrow, IntoPyArrow, Table, ToPyArrow};
use arrow_schema::ArrowError;
use pellucid::Language;
use pellucid_batch::write::{Compression, ENDINGS, Format, format_of};
use pellucid_batch::{Columns, Error, Field, Job, Options, Walk, Watch, arrow, run};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{BatchError, OptionError, option_error};
use crate::keywords::Keywords;
use crate::{answers, hints, options};

/// Processes the pages of a `pyarrow.RecordBatch`, or of anything else that Arrow's C interface can pass on.
///
/// One batch (`__arrow_c_array__`) gives a `pyarrow.RecordBatch`. What has several (`__arrow_c_stream__`: a `pyarrow.Table` or
/// `RecordBatchReader`, a data frame of Polars, a relation of DuckDB) is read batch by batch, and gives a `pyarrow.Table`. Nothing is
/// copied on the way in or out.
///
/// The column `content` has the pages (binary); the option `content` is its name if it is another one. Other columns may have
/// what is known about each page: url, id, date, http_status, content_type. The answer has the columns of `fields`, and a row for each
/// page, in the same order. `reject` says why a page has no text, and is None if it has. The options are those of `batch`.
///
/// >>> import pellucid, pyarrow
/// >>> pages = pyarrow.record_batch({"url": ["http://example.ru/"], "content": ["<p>Съешь ещё этих булок".encode("koi8_r")]})
/// >>> pellucid.process_batch(pages, fields=["encoding", "text"]).to_pylist()
/// [{'encoding': 'KOI8-R', 'text': 'Съешь ещё этих булок', 'reject': None, 'reject_detail': None}]
#[pyfunction]
#[pyo3(signature = (batch, **options))]
pub fn process_batch<'py>(
    py: Python<'py>,
    batch: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let wanted = Wanted::new(options)?;
    if batch.hasattr(intern!(py, "__arrow_c_array__"))? {
        return wanted.rows(py, &RecordBatch::from_pyarrow_bound(batch)?)?.to_pyarrow(py);
    }
    if !batch.hasattr(intern!(py, "__arrow_c_stream__"))? {
        let found = batch.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "expected a batch or a table with Arrow's C interface (__arrow_c_array__ or __arrow_c_stream__), not {found}"
        )));
    }
    let mut found = Vec::new();
    for batch in RecordBatchStreamReader::from_pyarrow_bound(&read_by_pyarrow(batch)?)? {
        let batch = batch.and_then(sound).map_err(not_sound)?;
        found.push(wanted.rows(py, &batch)?);
        py.check_signals()?;
    }
    Table::try_new(found, arrow::schema_with_rejects(&wanted.fields)).map_err(not_sound)?.into_pyarrow(py)
}

/// The same stream, handed on by pyarrow, which makes the answers, too, and so is there. Polars gives a column without any value a
/// buffer, and Arrow has none for it: pyarrow forgives that, and we read what it makes of it. Versions before 15 cannot.
fn read_by_pyarrow<'py>(stream: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = stream.py();
    let reader = py.import(intern!(py, "pyarrow"))?.getattr(intern!(py, "RecordBatchReader"))?;
    match reader.getattr_opt(intern!(py, "from_stream"))? {
        Some(from_stream) => from_stream.call1((stream,)),
        None => Ok(stream.clone()),
    }
}

/// A batch of a stream whose values are what its columns claim, as it is checked for a batch that comes alone.
fn sound(batch: RecordBatch) -> Result<RecordBatch, ArrowError> {
    batch.columns().iter().try_for_each(|column| column.to_data().validate_full())?;
    Ok(batch)
}

fn not_sound(error: ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The `pyarrow.Schema` of what `process_batch` returns for these fields, or for all fields.
#[pyfunction]
#[pyo3(signature = (fields = None))]
pub fn batch_schema(py: Python<'_>, fields: Option<Vec<String>>) -> PyResult<Bound<'_, PyAny>> {
    arrow::schema_with_rejects(&fields_named(fields)?).as_ref().to_pyarrow(py)
}

/// Turns crawls into text with its provenance, as the command `pellucid batch` does.
///
/// - inputs: files, folders and patterns: WARC, Parquet, JSON lines, pages
/// - output: a file, whose name says the format and the compression (text.jsonl.zst, text.parquet, text.warc.wet.gz)
/// - format: "jsonl", "parquet", "wet" or "text", whatever the name is
/// - shard: start a new file after this many bytes
/// - rejects: the file for what has no row, by default beside the output
/// - summary: a file for the counts, as JSON
/// - resume: resume a run that was stopped; nothing is done if it is complete
/// - overwrite: replace outputs that exist
/// - follow: follow symbolic links inside of folders
/// - strict: raise a `BatchError` at the end if something was skipped because it is damaged
/// - threads: how many threads work, by default one for each core
/// - max_memory: let the pages of all threads take at most so many bytes of memory at once
/// - progress: a function that is called with the bytes and the records that were read since its last call
///
/// Other options, which `process_batch` has as well:
///
/// - extract, extractor, favor, comments, title, keep, prune, logical, letters, errors, mixed, repair: the same as for `page`; pages with errors
///   are rejected by "reject" and "strict"
/// - min_confidence: reject pages whose encoding is less certain, 0 to 1
/// - min_quality: reject pages whose main content is chosen less well, by the model's own estimate, 0 to 1
/// - keep_languages: reject pages in other languages
/// - types: read these media types, by default HTML, XHTML and plain text
/// - statuses: read only pages with these HTTP statuses
/// - max_bytes: reject longer pages, by default 16 MiB
/// - fields: write these fields
/// - content, base64: the column or key of a table that has the page, and whether it is base64
///
/// All hints of `detect` are options, too; what a record says about its own page replaces them.
///
/// Returns a `Tally`. KeyboardInterrupt stops the run, and `resume` continues it.
#[pyfunction]
#[pyo3(signature = (inputs, output, *, format = None, shard = None, rejects = None, summary = None, resume = false, overwrite = false, strict = false, follow = false, threads = None, max_memory = None, progress = None, **options))]
#[expect(clippy::too_many_arguments, reason = "keywords of Python")]
pub fn batch<'py>(
    py: Python<'py>,
    inputs: &Bound<'py, PyAny>,
    output: PathBuf,
    format: Option<&str>,
    shard: Option<u64>,
    rejects: Option<PathBuf>,
    summary: Option<PathBuf>,
    resume: bool,
    overwrite: bool,
    strict: bool,
    follow: bool,
    threads: Option<usize>,
    max_memory: Option<u64>,
    progress: Option<Py<PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let Wanted { columns, fields, options } = Wanted::new(options)?;
    let usual = Job::new(paths(inputs)?, output.clone());
    let job = Job {
        columns,
        options,
        fields,
        format: chosen(format, &output)?,
        compression: Compression::of(&output).0,
        shard,
        rejects: rejects.unwrap_or_else(|| Job::rejects_of(&output)),
        summary,
        resume,
        overwrite,
        max_memory,
        inputs: Walk { follow, ..usual.inputs },
        threads: threads.unwrap_or(usual.threads),
        ..usual
    };
    job.check().map_err(option_error)?;
    let watcher = Watcher { progress, raised: Mutex::default() };
    let result = py.detach(|| run(&job, &watcher));
    if let Some(raised) = watcher.raised.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(raised);
    }
    let (tally, _) = result.map_err(raised)?;
    if strict && tally.lost() > 0 {
        let (lost, bytes, rejects) = (tally.lost(), tally.skipped_bytes, job.rejects.display());
        return Err(BatchError::new_err(format!(
            "{lost} rejects are damaged or unreadable, {bytes} bytes were skipped; see {rejects}"
        )));
    }
    let counts = py.import("json")?.call_method1("loads", (tally.json().to_string(),))?;
    answers::data_class(py, "Tally", counts.cast::<PyDict>()?)
}

/// What is wanted from many pages.
struct Wanted {
    columns: Columns,
    fields: Vec<Field>,
    options: Options,
}

impl Wanted {
    /// A row for each page of a batch.
    fn rows(&self, py: Python<'_>, batch: &RecordBatch) -> PyResult<RecordBatch> {
        let rows = py.detach(|| arrow::process_batch(batch, &self.columns, &self.fields, &self.options));
        rows.map_err(option_error)
    }

    fn new(options: Option<&Bound<'_, PyDict>>) -> PyResult<Wanted> {
        let mut given = Keywords::new(options)?;
        let mut options = Options::default();
        options.page = options::batch(&mut given)?;
        for (name, least) in
            [("min_confidence", &mut options.min_confidence), ("min_quality", &mut options.min_quality)]
        {
            *least = given.value(name)?.unwrap_or(*least);
            if !(0.0..=1.0).contains(least) {
                return Err(OptionError::new_err(format!("{name} must be a probability, from 0 to 1")));
            }
        }
        for language in given.texts("keep_languages")?.unwrap_or_default() {
            let language = Language::parse(&language).map_err(option_error)?;
            options.keep_languages.push(language);
        }
        if let Some(types) = given.texts("types")? {
            options.types = types.iter().map(|one| one.to_ascii_lowercase()).collect();
        }
        if let Some(statuses) = given.value("statuses")? {
            options.statuses = statuses;
        }
        if let Some(bytes) = given.value("max_bytes")? {
            options.max_bytes = bytes;
        }
        let fields = fields_named(given.texts("fields")?)?;
        let columns = Columns { content: given.text("content")?, base64: given.flag("base64")? };
        options.detector = hints::detector(&mut given)?;
        given.finish()?;
        Ok(Wanted { columns, fields, options })
    }
}

/// The format that is named, or that the name of the output ends with. Without an ending, it is JSON lines.
fn chosen(format: Option<&str>, output: &Path) -> PyResult<Format> {
    match format {
        Some("json") => return Ok(Format::Jsonl),
        Some(name) => return named("format", name, Format::ALL, Format::name),
        None => {}
    }
    match (format_of(output), Compression::of(output).1.extension()) {
        (Some(format), _) => Ok(format),
        (None, None) => Ok(Format::Jsonl),
        (None, Some(ending)) => {
            let endings: Vec<String> = ENDINGS.iter().map(|(known, _)| format!(".{known}")).collect();
            Err(option_error(format!(
                "{}: unknown ending .{}; use {} (all but .parquet also with .gz or .zst), or pass a format",
                output.display(),
                ending.display(),
                endings.join(", ")
            )))
        }
    }
}

/// Fields by their names; all, if none are named.
fn fields_named(names: Option<Vec<String>>) -> PyResult<Vec<Field>> {
    let Some(names) = names else { return Ok(Field::ALL.to_vec()) };
    names.iter().map(|name| named("field", name, Field::ALL, Field::name)).collect()
}

/// One of some values, by its name.
fn named<T: Copy>(what: &str, wanted: &str, all: &[T], name: fn(T) -> &'static str) -> PyResult<T> {
    all.iter().copied().find(|one| name(*one) == wanted).ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|one| name(*one)).collect();
        option_error(format!("unknown {what} {wanted:?}; use one of: {}", names.join(", ")))
    })
}

/// A path, or several.
fn paths(value: &Bound<'_, PyAny>) -> PyResult<Vec<PathBuf>> {
    if hints::is_path(value)? {
        return Ok(vec![value.extract()?]);
    }
    value.try_iter()?.map(|value| value?.extract()).collect()
}

/// An error of the file system as Python raises it; any other as a BatchError. Options have their names of Python.
fn raised(error: Error) -> PyErr {
    let words = error.to_string().replace("--overwrite", "overwrite=True").replace("--resume", "resume=True");
    match error.io_error() {
        Some(source) => std::io::Error::new(source.kind(), words).into(),
        None => BatchError::new_err(words),
    }
}

/// Shows Python the progress. What Python raises, such as Ctrl-C, stops the run.
struct Watcher {
    progress: Option<Py<PyAny>>,
    raised: Mutex<Option<PyErr>>,
}

impl Watcher {
    fn keep(&self, result: PyResult<()>) -> bool {
        let mut raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
        if raised.is_none() {
            *raised = result.err();
        }
        raised.is_some()
    }
}

impl Watch for Watcher {
    fn done(&self, bytes: u64, records: u64) {
        if let Some(progress) = &self.progress {
            self.keep(Python::attach(|py| progress.call1(py, (bytes, records)).map(drop)));
        }
    }

    fn is_stopped(&self) -> bool {
        self.keep(Python::attach(|py| py.check_signals()))
    }
}
