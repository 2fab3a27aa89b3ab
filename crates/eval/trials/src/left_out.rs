//! Pellucid's extractor, on pages of which its model has seen nothing: models are fitted again, each without some of the pages.

use std::collections::BTreeSet;

use anyhow::{Context, Result};
use cpu_time::ThreadTime;
use indicatif::{ProgressBar, ProgressStyle};
use pellucid::extract::Extractor;
use pellucid::internals::extract::ContentModel;
use pellucid::write::WriteOptions;
use pellucid_train::fit::content::{self, Page as Example};
use pellucid_train::fit::forest::Options;
use rayon::prelude::*;

use pellucid_corpora::extraction::Page;
use pellucid_corpora::folds::LeftOut;
use pellucid_eval::extraction::extractors::Extracted;
use pellucid_eval::extraction::run::{Contestant, judge};
use pellucid_eval::peers::locked;
use pellucid_eval::structure;

/// All pages, each by a model that was fitted without its fold, and with these documents.
pub fn contestant(pages: &[Page], documents: &[Page], left_out: LeftOut) -> Result<Contestant> {
    let extracted = without_fold(pages, documents, left_out, |model, page| {
        let start = ThreadTime::now();
        let found = Extractor::default().extract_by(model, &page.html);
        let text = if found.empty.is_some() { String::new() } else { found.text(WriteOptions::default()) };
        Extracted { text: Ok(text), time: start.elapsed(), quality: found.quality }
    })?;
    let verdicts = pages.par_iter().zip(&extracted).map(judge).collect();
    let name = match left_out {
        LeftOut::Sites => "pellucid, sites left out",
        LeftOut::Sets => "pellucid, sets left out",
    };
    Ok(Contestant { name, version: locked("pellucid"), extracted, verdicts })
}

/// The Markdown of rendered documents, each by a model that has seen no page of what rendered it, and with these pages.
pub fn markdown(documents: &[Page], pages: &[Page]) -> Result<Vec<String>> {
    without_fold(documents, pages, LeftOut::Sites, |model, page| {
        Extractor::default().extract_by(model, &page.html).markdown(structure::writing())
    })
}

/// What is made of each page with a model that was fitted without its fold, but with all others and with more.
fn without_fold<T: Send>(
    pages: &[Page],
    more: &[Page],
    left_out: LeftOut,
    of: impl Fn(&ContentModel, &Page) -> T + Sync,
) -> Result<Vec<T>> {
    let example = |page: &Page| {
        page.gold_text().map_or_else(Vec::new, |gold| Example::all(&page.html, gold, &page.row))
    };
    let examples: Vec<Vec<Example>> = pages.par_iter().map(example).collect();
    let more: Vec<Example> = more.par_iter().flat_map_iter(example).collect();
    let folds: BTreeSet<String> = pages.iter().map(|page| left_out.fold(page)).collect();
    let options = Options::default();
    let progress = ProgressBar::new((folds.len() * content::trees(&options)) as u64)
        .with_style(ProgressStyle::with_template("trees {wide_bar} {pos}/{len} {eta}")?);
    let mut made: Vec<Option<T>> = pages.iter().map(|_| None).collect();
    for fold in folds {
        let inside: Vec<usize> = (0..pages.len()).filter(|&n| left_out.fold(&pages[n]) == fold).collect();
        let sites: BTreeSet<&str> = inside.iter().map(|&n| &*pages[n].row.site).collect();
        let outside = (0..pages.len()).filter(|&n| !sites.contains(&*pages[n].row.site));
        let outside: Vec<&Example> = outside.flat_map(|n| &examples[n]).chain(&more).collect();
        let bytes = content::fit(&outside, &options, &|| progress.inc(1));
        let model = ContentModel::parse(&bytes).context("what was just fitted")?;
        let each: Vec<T> = inside.par_iter().map(|&n| of(&model, &pages[n])).collect();
        for (n, one) in inside.into_iter().zip(each) {
            made[n] = Some(one);
        }
    }
    progress.finish_and_clear();
    Ok(made.into_iter().flatten().collect())
}
