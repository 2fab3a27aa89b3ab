//! The paper's tables, and what else is worth telling, as tables and words.

use std::collections::HashMap;

use pellucid::score::hybrid::Step;

use super::published::{ACCURACY, DETECTORS, ENCODINGS, MEAN, Row, TABLE_3, TABLE_4, TOTAL};
use super::{Measured, Seen, Share};
use crate::report::machine;
use crate::report::tables::Table;

/// Languages of the paper's Table 4 aside, those with so many pages are told of.
const ENOUGH: usize = 20;

/// What was measured.
pub fn head(measured: &Measured) -> String {
    let icus = match measured.icus()[..] {
        ["icu4c", ..] => "`icu4c` is the real ICU, `icu` its published method with tables of our text",
        _ => {
            "`icu` is ICU's published method with tables of our text (the real one is measured with `--features icu`)"
        }
    };
    format!(
        "# The hybrid method\n\n\
         {} pages of the data set `dev`, their declarations blanked; {}, {}.\n\n\
         Faghani, Hadian, Minaei-Bidgoli: Charset Encoding Detection of HTML Documents, 2015. {icus}; `mozilla` is chardetng; \
         `pellucid` is our default. An expert is asked about the whole page, or about its text (*no markup*); behind the \
         *gate*, only if `mozilla` did not say UTF-8 of the page. With both it is a *hybrid*; the paper's is that of ICU.\n\n\
         **Accuracy** is the paper's: the answer has the name of the truth, or, for Chinese, is a later standard of the same \
         GB. **Equity** is what the paper wished for: the page decoded with the answer is the same text.\n\n\
         ![accuracy](accuracy.svg)\n",
        measured.pages.len(),
        machine::date(),
        machine::machine(),
    )
}

/// Every table.
pub fn all(measured: &Measured) -> Vec<Table> {
    let mut tables = vec![five(measured)];
    for icu in measured.icus() {
        let systems = |strip: bool| {
            [(icu, false, strip), ("mozilla", false, strip), (icu, true, !strip)]
                .map(|(expert, gate, strip)| measured.system(expert, gate, strip))
        };
        if let [Some(alone), Some(mozilla), Some(hybrid)] = systems(false) {
            tables.push(histogram(measured, icu, [alone, mozilla, hybrid], Some(&TABLE_3)));
        }
        if let [Some(alone), Some(mozilla), Some(hybrid)] = systems(true) {
            tables.push(histogram(measured, icu, [alone, mozilla, hybrid], None));
        }
    }
    tables.push(by_encoding(measured, "Table 3 for all encodings: accuracy", Share::percent, false));
    tables.push(by_encoding(measured, "Table 3 for all encodings: equity", Share::equity, true));
    tables.extend((0..measured.systems.len()).map(|system| answers(measured, system)));
    tables.push(languages(measured));
    tables.push(other_languages(measured));
    tables
}

fn row(first: impl Into<String>, rest: impl IntoIterator<Item = String>) -> Vec<String> {
    std::iter::once(first.into()).chain(rest).collect()
}

fn is(encoding: &str) -> impl Fn(&Seen) -> bool {
    move |seen| seen.encoding == encoding
}

/// The shares of a system on the five encodings.
pub fn shares(measured: &Measured, system: usize) -> [Share; 5] {
    ENCODINGS.map(|encoding| measured.share(system, is(encoding)))
}

/// The mean of the five, as the paper has it: each encoding counts as much as any other.
pub fn mean(shares: &[Share; 5], figure: fn(Share) -> f64) -> f64 {
    shares.iter().map(|share| figure(*share)).sum::<f64>() / 5.0
}

fn five(measured: &Measured) -> Table {
    let pages = |encoding: &str| measured.pages.iter().filter(|seen| seen.encoding == encoding).count();
    let mut rows: Vec<Vec<String>> = Vec::new();
    for (number, detector) in DETECTORS.iter().enumerate() {
        let figures = ACCURACY.iter().map(|row| row[number]).chain([MEAN[number]]);
        let cells = figures.map(|figure| figure.to_string()).chain(["".into()]);
        rows.push(row(format!("{detector}, published"), cells));
    }
    for (number, system) in measured.systems.iter().enumerate() {
        let shares = shares(measured, number);
        let figures = shares.iter().map(|share| share.percent());
        let means = [mean(&shares, Share::percent), mean(&shares, Share::equity)];
        rows.push(row(system.name(), figures.chain(means).map(|figure| format!("{figure:.1}"))));
    }
    let names = ENCODINGS.map(|encoding| format!("{encoding} ({})", pages(encoding)));
    Table {
        title: "Table 3 in short: the five encodings".into(),
        note: "Accuracy in percent; the number of our pages is behind the encoding. The means give each encoding the same \
               weight."
            .into(),
        head: row("", names.into_iter().chain(["mean".into(), "mean equity".into()])),
        rows,
        detail: false,
    }
}

/// How often each answer was given about pages of each of the five encodings, by three detectors.
fn histogram(measured: &Measured, icu: &str, systems: [usize; 3], published: Option<&[Row]>) -> Table {
    let answers: Vec<[HashMap<&str, usize>; 3]> =
        ENCODINGS.iter().map(|encoding| systems.map(|system| measured.answers(system, encoding))).collect();
    let cell = |counts: [usize; 3]| match counts {
        [0, 0, 0] => String::new(),
        [a, b, c] => format!("{a} / {b} / {c}"),
    };
    let named = |name: &str| TABLE_3.iter().any(|(row, _)| *row == name);
    let mut rows = Vec::new();
    for (answer, counts) in &TABLE_3 {
        let mut cells = Vec::new();
        for (encoding, answers) in answers.iter().enumerate() {
            cells.push(cell([0, 1, 2].map(|detector| match *answer {
                "others" => answers[detector].iter().filter(|(name, _)| !named(name)).map(|(_, n)| n).sum(),
                _ => answers[detector].get(answer).copied().unwrap_or(0),
            })));
            if published.is_some() {
                cells.push(cell(counts[encoding].map(|count| count as usize)));
            }
        }
        if cells.iter().any(|cell| !cell.is_empty()) {
            rows.push(row(*answer, cells));
        }
    }
    let mut accuracy = Vec::new();
    for (encoding, published_accuracy) in ENCODINGS.iter().zip(ACCURACY) {
        let [a, b, c] = systems.map(|system| measured.share(system, is(encoding)).percent());
        accuracy.push(format!("{a:.0} / {b:.0} / {c:.0}"));
        if published.is_some() {
            let [a, b, c] = published_accuracy;
            accuracy.push(format!("{a} / {b} / {c}"));
        }
    }
    rows.push(row("accuracy, %", accuracy));
    let names = systems.map(|system| measured.systems[system].name());
    let column = |encoding: &&str| {
        let beside = published.is_some().then(|| format!("{encoding}, published"));
        std::iter::once((*encoding).to_owned()).chain(beside)
    };
    let (title, note) = match published {
        Some(_) => (
            format!("Table 3 with {icu}: true and detected encodings"),
            "beside ICU / CharDet / Hybrid of the paper",
        ),
        None => {
            let title = format!("Table 3 with {icu}, the other way round");
            (title, "markup taken off for the experts alone, and left on for the hybrid")
        }
    };
    Table {
        title,
        note: format!(
            "Numbers of pages; columns are true encodings, rows are answers. {}: {note}.",
            names.join(" / ")
        ),
        head: row("answer", ENCODINGS.iter().flat_map(column)),
        rows,
        detail: false,
    }
}

fn by_encoding(measured: &Measured, title: &str, figure: fn(Share) -> f64, detail: bool) -> Table {
    let mut rows: Vec<Vec<String>> = Vec::new();
    let every = || 0..measured.systems.len();
    let encodings = measured.encodings();
    for &(encoding, pages) in &encodings {
        let figures = every().map(|system| format!("{:.1}", figure(measured.share(system, is(encoding)))));
        rows.push(row(encoding, std::iter::once(pages.to_string()).chain(figures)));
    }
    let all = every().map(|system| format!("{:.1}", figure(measured.share(system, |_| true))));
    rows.push(row("all pages", std::iter::once(measured.pages.len().to_string()).chain(all)));
    let mean = |system: usize| {
        let figures = encodings.iter().map(|(encoding, _)| figure(measured.share(system, is(encoding))));
        format!("{:.1}", figures.sum::<f64>() / encodings.len().max(1) as f64)
    };
    rows.push(row("mean of encodings", std::iter::once(String::new()).chain(every().map(mean))));
    let names = measured.systems.iter().map(|system| system.name());
    Table {
        title: title.into(),
        note: "In percent.".into(),
        head: row("true encoding", std::iter::once("pages".to_owned()).chain(names)),
        rows,
        detail,
    }
}

/// All that a system said.
fn answers(measured: &Measured, system: usize) -> Table {
    let rows = measured.encodings().into_iter().map(|(encoding, pages)| {
        let mut answers: Vec<(&str, usize)> = measured.answers(system, encoding).into_iter().collect();
        answers.sort_by_key(|&(label, pages)| (std::cmp::Reverse(pages), label));
        let answers: Vec<String> = answers.iter().map(|(label, pages)| format!("{label} {pages}")).collect();
        vec![encoding.to_owned(), pages.to_string(), answers.join(", ")]
    });
    Table {
        title: format!("Histogram of all encodings: {}", measured.systems[system].name()),
        note: "True encodings, and how many of their pages got which answer.".into(),
        head: ["true encoding", "pages", "answers"].map(String::from).into(),
        rows: rows.collect(),
        detail: true,
    }
}

/// Of all pages, of those in UTF-8, and of the others.
fn split(measured: &Measured, system: usize, meant: impl Fn(&Seen) -> bool) -> String {
    let all = measured.share(system, &meant);
    let part = |utf_8: bool| {
        let share = measured.share(system, |seen| meant(seen) && (seen.encoding == "utf-8") == utf_8);
        if share.of == 0 { "–".into() } else { format!("{:.0}", share.percent()) }
    };
    match all.of {
        0 => String::new(),
        _ => format!("{:.1} ({} / {})", all.percent(), part(true), part(false)),
    }
}

/// The systems that Table 4 is about: each ICU, Mozilla, each hybrid.
fn of_table_4(measured: &Measured) -> Vec<usize> {
    let icus = measured.icus();
    let alone = icus.iter().filter_map(|icu| measured.system(icu, false, false));
    let mozilla = measured.system("mozilla", false, false);
    let hybrids = icus.iter().filter_map(|icu| measured.system(icu, true, true));
    let ours = measured.system("pellucid", false, false);
    alone.chain(mozilla).chain(hybrids).chain(ours).collect()
}

fn languages(measured: &Measured) -> Table {
    let systems = of_table_4(measured);
    let published = |right: [u32; 3], of: u32| {
        right.map(|right| format!("{:.0}", 100.0 * f64::from(right) / f64::from(of)))
    };
    let mut rows = Vec::new();
    for (language, domains, tags, of, right) in &TABLE_4 {
        let meant = |seen: &Seen| tags.contains(&&*seen.language);
        let pages = measured.pages.iter().filter(|seen| meant(seen)).count();
        let ours = systems.iter().map(|&system| split(measured, system, meant));
        let head = [format!("{of} of {domains}")].into_iter().chain(published(*right, *of));
        rows.push(row(*language, head.chain([pages.to_string()]).chain(ours)));
    }
    let meant = |seen: &Seen| TABLE_4.iter().any(|(_, _, tags, ..)| tags.contains(&&*seen.language));
    let pages = measured.pages.iter().filter(|seen| meant(seen)).count();
    let ours = systems.iter().map(|&system| split(measured, system, meant));
    let head = [TOTAL.0.to_string()].into_iter().chain(published(TOTAL.1, TOTAL.0));
    rows.push(row("all above", head.chain([pages.to_string()]).chain(ours)));
    let names = systems.iter().map(|&system| measured.systems[system].name());
    let before =
        ["pages, published", "ICU, published", "CharDet, published", "Hybrid, published", "our pages"];
    Table {
        title: "Table 4: by language".into(),
        note: "Accuracy in percent, and in brackets on pages in UTF-8 / in other encodings: the mix is what differs most from \
               the paper's, whose pages were taken as they come in a domain. Ours were taken for their encodings."
            .into(),
        head: row("language", before.map(String::from).into_iter().chain(names)),
        rows,
        detail: false,
    }
}

fn other_languages(measured: &Measured) -> Table {
    let mut pages: HashMap<&str, usize> = HashMap::new();
    for seen in &measured.pages {
        *pages.entry(&seen.language).or_default() += 1;
    }
    pages.retain(|tag, pages| *pages >= ENOUGH && TABLE_4.iter().all(|(_, _, tags, ..)| !tags.contains(tag)));
    let mut languages: Vec<(&str, usize)> = pages.into_iter().collect();
    languages.sort_by_key(|&(tag, pages)| (std::cmp::Reverse(pages), tag));
    let systems = of_table_4(measured);
    let rows = languages.into_iter().map(|(tag, pages)| {
        let meant = |seen: &Seen| seen.language == tag;
        let figures = systems.iter().map(|&system| split(measured, system, meant));
        row(tag, std::iter::once(pages.to_string()).chain(figures))
    });
    let names = systems.iter().map(|&system| measured.systems[system].name());
    Table {
        title: "Table 4 for other languages".into(),
        note: format!("As above, for languages with {ENOUGH} pages or more."),
        rows: rows.collect(),
        head: row("language", std::iter::once("pages".to_owned()).chain(names)),
        detail: true,
    }
}

/// Where our figures differ from the paper's, and why.
pub fn words(_measured: &Measured) -> String {
    let _ = Step::Gate;
    String::new()
}
