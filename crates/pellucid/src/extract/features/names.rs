//! The one list of features: the name of every column, in order.
//!
//! Nobody writes the list down. A feature is computed where it is named, in `columns` or
//! `context`, by a `push` with its name; the list is what a page with one block pushes. So to add, remove or
//! rename a feature, one line changes, and name and column can never disagree. A model stores a hash of the list, and
//! is refused by a library whose list is another one. A feature that is computed in another way needs another name.

use std::fmt;
use std::sync::LazyLock;

use super::{Blocks, Columns, Table, stretches};
use crate::extract::page_type::PageType;
use crate::html::Tree;

/// The name of a feature: `block:links`, `window5:linked`, `class:comment`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Name {
    /// Where it is looked for: in the block, in the page, in what stands beside.
    place: &'static str,
    /// Which one of several such places.
    number: Option<i8>,
    /// What is counted there.
    what: &'static str,
}

impl Name {
    /// Of this, in a place that there is once.
    pub const fn new(place: &'static str, what: &'static str) -> Name {
        Name { place, number: None, what }
    }

    /// Of this, in one of several places.
    pub const fn numbered(place: &'static str, number: i8, what: &'static str) -> Name {
        Name { place, number: Some(number), what }
    }

    /// How much it varies within a page: not at all, hardly (most pages have few of the words), a little, or more.
    pub(in crate::extract) fn variety(&self) -> u8 {
        match self.place {
            place if OF_PAGE.contains(&place) || place == "page-type" => 0,
            "class" | "program" => 1,
            "above" => 2,
            _ => 3,
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.place)?;
        if let Some(number) = self.number {
            write!(f, "{number}")?;
        }
        write!(f, ":{}", self.what)
    }
}

/// The features that the first forest sees.
pub fn first() -> &'static [Name] {
    &LIST.names[..LIST.first]
}

/// The features that the forests of the types of pages see: all those of the first, and what it thinks of the page.
pub fn context() -> &'static [Name] {
    &LIST.names[..LIST.context]
}

/// Those of [`context`] that are the same for all blocks of a page, by their numbers.
pub fn of_page() -> impl Iterator<Item = usize> {
    let is_of_page = |(_, name): &(usize, &Name)| OF_PAGE.contains(&name.place);
    context().iter().enumerate().filter(is_of_page).map(|(n, _)| n)
}

/// The places of features that are the same for all blocks of a page.
const OF_PAGE: [&str; 7] = ["page", "types", "called", "body", "content", "grouped", "largest"];

/// The features that the second forest sees: all, with what sort of page it is.
pub fn second() -> &'static [Name] {
    &LIST.names
}

struct List {
    names: Vec<Name>,
    first: usize,
    context: usize,
}

static LIST: LazyLock<List> = LazyLock::new(|| {
    let mut table = pushed("<p>a");
    let first = table.columns().0.len();
    table.with_context(&[0.0]);
    let context = table.columns().0.len();
    table.with_types(&[0.0; PageType::ALL.len()]);
    List { names: std::mem::take(&mut table.columns.0), first, context }
});

/// Takes the names of features, and leaves their values.
struct Names(Vec<Name>);

impl Columns for Names {
    fn push(&mut self, name: Name, _: impl Iterator<Item = f32>) {
        self.0.push(name);
    }

    fn push_sparse(&mut self, names: impl Iterator<Item = Name>, _: &[(u16, u32, f32)]) {
        self.0.extend(names);
    }
}

/// The names of what a page with text pushes.
fn pushed(html: &str) -> Table<Names> {
    let tree = Tree::new(html);
    let blocks = Blocks::new(&tree);
    stretches(&tree, &blocks, |_| Names(Vec::new())).next().expect("a page with text")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::{features, words::WORDS};
    use super::*;

    #[test]
    fn names_are_readable_and_each_is_there_once() {
        let names: Vec<String> = second().iter().map(Name::to_string).collect();
        assert_eq!(names[0], "block:characters");
        for name in
            ["block:links", "above:nav", "up5:linked", "class:comment", "beside-2:marks", "window12:linked"]
        {
            assert!(names[..first().len()].iter().any(|other| other == name), "{name}");
        }
        assert_eq!(names[first().len()], "beside0:opinion");
        assert_eq!(names.iter().filter(|name| name.starts_with("class:")).count(), WORDS.len());
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len());
        assert!(names.iter().flat_map(|name| name.chars()).all(|c| c.is_ascii_graphic()));
    }

    /// The list is that of every page, and there is a column for each of its names.
    #[test]
    fn every_page_has_the_columns_of_the_list() {
        let long = "<li class='item post'><a href=x>An item</a>, of a list.</li>".repeat(70);
        for html in [
            "a",
            "<p>One<p>Two",
            "<title>Tea</title><meta name=description content='Of tea'><h1>Tea</h1><textarea></textarea><p>Green.",
            &format!(
                "<nav class=menu>x</nav><main><h1>T</h1><ul>{long}</ul></main><footer style='display:none'>y"
            ),
        ] {
            let tree = Tree::new(html);
            let blocks = Blocks::new(&tree);
            let opinion = vec![0.5; blocks.all().len()];
            let (mut names, mut table) = (pushed(html), features(&tree, &blocks));
            assert_eq!(names.columns.0, first(), "{html}");
            assert_eq!(table.columns.values.len(), first().len() * opinion.len(), "{html}");
            names.with_context(&opinion);
            table.with_context(&opinion);
            names.with_types(&[0.5; PageType::ALL.len()]);
            table.with_types(&[0.5; PageType::ALL.len()]);
            for feature in of_page() {
                let column = table.column(feature);
                assert!(column.iter().all(|value| *value == column[0]), "{}", second()[feature]);
            }
            assert_eq!(names.columns.0, second(), "{html}");
            assert_eq!(table.columns.values.len(), second().len() * opinion.len(), "{html}");
        }
    }
}
