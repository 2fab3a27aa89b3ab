//! Many pages: crawl archives in, text with its provenance out, nothing dropped silently.
//!
//! `read → page → write`, many pieces of the inputs at once ([`run()`]). What a page becomes is the same here, in the columns of
//! [`arrow`] and on a cluster: a [`Row`], or a [`Reject`] with its [`Reason`].

// In the order of the pipeline.
mod job;
mod journal;
mod memory;
mod run;
mod stamps;

pub mod read;
mod record;

mod options;
mod page;
mod row;

pub mod arrow;
pub mod write;

mod error;
mod tally;

pub use error::Error;
pub use job::Job;
pub use options::{MAX_BYTES, Options, TYPES};
pub use page::process;
pub use pellucid_files::{Input, Walk};
pub use read::columns::Columns;
pub use record::{Content, Found, Place, Reason, Record, Reject};
pub use row::{Cell, Field, Row};
pub use run::{Outcome, Watch, run};
pub use tally::Tally;
