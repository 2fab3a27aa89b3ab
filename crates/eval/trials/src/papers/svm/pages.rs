//! Pages of the dev set, with their declarations blanked: the model that ships, and machines that are trained on pages.

use std::collections::BTreeMap;

use pellucid::papers::svm::Reading;
use pellucid::{Detector, Method};
use pellucid_eval::dataset::Page;
use pellucid_eval::score::{Judge, Metric, Tally};
use pellucid_eval::variants::blank_declarations;
use pellucid_train::fit::svm::documents::Document;
use pellucid_train::fit::svm::{Options, fit};
use rayon::prelude::*;

use super::percent;

/// The model that ships, on real pages.
pub fn on_pages(pages: &[Page]) -> String {
    let detectors = [Method::Svm, Method::Pellucid]
        .map(|method| Detector::builder().method(method).build().expect("both ship"));
    let judge = |page: &Page| {
        let bytes = blank_declarations(&page.bytes);
        let mut judge = Judge::new(&page.encoding, &bytes);
        let mut verdict =
            |detector: &Detector| judge.verdict(Some(detector.detect(&bytes).encoding().name()));
        [verdict(&detectors[0]), verdict(&detectors[1])]
    };
    let judged: Vec<_> = pages.par_iter().map(judge).collect();
    let mut tallies: BTreeMap<&str, [Tally; 2]> = BTreeMap::new();
    let mut all = [Tally::default(); 2];
    for (page, verdicts) in pages.iter().zip(judged) {
        for (n, verdict) in verdicts.into_iter().enumerate() {
            tallies.entry(&page.encoding).or_default()[n].add(verdict);
            all[n].add(verdict);
        }
    }
    let mut text = "\n## The model that ships, on pages\n\n\
         Pages of the dev set that are read correctly with their declarations blanked: by `--method svm`, and by our own \
         method.\n\n\
         | encoding | pages | svm, % | pellucid, % |\n|---|---|---|---|\n"
        .to_owned();
    for (encoding, tallies) in tallies.into_iter().chain([("**all**", all)]) {
        let rate = |tally: &Tally| 100.0 * tally.rate(Metric::DecodeEqual).unwrap_or_default();
        text += &format!(
            "| {encoding} | {} | {:.1} | {:.1} |\n",
            tallies[0].pages,
            rate(&tallies[0]),
            rate(&tallies[1])
        );
    }
    text
}

/// Machines that are trained on pages, with their markup and without.
pub fn of_pages(pages: &[Page]) -> String {
    let mut labels: Vec<String> = pages.iter().map(|page| page.encoding.clone()).collect();
    labels.sort();
    labels.dedup();
    let number = |page: &Page| labels.binary_search(&page.encoding).unwrap_or_default();
    let mut text = "\n## Model on pages\n\n\
         Seven in ten pages of the dev set train a machine for each encoding, as `pellucid train svm` does (`--settings paper` or `extended`); the answer for each \
         of the others is the label with the highest value.\n\n\
         | what is counted | settings | right, % | of pages | bytes of the model |\n|---|---|---|---|---|\n"
        .to_owned();
    for (markup, what) in [(false, "text"), (true, "all bytes, as in the paper")] {
        for (settings, options) in [("the paper's", Options::paper()), ("extended", Options::extended())] {
            let reading = Reading { markup, ..options.reading };
            let document =
                |page: &Page| Document::of_page(number(page), &blank_declarations(&page.bytes), reading);
            let documents: Vec<Document> = pages.par_iter().map(document).collect();
            let options = Options { reading, cross_validate: false, ..options };
            let fitted = fit(&documents, &labels, &options, &|| ());
            text += &format!(
                "| {what} | {settings} | {:.2} | {} | {} |\n",
                percent(fitted.right, fitted.tested_with),
                fitted.tested_with,
                fitted.model().len(),
            );
        }
    }
    text
}
