//! Items that are paragraphs, with a sign or a number before their words: word processors write lists so.

use std::sync::Arc;

use crate::extract::parts::cost::Room;
use crate::extract::parts::{Container, Part, PartKind, Style, Within};
use crate::html::{Id, Tree};

/// Signs that begin nothing but an item.
const SIGNS: [char; 12] = ['•', '‣', '▪', '■', '□', '●', '○', '◦', '⁃', '➢', '❖', '✓'];
/// Others do so where space keeps the words away from them.
const OTHERS: [char; 6] = ['·', '§', 'o', 'Ø', '-', '–'];
/// No list is deeper.
const DEEPEST: usize = 4;

/// What an item begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Marker {
    Sign(char),
    Number(i32),
}

impl Marker {
    /// Of a text, and where the words begin.
    fn of(text: &str) -> Option<(Marker, usize)> {
        let is_space = |c: char| c.is_whitespace() && c != '\n';
        let first = text.chars().next()?;
        let (marker, length) = match first {
            '0'..='9' => {
                let digits = text.bytes().take(4).take_while(u8::is_ascii_digit).count();
                let number = text[..digits].parse().ok()?;
                text[digits..].starts_with(['.', ')']).then_some((Marker::Number(number), digits + 1))?
            }
            _ => (Marker::Sign(first), first.len_utf8()),
        };
        let words = text[length..].trim_start_matches(is_space);
        let is_far = text[length..].chars().take_while(|c| is_space(*c)).count() > 1;
        let begins = match first {
            first if SIGNS.contains(&first) => true,
            first if OTHERS.contains(&first) || first.is_ascii_digit() => is_far,
            _ => false,
        };
        (begins && !words.is_empty()).then_some((marker, text.len() - words.len()))
    }

    /// Whether an item with this one follows one with the other in the same list.
    fn follows(self, other: Marker) -> bool {
        match (self, other) {
            (Marker::Number(number), Marker::Number(other)) => other.checked_add(1) == Some(number),
            _ => self == other,
        }
    }
}

/// A list that is open: the marker of its last item, itself and that item.
type Level = (Marker, [Within; 2]);

/// Makes items of paragraphs that begin as such and follow each other.
pub(super) fn enlist(parts: &mut [Part], tree: &Tree, room: &mut Room) {
    let mut levels: Vec<Level> = Vec::new();
    // The last item, and what it was in before: what follows is in the same.
    let mut last: Option<(usize, Arc<[Within]>)> = None;
    let marker = |part: &Part| (part.kind == PartKind::Paragraph).then(|| Marker::of(&part.text)).flatten();
    for n in 0..parts.len() {
        let Some((found, length)) = marker(&parts[n]) else { continue };
        let is_next = last.as_ref().is_some_and(|(last, within)| last + 1 == n && *within == parts[n].within);
        // A number goes on where code stood between.
        let goes_on = levels
            .first()
            .is_some_and(|(last, _)| matches!(found, Marker::Number(_)) && found.follows(*last));
        let begins =
            || parts.get(n + 1).is_some_and(|next| next.within == parts[n].within && marker(next).is_some());
        if !is_next {
            levels.clear();
            if !goes_on && !begins() {
                continue;
            }
        }
        let before = Arc::clone(&parts[n].within);
        if !add(&mut parts[n], found, length, &mut levels, tree, room) {
            return;
        }
        last = Some((n, before));
    }
}

/// Makes an item of a part; not if there is no room for what it is in then.
fn add(
    part: &mut Part,
    found: Marker,
    length: usize,
    levels: &mut Vec<Level>,
    tree: &Tree,
    room: &mut Room,
) -> bool {
    let id = tree.nodes().partition_point(|node| (node.place.start as usize) < part.place.start) as Id;
    let number = match found {
        Marker::Number(number) => Some(number),
        Marker::Sign(_) => None,
    };
    let item = Within { id, container: Container::Item { number, task: None } };
    match levels.iter().rposition(|(last, _)| found.follows(*last)) {
        Some(level) => {
            levels.truncate(level + 1);
            levels[level] = (found, [levels[level].1[0], item]);
        }
        None => {
            levels.truncate(DEEPEST - 1);
            levels.push((found, [Within { id, container: Container::List }, item]));
        }
    }
    let new = levels.iter().flat_map(|(_, within)| *within);
    let before = part.within.len();
    let within: Arc<[Within]> = part.within.iter().copied().chain(new).collect();
    if !room.take(size_of_val(&*within) + 4 * size_of::<usize>(), 16 * (within.len() - before)) {
        return false;
    }
    part.within = within;
    part.text.drain(..length);
    part.marks.retain(|mark| mark.range.end > length || matches!(mark.style, Style::Image(_)));
    for mark in &mut part.marks {
        mark.range = mark.range.start.saturating_sub(length)..mark.range.end.saturating_sub(length);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::super::tests::read;

    #[test]
    fn items_that_are_paragraphs() {
        for (page, expected) in [
            ("<p>• a<p>•&nbsp;<b>b</b><p>c", vec!["1 a", "1 b", "0 c"]),
            (
                "<p>·&nbsp;&nbsp; a<p>o&nbsp;&nbsp; b<p>o&nbsp;&nbsp; c<p>·&nbsp;&nbsp; d",
                vec!["1 a", "2 b", "2 c", "1 d"],
            ),
            (
                "<p>1.&nbsp;&nbsp; a<p>2.&nbsp;&nbsp; b<pre>c</pre><p>3.&nbsp;&nbsp; d",
                vec!["1 a", "1 b", "0 c", "1 d"],
            ),
            (
                "<p>• a<p>b<p>1. c<p>2. d<p>o e<p>o f",
                vec!["0 • a", "0 b", "0 1. c", "0 2. d", "0 o e", "0 o f"],
            ),
            ("<p>•<p>•", vec!["0 •", "0 •"]),
        ] {
            let shown = read(page).into_iter().map(|part| format!("{} {}", part.within.len() / 2, part.text));
            assert_eq!(shown.collect::<Vec<_>>(), expected, "{page}");
        }
        let parts = read("<p>•&nbsp;<b>a</b><p>• b");
        assert_eq!(parts[0].marks[0].range, 0..1);
    }
}
