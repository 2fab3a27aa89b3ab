//! Grows a forest for each type of page: pages that people have sorted in, forests over what is the same for all blocks of a page out.
//!
//! Few pages are sorted, a twentieth of those with gold text: so the trees are few and shallow. All pages of a site together weigh as
//! the root of their number, as in [`content`](super::content).

use std::collections::HashMap;

use pellucid::extract::PageType;
use pellucid::internals::extract::Forest;
use pellucid::internals::extract::features::{Table, names};
use pellucid_corpora::extraction::Row;
use rayon::prelude::*;

use super::forest::{self, Examples, Options};

/// How the trees are grown. Few pages are of most types.
const OPTIONS: Options =
    Options { trees: 40, depth: 3, rate: 0.12, least: 4, smoothing: 1.0, offered: 0.25, share: 0.7 };

/// What sort of page it is, if its collection says so in our words, or in others that mean the same.
pub fn of(row: &Row) -> Option<PageType> {
    match row.kind.as_str() {
        "blog" => Some(PageType::Article),
        "doc" => Some(PageType::Documentation),
        kind => kind.parse().ok(),
    }
}

/// A forest for each type.
pub struct Types(Vec<(Vec<u8>, Forest)>);

impl Types {
    /// Of pages with their features, as far as the first opinion about their blocks; what sort each is, and its site.
    pub fn fit(pages: &[(&Table, Option<PageType>, &str)]) -> Types {
        let features: Vec<usize> = names::of_page().collect();
        let mut sites: HashMap<&str, f32> = HashMap::new();
        for (.., site) in pages {
            *sites.entry(site).or_default() += 1.0;
        }
        let forest = |wanted: &PageType| {
            let label = |sort: &Option<PageType>| f32::from(u8::from(*sort == Some(*wanted)));
            // Where nothing is known, a page that says nothing: the forest is its base.
            let bytes = if pages.is_empty() {
                let nothing =
                    Examples::of_few(&[], names::context().len(), |_| Vec::new(), vec![0.0], vec![1.0]);
                forest::fit(&nothing, &nothing.all(), &Options { trees: 0, ..OPTIONS }, &|| ())
            } else {
                let column =
                    |feature: usize| pages.iter().map(|(table, ..)| table.column(feature)[0]).collect();
                let labels = pages.iter().map(|(_, sort, _)| label(sort)).collect();
                let weights = pages.iter().map(|(.., site)| sites[site].sqrt().recip()).collect();
                let examples = Examples::of_few(&features, names::context().len(), column, labels, weights);
                forest::fit(&examples, &examples.all(), &OPTIONS, &|| ())
            };
            let forest = Forest::parse(&bytes).expect("what was just grown");
            (bytes, forest)
        };
        Types(PageType::ALL.par_iter().map(forest).collect())
    }

    /// The log-odds of each type for a page; none, where there are no blocks.
    pub fn values(&self, table: &Table) -> Vec<f32> {
        let forests = if table.blocks() > 0 { &*self.0 } else { &[] };
        forests.iter().map(|(_, forest)| forest.first_value(table)).collect()
    }

    /// The forests as they are written.
    pub fn bytes(&self) -> impl Iterator<Item = &[u8]> {
        self.0.iter().map(|(bytes, _)| &**bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pellucid::internals::extract::Blocks;
    use pellucid::internals::extract::features::features;
    use pellucid::internals::html::Tree;

    #[test]
    fn sorts_are_those_of_the_collections() {
        let of = |kind: &str| of(&Row { kind: kind.into(), ..Row::default() });
        assert_eq!(of("forum"), Some(PageType::Forum));
        assert_eq!((of("blog"), of("doc")), (Some(PageType::Article), Some(PageType::Documentation)));
        assert_eq!((of(""), of("de"), of("page")), (None, None, None));
    }

    #[test]
    fn what_whole_pages_are_like_is_learned() {
        let table = |n: usize, is_forum: bool| {
            let class = if is_forum { "post thread" } else { "story" };
            let html = format!("<div class='{class}'><p>Number {n} is said here, and so on.</div>")
                .repeat(2 + n % 5);
            let tree = Tree::new(&html);
            let mut table = features(&tree, &Blocks::new(&tree));
            table.with_context(&vec![0.5; table.blocks()]);
            table
        };
        let sort = |n: usize| if n.is_multiple_of(3) { PageType::Forum } else { PageType::Article };
        let tables: Vec<Table> = (0..60).map(|n| table(n, sort(n) == PageType::Forum)).collect();
        let sites: Vec<String> = (0..60).map(|n| n.to_string()).collect();
        let pages: Vec<_> = (0..60).map(|n| (&tables[n], Some(sort(n)), &*sites[n])).collect();
        let types = Types::fit(&pages);
        let at = |wanted: PageType| PageType::ALL.iter().position(|sort| *sort == wanted).unwrap();
        for is_forum in [true, false] {
            let values = types.values(&table(77, is_forum));
            assert_eq!(values[at(PageType::Forum)] > 0.0, is_forum);
            assert_eq!(values[at(PageType::Article)] > 0.0, !is_forum);
            assert!(values[at(PageType::Product)] < 0.0);
        }
        assert_eq!(Types::fit(&[]).bytes().count(), PageType::ALL.len());
    }
}
