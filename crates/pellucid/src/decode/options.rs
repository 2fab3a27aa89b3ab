//! How text is read: what becomes of damage, and which clean-ups are wanted. By default, none.

use super::cleanup::Cleanup;
use super::decoder::Decoder;
use super::reader::Reader;
use crate::encodings::Encoding;
use crate::named::named;

/// What becomes of bytes that do not decode, and of characters that an encoding lacks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Errors {
    /// Reading: each malformed sequence becomes U+FFFD. Writing: each character that the encoding lacks
    /// becomes `?`.
    #[default]
    Replace,
    /// They are left out.
    Ignore,
    /// The first of them is an error, and nothing after it is looked at.
    Strict,
    /// They are an error, after everything was read, so that all of them are counted.
    Reject,
    /// Reading: each byte becomes a reference in hexadecimal, `&#xE9;`, so that nothing is lost (what
    /// the byte is, not what it means). Writing: the character becomes a reference in decimal, `&#233;`.
    References,
}

named!(Errors, "way to treat errors":
    Replace => "replace",
    Ignore => "ignore",
    Strict => "strict",
    Reject => "reject",
    References => "references",
);

/// What to do with a byte order mark at the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Bom {
    /// It is no text: dropped.
    #[default]
    Strip,
    /// It stays, as U+FEFF.
    Keep,
}

/// What to do with line breaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Newlines {
    /// They stay.
    #[default]
    Keep,
    /// CR LF, CR alone, and NEL (U+0085, the line break of EBCDIC) become LF.
    Lf,
}

/// What to do with characters that are none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Controls {
    /// They stay.
    #[default]
    Keep,
    /// C0 and C1 controls, DEL, U+FEFF inside of the text and noncharacters are left out; tabs and line
    /// breaks stay.
    Remove,
}

/// How text is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[must_use]
pub struct DecodeOptions {
    pub(super) errors: Errors,
    pub(super) bom: Bom,
    pub(super) newlines: Newlines,
    pub(super) controls: Controls,
}

impl DecodeOptions {
    /// Damage is replaced, a byte order mark is dropped, and everything else stays.
    pub fn new() -> DecodeOptions {
        DecodeOptions::default()
    }

    /// What becomes of damage.
    pub fn errors(mut self, errors: Errors) -> DecodeOptions {
        self.errors = errors;
        self
    }

    /// What becomes of a byte order mark.
    pub fn bom(mut self, bom: Bom) -> DecodeOptions {
        self.bom = bom;
        self
    }

    /// What becomes of line breaks.
    pub fn newlines(mut self, newlines: Newlines) -> DecodeOptions {
        self.newlines = newlines;
        self
    }

    /// What becomes of control characters.
    pub fn controls(mut self, controls: Controls) -> DecodeOptions {
        self.controls = controls;
        self
    }

    /// Reads bytes which arrive in pieces.
    pub fn decoder(&self, encoding: &'static Encoding) -> Decoder {
        Decoder::new(*self, encoding)
    }

    /// Reads UTF-8 from a source of bytes in another encoding.
    pub fn reader<R: std::io::Read>(&self, encoding: &'static Encoding, source: R) -> Reader<R> {
        Reader::new(self.decoder(encoding), source)
    }

    /// The same without clean-ups, for those who do them later with [`DecodeOptions::clean`]: a control character may be half of
    /// something that can be repaired.
    pub fn without_cleanup(self) -> DecodeOptions {
        self.newlines(Newlines::Keep).controls(Controls::Keep)
    }

    /// Whether damage is an error after all of it was counted.
    pub(crate) fn rejects(&self) -> bool {
        self.errors == Errors::Reject
    }

    /// Cleans a whole text up, as reading with these options would have.
    pub fn clean(&self, text: &mut String) {
        self.cleanup().apply(text, 0);
    }

    pub(super) fn cleanup(&self) -> Cleanup {
        Cleanup::new(self)
    }
}
