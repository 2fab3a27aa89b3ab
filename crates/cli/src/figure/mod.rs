//! A plain description of columns over an axis in; a picture out, as SVG or as PNG.
//!
//! `layout` puts a [`Figure`] onto paper: boxes and texts. `svg` and `png` draw those, so that both look alike. Nothing here
//! knows what is drawn.

mod layout;
mod png;
mod svg;

use std::io::Write;
use std::ops::Range;
use std::path::Path;

use anyhow::Result;

pub use layout::grouped;

/// A picture: panels under each other.
#[derive(Clone, Debug, Default)]
pub struct Figure {
    pub title: String,
    pub panels: Vec<Panel>,
    /// Text under the panels, row by row.
    pub page: Option<Page>,
}

/// The text of a page.
#[derive(Clone, Debug, Default)]
pub struct Page {
    pub title: String,
    pub rows: Vec<Row>,
}

/// A line of it.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// What stands before it.
    pub label: String,
    pub text: String,
    pub marked: bool,
}

/// Columns over one axis.
#[derive(Clone, Debug, Default)]
pub struct Panel {
    pub title: String,
    pub x_label: String,
    pub y_label: String,
    /// Whether lengths below the axis are labelled as negative numbers.
    pub signed: bool,
    /// What the axis reaches at least.
    pub reach: f64,
    pub series: Vec<Series>,
    pub threshold: Option<Threshold>,
    pub regions: Vec<Region>,
    pub named: Vec<Named>,
    /// Columns that belong together, with a gap between them, and what is written above those that are wide enough.
    pub blocks: Vec<Block>,
    /// What is said in the place of columns, where there is nothing to draw.
    pub note: String,
}

/// Columns that are one thing.
#[derive(Clone, Debug, Default)]
pub struct Block {
    pub columns: Range<usize>,
    pub height: f64,
    pub name: String,
}

/// Columns of one colour. A value below 0 is below the axis.
#[derive(Clone, Debug, Default)]
pub struct Series {
    pub name: String,
    pub colour: Colour,
    pub columns: Vec<f64>,
}

/// A line over all columns.
#[derive(Clone, Debug, Default)]
pub struct Threshold {
    pub at: f64,
    pub name: String,
}

/// Columns that are marked.
#[derive(Clone, Debug, Default)]
pub struct Region {
    pub columns: Range<usize>,
    /// A letter that stands in it.
    pub letter: String,
    pub name: String,
    pub tone: Tone,
}

/// What a region is coloured by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    #[default]
    Green,
    Orange,
    Grey,
}

/// A column that is named.
#[derive(Clone, Debug, Default)]
pub struct Named {
    pub column: usize,
    pub height: f64,
    pub name: String,
}

/// Red, green and blue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Colour(pub [u8; 3]);

impl Colour {
    // Of the palette of Okabe and Ito, which the colour-blind can distinguish.
    pub const BLUE: Colour = Colour([0x00, 0x72, 0xB2]);
    pub const ORANGE: Colour = Colour([0xD5, 0x5E, 0x00]);
    pub const GREEN: Colour = Colour([0x00, 0x9E, 0x73]);
    /// The green as a background.
    pub const PALE: Colour = Colour([0xDC, 0xF1, 0xEA]);
    /// The orange as a background, and grey.
    pub const WARM: Colour = Colour([0xFB, 0xE9, 0xDC]);
    pub const DULL: Colour = Colour([0xF0, 0xF0, 0xF0]);
    pub const INK: Colour = Colour([0x22, 0x22, 0x22]);
    pub const GREY: Colour = Colour([0x66, 0x66, 0x66]);
    pub const FAINT: Colour = Colour([0xE3, 0xE3, 0xE3]);
    pub const WHITE: Colour = Colour([0xFF, 0xFF, 0xFF]);
}

/// The kind of a picture's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Svg,
    Png,
}

impl Format {
    /// Every format.
    pub const ALL: &[Format] = &[Format::Svg, Format::Png];

    /// Its name, which is also how the names of its files end.
    pub fn name(self) -> &'static str {
        match self {
            Format::Svg => "svg",
            Format::Png => "png",
        }
    }

    /// By the ending of a file's name, if it is a known one.
    pub fn of(path: &Path) -> Option<Format> {
        let extension = path.extension()?.to_str()?;
        Format::ALL.iter().copied().find(|format| extension.eq_ignore_ascii_case(format.name()))
    }
}

impl Figure {
    /// Draws it.
    pub fn write(&self, format: Format, out: &mut impl Write) -> Result<()> {
        let paper = layout::paper(self);
        match format {
            Format::Svg => svg::write(&paper, out),
            Format::Png => png::write(&paper, out),
        }
    }
}
