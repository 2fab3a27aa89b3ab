//! Records of crawl archives and tables, as batches of Arrow: for engines that distribute the work themselves.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use arrow_array::RecordBatch;
use arrow_pyarrow::ToPyArrow;
use arrow_schema::{DataType, Field, Schema};
use pellucid_batch::{Columns, Input, MAX_BYTES, Walk, arrow};
use pyo3::prelude::*;

use crate::errors::OptionError;

/// Reads the records of a file, in batches.
///
/// The file is one that `batch` reads: WARC, Parquet, JSON lines, or a page. Each record is a row of a `pyarrow.RecordBatch`: its
/// bytes in `content`, what is known about it, and in `reject` the reason if it is not a page. `process_batch` takes these
/// batches. A file that cannot be read gives one row, too.
///
/// - start, end: read only the records of an archive that start between these bytes. If a file is cut into stretches, each record
///   is in one of them. A file that cannot be read from the middle belongs to its first stretch as a whole
/// - content, base64: the column or key of a table that has the page, and whether it is base64
/// - max_bytes: reject longer pages, by default 16 MiB
#[pyfunction]
#[pyo3(signature = (path, start = None, end = None, *, content = None, base64 = false, max_bytes = None))]
pub fn read_records(
    path: PathBuf,
    start: Option<u64>,
    end: Option<u64>,
    content: Option<String>,
    base64: bool,
    max_bytes: Option<usize>,
) -> PyResult<Records> {
    let stretch = (start.is_some() || end.is_some()).then(|| start.unwrap_or(0)..end.unwrap_or(u64::MAX));
    if let Some(stretch) = stretch.as_ref().filter(|stretch| stretch.is_empty()) {
        return Err(OptionError::new_err(format!(
            "end must be greater than start: {} to {}",
            stretch.start, stretch.end
        )));
    }
    let batches =
        arrow::records(&path, stretch, &Columns { content, base64 }, max_bytes.unwrap_or(MAX_BYTES));
    Ok(Records { batches: Mutex::new(Box::new(batches)) })
}

/// An iterator over batches of records.
#[pyclass(module = "pellucid", frozen)]
pub struct Records {
    batches: Mutex<Box<dyn Iterator<Item = RecordBatch> + Send>>,
}

#[pymethods]
impl Records {
    fn __iter__(this: Py<Records>) -> Py<Records> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let next = || self.batches.lock().unwrap_or_else(PoisonError::into_inner).next();
        py.detach(next).map(|batch| batch.to_pyarrow(py)).transpose()
    }
}

/// Lists the files of these paths: files, folders with everything below them, patterns such as `crawl/*.warc.gz`.
///
/// The files of a folder or a pattern are sorted by name. A path that does not exist is listed, too: reading it gives a reject.
#[pyfunction]
#[pyo3(signature = (paths, *, follow = false))]
pub fn input_files(py: Python<'_>, paths: Vec<PathBuf>, follow: bool) -> Vec<OsString> {
    let file = |input: Input| input.path.into_os_string();
    py.detach(|| Walk { follow, ..Walk::new(paths) }.inputs().map(file).collect())
}

/// The schema of what `read_records` returns.
#[pyfunction]
pub fn record_schema(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    arrow::record_schema().as_ref().to_pyarrow(py)
}

/// The columns of a table that say something about its pages, by their names.
#[pyfunction]
pub fn page_columns(names: Vec<String>, content: Option<String>) -> Vec<String> {
    let column = |name: &String| Field::new(name, DataType::Null, true);
    let schema = Schema::new(names.iter().map(column).collect::<Vec<_>>());
    let wanted = Columns { content, base64: false }.wanted(&schema);
    wanted.into_iter().map(|column| names[column].clone()).collect()
}
