//! A page as lines, with the numbers of content and of markup characters in each: the array T of the paper.

use std::ops::Range;

use memchr::{memchr_iter, memchr2_iter};

use super::text::{self, Piece};
use super::{Area, Script, regions};

/// With more tags than this to a line in the mean, each tag begins a line of its own.
///
/// The paper splits pages that are one line, or have several tags to a line, and gives no number. F1 of R2L on 145 right-to-left
/// pages: 0.581 if none is split, 0.639 if all are, and 0.693 to 0.700 with anything from 1.5 to 10 here.
const TAGS_PER_LINE: usize = 3;

/// More lines are not distinguished, the last takes the rest: the memory for them is bounded, to 100 MB. No page that people read
/// has as many.
const MOST_LINES: usize = 1 << 22;

/// A line of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Where it stands in the page, without its line feed.
    pub bytes: Range<usize>,
    /// How many characters are content: of S1, the paper's NEPL.
    pub s1: u32,
    /// How many characters are markup: of S2, the paper's EPL.
    pub s2: u32,
}

impl Line {
    /// Formula (1): `diff = length(NEPL) - length(EPL)`. Above the axis of the paper's figure 3 if positive.
    pub fn difference(&self) -> i64 {
        i64::from(self.s1) - i64::from(self.s2)
    }
}

/// The lines of a page. There is at least one.
///
/// A line ends with a line feed. But where pages have several tags to a line, a tag begins a line too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines(Vec<Line>);

impl Lines {
    /// The lines of a page, with the characters of this script against ASCII, as [`R2l`](super::R2l) counts them. Characters that
    /// are neither do not count.
    pub fn new(page: &str, script: Script) -> Lines {
        let mut lines = Lines::uncounted(page);
        for line in &mut lines.0 {
            let text = &page[line.bytes.clone()];
            if text.is_ascii() {
                line.s2 = count(text.len());
            } else {
                line.s1 = count(script.count(text));
                line.s2 = count(text.chars().filter(char::is_ascii).count());
            }
        }
        lines
    }

    /// The lines of a page, nothing counted.
    pub(super) fn uncounted(page: &str) -> Lines {
        let bytes = page.as_bytes();
        let feeds = memchr_iter(b'\n', bytes).count();
        let tags = memchr_iter(b'<', bytes).filter(|&at| is_tag(bytes, at)).count();
        let by_tags = tags > TAGS_PER_LINE * (feeds + 1);

        let mut lines = Vec::with_capacity((feeds + 1 + if by_tags { tags } else { 0 }).min(MOST_LINES));
        let mut start = 0;
        for at in memchr2_iter(b'\n', b'<', bytes) {
            if lines.len() + 1 == MOST_LINES {
                break;
            }
            let next = match bytes[at] {
                b'\n' => at + 1,
                _ if by_tags && at > start && is_tag(bytes, at) => at,
                _ => continue,
            };
            lines.push(Line { bytes: start..at, s1: 0, s2: 0 });
            start = next;
        }
        lines.push(Line { bytes: start..bytes.len(), s1: 0, s2: 0 });
        Lines(lines)
    }

    /// The same, but only text is content: not what stands in scripts, attributes and comments, as an HTML tokenizer sees it.
    pub(super) fn of_text(page: &str, script: Script) -> Lines {
        let mut lines = Lines::new(page, script);
        for line in &mut lines.0 {
            line.s1 = 0;
        }
        lines.each_part(page, |line, part, is_text| {
            if is_text {
                line.s1 = line.s1.saturating_add(count(script.count(part)));
            }
        });
        lines
    }

    /// Tells of each line its parts that are text, and those that are neither text nor tags: scripts, comments.
    pub(super) fn each_part(&mut self, page: &str, mut tell: impl FnMut(&mut Line, &str, bool)) {
        // Pieces come in order, and so do lines: both are walked at once.
        let mut at = 0;
        text::pieces(page, |piece| {
            let (bytes, is_text) = match piece {
                Piece::Text(_, bytes) => (bytes, true),
                Piece::Hidden(bytes) => (bytes, false),
                Piece::Break => return,
            };
            while let Some(line) = self.0.get_mut(at) {
                let part = line.bytes.start.max(bytes.start)..line.bytes.end.min(bytes.end);
                if !part.is_empty() {
                    tell(line, &page[part], is_text);
                }
                // The last line of this piece may go on with another.
                if line.bytes.end >= bytes.end {
                    break;
                }
                at += 1;
            }
        });
    }

    /// Of these; one of nothing, if there are none.
    pub(super) fn of(mut lines: Vec<Line>) -> Lines {
        if lines.is_empty() {
            lines.push(Line { bytes: 0..0, s1: 0, s2: 0 });
        }
        Lines(lines)
    }

    /// What a reader sees of each line of the page they are of.
    pub fn texts(&self, page: &str) -> Vec<String> {
        let mut texts = vec![String::new(); self.0.len()];
        let mut counted = self.clone();
        for (number, line) in counted.0.iter_mut().enumerate() {
            line.s1 = count(number);
        }
        counted.each_part(page, |line, part, is_text| {
            if is_text {
                texts[line.s1 as usize].push_str(&htmlize::unescape(part));
            }
        });
        texts.iter().map(|text| text.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    }

    /// The regions of the paper's figure 2 that are worth naming, in order, around the lines that were chosen.
    pub fn regions(&self, chosen: Range<usize>) -> Vec<(Area, Range<usize>)> {
        regions::regions(self, chosen)
    }

    pub(super) fn as_mut_slice(&mut self) -> &mut [Line] {
        &mut self.0
    }

    /// The lines in order.
    pub fn as_slice(&self) -> &[Line] {
        &self.0
    }

    /// Formula (2): the difference of line `i` and of both its neighbours, added up.
    ///
    /// # Panics
    ///
    /// If there is no such line.
    pub fn smoothed(&self, i: usize) -> i64 {
        let around = i.saturating_sub(1)..=(i + 1).min(self.0.len() - 1);
        self.0[around].iter().map(Line::difference).sum()
    }

    /// The line with the longest column above the axis by formula (2), the first of equals, if any column is above it.
    pub fn longest(&self) -> Option<usize> {
        let lengths = (0..self.0.len()).map(|i| (i, self.smoothed(i)));
        // `max_by_key` would take the last of equals.
        let (i, length) = lengths.reduce(|best, next| if next.1 > best.1 { next } else { best })?;
        (length > 0).then_some(i)
    }

    /// The lines around `start` that are reached by going up and down, from one that `is_content` to the next, over at most
    /// `gap` lines at a time.
    pub(super) fn grow(&self, start: usize, gap: usize, is_content: impl Fn(usize) -> bool) -> Range<usize> {
        let reach = |step: fn(usize) -> Option<usize>| {
            let (mut last, mut at) = (start, start);
            while let Some(next) = step(at).filter(|&next| next < self.0.len() && next.abs_diff(last) <= gap)
            {
                at = next;
                if is_content(at) {
                    last = at;
                }
            }
            last
        };
        reach(|at| at.checked_sub(1))..reach(|at| at.checked_add(1)) + 1
    }

    /// Where these lines stand in the page.
    pub(super) fn bytes(&self, lines: Range<usize>) -> Range<usize> {
        match self.0[lines].iter().as_slice() {
            [] => 0..0,
            [first, .., last] => first.bytes.start..last.bytes.end,
            [only] => only.bytes.clone(),
        }
    }
}

/// Whether the `<` at this place begins a tag, a comment or the like.
fn is_tag(bytes: &[u8], at: usize) -> bool {
    bytes.get(at + 1).is_some_and(|&next| next.is_ascii_alphabetic() || matches!(next, b'/' | b'!' | b'?'))
}

fn count(characters: usize) -> u32 {
    characters.try_into().unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(page: &str) -> Vec<&str> {
        Lines::uncounted(page).0.iter().map(|line| &page[line.bytes.clone()]).collect()
    }

    #[test]
    fn lines_end_with_line_feeds() {
        assert_eq!(texts(""), [""]);
        assert_eq!(texts("\n"), ["", ""]);
        assert_eq!(texts("<p>a <b>b</b>\n\n2 < 3"), ["<p>a <b>b</b>", "", "2 < 3"]);
    }

    #[test]
    fn tags_begin_lines_where_there_are_many() {
        assert_eq!(texts("a<p>2 < 3</p><!-- x --><br>\nb"), ["a<p>2 < 3</p><!-- x --><br>", "b"]);
        assert_eq!(texts("a<p>2 < 3</p><!-- x --><br>b"), ["a", "<p>2 < 3", "</p>", "<!-- x -->", "<br>b"]);
    }

    #[test]
    fn texts_are_what_is_seen() {
        let page = "<p>a <b>b</b>\n<script>x\ny</script>\nc &amp; d";
        assert_eq!(Lines::new(page, Script::default()).texts(page), ["a b", "", "", "c & d"]);
    }

    #[test]
    fn the_formulas() {
        let lines = Lines::new("<p>\nسلام a\n«אב»\n", Script::RightToLeft);
        let counted: Vec<(u32, u32)> = lines.as_slice().iter().map(|line| (line.s1, line.s2)).collect();
        assert_eq!(counted, [(0, 3), (4, 2), (2, 0), (0, 0)]);
        assert_eq!((0..4).map(|i| lines.0[i].difference()).collect::<Vec<_>>(), [-3, 2, 2, 0]);
        assert_eq!((0..4).map(|i| lines.smoothed(i)).collect::<Vec<_>>(), [-1, 1, 4, 2]);
        assert_eq!(lines.longest(), Some(2));
        assert_eq!(Lines::new("<p>\na", Script::RightToLeft).longest(), None);
    }

    #[test]
    fn growth_crosses_gaps_and_stops_at_longer_ones() {
        let lines = Lines::uncounted(&"\n".repeat(20));
        let content = |i| [2, 6, 9, 10, 13, 18].contains(&i);
        assert_eq!(lines.grow(10, 3, content), 6..14);
        assert_eq!(lines.grow(10, 4, content), 2..14);
        assert_eq!(lines.grow(10, 5, content), 2..19);
        assert_eq!(lines.grow(10, usize::MAX, content), 2..19);
        assert_eq!(lines.grow(10, 0, content), 10..11);
    }

    #[test]
    fn lines_are_bounded() {
        let page = "\n".repeat(MOST_LINES + 5);
        let lines = Lines::uncounted(&page);
        assert_eq!(lines.0.len(), MOST_LINES);
        assert_eq!(lines.0[MOST_LINES - 1].bytes.end, page.len());
    }
}
