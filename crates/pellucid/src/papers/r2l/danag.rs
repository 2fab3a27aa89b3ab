//! DANAg: main content by text against tags, line by line, in any language.
//!
//! Mohammadzadeh, Gottron, Schweiggert, Nakhaeizadeh: Extracting the Main Content of Web Documents Based on a Naive Smoothing Method
//! (2011), the successor of R2L. An HTML tokenizer says what is text, so that the script does not matter; the smoothed difference
//! of formula (2) also draws the borders.

use super::{Content, Lines, text};

/// The method, and its setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Danag {
    /// How many lines to go for the next one above the axis.
    pub gap: usize,
}

impl Default for Danag {
    fn default() -> Danag {
        Danag { gap: Danag::GAP }
    }
}

impl Danag {
    /// The default gap, as far apart as R2L's authors found paragraphs to be. F1 on development pages with gaps of 10, 20, 30, 50:
    /// right-to-left 0.719, 0.784, 0.817, 0.849; Greek 0.931, 0.939, 0.925, 0.887; Latin 0.665, 0.729, 0.761, 0.782.
    pub const GAP: usize = 20;

    /// The lines of a page, with the characters of text, S1, against those of tags, S2. White space, scripts, styles
    /// and comments do not count.
    pub fn lines(page: &str) -> Lines {
        let mut lines = Lines::uncounted(page);
        for line in lines.as_mut_slice() {
            line.s2 = visible(&page[line.bytes.clone()]);
        }
        lines.each_part(page, |line, part, is_text| {
            let characters = visible(part);
            line.s2 = line.s2.saturating_sub(characters);
            line.s1 = line.s1.saturating_add(if is_text { characters } else { 0 });
        });
        lines
    }

    /// The main content of a page.
    pub fn extract(&self, page: &str) -> Content {
        let lines = Danag::lines(page);
        let Some(longest) = lines.longest() else { return Content::default() };
        let chosen = lines.grow(longest, self.gap, |i| lines.smoothed(i) > 0);
        let bytes = lines.bytes(chosen.clone());
        Content { lines: chosen, text: text::text(page, bytes.clone()), bytes }
    }
}

/// The number of characters that are not white space.
fn visible(text: &str) -> u32 {
    text.chars().filter(|character| !character.is_whitespace()).count().try_into().unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_counted_against_tags_and_scripts_are_not() {
        let page = "<p>a b\nc</p> d\n<script>\nx = 1\n</script>\n<!-- y\ny -->z";
        let counted: Vec<(u32, u32)> =
            Danag::lines(page).as_slice().iter().map(|line| (line.s1, line.s2)).collect();
        assert_eq!(counted, [(2, 3), (2, 4), (0, 8), (0, 0), (0, 9), (0, 0), (1, 0)]);
    }

    #[test]
    fn the_longest_text_and_what_is_near() {
        let menu = "<li><a href=/somewhere/else class=menu>Menu</a>\n".repeat(30);
        let page = format!(
            "{menu}<p>The first paragraph of this page, which says something.</p>\n\n<p>The second &amp; last one says that it is over, and then it is.</p>\n{menu}"
        );
        let content = Danag::default().extract(&page);
        assert_eq!(
            content.text,
            "The first paragraph of this page, which says something.\nThe second & last one says that it is over, and then it is."
        );
        assert_eq!(content.lines, 30..33);
        assert_eq!(Danag::default().extract(&menu), Content::default());
    }
}
