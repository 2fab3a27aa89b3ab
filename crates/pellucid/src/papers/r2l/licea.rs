//! LICEA: main content by long texts that stand together, in any language.
//!
//! Moreno, Deschacht, Moens: Language Independent Content Extraction from Web Pages (2009), as the paper on R2L describes it, which
//! compares itself with it (section 2 there). A parser takes the tags off, and what is left is an array L of texts. Those of at least
//! C1 characters go into a region R while no more than C2 texts lie between; the densest region is the content.

use std::ops::Range;

use super::Content;
use super::text::{self, Paragraphs, Piece};

/// The method, and its settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Licea {
    /// C1: how many characters a text must have.
    pub length: usize,
    /// C2: how many texts to go for the next one that is long enough.
    pub gap: usize,
}

impl Default for Licea {
    fn default() -> Licea {
        Licea { length: Licea::LENGTH, gap: Licea::GAP }
    }
}

/// The region R.
#[derive(Default)]
struct Region {
    content: Content,
    /// Its density: how many characters its texts have.
    characters: usize,
}

impl Licea {
    /// The default of C1. Its authors' is not in the paper on R2L. F1 on development pages with 20, 30, 40, 60: right-to-left 0.876,
    /// 0.869, 0.847, 0.821; Chinese, Japanese and Korean 0.769, 0.842, 0.883, 0.869; Latin 0.793, 0.801, 0.794, 0.782.
    pub const LENGTH: usize = 40;

    /// The default of C2. With 3, 5, 8: right-to-left 0.821, 0.847, 0.864; Greek 0.822, 0.790, 0.705; Latin 0.768, 0.794, 0.801.
    pub const GAP: usize = 5;

    /// The main content of a page. [`Content::lines`] are places in the array L.
    pub fn extract(&self, page: &str) -> Content {
        let mut best = Region::default();
        let mut region = Region::default();
        let mut i = 0;

        // Of L only what is being read is kept.
        each_text(page, |text, bytes| {
            let characters = text.chars().count();
            if characters >= self.length {
                if i >= region.content.lines.end.saturating_add(self.gap) {
                    let done = std::mem::take(&mut region);
                    if done.characters > best.characters {
                        best = done;
                    }
                }
                let content = &mut region.content;
                if region.characters == 0 {
                    content.lines.start = i;
                    content.bytes.start = bytes.start;
                } else {
                    content.text.push('\n');
                }
                content.text.push_str(text);
                content.lines.end = i + 1;
                content.bytes.end = bytes.end;
                region.characters += characters;
            }
            i += 1;
        });
        if region.characters > best.characters { region.content } else { best.content }
    }

    /// How many characters each text of the array L has.
    pub fn lengths(page: &str) -> Vec<usize> {
        let mut lengths = Vec::new();
        each_text(page, |text, _| lengths.push(text.chars().count()));
        lengths
    }
}

/// Tells the texts of the array L in their order, and where they stand.
fn each_text(page: &str, mut tell: impl FnMut(&str, Range<usize>)) {
    let mut paragraph = Paragraphs::default();
    let mut bytes = 0..0;
    text::pieces(page, |piece| match piece {
        Piece::Text(text, at) => {
            if paragraph.text.is_empty() {
                bytes.start = at.start;
            }
            bytes.end = at.end;
            paragraph.push(text);
        }
        Piece::Break => {
            let text = std::mem::take(&mut paragraph).text;
            if !text.is_empty() {
                tell(&text, bytes.clone());
            }
        }
        Piece::Hidden(_) => {}
    });
    if !paragraph.text.is_empty() {
        tell(&paragraph.text, bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_that_stand_together() {
        let long = |word: &str| format!("<p>{}</p>", [word; 10].join(" "));
        let short = "<li><a href=x>menu</a></li>";
        let page =
            [&long("first"), &short.repeat(5), &long("second"), short, "<i></i>", &long("third"), short]
                .concat();
        let content = Licea { length: 40, gap: 5 }.extract(&page);
        assert_eq!(content.text, format!("{}\n{}", ["second"; 10].join(" "), ["third"; 10].join(" ")));
        assert_eq!(content.lines, 6..9);
        assert!(page[content.bytes].starts_with("second"));
        assert_eq!(Licea::lengths(&page), [59, 4, 4, 4, 4, 4, 69, 4, 59, 4]);
        assert_eq!(Licea { length: 40, gap: 6 }.extract(&page).lines, 0..9);
        assert_eq!(Licea { length: 70, gap: 5 }.extract(&page), Content::default());
        assert_eq!(Licea { length: 69, gap: 5 }.extract(&page).lines, 6..7);
    }
}
