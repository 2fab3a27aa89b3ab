//! Training: the same steps as `pellucid train`, with pages from Python. `pellucid/_train.py` calls it.

use std::collections::BTreeMap;

use pellucid::Encoding;
use pellucid::papers::svm::Reading;
use pellucid_corpora::languages::Language;
use pellucid_train::fit::chared::{self, COMMON, Common, Keep, Page, Pages, Sample};
use pellucid_train::fit::language_of;
use pellucid_train::fit::svm::documents::{
    Document, FEWEST, LOOKED_AT, Label, Refused, draw, enough, of_text,
};
use pellucid_train::fit::svm::{self, Options, SHIPPED};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyIterator};

use crate::data::Data;
use crate::errors::{ModelError, OptionError};
use crate::hints::several;

/// A model, and what was skipped, in words.
type Model<'py> = (Bound<'py, PyBytes>, Vec<String>);

/// Trains a model of chared, from pages or from a text.
#[pyfunction]
#[pyo3(signature = (pages, text, *, language = None, sample = None, encodings = None, limit = None))]
pub fn train_chared<'py>(
    py: Python<'py>,
    pages: &Bound<'py, PyIterator>,
    text: Option<String>,
    language: Option<String>,
    sample: Option<&str>,
    encodings: Option<&Bound<'py, PyAny>>,
    limit: Option<usize>,
) -> PyResult<Model<'py>> {
    let named = encodings.map(several).transpose()?.unwrap_or_default();
    let mut report = Vec::new();
    let (texts, common) = match text {
        Some(text) => (vec![(None, text)], chared::listed(&named)),
        None => {
            let sample = sample.map(Sample::new);
            let mut read = Pages::default();
            for page in pages {
                let page = page?.extract::<Data>()?.whole(py)?;
                read.add(py.detach(|| Page::read(&page, sample.as_ref())));
            }
            report.extend(read.skipped().into_iter().map(|skipped| format!("skipped {skipped}")));
            let common = chosen(&read, &named, &mut report);
            if read.texts.is_empty() {
                report.insert(0, "no page can be used".into());
                return Err(ModelError::new_err(report.join("; ")));
            }
            (read.texts.into_iter().map(|(encoding, text)| (Some(encoding), text)).collect(), common)
        }
    };
    let trained = py.detach(|| {
        let only: Vec<&str> = texts.iter().map(|(_, text)| &**text).collect();
        let language = language.unwrap_or_else(|| language_of(&only));
        chared::train(&language, &texts, &common, limit.map_or(Keep::All, Keep::Most))
    });
    let trained = trained.map_err(|error| {
        report.insert(0, error.to_string());
        ModelError::new_err(report.join("; "))
    })?;
    let validated = &trained.validated;
    report.push(format!(
        "five-fold cross-validation: {} of {} are given their encoding, {} are read correctly",
        validated.exact,
        counted(validated.documents, "document"),
        validated.text
    ));
    Ok((PyBytes::new(py, &trained.model), report))
}

/// The encodings of pages: those that are common, or those that are named.
fn chosen(pages: &Pages, named: &[&'static Encoding], report: &mut Vec<String>) -> Vec<Common> {
    let (mut common, rare) = chared::common(pages.texts.iter().map(|(encoding, _)| *encoding));
    for &(encoding, count) in rare.iter().filter(|(encoding, _)| !named.contains(encoding)) {
        let pages = counted(count, "page");
        report.push(format!("skipped {encoding}: {pages}, less than {} %", 100.0 * COMMON));
    }
    if !named.is_empty() {
        for (encoding, _) in common.iter().filter(|(encoding, _)| !named.contains(encoding)) {
            report.push(format!("skipped {encoding}: not one of the encodings"));
        }
        common.retain(|(encoding, _)| named.contains(encoding));
        for &encoding in named {
            if common.iter().all(|(other, _)| *other != encoding) {
                let count = rare.iter().find(|(other, _)| *other == encoding).map_or(0, |(_, count)| *count);
                report.push(format!("added {encoding}: {}", counted(count, "page")));
                common.push((encoding, count as f32 / pages.texts.len().max(1) as f32));
            }
        }
    }
    common
}

/// Trains support vector machines, from pages by the names of their encodings, or from a text.
///
/// `pages` are pairs of a name and how many pages it has; `page(name, number)` returns the bytes of one of them, since training may
/// not need them all.
#[pyfunction]
#[pyo3(signature = (pages, page, text, *, encodings, settings = "extended", keep_markup = false, documents = None, features = None, min_count = None, disparity = None, negatives = None, cost = None))]
#[expect(clippy::too_many_arguments, reason = "keywords of Python")]
pub fn train_svm<'py>(
    py: Python<'py>,
    pages: Vec<(String, usize)>,
    page: &Bound<'py, PyAny>,
    text: Option<String>,
    encodings: Vec<String>,
    settings: &str,
    keep_markup: bool,
    documents: Option<usize>,
    features: Option<usize>,
    min_count: Option<u32>,
    disparity: Option<f64>,
    negatives: Option<f64>,
    cost: Option<f64>,
) -> PyResult<Model<'py>> {
    let most = documents.unwrap_or(SHIPPED);
    let base = match settings {
        "extended" => Options::extended(),
        "paper" => Options::paper(),
        _ => {
            return Err(OptionError::new_err(format!(
                "unknown settings {settings:?}; use extended or paper"
            )));
        }
    };
    let mut reading = base.reading;
    reading.markup = keep_markup;
    let mut report = Vec::new();
    let (documents, labels) = match text {
        Some(text) => (py.detach(|| written(text, &encodings, most, reading)), encodings),
        None => {
            let mut documents = Vec::new();
            let mut refused: BTreeMap<Refused, usize> = BTreeMap::new();
            for (label, (name, count)) in pages.iter().enumerate() {
                let mut numbers: Vec<usize> = (0..*count).collect();
                draw(&mut numbers, most);
                for number in numbers {
                    let bytes = page.call1((name, number))?.extract::<Data>()?.whole(py)?;
                    let bytes = &bytes[..bytes.len().min(LOOKED_AT)];
                    match py.detach(|| Document::read(label, &Label::named(name), bytes, reading)) {
                        Ok(document) => documents.push(document),
                        Err(why) => *refused.entry(why).or_default() += 1,
                    }
                }
            }
            let skipped =
                |(why, count): (Refused, usize)| format!("skipped {count} pages that {}", why.why());
            report.extend(refused.into_iter().map(skipped));
            (documents, pages.into_iter().map(|(name, _)| name).collect())
        }
    };
    let (documents, labels, few) = enough(documents, labels);
    let left_out =
        |(label, count)| format!("skipped {label}: {}, fewer than {FEWEST}", counted(count, "document"));
    report.extend(few.into_iter().map(left_out));
    if labels.len() < 2 {
        report.insert(0, "training needs documents in at least two encodings".into());
        return Err(ModelError::new_err(report.join("; ")));
    }
    let options = Options {
        features: features.unwrap_or(base.features),
        least: min_count.unwrap_or(base.least),
        cost: cost.unwrap_or(base.cost),
        negatives: negatives.unwrap_or(base.negatives),
        disparity: disparity.unwrap_or(base.disparity),
        reading,
        // Nobody sees the errors here, and the model is the same without.
        cross_validate: false,
        ..base
    };
    let (useless, model) = py.detach(|| {
        let fitted = svm::fit(&documents, &labels, &options, &|| ());
        report.push(format!("{} of {} held-out documents are right", fitted.right, fitted.tested_with));
        (fitted.useless(), fitted.model())
    });
    match useless {
        Some(why) => {
            report.insert(0, format!("the model would be of no use: {why}"));
            Err(ModelError::new_err(report.join("; ")))
        }
        None => Ok((PyBytes::new(py, &model), report)),
    }
}

/// Documents of a text in each encoding.
fn written(text: String, names: &[String], most: usize, reading: Reading) -> Vec<Document> {
    let labels: Vec<Label> = names.iter().map(|name| Label::named(name)).collect();
    let encodings = labels.iter().filter_map(Label::encoding).collect();
    let texts = [text];
    let language = Language::of_caller(&language_of(&texts), encodings);
    let [text] = texts;
    of_text(&[(&language, text)], &labels, most, reading)
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
