//! Fits the two forests of the default extractor: pages in, with the text that people took from them; a model out.
//!
//! Each block of a page is main content if at least half of its words are aligned with the gold text. A block weighs as the root of
//! its words, so that neither long blocks nor many short ones rule; all pages of a site together weigh as the root of their number.
//!
//! The second forest learns from what the first one thinks. Of pages which it was grown with it would think too well: so these
//! thoughts come from forests that were grown without the page's site, one for each third of the sites.

use std::collections::{HashMap, HashSet};
use std::iter::repeat_n;

use pellucid::internals::extract::features::{Table, features, names};
use pellucid::internals::extract::{Blocks, ContentModel, ContentModelError, Forest};
use pellucid::internals::html::Tree;
use pellucid::papers::r2l::lcs::words;

use super::forest::{self, Examples, Options};
use crate::align::aligned;

/// A page, seen as training sees it.
pub struct Page {
    /// Where it is from.
    site: String,
    /// Of each block.
    features: Table,
    /// How many words each block has.
    words: Vec<usize>,
    /// Whether each block is main content.
    labels: Vec<f32>,
}

impl Page {
    /// A decoded page, its gold text, and the site it is from.
    pub fn new(html: &str, gold: &str, site: &str) -> Page {
        let tree = Tree::new(html);
        let blocks = Blocks::new(&tree);
        let split: Vec<Vec<String>> = blocks.all().iter().map(|block| words(blocks.text(block))).collect();
        let found = aligned(&split.concat(), &words(gold));
        let mut at = 0;
        let label = |words: &Vec<String>| {
            let of_block = &found[at..at + words.len()];
            at += words.len();
            let taken = of_block.iter().filter(|found| **found).count();
            f32::from(u8::from(taken > 0 && 2 * taken >= words.len()))
        };
        let labels = split.iter().map(label).collect();
        let words = split.iter().map(Vec::len).collect();
        Page { site: site.to_owned(), features: features(&tree, &blocks), words, labels }
    }

    /// The number of its site among thirds: the same for all its pages.
    fn third(&self) -> u32 {
        self.site
            .bytes()
            .fold(0x811C_9DC5u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
            % 3
    }
}

/// How many trees are grown in all: `done` is called after each.
pub fn trees(options: &Options) -> usize {
    5 * options.trees
}

/// A model for these pages; `done` is called after each tree.
pub fn fit(pages: &[&Page], options: &Options, done: &dyn Fn()) -> Vec<u8> {
    let tables: Vec<&Table> = pages.iter().map(|page| &page.features).collect();
    let mut examples = Examples::new(
        names::first().len(),
        |feature| column(&tables, feature),
        labels(pages),
        weights(pages),
    );
    let first = forest::fit(&examples, &examples.all(), options, done);
    let mut seen: Vec<Table> = pages.iter().map(|page| page.features.clone()).collect();
    for third in 0..3 {
        let others = blocks(pages, |page| page.third() != third);
        // Too few sites to leave a third out: the forest of all has to do.
        let bytes =
            if others.is_empty() { first.clone() } else { forest::fit(&examples, &others, options, done) };
        let forest = Forest::parse(&bytes).expect("what was just grown");
        for (page, table) in pages.iter().zip(&mut seen).filter(|(page, _)| page.third() == third) {
            table.with_context(&forest.values(&page.features));
        }
    }
    let seen: Vec<&Table> = seen.iter().collect();
    examples.extend(names::first().len()..names::second().len(), |feature| column(&seen, feature));
    let second = forest::fit(&examples, &examples.all(), options, done);
    ContentModel::write(&first, &second)
}

/// A model with the same forests, for the features of this build.
///
/// For features that are computed as before under another name. Where anything else about them has changed, the forests no longer
/// mean what they say, and only [`fit`] helps.
pub fn renamed(model: &[u8]) -> Result<Vec<u8>, ContentModelError> {
    let (first, second) = ContentModel::forests(model)?;
    let model = ContentModel::write(first, second);
    ContentModel::parse(&model)?;
    Ok(model)
}

/// A feature of the blocks of all pages.
fn column(tables: &[&Table], feature: usize) -> Vec<f32> {
    tables.iter().flat_map(|table| table.column(feature)).copied().collect()
}

/// The numbers of the blocks of some pages, among those of all.
fn blocks(pages: &[&Page], wanted: impl Fn(&Page) -> bool) -> Vec<u32> {
    let of_blocks = pages.iter().flat_map(|page| repeat_n(wanted(page), page.words.len()));
    of_blocks.enumerate().filter(|(_, wanted)| *wanted).map(|(n, _)| n as u32).collect()
}

fn labels(pages: &[&Page]) -> Vec<f32> {
    pages.iter().flat_map(|page| page.labels.iter().copied()).collect()
}

fn weights(pages: &[&Page]) -> Vec<f32> {
    let mut sites: HashMap<&str, f32> = HashMap::new();
    for page in pages {
        *sites.entry(&page.site).or_default() += 1.0;
    }
    let weights = pages.iter().flat_map(|page| {
        let all: usize = page.words.iter().sum();
        let site = sites[&*page.site];
        page.words.iter().map(move |words| ((*words as f32 + 0.1) / (all as f32 + 1.0) / site).sqrt())
    });
    weights.collect()
}

/// How many sites these pages are from.
pub fn sites(pages: &[&Page]) -> usize {
    pages.iter().map(|page| &*page.site).collect::<HashSet<_>>().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_took_is_learned() {
        let html = |n: usize| {
            let text = format!(
                "Sentence number {n}, which is long enough to be read, stands in a paragraph of its own."
            );
            let menu: String = (0..6).map(|item| format!("<li><a href=x>Item {item}</a></li>")).collect();
            let html = format!(
                "<nav><ul>{menu}</ul></nav><article><p>{text}</p><p>{text}</p></article><footer>Page {n}</footer>"
            );
            (html, format!("{text}\n{text}"))
        };
        let page = |n: usize| Page::new(&html(n).0, &html(n).1, &format!("site {}", n % 20));
        let pages: Vec<Page> = (0..60).map(page).collect();
        assert_eq!(pages[0].labels, [[0.0; 6].as_slice(), &[1.0; 2], &[0.0]].concat());
        let options = Options { trees: 10, least: 20, ..Options::default() };
        let pages: Vec<&Page> = pages.iter().collect();
        assert_eq!(sites(&pages), 20);
        let model = ContentModel::parse(&fit(&pages, &options, &|| ())).unwrap();
        let (new, _) = html(99);
        let tree = Tree::new(&new);
        let values = model.values(&tree, &Blocks::new(&tree));
        let labels = values.iter().map(|value| f32::from(u8::from(*value > 0.0)));
        assert_eq!(labels.collect::<Vec<_>>(), page(99).labels);
    }
}
