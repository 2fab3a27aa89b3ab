//! Where pages come from: files of pages, JSON lines, Parquet, WARC.
//!
//! Paths in, pieces of work out ([`pieces`]); a piece in, what is found in it out.

pub mod archive;
pub mod columns;
pub mod gzip;
pub mod http;
pub mod inputs;
pub mod lines;
pub mod members;
pub mod pieces;
pub mod rows;
pub mod source;
pub mod warc;
pub mod window;
