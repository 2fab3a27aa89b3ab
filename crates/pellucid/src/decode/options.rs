//! How text is read: what becomes of damage, and which clean-ups are wanted. By default, none.

use super::cleanup::Cleanup;
use super::decoder::Decoder;
use super::reader::Reader;
use crate::encodings::Encoding;

/// What to do with what can't be read, or can't be written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Policy {
    /// Reading: each malformed sequence becomes U+FFFD. Writing: each character that the encoding lacks
    /// becomes `?`.
    #[default]
    Replace,
    /// It is left out.
    Ignore,
    /// It is an error.
    Fail,
    /// Reading: each byte of it becomes a reference in hexadecimal, `&#xE9;`, so that nothing is lost (what
    /// the byte is, not what it means). Writing: the character becomes a reference in decimal, `&#233;`.
    References,
}

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
pub struct Options {
    pub(super) errors: Policy,
    pub(super) bom: Bom,
    pub(super) newlines: Newlines,
    pub(super) controls: Controls,
}

impl Options {
    /// Damage is replaced, a byte order mark is dropped, and everything else stays.
    pub fn new() -> Options {
        Options::default()
    }

    /// What becomes of damage.
    pub fn errors(mut self, errors: Policy) -> Options {
        self.errors = errors;
        self
    }

    /// What becomes of a byte order mark.
    pub fn bom(mut self, bom: Bom) -> Options {
        self.bom = bom;
        self
    }

    /// What becomes of line breaks.
    pub fn newlines(mut self, newlines: Newlines) -> Options {
        self.newlines = newlines;
        self
    }

    /// What becomes of control characters.
    pub fn controls(mut self, controls: Controls) -> Options {
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

    /// The same without clean-ups, for those who do them later with [`Options::clean`]: a control character may be half of
    /// something that can be repaired.
    pub fn without_cleanup(self) -> Options {
        self.newlines(Newlines::Keep).controls(Controls::Keep)
    }

    /// Cleans a whole text up, as reading with these options would have.
    pub fn clean(&self, text: &mut String) {
        self.cleanup().apply(text, 0);
    }

    pub(super) fn cleanup(&self) -> Cleanup {
        Cleanup::new(self)
    }
}
