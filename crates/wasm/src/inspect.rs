//! What only the inspector asks for: which bytes became which characters, and what R2L sees of a page.

use pellucid::decode::{DecodeOptions, Decoder};
use pellucid::papers::r2l::{Area, R2l, Script};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::encodings::by_name;
use crate::errors::decode_error;
use crate::given::Given;
use crate::{Answer, object};

/// So many bytes are decoded at once where nobody looks at them one by one.
const PIECE: usize = 1 << 16;

/// A stretch of a page, byte by byte.
#[derive(Serialize)]
struct Window {
    /// Where the text of the first cell stands in the text of the page, in units of UTF-16 as JavaScript counts.
    text_start: usize,
    cells: Vec<Cell>,
}

/// Bytes that became text together.
#[derive(Serialize)]
struct Cell {
    start: usize,
    end: usize,
    text: String,
    /// Whether they did not decode.
    damaged: bool,
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
    fn new(bytes: &'a [u8], encoding: &str) -> Result<Walk<'a>, JsValue> {
        let decoder = DecodeOptions::new().decoder(by_name(encoding)?);
        Ok(Walk { bytes, decoder, text: String::new(), units: 0 })
    }

    /// Takes a stretch of bytes, and forgets the text before it.
    fn take(&mut self, start: usize, end: usize) -> Result<(), JsValue> {
        self.units += units(&self.text);
        self.text.clear();
        let result = match end > start {
            true => self.decoder.feed(&self.bytes[start..end], &mut self.text),
            false => self.decoder.finish(&mut self.text),
        };
        result.map_err(|error| decode_error(&error))
    }

    /// Takes all bytes up to a place.
    fn skip(&mut self, end: usize) -> Result<(), JsValue> {
        for start in (0..end).step_by(PIECE) {
            self.take(start, end.min(start + PIECE))?;
        }
        Ok(())
    }
}

/// How long a text is in JavaScript.
fn units(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

/// Which bytes of a stretch became which characters. The last character is complete even if it ends after the stretch.
#[wasm_bindgen]
pub fn window(bytes: &[u8], encoding: &str, start: usize, end: usize) -> Answer {
    let end = end.min(bytes.len());
    let start = start.min(end);
    let mut walk = Walk::new(bytes, encoding)?;
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
    object(&Window { text_start, cells })
}

/// The place of a character in the bytes: the offset of the byte that completed it.
#[wasm_bindgen]
pub fn locate(bytes: &[u8], encoding: &str, text_offset: usize) -> Result<usize, JsValue> {
    let mut walk = Walk::new(bytes, encoding)?;
    let mut begins = bytes.len();
    for start in (0..bytes.len()).step_by(PIECE) {
        walk.take(start, bytes.len().min(start + PIECE))?;
        if walk.units + units(&walk.text) > text_offset {
            begins = start;
            break;
        }
    }
    let mut walk = Walk::new(bytes, encoding)?;
    walk.skip(begins)?;
    for at in begins..bytes.len() {
        walk.take(at, at + 1)?;
        if walk.units + units(&walk.text) > text_offset {
            return Ok(at);
        }
    }
    Ok(bytes.len().saturating_sub(1))
}

/// What R2L sees of a page.
#[derive(Serialize)]
struct Seen {
    /// For each line: characters of content and of markup, their difference, and that with both neighbours.
    content: Vec<u32>,
    markup: Vec<u32>,
    difference: Vec<f64>,
    smoothed: Vec<f64>,
    regions: Vec<Region>,
    /// The lines of the main content.
    lines: [usize; 2],
    text: String,
}

/// A stretch of lines, named as in the paper.
#[derive(Serialize)]
struct Region {
    area: &'static str,
    lines: [usize; 2],
}

/// What R2L sees of a decoded page: figures 2 and 3 of its paper, and formula (2).
#[wasm_bindgen]
pub fn r2l(text: &str, given: JsValue) -> Answer {
    let mut given = Given::new(given)?;
    let script: Option<Script> = given.word("script")?;
    let gap = given.number("gap")?;
    given.finish()?;
    let mut method = R2l::default();
    method.script = script.unwrap_or(method.script);
    method.gap = gap.unwrap_or(method.gap);
    let (lines, found) = (method.lines(text), method.extract(text));
    let all = lines.as_slice();
    let region = |(area, lines): (Area, std::ops::Range<usize>)| Region {
        area: match area {
            Area::A => "A",
            Area::B => "B",
            Area::C => "C",
        },
        lines: [lines.start, lines.end],
    };
    object(&Seen {
        content: all.iter().map(|line| line.s1).collect(),
        markup: all.iter().map(|line| line.s2).collect(),
        difference: all.iter().map(|line| line.difference() as f64).collect(),
        smoothed: (0..all.len()).map(|line| lines.smoothed(line) as f64).collect(),
        regions: lines.regions(found.lines.clone()).into_iter().map(region).collect(),
        lines: [found.lines.start, found.lines.end],
        text: found.text,
    })
}
