//! Records of crawl archives and tables, as batches of Arrow: for engines that hand out the work themselves.

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
/// The file is what `pellucid batch` reads: WARC, Parquet, JSON lines, or a page. Each record is a row of a `pyarrow.RecordBatch`:
/// what is known of it, its bytes in `content`, and in `reject` the reason why it is no page. `process_batch` goes on from
/// there. A file that cannot be read is one row, too.
///
/// With `start` and `end`, only the records of an archive that begin between these bytes: whoever cuts a file into
/// stretches gets each record once. What cannot be entered in the middle is read by whoever has its beginning.
///
/// `content` is the column of a table that has the page, and `base64` says that it is written so. Pages of more than `max_bytes`
/// are rejected.
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
        return Err(OptionError::new_err(format!("end is to be after start, not {stretch:?}")));
    }
    let batches =
        arrow::records(&path, stretch, &Columns { content, base64 }, max_bytes.unwrap_or(MAX_BYTES));
    Ok(Records { batches: Mutex::new(Box::new(batches)) })
}

/// Batches of records, one after the other.
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

/// The files that these paths stand for: files, folders with all below them, patterns such as `crawl/*.warc.gz`; sorted
/// by name within folders and patterns. What does not exist is there, too: reading it will tell.
#[pyfunction]
#[pyo3(signature = (paths, *, follow = false))]
pub fn input_files(py: Python<'_>, paths: Vec<PathBuf>, follow: bool) -> Vec<OsString> {
    let file = |input: Input| input.path.into_os_string();
    py.detach(|| Walk { follow, ..Walk::new(paths) }.inputs().map(file).collect())
}

/// The schema of what `read_records` gives.
#[pyfunction]
pub fn record_schema(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    arrow::record_schema().as_ref().to_pyarrow(py)
}

/// Of the columns of a table, those that tell something of its pages, by their names.
#[pyfunction]
pub fn page_columns(names: Vec<String>, content: Option<String>) -> Vec<String> {
    let column = |name: &String| Field::new(name, DataType::Null, true);
    let schema = Schema::new(names.iter().map(column).collect::<Vec<_>>());
    let wanted = Columns { content, base64: false }.wanted(&schema);
    wanted.into_iter().map(|column| names[column].clone()).collect()
}
