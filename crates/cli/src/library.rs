//! What the commands need of the library's `decode` and `strip`, in one place.

use encoding_rs::{DecoderResult, EncoderResult};
use pellucid::Encoding;

/// What to do with bytes that do not decode, and with characters which the target encoding lacks.
#[derive(clap::ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Errors {
    /// Put U+FFFD in the place of bytes, `?` in that of characters
    #[default]
    Replace,
    /// Leave them out
    Ignore,
    /// Give the input up
    Fail,
    /// Write `&#xE9;` for a byte that does not decode, `&#8364;` for a character which the target lacks
    References,
}

/// How to decode.
#[derive(Clone, Copy, Debug, Default)]
pub struct DecodeOptions {
    pub errors: Errors,
    pub keep_bom: bool,
    pub newlines: bool,
    pub controls: bool,
}

/// What did not decode.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Damage {
    /// In how many places.
    pub count: u64,
    /// The offsets of the first of them.
    pub first: Vec<u64>,
}

/// How many offsets of damage are kept.
const KEPT: usize = 8;

/// Decodes a page which arrives in pieces.
pub struct Decoder {
    decoder: encoding_rs::Decoder,
    options: DecodeOptions,
    damage: Damage,
    seen: u64,
    after_cr: bool,
}

impl Decoder {
    pub fn new(encoding: &'static Encoding, options: DecodeOptions) -> Decoder {
        let encoding = encoding.whatwg().unwrap_or(encoding_rs::WINDOWS_1252);
        let decoder = if options.keep_bom {
            encoding.new_decoder_without_bom_handling()
        } else {
            encoding.new_decoder_with_bom_removal()
        };
        Decoder { decoder, options, damage: Damage::default(), seen: 0, after_cr: false }
    }

    pub fn feed(&mut self, bytes: &[u8], text: &mut String) {
        self.run(bytes, text, false);
    }

    pub fn finish(&mut self, text: &mut String) {
        self.run(&[], text, true);
    }

    pub fn damage(&self) -> &Damage {
        &self.damage
    }

    fn run(&mut self, mut bytes: &[u8], text: &mut String, last: bool) {
        let mut raw = String::new();
        loop {
            raw.reserve(self.decoder.max_utf8_buffer_length(bytes.len()).unwrap_or(0).max(16));
            let (result, read) = self.decoder.decode_to_string_without_replacement(bytes, &mut raw, last);
            let taken = &bytes[..read];
            bytes = &bytes[read..];
            self.seen += read as u64;
            match result {
                DecoderResult::InputEmpty => break,
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(length, after) => {
                    self.damage.count += 1;
                    if self.damage.first.len() < KEPT {
                        self.damage.first.push(self.seen - u64::from(length) - u64::from(after));
                    }
                    match self.options.errors {
                        Errors::Ignore => {}
                        Errors::References if read >= usize::from(length + after) => {
                            let end = read - usize::from(after);
                            for byte in &taken[end - usize::from(length)..end] {
                                raw.push_str(&format!("&#x{byte:X};"));
                            }
                        }
                        _ => raw.push('\u{FFFD}'),
                    }
                }
            }
        }
        for c in raw.chars() {
            let after_cr = std::mem::replace(&mut self.after_cr, c == '\r');
            match c {
                '\r' if self.options.newlines => text.push('\n'),
                '\n' if self.options.newlines && after_cr => {}
                c if self.options.controls && c.is_control() && !"\t\n\r".contains(c) => {}
                c => text.push(c),
            }
        }
    }
}

/// Whether text can be written in this encoding.
pub fn can_encode(encoding: &'static Encoding) -> bool {
    encoding.whatwg().is_some_and(|whatwg| whatwg.output_encoding() == whatwg)
}

/// Writes text, which arrives in pieces, in another encoding.
pub struct Encoder {
    encoder: encoding_rs::Encoder,
    errors: Errors,
    lacking: u64,
}

impl Encoder {
    pub fn new(encoding: &'static Encoding, errors: Errors) -> Encoder {
        let encoder = encoding.whatwg().unwrap_or(encoding_rs::UTF_8).new_encoder();
        Encoder { encoder, errors, lacking: 0 }
    }

    pub fn feed(&mut self, text: &str, bytes: &mut Vec<u8>) {
        self.run(text, bytes, false);
    }

    pub fn finish(&mut self, bytes: &mut Vec<u8>) {
        self.run("", bytes, true);
    }

    /// How many characters the encoding lacks.
    pub fn lacking(&self) -> u64 {
        self.lacking
    }

    fn run(&mut self, mut text: &str, bytes: &mut Vec<u8>, last: bool) {
        loop {
            let room = self.encoder.max_buffer_length_from_utf8_without_replacement(text.len());
            bytes.reserve(room.unwrap_or(0).max(16));
            let (result, read) = self.encoder.encode_from_utf8_to_vec_without_replacement(text, bytes, last);
            text = &text[read..];
            match result {
                EncoderResult::InputEmpty => return,
                EncoderResult::OutputFull => {}
                EncoderResult::Unmappable(c) => {
                    self.lacking += 1;
                    match self.errors {
                        Errors::References => bytes.extend_from_slice(format!("&#{};", c as u32).as_bytes()),
                        Errors::Ignore => {}
                        Errors::Replace | Errors::Fail => bytes.push(b'?'),
                    }
                }
            }
        }
    }
}

/// A part of a page's text.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// What a reader sees
    Text,
    /// The title
    Title,
    /// Attributes which are read or shown: alt, title, placeholder and their like
    Attributes,
    /// What <meta> says of the page: its description and keywords
    Descriptions,
}

/// How markup is found.
#[derive(clap::ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StripMethod {
    /// In the bytes themselves
    #[default]
    Direct,
    /// By reading the page as ISO-8859-1, parsing it, and writing its text as ISO-8859-1 again
    Latin1,
}

/// Fewer visible characters than this are too few to tell an encoding from.
pub const SCARCE: u64 = 40;

/// Removes the markup of a page which arrives in pieces.
pub struct Stripper {
    parts: Vec<Part>,
    inside: bool,
    visible: u64,
}

impl Stripper {
    pub fn new(_method: StripMethod, parts: &[Part]) -> Stripper {
        Stripper { parts: parts.to_vec(), inside: false, visible: 0 }
    }

    pub fn feed(&mut self, bytes: &[u8], text: &mut Vec<u8>) {
        for &byte in bytes {
            match byte {
                b'<' => self.inside = true,
                b'>' if self.inside => self.inside = false,
                byte if !self.inside && self.parts.contains(&Part::Text) => {
                    self.visible += u64::from(!byte.is_ascii_whitespace());
                    text.push(byte);
                }
                _ => {}
            }
        }
    }

    pub fn finish(&mut self, _text: &mut Vec<u8>) {}

    pub fn visible(&self) -> u64 {
        self.visible
    }
}
