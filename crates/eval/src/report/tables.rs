//! What a report tells, as tables: one function each, and one list of them all.

use std::collections::{BTreeMap, HashMap};

use crate::calibration::Reliability;
use crate::dataset::Page;
use crate::labels::{self, Class};
use crate::measure::{Measured, Speed, SpeedSet};
use crate::run::Run;
use crate::score::{Metric, Tally};
use crate::text;
use crate::variants::Variant;

/// A table with a title and what one must know to read it.
pub struct Table {
    /// What it is about.
    pub title: String,
    /// How to read it.
    pub note: String,
    /// Names of the columns; the first is about the rows.
    pub head: Vec<String>,
    /// Cells as text, the first names the row.
    pub rows: Vec<Vec<String>>,
    /// Whether it is for those who want to know more.
    pub detail: bool,
}

/// Every table of the report.
pub fn all(run: &Run) -> Vec<Table> {
    let mut tables: Vec<Table> = Metric::ALL.into_iter().map(|metric| by_variant(run, metric)).collect();
    tables.extend(by_hint(run));
    tables.extend(by_class(run));
    tables.extend(by_trouble(run));
    tables.extend(old_files(run));
    tables.extend(speed(run));
    tables.extend(calibration(run));
    tables.extend(reliability(run));
    tables.extend(by_encoding(run));
    tables.extend(by_language(run));
    tables.extend((0..run.peers.len()).filter_map(|peer| confusion_table(run, peer)));
    tables
}

/// A share as per cent.
pub fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "–".into(), |share| format!("{:.1}", 100.0 * share))
}

/// The right answers of one detector about a variant.
pub fn tally(measured: &Measured, peer: usize) -> Tally {
    measured.outcomes[peer].iter().map(|outcome| outcome.verdict).collect()
}

/// The same, told apart by a property of the pages.
pub fn tallies(
    run: &Run,
    measured: &Measured,
    peer: usize,
    property: impl Fn(&Page) -> Option<String>,
) -> HashMap<String, Tally> {
    let mut tallies: HashMap<String, Tally> = HashMap::new();
    for (page, outcome) in measured.pages.iter().zip(&measured.outcomes[peer]) {
        if let Some(value) = property(&run.pages.pages[*page]) {
            tallies.entry(value).or_default().add(outcome.verdict);
        }
    }
    tallies
}

/// Mean over the true encodings of a detector's decode-equal rate: rare encodings count as much as common ones.
pub fn macro_rate(run: &Run, measured: &Measured, peer: usize) -> Option<f64> {
    let tallies = tallies(run, measured, peer, |page| Some(page.encoding.clone()));
    let mut rates: Vec<f64> = tallies.values().filter_map(|tally| tally.rate(Metric::DecodeEqual)).collect();
    // A hash map has no order, and a sum of floats depends on it.
    rates.sort_by(f64::total_cmp);
    (!rates.is_empty()).then(|| rates.iter().sum::<f64>() / rates.len() as f64)
}

/// The values of a property over the pages of a variant with the number of pages, most pages first.
pub fn groups(
    run: &Run,
    measured: &Measured,
    property: impl Fn(&Page) -> Option<String>,
) -> Vec<(String, usize)> {
    let mut counts = BTreeMap::new();
    for value in measured.pages.iter().filter_map(|page| property(&run.pages.pages[*page])) {
        *counts.entry(value).or_insert(0) += 1;
    }
    let mut groups: Vec<_> = counts.into_iter().collect();
    groups.sort_by_key(|(_, pages)| std::cmp::Reverse(*pages));
    groups
}

/// Rates of each detector for each variant in which nothing is known but the bytes.
pub fn by_variant(run: &Run, metric: Metric) -> Table {
    let meaning = match metric {
        Metric::DecodeEqual => "decoding with the answer gives the very text that the truth gives",
        Metric::Superset => "the answer names the truth or an encoding that contains it",
        Metric::Exact => "the answer names the truth",
    };
    let (head, rows) = rates_of(run, metric, |variant| !is_hinted(variant));
    Table {
        title: format!("{} by variant, %", capital(metric.name())),
        note: format!("Right when {meaning}."),
        rows,
        head,
        detail: metric != Metric::DecodeEqual,
    }
}

/// Rates of each detector for variants in which something is known besides.
pub fn by_hint(run: &Run) -> Option<Table> {
    let (head, rows) = rates_of(run, Metric::DecodeEqual, is_hinted);
    (head.len() > 1).then(|| Table {
        title: "Decode-equal with the language or its top-level domain known, %".into(),
        note: "Pellucid takes both, chardetng the domain; the others take neither, and answer as without. Only pages whose \
               language is known."
            .into(),
        rows,
        head,
        detail: false,
    })
}

fn is_hinted(variant: Variant) -> bool {
    matches!(variant, Variant::Known(..) | Variant::Whole(_))
}

/// Head and rows of a table with a column for each of some variants.
fn rates_of(run: &Run, metric: Metric, wanted: fn(Variant) -> bool) -> (Vec<String>, Vec<Vec<String>>) {
    let columns: Vec<&Measured> = run.variants.iter().filter(|measured| wanted(measured.variant)).collect();
    let title = |measured: &&Measured| format!("{} (n={})", measured.variant, measured.pages.len());
    let head = std::iter::once("detector".to_owned()).chain(columns.iter().map(title)).collect();
    let rows = run.peers.iter().enumerate().map(|(peer, contestant)| {
        let rates = columns.iter().map(|measured| percent(tally(measured, peer).rate(metric)));
        std::iter::once(contestant.name.to_owned()).chain(rates).collect()
    });
    (head, rows.collect())
}

/// Decode-equal by class of encoding.
fn by_class(run: &Run) -> Option<Table> {
    let measured = run.main_variant()?;
    let class_of = |page: &Page| Some(Class::of(&page.encoding).name().to_owned());
    let mut classes = groups(run, measured, class_of);
    classes.sort_by_key(|(name, _)| Class::ALL.iter().position(|class| class.name() == name));
    let mut head = vec!["detector".to_owned(), "all".into(), "mean over encodings".into()];
    head.extend(classes.iter().map(|(class, pages)| format!("{class} (n={pages})")));
    let rows = run.peers.iter().enumerate().map(|(peer, contestant)| {
        let overall = tally(measured, peer).rate(Metric::DecodeEqual);
        let mut row =
            vec![contestant.name.to_owned(), percent(overall), percent(macro_rate(run, measured, peer))];
        let tallies = tallies(run, measured, peer, class_of);
        row.extend(rates(&classes, &tallies));
        row
    });
    Some(Table {
        title: "Decode-equal by class of encoding, %".into(),
        note: about(measured),
        rows: rows.collect(),
        head,
        detail: false,
    })
}

/// Decode-equal on encodings of old files, where a run has some.
fn old_files(run: &Run) -> Option<Table> {
    let old = |page: &Page| text::is_old(&page.encoding).then(|| "old".to_owned());
    let columns: Vec<(&Measured, usize)> = run
        .variants
        .iter()
        .filter_map(|measured| Some((measured, groups(run, measured, old).first()?.1)))
        .collect();
    let mut head = vec!["detector".to_owned()];
    head.extend(columns.iter().map(|(measured, pages)| format!("{} (n={pages})", measured.variant)));
    let rows = run.peers.iter().enumerate().map(|(peer, contestant)| {
        let rates = columns.iter().map(|(measured, _)| {
            percent(tallies(run, measured, peer, old).get("old").and_then(|t| t.rate(Metric::DecodeEqual)))
        });
        std::iter::once(contestant.name.to_owned()).chain(rates).collect()
    });
    (!columns.is_empty()).then(|| Table {
        title: "Decode-equal on encodings of old files, %".into(),
        note: "Only pages whose true encoding is one of DOS, of old Macs, HZ, Johab, EUC-TW and the like."
            .into(),
        rows: rows.collect(),
        head,
        detail: false,
    })
}

/// Decode-equal by kind of trouble, for pages that have some.
fn by_trouble(run: &Run) -> Option<Table> {
    let measured = run.main_variant()?;
    let mut troubles = groups(run, measured, |page| page.class.clone());
    if troubles.is_empty() {
        return None;
    }
    troubles.sort();
    let mut head = vec!["detector".to_owned()];
    head.extend(troubles.iter().map(|(trouble, pages)| format!("{trouble} (n={pages})")));
    let rows = run.peers.iter().enumerate().map(|(peer, contestant)| {
        let tallies = tallies(run, measured, peer, |page| page.class.clone());
        std::iter::once(contestant.name.to_owned()).chain(rates(&troubles, &tallies)).collect()
    });
    Some(Table {
        title: "Decode-equal by trouble, %".into(),
        note: "a: declared legacy, is UTF-8; b: declared UTF-8, is legacy; c: declarations conflict; d: none; e: declared \
               one legacy encoding, is another; f: broken sequences; g: mixed; h: double-encoded; i: no such label; \
               j: declared at byte 1024 or later."
            .into(),
        rows: rows.collect(),
        head,
        detail: false,
    })
}

/// A row for each value of a property, a column for each detector.
fn by_property(run: &Run, title: &str, what: &str, property: fn(&Page) -> Option<String>) -> Option<Table> {
    let measured = run.main_variant()?;
    let mut head = vec![what.to_owned(), "pages".into()];
    head.extend(run.peers.iter().map(|contestant| contestant.name.to_owned()));
    let values = groups(run, measured, property);
    let columns: Vec<Vec<String>> = (0..run.peers.len())
        .map(|peer| rates(&values, &tallies(run, measured, peer, property)).collect())
        .collect();
    let rows = values.iter().enumerate().map(|(row, (value, pages))| {
        let cells = columns.iter().map(|column| column[row].clone());
        [value.clone(), pages.to_string()].into_iter().chain(cells).collect()
    });
    Some(Table { title: title.into(), note: about(measured), rows: rows.collect(), head, detail: false })
}

/// Decode-equal rates of groups, as text.
fn rates<'a>(
    groups: &'a [(String, usize)],
    tallies: &'a HashMap<String, Tally>,
) -> impl Iterator<Item = String> + 'a {
    groups
        .iter()
        .map(|(group, _)| percent(tallies.get(group).and_then(|tally| tally.rate(Metric::DecodeEqual))))
}

fn about(measured: &Measured) -> String {
    format!("Variant {}: {}.", measured.variant, measured.variant.about())
}

fn by_encoding(run: &Run) -> Option<Table> {
    by_property(run, "Decode-equal by true encoding, %", "encoding", |page| Some(page.encoding.clone()))
}

fn by_language(run: &Run) -> Option<Table> {
    by_property(run, "Decode-equal by language, %", "language", |page| {
        Some(if page.language.is_empty() { "unknown".into() } else { page.language.clone() })
    })
}

/// What a detector said about each true encoding.
pub struct Confusion {
    /// True encodings with their pages, most pages first.
    pub truths: Vec<(String, usize)>,
    /// Answers that were given: first those that are among the true encodings, in the same order, then the others.
    pub answers: Vec<String>,
    cells: HashMap<(String, String), (usize, usize)>,
}

impl Confusion {
    /// Pages with this answer and this truth, and how many of them were decode-equal.
    pub fn cell(&self, answer: &str, truth: &str) -> Option<(usize, usize)> {
        self.cells.get(&(answer.to_owned(), truth.to_owned())).copied()
    }
}

/// The confusion of one detector, on the main variant.
pub fn confusion(run: &Run, peer: usize) -> Option<Confusion> {
    let measured = run.main_variant()?;
    let truths = groups(run, measured, |page| Some(page.encoding.clone()));
    let mut cells = HashMap::new();
    let mut given: BTreeMap<String, usize> = BTreeMap::new();
    for (page, outcome) in measured.pages.iter().zip(&measured.outcomes[peer]) {
        let answer = labels::canonical(outcome.label.as_deref().unwrap_or_default());
        *given.entry(answer.clone()).or_default() += 1;
        let cell: &mut (usize, usize) =
            cells.entry((answer, run.pages.pages[*page].encoding.clone())).or_default();
        cell.0 += 1;
        cell.1 += usize::from(outcome.verdict.decode_equal);
    }
    let mut answers: Vec<String> =
        truths.iter().map(|(truth, _)| truth.clone()).filter(|truth| given.contains_key(truth)).collect();
    let mut others: Vec<_> = given.into_iter().filter(|(answer, _)| !answers.contains(answer)).collect();
    others.sort_by_key(|(_, pages)| std::cmp::Reverse(*pages));
    answers.extend(others.into_iter().map(|(answer, _)| answer));
    Some(Confusion { truths, answers, cells })
}

fn confusion_table(run: &Run, peer: usize) -> Option<Table> {
    let confusion = confusion(run, peer)?;
    let mut head = vec!["detected \\ true".to_owned()];
    head.extend(confusion.truths.iter().map(|(truth, pages)| format!("{truth} ({pages})")));
    let rows = confusion.answers.iter().map(|answer| {
        let cell = |(truth, _): &(String, usize)| confusion.cell(answer, truth);
        let cells =
            confusion.truths.iter().map(|truth| cell(truth).map(|c| c.0.to_string()).unwrap_or_default());
        std::iter::once(answer.clone()).chain(cells).collect()
    });
    Some(Table {
        title: format!("Confusion of {}", run.peers[peer].name),
        note: "Pages by true encoding (columns) and answer (rows). What is off the diagonal may still be decode-equal.".into(),
        rows: rows.collect(),
        head,
        detail: true,
    })
}

/// Speed, time to the first answer and memory.
pub fn speed(run: &Run) -> Option<Table> {
    let classes: Vec<Class> =
        run.peers.iter().find_map(|c| c.speed.as_ref())?.classes.iter().map(|(c, _)| *c).collect();
    let mut head = vec!["detector".to_owned(), "version".into()];
    head.extend(classes.iter().map(|class| format!("{} MB/s", class.name())));
    head.extend(["first answer ms", "resident MiB", "+peak MiB"].map(str::to_owned));
    let rows = run.peers.iter().map(|contestant| {
        let mut row = vec![contestant.name.to_owned(), contestant.version.clone()];
        let speeds = contestant.speed.iter().flat_map(|speed| &speed.classes);
        row.extend(
            speeds.map(|(_, rate)| if *rate < 100.0 { format!("{rate:.1}") } else { format!("{rate:.0}") }),
        );
        row.extend(match contestant.footprint {
            Some(cost) => [
                format!("{:.0}", cost.first_answer.as_secs_f64() * 1e3),
                format!("{:.1}", cost.memory.resident as f64 / 1024.0),
                format!("{:.1}", cost.memory.peak.saturating_sub(cost.memory.resident) as f64 / 1024.0),
            ],
            None => ["–", "–", "–"].map(str::to_owned),
        });
        row
    });
    Some(Table {
        title: "Speed and memory".into(),
        note: format!(
            "CPU time of the thread inside the detector's process, median of up to {} passes over the first {} pages of \
             each class, declarations blanked (UTF-16 keeps its byte order mark); ascii: the single-byte pages with every other character made an e. First answer: from \
             the start of a process (Python's among them) to its first answer, best of three. Resident: after that answer; \
             +peak: what the pages added.",
            Speed::PASSES,
            SpeedSet::PAGES
        ),
        rows: rows.collect(),
        head,
        detail: false,
    })
}

/// How a detector's confidence and its answers go together over these variants. On legacy encodings only, if so asked.
pub fn reliability_of(
    run: &Run,
    peer: usize,
    variants: impl Fn(Variant) -> bool,
    legacy: bool,
) -> Option<Reliability> {
    let measured = run.variants.iter().filter(|measured| variants(measured.variant));
    Reliability::of(measured.flat_map(|measured| {
        let outcomes = measured.pages.iter().zip(&measured.outcomes[peer]);
        outcomes
            .filter(|(page, _)| !legacy || Class::of(&run.pages.pages[**page].encoding).is_legacy())
            .map(|(_, outcome)| (outcome.confidence, outcome.verdict.decode_equal))
    }))
}

/// What reliability is judged on: short text in legacy encodings, where being unsure is an art; without such
/// variants, everything.
pub fn calibration_set(run: &Run) -> (fn(Variant) -> bool, bool, &'static str) {
    let is_window: fn(Variant) -> bool = |variant| matches!(variant, Variant::Window(_));
    if run.variants.iter().any(|measured| is_window(measured.variant)) {
        (is_window, true, "all windows of legacy encodings")
    } else {
        (|_| true, false, "all pages")
    }
}

fn calibration(run: &Run) -> Option<Table> {
    let (variants, legacy, about) = calibration_set(run);
    let mut head = vec!["detector".to_owned(), about.into()];
    head.extend(run.variants.iter().map(|measured| measured.variant.to_string()));
    let error =
        |reliability: Option<Reliability>| reliability.map_or("–".into(), |r| format!("{:.3}", r.ece()));
    let rows: Vec<Vec<String>> = run
        .peers
        .iter()
        .enumerate()
        .filter_map(|(peer, contestant)| {
            let pooled = reliability_of(run, peer, variants, legacy)?;
            let each = run.variants.iter().map(|measured| {
                error(reliability_of(run, peer, |variant| variant == measured.variant, false))
            });
            Some([contestant.name.to_owned(), error(Some(pooled))].into_iter().chain(each).collect())
        })
        .collect();
    (!rows.is_empty()).then(|| Table {
        title: "Expected calibration error".into(),
        note: "Mean distance between claimed confidence and share of right (decode-equal) answers, ten bins; 0 is a true \
               probability. Detectors that claim nothing are left out."
            .into(),
        rows,
        head,
        detail: false,
    })
}

fn reliability(run: &Run) -> Option<Table> {
    let (variants, legacy, about) = calibration_set(run);
    let claims: Vec<(&str, Reliability)> = run
        .peers
        .iter()
        .enumerate()
        .filter_map(|(peer, contestant)| {
            Some((contestant.name, reliability_of(run, peer, variants, legacy)?))
        })
        .collect();
    let first = claims.first()?;
    let mut head = vec!["confidence".to_owned()];
    head.extend(claims.iter().map(|(name, _)| (*name).to_owned()));
    let rows = (0..first.1.bins.len()).map(|bin| {
        let cells = claims.iter().map(|(_, reliability)| match reliability.bins[bin].accuracy() {
            Some(accuracy) => format!("{} of {}", percent(Some(accuracy)), reliability.bins[bin].answers),
            None => "–".into(),
        });
        let range = format!("{:.1}–{:.1}", bin as f64 / 10.0, (bin + 1) as f64 / 10.0);
        std::iter::once(range).chain(cells).collect()
    });
    Some(Table {
        title: "Reliability".into(),
        note: format!("Per cent of right answers, of how many, by claimed confidence; {about}."),
        rows: rows.collect(),
        head,
        detail: false,
    })
}

/// A word, or a sentence, with a capital first.
pub fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
