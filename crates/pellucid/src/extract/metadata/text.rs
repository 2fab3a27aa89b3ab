//! Text of a page as a value: on one line, its references decoded, and bounded.

use crate::html::{Element, Id, Kind, Tree};

/// No value has more characters than this. On the 2,343 pages of the development corpus no title or description is cut by it.
pub(super) const LONGEST: usize = 4096;

/// A text with its white space made one space, and bounded. Control characters are white space, too.
pub(super) fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len().min(LONGEST));
    let mut space = false;
    let mut left = LONGEST;
    for c in text.chars() {
        if c.is_whitespace() || c.is_control() || c == '\u{FEFF}' {
            space = true;
            continue;
        }
        if std::mem::take(&mut space) && !line.is_empty() {
            line.push(' ');
            left = left.saturating_sub(1);
        }
        if left == 0 {
            break;
        }
        line.push(c);
        left -= 1;
    }
    line.truncate(line.trim_end().len());
    line
}

/// As much of a text as can matter, before it is decoded: the longest reference has 33 characters.
pub(super) fn head(text: &str) -> &str {
    let mut end = text.len().min(LONGEST * 40);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// The text of an element, its references decoded; of its first thousand nodes at most.
pub(super) fn text_of(tree: &Tree, id: Id) -> String {
    let mut text = String::new();
    let end = tree.nodes()[id as usize].end.min(id.saturating_add(1000));
    for at in id + 1..end {
        match tree.nodes()[at as usize].kind {
            Kind::Text(true) => text.push_str(&htmlize::unescape(head(tree.source(at)))),
            Kind::Element(Element::Br) => text.push(' '),
            _ => {}
        }
        if text.len() > LONGEST * 4 {
            break;
        }
    }
    text
}
