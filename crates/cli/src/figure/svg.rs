//! Shapes → SVG.

use std::fmt::{self, Display};
use std::io::Write;

use anyhow::Result;

use super::Colour;
use super::layout::{Anchor, CHARACTER, HEAD_CHARACTER, Paper, Shape, Style, Text, is_right_to_left};

/// The typeface of PNG, and others of one width. Which of them a reader has does not matter: every text is set to the width that it
/// has in PNG.
const FONTS: &str = "'Noto Sans Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace";
/// A character of it is six tenths as wide as the font is large.
const EM: f64 = 0.6;
/// Shown so much larger than the paper is: at its own size letters are small.
const SHOWN: f64 = 1.25;

/// Writes a picture.
pub fn write(paper: &Paper, out: &mut impl Write) -> Result<()> {
    let Paper { title, width, height, shapes } = paper;
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\" font-family=\"{FONTS}\" font-size=\"{}\">\n<title>{}</title>",
        Short(width * SHOWN),
        Short(height * SHOWN),
        Short(CHARACTER / EM),
        Escaped(title)
    )?;
    for shape in shapes {
        match shape {
            Shape::Boxes(colour, boxes) => {
                write!(out, "<path fill=\"{colour}\" shape-rendering=\"crispEdges\" d=\"")?;
                for b in boxes {
                    let (width, height) = (Short(b.width), Short(b.height));
                    write!(out, "M{} {}h{width}v{height}h-{width}z", Short(b.x), Short(b.y))?;
                }
                writeln!(out, "\"/>")?;
            }
            Shape::Text(text) => write_text(text, out)?,
        }
    }
    writeln!(out, "</svg>")?;
    Ok(())
}

fn write_text(text: &Text, out: &mut impl Write) -> Result<()> {
    let (x, y) = (Short(text.x), Short(text.y));
    // The start of a text from right to left is its right end.
    let anchor = match text.anchor {
        Anchor::End if text.style == Style::Page && is_right_to_left(&text.text) => "start",
        Anchor::Start => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    };
    let style = match text.style {
        Style::Plain => String::new(),
        Style::Bold => " font-weight=\"bold\"".into(),
        Style::Head => format!(" font-weight=\"bold\" font-size=\"{}\"", Short(HEAD_CHARACTER / EM)),
        // Letters of other scripts have widths of their own.
        Style::Page if is_right_to_left(&text.text) => " direction=\"rtl\" unicode-bidi=\"embed\"".into(),
        Style::Page => String::new(),
        Style::Turned => format!(" transform=\"rotate(-90 {x} {y})\""),
    };
    let characters = text.text.chars().count() as f64;
    let width = match text.style {
        Style::Page => String::new(),
        Style::Head => format!(" textLength=\"{}\"", Short(HEAD_CHARACTER * characters)),
        _ => format!(" textLength=\"{}\"", Short(CHARACTER * characters)),
    };
    // A white rim keeps text readable that stands on columns.
    writeln!(
        out,
        "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\"{style}{width} fill=\"{}\" stroke=\"#ffffff\" stroke-width=\"3\" \
         stroke-linejoin=\"round\" paint-order=\"stroke\">{}</text>",
        text.colour,
        Escaped(&text.text)
    )?;
    Ok(())
}

impl Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// A length to a hundredth.
struct Short(f64);

impl Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", (self.0 * 100.0).round() / 100.0)
    }
}

/// Text as XML can hold it.
struct Escaped<'a>(&'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '\u{FFFE}' | '\u{FFFF}' => f.write_str("\u{FFFD}")?,
                _ if character.is_control() => f.write_str("\u{FFFD}")?,
                _ => write!(f, "{character}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_cannot_break_it() {
        assert_eq!(Escaped("a<b>&\u{7}\u{FFFF}é").to_string(), "a&lt;b&gt;&amp;\u{FFFD}\u{FFFD}é");
        assert_eq!([1.0, 0.12345, -3.5].map(|length| Short(length).to_string()), ["1", "0.12", "-3.5"]);
        assert_eq!(Colour::BLUE.to_string(), "#0072b2");
    }
}
