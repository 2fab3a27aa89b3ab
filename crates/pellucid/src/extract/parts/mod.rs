//! Chosen blocks in, parts out: what was chosen, as people see it, without the tree.
//!
//! **In**: a tree, its blocks, and which of them are chosen. **Out**: [`Part`]s, in the order of the page. **Why**: who writes the
//! content in some format needs to know what each piece is, and nothing about HTML.
//!
//! A part is a paragraph, a heading, a piece of code or a picture. It knows what it is in (quotes, lists, tables), and each of
//! those has an id, so that two neighbours know whether they are in the same one. [`write`](crate::write) makes text,
//! Markdown and HTML of them.
//!
//! Blocks know where text is; what only a reader of the result needs (which words are strong, where a link leads, what a
//! formula says) is looked for here, in the nodes of chosen blocks alone.
//!
//! ```
//! use pellucid::extract::Extractor;
//! use pellucid::extract::parts::{Container, PartKind};
//!
//! let page = "<article><h2>Fruit</h2><ol start=3><li>an <b>apple</b>, which is red, sweet, and fresh from the tree in \
//!     the garden.<li>a pear, which is green, a little hard, and better in a week or two.</ol></article>";
//! let parts = Extractor::new().extract(page).parts;
//! assert_eq!(parts[0].kind, PartKind::Heading(2));
//! assert_eq!((&parts[1].text[..8], parts[1].marks[0].range.clone()), ("an apple", 3..8));
//! assert_eq!(parts[1].within[1].container, Container::Item { number: Some(3), task: None });
//! ```

mod anchors;
pub(super) mod code;
mod cost;
pub(super) mod furniture;
mod math;
mod mathjax;
mod mathml;
pub(crate) mod reader;
mod table;

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use crate::html::{Element, Id, Kind, Tree};
use crate::named::named;

/// Whether a table is one to a reader, and not there for the layout.
pub(super) fn is_table(tree: &Tree, id: Id) -> bool {
    table::cells(tree, id).is_some()
}

/// What an element is in a table: by its name, or by its role.
pub(super) fn role(tree: &Tree, id: Id, element: Element) -> Element {
    table::role(tree, id, element)
}

/// Whether an element is a quotation.
pub(super) fn is_quote(tree: &Tree, id: Id) -> bool {
    match tree.nodes()[id as usize].kind {
        Kind::Element(Element::Blockquote) => true,
        Kind::Element(Element::Div) => {
            let tag = tree.attributes(id);
            tag.contains("quote") && furniture::Furniture::Quote.is(tag)
        }
        _ => false,
    }
}

/// Whether an element is a formula.
pub(super) fn is_formula(tree: &Tree, id: Id, element: Element) -> bool {
    math::of(tree, id, element).is_some_and(|formula| !formula.is_empty())
}

/// A piece of content that stands on lines of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// What it is.
    pub kind: PartKind,
    /// What it is in, the outermost first. Neighbours in the same containers share the list.
    pub within: Arc<[Within]>,
    /// Its text as it is seen: white space is one space, a `br` is a line feed; in code everything is kept. Characters are in
    /// the order of the source, which is the order in which they are read; bidirectional controls are among them.
    pub text: String,
    /// What is marked in the text, sorted by where it begins, the outer before the inner. Marks are nested, and never begin
    /// or end with white space.
    pub marks: Vec<Mark>,
    /// How sure the extractor was, from 0 to 1.
    pub score: f32,
    /// From where to where it is in the source, in bytes.
    pub place: Range<usize>,
    /// The direction of the text, where the page says so: by the nearest attribute `dir`.
    pub direction: Option<Direction>,
    /// Whether an earlier part has the same text.
    pub repeated: bool,
    /// Which element it is, as a [`Selector`](crate::extract::Selector) says it, with
    /// [`Extractor::selectors`](crate::extract::Extractor::selectors).
    pub selector: Option<Box<str>>,
}

/// What a part is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PartKind {
    /// A paragraph, or what stands alone as one: an item of a list, a cell of a table.
    Paragraph,
    /// A heading of a level from 1 to 6.
    Heading(u8),
    /// Preformatted text.
    Code {
        /// The programming language, as the page names it.
        language: Option<String>,
    },
    /// What a definition defines.
    Term,
    /// What a table or a figure is about.
    Caption,
    /// A picture between paragraphs. The text of such a part is empty.
    Image(Image),
    /// A line between paragraphs. The text of such a part is empty.
    Rule,
}

impl PartKind {
    /// Its name on the command line and in JSON.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            PartKind::Paragraph => "paragraph",
            PartKind::Heading(_) => "heading",
            PartKind::Code { .. } => "code",
            PartKind::Term => "term",
            PartKind::Caption => "caption",
            PartKind::Image(_) => "image",
            PartKind::Rule => "rule",
        }
    }
}

impl fmt::Display for PartKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What parts are in, and which one of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Within {
    /// Which one: the number of its node in the tree of the page.
    pub id: Id,
    /// What it is.
    pub container: Container,
}

/// What parts can be in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Container {
    /// A quotation.
    Quote,
    /// A list. An [`Item`](Container::Item) follows.
    List,
    /// An item of a list.
    Item {
        /// Its number, in an ordered list.
        number: Option<i32>,
        /// For something to do: whether it is done.
        task: Option<bool>,
    },
    /// A table. A [`Cell`](Container::Cell) follows, but for captions.
    Table,
    /// A cell of a table.
    Cell {
        /// Its first row, from 0.
        row: u32,
        /// Its first column, from 0.
        column: u16,
        /// Whether it names what is in others.
        header: bool,
    },
    /// A list of definitions. A [`Definition`](Container::Definition) follows, but for terms.
    Definitions,
    /// What a term means.
    Definition,
    /// Pictures with their caption.
    Figure,
}

impl Container {
    /// Its name on the command line and in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Container::Quote => "quote",
            Container::List => "list",
            Container::Item { .. } => "item",
            Container::Table => "table",
            Container::Cell { .. } => "cell",
            Container::Definitions => "definitions",
            Container::Definition => "definition",
            Container::Figure => "figure",
        }
    }
}

impl fmt::Display for Container {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A stretch of a part's text that is more than text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Where it is in the text, in bytes.
    pub range: Range<usize>,
    /// What it is.
    pub style: Style,
}

/// How words are marked.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Style {
    /// Strong, bold.
    Strong,
    /// Emphasis, italics.
    Emphasis,
    /// Code in a line.
    Code,
    /// Struck out.
    Strike,
    /// Below the line.
    Sub,
    /// Above the line.
    Sup,
    /// A formula in TeX, with `$` or `$$` around.
    Math,
    /// A link, and where it leads: absolute, where the address of the page is known, else as it is written. A link around several
    /// parts marks the first.
    Link(Arc<str>),
    /// A picture in the line. Its range is empty.
    Image(Image),
    /// Of a direction of its own.
    Direction {
        /// Which one.
        direction: Direction,
        /// Whether characters have to follow, against their own: `bdo`.
        forced: bool,
    },
}

/// A picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// Where it is: absolute, where the address of the page is known, else as it is written.
    pub source: Arc<str>,
    /// What it shows.
    pub alternative: Arc<str>,
}

/// The direction of a text. Its names are the values of the attribute `dir`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Direction {
    /// Left to right.
    Ltr,
    /// Right to left.
    Rtl,
    /// As the first letter has it.
    Auto,
}

named!(Direction, "direction": Ltr => "ltr", Rtl => "rtl", Auto => "auto");
