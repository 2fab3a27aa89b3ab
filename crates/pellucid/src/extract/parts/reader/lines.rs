//! Lines that are elements and belong to one part: of a heading, of a verse, the number of a note and its text.

use super::{Open, Reader};
use crate::extract::parts::{Container, Mark, Part, PartKind, is_quote};
use crate::html::{Element, Id, Kind, Layout, attribute};

/// Lines of a heading are not longer.
const LONGEST_HEADING: usize = 240;
/// The number of a note is not longer, with its brackets.
const LONGEST_NUMBER: usize = 8;
/// What may go on in the line has no more nodes.
const LONGEST_LINE: Id = 256;
/// What says that there is a verse or a note is so near.
const NEAR: usize = 4;

impl Reader<'_> {
    /// Whether a part is one more line of the part before, and becomes one.
    pub(super) fn joins(&mut self, part: &Part) -> bool {
        let is_heading = |part: &Part| matches!(part.kind, PartKind::Heading(_));
        let of = |open: &&Open| matches!(open.kind, Some(PartKind::Heading(_)));
        let own = self.open.iter().rev().find(of).filter(|_| is_heading(part)).map(|open| open.id);
        let before = std::mem::replace(&mut self.heading, own);
        let Some(last) = self.parts.last() else { return false };
        let is_longer = || last.text.len() + part.text.len() > LONGEST_HEADING;
        let are_paragraphs =
            [last, part].iter().all(|part| part.kind == PartKind::Paragraph) && last.within == part.within;
        if are_paragraphs && is_marker(last) {
            // The list has one.
            self.parts.pop();
            return false;
        }
        let between = match () {
            () if is_heading(last) && own.is_some() && own == before && !is_longer() => "\n",
            () if are_paragraphs && self.is_line_after(last, part) => "\n",
            () if are_paragraphs && self.is_note_of(last) => " ",
            () if last.kind == part.kind && last.within == part.within && self.is_in_line(last, part) => {
                let html = self.tree.html();
                let is_apart = html[..last.place.end].ends_with(char::is_whitespace)
                    || html[part.place.start..].starts_with(char::is_whitespace);
                match is_apart {
                    true => " ",
                    false => "",
                }
            }
            () => return false,
        };
        if !self.room.take(part.held(None), part.written(None, 0)) {
            return true;
        }
        let Some(last) = self.parts.last_mut() else { return false };
        last.text += between;
        let length = last.text.len();
        last.text += &part.text;
        last.place.end = part.place.end;
        let shifted = |mark: &Mark| Mark {
            range: mark.range.start + length..mark.range.end + length,
            style: mark.style.clone(),
        };
        last.marks.extend(part.marks.iter().map(shifted));
        true
    }

    /// Whether what is open is the next line of a verse that the last part is of, without an empty one between.
    fn is_line_after(&self, last: &Part, part: &Part) -> bool {
        let is_line = |tag: &str| {
            tag.contains("line")
                && attribute(tag, "class")
                    .is_some_and(|class| class.split_ascii_whitespace().any(|word| word == "line"))
        };
        let is_verse =
            |tag: &str| ["line-block", "poem", "verse", "stanza"].iter().any(|name| tag.contains(name));
        let Some(open) = self.open.last().filter(|open| is_line(self.tree.attributes(open.id))) else {
            return false;
        };
        let around = self.tree.ancestors(open.id).take(NEAR).filter(|id| is_verse(self.tree.attributes(*id)));
        let begins = |id| self.node(id).place.start as usize <= last.place.start;
        around.last().is_some_and(begins)
            && self
                .tree
                .html()
                .get(last.place.end..part.place.start)
                .is_some_and(|source| !source.contains("<br"))
    }

    /// Whether a part goes on in the line of the last one: they are two because an element that HTML does not know is one of them.
    /// Browsers do not break lines at such.
    fn is_in_line(&self, last: &Part, part: &Part) -> bool {
        let is_block: fn(Element) -> bool =
            |element| element.layout() == Layout::Block && element != Element::Other;
        let Some(line) = self.open.iter().rev().find(|open| is_block(open.element)) else { return false };
        let begins = self.node(line.id).place.start as usize;
        if !matches!(line.element, Element::P | Element::Li) || begins > last.place.start {
            return false;
        }
        let text = |place: usize| {
            self.tree.nodes().partition_point(|node| (node.place.start as usize) < place) as Id
        };
        let (from, to) = (text(last.place.start), text(part.place.start));
        let around = |id: Id, is: fn(Element) -> bool| {
            self.tree.ancestors(id).take(NEAR).find(|id| self.element(*id).is_some_and(is))
        };
        let is_direct = |id: Id| around(id, |element| element.layout() == Layout::Block) == Some(line.id);
        let breaks =
            |id: Id| self.element(id).is_some_and(|element| element == Element::Br || is_block(element));
        let is_in = |id: Id| around(id, is_block) == Some(line.id);
        to.saturating_sub(from) <= LONGEST_LINE
            && is_in(from)
            && (is_direct(from) || is_direct(to))
            && !(from..to).any(breaks)
    }

    /// Whether a quotation says in this element who said it, and words stand right before it: it is a line of its own.
    pub(super) fn is_glued_before(&self, cite: Id) -> bool {
        let ends = |part: &Part| part.text.ends_with(|c: char| c.is_alphanumeric() || ".!?…”»".contains(c));
        !self.space && self.part.as_ref().is_some_and(ends) && self.is_attribution(cite)
    }

    /// The same, right after it.
    pub(super) fn is_glued_after(&self, open: &Open) -> bool {
        let next = self.tree.nodes().get(open.end as usize);
        let is_text = next.is_some_and(|next| matches!(next.kind, Kind::Text(_)));
        let begins = |text: &str| text.starts_with(|c: char| c.is_alphanumeric() || "“«".contains(c));
        is_text && begins(self.tree.source(open.end)) && self.is_attribution(open.id)
    }

    fn is_attribution(&self, cite: Id) -> bool {
        self.tree.ancestors(cite).take(2).any(|id| is_quote(self.tree, id))
    }

    /// Whether the last part is the number of the note that is open.
    fn is_note_of(&self, last: &Part) -> bool {
        let is_number = last.text.len() <= LONGEST_NUMBER
            && last.text.bytes().any(|byte| byte.is_ascii_digit() || byte == b'*')
            && last.text.bytes().all(|byte| byte.is_ascii_digit() || b"[](). *".contains(&byte));
        is_number
            && self.open.iter().rev().take(NEAR).any(|open| {
                let place = self.node(open.id).place.start as usize;
                place <= last.place.start && self.tree.attributes(open.id).contains("footnote")
            })
    }
}

/// Whether a part is nothing but the marker of the item that it is in: LaTeXML writes them, and word processors do.
fn is_marker(part: &Part) -> bool {
    let Some(Container::Item { number, .. }) = part.within.last().map(|within| within.container) else {
        return false;
    };
    match number {
        Some(number) => part.text.trim_matches(['(', ')', '.']).parse() == Ok(number),
        None => matches!(part.text.as_str(), "•" | "–" | "—" | "∗" | "·" | "◦" | "▪" | "■" | "○" | "●"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::read;

    #[test]
    fn lines_that_are_elements() {
        for (page, expected) in [
            ("<h4>fn a()<div>where <b>T</b></div></h4>", vec!["fn a()\nwhere T"]),
            ("<h2><div>a</div><div>b</div></h2><h2>c</h2>", vec!["a\nb", "c"]),
            ("<h2>a<p>b</p></h2>", vec!["a", "b"]),
            // docutils; what is not a verse.
            (
                "<div class=line-block><div class=line>a</div><div class=line>b</div><div class=line><br></div><div class=line>c</div>\
                 <div class=line-block><div class=line>d</div></div></div><p>e",
                vec!["a\nb", "c\nd", "e"],
            ),
            ("<div class=line>a</div><div class=line>b</div>", vec!["a", "b"]),
            // mdBook, Sphinx, Substack.
            ("<div class=footnote-definition><sup>1</sup><p>a</p><p>b</p></div>", vec!["1 a", "b"]),
            ("<aside class=footnote><span>[<a href=#b>2</a>]</span><p>a</p></aside>", vec!["[2] a"]),
            ("<div>1</div><p>a", vec!["1", "a"]),
            // LaTeXML.
            (
                "<ul><li><span>•</span><div><p>a</p></div><li><span>–</span><p>b</p><p>c</p></ul>",
                vec!["a", "b", "c"],
            ),
            ("<ol><li><span>1.</span><p>a</p><li><p>3</p><p>b</p></ol>", vec!["a", "3", "b"]),
            ("<ul><li><span>•</span></ul>", vec!["•"]),
            // GitHub.
            ("<p>a <g-emoji>b</g-emoji> c <b>d</b><p>e", vec!["a b c d", "e"]),
            ("<ul><li><x-a>a</x-a><x-a>b</x-a></ul>", vec!["a", "b"]),
            ("<p>a<br><br><x-a>b</x-a>", vec!["a", "b"]),
            ("<ul><li><p>a</p> <x-a>b</x-a> c</ul>", vec!["a", "b c"]),
            // phpBB.
            ("<blockquote><div><cite>Ann wrote:</cite>Yes.</div></blockquote>", vec!["Ann wrote:\nYes."]),
            (
                "<blockquote>In <cite>Moby Dick</cite>, a whale.<cite>Ann</cite></blockquote>",
                vec!["In Moby Dick, a whale.\nAnn"],
            ),
        ] {
            let parts = read(page);
            let texts: Vec<&str> = parts.iter().map(|part| &*part.text).collect();
            assert_eq!(texts, expected, "{page}");
        }
        let parts = read("<h4>fn a()<div>where <b>T</b></div></h4>");
        assert_eq!(&parts[0].text[parts[0].marks[0].range.clone()], "T");
    }
}
