//! Sullivan, *Character Set Encoding Detection using a Support Vector Machine*: Tables 4 and 5 of the paper, then pages.
//!
//! In: text of the paper's languages, and the pages of a data set. Out: a report in Markdown, with what the paper published
//! beside what is measured.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use pellucid::papers::svm::Reading;
use pellucid::{Detector, Encoding, Method};
use pellucid_corpora::languages::{self, Language};
use pellucid_train::fit::svm::documents::{Document, Label, PAPER_LANGUAGES, of_text};
use pellucid_train::fit::svm::{Fitted, Options, fit};
use rayon::prelude::*;

use pellucid_eval::dataset::{Dataset, Page};
use pellucid_eval::known::Known;
use pellucid_eval::peers::PEERS;
use pellucid_eval::score::{Judge, Metric, Tally};

/// Documents of each label: with as many of others, seven in ten make the paper's 2,400 training documents.
const DOCUMENTS: usize = 1750;
/// Documents of each label in Table 5.
const COMPARED: usize = 1000;

/// A row of the paper's Table 4: label, training and test documents, support vectors, leave-one-out error, accuracy.
type Row = (&'static str, usize, usize, usize, f64, f64);

const TABLE_4: &[Row] = &[
    ("UTF-8", 2231, 1275, 575, 2.15, 96.16),
    ("UTF-16", 2285, 1302, 129, 0.09, 99.92),
    ("US-ASCII", 2457, 1134, 396, 1.95, 98.41),
    ("ISO-8859-1", 2489, 1425, 644, 1.77, 97.54),
    ("ISO-8859-2", 2622, 1415, 264, 0.31, 99.65),
    ("ISO-8859-5", 2456, 1110, 62, 0.16, 99.82),
    ("KOI8-R", 2418, 1157, 65, 0.04, 99.91),
    ("GB2312", 2411, 1147, 170, 0.12, 99.30),
    ("GB18030", 2419, 1140, 425, 2.27, 98.16),
    ("Big5", 2427, 1141, 144, 0.16, 100.00),
    ("Shift-JIS", 2481, 1084, 113, 0.08, 100.00),
    ("EUC-JP", 2474, 1111, 135, 0.04, 99.91),
    ("EUC-KR", 2444, 1158, 112, 0.04, 99.83),
];

/// The paper's Table 5: label, SVM, jcharset.
const TABLE_5: &[(&str, f64, f64)] =
    &[("UTF-8", 94.2, 100.0), ("ISO-8859-1", 99.5, 83.6), ("GB18030", 99.0, 72.5)];

/// Measures everything that there is data for.
pub fn report(data: &Path) -> Result<String> {
    let progress = ProgressBar::new_spinner().with_style(ProgressStyle::with_template("{spinner} {msg}")?);
    let mut report =
        "# Character set detection by support vector machines\n\nWritten by `cargo dev eval svm`.\n"
            .to_owned();
    let folder = data.join("text");
    if folder.is_dir() {
        let mut languages = languages::read(&[folder])?;
        languages.retain(|language| PAPER_LANGUAGES.contains(&&*language.file));
        report += DIFFERENCES;
        let labels = Label::paper();
        progress.set_message("Table 4");
        let fitted = machines(&languages, &labels, &progress)?;
        report += &table_4(&fitted);
        progress.set_message("Table 5");
        report += &table_5(&fitted, &languages, &labels)?;
    } else {
        report += &format!("\nSkipped: no text at {}.\n", folder.display());
    }
    let dataset = Dataset::named("dev")?;
    if dataset.is_present(data) {
        progress.set_message("pages");
        let pages = dataset.load(data, None)?.pages;
        report += &on_pages(&pages);
        progress.set_message("machines of pages");
        report += &of_pages(&pages);
    } else {
        report += "\nSkipped: no pages.\n";
    }
    progress.finish_and_clear();
    Ok(report)
}

/// What is not as in the paper, before any figure.
const DIFFERENCES: &str = "
What is not as in the paper: documents are sentences from public collections, with some English among them, where the \
paper has pages of Wikipedia with their markup; labels of one language have fewer documents, as there is no more text; \
UTF-16 is little-endian and has no byte order mark, which Java writes; a document has the label UTF-8 only if it is not \
ASCII, and GB18030 only if it has a character that GB2312 has not. The paper does not say how many n-grams it chose, nor its \
threshold: here they are 1000, and 10 documents. The last two columns of Table 4, and the last of Table 5, tell what is \
mistaken for what.
";

/// The paper's machines, on documents of our text.
fn machines(languages: &[Language], labels: &[Label], progress: &ProgressBar) -> Result<Fitted> {
    let texts = languages.iter().map(|language| Ok((language, language.train()?)));
    let documents = of_text(&texts.collect::<Result<Vec<_>>>()?, labels, DOCUMENTS, Reading::PAPER);
    let names: Vec<String> = labels.iter().map(|label| label.name.clone()).collect();
    let options = Options { leave_one_out: true, ..Options::paper() };
    Ok(fit(&documents, &names, &options, &|| progress.tick()))
}

fn table_4(fitted: &Fitted) -> String {
    let mut text = format!(
        "\n## Table 4: one against all, on held-out documents\n\n\
         The paper's figures first, ours after the dash. An error is a share of training documents, accuracy one of test \
         documents. Taken together, with the highest value of the 13 as the answer, {} of {} test documents of all labels \
         are right: {:.2} %.\n\n\
         | label | training | test | support vectors | weights | leave-one-out, % | 5-fold, % | accuracy, % | own refused | others taken |\n\
         |---|---|---|---|---|---|---|---|---|---|\n",
        fitted.right,
        fitted.tested_with,
        percent(fitted.right, fitted.tested_with),
    );
    for machine in &fitted.machines {
        let published = TABLE_4.iter().find(|row| row.0 == machine.label);
        let Some((label, training, test, vectors, left_out, accuracy)) = published else { continue };
        let error = |share: Option<f64>| share.map_or("".into(), |share| format!("{:.2}", 100.0 * share));
        text += &format!(
            "| {label} | {training} – {} | {test} – {} | {vectors} – {} | {} | {left_out:.2} – {} | {} | {accuracy:.2} – {:.2} | {} | {} |\n",
            machine.trained_on.0 + machine.trained_on.1,
            machine.tested_with,
            machine.support_vectors,
            machine.weights(),
            error(machine.left_out),
            error(machine.cross_validated),
            100.0 * machine.accuracy,
            machine.refused,
            most(machine.taken.iter().map(|(&other, &count)| (&*fitted.machines[other].label, count))),
        );
    }
    text
}

/// What is said of a document.
struct Judged {
    /// Whether the machine of its label takes it.
    taken: bool,
    /// The label with the highest value, if that reads it wrongly.
    mistaken: Option<String>,
    /// Whether chardetng is right.
    mozilla: bool,
}

/// The commonest of these, with how many there are.
fn most<'a>(counted: impl Iterator<Item = (&'a str, usize)>) -> String {
    let mut sums: BTreeMap<&str, usize> = BTreeMap::new();
    counted.for_each(|(name, count)| *sums.entry(name).or_default() += count);
    let mut sums: Vec<_> = sums.into_iter().collect();
    sums.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    sums.iter().take(3).map(|(name, count)| format!("{name} {count}")).collect::<Vec<_>>().join(", ")
}

/// New documents, of text from other sources: the machine of the label alone, all machines, and Mozilla's detector.
fn table_5(fitted: &Fitted, languages: &[Language], labels: &[Label]) -> Result<String> {
    let texts = languages.iter().map(|language| Ok((language, language.valid()?)));
    let documents = of_text(&texts.collect::<Result<Vec<_>>>()?, labels, COMPARED, fitted.reading());
    let mut text = "\n## Table 5: against Mozilla's detector\n\n\
         New documents, from sources that no training document is from. *Its machine*: how many are on the right side of the \
         machine of their label, as the paper asks. *Highest*: how many are read correctly with the label whose machine has \
         the highest value. Mozilla's detector is jcharset in the paper, chardetng today, which is right where its answer \
         reads the document correctly; UTF-16 it leaves to byte order marks, of which there are none here.\n\n\
         | label | documents | paper: SVM, % | its machine, % | highest, % | paper: jcharset, % | chardetng, % | the highest is wrongly |\n\
         |---|---|---|---|---|---|---|---|\n"
        .to_owned();
    for (number, label) in labels.iter().enumerate() {
        let own: Vec<&Document> = documents.iter().filter(|document| document.label == number).collect();
        let truth = label.encoding().context("a label of the paper")?.name().to_ascii_lowercase();
        let judge = |document: &Document| -> Result<Judged> {
            let mut judge = Judge::new(&truth, &document.bytes);
            let taken = fitted.machines[number].value(&fitted.reading().values(&document.bytes)) > 0.0;
            let highest = fitted.answer(&document.bytes).map(|answer| &labels[answer]);
            let svm = judge.verdict(highest.and_then(Label::encoding).map(Encoding::name)).decode_equal;
            let mistaken = highest.filter(|_| !svm).map(|label| label.name.clone());
            let mozilla = PEERS.iter().find(|entry| entry.name == "chardetng").context("no chardetng")?;
            let (answer, _) = mozilla.open()?.detect(&document.bytes, &Known::default())?;
            Ok(Judged { taken, mistaken, mozilla: judge.verdict(answer.label.as_deref()).decode_equal })
        };
        let judged = own.par_iter().map(|document| judge(document)).collect::<Result<Vec<_>>>()?;
        let share = |right: fn(&Judged) -> bool| {
            percent(judged.iter().filter(|one| right(one)).count(), judged.len())
        };
        let published = TABLE_5.iter().find(|row| row.0 == label.name);
        let paper = |value: fn(&(&str, f64, f64)) -> f64| {
            published.map_or(String::new(), |row| format!("{:.1}", value(row)))
        };
        text += &format!(
            "| {} | {} | {} | {:.1} | {:.1} | {} | {:.1} | {} |\n",
            label.name,
            own.len(),
            paper(|row| row.1),
            share(|one| one.taken),
            share(|one| one.mistaken.is_none()),
            paper(|row| row.2),
            share(|one| one.mozilla),
            most(judged.iter().filter_map(|one| Some((one.mistaken.as_deref()?, 1)))),
        );
    }
    Ok(text)
}

/// The model that ships, on real pages.
fn on_pages(pages: &[Page]) -> String {
    let detectors = [Method::Svm, Method::Pellucid]
        .map(|method| Detector::builder().method(method).build().expect("both ship"));
    let judge = |page: &Page| {
        let mut judge = Judge::new(&page.encoding, &page.bytes);
        let mut verdict =
            |detector: &Detector| judge.verdict(Some(detector.detect(&page.bytes).encoding().name()));
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
         Pages of the dev set that are read correctly: by `--method svm`, which sees the text of the page only, and by our own \
         method, which also obeys declarations.\n\n\
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
fn of_pages(pages: &[Page]) -> String {
    let mut labels: Vec<String> = pages.iter().map(|page| page.encoding.clone()).collect();
    labels.sort();
    labels.dedup();
    let number = |page: &Page| labels.binary_search(&page.encoding).unwrap_or_default();
    let mut text = "\n## Model on pages\n\n\
         Seven in ten pages of the dev set train a machine for each encoding, as `pellucid train svm` does (the paper's settings: `--disparity 0 --negatives 1 --cost 1`); the answer for each \
         of the others is the label with the highest value.\n\n\
         | what is counted | settings | right, % | of pages | bytes of the model |\n|---|---|---|---|---|\n"
        .to_owned();
    for (reading, what) in [(false, "text"), (true, "all bytes, as in the paper")] {
        let documents: Vec<Document> =
            pages.par_iter().map(|page| Document::of_page(number(page), &page.bytes, reading)).collect();
        for (settings, options) in [("the paper's", Options::default()), ("ours", Options::shipped())] {
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

fn percent(part: usize, all: usize) -> f64 {
    100.0 * part as f64 / all.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_tables_have_the_labels_that_are_measured() {
        let labels: Vec<String> = Label::paper().into_iter().map(|label| label.name).collect();
        assert_eq!(labels, TABLE_4.iter().map(|row| row.0).collect::<Vec<_>>());
        assert!(TABLE_5.iter().all(|row| labels.iter().any(|label| label == row.0)));
    }

    #[test]
    fn without_data_it_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let report = report(folder.path()).unwrap();
        assert!(report.contains("Skipped: no text") && report.contains("Skipped: no pages"));
    }
}
