//! Pages → the groups of which tables give means.

use pellucid_corpora::extraction::{Gold, Page, Row};

/// A column of a table: a name, and the pages that are in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// What the column is called.
    pub name: String,
    /// Which pages, by their number.
    pub pages: Vec<usize>,
}

/// Groups that are told in one table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// What they have in common.
    pub title: &'static str,
    /// In the order of the columns.
    pub groups: Vec<Group>,
}

/// All tables. Pages whose gold is segments are in none of them: they are counted apart.
pub fn tables(pages: &[Page]) -> Vec<Table> {
    let script = |page: &Page| Some(page.row.script.clone());
    let dataset = |page: &Page| Some(page.row.dataset.clone());
    vec![
        Table { title: "Goals", groups: goals(pages) },
        Table { title: "By script", groups: by(pages, script) },
        Table { title: "By data set", groups: by(pages, dataset) },
        Table { title: "By kind of page", groups: by(pages, kind) },
    ]
}

/// Whether a page is in a group.
type Test = fn(&Row) -> bool;

/// The groups for which there are goals. The right-to-left pages are in two sets: the first is hard (front pages and
/// portals), the second, whose data sets are called rtl2, is easier (blogs, articles, documentation).
const GOALS: &[(&str, Test)] = &[
    ("all", |_| true),
    ("rtl, first set", |row| row.script == "rtl" && !row.dataset.starts_with("rtl2")),
    ("rtl, second set", |row| row.script == "rtl" && row.dataset.starts_with("rtl2")),
    ("cjk", |row| row.script == "cjk"),
    ("cyrillic", |row| row.script == "cyrillic"),
    ("greek", |row| row.script == "greek"),
    ("latin", |row| row.script == "latin"),
    ("aeb", |row| row.dataset == "aeb"),
    ("wcxb", |row| row.dataset == "wcxb"),
];

fn goals(pages: &[Page]) -> Vec<Group> {
    let group = |(name, is): &(&str, Test)| Group {
        name: (*name).to_owned(),
        pages: whole(pages).filter(|(_, page)| is(&page.row)).map(|(at, _)| at).collect(),
    };
    GOALS.iter().map(group).filter(|group| !group.pages.is_empty()).collect()
}

/// Kinds of pages mean something within their data set only. What fundus calls so are countries.
fn kind(page: &Page) -> Option<String> {
    let row = &page.row;
    (!row.kind.is_empty() && row.dataset != "fundus").then(|| format!("{} {}", row.dataset, row.kind))
}

/// Groups by a name that pages may have, in the order of the names.
fn by(pages: &[Page], name: impl Fn(&Page) -> Option<String>) -> Vec<Group> {
    let mut groups = std::collections::BTreeMap::<String, Vec<usize>>::new();
    for (at, page) in whole(pages) {
        if let Some(name) = name(page) {
            groups.entry(name).or_default().push(at);
        }
    }
    groups.into_iter().map(|(name, pages)| Group { name, pages }).collect()
}

/// Pages whose whole text is known, with their numbers.
fn whole(pages: &[Page]) -> impl Iterator<Item = (usize, &Page)> {
    pages.iter().enumerate().filter(|(_, page)| matches!(page.gold, Gold::Text(_)))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use pellucid_corpora::extraction::Segments;

    /// A page that is only its row and its gold.
    pub fn page(script: &str, dataset: &str, kind: &str, gold: &str) -> Page {
        let row = Row {
            id: format!("{dataset}-{kind}"),
            script: script.into(),
            dataset: dataset.into(),
            kind: kind.into(),
            ..Row::default()
        };
        Page { row, html: format!("<p>{gold}"), gold: Gold::Text(gold.into()) }
    }

    #[test]
    fn right_to_left_pages_are_in_two_sets_and_segments_in_none() {
        let mut pages = vec![
            page("rtl", "rtl-hand", "listing", ""),
            page("rtl", "fundus", "lb", ""),
            page("rtl", "rtl2", "blog", ""),
            page("latin", "trafeval", "", ""),
        ];
        pages[3].gold = Gold::Segments(Segments::default());
        let tables = tables(&pages);
        let names = |at: usize| -> Vec<(&str, &[usize])> {
            tables[at].groups.iter().map(|group| (&*group.name, &*group.pages)).collect()
        };
        assert_eq!(
            names(0),
            [("all", &[0, 1, 2][..]), ("rtl, first set", &[0, 1]), ("rtl, second set", &[2])]
        );
        assert_eq!(names(1), [("rtl", &[0, 1, 2][..])]);
        assert_eq!(names(3), [("rtl-hand listing", &[0][..]), ("rtl2 blog", &[2])]);
    }
}
