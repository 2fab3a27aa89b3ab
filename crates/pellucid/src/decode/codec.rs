//! What decodes and encodes a row of the table.
//!
//! encoding_rs has the encodings of the web. Every other one is a [`Scheme`]: it makes a [`Reader`], which
//! says what the first bytes of a slice mean, and a [`Writer`], which says how the first character of a text
//! is written. Neither knows about chunks, policies or damage: [`crate::decode::Decoder`] and
//! [`crate::decode::EncodeOptions`] care for those, once for all encodings.

/// The machinery behind an encoding.
pub(crate) enum Codec {
    /// encoding_rs has it.
    Whatwg(&'static encoding_rs::Encoding),
    /// It has its own file in `schemes/`, or its own table there.
    Scheme(&'static dyn Scheme),
}

/// An encoding which encoding_rs does not have.
pub(crate) trait Scheme: Sync {
    /// Reads bytes, from the initial state.
    fn reader(&'static self) -> Box<dyn Reader + Send>;

    /// Writes text, from the initial state.
    fn writer(&'static self) -> Box<dyn Writer>;

    /// Whether bytes 0x00–0x7F alone are ASCII text, so that nothing has to be decoded.
    fn reads_ascii(&self) -> bool;
}

/// What the first bytes of a slice mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A character, written in so many bytes.
    Char(char, usize),
    /// Two characters which the encoding writes as one.
    Pair(char, char, usize),
    /// So many bytes which only change the state.
    Shift(usize),
    /// So many bytes which mean nothing.
    Malformed(usize),
    /// The slice ends inside of a sequence.
    More,
}

/// Why a reader stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// After all bytes.
    End,
    /// Before the last bytes, which begin a sequence.
    More,
    /// After so many bytes which mean nothing.
    Malformed(usize),
}

/// The longest sequence that a reader may wait for: a surrogate pair in UTF-7, and the byte after it.
pub(crate) const LONGEST: usize = 7;

/// Reads one encoding. The state is what was shifted to, never a part of a sequence.
pub(crate) trait Reader {
    /// What the first bytes mean, given at least one. [`Step::More`] only for fewer than [`LONGEST`] bytes.
    fn step(&mut self, bytes: &[u8]) -> Step;

    /// How many of the first bytes are ASCII and mean it, in this state: they are copied at once.
    fn ascii_prefix(&self, _bytes: &[u8]) -> usize {
        0
    }

    /// Reads as much as possible, and says why it stopped and after how many bytes.
    ///
    /// A method of the trait only to be compiled for each reader: one virtual call for a chunk, not for a
    /// character.
    fn read(&mut self, bytes: &[u8], text: &mut String) -> (Stop, usize) {
        let mut at = 0;
        while at < bytes.len() {
            let rest = &bytes[at..];
            let ascii = if rest[0] < 0x80 { self.ascii_prefix(rest) } else { 0 };
            if let Ok(plain) = std::str::from_utf8(&rest[..ascii])
                && ascii > 0
            {
                text.push_str(plain);
                at += ascii;
                continue;
            }
            match self.step(rest) {
                Step::More => return (Stop::More, at),
                Step::Malformed(len) => return (Stop::Malformed(len), at + len),
                step => at += step.write_to(text),
            }
        }
        (Stop::End, at)
    }
}

impl Step {
    /// Appends the characters, and says how many bytes they took.
    pub(crate) fn write_to(self, text: &mut String) -> usize {
        match self {
            Step::Char(c, len) => {
                text.push(c);
                len
            }
            Step::Pair(first, second, len) => {
                text.push(first);
                text.push(second);
                len
            }
            Step::Shift(len) | Step::Malformed(len) => len,
            Step::More => 0,
        }
    }
}

/// Writes one encoding.
pub(crate) trait Writer {
    /// Writes the first character of a text which is not empty, or the first two where the encoding has a
    /// code for both. Gives the length of what was written in the text, or nothing when the encoding lacks
    /// the character; the output is then as it was, or ends with a change of state.
    fn write(&mut self, text: &str, out: &mut Vec<u8>) -> Option<usize>;

    /// Returns to the initial state after the last character.
    fn finish(&mut self, _out: &mut Vec<u8>) {}
}

/// The first character of a text, and its length.
pub(super) fn first(text: &str) -> Option<(char, usize)> {
    text.chars().next().map(|c| (c, c.len_utf8()))
}
