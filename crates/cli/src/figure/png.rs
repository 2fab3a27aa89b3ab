//! Shapes → PNG, two pixels for each of a screen; with a font that is in the program, as there may be none on the system.

use std::io::Write;

use anyhow::Result;
use noto_sans_mono_bitmap::{FontWeight, RasterHeight, RasterizedChar, get_raster, get_raster_width};
use png::{BitDepth, ColorType, Compression, Encoder};

use super::Colour;
use super::layout::{Anchor, Box, Paper, Shape, Style, Text};

const SCALE: f64 = 2.0;
/// How far around a text is white, so that it can be read on columns.
const RIM: i64 = 3;

/// Writes a picture.
pub fn write(paper: &Paper, out: &mut impl Write) -> Result<()> {
    let (width, height) = ((paper.width * SCALE) as usize, (paper.height * SCALE) as usize);
    let mut canvas = Canvas { width, height, pixels: vec![0xFF; width * height * 3] };
    for shape in &paper.shapes {
        match shape {
            Shape::Boxes(colour, boxes) => boxes.iter().for_each(|filled| canvas.fill(*colour, filled)),
            Shape::Text(text) => canvas.write(text),
        }
    }
    let mut encoder = Encoder::new(out, width as u32, height as u32);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Balanced);
    encoder.add_itxt_chunk("Title".into(), paper.title.clone())?;
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&canvas.pixels)?;
    writer.finish()?;
    Ok(())
}

struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

impl Canvas {
    fn fill(&mut self, colour: Colour, filled: &Box) {
        let place = |length: f64, most: usize| ((length * SCALE).round().max(0.0) as usize).min(most);
        let (left, right) = (place(filled.x, self.width), place(filled.x + filled.width, self.width));
        let (top, bottom) = (place(filled.y, self.height), place(filled.y + filled.height, self.height));
        for y in top..bottom {
            let row = &mut self.pixels[y * self.width * 3..][..self.width * 3];
            for pixel in row[left * 3..right.max(left) * 3].chunks_exact_mut(3) {
                pixel.copy_from_slice(&colour.0);
            }
        }
    }

    fn write(&mut self, text: &Text) {
        let (weight, size) = match text.style {
            Style::Plain | Style::Turned | Style::Page => (FontWeight::Regular, RasterHeight::Size24),
            Style::Bold => (FontWeight::Bold, RasterHeight::Size24),
            Style::Head => (FontWeight::Bold, RasterHeight::Size32),
        };
        let advance = get_raster_width(weight, size) as i64;
        let length = advance * text.text.chars().count() as i64;
        let before = match text.anchor {
            Anchor::Start => 0,
            Anchor::Middle => length / 2,
            Anchor::End => length,
        };
        let (x, y) = ((text.x * SCALE).round() as i64, (text.y * SCALE).round() as i64);
        // The font has Latin only: words of other scripts are strokes, from right to left where they are read so.
        if text.style == Style::Page && text.text.chars().any(|c| get_raster(c, weight, size).is_none()) {
            return self.strokes(text, (x, y), advance);
        }
        // The base line of the font is at four fifths of its height.
        let rise = size.val() as i64 * 4 / 5;
        let rim = (-RIM..=RIM).flat_map(|dx| (-RIM..=RIM).map(move |dy| (dx, dy)));
        let rim = rim.filter(|(dx, dy)| dx * dx + dy * dy <= RIM * RIM).map(|offset| (offset, Colour::WHITE));
        for ((dx, dy), colour) in rim.chain([((0, 0), text.colour)]) {
            for (i, character) in text.text.chars().enumerate() {
                let glyph = glyph(character, weight, size);
                let along = advance * i as i64 - before;
                for (v, row) in glyph.rows().enumerate() {
                    for (u, &ink) in row.iter().enumerate().filter(|(_, ink)| **ink > 0) {
                        let (u, v) = (along + u as i64, v as i64 - rise);
                        let (px, py) =
                            if text.style == Style::Turned { (x + v, y - u) } else { (x + u, y + v) };
                        self.blend(px + dx, py + dy, colour, ink);
                    }
                }
            }
        }
    }

    fn strokes(&mut self, text: &Text, (x, y): (i64, i64), advance: i64) {
        let backwards = text.anchor == Anchor::End;
        for (i, character) in
            text.text.chars().enumerate().filter(|(_, character)| !character.is_whitespace())
        {
            let along = advance * i as i64;
            let left = if backwards { x - along - advance } else { x + along };
            let height = if character.is_alphanumeric() { 9 } else { 3 };
            for (u, v) in (0..advance).flat_map(|u| (0..height).map(move |v| (u, v))) {
                self.blend(left + u, y - v, Colour::GREY, 0xB0);
            }
        }
    }

    fn blend(&mut self, x: i64, y: i64, colour: Colour, ink: u8) {
        let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else { return };
        if x >= self.width || y >= self.height {
            return;
        }
        let ink = u16::from(ink);
        for (old, new) in self.pixels[(y * self.width + x) * 3..][..3].iter_mut().zip(colour.0) {
            *old = ((u16::from(*old) * (255 - ink) + u16::from(new) * ink) / 255) as u8;
        }
    }
}

/// What the font lacks is a question mark: it has Latin only.
fn glyph(character: char, weight: FontWeight, size: RasterHeight) -> RasterizedChar {
    let known = |character| get_raster(character, weight, size);
    known(character).or_else(|| known('?')).expect("the font has ASCII")
}
