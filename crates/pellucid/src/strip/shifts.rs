//! Bytes that look like markup and are halves of characters.
//!
//! Most encodings leave markup alone. The trail bytes below 0x80 are
//!
//! | encoding | trail bytes below 0x80 |
//! |---|---|
//! | Shift_JIS, GBK, Big5, UHC (EUC-KR) | 0x40–0x7E, or fewer |
//! | GB18030, four bytes | 0x30–0x39 |
//! | EUC-JP, EUC-TW, strict EUC-KR, UTF-8 | none |
//!
//! and `<`, `>`, `&`, `"`, `'`, `=`, `/`, `!`, `-` and white space are all in 0x09–0x2F or 0x3C–0x3E. What does lie
//! in these ranges (letters, digits, `\`, `[`, `]`, `?`, `` ` ``) means nothing to a tokenizer unless it follows a
//! `<` or `&` directly, and a trail byte follows its lead byte. So nothing is to be done for them; a test over
//! all pairs says so too.
//!
//! Three families do hide markup, and are seen to here, before the tokenizer: it never looks at such bytes.
//!
//! - **ISO-2022** (-JP, -KR, -CN) writes characters as two bytes of 0x21–0x7E after an escape sequence. Its
//!   escapes are found in any page. One that has come there by accident must not swallow the page: `ESC $ B` and
//!   its kind are believed only if nothing but 0x21–0x7E follows up to the next escape, for at least [`WINDOW`]
//!   bytes or up to the page's end, and hold no longer than such bytes last. The standards demand as much (a line
//!   ends in ASCII), and markup after a stray escape soon has a space. `SO` is believed after a designation (`ESC
//!   $ )`), and holds up to `SI` or the line's end.
//! - **HZ** writes them between `~{` and `~}` on one line. Tildes and braces are common in pages, so it must be
//!   asked for.
//! - **Johab** has trail bytes of 0x31–0x7E, which every other encoding's page would contain too, so it must be
//!   asked for.

use memchr::{memchr, memchr2};

use crate::encodings::Encoding;

const ESC: u8 = 0x1B;
const SO: u8 = 0x0E;

/// How many double bytes without white space make an escape believed when no other escape has come by then.
const WINDOW: usize = 64;

/// The families which hide markup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scheme {
    Iso2022,
    Hz,
    Johab,
}

/// What is hidden at the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Nothing: bytes mean what they mean in ASCII.
    Plain,
    /// ISO-2022 with a set of characters that is not ASCII in G0.
    G0,
    /// ISO-2022 after `SO`.
    G1,
    /// HZ after `~{`.
    Hz,
    /// So many bytes.
    Bytes(u8),
}

/// Where the next hidden bytes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// Nowhere.
    None,
    /// They begin at this index.
    At(usize),
    /// What begins at this index cannot be told without more bytes. Never more than [`Shifts::LOOKAHEAD`] of them.
    Undecided(usize),
}

/// Follows the shifts of a page.
#[derive(Clone, Debug)]
pub(super) struct Shifts {
    scheme: Scheme,
    mode: Mode,
    /// A set was designated to G1, G2 or G3, so that `SO`, `ESC N` and `ESC O` mean something.
    designated: bool,
}

impl Shifts {
    /// How many bytes decide.
    pub const LOOKAHEAD: usize = WINDOW + 4;

    /// For a page of this encoding, or of any.
    pub fn new(encoding: Option<&Encoding>) -> Shifts {
        let scheme = match encoding.map(|encoding| encoding.name().to_ascii_lowercase()).as_deref() {
            Some("hz" | "hz-gb-2312") => Scheme::Hz,
            Some("johab") => Scheme::Johab,
            _ => Scheme::Iso2022,
        };
        Shifts { scheme, mode: Mode::Plain, designated: false }
    }

    /// Whether the next bytes are hidden.
    #[inline(always)]
    pub fn is_open(&self) -> bool {
        self.mode != Mode::Plain
    }

    /// How many hidden bytes `bytes` begins with, when the last [`Next::At`] led here. When there are more
    /// bytes behind them, nothing is hidden any more. Nothing when more bytes are needed to tell.
    pub fn hidden(&mut self, bytes: &[u8], last: bool) -> Option<usize> {
        let end = match self.mode {
            Mode::Plain => return Some(0),
            Mode::G0 => bytes.iter().position(|&byte| !is_half(byte)),
            Mode::G1 => bytes.iter().position(|&byte| !(is_half(byte) || byte == b' ' || byte == b'\t')),
            Mode::Hz => {
                let end = bytes.iter().enumerate().position(|(at, &byte)| {
                    !is_half(byte) || byte == b'~' && bytes.get(at + 1).is_none_or(|&next| next == b'}')
                });
                if !last && end.is_some_and(|end| end + 1 == bytes.len() && bytes[end] == b'~') {
                    return if end == Some(0) { None } else { end };
                }
                end
            }
            Mode::Bytes(count) => {
                let taken = bytes.len().min(count.into());
                self.mode = if taken < count.into() { Mode::Bytes(count - taken as u8) } else { Mode::Plain };
                return Some(taken);
            }
        };
        if end.is_some() {
            self.mode = Mode::Plain;
        }
        Some(end.unwrap_or(bytes.len()))
    }

    /// Where the next hidden bytes begin. `last`: nothing follows `bytes`.
    pub fn next(&mut self, bytes: &[u8], last: bool) -> Next {
        match self.scheme {
            Scheme::Iso2022 => self.next_iso_2022(bytes, last),
            Scheme::Hz => self.next_hz(bytes, last),
            Scheme::Johab => self.next_johab(bytes),
        }
    }

    fn next_iso_2022(&mut self, bytes: &[u8], last: bool) -> Next {
        let mut from = 0;
        while let Some(found) = memchr2(ESC, SO, &bytes[from..]) {
            let at = from + found;
            from = at + 1;
            let (mode, length) = match &bytes[at..] {
                [SO, ..] if self.designated => (Mode::G1, 1),
                [SO, ..] => continue,
                [ESC, b'$', b'@' | b'A' | b'B', ..] | [ESC, b'(', b'I', ..] => (Mode::G0, 3),
                [ESC, b'$', b'(', 0x40..=0x7E, ..] => (Mode::G0, 4),
                [ESC, b'$', b')' | b'*' | b'+', 0x40..=0x7E, ..] => {
                    self.designated = true;
                    continue;
                }
                [ESC, b'N' | b'O', ..] if self.designated => (Mode::Bytes(2), 2),
                [ESC] | [ESC, b'$' | b'('] | [ESC, b'$', b'(' | b')' | b'*' | b'+'] if !last => {
                    return Next::Undecided(at);
                }
                _ => continue,
            };
            let start = at + length;
            if mode == Mode::G0 {
                let window = &bytes[start..bytes.len().min(start + WINDOW)];
                match window.iter().find(|&&byte| !is_half(byte)) {
                    Some(&ESC) => {}
                    Some(_) => continue,
                    None if window.len() == WINDOW || last => {}
                    None => return Next::Undecided(at),
                }
            }
            self.mode = mode;
            return Next::At(start);
        }
        Next::None
    }

    fn next_hz(&mut self, bytes: &[u8], last: bool) -> Next {
        let mut from = 0;
        while let Some(found) = memchr(b'~', &bytes[from..]) {
            let at = from + found;
            match bytes.get(at + 1) {
                Some(b'{') => {
                    self.mode = Mode::Hz;
                    return Next::At(at + 2);
                }
                // `~~` is a tilde, and its second half opens nothing.
                Some(b'~') => from = at + 2,
                None if !last => return Next::Undecided(at),
                _ => from = at + 1,
            }
        }
        Next::None
    }

    /// Only the trail byte is hidden: the lead byte is as good as any letter.
    fn next_johab(&mut self, bytes: &[u8]) -> Next {
        match bytes.iter().position(|byte| matches!(byte, 0x84..=0xD3 | 0xD8..=0xDE | 0xE0..=0xF9)) {
            Some(at) => {
                self.mode = Mode::Bytes(1);
                Next::At(at + 1)
            }
            None => Next::None,
        }
    }
}

/// Whether this can be half a character in seven bits.
#[inline(always)]
fn is_half(byte: u8) -> bool {
    matches!(byte, 0x21..=0x7E)
}
