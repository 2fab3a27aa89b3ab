//! Which bytes became which characters.

use pellucid::Encoding;
use pellucid::decode::{DecodeError, DecodeOptions, Decoder};
use serde::Serialize;

use super::excerpt::units;

/// So many bytes are decoded at once where nobody looks at them one by one.
const PIECE: usize = 1 << 16;
/// So many bytes are in a glimpse.
const GLIMPSE: usize = 200;
/// So much of a page is searched for the best place for one.
const SEARCHED: usize = 1 << 18;

/// A stretch of a page, byte by byte.
#[derive(Debug, Serialize)]
pub struct Window {
    /// Where the text of the first cell stands in the text of the page, in units of UTF-16.
    pub text_start: usize,
    /// All bytes that became text.
    pub cells: Vec<Cell>,
}

/// Bytes that became text together.
#[derive(Debug, Serialize)]
#[allow(missing_docs)]
pub struct Cell {
    pub start: usize,
    pub end: usize,
    pub text: String,
    /// Whether they did not decode.
    pub damaged: bool,
}

/// Decodes one page to and fro.
struct Walk<'a> {
    bytes: &'a [u8],
    decoder: Decoder,
    text: String,
    /// How much text there is before `text`, in units of UTF-16.
    units: usize,
}

impl<'a> Walk<'a> {
    fn new(bytes: &'a [u8], encoding: &'static Encoding) -> Walk<'a> {
        Walk { bytes, decoder: DecodeOptions::new().decoder(encoding), text: String::new(), units: 0 }
    }

    /// Takes a stretch of bytes, and forgets the text before it.
    fn take(&mut self, start: usize, end: usize) -> Result<(), DecodeError> {
        self.units += units(&self.text);
        self.text.clear();
        match end > start {
            true => self.decoder.feed(&self.bytes[start..end], &mut self.text),
            false => self.decoder.finish(&mut self.text),
        }
    }

    /// Takes all bytes up to a place.
    fn skip(&mut self, end: usize) -> Result<(), DecodeError> {
        for start in (0..end).step_by(PIECE) {
            self.take(start, end.min(start + PIECE))?;
        }
        Ok(())
    }
}

/// Which bytes of a stretch became which characters. The last character is complete even if it ends after the stretch.
pub fn window(
    bytes: &[u8],
    encoding: &'static Encoding,
    start: usize,
    end: usize,
) -> Result<Window, DecodeError> {
    let end = end.min(bytes.len());
    let start = start.min(end);
    let mut walk = Walk::new(bytes, encoding);
    walk.skip(start)?;
    let text_start = walk.units + units(&walk.text);
    let (mut cells, mut begun, mut at) = (Vec::new(), start, start);
    // Escape sequences may be long; characters are not.
    let last = bytes.len().min(end + 16);
    while at < end || (begun < at && at < last) {
        let damaged = walk.decoder.damage().count();
        walk.take(at, at + 1)?;
        at += 1;
        if !walk.text.is_empty() {
            let damaged = walk.decoder.damage().count() > damaged;
            cells.push(Cell { start: begun, end: at, text: walk.text.clone(), damaged });
            begun = at;
        }
    }
    if at == bytes.len() {
        let damaged = walk.decoder.damage().count();
        walk.take(at, at)?;
        if !walk.text.is_empty() || begun < at {
            let damaged = walk.decoder.damage().count() > damaged;
            cells.push(Cell { start: begun, end: at, text: walk.text.clone(), damaged });
        }
    }
    Ok(Window { text_start, cells })
}

/// The place of a character in the bytes: the offset of the byte that completed it. The text is counted in units of UTF-16.
pub fn locate(bytes: &[u8], encoding: &'static Encoding, text_offset: usize) -> Result<usize, DecodeError> {
    let mut walk = Walk::new(bytes, encoding);
    let mut begins = bytes.len();
    for start in (0..bytes.len()).step_by(PIECE) {
        walk.take(start, bytes.len().min(start + PIECE))?;
        if walk.units + units(&walk.text) > text_offset {
            begins = start;
            break;
        }
    }
    let mut walk = Walk::new(bytes, encoding);
    walk.skip(begins)?;
    for at in begins..bytes.len() {
        walk.take(at, at + 1)?;
        if walk.units + units(&walk.text) > text_offset {
            return Ok(at);
        }
    }
    Ok(bytes.len().saturating_sub(1))
}

/// The stretch on which encodings differ most, as each of them reads it, without markup.
pub fn glimpses(bytes: &[u8], encodings: &[&'static Encoding]) -> Result<Vec<String>, DecodeError> {
    let at = foreign(bytes);
    let text = |encoding: &&'static Encoding| {
        let cells = window(bytes, encoding, at, at + GLIMPSE)?.cells;
        let text: String = cells.into_iter().map(|cell| cell.text).collect();
        let visible = visible(&text);
        Ok(if visible.is_empty() { text.trim().to_owned() } else { visible })
    };
    encodings.iter().map(text).collect()
}

/// Where encodings differ most: the stretch with most bytes beyond ASCII, in the first part of the page.
fn foreign(bytes: &[u8]) -> usize {
    const STEP: usize = 50;
    let searched = &bytes[..bytes.len().min(SEARCHED)];
    let is_foreign = |byte: &&u8| !byte.is_ascii() || **byte == 0x1B;
    let steps: Vec<usize> =
        searched.chunks(STEP).map(|step| step.iter().filter(is_foreign).count()).collect();
    let sum = |start: usize| steps[start..steps.len().min(start + GLIMPSE / STEP)].iter().sum::<usize>();
    // Of those with the same sum, the first.
    let best = (0..steps.len()).rev().max_by_key(|start| sum(*start)).unwrap_or(0) * STEP;
    if best == 0 {
        return 0;
    }
    // From the end of the tag or the line before it on, else from the next word.
    let is_end = |at: &usize| matches!(bytes[at - 1], b'>' | b'\n');
    let word = bytes[best..].iter().take(STEP).position(|byte| *byte == b' ').map_or(best, |at| best + at);
    (best.saturating_sub(59).max(1)..=best).rev().find(is_end).unwrap_or(word)
}

/// A text without markup, without the rest of a tag before it and without the beginning of one after it, on one line.
fn visible(text: &str) -> String {
    let first = text.find('<').unwrap_or(text.len());
    let text = text[..first].rfind('>').map_or(text, |end| &text[end + 1..]);
    let mut visible = String::new();
    for (number, part) in text.split('<').enumerate() {
        let seen = if number == 0 { part } else { part.split_once('>').map_or("", |(_, seen)| seen) };
        visible.push(' ');
        visible.push_str(seen);
    }
    visible.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use pellucid::encodings::{UTF_8, WINDOWS_1251};

    use super::*;

    #[test]
    fn glimpses_show_what_encodings_differ_in() {
        let page =
            [&[b' '; 500][..], b"<p class=a>\xCF\xF0\xE8\xE2\xE5\xF2 <b>\xEC\xE8\xF0</b></p>"].concat();
        assert_eq!(glimpses(&page, &[&WINDOWS_1251]).unwrap(), ["Привет мир"]);
        let page = ["x".repeat(500), "é ééé".repeat(99)].concat();
        assert_eq!(foreign(page.as_bytes()), 502);
        assert_eq!(glimpses(b"plain <b>text", &[&UTF_8]).unwrap(), ["plain text"]);
        assert_eq!(glimpses(b"<only a tag", &[&UTF_8]).unwrap(), ["<only a tag"]);
        assert_eq!(glimpses(b"", &[&UTF_8]).unwrap(), [""]);
    }

    #[test]
    fn what_is_in_no_tag_is_visible() {
        for (text, seen) in
            [("a b", "a b"), ("ref=x>a<b>c</b", "a c"), ("a<br>\n b<", "a b"), ("a > b", "b"), ("<p>", "")]
        {
            assert_eq!(visible(text), seen, "{text}");
        }
    }

    #[test]
    fn places_and_characters_find_each_other() {
        let page = "aé𝄞z".as_bytes();
        let window = window(page, &UTF_8, 1, 4).unwrap();
        let cells: Vec<_> = window.cells.iter().map(|cell| (cell.start, cell.end, &*cell.text)).collect();
        assert_eq!((window.text_start, cells), (1, vec![(1, 3, "é"), (3, 7, "𝄞")]));
        assert_eq!(locate(page, &UTF_8, 4).unwrap(), 7);
        assert_eq!(locate(page, &UTF_8, 1).unwrap(), 2);
    }
}
