//! Fits the forests of the default extractor: pages in, with the text that people took from them; a model out.
//!
//! Each block of a page is main content if at least half of its words are aligned with the gold text. A block weighs as the root of
//! its words, so that neither long blocks nor many short ones rule; all pages of a site together weigh as the root of their number.
//!
//! The second forest learns from what the first one thinks. Of pages which it was grown with it would think too well: so these
//! thoughts come from forests that were grown without the page's site, one for each third of the sites. What sort of page it is comes
//! from forests of the same kind, which [`super::page_type`] grows.
//!
//! People keep gold for long pages, and the web has short ones too: of each page, a short one is made, with a few blocks of its
//! main content and a few of what stands before and after it. And of articles, brief ones: the first blocks of the content, and all
//! that stands around it, as short news have it. Other pages have what is alike in many places; cut short, they would teach that what
//! is alike is none. Rendered documents are as they are: of these, people have no doubt what is content.

use std::collections::{HashMap, HashSet};
use std::iter::repeat_n;
use std::ops::Range;

use pellucid::extract::PageType;
use pellucid::internals::extract::features::{Table, features, names};
use pellucid::internals::extract::{Blocks, ContentModel, ContentModelError, Forest};
use pellucid::internals::html::Tree;
use pellucid::papers::r2l::lcs::words;
use pellucid_corpora::extraction::Row;
use pellucid_corpora::structure;

use super::forest::{self, Examples, Options};
use super::page_type::{self, Types};
use crate::align::aligned;

/// A page, seen as training sees it.
pub struct Page {
    /// Where it is from.
    site: String,
    /// What sort of page it is, if people say so.
    page_type: Option<PageType>,
    /// Of each block.
    features: Table,
    /// How many words each block has.
    words: Vec<usize>,
    /// Whether each block is main content.
    labels: Vec<f32>,
    /// How much it counts.
    weight: f32,
}

/// Blocks of the main content that a short page has, at most, and of what stands before and after it.
const SHORT: usize = 6;
const AROUND: usize = 4;

/// The characters of the content of a brief page, at least and at most, or those of its first block.
const BRIEF: Range<f32> = 60.0..900.0;
/// The share of articles of which a brief one is made, and how much it counts.
const BRIEF_SHARE: f32 = 0.5;
const BRIEF_WEIGHT: f32 = 0.6;

/// How much a page counts that is of many like things: few are sorted so, and all the others are rather like articles.
const MANIFOLD_WEIGHT: f32 = 2.0;
/// How much a rendered document counts: few documents are rendered in many ways.
const DOCUMENT_WEIGHT: f32 = 0.25;

impl Page {
    /// Of a decoded page, its gold text, and what the corpus says of it: the page as it is, a short one, and a brief one; of a
    /// rendered document, itself.
    pub fn all(html: &str, gold: &str, row: &Row) -> Vec<Page> {
        let tree = Tree::new(html);
        let blocks = Blocks::new(&tree);
        let page = Page::new(&tree, &blocks, gold, row);
        if row.dataset == structure::DATASET {
            return vec![Page { weight: DOCUMENT_WEIGHT, ..page }];
        }
        let (short, brief) = (page.short(html, &blocks), page.brief(html, &blocks));
        [Some(page), short, brief].into_iter().flatten().collect()
    }

    /// The page without most of its blocks; none if it is short already, or all of it is of one kind.
    fn short(&self, html: &str, blocks: &Blocks) -> Option<Page> {
        let is_content = |n: &usize| self.labels[*n] > 0.5;
        let all = 0..self.labels.len();
        let (first, last) = (all.clone().find(is_content)?, all.clone().rfind(is_content)?);
        if self.labels.len() < 2 * (SHORT + 2 * AROUND) {
            return None;
        }
        let mut random = fastrand::Rng::with_seed(html.len() as u64);
        let mut run = |of: Range<usize>, most: usize| {
            let length = random.usize(0..=most).min(of.len());
            let start = of.start + random.usize(0..=of.len() - length);
            start..start + length
        };
        let before = run(0..first, AROUND);
        let within = run(first..last + 1, SHORT - 1);
        let after = run(last + 1..self.labels.len(), AROUND);
        let kept: Vec<usize> = before.chain(within).chain(after).collect();
        // What places are called tells much, and not every site says it.
        let renamed = random.bool();
        self.with(&kept, html, blocks, renamed)
    }

    /// The page with the first blocks of its content, and all that stands around it; none if that is no article, or short already.
    fn brief(&self, html: &str, blocks: &Blocks) -> Option<Page> {
        if !matches!(self.page_type, None | Some(PageType::Article)) {
            return None;
        }
        let mut random = fastrand::Rng::with_seed(html.len() as u64 + 1);
        if random.f32() > BRIEF_SHARE {
            return None;
        }
        let wanted = BRIEF.start * libm::powf(BRIEF.end / BRIEF.start, random.f32());
        let characters = |n: usize| blocks.all()[n].characters as f32;
        let is_content = |n: usize| self.labels[n] > 0.5;
        let all: f32 = (0..self.labels.len()).filter(|n| is_content(*n)).map(characters).sum();
        let mut had = 0.0;
        let is_kept = |n: &usize| {
            let is_kept = !is_content(*n) || had < wanted;
            had += if is_content(*n) && is_kept { characters(*n) } else { 0.0 };
            is_kept
        };
        let kept: Vec<usize> = (0..self.labels.len()).filter(is_kept).collect();
        if all < 3.0 * wanted || all < 2.0 * had {
            return None;
        }
        self.with(&kept, html, blocks, false).map(|page| Page { weight: BRIEF_WEIGHT, ..page })
    }

    /// The page with nothing but some of its blocks; none if all of them are of one kind, or cannot be cut out.
    fn with(&self, kept: &[usize], html: &str, blocks: &Blocks, renamed: bool) -> Option<Page> {
        let content = kept.iter().filter(|n| self.labels[**n] > 0.5).count();
        if content == 0 || content == kept.len() {
            return None;
        }
        let mut source = String::new();
        let mut at = 0;
        for (n, block) in blocks.all().iter().enumerate() {
            if kept.binary_search(&n).is_err() {
                source += html.get(at..block.place.start as usize)?;
                at = block.place.end as usize;
            }
        }
        source += html.get(at..)?;
        if renamed {
            source = source.replace(" class=", " klass=").replace(" id=", " ie=");
        }
        let tree = Tree::new(&source);
        let left = Blocks::new(&tree);
        let text = |blocks: &Blocks, n: usize| blocks.text(&blocks.all()[n]).to_owned();
        // Where markup crosses blocks, what is left may be other blocks.
        let is_same = left.all().len() == kept.len()
            && kept.iter().enumerate().all(|(at, n)| text(&left, at) == text(blocks, *n));
        // Of what is left, nobody has said what sort of page it is.
        is_same.then(|| Page {
            site: self.site.clone(),
            page_type: None,
            features: features(&tree, &left),
            words: kept.iter().map(|n| self.words[*n]).collect(),
            labels: kept.iter().map(|n| self.labels[*n]).collect(),
            weight: 1.0,
        })
    }

    fn new(tree: &Tree, blocks: &Blocks, gold: &str, row: &Row) -> Page {
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
        let (site, page_type) = (row.site.clone(), page_type::of(row));
        let weight = match page_type {
            None | Some(PageType::Article | PageType::Documentation) => 1.0,
            Some(_) => MANIFOLD_WEIGHT,
        };
        Page { site, page_type, features: features(tree, blocks), words, labels, weight }
    }

    /// The number of its site among thirds: the same for all its pages.
    fn third(&self) -> u32 {
        self.site
            .bytes()
            .fold(0x811C_9DC5u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
            % 3
    }
}

/// How many trees are grown for blocks in all: `done` is called after each.
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
    let thirds = || pages.iter().map(|page| page.third());
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
    let types: Vec<Option<PageType>> = pages.iter().map(|page| page.page_type).collect();
    let sites: Vec<&str> = pages.iter().map(|page| &*page.site).collect();
    let sorted = |kept: &dyn Fn(usize) -> bool| {
        let kept: Vec<usize> =
            (0..pages.len()).filter(|&n| types[n].is_some() && seen[n].blocks() > 0 && kept(n)).collect();
        Types::fit(&kept.iter().map(|&n| (&seen[n], types[n], sites[n])).collect::<Vec<_>>())
    };
    let of_all = sorted(&|_| true);
    let of_others: Vec<Types> = (0..3).map(|third| sorted(&|n| pages[n].third() != third)).collect();
    for (table, third) in seen.iter_mut().zip(thirds()) {
        table.with_types(&of_others[third as usize].values(table));
    }
    let seen: Vec<&Table> = seen.iter().collect();
    examples.extend(names::first().len()..names::second().len(), |feature| column(&seen, feature));
    let second = forest::fit(&examples, &examples.all(), options, done);
    let forests: Vec<&[u8]> = [&*first, &*second].into_iter().chain(of_all.bytes()).collect();
    ContentModel::write(&forests)
}

/// A model with the same forests, for the features of this build.
///
/// For features that are computed as before under another name. Where anything else about them has changed, the forests no longer
/// mean what they say, and only [`fit`] helps.
pub fn renamed(model: &[u8]) -> Result<Vec<u8>, ContentModelError> {
    let model = ContentModel::write(&ContentModel::forests(model)?);
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
        let weight =
            move |words: &usize| page.weight * ((*words as f32 + 0.1) / (all as f32 + 1.0) / site).sqrt();
        page.words.iter().map(weight)
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
        let row = |n: usize| Row { site: format!("site {}", n % 20), ..Row::default() };
        let page = |n: usize| Page::all(&html(n).0, &html(n).1, &row(n)).remove(0);
        let pages: Vec<Page> = (0..60).map(page).collect();
        assert_eq!(pages[0].labels, [[0.0; 6].as_slice(), &[1.0; 2], &[0.0]].concat());
        let options = Options { trees: 10, least: 20, ..Options::default() };
        let pages: Vec<&Page> = pages.iter().collect();
        assert_eq!(sites(&pages), 20);
        let model = ContentModel::parse(&fit(&pages, &options, &|| ())).unwrap();
        let (new, _) = html(99);
        let tree = Tree::new(&new);
        let values = model.judge(&tree, &Blocks::new(&tree)).values;
        let labels = values.iter().map(|value| f32::from(u8::from(*value > 0.0)));
        assert_eq!(labels.collect::<Vec<_>>(), page(99).labels);
    }
    #[test]
    fn of_a_long_page_a_short_one_is_made() {
        let items = |count: usize| -> String { (0..count).map(|n| format!("<li>Item {n}</li>")).collect() };
        let text: Vec<String> =
            (0..20).map(|n| format!("Sentence number {n} is about nothing else.")).collect();
        let content: String = text.iter().map(|text| format!("<p>{text}</p>")).collect();
        let mut shorter = 0;
        for n in 0..30 {
            let html = format!("<ul>{}</ul><article>{content}</article><ul>{}</ul>", items(n), items(10));
            let pages = Page::all(&html, &text.join(" "), &Row::default());
            assert_eq!(pages[0].labels.len(), n + 30);
            let Some(short) = pages.get(1).filter(|page| page.weight == 1.0) else { continue };
            let count = short.labels.iter().filter(|label| **label > 0.5).count();
            assert!(short.labels.len() <= SHORT + 2 * AROUND && count < short.labels.len());
            assert!((1..SHORT).contains(&count));
            shorter += 1;
        }
        assert!(shorter > 15, "{shorter}");
    }

    #[test]
    fn of_an_article_a_brief_one_is_made() {
        let text: Vec<String> =
            (0..60).map(|n| format!("Sentence number {n} is about nothing else than tea.")).collect();
        let content: String = text.iter().map(|text| format!("<p>{text}</p>")).collect();
        let brief = |around: usize, kind: &str| {
            let items: String = (0..around).map(|n| format!("<li>Item {n}</li>")).collect();
            let html = format!("<article>{content}</article><ul>{items}</ul>");
            let row = Row { kind: kind.into(), ..Row::default() };
            let mut pages = Page::all(&html, &text.join(" "), &row);
            pages.pop().filter(|page| page.weight == BRIEF_WEIGHT)
        };
        let made: Vec<Page> = (1..40).filter_map(|around| brief(around, "")).collect();
        assert!((10..30).contains(&made.len()), "{}", made.len());
        for page in made {
            let count = page.labels.iter().filter(|label| **label > 0.5).count();
            assert!((1..=20).contains(&count) && page.labels[..count].iter().all(|label| *label > 0.5));
        }
        assert!((1..40).all(|around| brief(around, "forum").is_none()));
    }
}
