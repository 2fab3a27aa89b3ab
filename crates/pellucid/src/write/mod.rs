//! The parts of a page in; something to read out.
//!
//! **In**: [`Part`]s, from [`extract`](crate::extract). **Out**: a string, of the same words in each format: [`text`], [`markdown`]
//! or [`html`]. Links and pictures come along for those who ask.
//!
//! ```
//! use pellucid::extract::Extractor;
//! use pellucid::write::{self, WriteOptions};
//!
//! let page = "<h1>Fruit</h1><ul><li>an <a href=/apple>apple</a><li>2 * 3 pears</ul>";
//! let parts = Extractor::new().extract(page).parts;
//! assert_eq!(write::text(&parts, WriteOptions::default()), "Fruit\n\n- an apple\n- 2 * 3 pears\n");
//! let links = WriteOptions::new().links(true);
//! assert_eq!(write::markdown(&parts, links), "# Fruit\n\n- an [apple](/apple)\n- 2 * 3 pears\n");
//! assert_eq!(write::html(&parts, WriteOptions::default()), "<h1>Fruit</h1>\n<ul>\n<li>an apple</li>\n<li>2 * 3 pears</li>\n</ul>\n");
//! ```

mod html;
mod lines;
mod markdown;
mod text;

pub use html::html;
pub use markdown::markdown;
pub use text::text;

use crate::extract::parts::{Container, Part, PartKind, Style, Within};

/// What is written beside the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[must_use]
#[non_exhaustive]
pub struct WriteOptions {
    /// Where links lead.
    pub links: bool,
    /// Images.
    pub images: bool,
}

impl WriteOptions {
    /// Neither links nor images.
    pub fn new() -> WriteOptions {
        WriteOptions::default()
    }

    /// Whether to write where links lead.
    pub fn links(mut self, links: bool) -> WriteOptions {
        self.links = links;
        self
    }

    /// Whether to write images.
    pub fn images(mut self, images: bool) -> WriteOptions {
        self.images = images;
        self
    }

    /// Whether there is anything to write of a part.
    fn shows(self, part: &Part) -> bool {
        match &part.kind {
            PartKind::Image(image) => self.images && is_safe(&image.source),
            PartKind::Rule => true,
            _ => !part.text.is_empty(),
        }
    }

    /// Whether a mark is written.
    fn marks(self, style: &Style) -> bool {
        match style {
            Style::Link(address) => self.links && is_safe(address),
            Style::Image(image) => self.images && is_safe(&image.source),
            _ => true,
        }
    }
}

/// Whether an address does nothing but lead somewhere: of the web, of mail, or relative.
///
/// Also if somebody takes what looks like character references in it for such: they were decoded already, but there are
/// programs that decode once too often.
fn is_safe(address: &str) -> bool {
    has_safe_scheme(address)
        && (!address.contains('&') || has_safe_scheme(&htmlize::unescape_attribute(address)))
}

fn has_safe_scheme(address: &str) -> bool {
    let address = address.trim_start_matches(|c: char| c <= ' ');
    let scheme = address.split(['/', '?', '#']).next().unwrap_or_default();
    match scheme.split_once(':') {
        // Browsers leave such out of a scheme, so we look behind them too.
        Some((scheme, _)) => {
            let scheme: String = scheme.chars().filter(|c| !c.is_ascii_control()).collect();
            ["http", "https", "mailto"].iter().any(|safe| scheme.eq_ignore_ascii_case(safe))
        }
        None => true,
    }
}

/// How many of the outermost containers two parts share.
fn shared(a: &[Within], b: &[Within]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a.id == b.id).count()
}

/// Where in the containers of a part the table is whose cell it is in.
fn table(part: &Part) -> Option<usize> {
    let is_table = |pair: &[Within]| {
        pair[0].container == Container::Table && matches!(pair[1].container, Container::Cell { .. })
    };
    part.within.windows(2).position(is_table)
}

/// The row and the column of a part in the table at this place, and whether it is a header.
fn cell(part: &Part, table: usize) -> (u32, u16, bool) {
    match part.within[table + 1].container {
        Container::Cell { row, column, header } => (row, column, header),
        _ => (0, 0, false),
    }
}

/// How many of these parts, from the first one on, are in one table.
fn table_length(parts: &[Part], table: usize) -> usize {
    let id = parts[0].within[table].id;
    let same = |part: &&Part| self::table(part) == Some(table) && part.within[table].id == id;
    parts.iter().take_while(same).count()
}

/// Writes the rows of a table: `cell` writes the parts of one cell, `row` takes them all, with empty ones between.
///
/// Columns in which nothing was chosen are left out.
fn rows(
    parts: &[Part],
    table: usize,
    mut cell: impl FnMut(&[Part]) -> String,
    mut row: impl FnMut(&[String], bool),
) {
    let mut columns: Vec<u16> = parts.iter().map(|part| self::cell(part, table).1).collect();
    columns.sort_unstable();
    columns.dedup();
    for of_row in parts.chunk_by(|a, b| self::cell(a, table).0 == self::cell(b, table).0) {
        let mut cells = vec![String::new(); columns.len()];
        for of_cell in of_row.chunk_by(|a, b| self::cell(a, table).1 == self::cell(b, table).1) {
            let column = self::cell(&of_cell[0], table).1;
            if let Ok(at) = columns.binary_search(&column) {
                if !cells[at].is_empty() {
                    cells[at].push(' ');
                }
                cells[at] += &cell(of_cell);
            }
        }
        row(&cells, of_row.iter().all(|part| self::cell(part, table).2));
    }
}

#[cfg(test)]
mod generators;
#[cfg(test)]
mod hostile;
#[cfg(test)]
mod tests;
