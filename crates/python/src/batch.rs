//! Many pages: from files to files, or from one batch of Arrow to another.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use arrow_array::RecordBatch;
use arrow_pyarrow::{FromPyArrow, ToPyArrow};
use pellucid_batch::write::{Compression, Format, format_of};
use pellucid_batch::{Columns, EncodingErrors, Error, Extract, Field, Job, Options, Walk, Watch, arrow, run};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::errors::{BatchError, OptionError, named};
use crate::{hints, page};

/// A row for each page of a `pyarrow.RecordBatch`, or of anything that has `__arrow_c_array__`; nothing is copied on the way in or out.
///
/// The batch has a column with pages, `content` (binary; or of another name, which `content` tells), and may have others with what
/// is known of each: url, id, date, http_status, content_type. What comes back has the columns of `fields`, and `reject` with
/// the reason where a page could not be read or is not wanted: as many rows, in the same order. For the options see `batch`.
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
    let batch = RecordBatch::from_pyarrow_bound(batch)?;
    let Asked { columns, fields, options } = Asked::new(options)?;
    let rows = py.detach(|| arrow::process_batch(&batch, &columns, &fields, &options));
    rows.map_err(|error| OptionError::new_err(error.to_string()))?.to_pyarrow(py)
}

/// The `pyarrow.Schema` of what `process_batch` gives for these fields, or for all.
#[pyfunction]
#[pyo3(signature = (fields = None))]
pub fn batch_schema(py: Python<'_>, fields: Option<Vec<String>>) -> PyResult<Bound<'_, PyAny>> {
    arrow::schema_with_rejects(&fields_named(fields)?).as_ref().to_pyarrow(py)
}

/// Crawls in, text with its provenance out: what the command `pellucid batch` does.
///
/// `inputs` are files, folders and patterns: WARC, Parquet, JSON lines, pages. `output` is a file; its name tells the format and the
/// compression (text.jsonl.zst, text.parquet, text.warc.wet.gz), unless `format` does. With `shard`, a new file is begun after so many
/// bytes. `rejects` is the file of what is no page, beside the output if not given. `resume` goes on with a run that was stopped.
/// `progress` is called with the bytes and the records that were read since it was last called.
///
/// The other options say what is wanted of each page: extract ("main", "all", "none"), favor, comments, encoding_errors ("replace",
/// "ignore", "discard"), min_confidence, languages, types, statuses, max_bytes, fields; content and base64, where tables have their
/// pages; and of the hints allow, deny, model, prior, method and language.
///
/// Returns what was counted. KeyboardInterrupt stops it, and `resume` goes on.
#[pyfunction]
#[pyo3(signature = (inputs, output, *, format = None, shard = None, rejects = None, resume = false, follow = false, threads = None, progress = None, **options))]
#[expect(clippy::too_many_arguments, reason = "keywords of Python")]
pub fn batch<'py>(
    py: Python<'py>,
    inputs: &Bound<'py, PyAny>,
    output: PathBuf,
    format: Option<&str>,
    shard: Option<u64>,
    rejects: Option<PathBuf>,
    resume: bool,
    follow: bool,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let Asked { columns, fields, options } = Asked::new(options)?;
    let formats: Vec<(&str, Format)> = Format::ALL.iter().map(|format| (format.name(), *format)).collect();
    let format = format.map(|name| named("format", name, &formats)).transpose()?;
    let usual = Job::new(paths(inputs)?, output.clone());
    let job = Job {
        columns,
        options,
        fields,
        format: format.or_else(|| format_of(&output)).unwrap_or(Format::Jsonl),
        compression: Compression::of(&output).0,
        shard,
        rejects: rejects.unwrap_or_else(|| Job::rejects_of(&output)),
        resume,
        inputs: Walk { follow, ..usual.inputs },
        threads: threads.unwrap_or(usual.threads),
        ..usual
    };
    check(&job)?;
    let watcher = Watcher { progress, raised: Mutex::default() };
    let result = py.detach(|| run(&job, &watcher));
    if let Some(raised) = watcher.raised.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(raised);
    }
    let (tally, _) = result.map_err(raised)?;
    py.import("json")?.call_method1("loads", (tally.json().to_string(),))
}

/// What is wanted of pages.
struct Asked {
    columns: Columns,
    fields: Vec<Field>,
    options: Options,
}

impl Asked {
    /// By keyword arguments; what is no option of ours is a hint.
    fn new(given: Option<&Bound<'_, PyDict>>) -> PyResult<Asked> {
        let (mut options, mut columns, mut fields) = (Options::default(), Columns::default(), None);
        let Some(given) = given else { return Ok(Asked { columns, fields: fields_named(None)?, options }) };
        let hints = PyDict::new(given.py());
        let (mut favor, mut comments) = (String::from("balance"), false);
        for (name, value) in given.iter() {
            if value.is_none() {
                continue;
            }
            match name.extract::<String>()?.as_str() {
                "extract" => options.extract = word("extract", &value, Extract::ALL, Extract::name)?,
                "encoding_errors" => {
                    options.encoding_errors =
                        word("encoding_errors", &value, EncodingErrors::ALL, EncodingErrors::name)?;
                }
                "favor" => favor = value.extract()?,
                "comments" => comments = value.extract()?,
                "min_confidence" => options.min_confidence = value.extract()?,
                "languages" => options.languages = strings(&value)?,
                "types" => {
                    options.types = strings(&value)?.iter().map(|one| one.to_ascii_lowercase()).collect()
                }
                "statuses" => options.statuses = value.extract()?,
                "max_bytes" => options.max_bytes = value.extract()?,
                "fields" => fields = Some(strings(&value)?),
                "content" => columns.content = value.extract()?,
                "base64" => columns.base64 = value.extract()?,
                _ => hints.set_item(name, value)?,
            }
        }
        if !(0.0..=1.0).contains(&options.min_confidence) {
            return Err(OptionError::new_err("min_confidence is a probability, from 0 to 1"));
        }
        options.extractor = page::extractor(&favor, comments, false, false)?;
        options.hints = hints::builder(&hints)?;
        Ok(Asked { columns, fields: fields_named(fields)?, options })
    }
}

/// One of some words.
fn word<T: Copy>(
    what: &str,
    value: &Bound<'_, PyAny>,
    all: &[T],
    name: fn(T) -> &'static str,
) -> PyResult<T> {
    let words: Vec<(&str, T)> = all.iter().map(|one| (name(*one), *one)).collect();
    named(what, &value.extract::<String>()?, &words)
}

/// Fields by their names; all, if none are named.
fn fields_named(names: Option<Vec<String>>) -> PyResult<Vec<Field>> {
    let Some(names) = names else { return Ok(Field::ALL.to_vec()) };
    let words: Vec<(&str, Field)> = Field::ALL.iter().map(|field| (field.name(), *field)).collect();
    names.iter().map(|name| named("a field", name, &words)).collect()
}

/// A string, or several.
fn strings(value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if value.is_instance_of::<PyString>() {
        return Ok(vec![value.extract()?]);
    }
    value.try_iter()?.map(|value| value?.extract()).collect()
}

/// A path, or several.
fn paths(value: &Bound<'_, PyAny>) -> PyResult<Vec<PathBuf>> {
    if hints::is_path(value)? {
        return Ok(vec![value.extract()?]);
    }
    value.try_iter()?.map(|value| value?.extract()).collect()
}

/// What would be read while it is written is refused, as by the command.
fn check(job: &Job) -> PyResult<()> {
    for (path, name) in [(&job.output, "the output"), (&job.rejects, "the file of rejects")] {
        if path.is_dir() {
            return Err(OptionError::new_err(format!("{name} is a folder: {}", path.display())));
        }
        if job.reads(path) {
            return Err(OptionError::new_err(format!(
                "{name} is an input, or lies in one: {}",
                path.display()
            )));
        }
    }
    Ok(())
}

/// An error of files as Python has them; any other as ours.
fn raised(error: Error) -> PyErr {
    match error.io_error() {
        Some(source) => std::io::Error::new(source.kind(), error.to_string()).into(),
        None => BatchError::new_err(error.to_string()),
    }
}

/// Python, which looks on. What it raises, Ctrl-C for one, stops the run.
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
