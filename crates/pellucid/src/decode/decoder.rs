//! Bytes which arrive in pieces in, text out: chunks, positions and policies, the same for every encoding.

use std::ops::Range;

use super::cleanup::Cleanup;
use super::codec::{Codec, LONGEST, Reader, Step, Stop};
use super::damage::{Damage, DecodeError};
use super::options::{Bom, DecodeOptions, Errors};
use crate::encodings::Encoding;

/// Reads bytes which arrive in pieces. The pieces may be cut anywhere: text and damage are those of the
/// whole.
///
/// Memory is bounded by the piece: what is kept between two of them is less than a sequence, the last few
/// bytes, and the first [`Damage::KEPT`] positions.
pub struct Decoder {
    encoding: &'static Encoding,
    engine: Engine,
    errors: Errors,
    /// Whether a mark may still come and is not wanted.
    strip_bom: bool,
    cleanup: Cleanup,
    damage: Damage,
    /// How many bytes the engine has taken.
    taken: u64,
    history: History,
    failed: Option<DecodeError>,
    /// The first damage, where all of it is counted before it is an error.
    first: Option<DecodeError>,
}

impl Decoder {
    pub(super) fn new(options: DecodeOptions, encoding: &'static Encoding) -> Decoder {
        Decoder {
            encoding,
            engine: Engine::new(encoding),
            errors: options.errors,
            strip_bom: options.bom == Bom::Strip,
            cleanup: options.cleanup(),
            damage: Damage::default(),
            taken: 0,
            history: History::default(),
            failed: None,
            first: None,
        }
    }

    /// The encoding.
    pub fn encoding(&self) -> &'static Encoding {
        self.encoding
    }

    /// Appends the text of the next piece. Fails only with [`Errors::Strict`], and then each time again.
    pub fn feed(&mut self, bytes: &[u8], text: &mut String) -> Result<(), DecodeError> {
        self.run(bytes, false, text)
    }

    /// Appends what is left after the last piece: a sequence which was cut is damage. Fails only with
    /// [`Errors::Strict`] and [`Errors::Reject`]. Bytes that are fed later are read from the encoding's initial state.
    pub fn finish(&mut self, text: &mut String) -> Result<(), DecodeError> {
        let result = self.run(&[], true, text);
        // encoding_rs panics when a finished decoder is used again.
        self.engine = Engine::new(self.encoding);
        match self.first.take() {
            Some(first) => Err(DecodeError { count: Some(self.damage.count()), ..first }),
            None => result,
        }
    }

    /// What could not be read so far.
    pub fn damage(&self) -> &Damage {
        &self.damage
    }

    pub(super) fn into_damage(self) -> Damage {
        self.damage
    }

    fn run(&mut self, mut bytes: &[u8], last: bool, text: &mut String) -> Result<(), DecodeError> {
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        let from = text.len();
        let mut fresh = true;
        let result = loop {
            let start = text.len();
            let (stop, taken) = self.engine.read(bytes, last, fresh, text);
            fresh = false;
            self.history.push(&bytes[..taken]);
            self.taken += taken as u64;
            bytes = &bytes[taken..];
            if self.strip_bom && text.len() > start {
                self.strip_bom = false;
                if self.damage.is_none() && text[start..].starts_with('\u{FEFF}') {
                    text.replace_range(start..start + '\u{FEFF}'.len_utf8(), "");
                }
            }
            match stop {
                EngineStop::Empty => break Ok(()),
                EngineStop::Malformed { len, after } => {
                    let end = self.taken - after as u64;
                    let position = end - len as u64..end;
                    if let Err(error) = self.mend(position, after, text) {
                        break Err(error);
                    }
                }
            }
        };
        self.cleanup.apply(text, from);
        result.inspect_err(|error| self.failed = Some(error.clone()))
    }

    /// Applies the policy to a malformed sequence, after which so many bytes were taken already.
    fn mend(&mut self, position: Range<u64>, after: usize, text: &mut String) -> Result<(), DecodeError> {
        let len = (position.end - position.start) as usize;
        let offset = position.start;
        self.damage.add(position);
        match self.errors {
            Errors::Replace => text.push('\u{FFFD}'),
            Errors::Reject => {
                let (encoding, count) = (self.encoding, Some(0));
                let bytes = || self.history.bytes(len, after).to_vec();
                self.first.get_or_insert_with(|| DecodeError { encoding, offset, bytes: bytes(), count });
            }
            Errors::Ignore => {}
            Errors::References => {
                for byte in self.history.bytes(len, after) {
                    text.push_str(&format!("&#x{byte:02X};"));
                }
            }
            Errors::Strict => {
                let bytes = self.history.bytes(len, after).to_vec();
                return Err(DecodeError { encoding: self.encoding, offset, bytes, count: None });
            }
        }
        Ok(())
    }
}

/// The last bytes which an engine has taken: a malformed sequence may have begun in an earlier piece.
#[derive(Clone, Copy, Debug, Default)]
struct History {
    bytes: [u8; History::LEN],
}

impl History {
    /// As many as a malformed sequence has at most, together with what was taken after it.
    const LEN: usize = 2 * LONGEST;

    fn push(&mut self, bytes: &[u8]) {
        match bytes.last_chunk() {
            Some(last) => self.bytes = *last,
            None => {
                self.bytes.rotate_left(bytes.len());
                self.bytes[History::LEN - bytes.len()..].copy_from_slice(bytes);
            }
        }
    }

    /// So many bytes, before the last so many.
    fn bytes(&self, len: usize, after: usize) -> &[u8] {
        let end = History::LEN - after;
        &self.bytes[end - len..end]
    }
}

/// Why an engine stopped.
enum EngineStop {
    /// All bytes were taken.
    Empty,
    /// A sequence of `len` bytes is malformed, and `after` bytes behind it were taken too.
    Malformed { len: usize, after: usize },
}

/// What reads the encoding.
enum Engine {
    Whatwg(Whatwg),
    Scheme { reader: Box<dyn Reader + Send>, pending: Pending },
}

impl Engine {
    fn new(encoding: &'static Encoding) -> Engine {
        match encoding.codec {
            Codec::Whatwg(whatwg) => Engine::Whatwg(Whatwg::new(whatwg)),
            Codec::Scheme(scheme) => Engine::Scheme { reader: scheme.reader(), pending: Pending::default() },
        }
    }

    /// Reads up to the next malformed sequence; says why it stopped and how many bytes it took. `fresh` bytes
    /// are those of a new piece, before any damage in it.
    fn read(&mut self, bytes: &[u8], last: bool, fresh: bool, text: &mut String) -> (EngineStop, usize) {
        match self {
            Engine::Whatwg(whatwg) => whatwg.read(bytes, last, fresh, text),
            Engine::Scheme { reader, pending } => pending.read(&mut **reader, bytes, last, text),
        }
    }
}

/// encoding_rs, stopping at what is malformed.
struct Whatwg {
    decoder: Box<encoding_rs::Decoder>,
    /// Room for a part of the text. Only a string can be written to without being checked afterwards.
    block: String,
}

impl Whatwg {
    /// How long the block is.
    const BLOCK: usize = 8 * 1024;

    fn new(encoding: &'static encoding_rs::Encoding) -> Whatwg {
        // A mark is left to us: encoding_rs would look for that of UTF-8 and UTF-16 only.
        let decoder = Box::new(encoding.new_decoder_without_bom_handling());
        Whatwg { decoder, block: String::new() }
    }

    /// Each call of encoding_rs with a string touches every page of the string's spare room. That is nothing
    /// for a call which fills the room; but a call for each malformed byte takes quadratic time (4 MB of 0xFF
    /// took 86 s, and now 0.35 s). So only a fresh piece which is not small beside the room is read into the
    /// text itself, and everything else goes through a block.
    fn read(&mut self, bytes: &[u8], last: bool, fresh: bool, text: &mut String) -> (EngineStop, usize) {
        let mut taken = 0;
        if fresh {
            text.reserve(bytes.len());
        }
        let mut direct = fresh && (text.capacity() - text.len()) / 4 <= bytes.len();
        loop {
            let rest = &bytes[taken..];
            let (result, read) = if direct {
                self.decoder.decode_to_string_without_replacement(rest, text, last)
            } else {
                if self.block.is_empty() {
                    self.block = "\0".repeat(Whatwg::BLOCK);
                }
                let (result, read, written) =
                    self.decoder.decode_to_str_without_replacement(rest, &mut self.block, last);
                text.push_str(&self.block[..written]);
                (result, read)
            };
            taken += read;
            match result {
                encoding_rs::DecoderResult::InputEmpty => return (EngineStop::Empty, taken),
                encoding_rs::DecoderResult::OutputFull if direct => {
                    // The text needs more room than ASCII would.
                    let left = bytes.len() - taken;
                    text.reserve(left + left / 2);
                    direct = text.capacity() - text.len() > Whatwg::BLOCK;
                }
                encoding_rs::DecoderResult::OutputFull => {}
                encoding_rs::DecoderResult::Malformed(len, after) => {
                    let (len, after) = (usize::from(len), usize::from(after));
                    return (EngineStop::Malformed { len, after }, taken);
                }
            }
        }
    }
}

/// The start of a sequence whose end has not arrived.
#[derive(Clone, Copy, Debug, Default)]
struct Pending {
    bytes: [u8; LONGEST],
    len: usize,
}

impl Pending {
    fn read(
        &mut self,
        reader: &mut dyn Reader,
        bytes: &[u8],
        last: bool,
        text: &mut String,
    ) -> (EngineStop, usize) {
        let mut taken = 0;
        // Bytes are added one by one until what is pending is read, so that nothing waits without need.
        while self.len > 0 {
            match reader.step(&self.bytes[..self.len]) {
                Step::More => match bytes.get(taken) {
                    Some(byte) if self.len < LONGEST => {
                        self.bytes[self.len] = *byte;
                        self.len += 1;
                        taken += 1;
                    }
                    None if !last => return (EngineStop::Empty, taken),
                    // The input ends inside of the sequence.
                    _ => {
                        let len = std::mem::take(&mut self.len);
                        return (EngineStop::Malformed { len, after: 0 }, taken);
                    }
                },
                Step::Malformed(len) => {
                    self.drop_front(len);
                    return (EngineStop::Malformed { len, after: self.len }, taken);
                }
                step => self.drop_front(step.write_to(text)),
            }
        }
        let (stop, read) = reader.read(&bytes[taken..], text);
        taken += read;
        match stop {
            Stop::End => (EngineStop::Empty, taken),
            Stop::Malformed(len) => (EngineStop::Malformed { len, after: 0 }, taken),
            Stop::More => {
                let rest = &bytes[taken..];
                if last {
                    return (EngineStop::Malformed { len: rest.len(), after: 0 }, bytes.len());
                }
                self.bytes[..rest.len()].copy_from_slice(rest);
                self.len = rest.len();
                (EngineStop::Empty, bytes.len())
            }
        }
    }

    fn drop_front(&mut self, len: usize) {
        self.bytes.copy_within(len..self.len, 0);
        self.len -= len;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::{EUC_KR, GB18030, ISO_2022_KR, UTF_7, UTF_8, UTF_16BE, UTF_16LE, UTF_32BE};

    /// Byte by byte, which crosses every border.
    fn bytewise(options: DecodeOptions, encoding: &'static Encoding, bytes: &[u8]) -> (String, Damage) {
        let mut decoder = options.decoder(encoding);
        let mut text = String::new();
        for byte in bytes {
            decoder.feed(&[*byte], &mut text).unwrap();
        }
        decoder.finish(&mut text).unwrap();
        (text, decoder.into_damage())
    }

    #[test]
    fn positions_are_exact_across_pieces() {
        let (text, damage) = bytewise(DecodeOptions::new(), &UTF_8, b"a\xE2\x82b\xFF\xE2\x82\xAC\xF0");
        assert_eq!(text, "a\u{FFFD}b\u{FFFD}€\u{FFFD}");
        assert_eq!(damage.positions(), [1..3, 4..5, 8..9]);
        assert_eq!((damage.count(), damage.bytes()), (3, 4));
    }

    #[test]
    fn references_keep_every_byte() {
        let references = DecodeOptions::new().errors(Errors::References);
        for (encoding, bytes, text) in [
            (&UTF_8, &b"caf\xE9"[..], "caf&#xE9;"),
            (&UTF_8, b"\xE2\x82b", "&#xE2;&#x82;b"),
            (&EUC_KR, b"\xC9\xA1<", "&#xC9;&#xA1;<"),
            (&ISO_2022_KR, b"\x1B$)x", "&#x1B;$)x"),
            (&UTF_32BE, b"\0\0\xD8\0\0\0", "&#x00;&#x00;&#xD8;&#x00;&#x00;&#x00;"),
        ] {
            assert_eq!(references.decode(encoding, bytes).unwrap().text(), text);
            assert_eq!(bytewise(references, encoding, bytes).0, text);
        }
    }

    #[test]
    fn failing_says_where_and_what_and_stays_failed() {
        let mut decoder = DecodeOptions::new().errors(Errors::Strict).decoder(&UTF_8);
        let mut text = String::new();
        decoder.feed(b"ab\xE2", &mut text).unwrap();
        let error = decoder.feed(b"\x82c", &mut text).unwrap_err();
        assert_eq!((error.offset(), error.bytes(), &*text), (2, &b"\xE2\x82"[..], "ab"));
        assert_eq!(error.to_string(), "not UTF-8 at byte 2: E2 82");
        assert_eq!(decoder.feed(b"d", &mut text), Err(error));
    }

    #[test]
    fn bytes_after_the_end_are_read_too() {
        for encoding in crate::encodings::ENCODINGS.iter().copied() {
            let mut decoder = DecodeOptions::new().decoder(encoding);
            let mut text = String::new();
            for _ in 0..2 {
                decoder.feed(b"\x1B$)C\x0E\x81", &mut text).unwrap();
                decoder.finish(&mut text).unwrap();
                decoder.finish(&mut text).unwrap();
            }
        }
    }

    #[test]
    fn the_encodings_own_mark_is_stripped_once_and_only_at_the_start() {
        let cases = [
            (&UTF_8, &b"\xEF\xBB\xBFa"[..]),
            (&UTF_16LE, b"\xFF\xFEa\0"),
            (&UTF_16BE, b"\xFE\xFF\0a"),
            (&UTF_32BE, b"\0\0\xFE\xFF\0\0\0a"),
            (&UTF_7, b"+/v8-a"),
            (&GB18030, b"\x84\x31\x95\x33a"),
        ];
        for (encoding, bytes) in cases {
            assert_eq!(encoding.decode(bytes).text(), "a");
            assert_eq!(bytewise(DecodeOptions::new(), encoding, bytes).0, "a");
            let keep = DecodeOptions::new().bom(Bom::Keep);
            assert_eq!(keep.decode(encoding, bytes).unwrap().text(), "\u{FEFF}a");
        }
        let ignore = DecodeOptions::new().errors(Errors::Ignore);
        assert_eq!(ignore.decode(&UTF_8, b"\xFF\xEF\xBB\xBFa").unwrap().text(), "\u{FEFF}a");
        assert_eq!(UTF_8.decode(b"\xEF\xBB\xBF\xEF\xBB\xBFa").text(), "\u{FEFF}a");
        assert_eq!(UTF_8.decode(b"\xEF\xBB").damage().count(), 1);
    }
}
