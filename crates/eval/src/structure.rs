//! Rendered documents whose Markdown is known → how much of their structure survives extraction, by Pellucid and its peers.
//!
//! The corpus (`corpora/structure` of the data folder) has pages as ten generators write them, and what is in their sources: prose,
//! code, formulas, tables, headings, items, pictures. Pages of our own are in `structure/`: documents, the programs that render
//! them as many more generators and sites do, and the pages. What is written as Markdown is parsed, and compared with the source.
//! Floors are pinned in `floors-structure.toml`.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;
use pellucid::write::WriteOptions;
use pellucid_corpora::structure::{self, Document};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use rapidfuzz::distance::levenshtein;
use rayon::prelude::*;
use serde::Deserialize;
use unicode_normalization::UnicodeNormalization;

use crate::extraction::extractors::{Entry, Home};

/// What writes Markdown, ours first: a line each.
pub const WRITERS: [Entry; 7] = [
    Entry { name: "pellucid", home: Home::Here("pellucid", pellucid) },
    Entry { name: "dom_smoothie", home: Home::Here("dom_smoothie", dom_smoothie) },
    Entry { name: "rs-trafilatura", home: Home::Here("rs-trafilatura", rs_trafilatura) },
    Entry { name: "trafilatura", home: Home::Python("markdown_trafilatura") },
    Entry { name: "readability+markdownify", home: Home::Python("markdown_readability") },
    Entry { name: "html2text", home: Home::Python("markdown_html2text") },
    Entry { name: "resiliparse", home: Home::Python("extract_resiliparse") },
];

fn pellucid(html: &str) -> Result<String, String> {
    Ok(pellucid::page(html.as_bytes()).extracted().markdown(writing()))
}

/// How Pellucid writes what is measured.
pub fn writing() -> WriteOptions {
    WriteOptions::new().links(true).images(true)
}

fn dom_smoothie(html: &str) -> Result<String, String> {
    use dom_smoothie::{Config, Readability, TextMode};
    let config = Config { text_mode: TextMode::Markdown, ..Config::default() };
    let article = Readability::new(html, None, Some(config)).and_then(|mut page| page.parse());
    article.map(|article| article.text_content.to_string()).map_err(|error| error.to_string())
}

fn rs_trafilatura(html: &str) -> Result<String, String> {
    let options = rs_trafilatura::Options {
        output_markdown: true,
        include_links: true,
        include_images: true,
        include_formatting: true,
        ..rs_trafilatura::Options::default()
    };
    let page = rs_trafilatura::extract_with_options(html, &options).map_err(|error| error.to_string())?;
    Ok(page.content_markdown.unwrap_or(page.content_text))
}

/// What is in the source of a page of the corpus, as its manifest says.
#[derive(Debug, Deserialize)]
struct Row {
    text: String,
    code: Vec<Code>,
    tables: Vec<Vec<Vec<String>>>,
    formulas: Vec<String>,
    headings: Vec<Heading>,
    lists: Vec<Item>,
    images: Vec<Image>,
}

#[derive(Debug, Deserialize)]
struct Code {
    text: String,
}

#[derive(Debug, Deserialize)]
struct Heading {
    level: u8,
    text: String,
}

#[derive(Debug, Deserialize)]
struct Item {
    text: String,
}

#[derive(Debug, Deserialize)]
struct Image {
    url: String,
}

/// What a text in Markdown is made of.
#[derive(Debug, Default, PartialEq)]
struct Pieces {
    prose: Vec<String>,
    code: Vec<String>,
    formulas: Vec<String>,
    /// Rows of all tables, cells with a bar between them.
    rows: Vec<String>,
    headings: Vec<String>,
    items: Vec<String>,
    images: Vec<String>,
}

/// What is measured, in the order of the report.
pub const MEASURES: [&str; 7] = ["prose", "code", "formulas", "tables", "headings", "items", "images"];

/// The scores of a page: none for what neither side has.
type Scores = [Option<f64>; MEASURES.len()];

/// Means over pages, by writer and generator; those of the corpus under `all`, our own under `own` and `wider`.
pub type Report = BTreeMap<(String, String), Vec<Option<f64>>>;

/// What the manifest says about a page of our own.
#[derive(Debug, Deserialize)]
struct Own {
    /// `own`, or `wider`: ways that were added to see what is lost that no rule was made for.
    set: String,
    /// What this way cannot say.
    skip: Vec<String>,
}

/// A page, what is in its source, and what it is not measured by.
pub struct Page {
    /// The page.
    pub document: Document,
    /// The set that it belongs to.
    set: String,
    gold: Pieces,
    skip: Vec<String>,
}

/// Extracts all pages, and compares.
pub fn measure(pages: &[Page], writers: &[String]) -> Result<Report> {
    let mut report = Report::new();
    for entry in WRITERS {
        if !writers.is_empty() && !writers.iter().any(|name| name == entry.name) {
            continue;
        }
        let texts: Vec<String> = match entry.home {
            Home::Here(_, function) => {
                let text = |page: &Page| {
                    let text = || function(&page.document.html).unwrap_or_default();
                    std::panic::catch_unwind(text).unwrap_or_default()
                };
                pages.par_iter().map(text).collect()
            }
            Home::Python(_) => match entry.open() {
                Ok(mut writer) => pages
                    .iter()
                    .map(|page| Ok(writer.extract(&page.document.html)?.text.unwrap_or_default()))
                    .collect::<Result<_>>()?,
                Err(reason) => {
                    println!("{} is not usable: {reason:#}", entry.name);
                    continue;
                }
            },
        };
        report.extend(judge(entry.name, pages, &texts));
    }
    Ok(report)
}

/// The part of the report about one writer, by what it wrote of each page.
pub fn judge(writer: &str, pages: &[Page], texts: &[String]) -> Report {
    let mut by: BTreeMap<(String, String), Vec<Scores>> = BTreeMap::new();
    let measured = pages.par_iter().zip(texts).map(|(page, text)| scores(&page.gold, &pieces(text)));
    let measured: Vec<Scores> = measured.collect();
    for (page, mut scores) in pages.iter().zip(measured) {
        for (name, score) in MEASURES.iter().zip(&mut scores) {
            score.take_if(|_| page.skip.iter().any(|skipped| skipped == name));
        }
        for generator in [&page.set, &page.document.generator] {
            by.entry((writer.to_owned(), generator.clone())).or_default().push(scores);
        }
    }
    by.into_iter().map(|(name, scores)| (name, means(&scores))).collect()
}

/// All pages, with what is in their sources.
pub fn pages(data: &Path) -> Result<Vec<Page>> {
    let page = |document: Document| {
        let (set, gold, skip) = if document.is_own {
            let Own { set, skip } = serde_json::from_str(&document.line)?;
            (set, pieces(&document.markdown), skip)
        } else {
            ("all".to_owned(), gold(&serde_json::from_str(&document.line)?), Vec::new())
        };
        Ok(Page { document, set, gold, skip })
    };
    structure::load(data)?.into_iter().map(page).collect()
}

/// The mean of prose, code, formulas and tables.
pub fn overall(means: &[Option<f64>]) -> Option<f64> {
    let some: Vec<f64> = means.iter().take(4).flatten().copied().collect();
    (!some.is_empty()).then(|| some.iter().sum::<f64>() / some.len() as f64)
}

fn means(scores: &[Scores]) -> Vec<Option<f64>> {
    let mean = |n: usize| {
        let some: Vec<f64> = scores.iter().filter_map(|scores| scores[n]).collect();
        (!some.is_empty()).then(|| some.iter().sum::<f64>() / some.len() as f64)
    };
    (0..MEASURES.len()).map(mean).collect()
}

fn gold(row: &Row) -> Pieces {
    let table = |table: &Vec<Vec<String>>| table.iter().map(|cells| cells.join(" | ")).collect::<Vec<_>>();
    Pieces {
        prose: vec![row.text.clone()],
        code: row.code.iter().map(|code| code.text.clone()).collect(),
        formulas: row.formulas.clone(),
        rows: row.tables.iter().flat_map(table).collect(),
        headings: row.headings.iter().map(|heading| format!("{} {}", heading.level, heading.text)).collect(),
        items: row.lists.iter().map(|item| item.text.clone()).collect(),
        images: row.images.iter().map(|image| image.url.clone()).collect(),
    }
}

fn pieces(markdown: &str) -> Pieces {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_MATH
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS;
    let mut pieces = Pieces::default();
    // The text of what is open: code, a cell, or prose; items by how deep they are.
    let (mut code, mut cells, mut prose) = (None::<String>, None::<Vec<String>>, String::new());
    let (mut items, mut image) = (Vec::<String>::new(), 0usize);
    for event in Parser::new_ext(markdown, options) {
        let words = match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_) | CodeBlockKind::Indented)) => {
                code = Some(String::new());
                continue;
            }
            Event::End(TagEnd::CodeBlock) => {
                pieces.code.extend(code.take());
                continue;
            }
            Event::Start(Tag::TableRow | Tag::TableHead) => {
                cells = Some(Vec::new());
                continue;
            }
            Event::Start(Tag::TableCell) => {
                cells.get_or_insert_default().push(String::new());
                continue;
            }
            Event::End(TagEnd::TableRow | TagEnd::TableHead) => {
                pieces.rows.extend(cells.take().map(|cells| cells.join(" | ")));
                continue;
            }
            Event::Start(Tag::Item) => {
                pieces.take_prose(&mut prose);
                items.push(String::new());
                continue;
            }
            Event::End(TagEnd::Item) => {
                pieces.take_prose(&mut prose);
                pieces.items.extend(items.pop());
                continue;
            }
            Event::Start(Tag::Image { dest_url, .. }) => {
                pieces.images.push(dest_url.into_string());
                image += 1;
                continue;
            }
            Event::End(TagEnd::Image) => {
                image -= 1;
                continue;
            }
            Event::Start(Tag::Paragraph | Tag::Heading { .. } | Tag::BlockQuote(_)) => {
                pieces.take_prose(&mut prose);
                continue;
            }
            Event::End(TagEnd::Heading(level)) => {
                pieces.headings.push(format!("{} {prose}", level as u8));
                pieces.take_prose(&mut prose);
                continue;
            }
            Event::End(TagEnd::Paragraph) => {
                pieces.take_prose(&mut prose);
                continue;
            }
            Event::InlineMath(tex) | Event::DisplayMath(tex) => {
                pieces.formulas.push(tex.to_string());
                match &mut cells {
                    Some(_) => tex,
                    None => " ".into(),
                }
            }
            Event::Text(text) | Event::Code(text) => text,
            Event::SoftBreak | Event::HardBreak => " ".into(),
            _ => continue,
        };
        if image > 0 {
            continue;
        }
        match (&mut code, cells.as_mut().and_then(|cells| cells.last_mut())) {
            (Some(code), _) => *code += &words,
            (None, Some(cell)) => *cell += &words,
            (None, None) => {
                prose += &words;
                if let Some(item) = items.last_mut() {
                    *item += &words;
                }
            }
        }
    }
    pieces.take_prose(&mut prose);
    pieces
}

impl Pieces {
    fn take_prose(&mut self, prose: &mut String) {
        let taken = std::mem::take(prose);
        if !taken.trim().is_empty() {
            self.prose.push(taken);
        }
    }
}

fn scores(gold: &Pieces, found: &Pieces) -> Scores {
    let alike = |gold: &[String], found: &[String], normal: fn(&str) -> String| {
        let join = |all: &[String]| all.iter().map(|one| normal(one)).collect::<Vec<_>>().join("\n");
        (!gold.is_empty() || !found.is_empty()).then(|| similarity(&join(gold), &join(found)))
    };
    let same =
        |gold: &[String], found: &[String]| (!gold.is_empty() || !found.is_empty()).then(|| f1(gold, found));
    [
        alike(&gold.prose, &found.prose, prose),
        alike(&gold.code, &found.code, |code| {
            code.lines().map(str::trim_end).collect::<Vec<_>>().join("\n").trim_matches('\n').to_owned()
        }),
        alike(&gold.formulas, &found.formulas, |tex| {
            tex.chars().filter(|c| !c.is_whitespace() && !"{}".contains(*c)).collect()
        }),
        alike(&gold.rows, &found.rows, prose),
        same(&gold.headings, &found.headings),
        same(&gold.items, &found.items),
        same(&gold.images, &found.images),
    ]
}

/// Words with one space between them, in one form of Unicode.
fn prose(text: &str) -> String {
    text.nfc().collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// One, less the share of the longer text that has to be changed.
fn similarity(a: &str, b: &str) -> f64 {
    levenshtein::normalized_similarity(a.chars(), b.chars())
}

/// F1 over things, each by its letters.
fn f1(gold: &[String], found: &[String]) -> f64 {
    let letters = |text: &String| {
        prose(text).to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect::<String>()
    };
    let mut left: HashMap<String, usize> = HashMap::new();
    gold.iter().for_each(|one| *left.entry(letters(one)).or_default() += 1);
    let hits = found.iter().filter(|one| match left.get_mut(&letters(one)) {
        Some(count) if *count > 0 => {
            *count -= 1;
            true
        }
        _ => false,
    });
    2.0 * hits.count() as f64 / (gold.len() + found.len()) as f64
}

const HEADER: &str = "\
# Floors of what survives of rendered documents, over all pages of the corpus.
# `cargo dev eval structure --gate` fails below them; `--raise` raises them, never lowers them.

";

/// The sets of our own pages, and what stands before their floors.
const OURS: [(&str, &str); 2] = [("own", "own-"), ("wider", "wider-")];

/// The pinned floors, by measure.
pub type Floors = BTreeMap<String, f64>;

/// Where they are pinned.
pub fn floors_path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("floors-structure.toml")
}

/// The pinned floors; none where there is no file yet.
pub fn floors() -> Result<Floors> {
    match fs::read_to_string(floors_path()) {
        Ok(text) => Ok(toml::from_str(&text)?),
        Err(_) => Ok(Floors::new()),
    }
}

/// What fell below the floors.
pub fn missed(report: &Report, floors: &Floors) -> Vec<String> {
    let reached = reached(report);
    let miss = |(measure, floor): (&String, &f64)| {
        let value = reached.get(measure).copied().unwrap_or_default();
        (value + 1e-9 < *floor)
            .then(|| format!("structure: {measure} {value:.4} is below the floor of {floor:.4}"))
    };
    // Without the corpus, only our own pages are measured.
    let is_whole = report.keys().any(|(_, generator)| generator == "all");
    let is_ours = |name: &str| OURS.iter().any(|(_, prefix)| name.starts_with(prefix));
    floors.iter().filter(|(name, _)| is_whole || is_ours(name)).filter_map(miss).collect()
}

/// Raises the floors to what is reached.
pub fn raise(report: &Report, mut floors: Floors) -> Result<()> {
    for (measure, value) in reached(report) {
        let floor = floors.entry(measure).or_insert(0.0);
        *floor = floor.max((value * 1e4).floor() / 1e4);
    }
    Ok(fs::write(floors_path(), HEADER.to_owned() + &toml::to_string(&floors)?)?)
}

fn reached(report: &Report) -> BTreeMap<String, f64> {
    let of = |generator: &str, prefix: &'static str| {
        let all = report.get(&("pellucid".to_owned(), generator.to_owned())).cloned().unwrap_or_default();
        let named = MEASURES.iter().zip(all);
        named.filter_map(move |(name, value)| Some((format!("{prefix}{name}"), value?))).collect::<Vec<_>>()
    };
    let ours = OURS.iter().flat_map(|(set, prefix)| of(set, prefix));
    of("all", "").into_iter().chain(ours).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_in_pieces() {
        let found = pieces(
            "# A *b*\n\ntext `c` $x_1$ more\n\n- one\n  - two\n- three\n\n```js\ncode\n```\n\n| a | b |\n| - | - |\n| 1 | $y$ |\n\n![alt](pic.png)\n\n$$z$$\n",
        );
        assert_eq!(found.headings, ["1 A b"]);
        assert_eq!(found.prose, ["A b", "text c   more", "one", "two", "three"]);
        assert_eq!(found.items, ["two", "one", "three"]);
        assert_eq!(found.code, ["code\n"]);
        assert_eq!(found.formulas, ["x_1", "y", "z"]);
        assert_eq!(found.rows, ["a | b", "1 | y"]);
        assert_eq!(found.images, ["pic.png"]);
    }

    #[test]
    fn scores_fall_with_what_is_lost() {
        let whole = pieces("# A\n\none two three four\n\n- x\n- y\n");
        assert_eq!(scores(&whole, &whole)[..], [Some(1.0), None, None, None, Some(1.0), Some(1.0), None]);
        let half = pieces("one two\n\n- x\n\n```\nz\n```\n");
        let lost = scores(&whole, &half);
        assert!(lost[0].is_some_and(|prose| prose < 0.6) && lost[1] == Some(0.0) && lost[4] == Some(0.0));
        assert_eq!(lost[5], Some(2.0 / 3.0));
    }
}
