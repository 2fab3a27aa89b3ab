//! Text of a page as a value: on one line, its references decoded, and bounded.

use super::people::is_label;
use crate::html::{Element, Id, Kind, Layout, Tree};

/// No value has more characters than this. On the 2,343 pages of the development corpus no title or description is cut by it.
pub(super) const LONGEST: usize = 4096;

/// A text with its white space made one space, and bounded. Control characters are white space, too.
pub(super) fn one_line(text: &str) -> String {
    let text = text.trim();
    let mut before = 0;
    let is_plain = |byte: u8| {
        let last = std::mem::replace(&mut before, byte);
        byte.is_ascii_graphic() || byte == b' ' && last != b' '
    };
    if text.len() <= LONGEST && text.bytes().all(is_plain) {
        return text.to_owned();
    }
    let mut line = String::with_capacity(text.len().min(LONGEST));
    let is_space = |c: char| c.is_whitespace() || c.is_control() || c == '\u{FEFF}';
    for word in text.split(is_space).filter(|word| !word.is_empty()) {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
        // No character has more bytes.
        if line.len() >= 4 * LONGEST {
            break;
        }
    }
    if let Some((end, _)) = line.char_indices().nth(LONGEST) {
        line.truncate(line[..end].trim_end().len());
    }
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

/// The text of an element without its buttons, its references decoded; of its first thousand nodes at most.
pub(super) fn text_of(tree: &Tree, id: Id) -> String {
    let mut text = String::new();
    let end = tree.nodes()[id as usize].end.min(id.saturating_add(1000));
    let mut at = id + 1;
    while at < end {
        let node = &tree.nodes()[at as usize];
        match node.kind {
            Kind::Text(true) => text.push_str(&htmlize::unescape(head(tree.source(at)))),
            Kind::Element(Element::Br) => text.push(' '),
            Kind::Element(Element::Button) => {
                at = node.end.max(at + 1);
                continue;
            }
            _ => {}
        }
        at += 1;
        if text.len() > LONGEST * 4 {
            break;
        }
    }
    text
}

/// The text from one node to another, where names are looked for: a bar stands between what only looks apart, and after a link
/// that something else follows than the next name: "By Ann Lee | Staff Writer".
pub(super) fn parted(tree: &Tree, from: Id, to: Id) -> String {
    let mut text = String::new();
    // Where the link ends, or what is called so, in which the last text stands.
    let is_name = |at: Id| {
        let written = tree.attributes(at);
        let is_role = || ["title", "role", "position", "job"].iter().any(|word| written.contains(word));
        tree.nodes()[at as usize].kind == Kind::Element(Element::A)
            || written.contains("author") && !is_role()
    };
    let around = tree.ancestors(from).take(3).take_while(|at| tree.nodes()[*at as usize].end < to);
    let mut link_end = around.filter(|at| is_name(*at)).last().map_or(0, |at| tree.nodes()[at as usize].end);
    let mut is_block = false;
    for at in from..to.min(from.saturating_add(300)) {
        let node = &tree.nodes()[at as usize];
        match node.kind {
            Kind::Text(true) => {
                let more = htmlize::unescape(head(tree.source(at)));
                let bare = more.trim();
                let touches = !text.ends_with(char::is_whitespace) && !more.starts_with(char::is_whitespace);
                let leaves = link_end != 0 && at >= link_end && bare.starts_with(char::is_uppercase);
                let both = text.ends_with(char::is_alphanumeric) && bare.starts_with(char::is_alphanumeric);
                if !bare.is_empty() && !text.trim().is_empty() && (touches && both || leaves || is_block) {
                    text.push_str(if is_label(&text) { " " } else { " | " });
                }
                if !bare.is_empty() {
                    is_block = false;
                    link_end = if at >= link_end { 0 } else { link_end };
                }
                text.push_str(&more);
            }
            Kind::Element(_) if is_name(at) => link_end = node.end,
            Kind::Element(element) => {
                is_block |= element.layout() == Layout::Block && !text.trim().is_empty();
            }
            Kind::Text(_) => {}
        }
        if text.len() > LONGEST {
            break;
        }
    }
    one_line(&text)
}
