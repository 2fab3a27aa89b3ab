//! Whether the title of a page stands above its content.

use super::blocks::{Block, Blocks};
use super::parts::{Part, PartKind};
use crate::html::{Element, Kind, Tree};
use crate::named::named;

/// Whether the title of a page stands above its content, as the first heading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Title {
    /// Where the page has it in its content. Markdown and HTML, which have headings, also begin with the page's own heading that
    /// says it.
    #[default]
    Auto,
    /// On every page that has a title.
    Always,
    /// On none.
    Never,
}

named!(Title, "choice of title": Auto => "auto", Always => "always", Never => "never");

/// The title is among so many parts, or it is a heading of something else.
const FIRST: usize = 8;

/// Adds the title of a page to its content, or removes it.
pub(super) fn place(parts: &mut Vec<Part>, title: Option<&str>, how: Title) {
    if how == Title::Auto {
        return;
    }
    let title = title.and_then(Wanted::new);
    match (how, found(parts, title.as_ref()), title) {
        (Title::Never, Some(at), _) => {
            parts.remove(at);
        }
        (Title::Always, None, Some(title)) if !parts.is_empty() => {
            parts.insert(0, heading(title.title.to_owned()));
        }
        _ => {}
    }
}

/// The heading of a page that says its title, if it stands above the content and is no part of it.
pub(super) fn above(
    tree: &Tree,
    blocks: &Blocks,
    chosen: &[bool],
    parts: &[Part],
    title: Option<&str>,
) -> Option<Part> {
    let title = Wanted::new(title?)?;
    if parts.is_empty() || found(parts, Some(&title)).is_some() {
        return None;
    }
    let content = chosen.iter().position(|chosen| *chosen)?;
    let is_heading =
        |block: &Block| matches!(tree.nodes()[block.element as usize].kind, Kind::Element(Element::H1));
    let above = blocks.all()[..content].iter().rev().filter(|block| is_heading(block));
    let words: Vec<&str> =
        above.map(|block| blocks.text(block)).find(|text| title.is(text))?.split_whitespace().collect();
    Some(heading(words.join(" ")))
}

/// Where the title is among the first parts.
fn found(parts: &[Part], title: Option<&Wanted>) -> Option<usize> {
    let is_title = |part: &Part| {
        matches!(part.kind, PartKind::Heading(_)) && title.is_some_and(|title| title.is(&part.text))
    };
    let begins = parts.first().is_some_and(|first| first.kind == PartKind::Heading(1));
    parts.iter().take(FIRST).position(is_title).or(begins.then_some(0))
}

/// A title as a part of its own.
fn heading(text: String) -> Part {
    Part {
        kind: PartKind::Heading(1),
        within: [].into(),
        text,
        marks: Vec::new(),
        score: 1.0,
        place: 0..0,
        direction: None,
        repeated: false,
        selector: None,
    }
}

/// A title that is looked for.
struct Wanted<'a> {
    title: &'a str,
    letters: String,
}

impl Wanted<'_> {
    /// None where there is nothing to look for.
    fn new(title: &str) -> Option<Wanted<'_>> {
        let letters = letters(title);
        (!letters.is_empty()).then_some(Wanted { title, letters })
    }

    /// Whether a heading says it.
    fn is(&self, heading: &str) -> bool {
        let heading = letters(heading);
        heading == self.letters || is_most(&heading, &self.letters) || is_most(&self.letters, &heading)
    }
}

/// Letters and digits, in one case: what counts where titles are compared.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Whether a text begins with another one, and has little more: the name of a site.
fn is_most(whole: &str, beginning: &str) -> bool {
    beginning.len() * 2 > whole.len() && whole.starts_with(beginning)
}

#[cfg(test)]
mod tests {
    use super::super::parts::reader::parts;
    use super::*;

    /// The heading above the content of a page, of which the blocks from this one on were chosen.
    fn heading_above(html: &str, title: &str, from: usize) -> Option<String> {
        let tree = Tree::new(html);
        let blocks = Blocks::new(&tree);
        let chosen: Vec<bool> = (0..blocks.all().len()).map(|n| n >= from).collect();
        let parts = parts(&tree, &blocks, &chosen, &[]);
        above(&tree, &blocks, &chosen, &parts, Some(title)).map(|part| part.text)
    }

    #[test]
    fn a_page_has_its_own_heading_of_its_title() {
        let page = "<h1>A site</h1><h1>Green\n<b>tea</b></h1><p>by Ann</p><p>Water should not boil.</p>";
        assert_eq!(heading_above(page, "Green Tea", 3).as_deref(), Some("Green tea"));
        assert_eq!(heading_above(page, "Black tea", 3), None);
        assert_eq!(heading_above(page, "Green tea", 1), None, "it is there");
        assert_eq!(heading_above(page, "", 3), None);
        assert_eq!(heading_above("<p>Green tea</p><p>Water should not boil.</p>", "Green tea", 1), None);
        assert_eq!(heading_above("<p>Water should not boil.</p><h1>Green tea</h1>", "Green tea", 0), None);
    }
}
