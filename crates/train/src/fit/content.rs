//! Fits the forest of the default extractor: pages with the text that people took from them, in.
//!
//! Each block of a page is main content if at least half of its words are aligned with the gold text. A block weighs as the root of
//! its words, and all pages weigh alike.

use pellucid::extract::features::features;
use pellucid::extract::html::Tree;
use pellucid::extract::lcs::words;
use pellucid::extract::{Blocks, Forest};
use rayon::prelude::*;

use super::forest::{self, Examples, Options};
use crate::align::aligned;

/// A page, seen as training sees it.
pub struct Page {
    /// Of each block.
    pub features: Vec<Vec<f32>>,
    /// The words of each block.
    pub words: Vec<Vec<String>>,
    /// The share of them that is aligned with the gold text.
    pub shares: Vec<f32>,
}

impl Page {
    /// A decoded page and its gold text.
    pub fn new(html: &str, gold: &str) -> Page {
        let tree = Tree::new(html);
        let blocks = Blocks::new(&tree);
        let split: Vec<Vec<String>> = blocks.all().iter().map(|block| words(blocks.text(block))).collect();
        let all: Vec<String> = split.iter().flatten().cloned().collect();
        let found = aligned(&all, &words(gold));
        let mut at = 0;
        let share = |words: &Vec<String>| {
            let of_block = &found[at..at + words.len()];
            at += words.len();
            of_block.iter().filter(|found| **found).count() as f32 / words.len().max(1) as f32
        };
        let shares = split.iter().map(share).collect();
        Page { features: features(&tree, &blocks), words: split, shares }
    }

    /// The words of the blocks which a forest takes for main content, by the log-odds from which on it does.
    pub fn chosen(&self, forest: &Forest, from: f32) -> Vec<&str> {
        let chosen = self.features.iter().zip(&self.words).filter(|(row, _)| forest.value(row) >= from);
        chosen.flat_map(|(_, words)| words.iter().map(|word| &**word)).collect()
    }
}

/// A forest for these pages; `done` is called after each tree.
pub fn fit(pages: &[&Page], options: &Options, done: &dyn Fn()) -> Vec<u8> {
    let rows: Vec<Vec<f32>> = pages.par_iter().flat_map_iter(|page| page.features.iter().cloned()).collect();
    let labels = pages.iter().flat_map(|page| page.shares.iter().map(|share| *share >= 0.5)).collect();
    let weights = pages
        .iter()
        .flat_map(|page| {
            let all: usize = page.words.iter().map(Vec::len).sum();
            page.words.iter().map(move |words| ((words.len() as f32 + 0.1) / (all as f32 + 1.0)).sqrt())
        })
        .collect();
    forest::fit(&Examples::new(&rows, labels, weights), options, done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_took_is_learned() {
        let page = |n: usize| {
            let text = format!(
                "Sentence number {n}, which is long enough to be read, stands in a paragraph of its own."
            );
            let menu: String = (0..6).map(|item| format!("<li><a href=x>Item {item}</a></li>")).collect();
            let html = format!(
                "<nav><ul>{menu}</ul></nav><article><p>{text}</p><p>{text}</p></article><footer>Page {n}</footer>"
            );
            Page::new(&html, &format!("{text}\n{text}"))
        };
        let pages: Vec<Page> = (0..60).map(page).collect();
        assert_eq!(pages[0].shares, [[0.0; 6].as_slice(), &[1.0, 1.0], &[0.0]].concat());
        let options = Options { trees: 10, least: 20, ..Options::default() };
        let forest = Forest::parse(&fit(&pages.iter().collect::<Vec<_>>(), &options, &|| ())).unwrap();
        let new = page(99);
        assert_eq!(
            new.chosen(&forest, 0.0).len(),
            2 * words(
                "Sentence number 99, which is long enough to be read, stands in a paragraph of its own."
            )
            .len()
        );
    }
}
