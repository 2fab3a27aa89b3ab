//! What is wanted of each page.

use pellucid::DetectorBuilder;
use pellucid::extract::Extractor;

/// What becomes the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extract {
    /// The main content.
    #[default]
    Main,
    /// All that is seen of the page.
    All,
    /// The decoded page itself, markup and all.
    None,
}

impl Extract {
    /// All of them.
    pub const ALL: &[Extract] = &[Extract::Main, Extract::All, Extract::None];

    /// Its name on the command line, and in the field `extractor`.
    pub fn name(self) -> &'static str {
        match self {
            Extract::Main => "main",
            Extract::All => "all",
            Extract::None => "none",
        }
    }
}

/// What becomes of bytes that do not decode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EncodingErrors {
    /// They become U+FFFD.
    #[default]
    Replace,
    /// They are left out.
    Ignore,
    /// The page is rejected.
    Discard,
}

impl EncodingErrors {
    /// All of them.
    pub const ALL: &[EncodingErrors] =
        &[EncodingErrors::Replace, EncodingErrors::Ignore, EncodingErrors::Discard];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            EncodingErrors::Replace => "replace",
            EncodingErrors::Ignore => "ignore",
            EncodingErrors::Discard => "discard",
        }
    }
}

/// What is wanted of each page.
#[derive(Clone, Debug)]
pub struct Options {
    /// What becomes the text.
    pub extract: Extract,
    /// How main content is taken out.
    pub extractor: Extractor,
    /// What becomes of bytes that do not decode.
    pub encoding_errors: EncodingErrors,
    /// Pages whose encoding is less sure are rejected.
    pub min_confidence: f32,
    /// Pages in other languages are rejected, if there are any here: BCP 47 tags; `zh` is also `zh-Hant`.
    pub languages: Vec<String>,
    /// Media types that are read; others are rejected. A type that is missing, or says nothing, is always read.
    pub types: Vec<String>,
    /// HTTP statuses that are read, if there are any here; others are rejected. Pages without one are always read.
    pub statuses: Vec<u16>,
    /// The most bytes that a page may have, out of its wrappings. Longer ones are rejected.
    pub max_bytes: usize,
    /// What is known of all pages; what is known of each is added.
    pub hints: DetectorBuilder,
}

/// Web pages and plain text: where people write to people.
pub const TYPES: [&str; 3] = ["text/html", "application/xhtml+xml", "text/plain"];

/// The most bytes of a page, unless asked for otherwise. Common Crawl cuts pages at one mebibyte, lately five; the working
/// memory of extraction may be fifty times the page where it consists of nothing but tags.
pub const MAX_BYTES: usize = 16 << 20;

impl Default for Options {
    fn default() -> Options {
        Options {
            extract: Extract::default(),
            extractor: Extractor::default(),
            encoding_errors: EncodingErrors::default(),
            min_confidence: 0.0,
            languages: Vec::new(),
            types: TYPES.map(String::from).to_vec(),
            statuses: Vec::new(),
            max_bytes: MAX_BYTES,
            hints: DetectorBuilder::default(),
        }
    }
}
