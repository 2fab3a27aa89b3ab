//! The beginnings of texts. Lengths are in units of UTF-16, as browsers count.

use serde::Serialize;

/// The beginning of a text; whole texts of large pages stay where they are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Excerpt {
    /// The beginning.
    pub text: String,
    /// How long the whole text is.
    pub length: usize,
}

impl Excerpt {
    /// So much of a text.
    pub fn of(text: impl AsRef<str>, most: usize) -> Excerpt {
        let text = text.as_ref();
        Excerpt { text: text[..end(text, most)].to_owned(), length: units(text) }
    }
}

/// Cuts a text to so many units, and gives back what it held.
pub fn cut(text: &mut String, most: usize) {
    let end = end(text, most);
    if end < text.len() {
        text.truncate(end);
        text.shrink_to_fit();
    }
}

/// Where so many units end; no character is cut.
fn end(text: &str, most: usize) -> usize {
    let mut units = 0;
    let over = text.char_indices().find(|(_, character)| {
        units += character.len_utf16();
        units > most
    });
    over.map_or(text.len(), |(at, _)| at)
}

/// How long a text is.
pub fn units(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

/// Whether a tag begins somewhere at the beginning.
pub fn has_markup(text: &str) -> bool {
    let beginning = &text.as_bytes()[..text.len().min(4096)];
    beginning.windows(2).any(|pair| {
        pair[0] == b'<' && (pair[1].is_ascii_alphabetic() || matches!(pair[1], b'!' | b'?' | b'/'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_character_is_cut() {
        let excerpt = |most| Excerpt::of("a𝄞b", most);
        assert_eq!(excerpt(1), Excerpt { text: "a".to_owned(), length: 4 });
        assert_eq!(excerpt(2).text, "a");
        assert_eq!(excerpt(3).text, "a𝄞");
        assert_eq!(excerpt(4).text, "a𝄞b");
    }
}
