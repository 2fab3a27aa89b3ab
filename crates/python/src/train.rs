//! Training: the same steps as `pellucid train`, with pages from Python. `pellucid/_train.py` calls it.

use pellucid::papers::svm::Reading;
use pellucid_corpora::languages::Language;
use pellucid_train::fit::chared::{self, COMMON, Keep, Page, Pages, Sample, TRIPLES};
use pellucid_train::fit::language_of;
use pellucid_train::fit::svm::documents::{Document, FEWEST, LOOKED_AT, Label, draw, enough, of_text};
use pellucid_train::fit::svm::{self, Options, SHIPPED};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyIterator};

use crate::data::Data;
use crate::errors::ModelError;
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
        Some(text) => (vec![text], chared::listed(&named)),
        None => {
            let sample = sample.map(Sample::new);
            let mut read = Pages::default();
            for page in pages {
                let page = page?.extract::<Data>()?.whole(py)?;
                read.add(py.detach(|| Page::read(&page, sample.as_ref())));
            }
            let left_out = [
                (read.undeclared, "no declaration of a known encoding"),
                (read.foreign, "not like the sample"),
                (read.empty, "no text"),
            ];
            for (pages, why) in left_out.into_iter().filter(|(pages, _)| *pages > 0) {
                report.push(format!("skipped {}: {why}", counted(pages, "page")));
            }
            let (mut common, rare) = chared::common(read.texts.iter().map(|(encoding, _)| *encoding));
            for (encoding, pages) in rare {
                report.push(format!(
                    "skipped {encoding}: {}, less than {} %",
                    counted(pages, "page"),
                    100.0 * COMMON
                ));
            }
            if !named.is_empty() {
                common.retain(|(encoding, _)| named.contains(encoding));
            }
            (read.texts.into_iter().map(|(_, text)| text).collect(), common)
        }
    };
    if common.is_empty() {
        report.insert(0, "no page can be used".into());
        return Err(ModelError::new_err(report.join("; ")));
    }
    let model = py.detach(|| {
        let language = language.unwrap_or_else(|| language_of(&texts));
        chared::fit(&language, &texts, &common, TRIPLES, limit.map_or(Keep::All, Keep::Most))
    });
    Ok((PyBytes::new(py, &model), report))
}

/// Trains support vector machines, from pages by the names of their encodings, or from a text.
///
/// `pages` are pairs of a name and how many pages it has; `page(name, number)` returns the bytes of one of them, since training may
/// not need them all.
#[pyfunction]
#[pyo3(signature = (pages, page, text, *, encodings, keep_markup = false, documents = None, features = None, min_count = None, disparity = None, negatives = None, cost = None))]
#[expect(clippy::too_many_arguments, reason = "keywords of Python")]
pub fn train_svm<'py>(
    py: Python<'py>,
    pages: Vec<(String, usize)>,
    page: &Bound<'py, PyAny>,
    text: Option<String>,
    encodings: Vec<String>,
    keep_markup: bool,
    documents: Option<usize>,
    features: Option<usize>,
    min_count: Option<u32>,
    disparity: Option<f64>,
    negatives: Option<f64>,
    cost: Option<f64>,
) -> PyResult<Model<'py>> {
    let most = documents.unwrap_or(SHIPPED);
    let reading = if keep_markup { Reading::WithMarkup } else { Reading::Text };
    let (documents, labels) = match text {
        Some(text) => (py.detach(|| written(text, &encodings, most)), encodings),
        None => {
            let mut documents = Vec::new();
            for (label, (name, count)) in pages.iter().enumerate() {
                let mut numbers: Vec<usize> = (0..*count).collect();
                draw(&mut numbers, most);
                for number in numbers {
                    let bytes = page.call1((name, number))?.extract::<Data>()?.whole(py)?;
                    let bytes = &bytes[..bytes.len().min(LOOKED_AT)];
                    let document = py.detach(|| Document::of_page(label, bytes, reading));
                    documents.extend(Some(document).filter(|document| !document.bytes.is_empty()));
                }
            }
            (documents, pages.into_iter().map(|(name, _)| name).collect())
        }
    };
    let (documents, labels, few) = enough(documents, labels);
    let left_out =
        |(label, count)| format!("skipped {label}: {}, fewer than {FEWEST}", counted(count, "document"));
    let mut report: Vec<String> = few.into_iter().map(left_out).collect();
    if labels.len() < 2 {
        report.insert(0, "training needs documents in at least two encodings".into());
        return Err(ModelError::new_err(report.join("; ")));
    }
    let (default, shipped) = (Options::default(), Options::shipped());
    let options = Options {
        features: features.unwrap_or(default.features),
        least: min_count.unwrap_or(default.least),
        cost: cost.unwrap_or(shipped.cost),
        negatives: negatives.unwrap_or(shipped.negatives),
        disparity: disparity.unwrap_or(shipped.disparity),
        reading,
        // Nobody sees the errors here, and the model is the same without.
        cross_validate: false,
        ..default
    };
    let model = py.detach(|| svm::fit(&documents, &labels, &options, &|| ()).model());
    Ok((PyBytes::new(py, &model), report))
}

/// Documents of a text in each encoding.
fn written(text: String, names: &[String], most: usize) -> Vec<Document> {
    let labels: Vec<Label> = names.iter().map(|name| Label::named(name)).collect();
    let encodings = labels.iter().filter_map(Label::encoding).collect();
    let texts = [text];
    let language = Language::of_caller(&language_of(&texts), encodings);
    let [text] = texts;
    of_text(&[(&language, text)], &labels, most)
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
