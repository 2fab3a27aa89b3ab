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
    /// ISO-2022 after a single shift, and so many bytes of its character are still to come.
    Single(u8),
    /// Johab after a lead byte.
    Trail,
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
            Mode::Single(count) => {
                let taken = bytes.len().min(count.into());
                self.mode =
                    if taken < count.into() { Mode::Single(count - taken as u8) } else { Mode::Plain };
                return Some(taken);
            }
            Mode::Trail => bytes.first().map(|byte| usize::from(matches!(byte, 0x31..=0x7E | 0x81..=0xFE))),
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
        // Few pages have any, and all are searched: two bytes are looked for only once the second can matter.
        while let Some(found) =
            if self.designated { memchr2(ESC, SO, &bytes[from..]) } else { memchr(ESC, &bytes[from..]) }
        {
            let at = from + found;
            from = at + 1;
            let (mode, length) = match &bytes[at..] {
                [SO, ..] => (Mode::G1, 1),
                [ESC, b'$', b'@' | b'A' | b'B', ..] | [ESC, b'(', b'I', ..] => (Mode::G0, 3),
                [ESC, b'$', b'(', 0x40..=0x7E, ..] => (Mode::G0, 4),
                [ESC, b'$', b')' | b'*' | b'+', 0x40..=0x7E, ..] => {
                    self.designated = true;
                    continue;
                }
                [ESC, b'N' | b'O', ..] if self.designated => (Mode::Single(2), 2),
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
                self.mode = Mode::Trail;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings;
    use crate::strip::{Stripper, Text, strip, strip_as};

    fn strip_by(scheme: Scheme, page: &[u8]) -> Vec<u8> {
        let mut whole = Text::default();
        let shifts = Shifts { scheme, mode: Mode::Plain, designated: false };
        Stripper::with(shifts.clone()).whole(page, &mut whole);
        let mut pieces = Text::default();
        let mut stripper = Stripper::with(shifts);
        for byte in page {
            stripper.feed(&[*byte], &mut pieces);
        }
        stripper.finish(&mut pieces);
        assert_eq!(pieces, whole);
        whole.text
    }

    /// Every pair of a lead byte and a trail byte which some encoding has, in text and in a quoted value.
    #[test]
    fn no_pair_of_an_ascii_compatible_encoding_is_taken_for_markup() {
        for lead in 0x81..=0xFE {
            for trail in (0x30..=0x39).chain(0x40..=0x7E).chain(0x80..=0xFE) {
                let page = [b"<p title=\"", &[lead, trail][..], b"\">", &[lead, trail], b"</p>"].concat();
                let text = strip(&page);
                assert_eq!(text.text, [lead, trail], "{lead:X} {trail:X}");
                assert_eq!(text.attributes, [lead, trail], "{lead:X} {trail:X}");
            }
        }
    }

    #[test]
    fn iso_2022_jp_hides_what_looks_like_markup() {
        let page = b"<p title='\x1B$B'>\"<\x1B(B'>a\x1B$B<b>&lt;\x1B(Bc<b>d\x1B(I<1>\x1B(J</b><!--\x1B$B-->\x1B(B-->e";
        let text = strip(page);
        assert_eq!(text.text, b"a\x1B$B<b>&lt;\x1B(Bcd\x1B(I<1>\x1B(Je");
        assert_eq!(text.attributes, b"\x1B$B'>\"<\x1B(B");
        assert_eq!(strip_as(page, &encodings::ISO_2022_JP), text);
    }

    #[test]
    fn a_stray_escape_swallows_nothing() {
        assert_eq!(strip(b"a\x1B$B<b>c d</b>").text, b"a\x1B$Bc d");
        assert_eq!(strip(b"a\x1B$B<b>\xE9</b>").text, b"a\x1B$B\xE9");
        assert_eq!(strip(b"a\x0E<b>c</b>").text, b"a\x0Ec");
        assert_eq!(strip(b"a\x1B<b>c</b>").text, b"a\x1Bc");
    }

    #[test]
    fn a_long_run_ends_with_what_cannot_be_half_a_character() {
        let run = "<b>".repeat(100);
        let page = format!("\x1B$B{run} <i>x</i>");
        assert_eq!(strip_by(Scheme::Iso2022, page.as_bytes()), format!("\x1B$B{run} x").as_bytes());
    }

    #[test]
    fn a_page_cut_within_double_bytes_keeps_them() {
        assert_eq!(strip_by(Scheme::Iso2022, b"<p>\x1B$B<b>&"), b"\x1B$B<b>&");
    }

    #[test]
    fn shift_out_holds_to_the_lines_end_once_a_set_is_designated() {
        let page = b"\x1B$)C<p>\x0E<b> >\x0F<b>a</b>\x0E<i\n<i>b</i>";
        assert_eq!(strip_by(Scheme::Iso2022, page), b"\x1B$)C\n\x0E<b> >\x0Fa\x0E<i\nb");
        assert_eq!(strip_by(Scheme::Iso2022, b"\x1B$*H\x1BN<><b>a"), b"\x1B$*H\x1BN<>a");
    }

    #[test]
    fn hz_hides_up_to_its_end_or_the_lines() {
        let page = b"~{<b>&~}<b>a~~{<i>b</i>~{<u>~x~}~{<p>\n<p>c~{<";
        assert_eq!(strip_by(Scheme::Hz, page), b"~{<b>&~}a~~{b~{<u>~x~}~{<p>\nc~{<");
        assert_eq!(strip(b"~{<b>~}a").text, b"~{~}a", "only when asked for");
    }

    #[test]
    fn johab_hides_trail_bytes() {
        assert_eq!(strip_by(Scheme::Johab, b"\x90<b>\x90><b>\x90</b>"), b"\x90<b>\x90>\x90</b>");
        assert_eq!(strip_by(Scheme::Johab, b"<\x90>a</p>\x90"), b"<\x90>a\n\x90");
        assert_eq!(strip_by(Scheme::Johab, b"\x90 <b>\x90\"</b>"), b"\x90 \x90\"", "no trail bytes");
    }
}
