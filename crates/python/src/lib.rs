//! The native half of the Python package `pellucid`; `pellucid/__init__.py` is the other.
//!
//! A thin skin over the library. `data` is how bytes come in, `keywords` how options do: `hints` are what the caller knows about
//! pages, `options` what is wanted from them. `command` is the whole command line. Each other file is one kind of answer; `answers` are the small ones, and `stored` is
//! how others go into a pickle. Whatever takes long runs with Python's lock released.

mod answers;
mod batch;
mod command;
mod data;
mod decoded;
mod detector;
mod encoding;
mod errors;
mod guess;
mod hints;
mod keywords;
mod options;
mod page;
mod patient;
mod records;
mod repaired;
mod stored;
mod train;

use pyo3::pymodule;

/// The native half of the package; import `pellucid` instead.
#[pymodule(gil_used = false)]
mod _native {
    #[pymodule_export]
    use super::batch::{batch, batch_schema, process_batch};
    #[pymodule_export]
    use super::command::command;
    #[pymodule_export]
    use super::decoded::{Decoded, decode};
    #[pymodule_export]
    use super::detector::{Detector, Stream, detect};
    #[pymodule_export]
    use super::encoding::{Encoding, encoding, encodings, languages};
    #[pymodule_export]
    use super::guess::Guess;
    #[pymodule_export]
    use super::page::{Extracted, Page, extract, page};
    #[pymodule_export]
    use super::records::{Records, input_files, page_columns, read_records, record_schema};
    #[pymodule_export]
    use super::repaired::{Repaired, repair};
    #[pymodule_export]
    use super::train::{train_chared, train_svm};

    /// The version of the library.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}

/// Python places its objects at multiples of 16; what needs more than that belongs in a box.
macro_rules! fits_into_an_object {
    ($($class:ty),*) => { $(const _: () = assert!(align_of::<$class>() <= 16);)* };
}

fits_into_an_object!(
    decoded::Decoded,
    detector::Detector,
    detector::Stream,
    encoding::Encoding,
    guess::Guess,
    page::Extracted,
    page::Page,
    records::Records,
    repaired::Repaired
);
