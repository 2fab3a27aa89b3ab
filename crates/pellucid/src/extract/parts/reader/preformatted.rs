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
