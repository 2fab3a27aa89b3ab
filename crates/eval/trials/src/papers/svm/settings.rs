//! The paper's settings, the extended ones, and the paper's future work, each on the same text and the same pages.

use std::time::Instant;

use anyhow::Result;
use pellucid::papers::svm::{Reading, byte_order};
use pellucid_corpora::languages::Language;
use pellucid_eval::dataset::Page;
use pellucid_eval::score::Judge;
use pellucid_eval::variants::blank_declarations;
use pellucid_train::fit::svm::documents::{Label, PAPER_LANGUAGES, of_text};
use pellucid_train::fit::svm::{Fitted, Options, fit};
use rayon::prelude::*;

use super::percent;

/// Documents of each of the paper's labels, at most.
const PAPER: usize = 800;
/// Documents of each encoding of the web, at most, but for those of many languages.
const WEB: usize = 300;
/// As much of a page is looked at as detection looks at.
const LOOKED_AT: usize = 1 << 20;

/// Every row: its name, the options of `pellucid train svm` for it, and the same for the fit.
fn rows() -> Vec<(&'static str, &'static str, Options)> {
    let (paper, extended) = (Options::paper(), Options::extended());
    let read = |change: fn(&mut Reading), of: &Options| {
        let mut reading = of.reading;
        change(&mut reading);
        Options { reading, ..of.clone() }
    };
    vec![
        ("**the paper's settings**", "--settings paper", paper.clone()),
        ("frequency disparity", "… --disparity 0.5", Options { disparity: 0.5, ..paper.clone() }),
        ("confidence intervals", "… --confidence 0.95", Options { confidence: Some(0.95), ..paper.clone() }),
        ("width first", "… --width-first", Options { width_first: true, ..paper.clone() }),
        ("share of high bytes", "… --reading high", read(|r| r.high = true, &paper)),
        ("principal components", "… --components 100", Options { components: Some(100), ..paper.clone() }),
        ("white space as one space", "… --reading spaces", read(|r| r.spaces = true, &paper)),
        ("square roots", "… --reading root", read(|r| r.root = true, &paper)),
        ("**the extended settings**", "--settings extended", extended.clone()),
        ("white space as it is", "… --reading root,apart,seven", read(|r| r.spaces = false, &extended)),
        ("frequencies themselves", "… --reading spaces,apart,seven", read(|r| r.root = false, &extended)),
        ("shares of all n-grams", "… --reading spaces,root,seven", read(|r| r.apart = false, &extended)),
        ("ASCII by its machine", "… --reading spaces,root,apart", read(|r| r.seven_bits = false, &extended)),
        ("without prevalence", "… --prior 0", Options { prior: 0.0, ..extended.clone() }),
        ("without disparity", "… --disparity 0", Options { disparity: 0.0, ..extended.clone() }),
        (
            "cost and negatives of the paper",
            "… --cost 1 --negatives 1",
            Options { cost: 1.0, negatives: 1.0, ..extended.clone() },
        ),
        (
            "confidence intervals",
            "… --confidence 0.95",
            Options { confidence: Some(0.95), ..extended.clone() },
        ),
        ("width first", "… --width-first", Options { width_first: true, ..extended.clone() }),
        (
            "share of high bytes",
            "… --reading spaces,root,apart,seven,high",
            read(|r| r.high = true, &extended),
        ),
        ("principal components", "… --components 100", Options { components: Some(100), ..extended.clone() }),
        ("2000 n-grams", "… --features 2000", Options { features: 2000, ..extended }),
    ]
}

/// The table.
pub fn report(languages: &[Language], pages: &[Page]) -> Result<String> {
    let texts = languages.iter().map(|language| Ok((language, language.train()?)));
    let texts = texts.collect::<Result<Vec<(&Language, String)>>>()?;
    let pages: Vec<(&str, Vec<u8>)> =
        pages.par_iter().map(|page| (&*page.encoding, blank_declarations(&page.bytes))).collect();
    let (paper, web) = (Label::paper(), Label::web(languages));
    let mut text = format!(
        "\n## Settings and future work\n\n\
         Rows below a bold one change it in one thing. *13* is the paper's encodings, with at most {PAPER} documents each; *web* \
         is {} encodings, with at most {WEB} documents each, but 20 of each language. *One* is the mean accuracy of the machines, \
         each against all others; *all* the share of held-out documents whose label comes first. *Pages*: the share of {} pages, \
         declarations blanked, which the web's machines read correctly. Each row is one run with one seed, so differences of a \
         few tenths may be chance.\n\n\
         | settings | options | 13: one | 13: all | web: one | web: all | pages | UTF-8 pages | bytes | training, s |\n\
         |---|---|---:|---:|---:|---:|---:|---:|---:|---:|\n",
        web.len(),
        pages.len(),
    );
    for (name, line, options) in rows() {
        let options = Options { cross_validate: false, ..options };
        let machines = |labels: &[Label], most: usize, only: Option<&[&str]>| {
            let is_used = |(language, _): &&(&Language, String)| {
                only.is_none_or(|only| only.contains(&&*language.file))
            };
            let texts: Vec<(&Language, String)> =
                texts.iter().filter(is_used).map(|(language, text)| (*language, text.clone())).collect();
            let documents = of_text(&texts, labels, most, options.reading);
            let names: Vec<String> = labels.iter().map(|label| label.name.clone()).collect();
            fit(&documents, &names, &options, &|| ())
        };
        let few = machines(&paper, PAPER, Some(PAPER_LANGUAGES));
        let start = Instant::now();
        let many = machines(&web, WEB, None);
        let seconds = start.elapsed().as_secs_f64();
        let right: Vec<bool> =
            pages.par_iter().map(|(truth, bytes)| is_read(&many, &web, truth, bytes)).collect();
        let share = |wanted: &dyn Fn(&str) -> bool| {
            let of: Vec<bool> =
                pages.iter().zip(&right).filter(|((truth, _), _)| wanted(truth)).map(|(_, r)| *r).collect();
            percent(of.iter().filter(|right| **right).count(), of.len())
        };
        let row = format!(
            "| {name} | `{line}` | {:.2} | {:.2} | {:.2} | {:.2} | {:.2} | {:.1} | {} | {seconds:.0} |\n",
            one(&few),
            percent(few.right, few.tested_with),
            one(&many),
            percent(many.right, many.tested_with),
            share(&|_| true),
            share(&|truth| truth == "utf-8"),
            many.model().len(),
        );
        // It takes long: show what there is.
        eprint!("{row}");
        text += &row;
    }
    Ok(text)
}

/// The mean accuracy of the machines, in percent.
fn one(fitted: &Fitted) -> f64 {
    100.0 * fitted.machines.iter().map(|machine| machine.accuracy).sum::<f64>()
        / fitted.machines.len().max(1) as f64
}

/// Whether a page is read correctly by the label that comes first.
fn is_read(fitted: &Fitted, labels: &[Label], truth: &str, page: &[u8]) -> bool {
    let text = fitted.reading().text(&page[..page.len().min(LOOKED_AT)]);
    let Some(label) = fitted.answer(&text).map(|number| &labels[number]) else { return false };
    let encoding = if label.name == "UTF-16" { Some(byte_order(&text)) } else { label.encoding() };
    encoding.is_some_and(|encoding| Judge::new(truth, page).verdict(Some(encoding.name())).decode_equal)
}
