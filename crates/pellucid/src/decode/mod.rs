//! Bytes and an encoding in; text, and exactly what could not be read, out. And back again.
//!
//! Whatever the bytes, there is a text: what means nothing in the encoding is replaced, counted and located.
//! What to do with it instead, and every clean-up, is asked for with [`DecodeOptions`]. Three depths:
//!
//! ```
//! use pellucid::decode::{DecodeOptions, Errors};
//! use pellucid::encodings::WINDOWS_1251;
//!
//! // One call.
//! let decoded = WINDOWS_1251.decode(b"\xCF\xF0\xE8\xE2\xE5\xF2");
//! assert_eq!(decoded.text(), "Привет");
//!
//! // Configured.
//! let strict = DecodeOptions::new().errors(Errors::Strict);
//! assert!(strict.decode(&pellucid::encodings::UTF_8, b"caf\xE9").is_err());
//!
//! // In pieces, with bounded memory.
//! let mut decoder = DecodeOptions::new().decoder(&WINDOWS_1251);
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
//! [`declare`] sets right what a page declares about its encoding, before its text is written in another one.
//!
//! EncodeOptions ([`Encoding::encode`]) is for making test pages and training data, and so covers every encoding
//! too.

mod cleanup;
pub(crate) mod codec;
mod damage;
mod declare;
mod decoder;
mod encode;
mod options;
mod reader;
pub(crate) mod schemes;
pub(crate) mod tables;

use std::borrow::Cow;

pub use damage::{Damage, DecodeError};
pub use declare::{DECLARED_WITHIN, declare};
pub use decoder::Decoder;
pub use encode::{EncodeError, EncodeOptions, Encoded, Unmappable};
pub use options::{Bom, Controls, DecodeOptions, Errors, Newlines};
pub use reader::Reader;

use crate::encodings::{self, Encoding};
use crate::guess::Guess;
use crate::repair::{Check, Layer, Mixed, Repaired};
use codec::Codec;

/// Text read from bytes, and what could not be read.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Decoded<'a> {
    text: Cow<'a, str>,
    encoding: &'static Encoding,
    damage: Damage,
    guess: Option<Guess>,
    mixed: Option<Mixed>,
    layers: Vec<Layer>,
}

impl<'a> Decoded<'a> {
    pub(crate) fn new(
        text: impl Into<Cow<'a, str>>,
        encoding: &'static Encoding,
        damage: Damage,
    ) -> Decoded<'a> {
        Decoded { text: text.into(), encoding, damage, guess: None, mixed: None, layers: Vec::new() }
    }

    /// A text that was decoded already.
    #[cfg(feature = "extract")]
    pub(crate) fn of_text(text: &'a str, guess: Guess) -> Decoded<'a> {
        Decoded::new(text, guess.encoding(), Damage::default()).found_by(guess)
    }

    pub(crate) fn found_by(self, guess: Guess) -> Decoded<'a> {
        Decoded { guess: Some(guess), ..self }
    }

    pub(crate) fn with_pieces(self, mixed: Option<Mixed>) -> Decoded<'a> {
        Decoded { mixed, ..self }
    }

    /// Repairs the text.
    pub(crate) fn undo_misreadings(&mut self, repair: impl Fn(&str) -> Repaired<'_>) {
        let repaired = repair(&self.text);
        if !repaired.is_unchanged() {
            let layers = repaired.layers().to_vec();
            self.text = repaired.into_text().into_owned().into();
            self.layers = layers;
        }
    }

    /// Cleans the text up, where that was not done while it was read.
    pub(crate) fn clean(&mut self, options: &DecodeOptions) {
        if !options.cleanup().is_clean(&self.text) {
            options.clean(self.text.to_mut());
        }
    }

    /// Sets the declarations right, for a text that will be written in this encoding.
    pub(crate) fn declare(&mut self, encoding: &'static Encoding) {
        if let Cow::Owned(text) = declare(&self.text, encoding) {
            self.text = text.into();
        }
    }

    /// The same without the text.
    #[cfg(feature = "extract")]
    pub(crate) fn without_text(self) -> Decoded<'static> {
        let Decoded { encoding, damage, guess, mixed, layers, .. } = self;
        Decoded { text: Cow::Borrowed(""), encoding, damage, guess, mixed, layers }
    }

    /// How many bytes the text takes beside the page.
    #[cfg(feature = "extract")]
    pub(crate) fn held(&self) -> usize {
        match &self.text {
            Cow::Borrowed(_) => 0,
            Cow::Owned(text) => text.capacity(),
        }
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text, borrowed where the bytes were already what was wanted.
    #[must_use]
    pub fn into_text(self) -> Cow<'a, str> {
        self.text
    }

    /// The encoding that the bytes were read in.
    #[must_use]
    pub fn encoding(&self) -> &'static Encoding {
        self.encoding
    }

    /// How the encoding was found; none from [`Encoding::decode`], which is given it.
    #[must_use]
    pub fn guess(&self) -> Option<&Guess> {
        self.guess.as_ref()
    }

    /// What meant nothing in this encoding.
    #[must_use]
    pub fn damage(&self) -> &Damage {
        &self.damage
    }

    /// The pieces that were read in another encoding, with [`PageOptions::mixed`](crate::PageOptions::mixed).
    #[must_use]
    pub fn mixed(&self) -> Option<&Mixed> {
        self.mixed.as_ref()
    }

    /// What was repaired, with [`PageOptions::repair`](crate::PageOptions::repair): the last misreading first.
    #[must_use]
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// Counts what clear text has little of.
    #[must_use]
    pub fn check(&self) -> Check {
        Check::of(self.text())
    }
}

impl Encoding {
    /// Reads bytes in this encoding. What means nothing becomes U+FFFD, a byte order mark is dropped.
    ///
    /// In `binary` only ASCII means something; in `replacement` nothing does, and all bytes together are one
    /// damage; `x-user-defined` reads bytes above 0x7F as private use.
    pub fn decode<'a>(&'static self, bytes: &'a [u8]) -> Decoded<'a> {
        let decoded = decode(&DecodeOptions::new(), self, bytes, None);
        decoded.unwrap_or_else(|error| unreachable!("damage is replaced: {error}"))
    }

    /// Writes a text in this encoding, without a byte order mark. What the encoding lacks becomes `?`.
    ///
    /// See [`EncodeOptions`] for `replacement` and `binary`, and for other ways to treat errors.
    #[must_use]
    pub fn encode(&'static self, text: &str) -> Encoded {
        EncodeOptions::new().run(self, text).0
    }
}

impl DecodeOptions {
    /// Reads bytes at once. Fails only with [`Errors::Strict`] and [`Errors::Reject`].
    pub fn decode<'a>(
        &self,
        encoding: &'static Encoding,
        bytes: &'a [u8],
    ) -> Result<Decoded<'a>, DecodeError> {
        decode(self, encoding, bytes, None)
    }
}

/// Reads bytes at once. `valid` are the same bytes as a string, where somebody found that they are valid UTF-8.
pub(crate) fn decode<'a>(
    options: &DecodeOptions,
    encoding: &'static Encoding,
    bytes: &'a [u8],
    valid: Option<&'a str>,
) -> Result<Decoded<'a>, DecodeError> {
    if let Some(text) = borrow(options, encoding, bytes, valid) {
        return Ok(Decoded::new(text, encoding, Damage::default()));
    }
    let mut decoder = options.decoder(encoding);
    // Detection decodes many short pieces: there, no text is to be moved because it needs more room than its bytes.
    let room = if bytes.len() <= SHORT { 2 * bytes.len() } else { 0 };
    let mut text = String::with_capacity(room);
    decoder.feed(bytes, &mut text)?;
    decoder.finish(&mut text)?;
    Ok(Decoded::new(text, encoding, decoder.into_damage()))
}

/// Bytes of a piece for which room costs nothing.
const SHORT: usize = 1024;

/// The bytes as text, where nothing has to be changed.
fn borrow<'a>(
    options: &DecodeOptions,
    encoding: &'static Encoding,
    bytes: &'a [u8],
    valid: Option<&'a str>,
) -> Option<&'a str> {
    let is_ascii = || encoding_rs::Encoding::ascii_valid_up_to(bytes) == bytes.len();
    if encoding != &encodings::UTF_8 && !(reads_ascii(encoding) && is_ascii()) {
        return None;
    }
    // What is valid is borrowed, and checked only once; the standard library's check is slower.
    let text = valid.or_else(|| simdutf8::basic::from_utf8(bytes).ok())?;
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
