//! Headings whose lines are elements.

use super::{Open, Reader};
use crate::extract::parts::{Mark, Part, PartKind};

/// Lines of a heading are not longer.
const LONGEST_HEADING: usize = 240;

impl Reader<'_> {
    /// Whether a part is one more line of the heading before, whose lines are elements, and becomes one.
    pub(super) fn joins(&mut self, part: &Part) -> bool {
        let is_heading = |part: &Part| matches!(part.kind, PartKind::Heading(_));
        let of = |open: &&Open| matches!(open.kind, Some(PartKind::Heading(_)));
        let own = self.open.iter().rev().find(of).filter(|_| is_heading(part)).map(|open| open.id);
        let before = std::mem::replace(&mut self.heading, own);
        let room = &mut self.room;
        let Some(last) = self.parts.last_mut().filter(|last| is_heading(last)) else { return false };
        let length = last.text.len() + 1;
        if own.is_none() || own != before || length + part.text.len() > LONGEST_HEADING {
            return false;
        }
        if !room.take(part.held(None), part.written(None, 0)) {
            return true;
        }
        last.text.push('\n');
        last.text += &part.text;
        last.place.end = part.place.end;
        let shifted = |mark: &Mark| Mark {
            range: mark.range.start + length..mark.range.end + length,
            style: mark.style.clone(),
        };
        last.marks.extend(part.marks.iter().map(shifted));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::read;

    #[test]
    fn lines_of_a_heading_are_one_heading() {
        for (page, expected) in [
            ("<h4>fn a()<div>where <b>T</b></div></h4>", vec!["fn a()\nwhere T"]),
            ("<h2><div>a</div><div>b</div></h2><h2>c</h2>", vec!["a\nb", "c"]),
            ("<h2>a<p>b</p></h2>", vec!["a", "b"]),
        ] {
            let parts = read(page);
            let texts: Vec<&str> = parts.iter().map(|part| &*part.text).collect();
            assert_eq!(texts, expected, "{page}");
        }
        let parts = read("<h4>fn a()<div>where <b>T</b></div></h4>");
        assert_eq!(&parts[0].text[parts[0].marks[0].range.clone()], "T");
    }
}
