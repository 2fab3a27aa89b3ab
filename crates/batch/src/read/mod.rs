//! Where pages come from: files of pages, JSON lines, Parquet, WARC.
//!
//! Inputs in, pieces of work out ([`pieces`]); a piece in, what is found in it out ([`work`]).

// From inputs to pieces.
pub mod kind;
pub mod mark;
pub mod pieces;
pub mod work;

// A file of one page.
pub mod page;

// Tables.
pub mod columns;
pub mod lines;
pub mod rows;

// WARC: records, however they are packed.
pub mod archive;
pub mod members;
pub mod warc;
pub mod window;

// What records and files are wrapped in.
pub mod codec;
pub mod gzip;
pub mod http;
pub mod inflate;
pub mod packed;
pub mod source;

// How much work reading is, for tests.
#[cfg(test)]
mod linear;
mod steps;
