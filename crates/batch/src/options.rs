//! What is wanted of each page.

use pellucid::{Detector, Language, PageOptions};

/// What is wanted of each page.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// What is known about all pages; what is known about each is added.
    pub detector: Detector,
    /// How pages become text.
    pub page: PageOptions,
    /// Pages whose encoding is less sure are rejected.
    pub min_confidence: f32,
    /// Pages whose main content is chosen less well, by the model's own estimate, are rejected.
    pub min_quality: f32,
    /// Pages in other languages are rejected, if there are any here. `zh` includes `zh-Hant`, `no` includes `nb`.
    pub keep_languages: Vec<Language>,
    /// Media types that are read; others are rejected. A type that is missing, or says nothing, is always read.
    pub types: Vec<String>,
    /// HTTP statuses that are read, if there are any here; others are rejected. Pages without one are always read.
    pub statuses: Vec<u16>,
    /// The most bytes that a page may have after decompression. Longer ones are rejected.
    pub max_bytes: usize,
}

/// Web pages and plain text: where people write to people.
pub const TYPES: [&str; 3] = ["text/html", "application/xhtml+xml", "text/plain"];

/// The most bytes of a page, unless asked for otherwise. Common Crawl cuts pages at one mebibyte, lately five;
/// extraction may take twenty times the page.
pub const MAX_BYTES: usize = 16 << 20;

impl Default for Options {
    fn default() -> Options {
        Options {
            detector: Detector::default(),
            page: PageOptions::new(),
            min_confidence: 0.0,
            min_quality: 0.0,
            keep_languages: Vec::new(),
            types: TYPES.map(String::from).to_vec(),
            statuses: Vec::new(),
            max_bytes: MAX_BYTES,
        }
    }
}
