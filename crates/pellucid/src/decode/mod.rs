//! Bytes and an encoding in; text, and exactly what could not be read, out. And back again.
//!
//! Whatever the bytes, there is a text: what means nothing in the encoding is replaced, counted and located.
//! What to do with it instead, and every clean-up, is asked for with [`Options`]. Three depths:
//!
//! ```
//! use pellucid::decode::{Options, Policy};
//! use pellucid::encodings::WINDOWS_1251;
//!
//! // One call.
//! let decoded = WINDOWS_1251.decode(b"\xCF\xF0\xE8\xE2\xE5\xF2");
//! assert_eq!(decoded.text(), "Привет");
//!
//! // Configured.
//! let strict = Options::new().errors(Policy::Fail);
//! assert!(strict.decode(&pellucid::encodings::UTF_8, b"caf\xE9").is_err());
//!
//! // In pieces, with bounded memory.
//! let mut decoder = Options::new().decoder(&WINDOWS_1251);
//! let mut text = String::new();
//! for piece in [&b"\xCF\xF0"[..], b"\xE8\xE2\xE5\xF2"] {
//!     decoder.feed(piece, &mut text)?;
//! }
//! decoder.finish(&mut text)?;
//! assert_eq!(text, "Привет");
//! # Ok::<(), pellucid::decode::DecodeError>(())
//! ```
//!
//! encoding_rs reads the encodings of the web, at its speed; `schemes/` read the others, from `tables/` which
//! a tool wrote or by rules. Both meet in [`Decoder`], the only place which knows about chunks, positions and
//! policies; the one-shot form is the same decoder with a single chunk, behind a shortcut for text that can
//! be borrowed.
//!
//! Writing ([`Encoding::encode`]) is for making test pages and training data, and so covers every encoding
//! too.

mod cleanup;
pub(crate) mod codec;
mod damage;
mod decoder;
mod options;
mod reader;
pub(crate) mod schemes;
pub(crate) mod tables;
mod writing;

use std::borrow::Cow;

pub use damage::{Damage, DecodeError};
pub use decoder::Decoder;
pub use options::{Bom, Controls, Newlines, Options, Policy};
pub use reader::Reader;
pub use writing::{EncodeError, Encoded, Unmappable, Writing};

use crate::encodings::{self, Encoding};
use crate::guess::Guess;
use codec::Codec;

/// Text read from bytes, and what could not be read.
#[derive(Clone, Debug, PartialEq)]
pub struct Decoded<'a> {
    text: Cow<'a, str>,
    encoding: &'static Encoding,
    damage: Damage,
    pub(crate) guess: Option<Guess>,
}

impl<'a> Decoded<'a> {
    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text, borrowed where the bytes were already what was wanted.
    pub fn into_text(self) -> Cow<'a, str> {
        self.text
    }

    /// The encoding the bytes were read in.
    pub fn encoding(&self) -> &'static Encoding {
        self.encoding
    }

    /// How the encoding was found, where it was not given: see [`crate::decode()`].
    pub fn guess(&self) -> Option<&Guess> {
        self.guess.as_ref()
    }

    /// What meant nothing in this encoding.
    pub fn damage(&self) -> &Damage {
        &self.damage
    }
}

impl Encoding {
    /// Reads bytes in this encoding. What means nothing becomes U+FFFD, a byte order mark is dropped.
    ///
    /// In `binary` only ASCII means something; in `replacement` nothing does, and all bytes together are one
    /// damage; `x-user-defined` reads bytes above 0x7F as private use.
    pub fn decode<'a>(&'static self, bytes: &'a [u8]) -> Decoded<'a> {
        decode(&Options::new(), self, bytes).0
    }

    /// Writes a text in this encoding, without a byte order mark. What the encoding lacks becomes `?`.
    ///
    /// See [`Writing`] for `replacement` and `binary`, and for other policies.
    pub fn encode(&'static self, text: &str) -> Encoded {
        Writing::new().run(self, text).0
    }
}

impl Options {
    /// Reads bytes at once. Fails only with [`Policy::Fail`].
    pub fn decode<'a>(
        &self,
        encoding: &'static Encoding,
        bytes: &'a [u8],
    ) -> Result<Decoded<'a>, DecodeError> {
        match decode(self, encoding, bytes) {
            (decoded, None) => Ok(decoded),
            (_, Some(error)) => Err(error),
        }
    }
}

/// The text up to an error, if there is one.
fn decode<'a>(
    options: &Options,
    encoding: &'static Encoding,
    bytes: &'a [u8],
) -> (Decoded<'a>, Option<DecodeError>) {
    if let Some(text) = borrow(options, encoding, bytes) {
        return (Decoded { text: text.into(), encoding, damage: Damage::default(), guess: None }, None);
    }
    let mut decoder = options.decoder(encoding);
    let mut text = String::new();
    let result = decoder.feed(bytes, &mut text).and_then(|()| decoder.finish(&mut text));
    let damage = decoder.into_damage();
    (Decoded { text: text.into(), encoding, damage, guess: None }, result.err())
}

/// The bytes as text, where nothing has to be changed.
fn borrow<'a>(options: &Options, encoding: &'static Encoding, bytes: &'a [u8]) -> Option<&'a str> {
    let is_ascii = || encoding_rs::Encoding::ascii_valid_up_to(bytes) == bytes.len();
    if encoding != &encodings::UTF_8 && !(reads_ascii(encoding) && is_ascii()) {
        return None;
    }
    // What is valid is borrowed, and checked only once; the standard library's check is slower.
    let valid = encoding_rs::UTF_8.decode_without_bom_handling_and_without_replacement(bytes)?;
    let Cow::Borrowed(text) = valid else { return None };
    let text = match options.bom {
        Bom::Strip => text.strip_prefix('\u{FEFF}').unwrap_or(text),
        Bom::Keep => text,
    };
    options.cleanup().is_clean(text).then_some(text)
}

/// Whether bytes below 0x80 are ASCII text as they stand.
fn reads_ascii(encoding: &'static Encoding) -> bool {
    match encoding.codec {
        Codec::Scheme(scheme) => scheme.reads_ascii(),
        Codec::Whatwg(_) => encoding.is_ascii_compatible(),
    }
}
