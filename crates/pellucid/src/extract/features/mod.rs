//! The blocks of a page in, what is seen of each of them in numbers out: what the model decides by.
//!
//! **In**: a tree and its [`Blocks`]. **Out**: a [`Table`] with a column for each feature and a row for each block.
//! **Why**: a forest asks only whether a number is above a threshold, so everything has to be a number.
//!
//! Nothing here knows a language: no words are counted, and no spaces between them. What counts is how
//! much text there is, how much of it is linked, how much markup stands around it, how it is punctuated, where it stands, what
//! is above and beside it, what the page as a whole is like, and what page authors call the places.
//!
//! - `columns` computes and names the features of the first look, `context` those of the second; [`names`] is the list of all.
//! - `places` finds the elements with text, `characters` counts those of a block, `alike` finds twins, `head` reads the title.
//! - `logs` has logarithms of whole numbers.
//! - `likeness` compares blocks with title and description, `dated` knows lines with a date.
//! - `words` has the tables: which words of classes and which elements the model knows.
//! - [`hash()`] binds a model to all of that.

mod alike;
mod characters;
mod columns;
mod context;
mod dated;
mod hash;
mod head;
mod likeness;
mod logs;
pub mod names;
mod places;
mod words;

use std::ops::Range;

use self::head::Head;
use self::places::Page;
use super::blocks::{Block, Blocks};
use crate::html::Tree;

pub use self::hash::{hash, listing};
use self::names::Name;

/// What stands for a neighbour that is not there, and for what is not above.
pub const NONE: f32 = -1.0;

/// More blocks than these are treated in stretches of so many: of each, a kilobyte is known meanwhile.
const STRETCH: usize = 16_384;

/// Takes the features of the blocks of a page, one after the other.
pub trait Columns {
    /// Takes the next feature: its name, and a value for each block.
    fn push(&mut self, name: Name, column: impl Iterator<Item = f32>);

    /// Takes the next features, which are together in a row for each block.
    fn push_rows<'a, const N: usize>(
        &mut self,
        names: [Name; N],
        rows: impl Iterator<Item = &'a [f32; N]> + Clone,
    ) {
        for (n, name) in names.into_iter().enumerate() {
            self.push(name, rows.clone().map(|row| row[n]));
        }
    }

    /// Takes the next features, as many as there are names, of which nearly all values are [`NONE`]: the others are given, each
    /// with the number of its feature among these and of its block.
    fn push_sparse(&mut self, names: impl Iterator<Item = Name>, values: &[(u16, u32, f32)]);
}

/// Features as they are: what training needs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Values {
    blocks: usize,
    /// All blocks' values of the first feature, then of the second.
    values: Vec<f32>,
}

impl Values {
    /// For so many blocks.
    fn new(blocks: usize) -> Values {
        Values { blocks, values: Vec::with_capacity(blocks * names::second().len()) }
    }
}

impl Columns for Values {
    fn push(&mut self, _: Name, column: impl Iterator<Item = f32>) {
        self.values.extend(column);
    }

    fn push_sparse(&mut self, names: impl Iterator<Item = Name>, values: &[(u16, u32, f32)]) {
        let start = self.values.len();
        self.values.resize(start + names.count() * self.blocks, NONE);
        for &(feature, block, value) in values {
            self.values[start + usize::from(feature) * self.blocks + block as usize] = value;
        }
    }
}

/// Blocks of a page that belong together in some way, and which it is.
#[derive(Clone, Debug, PartialEq)]
struct Group {
    name: &'static str,
    /// The number of the group that each block is in, or [`NO_GROUP`].
    of: Vec<u32>,
}

/// What stands for the group of a block that is in none.
const NO_GROUP: u32 = u32::MAX;

/// The features of the blocks of a page, feature by feature, and where the blocks stand.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table<C = Values> {
    blocks: usize,
    columns: C,
    /// Of each element with text, the one it is in; the first is in itself.
    parents: Vec<u32>,
    /// The element of each block.
    at: Vec<u32>,
    /// The characters of each block.
    characters: Vec<f32>,
    /// What is judged together.
    groups: Vec<Group>,
}

impl<C: Columns> Table<C> {
    /// The features.
    pub(super) fn columns(&self) -> &C {
        &self.columns
    }

    fn push(&mut self, name: Name, column: impl Iterator<Item = f32>) {
        self.columns.push(name, column);
    }
}

impl Table {
    /// Of features that were found elsewhere, all of the same length.
    pub fn of_columns(columns: &[&[f32]]) -> Table {
        let blocks = columns.first().map_or(0, |column| column.len());
        Table { blocks, columns: Values { blocks, values: columns.concat() }, ..Table::default() }
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> usize {
        self.blocks
    }

    /// A feature of all blocks; empty for one that is not there.
    pub fn column(&self, feature: usize) -> &[f32] {
        self.columns.values.get(feature * self.blocks..(feature + 1) * self.blocks).unwrap_or_default()
    }
}

/// The features of every block.
pub fn features(tree: &Tree, blocks: &Blocks) -> Table {
    let count = blocks.all().len();
    stretch(&Head::new(tree), tree, Stretch { blocks, range: 0..count }, Values::new(count))
}

/// The same in bounded memory: of a page with very many blocks, a table for each stretch of them. `columns` is what takes the
/// features of so many blocks.
///
/// Each is seen as a page of its own: blocks know nothing of what is beyond, neither what neighbours there are nor how much of
/// the whole page an element holds; only title and description are those of the page. No page of the development corpus has
/// so many blocks.
pub(super) fn stretches<'a, C: Columns>(
    tree: &'a Tree,
    blocks: &'a Blocks,
    columns: impl Fn(usize) -> C + 'a,
) -> impl Iterator<Item = Table<C>> + 'a {
    let head = Head::new(tree);
    let count = blocks.all().len();
    (0..count).step_by(STRETCH).map(move |from| {
        let range = from..(from + STRETCH).min(count);
        let columns = columns(range.len());
        stretch(&head, tree, Stretch { blocks, range }, columns)
    })
}

fn stretch<C: Columns>(head: &Head, tree: &Tree, blocks: Stretch, mut columns: C) -> Table<C> {
    let all = blocks.all();
    if all.is_empty() {
        let (parents, at, characters, groups) = Default::default();
        return Table { blocks: 0, columns, parents, at, characters, groups };
    }
    let page = Page::new(head, tree, &blocks);
    let groups = page.write(&mut columns);
    Table {
        blocks: all.len(),
        columns,
        parents: page.places.iter().map(|place| place.parent.unwrap_or(0) as u32).collect(),
        at: page.at.iter().map(|&at| at as u32).collect(),
        characters: all.iter().map(|block| block.characters as f32).collect(),
        groups,
    }
}

/// Blocks that are looked at together: mostly all of a page.
struct Stretch<'a> {
    blocks: &'a Blocks,
    range: Range<usize>,
}

impl<'a> Stretch<'a> {
    fn all(&self) -> &'a [Block] {
        &self.blocks.all()[self.range.clone()]
    }

    fn text(&self, block: &Block) -> &'a str {
        self.blocks.text(block)
    }

    /// How many bytes of the source there are from the first block to the last. What stands in the head does not count: a longer
    /// declaration must not change what is content.
    fn source(&self) -> usize {
        match self.all() {
            [first, .., last] => (last.place.end - first.place.start) as usize,
            [only] => (only.place.end - only.place.start) as usize,
            [] => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::characters::Characters;
    use super::*;

    impl Table {
        /// A feature of all blocks, by its name.
        fn named(&self, name: &str) -> &[f32] {
            let feature = names::second().iter().position(|other| other.to_string() == name);
            self.column(feature.unwrap_or_else(|| panic!("no feature {name}")))
        }
    }

    fn of(html: &str) -> Table {
        let tree = Tree::new(html);
        features(&tree, &Blocks::new(&tree))
    }

    #[test]
    fn stretches_are_pages_of_their_own() {
        let html = "<title>A title</title><article><h1>A title</h1><p>One, two.<p>Three.</article><p>Four";
        let tree = Tree::new(html);
        let blocks = Blocks::new(&tree);
        let tables: Vec<Table> = stretches(&tree, &blocks, Values::new).collect();
        assert_eq!(tables, [features(&tree, &blocks)]);

        let paragraphs = "<p>One, two.".repeat(STRETCH + 3);
        let tree = Tree::new(&paragraphs);
        let blocks = Blocks::new(&tree);
        let counts: Vec<usize> = stretches(&tree, &blocks, Values::new).map(|table| table.blocks()).collect();
        assert_eq!(counts, [STRETCH, 3]);
        let alone = Tree::new("<p>One, two.<p>One, two.<p>One, two.");
        let alone = features(&alone, &Blocks::new(&alone));
        let last = stretches(&tree, &blocks, Values::new).last();
        // The source after the last block is all that differs: it has none.
        assert_eq!(last.map(|table| table.columns.values.len()), Some(alone.columns.values.len()));
        let last = stretches(&tree, &blocks, Values::new).last().unwrap();
        assert_eq!(last.named("block:number"), [0.0, 1.0, 2.0]);
    }

    #[test]
    fn what_is_alike_agrees() {
        let table = of("<p>one</p><p>six</p><p>two</p><p>ten</p><div>a</div><div>b</div>");
        let mut values = [2.5, 0.5, 0.0, 9.0, -7.0, 5.0];
        table.agree(&mut values);
        assert_eq!(values, [2.75, 1.5, 1.0, 8.0, -7.0, 5.0]);
        of("").agree(&mut []);
    }

    #[test]
    fn every_block_has_all_features() {
        let mut table =
            of("<nav><a href=x>menu</a></nav><article class='Post-Content'><p>One, two.</p></article>");
        assert_eq!((table.blocks(), table.columns.values.len()), (2, 2 * names::first().len()));
        assert_eq!(table.named("block:linked"), [1.0, 0.0]);
        assert_eq!(table.named("block:marks"), [0.0, 2.0]);
        assert_eq!(table.named("class:post"), [NONE, 1.0]);
        assert_eq!(table.named("class:content"), [NONE, 1.0]);
        assert_eq!(table.named("beside-1:linked"), [NONE, 1.0]);
        table.with_context(&[-3.0, 3.0]);
        assert_eq!(table.columns.values.len(), 2 * names::context().len());
        table.with_types(&[-1.0; 7]);
        assert_eq!(table.columns.values.len(), 2 * names::second().len());
        assert_eq!(table.named("page-type:forum"), [-1.0; 2]);
        assert_eq!(table.named("beside0:opinion"), [-3.0, 3.0]);
        assert_eq!(table.named("beside1:opinion"), [3.0, -9.0]);
        let mut none = of("");
        none.with_context(&[]);
        assert!(none.column(0).is_empty());
    }

    #[test]
    fn marks_of_all_scripts() {
        let marks = |text| Characters::of(text).marks;
        assert_eq!(["a.b", "ก", "你好，世界。", "سلام، دنیا؟"].map(marks), [1.0, 0.0, 2.0, 2.0]);
    }

    #[test]
    fn elements_alike_are_counted() {
        let items = "<li class=c><p>one, two</p></li>".repeat(5);
        let table = of(&format!("<ul>{items}</ul><p>alone</p>"));
        assert_eq!(table.named("most-twins:level"), [1.0, 1.0, 1.0, 1.0, 1.0, NONE]);
        assert_eq!(table.named("most-twins:count"), [5.0, 5.0, 5.0, 5.0, 5.0, 1.0]);
    }

    #[test]
    fn pages_say_what_they_are() {
        let script = r#"{"@type": "DiscussionForumPosting", "comment": [{"@type":"Comment"}], "x": {"@type":["A"]}, "@type""#;
        let html = format!(
            "<meta property=og:type content=Article><meta property=og:type content=website>\
             <body class='home'><script type=application/ld+json>{script}</script><div class=comment-list><p>one</p></div><p>two"
        );
        let table = of(&html);
        assert_eq!(table.named("page:open-graph"), [1.0; 2]);
        assert_eq!(table.named("types:discussion"), [2.0; 2]);
        assert_eq!(table.named("types:article"), [0.0; 2]);
        assert_eq!(table.named("called:comment"), [0.5; 2]);
        assert_eq!(table.named("body:home"), [1.0; 2]);
        assert_eq!(table.named("called:home"), [0.0; 2]);
    }

    #[test]
    fn names_of_places_are_in_many_attributes() {
        let names =
            |html: &str| ["comment", "hidden"].map(|word| of(html).named(&format!("class:{word}"))[0]);
        assert_eq!(names("<comment-list class=x>a</comment-list>"), [0.0, NONE]);
        assert_eq!(names("<div itemtype='https://schema.org/Comment'>a"), [0.0, NONE]);
        assert_eq!(names("<div data-testid=comments>a"), [0.0, NONE]);
        assert_eq!(names("<div aria-hidden=true>a"), [NONE, 0.0]);
        assert_eq!(names("<div aria-hidden=false title=comment>a"), [NONE, NONE]);
    }

    #[test]
    fn sections_go_from_heading_to_heading() {
        let table = of("<p>a</p><h2>bcd</h2><p>e</p><h3><a href=x>fghi</a></h3><p>jk</p>");
        assert_eq!(table.named("section:level"), [0.0, 2.0, 2.0, 3.0, 3.0]);
        assert_eq!(table.named("section:blocks-after"), [0.0, 0.0, 1.0, 0.0, 1.0]);
        assert_eq!(table.named("section:heading-linked"), [0.0, 0.0, 0.0, 1.0, 1.0]);
        assert_eq!(table.named("section:linked")[4], 4.0 / 6.0);
    }

    #[test]
    fn what_is_in_the_column_of_the_heading_is_near_it() {
        let table = of("<div><h1>Tea</h1><p>one</div><div><p>other</div>");
        let above = table.named("heading:levels-above");
        assert_eq!(above[..2], [0.0, 1.0]);
        assert!(above[2] > 1.0);
        assert_eq!(table.named("heading:share-of-page"), [3.0 / 11.0, 6.0 / 11.0, 1.0]);
        assert_eq!(of("<p>one").named("heading:levels-above"), [NONE]);
    }

    #[test]
    fn pages_declare_their_text() {
        let script =
            r#"{"@type":"Article","articleBody":"Some words.\nWater should not boil for green tea."}"#;
        let body = "<p>Water should not boil for green tea.</p><p>Other words, as long as these are.</p>";
        let table = of(&format!("<script type=application/ld+json>{script}</script>{body}"));
        assert_eq!(table.named("block:in-declared-body"), [1.0, 0.0]);
        assert_eq!(of(body).named("block:in-declared-body"), [NONE; 2]);
    }

    #[test]
    fn comments_are_judged_as_a_whole() {
        let mut table = of("<p>article</p><div class=comments><p>first</p><div><p>other</p></div></div>");
        let (sure, unsure) = (30.0, -30.0);
        table.with_context(&[sure, sure, unsure]);
        assert_eq!(table.named("comments:opinion"), [1.0, 0.5, 0.5]);
        let mut table = of("<p>article</p><p>first</p>");
        table.with_context(&[sure, unsure]);
        assert_eq!(table.named("comments:opinion"), [NONE; 2]);
    }

    #[test]
    fn what_belongs_together_is_judged_together() {
        let items = "<li class=c><p>one</p></li>".repeat(4);
        let mut table = of(&format!("<ul>{items}</ul><p>alone</p><p>other</p>"));
        assert_eq!(table.named("block:begin-alike-before"), [0.0, 1.0, 2.0, 3.0, 0.0, 0.0]);
        let (sure, unsure) = (30.0, -30.0);
        table.with_context(&[sure, sure, unsure, unsure, unsure, sure]);
        assert_eq!(table.named("nearest-twins:opinion"), [0.5, 0.5, 0.5, 0.5, NONE, NONE]);
        assert_eq!(table.named("copies:opinion")[..4], [0.5; 4]);
        assert!(table.named("copies:opinion")[4] < 1e-9);
        assert_eq!(table.named("alike:opinion")[4..], [0.5, 0.5]);
        assert_eq!(table.named("content-before:share")[5], 6.0 / 11.0);
    }
}
