//! Pages whose metadata a person has read → precision and recall of every field, for Pellucid and its peers.
//!
//! The table is `metadata.tsv`: ids of the extraction corpus or paths of the encoding corpus, and facts. `¦` separates forms that are
//! all right, `;` the values of a list; what begins with `?` is right where it is given, and not missed where it is not; nobody has
//! looked for what is `-`. README.md says what counts as right.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use pellucid_corpora::{archives, extraction};
use serde_json::Value;
use unicode_normalization::UnicodeNormalization;

use crate::peers::{process, python};

/// The fields, by the columns of the table after the id and the half.
pub const FIELDS: [&str; 7] = ["title", "authors", "date", "modified", "language", "site", "categories"];

/// What is measured: a name, and the function of `worker.py`; none for Pellucid.
const PEERS: [(&str, Option<&str>); 4] = [
    ("pellucid", None),
    ("trafilatura", Some("metadata_trafilatura")),
    ("htmldate", Some("metadata_htmldate")),
    ("extruct", Some("metadata_extruct")),
];

const TABLE: &str = include_str!("../metadata.tsv");

/// Answers that were right, that were wrong, and values that were missed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Counts {
    /// Given and right.
    pub right: usize,
    /// Given and wrong.
    pub wrong: usize,
    /// Not given.
    pub missed: usize,
}

impl Counts {
    /// Right ones of those that were given.
    pub fn precision(self) -> f64 {
        share(self.right, self.wrong)
    }

    /// Right ones of those that the pages have.
    pub fn recall(self) -> f64 {
        share(self.right, self.missed)
    }
}

fn share(right: usize, other: usize) -> f64 {
    if right + other == 0 { 1.0 } else { right as f64 / (right + other) as f64 }
}

/// By peer, half and field.
pub type Report = BTreeMap<(String, String, String), Counts>;

/// Where the floors are pinned.
pub fn floors_path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("floors-metadata.toml")
}

/// Asks all peers about all pages of the table. The second is every wrong and missed answer, a line each.
pub fn measure(data: &Path, only: &[String]) -> Result<(Report, String)> {
    let rows: Vec<Vec<&str>> = TABLE.lines().skip(1).map(|line| line.split('\t').collect()).collect();
    let ids: HashSet<&str> = rows.iter().map(|row| row[0]).collect();
    let pages = extraction::load(data, None)?.into_iter().filter(|page| ids.contains(page.row.id.as_str()));
    let mut pages: BTreeMap<String, String> = pages.map(|page| (page.row.id, page.html)).collect();
    archives::each_file(&data.join("corpora/encoding/html-utf-8.tar.zst"), |path, bytes| {
        if ids.contains(path) {
            pages.insert(path.to_owned(), pellucid::decode(&bytes).into_text().into_owned());
        }
    })?;
    let (mut report, mut told) = (Report::new(), String::from("peer\thalf\tid\tfield\twhat\tgiven\tgold\n"));
    for (name, function) in PEERS {
        if !only.is_empty() && !only.iter().any(|wanted| wanted == name) {
            continue;
        }
        let mut worker = match function.map(|function| process::Process::start(python::command(function)?)) {
            Some(Err(reason)) => {
                println!("{name} is not usable: {reason:#}");
                continue;
            }
            Some(Ok(worker)) => Some(worker),
            None => None,
        };
        for row in &rows {
            let html = pages.get(row[0]).with_context(|| format!("{} is not in the corpus", row[0]))?;
            let answer = match &mut worker {
                Some(worker) => {
                    let label = worker.ask(html.as_bytes())?.label;
                    serde_json::from_str(&process::unescape(&label)).unwrap_or(Value::Null)
                }
                None => pellucid(html),
            };
            for (field, gold) in FIELDS.iter().zip(&row[2..]).filter(|(_, gold)| **gold != "-") {
                let given: Vec<String> = match &answer[field] {
                    Value::String(text) if !text.is_empty() => vec![text.clone()],
                    Value::Array(values) => {
                        values.iter().filter_map(Value::as_str).map(str::to_owned).collect()
                    }
                    Value::Null if answer.get(field).is_none() => continue,
                    _ => Vec::new(),
                };
                let counts = judge(field, &given, gold);
                let key = (name.to_owned(), row[1].to_owned(), (*field).to_owned());
                let sum = report.entry(key).or_default();
                sum.right += counts.right;
                sum.wrong += counts.wrong;
                sum.missed += counts.missed;
                if counts.wrong + counts.missed > 0 {
                    let what = if counts.wrong > 0 { "wrong" } else { "missed" };
                    writeln!(
                        told,
                        "{name}\t{}\t{}\t{field}\t{what}\t{}\t{gold}",
                        row[1],
                        row[0],
                        given.join(" ; ")
                    )?;
                }
            }
        }
    }
    Ok((report, told))
}

fn pellucid(html: &str) -> Value {
    let page = pellucid::page(html.as_bytes());
    let metadata = &page.extracted().metadata;
    serde_json::json!({
        "title": metadata.title, "authors": metadata.authors, "date": metadata.date, "modified": metadata.modified,
        "language": page.language(), "site": metadata.site_name, "categories": metadata.categories,
    })
}

/// Compares what was given with what is right.
fn judge(field: &str, given: &[String], gold: &str) -> Counts {
    let form = |text: &str| normal(field, text);
    let gold: Vec<(bool, Vec<String>)> =
        (if matches!(field, "authors" | "categories") { gold.split(" ; ") } else { gold.split("\0") })
            .filter(|value| !value.is_empty())
            .map(|value| {
                (value.starts_with('?'), value.trim_start_matches('?').split(" ¦ ").map(form).collect())
            })
            .collect();
    let given: Vec<String> =
        given.iter().map(|value| form(value)).filter(|value| !value.is_empty()).collect();
    let is = |(_, forms): &(bool, Vec<String>), value: &String| forms.contains(value);
    let right = gold.iter().filter(|gold| given.iter().any(|value| is(gold, value)));
    Counts {
        right: right.filter(|(optional, _)| !optional).count(),
        wrong: given.iter().filter(|value| !gold.iter().any(|gold| is(gold, value))).count(),
        missed: gold.iter().filter(|gold| !gold.0 && !given.iter().any(|value| is(gold, value))).count(),
    }
}

/// A day of a date, the first part of a tag, words without case, marks and punctuation of all else.
fn normal(field: &str, text: &str) -> String {
    match field {
        "date" | "modified" => text.chars().take(10).collect(),
        "language" => text.split(['-', '_']).next().unwrap_or_default().to_lowercase(),
        _ => text.nfkd().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect(),
    }
}

/// Floors of Pellucid, by half, field and measure.
pub fn reached(report: &Report) -> BTreeMap<String, f64> {
    let own = report.iter().filter(|((peer, ..), _)| peer == "pellucid");
    own.flat_map(|((_, half, field), counts)| {
        let down = |value: f64| (value * 1e3).floor() / 1e3;
        [
            (format!("{half}-{field}-precision"), down(counts.precision())),
            (format!("{half}-{field}-recall"), down(counts.recall())),
        ]
    })
    .collect()
}

/// The pinned floors; none before the first are raised.
pub fn floors() -> Result<BTreeMap<String, f64>> {
    match fs::read_to_string(floors_path()) {
        Ok(text) => Ok(toml::from_str(&text)?),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(BTreeMap::new()),
        Err(error) => Err(error.into()),
    }
}

/// Raises the floors to what is reached; lowers none.
pub fn raise(reached: &BTreeMap<String, f64>, mut floors: BTreeMap<String, f64>) -> Result<()> {
    for (name, value) in reached {
        let floor = floors.entry(name.clone()).or_insert(*value);
        *floor = floor.max(*value);
    }
    let header = "# Floors of Pellucid's metadata. `cargo dev eval metadata --gate` fails below them; `--raise` raises them.\n\n";
    Ok(fs::write(floors_path(), header.to_owned() + &toml::to_string(&floors)?)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_counts_as_right() {
        let judged = |field: &str, given: &[&str], gold: &str| {
            let counts = judge(field, &given.iter().map(|&value| value.to_owned()).collect::<Vec<_>>(), gold);
            (counts.right, counts.wrong, counts.missed)
        };
        assert_eq!(judged("title", &["‘A’ b"], "a B ¦ C"), (1, 0, 0));
        assert_eq!(judged("title", &["D"], "A ¦ C"), (0, 1, 1));
        assert_eq!(judged("title", &[], ""), (0, 0, 0));
        assert_eq!(judged("authors", &["A", "B"], "A ; ?B ; C"), (1, 0, 1));
        assert_eq!(judged("authors", &["D"], "?B"), (0, 1, 0));
        assert_eq!(judged("date", &["2012-03-05T10:20:00Z"], "2012-03-05"), (1, 0, 0));
        assert_eq!(judged("language", &["en-GB"], "en"), (1, 0, 0));
    }

    #[test]
    fn every_row_has_all_columns() {
        for line in TABLE.lines() {
            assert_eq!(line.split('\t').count(), FIELDS.len() + 2, "{line}");
        }
    }
}
