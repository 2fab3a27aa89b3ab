//! A glimpse of a page as each candidate would read it: a person sees at once which one is right.

use pellucid::Encoding;
use pellucid::decode::DecodeOptions;

/// How many bytes are kept of a page: a line in any encoding.
const LENGTH: usize = 120;
/// How many of them stand before the first byte that encodings read differently.
const BEFORE: usize = 20;
/// How many characters are shown.
const SHOWN: usize = 40;

/// Keeps the bytes around the first one that is not ASCII; of a page without one, its first bytes.
#[derive(Default)]
pub struct Preview {
    kept: Vec<u8>,
    /// How much was seen before `kept`.
    offset: usize,
    found: bool,
}

impl Preview {
    /// Takes the next piece of the page.
    pub fn feed(&mut self, piece: &[u8]) {
        if !self.found {
            let Some(at) = piece.iter().position(|byte| !byte.is_ascii() || *byte == 0 || *byte == 0x1B)
            else {
                let free = LENGTH.saturating_sub(self.kept.len());
                self.kept.extend_from_slice(&piece[..free.min(piece.len())]);
                self.offset += piece.len();
                return;
            };
            self.found = true;
            // Units of UTF-16 and UTF-32 are kept whole.
            let start = at.saturating_sub(BEFORE);
            let start = (start + (self.offset + start).next_multiple_of(4) - (self.offset + start)).min(at);
            self.kept.clear();
            return self.keep(&piece[start..]);
        }
        self.keep(piece);
    }

    fn keep(&mut self, piece: &[u8]) {
        let free = LENGTH.saturating_sub(self.kept.len());
        self.kept.extend_from_slice(&piece[..free.min(piece.len())]);
    }

    /// The glimpse as this encoding reads it, on one line.
    pub fn read_as(&self, encoding: &'static Encoding) -> String {
        let mut text = String::new();
        // Not finished on purpose: the last character may be cut by us, not by the page. Nothing fails by default.
        let _ = DecodeOptions::new().decoder(encoding).feed(&self.kept, &mut text);
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        line.chars().map(|c| if c.is_control() { '\u{FFFD}' } else { c }).take(SHOWN).collect()
    }
}

#[cfg(test)]
mod tests {
    use pellucid::encodings::{UTF_8, UTF_16LE, WINDOWS_1251};

    use super::*;

    fn preview(pieces: &[&[u8]]) -> Preview {
        let mut preview = Preview::default();
        pieces.iter().for_each(|piece| preview.feed(piece));
        preview
    }

    #[test]
    fn it_starts_just_before_what_encodings_disagree_on() {
        let page = [&[b' '; 500][..], b"<p>title: \xCF\xF0\xE8\xE2\xE5\xF2</p>"].concat();
        assert_eq!(preview(&[&page]).read_as(&WINDOWS_1251), "<p>title: Привет</p>");
        assert_eq!(preview(&[&page[..300], &page[300..]]).read_as(&WINDOWS_1251), "<p>title: Привет</p>");
    }

    #[test]
    fn plain_ascii_shows_its_beginning() {
        assert_eq!(preview(&[b"plain\n", b"text"]).read_as(&UTF_8), "plain text");
    }

    #[test]
    fn wide_units_are_not_torn() {
        let page: Vec<u8> = "Привет".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(preview(&[&page]).read_as(&UTF_16LE), "Привет");
    }

    #[test]
    fn a_character_cut_at_the_end_is_not_shown_as_damage() {
        let page = "я".repeat(200);
        assert_eq!(preview(&[page.as_bytes()]).read_as(&UTF_8), "я".repeat(SHOWN));
    }
}
