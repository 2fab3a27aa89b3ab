//! What a caller brings, and what it wants: a page as it comes in, and what is to be done with it.

use crate::decode::{DecodeOptions, Errors};
use crate::encodings::Encoding;
#[cfg(feature = "extract")]
use crate::extract::{Extract, Extractor};

/// A page as it comes in. Slices of bytes and strings turn into it by themselves.
#[derive(Clone, Copy, Debug)]
pub enum Input<'a> {
    /// Its bytes, in an encoding that is to be found.
    Bytes(&'a [u8]),
    /// Its text: somebody has decoded it already.
    Text(&'a str),
}

/// What is wanted from a page, once its encoding is known.
///
/// ```
/// use pellucid::decode::Errors;
/// use pellucid::{Detector, PageOptions};
///
/// let strict = PageOptions::new().errors(Errors::Strict);
/// let error = Detector::default().decode_with(b"<meta charset=utf-8>caf\xE9 \xC3\xA9t\xC3\xA9".as_slice(), &strict).unwrap_err();
/// assert_eq!(error.offset(), 23);
/// ```
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct PageOptions {
    pub(crate) decode: DecodeOptions,
    pub(crate) mixed: bool,
    pub(crate) repair: bool,
    pub(crate) declare: Option<&'static Encoding>,
    #[cfg(feature = "extract")]
    pub(crate) extract: Extract,
    #[cfg(feature = "extract")]
    pub(crate) extractor: Extractor,
    #[cfg(feature = "extract")]
    pub(crate) keep_plain: bool,
    #[cfg(feature = "extract")]
    pub(crate) explain: bool,
}

impl PageOptions {
    /// Damage is replaced, nothing is repaired, and the main content is extracted.
    pub fn new() -> PageOptions {
        PageOptions::default()
    }

    /// What becomes of bytes that do not decode.
    pub fn errors(mut self, errors: Errors) -> PageOptions {
        self.decode = self.decode.errors(errors);
        self
    }

    /// How bytes become text: errors, byte order mark, line breaks, control characters.
    pub fn decode(mut self, options: DecodeOptions) -> PageOptions {
        self.decode = options;
        self
    }

    /// Whether a page may be in two encodings, UTF-8 and a legacy one: each piece is read in its own.
    ///
    /// In a page of UTF-8, the encoding of the other pieces is detected from them; it is windows-1252 if they are too few.
    /// Pages that are neither UTF-8 nor single-byte nor multi-byte have no such pieces.
    ///
    /// ```
    /// use pellucid::{Detector, PageOptions};
    ///
    /// let page = "<p>Une page en UTF-8, déjà très appréciée</p><p>et un morceau collé, ".as_bytes();
    /// let page = [page, b"d\xE9j\xE0 vu</p>"].concat();
    /// let decoded = Detector::default().decode_with(&page, &PageOptions::new().mixed(true))?;
    /// assert!(decoded.text().ends_with("collé, déjà vu</p>"));
    /// let mixed = decoded.mixed().unwrap();
    /// assert_eq!((mixed.other().name(), mixed.pieces(), mixed.bytes()), ("windows-1252", 2, 2));
    /// # Ok::<(), pellucid::decode::DecodeError>(())
    /// ```
    pub fn mixed(mut self, mixed: bool) -> PageOptions {
        self.mixed = mixed;
        self
    }

    /// Whether double encoding is undone: see [`repair()`](crate::repair()). Only in pages that were read in an encoding of all of Unicode, or
    /// with [`PageOptions::mixed`]: in a legacy encoding, "Ã©" is a piece of UTF-8.
    pub fn repair(mut self, repair: bool) -> PageOptions {
        self.repair = repair;
        self
    }

    /// The encoding that the text will be written in: every declaration in it is set right, as [`declare`](crate::decode::declare)
    /// does, so that a browser reads what was written. By default, declarations stay as they are.
    ///
    /// ```
    /// use pellucid::{Detector, PageOptions, encodings};
    ///
    /// let options = PageOptions::new().declare(&encodings::UTF_8);
    /// let decoded = Detector::default().decode_with(b"<meta charset=latin1>caf\xE9", &options)?;
    /// assert_eq!(decoded.text(), "<meta charset=utf-8>café");
    /// # Ok::<(), pellucid::decode::DecodeError>(())
    /// ```
    pub fn declare(mut self, encoding: impl Into<Option<&'static Encoding>>) -> PageOptions {
        self.declare = encoding.into();
        self
    }

    /// What of a page becomes its text: by default, the main content.
    #[cfg(feature = "extract")]
    pub fn extract(mut self, extract: Extract) -> PageOptions {
        self.extract = extract;
        self
    }

    /// Who extracts the main content, and how.
    #[cfg(feature = "extract")]
    pub fn extractor(mut self, extractor: Extractor) -> PageOptions {
        self.extractor = extractor;
        self
    }

    /// Whether text that has no tags in its first 4096 bytes is kept as it is, since it is not HTML.
    #[cfg(feature = "extract")]
    pub fn keep_plain(mut self, keep: bool) -> PageOptions {
        self.keep_plain = keep;
        self
    }

    /// Whether [`Extracted::blocks`](crate::extract::Extracted::blocks) keeps every block with its score.
    #[cfg(feature = "extract")]
    pub fn explain(mut self, explain: bool) -> PageOptions {
        self.explain = explain;
        self
    }

    /// What of a page becomes its text.
    #[cfg(feature = "extract")]
    #[must_use]
    pub fn extracts(&self) -> Extract {
        self.extract
    }
}

impl<'a> Input<'a> {
    pub(crate) fn bytes(self) -> &'a [u8] {
        match self {
            Input::Bytes(bytes) => bytes,
            Input::Text(text) => text.as_bytes(),
        }
    }
}

impl<'a> From<&'a [u8]> for Input<'a> {
    fn from(bytes: &'a [u8]) -> Input<'a> {
        Input::Bytes(bytes)
    }
}

impl<'a, const N: usize> From<&'a [u8; N]> for Input<'a> {
    fn from(bytes: &'a [u8; N]) -> Input<'a> {
        Input::Bytes(bytes)
    }
}

impl<'a> From<&'a Vec<u8>> for Input<'a> {
    fn from(bytes: &'a Vec<u8>) -> Input<'a> {
        Input::Bytes(bytes)
    }
}

impl<'a> From<&'a str> for Input<'a> {
    fn from(text: &'a str) -> Input<'a> {
        Input::Text(text)
    }
}

impl<'a> From<&'a String> for Input<'a> {
    fn from(text: &'a String) -> Input<'a> {
        Input::Text(text)
    }
}
