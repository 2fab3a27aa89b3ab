//! Preformatted text: read as a whole, with its white space.

use std::borrow::Cow;

use super::Reader;
use crate::extract::parts::{PartKind, code};
use crate::html::{Element, Layout};

/// Code beside a cell begins within so many nodes.
const NEAR: usize = 50;

impl Reader<'_> {
    pub(super) fn is_code(&self) -> bool {
        self.part.as_ref().is_some_and(|part| matches!(part.kind, PartKind::Code { .. }))
    }

    pub(super) fn add_code(&mut self, code: &str) {
        let Some(part) = &mut self.part else { return };
        if std::mem::take(&mut self.breaks) && !part.text.is_empty() && !part.text.ends_with('\n') {
            part.text.push('\n');
        }
        // Spaces of lines that would be folded, and what keeps empty lines high.
        let code = match code.contains(['\u{A0}', '\u{200B}']) {
            true if code == "\u{200B}" => Cow::Borrowed(" "),
            true => Cow::Owned(code.replace('\u{A0}', " ").replace('\u{200B}', "")),
            false => Cow::Borrowed(code),
        };
        match memchr::memchr(b'\r', code.as_bytes()) {
            Some(_) => part.text += &code.replace("\r\n", "\n").replace('\r', "\n"),
            None => part.text += &code,
        }
    }

    /// Whether what is open is a cell with code in the next one, or is named as what numbers lines.
    pub(super) fn is_beside_code(&self) -> bool {
        self.open.iter().any(|open| match open.element {
            Element::Td | Element::Th => {
                let row = self.node(self.node(open.id).parent).end;
                (open.end..row).take(NEAR).any(|at| self.element(at) == Some(Element::Pre))
            }
            _ => code::is_gutter(self.tree, open.id),
        })
    }
}

/// Whether code is still code with such an element in it: lines may be elements.
pub(super) fn may_be_in_code(element: Element) -> bool {
    use Element::*;
    element.layout() != Layout::Block
        || matches!(element, Div | Ol | Ul | Li | Table | Thead | Tbody | Tr | Td | Other)
}

#[cfg(test)]
mod tests {
    use super::super::tests::read;

    #[test]
    fn code_that_is_drawn() {
        for (page, expected) in [
            (
                "<div class='syntaxhighlighter py'><div class=toolbar>?</div><table><tr><td class=gutter><div>1</div><div>2</div></td>\
                 <td class=code><div class=container><div class=line><code>a</code> <code>b</code></div><div class=line>&nbsp;&nbsp;c</div></div></table></div>",
                "a b\n  c",
            ),
            (
                "<table class='crayon-table'><tr><td class=crayon-nums><div>1</div></td><td><div>a</div><div>&nbsp;</div><div>b</div></table>",
                "a\n \nb",
            ),
            (
                "<div class='blob-wrapper'><table><tr><td class=blob-num></td><td>a</td></tr><tr><td class=blob-num></td><td>\n</td></tr>\
                 <tr><td class=blob-num></td><td>b</td></table></div>",
                "a\n\nb",
            ),
            (
                "<div class=CodeMirror-code><div><div class=CodeMirror-gutter-wrapper>1</div><pre>a</pre></div><div><pre>&#8203;</pre></div><div><pre>b</pre></div></div>",
                "a\n \nb",
            ),
            (
                "<pre><code><table><tr><td>1</td><td>a\n</td></tr><tr><td>2</td><td>b\n</td></tr></table></code></pre>",
                "a\nb",
            ),
            (
                "<pre><code>a<div class=source-toolbox>py</div></code><ul class=pre-numbering><li>1</ul></pre>",
                "a",
            ),
        ] {
            let parts = read(page);
            assert_eq!(parts.len(), 1, "{page}");
            assert_eq!((&*parts[0].text, parts[0].kind.name()), (expected, "code"), "{page}");
        }
    }
}
