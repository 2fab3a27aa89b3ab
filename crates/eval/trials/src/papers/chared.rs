//! chared (Pomikálek, Suchomel 2011): its Table 1 by five-fold cross-validation on real pages; pairs against triples; and the
//! models that ship, with the language known, against our default without it.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
use pellucid::papers::chared as method;
use pellucid::papers::vectors::Vectors;
use pellucid::{Detector, Encoding, Family, Method, encodings};
use pellucid_corpora::typed::Typist;
use pellucid_corpora::windows::styled;
use pellucid_corpora::{archives, languages};
use pellucid_train::fit::chared::{self as fit, Keep, TRIPLES};
use rayon::prelude::*;

use pellucid_eval::dataset::{Dataset, Page};
use pellucid_eval::labels;
use pellucid_eval::readings::named;
use pellucid_eval::score::{Judge, Metric, Tally};
use pellucid_eval::variants::Variant;

/// Folds of the cross-validation.
const FOLDS: usize = 5;
/// A language with fewer pages has no row, unless it is one of the paper's: one page would be worth more than five per cent.
const PAGES: usize = 20;
/// Bytes to an n-gram, in the comparison.
const PAIRS: usize = 2;

/// A row of the paper's Table 1: an encoding, its share of pages and the accuracy, %. `None`: too rare for a model.
type Published = (&'static str, f64, Option<f64>);

/// Table 1 of the paper, by language: documents, weighted average of the accuracies, rows.
const TABLE_1: &[(&str, usize, f64, &[Published])] = &[
    (
        "cs",
        801,
        99.2,
        &[
            ("utf-8", 60.2, Some(100.0)),
            ("windows-1250", 32.2, Some(100.0)),
            ("iso-8859-2", 6.0, Some(99.6)),
            ("iso-8859-1", 1.0, Some(89.5)),
        ],
    ),
    (
        "en",
        668,
        93.5,
        &[("utf-8", 56.9, Some(95.8)), ("iso-8859-1", 32.8, Some(90.9)), ("windows-1252", 9.4, Some(97.5))],
    ),
    (
        "de",
        773,
        93.7,
        &[
            ("utf-8", 54.6, Some(100.0)),
            ("iso-8859-1", 37.1, Some(85.8)),
            ("windows-1252", 6.5, Some(97.3)),
            ("iso-8859-15", 1.2, Some(85.6)),
        ],
    ),
    (
        "el",
        879,
        97.9,
        &[
            ("utf-8", 68.5, Some(100.0)),
            ("windows-1253", 14.3, Some(99.3)),
            ("iso-8859-7", 12.0, Some(97.2)),
            ("windows-1252", 3.1, Some(75.8)),
            ("iso-8859-1", 1.7, Some(71.2)),
        ],
    ),
    (
        "it",
        771,
        93.3,
        &[("utf-8", 54.2, Some(100.0)), ("iso-8859-1", 37.9, Some(85.1)), ("windows-1252", 7.1, Some(95.7))],
    ),
    (
        "no",
        740,
        95.7,
        &[("utf-8", 63.0, Some(100.0)), ("iso-8859-1", 29.3, Some(88.2)), ("windows-1252", 7.0, Some(97.4))],
    ),
];

/// A page of a language, as cross-validation needs it.
struct Labelled {
    encoding: &'static Encoding,
    /// The truth as the judge spells it.
    truth: String,
    text: String,
    bytes: Vec<u8>,
}

/// What cross-validation found of one language.
struct Validated {
    language: String,
    rare: Vec<(&'static Encoding, usize)>,
    /// By encoding, the commonest first: verdicts with triples and with pairs.
    rows: Vec<(&'static Encoding, Tally, Tally)>,
    /// Pages which triples read otherwise than their label has it, and how many of those are well-formed UTF-8 under another
    /// label.
    misread: (usize, usize),
}

/// Runs everything, and gives the report in Markdown.
pub fn run(data: &Path, folds: bool) -> Result<String> {
    let pages = Dataset::named("dev")?.load(data, None)?.pages;
    let mut report = "# chared: measured again\n".to_owned();
    if folds {
        cross_validation(&mut report, data, &pages)?;
    }
    shipped(&mut report, &pages)?;
    Ok(report)
}

/// The paper's table, and pairs against triples.
fn cross_validation(report: &mut String, data: &Path, pages: &[Page]) -> Result<()> {
    let mut languages: BTreeMap<String, Vec<Labelled>> = BTreeMap::new();
    for page in pages {
        if let Some(encoding) = named(&page.encoding).filter(|e| !is_wide(e)) {
            let (language, truth) = (one_tag(&page.language), page.encoding.clone());
            let text = fit::text(encoding, &page.bytes);
            let bytes = page.bytes.clone();
            languages.entry(language).or_default().push(Labelled { encoding, truth, text, bytes });
        }
    }
    for (language, page) in declared_pages(data)? {
        languages.entry(language).or_default().push(page);
    }
    let in_paper = |language: &str| TABLE_1.iter().any(|(tag, ..)| *tag == language);
    languages.retain(|language, pages| pages.len() >= PAGES || in_paper(language));
    let validated = validate_all(languages)?;
    writeln!(
        report,
        "\n## Table 1: five-fold cross-validation, on pages\n\n\
         Share of pages and accuracy for each encoding of a language, %. *exact*: the answer is the page's encoding, as in the \
         paper; *text*: it reads the page's text correctly. Beside it what the paper found, on pages of its own.\n"
    )?;
    table_1(report, &validated)?;
    in_words(report, &validated)?;
    writeln!(
        report,
        "\n## Table 1, on text in the paper's mix of encodings\n\n\
         Of some of the paper's languages we have few pages. So here are documents of {DOCUMENT} bytes and more, of our training text, in \
         the encodings and with the shares that the paper found, ISO-8859-1 as windows-1252, and without encodings that cannot \
         write the language. Every other line has typographic signs. Cross-validation as above.\n"
    )?;
    table_1(report, &validate_all(documents(data)?)?)?;
    pairs_and_triples(report, &validated)
}

/// The paper has no UTF-16, and could not tell its two orders of bytes apart: their triples are nearly the same.
fn is_wide(encoding: &Encoding) -> bool {
    encoding.family() == Family::Utf && !encoding.is_ascii_compatible()
}

/// One tag for a language, whatever its scripts and countries; Norwegian is `no`, as the paper has it.
fn one_tag(language: &str) -> String {
    match language.split('-').next().unwrap_or_default() {
        "nb" | "nn" | "no" => "no".into(),
        "zh" => language.into(),
        primary => primary.into(),
    }
}

/// Pages of the corpus for content extraction: their encodings are those that they declare, as in the paper, and their
/// languages those that we find.
fn declared_pages(data: &Path) -> Result<Vec<(String, Labelled)>> {
    let folder = data.join("corpora/extraction");
    let mut files = Vec::new();
    for archive in archives::matching(&folder.join("extraction-dev*.tar.zst"))? {
        archives::each_file(&archive, |path, bytes| {
            if path.starts_with("html/") {
                files.push(bytes);
            }
        })?;
    }
    let labelled = |bytes: Vec<u8>| {
        let encoding = fit::declared(&bytes).filter(|e| !is_wide(e))?;
        let language = one_tag(Detector::default().detect(&bytes).language()?);
        let (truth, text) = (labels::canonical(encoding.name()), fit::text(encoding, &bytes));
        Some((language, Labelled { encoding, truth, text, bytes }))
    };
    Ok(files.into_par_iter().filter_map(labelled).collect())
}

/// Bytes of a document that is made of text, at least; and so many documents at most, as the paper has pages.
const DOCUMENT: usize = 3000;
const DOCUMENTS: usize = 700;

/// Documents in the languages of the paper, in encodings that are as common as it found them.
fn documents(data: &Path) -> Result<BTreeMap<String, Vec<Labelled>>> {
    let languages = languages::read(&[data.join("text")])?;
    let mut all = BTreeMap::new();
    for (tag, .., rows) in TABLE_1 {
        let file = if *tag == "no" { "nb" } else { tag };
        let language = languages.iter().find(|language| language.file == file);
        let language = language.with_context(|| format!("no text of {file}"))?;
        let mut shares: Vec<(&'static Encoding, f64)> = Vec::new();
        for (label, share, _) in *rows {
            let Some(encoding) = named(label) else { continue };
            let written = encoding == &encodings::UTF_8 || language.encodings.contains(&encoding);
            match shares.iter_mut().find(|(other, _)| *other == encoding) {
                _ if !written => {}
                Some((_, sum)) => *sum += share,
                None => shares.push((encoding, *share)),
            }
        }
        all.insert((*tag).to_owned(), written(&language.train()?, &shares));
    }
    Ok(all)
}

/// Documents of a text, each in the encoding that lacks most to its share.
fn written(text: &str, shares: &[(&'static Encoding, f64)]) -> Vec<Labelled> {
    let mut counts = vec![0.0; shares.len()];
    let mut labelled = Vec::new();
    let mut document = String::new();
    for (n, line) in text.lines().enumerate() {
        document += &if n % 2 == 0 { line.to_owned() } else { styled(line, n / 2) };
        document.push('\n');
        if document.len() < DOCUMENT {
            continue;
        }
        let lacking = |a: &usize, b: &usize| {
            (shares[*a].1 / (counts[*a] + 1.0)).total_cmp(&(shares[*b].1 / (counts[*b] + 1.0)))
        };
        let Some(most) = (0..shares.len()).max_by(lacking) else { break };
        counts[most] += 1.0;
        let encoding = shares[most].0;
        let mut typist = Typist::new(encoding);
        let bytes = document.lines().map(|line| typist.line(line)).collect::<Vec<_>>().join(&b'\n');
        let text = encoding.decode(&bytes).into_text().into_owned();
        labelled.push(Labelled { encoding, truth: labels::canonical(encoding.name()), text, bytes });
        document.clear();
        if labelled.len() == DOCUMENTS {
            break;
        }
    }
    labelled
}

fn validate_all(languages: BTreeMap<String, Vec<Labelled>>) -> Result<Vec<Validated>> {
    languages.into_par_iter().map(|(language, pages)| validate(language, &pages)).collect()
}

/// Trains on four fifths of a language's pages and asks about the fifth, in turn.
fn validate(language: String, pages: &[Labelled]) -> Result<Validated> {
    let (common, rare) = fit::common(pages.iter().map(|page| page.encoding));
    let is_common = |page: &&Labelled| common.iter().any(|(encoding, _)| *encoding == page.encoding);
    let used: Vec<&Labelled> = pages.iter().filter(is_common).collect();
    let mut tallies: HashMap<(&'static Encoding, usize), Tally> = HashMap::new();
    let mut misread = (0, 0);
    for fold in 0..FOLDS {
        let of_fold = |n: usize| n % FOLDS == fold;
        let training: Vec<&str> =
            used.iter().enumerate().filter(|(n, _)| !of_fold(*n)).map(|(_, page)| &*page.text).collect();
        for bytes in [PAIRS, TRIPLES] {
            let model = Arc::new(Vectors::parse(&fit::fit(&language, &training, &common, bytes, Keep::All))?);
            let detector = Detector::builder().model(model).build()?;
            for (_, page) in used.iter().enumerate().filter(|(n, _)| of_fold(*n)) {
                let answer = detector.detect(&page.bytes).encoding().name();
                let verdict = Judge::new(&page.truth, &page.bytes).verdict(Some(answer));
                tallies.entry((page.encoding, bytes)).or_default().add(verdict);
                if bytes == TRIPLES && !verdict.decode_equal {
                    misread.0 += 1;
                    let mislabelled = page.truth != "utf-8" && std::str::from_utf8(&page.bytes).is_ok();
                    misread.1 += usize::from(mislabelled);
                }
            }
        }
    }
    let row = |&(encoding, _): &fit::Common| {
        let tally = |bytes| tallies.get(&(encoding, bytes)).copied().unwrap_or_default();
        (encoding, tally(TRIPLES), tally(PAIRS))
    };
    Ok(Validated { language, rare, rows: common.iter().map(row).collect(), misread })
}

/// Right ones of all, in percent.
fn rate(tallies: impl Iterator<Item = Tally>, metric: Metric) -> f64 {
    let (right, all) =
        tallies.fold((0, 0), |(right, all), tally| (right + tally.right(metric), all + tally.pages));
    100.0 * right as f64 / all.max(1) as f64
}

fn table_1(report: &mut String, validated: &[Validated]) -> Result<()> {
    writeln!(
        report,
        "| language | pages | encoding | share | exact | text | paper: share | paper: accuracy |\n\
         |---|---:|---|---:|---:|---:|---:|---:|"
    )?;
    for one in validated {
        let published = TABLE_1.iter().find(|(language, ..)| *language == one.language);
        let pages: usize = one.rows.iter().map(|(_, tally, _)| tally.pages).sum();
        for (encoding, tally, _) in &one.rows {
            let label = labels::canonical(encoding.name());
            let row = published.and_then(|(.., rows)| rows.iter().find(|(name, ..)| *name == label));
            let share = row.map(|(_, share, _)| format!("{share:.1}")).unwrap_or_default();
            let accuracy =
                row.and_then(|(.., accuracy)| *accuracy).map(|a| format!("{a:.1}")).unwrap_or_default();
            writeln!(
                report,
                "| {} | {} | {encoding} | {:.1} | {:.1} | {:.1} | {share} | {accuracy} |",
                one.language,
                tally.pages,
                100.0 * tally.pages as f64 / pages as f64,
                rate([*tally].into_iter(), Metric::Exact),
                rate([*tally].into_iter(), Metric::DecodeEqual),
            )?;
        }
        let iso = |(name, share, accuracy): &Published| {
            let accuracy = accuracy.map(|a| format!("{a:.1}")).unwrap_or_default();
            (*name == "iso-8859-1").then(|| format!("{share:.1} | {accuracy}"))
        };
        if let Some(cells) = published.and_then(|(.., rows)| rows.iter().find_map(iso)) {
            writeln!(report, "| {} | | ISO-8859-1 (read as windows-1252) | | | | {cells} |", one.language)?;
        }
        let all = || one.rows.iter().map(|(_, tally, _)| *tally);
        let (documents, average) = published
            .map(|(_, documents, average, _)| (format!("{documents} pages"), format!("**{average:.1}**")))
            .unwrap_or_default();
        let rare: Vec<String> =
            one.rare.iter().map(|(encoding, pages)| format!("{encoding} ({pages})")).collect();
        let rare = if rare.is_empty() { String::new() } else { format!(", too rare: {}", rare.join(", ")) };
        writeln!(
            report,
            "| **{}** | **{pages}** | **weighted average**{rare} | | **{:.1}** | **{:.1}** | {documents} | {average} |",
            one.language,
            rate(all(), Metric::Exact),
            rate(all(), Metric::DecodeEqual)
        )?;
    }
    Ok(())
}

/// Where and why the figures differ from the published ones.
fn in_words(report: &mut String, validated: &[Validated]) -> Result<()> {
    writeln!(
        report,
        "\nWhat differs from the paper: its pages are of 2011, about 700 of each language, labelled by their meta tags. Ours are \
         those of our corpus, whose true encodings are known and were chosen to be many, and for English, German, Greek, \
         Russian, Chinese and some others those of the corpus for content extraction, labelled by what they declare. The \
         paper tells ISO-8859-1 from windows-1252 and counts an answer as wrong that names the other; to us, as to \
         browsers, both are windows-1252. Encodings that write a page alike, such as ISO-8859-15 and windows-1252 where \
         there is no euro sign, have equal scalar products: the commoner one is the answer, which is seldom *exact* and \
         mostly the right *text*. Some declarations are wrong, as the paper's authors saw too:\n"
    )?;
    for one in validated.iter().filter(|one| one.misread.1 > 0) {
        let (misread, mislabelled) = one.misread;
        writeln!(
            report,
            "- {}: of {misread} pages which were not read as they declare, {mislabelled} are well-formed UTF-8 and declare \
             something else.",
            one.language
        )?;
    }
    Ok(())
}

fn pairs_and_triples(report: &mut String, validated: &[Validated]) -> Result<()> {
    let by = |metric, pairs: bool| {
        let pick =
            move |(_, triple, pair): &(&'static Encoding, Tally, Tally)| if pairs { *pair } else { *triple };
        let micro = rate(validated.iter().flat_map(|one| one.rows.iter().map(pick)), metric);
        let each = validated.iter().map(|one| rate(one.rows.iter().map(pick), metric));
        (micro, each.sum::<f64>() / validated.len().max(1) as f64)
    };
    writeln!(
        report,
        "\n## Pairs against triples\n\n\
         The same cross-validation, accuracy in %: of all pages, and in the mean of {} languages. The paper says, without \
         figures, that triples are better.\n\n\
         | n-grams | exact | text | exact, mean of languages | text, mean of languages |\n|---|---:|---:|---:|---:|",
        validated.len()
    )?;
    for (name, pairs) in [("pairs", true), ("triples", false)] {
        let (exact, text) = (by(Metric::Exact, pairs), by(Metric::DecodeEqual, pairs));
        writeln!(report, "| {name} | {:.2} | {:.2} | {:.2} | {:.2} |", exact.0, text.0, exact.1, text.1)?;
    }
    Ok(())
}

/// Whole pages with their declarations blanked, and windows.
const VARIANTS: &[Variant] = &[Variant::NoDeclaration, Variant::Window(50), Variant::Window(200)];

fn shipped(report: &mut String, pages: &[Page]) -> Result<()> {
    writeln!(
        report,
        "\n## The models that ship, and our default\n\n\
         Text read correctly, in % of the pages of the corpus in the {} languages that have a model, declarations blanked. \
         *its encodings*: pages in an encoding which the model has. *not known*: without `--lang`, so that the language is \
         found. *first subtag*: `--lang zh` for `zh-Hant`, `--lang no` for `nb`.\n\n\
         | pages | chared, language known | its encodings | chared, not known | chared, first subtag | our default, language not known | our default, language known |\n\
         |---|---:|---:|---:|---:|---:|---:|",
        method::languages().count()
    )?;
    for &variant in VARIANTS {
        let answers: Vec<[Option<bool>; 6]> =
            pages.par_iter().filter_map(|page| answers(page, variant)).collect();
        let rate = |column: usize| {
            let told: Vec<bool> = answers.iter().filter_map(|row| row[column]).collect();
            let right = told.iter().filter(|right| **right).count();
            format!("{:.2} ({})", 100.0 * right as f64 / told.len().max(1) as f64, told.len())
        };
        let cells: Vec<String> = (0..6).map(rate).collect();
        writeln!(report, "| {} | {} |", variant.about(), cells.join(" | "))?;
    }
    Ok(())
}

/// Whether chared, chared where its model has the encoding, chared without the language and with its first subtag, our default, and
/// our default with the language are right.
fn answers(page: &Page, variant: Variant) -> Option<[Option<bool>; 6]> {
    let model = method::shipped(&page.language)?;
    let bytes = variant.apply(&page.encoding, &page.bytes)?;
    let mut judge = Judge::new(&page.encoding, &bytes);
    let mut right = |builder: pellucid::DetectorBuilder| {
        let answer = builder.build().expect("the model ships").detect(&bytes).encoding().name();
        judge.verdict(Some(answer)).decode_equal
    };
    let chared = right(Detector::builder().method(Method::Chared).language(&page.language));
    let has = named(&page.encoding)
        .is_some_and(|encoding| model.classes().iter().any(|class| class.encoding == encoding));
    let found = right(Detector::builder().method(Method::Chared));
    let first = one_subtag(&page.language);
    let widely = right(Detector::builder().method(Method::Chared).language(first));
    let (blind, told) = (right(Detector::builder()), right(Detector::builder().language(&page.language)));
    Some([Some(chared), has.then_some(chared), Some(found), Some(widely), Some(blind), Some(told)])
}

/// What somebody writes who knows the language, and not its scripts and countries.
fn one_subtag(language: &str) -> &str {
    match language.split('-').next().unwrap_or_default() {
        "nb" | "nn" => "no",
        first => first,
    }
}
