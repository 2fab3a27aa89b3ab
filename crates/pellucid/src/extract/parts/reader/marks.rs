//! Which words are marked: strong, linked, of another direction.

use std::borrow::Cow;
use std::sync::Arc;

use super::Reader;
use crate::extract::parts::{Direction, Mark, Style};
use crate::html::address::resolve;
use crate::html::{Element, attribute};

/// No word has more marks.
const MOST_STYLES: usize = 12;

/// Longer addresses are no addresses, but data.
const LONGEST_ADDRESS: usize = 2048;

impl Reader<'_> {
    pub(super) fn style(&self, element: Element, tag: &str, direction: Option<Direction>) -> Option<Style> {
        match element {
            Element::B | Element::Strong => (styled(tag) != Some(Styled::Plain)).then_some(Style::Strong),
            Element::I | Element::Em => Some(Style::Emphasis),
            Element::Code | Element::Tt | Element::Kbd | Element::Samp => Some(Style::Code),
            Element::Del | Element::S | Element::Strike => Some(Style::Strike),
            Element::Sub => Some(Style::Sub),
            Element::Sup => Some(Style::Sup),
            Element::A => {
                // A heading that leads to itself, and what a script does, lead nowhere.
                let leads =
                    |href: &str| !href.starts_with('#') || href.len() > 1 && !Self::is_heading(&self.open);
                let href = attribute(tag, "href").filter(|href| leads(href));
                href.and_then(|href| self.address(&href)).map(Style::Link)
            }
            _ => match styled(tag) {
                Some(Styled::As(style)) => Some(style),
                _ => {
                    direction.map(|direction| Style::Direction { direction, forced: element == Element::Bdo })
                }
            },
        }
    }

    /// What an element means to the words in it begins here.
    pub(super) fn begin_inline(&mut self, n: usize) {
        let open = &mut self.open[n];
        if open.element == Element::Q && self.part.is_some() && !open.is_quoted {
            open.is_quoted = true;
            self.add("“");
        }
        self.open_mark(n);
    }

    /// The style of an element begins here.
    fn open_mark(&mut self, n: usize) {
        let is_code = self.is_code();
        let (others, inner) = self.open.split_at_mut(n);
        let Some((open, style)) =
            inner.first_mut().and_then(|open| Some((&mut open.mark, open.style.as_ref()?)))
        else {
            return;
        };
        let Some(part) = self.part.as_mut().filter(|_| !is_code) else { return };
        let at = part.text.len();
        let is_link = matches!(style, Style::Link(_));
        let mut others = others.iter_mut().filter(|other| other.mark.is_some()).peekable();
        while let Some(other) = others.next() {
            match &other.style {
                // A link ends where the next one begins, if nothing in it has begun.
                Some(Style::Link(_)) if is_link => {
                    if others.peek().is_some() {
                        return;
                    }
                    self.styles -= 1;
                    if let Some(mark) = other.mark.take() {
                        part.marks[mark].range.end = at;
                    }
                }
                Some(same) if same == style => return,
                _ => {}
            }
        }
        if self.styles >= MOST_STYLES {
            return;
        }
        // What continues where it ended has never ended.
        let again = self.last.filter(|(mark, depth)| {
            let last = &part.marks[*mark];
            let goes_on = !self.space || matches!(style, Style::Strong | Style::Emphasis);
            goes_on
                && *mark + 1 == part.marks.len()
                && *depth == self.styles
                && last.range.end == at
                && last.style == *style
        });
        if again.is_none() && !self.room.has_marks(part.marks.len()) {
            return;
        }
        *open = again.map(|(mark, _)| mark).or_else(|| {
            part.marks.push(Mark { range: at..at, style: style.clone() });
            Some(part.marks.len() - 1)
        });
        self.styles += 1;
    }

    pub(super) fn close_mark(&mut self, mark: Option<usize>) {
        let (Some(mark), Some(part)) = (mark, &mut self.part) else { return };
        part.marks[mark].range.end = part.text.len();
        self.styles = self.styles.saturating_sub(1);
        self.last = Some((mark, self.styles));
    }

    pub(super) fn forget_marks(&mut self) {
        if std::mem::take(&mut self.styles) > 0 {
            self.open.iter_mut().for_each(|open| open.mark = None);
        }
        self.last = None;
    }
}

impl Reader<'_> {
    /// An address without what browsers leave out of it; absolute, where it is known what it is relative to.
    pub(super) fn address(&self, written: &str) -> Option<Arc<str>> {
        let trimmed = written.trim_matches(|c: char| c <= ' ');
        if trimmed.is_empty() || trimmed.len() > LONGEST_ADDRESS {
            return None;
        }
        let trimmed = match trimmed.contains(['\t', '\n', '\r']) {
            true => Cow::Owned(trimmed.replace(['\t', '\n', '\r'], "")),
            false => Cow::Borrowed(trimmed),
        };
        let absolute = self.base.and_then(|base| resolve(base, &trimmed));
        let absolute = absolute.filter(|absolute| absolute.len() <= LONGEST_ADDRESS);
        Some(absolute.map_or_else(|| trimmed.into(), Arc::from))
    }
}

/// What a `style` says of words.
#[derive(PartialEq)]
enum Styled {
    As(Style),
    /// Of no weight.
    Plain,
}

/// What the `style` of a tag makes of its words: editors write bold, italics and strikes so.
fn styled(tag: &str) -> Option<Styled> {
    if !tag.contains("font-") && !tag.contains("line-through") {
        return None;
    }
    let written = attribute(tag, "style")?.to_ascii_lowercase();
    written.split(';').filter_map(|rule| rule.split_once(':')).find_map(|(name, value)| {
        let value = value.trim();
        let weight = || value.parse::<u32>().ok();
        match name.trim() {
            "font-weight" if value.starts_with("bold") || weight().is_some_and(|weight| weight >= 600) => {
                Some(Styled::As(Style::Strong))
            }
            "font-weight" if value == "normal" || weight().is_some() => Some(Styled::Plain),
            "font-style" if matches!(value, "italic" | "oblique") => Some(Styled::As(Style::Emphasis)),
            "text-decoration" | "text-decoration-line" if value.contains("line-through") => {
                Some(Styled::As(Style::Strike))
            }
            _ => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::read;
    use super::*;

    #[test]
    fn marks_are_where_words_are() {
        let shown = |page: &str| {
            let parts = read(page);
            let mark = |mark: &Mark| format!("{:?} {}", mark.style, &parts[0].text[mark.range.clone()]);
            parts[0].marks.iter().map(mark).collect::<Vec<_>>()
        };
        assert_eq!(shown("<b> a <i>b </i></b>c"), ["Strong a b", "Emphasis b"]);
        assert_eq!(shown("<code>a</code> <code>b</code>"), ["Code a", "Code b"]);
        assert_eq!(shown("<b>a</b> <strong>b</strong>"), ["Strong a b"]);
        assert_eq!(shown("<a href=x>a<a href=' y\n'>b</a>"), ["Link(\"x\") a", "Link(\"y\") b"]);
        assert_eq!(shown("<b></b>a<a name=x>b</a>"), [""; 0]);
        // A link around several parts marks the first.
        let parts = read("<a href=x><h2>a</h2><p>b</p></a>");
        assert_eq!(parts.iter().map(|part| part.marks.len()).collect::<Vec<_>>(), [1, 0]);
    }
}
