//! Text in, bytes in any encoding out: for test pages and training data.

use std::fmt;

use super::codec::{Codec, Writer};
use super::options::Errors;
use crate::encodings::{self, Encoding};

/// How text is written.
///
/// `UTF-16LE` and `UTF-16BE` are really written, where a browser's form would send UTF-8 instead.
/// `replacement` is written as UTF-8, as the WHATWG standard says; in `binary` everything beyond ASCII is
/// unmappable.
///
/// ```
/// use pellucid::decode::{Errors, EncodeOptions};
/// use pellucid::encodings::KOI8_R;
///
/// let references = EncodeOptions::new().unmappable(Errors::References);
/// assert_eq!(references.encode(&KOI8_R, "ж→é")?.bytes(), b"\xD6&#8594;&#233;");
/// # Ok::<(), pellucid::decode::EncodeError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct EncodeOptions {
    unmappable: Errors,
    bom: bool,
}

impl EncodeOptions {
    /// What the encoding lacks becomes `?`, and no byte order mark is written.
    pub fn new() -> EncodeOptions {
        EncodeOptions::default()
    }

    /// What becomes of characters that the encoding lacks.
    pub fn unmappable(mut self, policy: Errors) -> EncodeOptions {
        self.unmappable = policy;
        self
    }

    /// Whether a byte order mark comes first, in encodings which have one.
    pub fn bom(mut self, bom: bool) -> EncodeOptions {
        self.bom = bom;
        self
    }

    /// Writes a text. Fails only with [`Errors::Strict`].
    pub fn encode(&self, encoding: &'static Encoding, text: &str) -> Result<Encoded, EncodeError> {
        match self.run(encoding, text) {
            (encoded, None) => Ok(encoded),
            (_, Some(error)) => Err(error),
        }
    }

    /// The bytes up to an error, if there is one.
    pub(super) fn run(&self, encoding: &'static Encoding, text: &str) -> (Encoded, Option<EncodeError>) {
        let mut engine = Engine::new(encoding);
        let mut encoded =
            Encoded { bytes: Vec::with_capacity(text.len()), unmappable: Unmappable::default() };
        if self.bom && encoding.family() == encodings::Family::Utf {
            engine.write("\u{FEFF}", &mut encoded.bytes);
        }
        let mut at = 0;
        loop {
            at += engine.write(&text[at..], &mut encoded.bytes);
            let Some(c) = text[at..].chars().next() else { break };
            encoded.unmappable.add(at, c);
            match self.unmappable {
                Errors::Replace => engine.write_all("?", &mut encoded.bytes),
                Errors::Ignore | Errors::Reject => {}
                Errors::References => {
                    engine.write_all(&format!("&#{};", u32::from(c)), &mut encoded.bytes);
                }
                Errors::Strict => {
                    let error = EncodeError { encoding, offset: at, character: c };
                    return (encoded, Some(error));
                }
            }
            at += c.len_utf8();
        }
        engine.finish(&mut encoded.bytes);
        let first = encoded.unmappable.positions().first().filter(|_| self.unmappable == Errors::Reject);
        let error = first.map(|&(offset, character)| EncodeError { encoding, offset, character });
        (encoded, error)
    }
}

/// Bytes written from a text, and what could not be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encoded {
    bytes: Vec<u8>,
    unmappable: Unmappable,
}

impl Encoded {
    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// The characters that the encoding lacks.
    pub fn unmappable(&self) -> &Unmappable {
        &self.unmappable
    }
}

/// Characters which an encoding lacks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unmappable {
    count: u64,
    positions: Vec<(usize, char)>,
}

impl Unmappable {
    /// How many positions are kept.
    pub const KEPT: usize = 64;

    /// How many there were. Exact, however many.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The first [`Unmappable::KEPT`] of them: the offset in the text, and the character.
    pub fn positions(&self) -> &[(usize, char)] {
        &self.positions
    }

    /// Whether everything was written.
    pub fn is_none(&self) -> bool {
        self.count == 0
    }

    fn add(&mut self, offset: usize, c: char) {
        self.count += 1;
        if self.positions.len() < Unmappable::KEPT {
            self.positions.push((offset, c));
        }
    }
}

/// The encoding lacks a character, and [`Errors::Strict`] was asked for. No other policy can fail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncodeError {
    encoding: &'static Encoding,
    offset: usize,
    character: char,
}

impl EncodeError {
    /// The encoding.
    pub fn encoding(&self) -> &'static Encoding {
        self.encoding
    }

    /// Where the character is in the text, in bytes.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// The character.
    pub fn character(&self) -> char {
        self.character
    }
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (c, offset) = (u32::from(self.character), self.offset);
        write!(f, "U+{c:04X} at offset {offset} is not in {}", self.encoding)
    }
}

impl std::error::Error for EncodeError {}

/// What writes the encoding.
enum Engine {
    Whatwg(Whatwg),
    /// encoding_rs would write UTF-8 for it.
    Utf16(fn(u16) -> [u8; 2]),
    Scheme(Box<dyn Writer>),
}

impl Engine {
    fn new(encoding: &'static Encoding) -> Engine {
        match encoding.codec {
            Codec::Whatwg(whatwg) if whatwg == encoding_rs::UTF_16LE => Engine::Utf16(u16::to_le_bytes),
            Codec::Whatwg(whatwg) if whatwg == encoding_rs::UTF_16BE => Engine::Utf16(u16::to_be_bytes),
            Codec::Whatwg(whatwg) => Engine::Whatwg(Whatwg::new(whatwg)),
            Codec::Scheme(scheme) => Engine::Scheme(scheme.writer()),
        }
    }

    /// Writes up to the first character which the encoding lacks; says how much of the text that is.
    fn write(&mut self, text: &str, out: &mut Vec<u8>) -> usize {
        match self {
            Engine::Whatwg(whatwg) => whatwg.write(text, false, out),
            Engine::Utf16(bytes) => {
                out.extend(text.encode_utf16().flat_map(bytes));
                text.len()
            }
            Engine::Scheme(writer) => {
                let mut at = 0;
                while at < text.len() {
                    match writer.write(&text[at..], out) {
                        Some(len) => at += len,
                        None => break,
                    }
                }
                at
            }
        }
    }

    /// Writes ASCII which stands for something else, in the encoding's own way: it may be EBCDIC, or shifted.
    fn write_all(&mut self, text: &str, out: &mut Vec<u8>) {
        let written = self.write(text, out);
        debug_assert_eq!(written, text.len(), "every encoding has digits and this punctuation");
    }

    fn finish(&mut self, out: &mut Vec<u8>) {
        match self {
            Engine::Whatwg(whatwg) => {
                whatwg.write("", true, out);
            }
            Engine::Utf16(_) => {}
            Engine::Scheme(writer) => writer.finish(out),
        }
    }
}

/// encoding_rs, stopping at what is unmappable.
struct Whatwg {
    encoder: encoding_rs::Encoder,
    /// Room for a part of the bytes: given a vector, encoding_rs touches every page of its spare room on each
    /// call, which is one for each unmappable character.
    block: Box<[u8; 4096]>,
}

impl Whatwg {
    fn new(encoding: &'static encoding_rs::Encoding) -> Whatwg {
        Whatwg { encoder: encoding.new_encoder(), block: Box::new([0; 4096]) }
    }

    fn write(&mut self, text: &str, last: bool, out: &mut Vec<u8>) -> usize {
        let mut at = 0;
        loop {
            let (result, read, written) =
                self.encoder.encode_from_utf8_without_replacement(&text[at..], &mut self.block[..], last);
            out.extend(&self.block[..written]);
            at += read;
            match result {
                encoding_rs::EncoderResult::InputEmpty => return at,
                encoding_rs::EncoderResult::OutputFull => {}
                // The character has been read, but not written. It is not always the one that is reported:
                // ISO-2022-JP has no ESC, SO and SI, and names U+FFFD for them.
                encoding_rs::EncoderResult::Unmappable(_) => {
                    return at - text[..at].chars().next_back().map_or(0, char::len_utf8);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::*;

    #[test]
    fn what_is_lacking_is_reported_exactly() {
        let encoded = KOI8_R.encode("жéж→");
        assert_eq!(encoded.bytes(), b"\xD6?\xD6?");
        assert_eq!(encoded.unmappable().positions(), [(2, 'é'), (6, '→')]);
        let error = EncodeOptions::new().unmappable(Errors::Strict).encode(&KOI8_R, "жé").unwrap_err();
        assert_eq!(error.to_string(), "U+00E9 at offset 2 is not in KOI8-R");
        let ignored = EncodeOptions::new().unmappable(Errors::Ignore).encode(&KOI8_R, "жéж").unwrap();
        assert_eq!(ignored.bytes(), b"\xD6\xD6");
    }

    #[test]
    fn references_are_written_in_the_encodings_own_way() {
        let references = EncodeOptions::new().unmappable(Errors::References);
        for encoding in [&ISO_2022_JP, &ISO_2022_KR, &HZ_GB_2312, &IBM037] {
            let text = "a\u{1F600}";
            let encoded = references.encode(encoding, text).unwrap();
            assert_eq!(encoding.decode(encoded.bytes()).text(), "a&#128512;", "{encoding}");
        }
        let encoded = references.encode(&ISO_2022_JP, "日é本").unwrap();
        assert_eq!(ISO_2022_JP.decode(encoded.bytes()).text(), "日&#233;本");
    }

    #[test]
    fn utf_16_and_marks_are_really_written() {
        assert_eq!(UTF_16LE.encode("a😀").bytes(), b"a\0\x3D\xD8\x00\xDE");
        let bom = EncodeOptions::new().bom(true);
        assert_eq!(bom.encode(&UTF_16BE, "a").unwrap().bytes(), b"\xFE\xFF\0a");
        assert_eq!(bom.encode(&UTF_8, "a").unwrap().bytes(), b"\xEF\xBB\xBFa");
        assert_eq!(bom.encode(&UTF_32LE, "").unwrap().bytes(), b"\xFF\xFE\0\0");
        assert_eq!(bom.encode(&WINDOWS_1252, "a").unwrap().bytes(), b"a");
    }

    #[test]
    fn escapes_cannot_be_written_where_they_mean_something() {
        let encoded = ISO_2022_JP.encode("\u{E}!\u{1B}");
        assert_eq!(encoded.bytes(), b"?!?");
        assert_eq!(encoded.unmappable().positions(), [(0, '\u{E}'), (2, '\u{1B}')]);
    }

    #[test]
    fn binary_has_ascii_only() {
        let encoded = BINARY.encode("aé");
        assert_eq!((encoded.bytes(), encoded.unmappable().count()), (&b"a?"[..], 1));
    }
}
